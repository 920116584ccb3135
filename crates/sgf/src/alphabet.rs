//! Encodings of one byte a character: whether the letters that bytes are in one of them make words of a language.

use encoding_rs::Encoding;

use crate::languages::{LANGUAGES, Language, languages_of};

/// How many characters beyond ASCII are looked at: enough for any text, and bounded.
const LOOKED_AT: usize = 1 << 11;

/// The length in bytes at which a word ends in any case. None is as long, and parts of it are searched for.
const LONGEST_WORD: usize = 256;

/// The most letters beyond ASCII that follow each other in a word with Latin letters.
const IN_A_ROW: usize = 3;

/// The length of a part from which on it tells as much as any. A shorter one tells less.
const LONG: usize = 4;

/// How usual the words of a text are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Usual {
    /// How many of the characters beyond ASCII stand in words that may be words of a language, or are signs where signs stand, in
    /// thousandths.
    pub(crate) good: usize,
    /// How many stand in words with a usual part, in thousandths, by the length of that part.
    pub(crate) known: usize,
}

/// How usual the words of a text are that is read in an encoding; `None` if it is plain ASCII. In an encoding of languages that are not
/// listed any letters are good ones.
pub(crate) fn usual_in(encoding: &'static Encoding, text: &str) -> Option<Usual> {
    let languages: Vec<&Language> = languages_of(encoding).collect();
    usual(text, &languages)
}

/// Whether most of a text may be words of some language that is listed.
pub(crate) fn is_of_a_language(text: &str) -> bool {
    let languages: Vec<&Language> = LANGUAGES.iter().collect();
    usual(text, &languages).is_none_or(|usual| usual.good >= 500)
}

fn usual(text: &str, languages: &[&Language]) -> Option<Usual> {
    let (mut all, mut good, mut known) = (0, 0, 0);
    let mut before = ' ';
    let mut word = String::new();
    for character in text.chars().chain([' ']) {
        let is_letter = belongs_to_word(character);
        if is_letter && word.len() < LONGEST_WORD {
            word.push(character);
            continue;
        }
        if let Some(last) = word.chars().next_back() {
            if !word.is_ascii() {
                let letters = word.chars().filter(|character| !character.is_ascii()).count();
                let (is_good, length) = judge(&word, languages);
                all += letters;
                good += if is_good { letters } else { 0 };
                known += letters * length;
            }
            before = last;
            word.clear();
        }
        if is_letter {
            word.push(character);
        } else if !character.is_ascii() {
            all += 1;
            good += usize::from(is_sign(character, before));
        }
        before = character;
        if all >= LOOKED_AT {
            break;
        }
    }
    let per_mille = |count: usize| (1000 * count).checked_div(all);
    Some(Usual { good: per_mille(good)?, known: per_mille(known)? / LONG })
}

/// Letters, the marks of Thai above and below them, and the apostrophe.
fn belongs_to_word(character: char) -> bool {
    character.is_alphabetic() || is_mark_of_thai(character) || character == '\''
}

/// Whether a word may be one of these languages, and the length of its longest part that is usual there, up to [`LONG`].
fn judge(word: &str, languages: &[&Language]) -> (bool, usize) {
    let small = word.to_lowercase();
    if !has_usual_case(word) || !has_usual_letters(&small) {
        return (false, 0);
    }
    let has_letters = |language: &&&Language| {
        small.chars().all(|character| character.is_ascii() || language.letters.contains(character))
    };
    let fitting: Vec<_> = languages.iter().filter(has_letters).collect();
    let parts = fitting.iter().flat_map(|language| language.parts);
    let lengths = parts.filter(|part| small.contains(**part)).map(|part| part.chars().count().min(LONG));
    (languages.is_empty() || !fitting.is_empty(), lengths.max().unwrap_or(0))
}

/// Whether the capital letters of a word are its first one, or all.
fn has_usual_case(word: &str) -> bool {
    let rest = word.chars().skip(1).filter(|character| character.is_alphabetic() && *character != 'ß');
    let (mut all, mut capital) = (0, 0);
    for character in rest {
        all += 1;
        capital += usize::from(character.is_uppercase());
    }
    capital == 0 || (capital == all && !word.starts_with(char::is_lowercase))
}

/// Whether the letters of a word follow each other as in Latin, where few beyond ASCII do so, or are of one other script.
fn has_usual_letters(word: &str) -> bool {
    let is_latin = |character: char| character < '\u{370}';
    if !word.chars().all(is_latin) {
        return !word.contains(|character: char| character.is_ascii_alphabetic()) && has_usual_order(word);
    }
    let (mut row, mut longest, mut letters) = (0, 0, 0);
    for character in word.chars() {
        row = if character.is_ascii() { 0 } else { row + 1 };
        longest = longest.max(row);
        letters += 1;
    }
    longest <= IN_A_ROW && (longest < letters || letters == 1)
}

/// Whether a character is a mark of Thai that stands behind, above or below a letter.
fn is_mark_of_thai(character: char) -> bool {
    matches!(character, '\u{e30}'..='\u{e3a}' | '\u{e45}' | '\u{e47}'..='\u{e4e}')
}

/// Whether the marks of Thai have a letter before them, and the vowels that are written before their letter one behind them.
fn has_usual_order(word: &str) -> bool {
    let is_first_vowel = |character: char| matches!(character, '\u{e40}'..='\u{e44}');
    let mut before = None;
    for character in word.chars() {
        let behind_vowel = before.is_some_and(is_first_vowel);
        let is_mark = is_mark_of_thai(character);
        if (is_mark && (behind_vowel || before.is_none())) || (behind_vowel && is_first_vowel(character)) {
            return false;
        }
        before = Some(character);
    }
    !before.is_some_and(is_first_vowel)
}

/// Whether a character is a sign that texts have, and stands where it does.
fn is_sign(character: char, before: char) -> bool {
    let behind_word = before.is_alphanumeric();
    match character {
        '“' | '„' | '«' | '‘' | '‚' | '¿' | '¡' | '‹' => !behind_word,
        '”' | '»' | '’' | '…' | '›' | '°' | 'º' | 'ª' => {
            behind_word || before.is_ascii_punctuation()
        }
        '½' | '¼' | '¾' => before.is_ascii_digit(),
        '–' | '—' | '\u{a0}' | '№' => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use encoding_rs::{KOI8_R, WINDOWS_874, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252};

    use super::*;

    #[test]
    fn words_of_a_language_are_good_and_others_are_not() {
        for (encoding, good, bad) in [
            (WINDOWS_1252, "Jörg Müller; «à Paris» 6½", "Müüüü Èâàíîâ ¤½ ¦"),
            (WINDOWS_1250, "Ondřej Šilt, ŁÓDŹ", "øŘ ŘřůČa"),
            (WINDOWS_1251, "Иванов ПЁТР № 3", "иВАНОВ Иванoв ЁжИк"),
            (KOI8_R, "Дмитро Жураківський", "дМ"),
            (WINDOWS_874, "สมชาย เตียวัฒน์", "ะก เ กเ"),
        ] {
            let all = usual_in(encoding, good);
            assert_eq!(all.map(|usual| usual.good), Some(1000), "{good}");
            assert!(all.is_some_and(|usual| usual.known > 0), "{good}");
            assert_eq!(usual_in(encoding, bad).map(|usual| usual.good), Some(0), "{bad}");
        }
        assert_eq!(usual_in(WINDOWS_1252, "plain"), None);
    }

    #[test]
    fn a_text_by_chance_is_of_no_language() {
        assert!(is_of_a_language("Müller, Пётр, Ν\u{3af}κος"));
        // 时越 in GBK.
        assert!(!is_of_a_language("ʱԽ"));
    }
}
