//! The pieces of which a text is put together.

use crate::blank::blank_length;
use crate::tables::{NodeId, Span};
use crate::{Name, Raw};

/// A piece of the text that was read, or one of our own.
#[derive(Debug, Clone)]
pub(super) enum Piece {
    Read(Span),
    Own(String),
}

impl Default for Piece {
    fn default() -> Self {
        Self::Own(String::new())
    }
}

impl Piece {
    /// The piece, in the text that was read.
    pub(super) fn of<'a>(&'a self, text: &'a str) -> &'a str {
        match self {
            Piece::Read(span) => text.get(span.start as usize..span.end as usize).unwrap_or(""),
            Piece::Own(text) => text,
        }
    }

    /// Whether it is white space alone.
    pub(super) fn is_blank(&self, text: &str) -> bool {
        let piece = self.of(text).as_bytes();
        blank_length(piece) == piece.len()
    }
}

/// The brackets around a node and all behind it.
#[derive(Debug, Clone, Default)]
pub(super) struct Brackets {
    /// The text before `(`.
    pub(super) open: Piece,
    /// The text before `)`.
    pub(super) close: Piece,
}

/// A node as it is written.
#[derive(Debug, Clone, Default)]
pub(super) struct WrittenNode {
    pub(super) parent: Option<NodeId>,
    pub(super) children: Vec<NodeId>,
    pub(super) brackets: Option<Box<Brackets>>,
    /// The text before `;`.
    pub(super) before: Piece,
    /// Where its first property was read, if no `;` stands before it.
    pub(super) unmarked: Option<u32>,
    pub(super) properties: Vec<PropertyText>,
}

/// A property with what stands before it.
#[derive(Debug, Clone)]
pub(super) struct PropertyText {
    /// White space and what was forgiven.
    pub(super) gap: Piece,
    /// The child behind which it stands, if it does not stand before all of them.
    pub(super) behind: Option<NodeId>,
    pub(super) written: Written,
}

/// A property. A great record has many of them, few of which are changed at a time.
#[derive(Debug, Clone)]
pub(super) enum Written {
    /// As it was read. The end of the text may stand in for its last bracket.
    Read { name: Span, text: Span, first_value: u32, value_count: u32, is_closed: bool },
    /// As it was written since.
    Own(Box<OwnText>),
    /// It is gone, and what stood before it is not.
    Gone,
}

/// A property of our own.
#[derive(Debug, Clone)]
pub(super) struct OwnText {
    pub(super) name: String,
    pub(super) text: String,
    pub(super) values: Vec<String>,
}

impl Written {
    /// A property of our own, the name in the words of the record.
    pub(super) fn own(words: &str, name: Name<'_>, values: &[Raw]) -> Self {
        let mut text = words.to_owned();
        for value in values {
            text.push('[');
            text.push_str(value.as_str());
            text.push(']');
        }
        let values = values.iter().map(|value| value.as_str().to_owned()).collect();
        Self::Own(Box::new(OwnText { name: name.as_str().to_owned(), text, values }))
    }
}

impl PropertyText {
    /// A property of our own behind all others.
    pub(super) fn own(name: Name<'_>, values: &[Raw]) -> Self {
        Self { gap: Piece::default(), behind: None, written: Written::own(name.as_str(), name, values) }
    }
}
