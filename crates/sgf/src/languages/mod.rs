//! Languages with an alphabet: the letters of each beyond ASCII, and parts of the words of the game, of titles and of names. They tell
//! apart encodings of one byte a character, in which any bytes are a text. No list needs to be complete.

mod central;
mod cyrillic;
mod greek;
mod language;
mod thai;
mod turkish;
mod western;

use encoding_rs::{
    Encoding, ISO_8859_2, ISO_8859_7, KOI8_U, WINDOWS_874, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252,
    WINDOWS_1253, WINDOWS_1254,
};

pub(crate) use language::Language;

/// The encodings of all languages, in the order in which ties are decided.
const ENCODINGS: [&Encoding; 9] = [
    WINDOWS_1252,
    WINDOWS_1250,
    WINDOWS_1251,
    KOI8_U,
    WINDOWS_1254,
    ISO_8859_2,
    WINDOWS_1253,
    ISO_8859_7,
    WINDOWS_874,
];

/// The encodings in which texts of these languages are looked for.
pub(crate) fn encodings() -> impl Iterator<Item = &'static Encoding> {
    ENCODINGS.into_iter()
}

/// The languages whose texts an encoding is used for.
pub(crate) fn languages_of(encoding: &'static Encoding) -> impl Iterator<Item = &'static Language> {
    LANGUAGES.iter().filter(move |language| language.encodings.contains(&encoding))
}

/// All of them.
pub(crate) const LANGUAGES: &[Language] = &[
    western::GERMAN,
    western::FRENCH,
    western::SPANISH,
    western::PORTUGUESE,
    western::ITALIAN,
    western::NORDIC,
    central::CZECH_AND_SLOVAK,
    central::HUNGARIAN,
    central::POLISH,
    central::ROMANIAN,
    central::SOUTH_SLAVIC,
    turkish::TURKISH,
    cyrillic::RUSSIAN_BULGARIAN_AND_UKRAINIAN,
    greek::GREEK,
    thai::THAI,
];

#[cfg(test)]
mod tests {
    use encoding_rs::KOI8_R;

    use super::*;

    #[test]
    fn parts_are_of_the_letters_of_their_language() {
        for language in LANGUAGES {
            for part in language.parts {
                assert!(!part.is_ascii() && part.to_lowercase() == **part, "{part}");
                assert!(
                    part.chars().all(|letter| letter.is_ascii() || language.letters.contains(letter)),
                    "{part}"
                );
            }
            for encoding in language.encodings {
                // Some letters are in one of the encodings alone, but the language can be written in each.
                let known = language.letters.chars().filter(|letter| !encoding.encode(&letter.to_string()).2);
                assert!(2 * known.count() >= language.letters.chars().count(), "{}", encoding.name());
                assert!(encodings().any(|one| one == *encoding) || *encoding == KOI8_R);
            }
        }
    }
}
