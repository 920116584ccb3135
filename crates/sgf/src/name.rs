//! Names of properties.

use std::fmt;

/// The name of a property: a capital letter, then capital letters and digits.
///
/// ```
/// use tengen_sgf::Name;
///
/// assert_eq!(Name::new("KM"), Some(Name::KM));
/// assert_eq!(Name::new("Km"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name<'a>(&'a str);

/// Declares the names that this project reads or writes.
macro_rules! names {
    ($($(#[$meta:meta])* $name:ident)+) => {
        impl Name<'static> {
            $($(#[$meta])* pub const $name: Name<'static> = Name(stringify!($name));)+
        }
    };
}

names! {
    /// Adds black stones.
    AB
    /// Empties points.
    AE
    /// The program that wrote the file, and its version.
    AP
    /// Adds white stones.
    AW
    /// A move of Black.
    B
    /// The time left to Black, in seconds.
    BL
    /// A comment.
    C
    /// The encoding of the text.
    CA
    /// When the game was played.
    DT
    /// The version of the format, 1 to 4.
    FF
    /// Which game it is; Go is 1.
    GM
    /// A name for the game.
    GN
    /// The number of handicap stones.
    HA
    /// Komi.
    KM
    /// The moves that Black has left in the running overtime.
    OB
    /// The overtime.
    OT
    /// The moves that White has left in the running overtime.
    OW
    /// Black's name.
    PB
    /// Whose turn it is.
    PL
    /// White's name.
    PW
    /// The result.
    RE
    /// The rules.
    RU
    /// The size of the board.
    SZ
    /// Black's territory.
    TB
    /// Main time, in seconds.
    TM
    /// White's territory.
    TW
    /// A move of White.
    W
    /// The time left to White, in seconds.
    WL
    /// As `AB`, on a board that is no plain grid; see [`GameInfo::board`](crate::go::GameInfo::board).
    XAB
    /// As `AE`, there.
    XAE
    /// As `AW`, there.
    XAW
    /// As `B`, there.
    XB
    /// As `HA`, there.
    XHA
    /// The name of such a board, in place of `SZ`.
    XSZ
    /// As `TB`, there.
    XTB
    /// As `TW`, there.
    XTW
    /// As `W`, there.
    XW
}

impl<'a> Name<'a> {
    /// The text as a name, if it is one.
    pub fn new(text: &'a str) -> Option<Name<'a>> {
        let (first, rest) = text.as_bytes().split_first()?;
        let fits = first.is_ascii_uppercase()
            && rest.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
        fits.then_some(Name(text))
    }

    /// A name that has been checked before.
    pub(crate) const fn known(text: &'a str) -> Name<'a> {
        Name(text)
    }

    /// The name as text.
    pub const fn as_str(self) -> &'a str {
        self.0
    }
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_capital_letters_and_digits() {
        for text in ["B", "AB", "L9", "KGSDE"] {
            assert_eq!(Name::new(text).map(Name::as_str), Some(text));
        }
        for text in ["", "b", "Ab", "9", "A B", "Ä", "A["] {
            assert_eq!(Name::new(text), None, "{text:?}");
        }
    }
}
