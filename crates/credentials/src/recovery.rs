//! Codes for the day when an authenticator is lost: a person writes them down, and each is good once.

use std::fmt::{self, Debug, Display, Formatter};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use crate::letters::{show, spelled, typed};

/// How many codes a person gets.
pub const CODES: usize = 10;

/// How many letters a code has.
const LENGTH: usize = 16;
/// The random bits of a code: five for each letter.
const BYTES: usize = LENGTH * 5 / 8;

/// A recovery code of 80 bits. It shows as `xxxx-xxxx-xxxx-xxxx`, and prints as nothing in logs.
#[derive(Clone, PartialEq, Eq)]
pub struct Code([u8; LENGTH]);

/// Ten codes from random bytes: ten for each.
pub fn codes(entropy: &[[u8; 10]; CODES]) -> [Code; CODES] {
    entropy.map(Code::from_entropy)
}

impl Code {
    fn from_entropy(bytes: [u8; BYTES]) -> Self {
        Self(spelled(bytes.iter().fold(0, |bits, byte| bits << 8 | u128::from(*byte))))
    }

    /// Reads what a person typed. Case, blanks and hyphens do not count, `o` is read as `0`, and `i` and `l` as `1`. Nothing, if it is no
    /// code.
    pub fn parse(text: &str) -> Option<Self> {
        typed(text).map(Self)
    }

    /// What is stored of a code: SHA-256 in base64 for addresses, without padding. A code is random, so there is nothing to guess
    /// but all of its 2^80 values: a fast hash hides it well enough, and a slow one, as for passwords, would add nothing.
    pub fn hash(&self) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::digest(self.0))
    }
}

impl Display for Code {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        show(&self.0, f)
    }
}

impl Debug for Code {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Code")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn each_letter_is_five_bits() {
        let code = |bytes| Code::from_entropy(bytes).to_string();
        assert_eq!(code([0; 10]), "0000-0000-0000-0000");
        assert_eq!(code([255; 10]), "zzzz-zzzz-zzzz-zzzz");
        assert_eq!(code([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]), "0000-0000-0000-0001");
        assert_eq!(code([0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0]), "g000-0000-0000-0000");
        // All letters in their order: 00000 00001 00010 ... 01111.
        assert_eq!(code([0x00, 0x44, 0x32, 0x14, 0xc7, 0x42, 0x54, 0xb6, 0x35, 0xcf]), "0123-4567-89ab-cdef");
    }

    #[test]
    fn ten_codes_come_from_their_bytes() {
        let entropy = std::array::from_fn(|number| [u8::try_from(number).unwrap(); 10]);
        let codes = codes(&entropy);
        assert_eq!(codes.iter().map(Code::hash).collect::<HashSet<_>>().len(), 10);
        assert_eq!(codes[3], Code::from_entropy([3; 10]));
    }

    #[test]
    fn typing_is_forgiven() {
        let code = Code::parse("0123-4567-89ab-cdef").unwrap();
        for text in [
            "0123456789abcdef",
            "0123-4567-89AB-CDEF",
            " o123 4567\t89ab\ncdef ",
            "OI23-4567-89ab-cdef",
            "Ol23-4567-89ab-cdef",
            "0-L-2-3-4-5-6-7-8-9-a-b-c-d-e-f",
            "0123\u{2013}4567\u{2212}89ab\u{a0}cdef",
        ] {
            assert_eq!(Code::parse(text).as_ref(), Some(&code), "{text:?}");
        }
    }

    #[test]
    fn what_is_no_code_is_not_read() {
        for text in [
            "",
            "0123-4567-89ab-cde",
            "0123-4567-89ab-cdef0",
            "0123-4567-89ab-cdeu",
            "0123-4567-89ab-cde!",
            "0123_4567_89ab_cdef",
            "\u{660}123-4567-89ab-cdef",
            "\u{1f600}",
        ] {
            assert_eq!(Code::parse(text), None, "{text:?}");
        }
        assert_eq!(Code::parse(&format!("0123456789abcdef{}", "-".repeat(100_000))), None);
    }

    #[test]
    fn the_hash_is_that_of_the_letters() {
        // printf 0123456789abcdef | openssl dgst -sha256 -binary | basenc --base64url
        let code = Code::parse("0123-4567-89ab-cdef").unwrap();
        assert_eq!(code.hash(), "n59REfeyengfHx3d5evC3St5a_xzZcnCi1SOVkF2kp8");
        for typed in ["OI23 4567 89AB CDEF", "０１２３－4567-89ab-cdef"] {
            assert_eq!(Code::parse(typed).unwrap().hash(), code.hash());
        }
    }

    #[test]
    fn a_code_does_not_print() {
        assert_eq!(format!("{:?}", Code::from_entropy([1; 10])), "Code");
    }

    proptest! {
        #[test]
        fn what_is_shown_is_read(one in any::<[u8; 10]>(), other in any::<[u8; 10]>()) {
            let [code, second] = [one, other].map(Code::from_entropy);
            prop_assert_eq!(Code::parse(&code.to_string()), Some(code.clone()));
            prop_assert_eq!(Code::parse(&code.to_string().to_uppercase()), Some(code.clone()));
            prop_assert_eq!(code.hash() == second.hash(), one == other);
        }

        #[test]
        fn any_text_is_a_code_or_none(text in "\\PC{0,40}|([0-9A-Za-z][- ]?){16}") {
            if let Some(code) = Code::parse(&text) {
                prop_assert_eq!(Code::parse(&code.to_string()), Some(code));
            }
        }
    }
}
