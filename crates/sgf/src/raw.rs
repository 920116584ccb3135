//! Values for writing.

use std::error::Error;
use std::fmt;

use crate::escape;

/// A value as it will stand between brackets. No text in it can close the brackets, however the value is made.
///
/// ```
/// use tengen_sgf::Raw;
///
/// assert_eq!(Raw::text("a]b\\c").as_str(), "a\\]b\\\\c");
/// assert_eq!(Raw::composed("Tengen", "0.1:2").as_str(), "Tengen:0.1\\:2");
/// assert!(Raw::verbatim("a]").is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raw(String);

impl Raw {
    /// Text of any number of lines.
    pub fn text(text: &str) -> Raw {
        Raw(escape::escaped(text, false))
    }

    /// Text on one line, such as a name: control characters, line breaks among them, become spaces.
    pub fn simple_text(text: &str) -> Raw {
        Raw(escape::escaped(&escape::on_one_line(text), false))
    }

    /// Two pieces of simple text with a colon between them.
    pub fn composed(first: &str, second: &str) -> Raw {
        let [first, second] = [first, second].map(|text| escape::escaped(&escape::on_one_line(text), true));
        Raw(format!("{first}:{second}"))
    }

    /// Text that is escaped already, or needs no escaping.
    pub fn verbatim(text: impl Into<String>) -> Result<Raw, RawError> {
        let text = text.into();
        if escape::is_raw(&text) { Ok(Raw(text)) } else { Err(RawError) }
    }

    /// The value as it will be written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A text that would end its value early or swallow the bracket after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RawError;

impl fmt::Display for RawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not between brackets: it has a \"]\" or ends with a \"\\\" that is not escaped")
    }
}

impl Error for RawError {}
