//! Texts from outside that can be kept.

/// The number of lines that a text may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lines {
    /// One.
    One,
    /// Any number; tabs may be there, too.
    Many,
}

/// Whether a text has at most so many characters, and none that no database keeps and no page shows.
///
/// ```
/// use tengen_protocol::{Lines, is_text};
///
/// assert!(is_text("two\nlines", 9, Lines::Many));
/// assert!(!is_text("two\nlines", 9, Lines::One));
/// assert!(!is_text("two\nlines", 8, Lines::Many));
/// ```
pub fn is_text(text: &str, longest: usize, lines: Lines) -> bool {
    let may_stand = |letter: char| match letter {
        '\n' | '\t' => lines == Lines::Many,
        letter => !letter.is_control(),
    };
    text.chars().nth(longest).is_none() && text.chars().all(may_stand)
}
