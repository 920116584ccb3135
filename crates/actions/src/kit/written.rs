//! Words that people write to the staff, and the staff writes: reports, answers, and the reasons beside the audit log.

use std::ops::RangeInclusive;

use tengen_audit::Aside;
use tengen_entropy::{self as entropy, NoEntropy};

/// The words without blanks around them, if they have so many characters and none but new lines that can't be printed.
pub fn fitting(words: &str, length: RangeInclusive<usize>) -> Option<&str> {
    let words = words.trim();
    let is_text = |letter: char| letter == '\n' || !letter.is_control();
    (length.contains(&words.chars().count()) && words.chars().all(is_text)).then_some(words)
}

/// The words as they lie beside an entry of the log; nothing, if there are none.
pub fn aside(words: &str) -> Result<Option<Aside>, NoEntropy> {
    if words.is_empty() {
        return Ok(None);
    }
    Ok(Some(Aside { salt: entropy::token()?, reason: words.to_owned() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_as_long_as_they_may_be_and_can_be_read() {
        assert_eq!(fitting("  two\nlines ", 1..=9), Some("two\nlines"));
        assert_eq!(fitting("", 0..=9), Some(""));
        for words in ["", "  ", "ten letters", "a\0b", "a\tb", "\u{7}"] {
            assert_eq!(fitting(words, 1..=9), None, "{words:?}");
        }
    }
}
