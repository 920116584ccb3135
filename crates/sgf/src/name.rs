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
    /// Who made the comments.
    AN
    /// The program that wrote the file, and its version.
    AP
    /// Arrows, each from a point to a point.
    AR
    /// Adds white stones.
    AW
    /// A move of Black.
    B
    /// The time left to Black, in seconds.
    BL
    /// The move is bad.
    BM
    /// Black's rank.
    BR
    /// Black's team.
    BT
    /// A comment.
    C
    /// The encoding of the text.
    CA
    /// Who has the rights in the record.
    CP
    /// Circles.
    CR
    /// Points that are dimmed, from this node on.
    DD
    /// The position is even.
    DM
    /// The move is doubtful.
    DO
    /// When the game was played.
    DT
    /// The event at which it was played.
    EV
    /// The version of the format, 1 to 4.
    FF
    /// Good for Black.
    GB
    /// A comment on the whole game.
    GC
    /// Which game it is; Go is 1.
    GM
    /// A name for the game.
    GN
    /// Good for White.
    GW
    /// The number of handicap stones.
    HA
    /// Something interesting happens here.
    HO
    /// The move is interesting.
    IT
    /// Komi.
    KM
    /// Points with the letters `a`, `b`, `c`, in old files.
    L
    /// Labels, each a point and a text.
    LB
    /// Lines, each from a point to a point.
    LN
    /// Marked points, in old files.
    M
    /// Crosses.
    MA
    /// The number that this move has.
    MN
    /// A name for the node.
    N
    /// The moves that Black has left in the running overtime.
    OB
    /// The name of the opening.
    ON
    /// The overtime.
    OT
    /// The moves that White has left in the running overtime.
    OW
    /// Black's name.
    PB
    /// Where the game was played.
    PC
    /// Whose turn it is.
    PL
    /// White's name.
    PW
    /// The result.
    RE
    /// The round.
    RO
    /// The rules.
    RU
    /// Selected points.
    SL
    /// The source of the record.
    SO
    /// Squares.
    SQ
    /// The size of the board.
    SZ
    /// Black's territory.
    TB
    /// The number of periods of overtime, in records of Fox.
    TC
    /// The move is good.
    TE
    /// Main time, in seconds.
    TM
    /// Triangles.
    TR
    /// The seconds of a period of overtime, in records of Fox.
    TT
    /// White's territory.
    TW
    /// The position is unclear.
    UC
    /// Who entered the record.
    US
    /// The value of the position, in points for Black.
    V
    /// The only points that are shown, from this node on.
    VW
    /// A move of White.
    W
    /// The time left to White, in seconds.
    WL
    /// White's rank.
    WR
    /// White's team.
    WT
    /// As `AB`, on a board that is no plain grid; see [`GameInfo::board`](crate::go::GameInfo::board).
    XAB
    /// As `AE`, there.
    XAE
    /// The help that players could have while the game ran: `variations`, `estimate`, or both with a comma.
    XAI
    /// As `AW`, there.
    XAW
    /// As `B`, there.
    XB
    /// As `HA`, there.
    XHA
    /// Rules that are a preset with changes: its name, and each axis that differs with its value.
    XRU
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
