//! Taking a text apart, so that the pieces put together are the text again.

use super::pieces::{Brackets, Piece, PropertyText, Written, WrittenNode};
use super::{Manuscript, Strays};
use crate::blank::end_of_value;
use crate::tables::{NONE, NodeId, PropertyData, Span, Tables, number};
use crate::{Collection, Limits, ParseError};

impl Manuscript {
    /// Takes the first game of a text apart. Whatever is before it and behind it stays there, and so does what was forgiven in it. Brackets
    /// that are missing at its beginning or its end are added.
    pub fn read(text: impl Into<String>, limits: &Limits) -> Result<Manuscript, ParseError> {
        let mut collection = Collection::parse_within(text, limits)?;
        if let Some(text) = collection.tables.with_first_bracket() {
            collection = Collection::parse_within(text, limits)?;
        }
        let tables = &collection.tables;
        let root = tables.games.first().copied().unwrap_or(NodeId(0));
        let (start, end) = tables.span_of_game(root);
        let nodes = Vec::with_capacity(tables.end_of_game(root));
        let mut reader = Reader { tables, at: start, nodes, open: Vec::new(), strays: Strays::default() };
        // Nodes and properties, each in the order of the text.
        let mut properties = owners(tables, root).into_iter().zip(&tables.properties).peekable();
        for id in root.index()..tables.end_of_game(root) {
            let at = tables.nodes[id].at;
            while let Some((owner, property)) = properties.next_if(|(_, property)| property.at < at) {
                reader.property(owner, property);
            }
            reader.node(id);
        }
        for (owner, property) in properties {
            reader.property(owner, property);
        }
        reader.finish(end);
        let Reader { nodes, strays, .. } = reader;
        let around = [piece(0, start), piece(end, tables.read)];
        let line_break = if tables.text[..tables.read].contains("\r\n") { "\r\n" } else { "\n" };
        Ok(Manuscript { collection, nodes, root, around, line_break, strays })
    }
}

/// The nodes of the properties of a game, which is the first one.
fn owners(tables: &Tables, root: NodeId) -> Vec<NodeId> {
    let mut owners = Vec::new();
    for id in root.index()..tables.end_of_game(root) {
        let mut next = tables.nodes[id].first_property as usize;
        while let Some(property) = tables.properties.get(next) {
            if owners.len() <= next {
                owners.resize(next + 1, root);
            }
            owners[next] = NodeId(number(id));
            next = property.next as usize;
        }
    }
    owners
}

/// An open `(`.
enum Open {
    /// That of a node.
    Node(usize),
    /// One without a node behind it, and whether one came after others in brackets of their own.
    Stray { begun: bool },
}

struct Reader<'a> {
    tables: &'a Tables,
    /// Up to where the text was taken apart.
    at: usize,
    nodes: Vec<WrittenNode>,
    open: Vec<Open>,
    strays: Strays,
}

impl Reader<'_> {
    fn node(&mut self, id: usize) {
        let data = self.tables.nodes[id];
        let at = data.at as usize;
        let mut opened = self.gap(at, false);
        let own = opened.pop();
        for open in opened {
            self.strays.brackets.push(open);
            self.open.push(Open::Stray { begun: false });
        }
        let brackets = own.map(|open| {
            let brackets = Brackets { open: piece(self.at, open), close: Piece::default() };
            self.at = open + 1;
            Box::new(brackets)
        });
        match (&brackets, self.open.last_mut()) {
            (Some(_), _) => self.open.push(Open::Node(id)),
            (None, Some(Open::Stray { begun: begun @ false })) => {
                *begun = true;
                self.strays.loose.push(NodeId(number(id)));
            }
            _ => {}
        }
        let parent = (data.parent != NONE).then_some(NodeId(data.parent));
        if let Some(parent) = parent {
            self.nodes[parent.index()].children.push(NodeId(number(id)));
        }
        let before = piece(self.at, at);
        self.at = self.tables.behind_mark(&data);
        let unmarked = (self.at == at).then_some(data.at);
        let (children, properties) = (Vec::new(), Vec::new());
        self.nodes.push(WrittenNode { parent, children, brackets, before, unmarked, properties });
    }

    /// A property, which may stand behind children of its node.
    fn property(&mut self, owner: NodeId, data: &PropertyData) {
        let at = data.at as usize;
        self.gap(at, false);
        let (end, is_closed) = self.tables.end_of_property(data);
        let node = &mut self.nodes[owner.index()];
        let (first_value, value_count) = (data.first_value, data.value_count);
        let text = Span { start: data.at, end: number(end) };
        node.properties.push(PropertyText {
            gap: piece(self.at, at),
            behind: node.children.last().copied(),
            written: Written::Read { name: data.name, text, first_value, value_count, is_closed },
        });
        self.at = end;
    }

    /// Goes on up to a place between nodes and properties, where there are brackets, white space, and what was forgiven. Answers the
    /// brackets that open before it and don't close.
    fn gap(&mut self, end: usize, is_last: bool) -> Vec<usize> {
        let text = self.tables.text.as_bytes().get(..end).unwrap_or_default();
        let (mut opened, mut at) = (Vec::new(), self.at);
        while let Some(byte) = text.get(at) {
            match byte {
                b'[' => at = end_of_value(text, at).unwrap_or(end),
                b'(' => opened.push(at),
                b')' if opened.pop().is_none() => self.close(at, is_last),
                _ => {}
            }
            at += 1;
        }
        opened
    }

    /// A `)` for which no `(` stands in its gap. That of the game is the last one: others are too many.
    fn close(&mut self, at: usize, is_last: bool) {
        match self.open.last() {
            Some(Open::Node(node)) if is_last || self.open.len() > 1 => {
                if let Some(brackets) = self.nodes[*node].brackets.as_mut() {
                    brackets.close = piece(self.at, at);
                }
                self.at = at + 1;
                self.open.pop();
            }
            Some(Open::Stray { .. }) => {
                self.strays.brackets.push(at);
                self.open.pop();
            }
            _ => self.strays.brackets.push(at),
        }
    }

    /// Goes on up to the end of the game, and closes what is open there.
    fn finish(&mut self, end: usize) {
        let opened = self.gap(end, true);
        let rest = self.tables.text.get(self.at..end).unwrap_or("");
        let bare = self.strays.taken_from(rest, self.at);
        let [mut close, mut without_strays] =
            [rest, &bare].map(|text| closed(text) + &")".repeat(opened.len()));
        while let Some(open) = self.open.pop() {
            let Open::Node(id) = open else {
                close.push(')');
                continue;
            };
            let (own, other) = (std::mem::take(&mut close), std::mem::take(&mut without_strays));
            if own != other {
                self.strays.closing.push((NodeId(number(id)), other));
            }
            if let Some(brackets) = self.nodes[id].brackets.as_mut() {
                brackets.close = Piece::Own(own);
            }
        }
    }
}

/// The end of a game's text, which may end inside of a value that was left out. The value gets its bracket, and an empty tree keeps it from
/// being one of a property. A `\` at its end would escape the bracket, and comes behind it.
fn closed(text: &str) -> String {
    let mut at = 0;
    while let Some(open) = text[at..].find('[').map(|open| at + open) {
        let Some(end) = end_of_value(text.as_bytes(), open) else {
            let slashes = text.bytes().rev().take_while(|byte| *byte == b'\\').count();
            let (value, slash) = text[open..].split_at(text.len() - open - slashes % 2);
            return format!("{}(){value}]{slash}", &text[..open]);
        };
        at = end + 1;
    }
    text.to_owned()
}

fn piece(start: usize, end: usize) -> Piece {
    Piece::Read(Span { start: number(start), end: number(end) })
}
