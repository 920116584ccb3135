//! Passwords: how they are read, and which may be chosen.

use std::collections::BTreeSet;
use std::fmt::{self, Debug, Formatter};
use std::ops::RangeInclusive;

use unicode_normalization::UnicodeNormalization;

/// How many characters a password may have.
const MOST: usize = 256;
/// How many bytes of a text are looked at. Four times what `MOST` characters can take: letters and marks that are written one by one
/// become fewer characters.
const MOST_BYTES: usize = 4 * 4 * MOST;

/// How many characters a chosen password needs.
const LEAST: usize = 10;
/// The least score of a chosen password: more than a million guesses (`zxcvbn`).
const LEAST_SCORE: u8 = 2;
/// How many characters of a password are judged. The estimate takes a time that grows faster than the length, and a password that is hard
/// to guess is so by its beginning.
const JUDGED: usize = 40;
/// Signs that the estimate tries to read as letters, as in `p@$$word`, and how many of them it is shown. It tries each reading of one with
/// each of the others, so that a text with all of them would take a third of a second; with two, 40 characters take 20 ms at most.
const SIGNS: &str = "@({[<!|$+%";
const MOST_SIGNS: usize = 2;
/// Characters that nobody uses stand for further signs: so far from each other that they are no sequence like `abcd`.
const UNREAD: RangeInclusive<char> = '\u{e000}'..='\u{efff}';
const APART: usize = 64;
/// How many words about a person are looked at, and how many characters of each.
const MOST_WORDS: usize = 16;
const MOST_OF_A_WORD: usize = 64;
/// Shorter words are in any password by chance.
const LEAST_OF_A_WORD: usize = 3;

/// A password as it was typed, in one way of writing. Prints as nothing.
///
/// Keyboards write the same letter in several ways, and a person changes keyboards. So the text is normalised like the `OpaqueString` of
/// RFC 8265: blanks of every kind become the usual one, and then the text is brought to the Unicode form NFC. That form makes one of the
/// ways of writing a letter, and no letter becomes another one. NFKC would do that: it makes `²` a `2` and so takes from the password what
/// its owner put there. Unlike that profile, this lets control characters be; they harm nobody.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

/// Why a text is no password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadPassword {
    /// There is nothing.
    #[error("a password has one character at least")]
    Empty,
    /// It is too long.
    #[error("a password has {most} characters at most")]
    TooLong {
        /// How many characters it may have.
        most: usize,
    },
}

impl BadPassword {
    /// The word for it in answers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::TooLong { .. } => "too_long",
        }
    }
}

impl Password {
    /// Reads what somebody typed: 1 to 256 characters.
    pub fn parse(text: &str) -> Result<Self, BadPassword> {
        if text.len() > MOST_BYTES {
            return Err(BadPassword::TooLong { most: MOST });
        }
        let normal: String =
            text.chars().map(|letter| if is_blank(letter) { ' ' } else { letter }).nfc().collect();
        match normal.chars().count() {
            0 => Err(BadPassword::Empty),
            1..=MOST => Ok(Self(normal)),
            _ => Err(BadPassword::TooLong { most: MOST }),
        }
    }

    /// What is hashed.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl Debug for Password {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Password")
    }
}

/// The characters of Unicode's category of blanks (Zs).
fn is_blank(letter: char) -> bool {
    matches!(
        letter,
        ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
    )
}

/// Why a password may not be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasswordRefusal {
    /// It has too few characters.
    #[error("a password has {min} characters at least")]
    TooShort {
        /// How many it needs.
        min: usize,
    },
    /// An attacker would soon guess it.
    #[error("the password is too easy to guess: {score} of 4, and {min} are needed")]
    Guessable {
        /// The estimate, from 0 to 4.
        score: u8,
        /// The estimate that it needs.
        min: u8,
    },
}

impl PasswordRefusal {
    /// The word for it in answers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TooShort { .. } => "too_short",
            Self::Guessable { .. } => "guessable",
        }
    }
}

/// Whether a password may be chosen: it is long enough, and hard to guess for somebody who knows these words about its owner and the
/// server, such as names and mail addresses. There are no other rules, as NIST advises (SP 800-63B): rules about kinds of characters make
/// passwords alike.
///
/// The estimate looks at the first 40 characters, and at 16 words of 64 characters. It takes about a millisecond
/// of a processor, and 20 at most.
pub fn judge(password: &Password, about: &[&str]) -> Result<(), PasswordRefusal> {
    if password.0.chars().count() < LEAST {
        return Err(PasswordRefusal::TooShort { min: LEAST });
    }
    let judged = judged(&password.0);
    let words = words(about);
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    let score = u8::from(zxcvbn::zxcvbn(&judged, &words).score());
    if score < LEAST_SCORE { Err(PasswordRefusal::Guessable { score, min: LEAST_SCORE }) } else { Ok(()) }
}

/// The beginning of a password, with all but a few of the signs that are read as letters replaced, each by another character.
fn judged(text: &str) -> String {
    let mut signs = Vec::new();
    let shown = |letter: char| {
        if !SIGNS.contains(letter) {
            return letter;
        }
        let known = signs.iter().position(|sign| *sign == letter);
        let number = known.unwrap_or_else(|| {
            signs.push(letter);
            signs.len() - 1
        });
        if number < MOST_SIGNS { letter } else { UNREAD.clone().step_by(APART).nth(number).unwrap_or(letter) }
    };
    text.chars().take(JUDGED).map(shown).collect()
}

/// The words as they are, and their parts: an attacker tries each part of a mail address by itself.
fn words(about: &[&str]) -> BTreeSet<String> {
    let whole =
        about.iter().take(MOST_WORDS).map(|word| word.chars().take(MOST_OF_A_WORD).nfc().collect::<String>());
    let parts = |word: String| {
        let parts: Vec<_> = word.split(|letter: char| !letter.is_alphanumeric()).map(str::to_owned).collect();
        std::iter::once(word).chain(parts)
    };
    whole.flat_map(parts).filter(|word| word.chars().count() >= LEAST_OF_A_WORD).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn verdict(text: &str, about: &[&str]) -> Result<(), PasswordRefusal> {
        judge(&Password::parse(text).unwrap(), about)
    }

    #[test]
    fn one_password_may_be_written_in_several_ways() {
        let same = |one: &str, other: &str| {
            assert_eq!(Password::parse(one).unwrap(), Password::parse(other).unwrap(), "{one:?}");
        };
        same("M\u{fc}nchen", "Mu\u{308}nchen");
        same("\u{d55c}\u{ad6d}", "\u{1112}\u{1161}\u{11ab}\u{1100}\u{116e}\u{11a8}");
        same("two words", "two\u{a0}words");
        same("二\u{3000}子", "二 子");
    }

    #[test]
    fn what_differs_stays_different() {
        for (one, other) in
            [("m\u{b2}", "m2"), ("\u{ff21}", "A"), ("\u{fb01}", "fi"), ("a", "A"), ("a b", "ab"), ("a ", "a")]
        {
            assert_ne!(Password::parse(one).unwrap(), Password::parse(other).unwrap(), "{one:?}");
        }
    }

    #[test]
    fn a_password_has_a_length() {
        let too_long = BadPassword::TooLong { most: 256 };
        assert_eq!(Password::parse(""), Err(BadPassword::Empty));
        assert!(Password::parse(" ").is_ok());
        for letter in ["x", "\u{fc}", "u\u{308}", "\u{1f600}", "\u{1112}\u{1161}\u{11ab}"] {
            assert!(Password::parse(&letter.repeat(256)).is_ok(), "{letter}");
            assert_eq!(Password::parse(&letter.repeat(257)), Err(too_long), "{letter}");
            assert_eq!(Password::parse(&letter.repeat(1_000_000)), Err(too_long), "{letter}");
        }
        assert_eq!([BadPassword::Empty, too_long].map(BadPassword::name), ["empty", "too_long"]);
    }

    #[test]
    fn a_password_does_not_print() {
        assert_eq!(format!("{:?}", Password::parse("slow river").unwrap()), "Password");
    }

    #[test]
    fn short_ones_are_refused_by_their_characters() {
        let refusal = PasswordRefusal::TooShort { min: 10 };
        let short = Err(refusal);
        assert_eq!(verdict("x7#Kq!2zP", &[]), short);
        assert_eq!(verdict("x7#Kq!2zPm", &[]), Ok(()));
        // Nine letters of four characters each, before they are put together.
        assert_eq!(verdict(&"\u{1112}\u{1161}\u{11ab}".repeat(9), &[]), short);
        assert_eq!(refusal.name(), "too_short");
    }

    #[test]
    fn what_an_attacker_tries_first_is_refused() {
        for text in
            ["password123", "1234567890", "qwertyuiop", "aaaaaaaaaaaaaaaa", "p@ssw0rd1990", "abcabcabcabc"]
        {
            let refusal = verdict(text, &[]).unwrap_err();
            assert!(
                matches!(refusal, PasswordRefusal::Guessable { score: 0..2, min: 2 }),
                "{text}: {refusal:?}"
            );
            assert_eq!(refusal.name(), "guessable");
        }
        for text in [
            "slow river, cold stones",
            "Vb7-kdo2-Wq",
            "十九路盤の上で君と会う",
            "correct horse battery staple",
        ] {
            assert_eq!(verdict(text, &[]), Ok(()), "{text}");
        }
    }

    #[test]
    fn words_about_a_person_are_no_password() {
        let about = ["Xerzilvoq", "brumtafel.knorzwick@mail.example", "tengen"];
        for text in [
            "xerzilvoq1",
            "XerzilvoqTengen",
            "knorzwick99",
            "brumtafel1",
            "brumtafel.knorzwick@mail.example",
            "QOVLIZREX1",
        ] {
            assert!(verdict(text, &about).is_err(), "{text}");
            if !text.ends_with("Tengen") {
                assert!(verdict(text, &["Ann"]).is_ok(), "{text}: nobody knew");
            }
        }
    }

    #[test]
    fn a_good_end_does_not_help_behind_what_is_verdict() {
        let text = format!("{}{}", "a".repeat(40), "x7#Kq!2zPmW");
        assert!(verdict(&text, &[]).is_err());
    }

    #[test]
    fn few_signs_are_read_as_letters() {
        assert_eq!(judged("p@$$w0rd"), "p@$$w0rd");
        assert_eq!(
            judged("@({[<!|$+%@({"),
            "@(\u{e080}\u{e0c0}\u{e100}\u{e140}\u{e180}\u{e1c0}\u{e200}\u{e240}@(\u{e080}"
        );
        assert_eq!(judged(&"x7#Kq".repeat(20)), "x7#Kq".repeat(8));
        for text in ["@({[<!|$+%", "4@8({[<3691!|70$5+%2"] {
            assert_eq!(verdict(text, &[]), Ok(()), "{text}");
        }
    }

    #[test]
    fn words_are_bounded() {
        let long = "word-".repeat(100_000);
        assert_eq!(words(&[&long]).len(), 2);
        let many: Vec<_> = (1_000..9_000).map(|number| number.to_string()).collect();
        assert_eq!(words(&many.iter().map(String::as_str).collect::<Vec<_>>()).len(), 16);
        assert!(words(&["", "a", "ab", "--", "a.b"]).iter().eq(["a.b"]));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        /// Whatever is typed: it is read once, and it is judged.
        #[test]
        fn any_text_is_read_and_verdict(text in "\\PC{0,80}|[a@4e3(0-9/. ]{0,80}|.{0,80}", about in proptest::collection::vec(".{0,20}", 0..4)) {
            if let Ok(password) = Password::parse(&text) {
                prop_assert_eq!(&Password::parse(&password.0).unwrap(), &password);
                let _ = judge(&password, &about.iter().map(String::as_str).collect::<Vec<_>>());
            }
        }
    }
}
