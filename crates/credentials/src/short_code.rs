//! Short codes on printed cards: what a pupil types where nothing reads the picture on the card.

use std::fmt::{self, Debug, Display, Formatter};

use crate::letters::{show, spelled, typed};

/// How many letters a code has: few enough for a child.
const LENGTH: usize = 8;
/// The random bits of a code: five for each letter.
const BYTES: usize = LENGTH * 5 / 8;

/// A short code of 40 bits, without letters that are mistaken for others. It shows as `xxxx-xxxx`, and prints as nothing in logs.
///
/// 40 bits are few: guesses at a server have to be bounded, and the hash that is stored has to be slow
/// ([`Passwords::hash_code`](crate::Passwords::hash_code)), so that whoever reads the database can't try all of them soon.
#[derive(Clone, PartialEq, Eq)]
pub struct ShortCode([u8; LENGTH]);

impl ShortCode {
    /// A code from random bytes.
    pub fn from_entropy(bytes: [u8; BYTES]) -> Self {
        Self(spelled(bytes.iter().fold(0, |bits, byte| bits << 8 | u128::from(*byte))))
    }

    /// Reads what a person typed. Case, width, blanks and hyphens do not count, `o` is read as `0`, and `i` and `l` as `1`.
    /// Nothing, if it is no short code.
    pub fn parse(text: &str) -> Option<Self> {
        typed(text).map(Self)
    }

    /// The letters, without the hyphen.
    pub(crate) fn letters(&self) -> &[u8] {
        &self.0
    }
}

impl Display for ShortCode {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        show(&self.0, f)
    }
}

impl Debug for ShortCode {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("ShortCode")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_code_is_read_as_a_child_types_it() {
        let code = ShortCode::from_entropy([0x00, 0x44, 0x32, 0x14, 0xc7]);
        assert_eq!((code.to_string(), format!("{code:?}")), ("0123-4567".to_owned(), "ShortCode".to_owned()));
        for text in [
            "01234567",
            "0123 4567",
            " O1 23-45 67",
            "oi23-4567",
            "0L23\u{2013}4567",
            "０１２３－４５６７",
            "Ｏｌ２３ー４５６７",
            "0123〜4567",
            "0123\u{3000}4567",
        ] {
            assert_eq!(ShortCode::parse(text).as_ref(), Some(&code), "{text:?}");
        }
        for text in ["", "0123-456", "0123-45678", "0123-456u", "0123_4567", &"0".repeat(43)] {
            assert_eq!(ShortCode::parse(text), None, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn what_is_shown_is_read(one in any::<[u8; 5]>(), other in any::<[u8; 5]>()) {
            let [code, second] = [one, other].map(ShortCode::from_entropy);
            prop_assert_eq!(ShortCode::parse(&code.to_string().to_uppercase()), Some(code.clone()));
            prop_assert_eq!(code == second, one == other);
        }
    }
}
