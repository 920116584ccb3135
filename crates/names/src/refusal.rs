//! Names that nobody may have.

use unicode_normalization::UnicodeNormalization;
use unicode_security::mixed_script::AugmentedScriptSet;

use super::piled::{has_piles, is_wide};
use super::reserved::is_reserved;

/// Why a name may not be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// Nothing of it can be read: it has no letter and no digit.
    Blank,
    /// It has characters that show as nothing, or turn the direction of the text around them.
    Invisible,
    /// It has letters of scripts that nobody writes together, which pass for others. Latin letters may stand
    /// beside Chinese, Japanese and Korean ones, as in those languages.
    Mixed,
    /// A letter has more marks than are written in any language, or a mark stands on none.
    Marks,
    /// It is much wider than it is long, by signs that stand for whole words.
    Wide,
    /// It is a word for those who run the server, or the name of its computers.
    Reserved,
}

impl Refusal {
    /// The word for it in answers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blank => "blank",
            Self::Invisible => "invisible",
            Self::Mixed => "mixed",
            Self::Marks => "marks",
            Self::Wide => "wide",
            Self::Reserved => "reserved",
        }
    }
}

/// Why a name may not be, if it may not. Its length is not looked at.
pub fn refuse(name: &str) -> Option<Refusal> {
    // Before its letters are judged: of a guest's name only this counts.
    if is_reserved(name) {
        return Some(Refusal::Reserved);
    }
    if name.chars().any(is_invisible) {
        return Some(Refusal::Invisible);
    }
    if !name.chars().any(char::is_alphanumeric) {
        return Some(Refusal::Blank);
    }
    if has_piles(name) {
        return Some(Refusal::Marks);
    }
    if is_wide(name) {
        return Some(Refusal::Wide);
    }
    // Last: a guest may have such a name, if nothing else is against it.
    is_mixed(name).then_some(Refusal::Mixed)
}

/// Whether a character shows as nothing, or as a blank of another kind than the usual ones, or turns the
/// direction of the text. The wide blank stands in Japanese names, and a selector of variants behind signs.
fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || (letter.is_whitespace() && !matches!(letter, ' ' | '\u{3000}'))
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
            | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether the name has letters of scripts that do not go together.
fn is_mixed(name: &str) -> bool {
    let name: String = name.nfkc().collect();
    if !AugmentedScriptSet::for_str(&name).is_empty() {
        return false;
    }
    let latin = |letter: &char| {
        AugmentedScriptSet::for_char(*letter).base.contains_script(unicode_script::Script::Latin)
    };
    let rest: String = name.chars().filter(|letter| !latin(letter)).collect();
    let set = AugmentedScriptSet::for_str(&rest);
    !(set.hanb || set.jpan || set.kore)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_of_people_may_be() {
        for name in [
            "Ann",
            "李昌镐",
            "吴清源 9段",
            "Honinbo 秀哉",
            "ひかるの碁",
            "イ・チャンホ",
            "이창호 Lee",
            "Ольга",
            "Γιώργος",
            "O'Neill-Smith",
            "Jürgen_7",
            "محمد",
            "ก้อง",
            "🙂 Ann",
            "ㄅㄆㄇ 李",
            "Å",
            "山田\u{3000}太郎",
            "\u{2764}\u{fe0f} Ann",
        ] {
            assert_eq!(refuse(name), None, "{name}");
        }
    }

    #[test]
    fn each_refusal_has_its_reason() {
        for (name, reason) in [
            ("", Refusal::Blank),
            ("   ", Refusal::Blank),
            ("---", Refusal::Blank),
            ("A\u{200b}nn", Refusal::Invisible),
            ("\u{202e}nnA", Refusal::Invisible),
            ("Ann\u{3164}", Refusal::Invisible),
            ("A\u{a0}nn", Refusal::Invisible),
            ("p\u{430}ypal", Refusal::Mixed),
            ("\u{391}nn", Refusal::Mixed),
            ("Ольga 李", Refusal::Mixed),
            ("ひ이", Refusal::Mixed),
            ("admin", Refusal::Reserved),
            ("ＡＤＭＩＮ", Refusal::Reserved),
            ("C\u{43e}mputer 3", Refusal::Reserved),
            ("Computer\u{a0}3", Refusal::Reserved),
            ("Compu\u{200b}ter 3", Refusal::Reserved),
            ("Computer 3", Refusal::Reserved),
            ("コンピューター 2", Refusal::Reserved),
        ] {
            assert_eq!(refuse(name), Some(reason), "{name}");
        }
    }

    proptest! {
        /// Anything around a word of the server: nobody has it.
        #[test]
        fn a_reserved_word_is_refused_with_anything_around_it(
            before in "[ _.(【「0-9-]{0,4}", after in "[ _.)】」0-9\u{3000}-]{0,4}", capital in any::<bool>(),
        ) {
            let word = if capital { "ADMIN" } else { "admin" };
            prop_assert_eq!(refuse(&format!("{before}{word}{after}")), Some(Refusal::Reserved));
        }
    }
}
