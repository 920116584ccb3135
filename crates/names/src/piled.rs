//! Marks that pile up on a letter, and signs that are as wide as a sentence: a name of 32 of them covers what
//! stands beside it.

use std::ops::RangeInclusive;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, UnicodeScript};

/// The most accents on one letter, besides those that it has by itself: what Vietnamese writes is one
/// character each.
const ACCENTS: usize = 2;
/// The most marks of any kind: a Hebrew letter may have a dot for its sound, one inside and a vowel, and one
/// of Devanagari a dot, a vowel and a nasal.
const MARKS: usize = 3;
/// The most marks where consonants and vowels are written as marks of the first consonant.
const MARKS_OF_STACKS: usize = 5;
/// The accents of all scripts.
const COMMON: [RangeInclusive<char>; 5] = [
    '\u{300}'..='\u{36f}',
    '\u{1ab0}'..='\u{1aff}',
    '\u{1dc0}'..='\u{1dff}',
    '\u{20d0}'..='\u{20ff}',
    '\u{fe20}'..='\u{fe2f}',
];
/// The most letters for which one sign may stand. Japanese squares have six, and whole phrases of Arabic
/// eighteen.
const LETTERS_OF_SIGN: usize = 6;
/// The most letters of a name beyond its characters.
const MORE_LETTERS: usize = 8;

/// Whether a letter has more marks than are written in any language, or a mark has no letter.
pub(super) fn has_piles(name: &str) -> bool {
    let mut pile: Option<Pile> = None;
    for letter in name.nfc() {
        if !is_combining_mark(letter) {
            pile = (!letter.is_whitespace()).then(|| Pile::on(letter));
        } else if !pile.as_mut().is_some_and(|pile| pile.holds(letter)) {
            return true;
        }
    }
    false
}

/// The marks on one letter.
struct Pile {
    accents: usize,
    marks: usize,
    most: usize,
}

impl Pile {
    fn on(letter: char) -> Self {
        let stacks = matches!(letter.script(), Script::Myanmar | Script::Tibetan | Script::Tai_Tham);
        Self { accents: 0, marks: 0, most: if stacks { MARKS_OF_STACKS } else { MARKS } }
    }

    /// Puts a mark onto the others, if there may be so many.
    fn holds(&mut self, mark: char) -> bool {
        self.accents += usize::from(COMMON.iter().any(|accents| accents.contains(&mark)));
        self.marks += 1;
        self.accents <= ACCENTS && self.marks <= self.most
    }
}

/// Whether a name is much wider than it is long.
pub(super) fn is_wide(name: &str) -> bool {
    let widths = name.chars().map(letters_of);
    let (mut sum, mut count) = (0, 0);
    for width in widths {
        if width > LETTERS_OF_SIGN {
            return true;
        }
        sum += width;
        count += 1;
    }
    sum > count + MORE_LETTERS
}

/// For how many letters a sign stands, about, where it is drawn as all of them.
fn letters_of(sign: char) -> usize {
    match sign {
        // It is drawn as a whole sentence, and Unicode has no other form of it.
        '\u{fdfd}' => LETTERS_OF_SIGN + 1,
        // Long dashes, and the signs of cuneiform.
        '\u{2e3a}' | '\u{2e3b}' | '\u{12000}'..='\u{1254f}' => 3,
        _ => std::iter::once(sign).nfkc().filter(|letter| !is_combining_mark(*letter)).count().max(1),
    }
}

#[cfg(test)]
mod tests {
    use unicode_normalization::UnicodeNormalization;

    use crate::{Refusal, refuse};

    #[test]
    fn names_of_many_languages_may_be() {
        for name in [
            "Nguyễn Thị Hồng Ngự",
            "Đặng Đình Vượng",
            "ภู่กลิ่น ที่รักษ์",
            "น้ำผึ้ง สิทธิ์",
            "ພູມີ ຄຳຫຼ້າ",
            "שָׁלוֹם שַׂרָּה",
            "מֹשֶׁה",
            "मैं ज़ूँ ड़ीं",
            "श्रीकृष्ण त्र्यंबक",
            "লক্ষ্মী ড়োঁ",
            "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ",
            "கௌரி ஶ்ரீ",
            "లక్ష్మీ",
            "ಸೌಂದರ್ಯ",
            "ശ്രീജിത്ത്",
            "චමින්ද කෝදො",
            "اللَّٰه",
            "مُحَمَّدٌ",
            "လျှို့ဝှက်",
            "မြင့်ကျော်",
            "བསྒྲུབས་རྒྱུད",
            "ཧཱུྃ",
            "ស្ត្រីញ៉ាំ",
            "Adébáyọ̀ Ọláolúwa",
            "Ėglė̃ Jū́ratė",
            "ᾯδή",
            "Ελένη Ἰωάννης",
            "Й Ё Ї ў",
            "Владимѝр",
            "ኃይለ ሥላሴ",
            "Հայկ",
            "ქეთევანი",
            "이창호",
            "パブロ",
            "ﾊﾟﾌﾞﾛ",
            "ガギグゲゴ",
            "㈱山田",
            "Henry Ⅷ",
            "ﬃ",
            "﷼ 5",
            "🙂 \u{2764}\u{fe0f} Ann",
            "1\u{fe0f}\u{20e3} Ann",
            "Å",
        ] {
            for name in [name.to_owned(), name.nfc().collect(), name.nfd().collect()] {
                assert_eq!(refuse(&name), None, "{name}");
            }
        }
        let long = "漢".repeat(60);
        assert_eq!(refuse(&long), None);
    }

    #[test]
    fn piles_of_marks_may_not_be() {
        for name in [
            format!("a{}", "\u{301}".repeat(31)),
            format!("Ann{}", "\u{20dd}".repeat(3)),
            format!("ก{}", "\u{e47}".repeat(4)),
            format!("a{}", "\u{e47}".repeat(4)),
            format!("တ{}", "\u{103d}".repeat(6)),
            "e\u{302}\u{301}\u{30b}\u{30b}\u{30b}".to_owned(),
            "\u{301}Ann".to_owned(),
            "Ann \u{489}".to_owned(),
        ] {
            assert_eq!(refuse(&name), Some(Refusal::Marks), "{name:?}");
        }
    }

    #[test]
    fn signs_that_are_as_wide_as_many_letters_may_not_be() {
        for name in [
            "\u{fdfa}".repeat(32),
            "محمد \u{fdfa}".to_owned(),
            "\u{fdfb}".to_owned(),
            "بسم \u{fdfd}".to_owned(),
            format!("山田{}", "㍿".repeat(4)),
            "山㌖㌖".to_owned(),
            format!("Ann{}", "\u{2e3b}".repeat(5)),
            "\u{12031}".repeat(5),
        ] {
            assert_eq!(refuse(&name), Some(Refusal::Wide), "{name:?}");
        }
        assert_eq!(refuse("㍿山田"), None);
    }
}
