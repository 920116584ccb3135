//! Taking a text apart, so that the pieces put together are the text again.

use super::Manuscript;
use super::pieces::{Brackets, Piece, PropertyText, WrittenNode};
use crate::tables::{NONE, NodeId, Span, Tables, number};
use crate::{Collection, Limits, ParseError};

impl Manuscript {
    /// Takes the first game of a text apart. Whatever is before it and behind it stays there. A text with faults in its form, which
    /// don't fit together anew, is taken apart as [`Collection`] writes it.
    pub fn read(text: impl Into<String>, limits: &Limits) -> Result<Manuscript, ParseError> {
        let mut collection = Collection::parse_within(text, limits)?;
        if !collection.is_well_formed() {
            collection = Collection::parse_within(collection.to_string(), limits)?;
        }
        let tables = &collection.tables;
        let root = tables.games.first().copied().unwrap_or(NodeId(0));
        let (start, end) = tables.span_of_game(root);
        let mut reader = Reader { tables, at: start, nodes: Vec::new(), open: Vec::new() };
        for id in root.index()..tables.end_of_game(root) {
            reader.node(id);
        }
        reader.gap(end);
        let nodes = reader.nodes;
        let around = [piece(0, start), piece(end, tables.read)];
        let line_break = if tables.text[..tables.read].contains("\r\n") { "\r\n" } else { "\n" };
        Ok(Manuscript { collection, nodes, root, around, line_break })
    }
}

struct Reader<'a> {
    tables: &'a Tables,
    /// Up to where the text was taken apart.
    at: usize,
    nodes: Vec<WrittenNode>,
    /// The nodes whose brackets are open.
    open: Vec<usize>,
}

impl Reader<'_> {
    fn node(&mut self, id: usize) {
        let data = self.tables.nodes[id];
        let opened = self.gap(data.at as usize);
        let before = piece(self.at, data.at as usize);
        let brackets = opened.map(|open| Brackets { open, close: Piece::default() });
        if brackets.is_some() {
            self.open.push(id);
        }
        let parent = (data.parent != NONE).then_some(NodeId(data.parent));
        if let Some(parent) = parent {
            self.nodes[parent.index()].children.push(NodeId(number(id)));
        }
        self.at = data.at as usize + 1;
        let properties = self.properties(data.first_property);
        self.nodes.push(WrittenNode { parent, children: Vec::new(), brackets, before, properties });
    }

    /// The properties of a node, one behind the other.
    fn properties(&mut self, first: u32) -> Vec<PropertyText> {
        let mut properties = Vec::new();
        let mut next = first;
        while let Some(data) = self.tables.properties.get(next as usize) {
            let end = self.tables.end_of_property(data);
            properties.push(PropertyText::Read {
                name: data.name,
                text: piece(self.at, end),
                first_value: data.first_value,
                value_count: data.value_count,
            });
            (self.at, next) = (end, data.next);
        }
        properties
    }

    /// Goes on up to a place between nodes, where there are brackets and white space alone. Answers the text before the bracket that opened last.
    fn gap(&mut self, end: usize) -> Option<Piece> {
        let mut opened = None;
        let gap = self.tables.text.as_bytes().get(self.at..end).unwrap_or_default();
        for (at, byte) in (self.at..).zip(gap) {
            match byte {
                b'(' => opened = Some(piece(self.at, at)),
                b')' => {
                    let closed = self.open.pop().and_then(|node| self.nodes[node].brackets.as_mut());
                    if let Some(brackets) = closed {
                        brackets.close = piece(self.at, at);
                    }
                }
                _ => continue,
            }
            self.at = at + 1;
        }
        opened
    }
}

fn piece(start: usize, end: usize) -> Piece {
    Piece::Read(Span { start: number(start), end: number(end) })
}
