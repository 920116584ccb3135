//! The pieces of which a text is put together.

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
}

/// The brackets around a node and all behind it.
#[derive(Debug, Clone)]
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
    pub(super) brackets: Option<Brackets>,
    /// The text before `;`.
    pub(super) before: Piece,
    pub(super) properties: Vec<PropertyText>,
}

/// A property with the white space before it.
#[derive(Debug, Clone)]
pub(super) enum PropertyText {
    /// As it was read.
    Read { name: Span, text: Piece, first_value: u32, value_count: u32 },
    /// As it was written since.
    Own { name: String, text: Piece, values: Vec<String> },
}

impl PropertyText {
    /// A property of our own.
    pub(super) fn written(gap: &str, name: Name<'_>, values: &[Raw]) -> Self {
        let mut text = format!("{gap}{name}");
        for value in values {
            text.push('[');
            text.push_str(value.as_str());
            text.push(']');
        }
        let values = values.iter().map(|value| value.as_str().to_owned()).collect();
        Self::Own { name: name.as_str().to_owned(), text: Piece::Own(text), values }
    }

    pub(super) fn text(&self) -> &Piece {
        match self {
            Self::Read { text, .. } | Self::Own { text, .. } => text,
        }
    }
}
