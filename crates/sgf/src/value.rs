//! Values as they were read.

use crate::escape;

/// A value of a property: the text between `[` and `]`, and its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value<'a> {
    raw: &'a str,
    /// Where it begins in the text of its collection.
    offset: usize,
}

impl<'a> Value<'a> {
    pub(crate) const fn new(raw: &'a str, offset: usize) -> Value<'a> {
        Value { raw, offset }
    }

    /// The byte of the text that was read at which it begins; one beyond that text of a value that was added later.
    pub const fn offset(self) -> usize {
        self.offset
    }

    /// The value verbatim, with its escapes.
    pub const fn raw(self) -> &'a str {
        self.raw
    }

    /// The value as text of several lines. Escapes are undone, and escaped line breaks disappear. Other line breaks
    /// become a single `\n`, and other white space becomes a space.
    pub fn text(self) -> String {
        escape::unescaped(self.raw, '\n')
    }

    /// The value as text on one line: as [`text`](Value::text), with a space for each line break.
    pub fn simple_text(self) -> String {
        escape::unescaped(self.raw, ' ')
    }

    /// The two halves of a composed value, cut at the first colon that is not escaped.
    pub fn composed(self) -> Option<(Value<'a>, Value<'a>)> {
        let colon = escape::colon(self.raw)?;
        let (first, second) = (self.raw.get(..colon)?, self.raw.get(colon + 1..)?);
        Some((Value::new(first, self.offset), Value::new(second, self.offset + colon + 1)))
    }
}
