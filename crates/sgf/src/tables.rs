//! The tables in which a collection keeps its trees.

use crate::{WarningKind, Warnings};

/// The index of nothing.
pub(crate) const NONE: u32 = u32::MAX;

/// Nodes, properties and values, which refer to each other by number, and the text of them all.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tables {
    /// The text that was read, then the texts that were added.
    pub(crate) text: String,
    /// How much of the text was read.
    pub(crate) read: usize,
    pub(crate) games: Vec<NodeId>,
    /// From where to where each game that was read is in the text, its brackets included.
    pub(crate) spans: Vec<Span>,
    /// What was forgiven, each time with the number of its game.
    pub(crate) forgiven: Vec<(usize, WarningKind, usize)>,
    pub(crate) nodes: Vec<NodeData>,
    pub(crate) properties: Vec<PropertyData>,
    pub(crate) values: Vec<Span>,
}

/// A node of one collection, by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node's place in the tree, and its list of properties.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NodeData {
    /// The byte of its `;` in the text that was read, or of its first property if it has none; [`NONE`] if it was added later.
    pub(crate) at: u32,
    pub(crate) parent: u32,
    pub(crate) first_child: u32,
    pub(crate) last_child: u32,
    pub(crate) next_sibling: u32,
    pub(crate) first_property: u32,
    pub(crate) last_property: u32,
}

/// A property: its name, its values, and the next property of the same node.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PropertyData {
    /// The byte of its name in the text that was read; [`NONE`] if it was added later.
    pub(crate) at: u32,
    pub(crate) name: Span,
    pub(crate) first_value: u32,
    pub(crate) value_count: u32,
    pub(crate) next: u32,
}

/// A piece of the text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// A number of things or bytes as it is kept. The limits of reading are far below its end. In a collection of more than
/// four gigabytes, which only a program can build, values are empty.
pub(crate) fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(NONE)
}

impl Tables {
    /// Adds a game; its root has nothing.
    pub(crate) fn add_game(&mut self) -> NodeId {
        let id = self.push_node(NONE);
        self.games.push(id);
        id
    }

    /// Adds a node after the other children of `parent`, which has to be there.
    pub(crate) fn add_child(&mut self, parent: NodeId) -> NodeId {
        let id = self.push_node(parent.0);
        let elder = self.nodes[parent.index()].last_child;
        match self.nodes.get_mut(elder as usize) {
            Some(elder) => elder.next_sibling = id.0,
            None => self.nodes[parent.index()].first_child = id.0,
        }
        self.nodes[parent.index()].last_child = id.0;
        id
    }

    pub(crate) fn slice(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    pub(crate) fn append(&mut self, text: &str) -> Span {
        let start = number(self.text.len());
        self.text.push_str(text);
        Span { start, end: number(self.text.len()) }
    }

    /// Adds a value with this text.
    pub(crate) fn push_value(&mut self, text: &str) {
        let span = self.append(text);
        self.values.push(span);
    }

    /// Adds a property, which was read at a byte or not, and whose values are all those from `first` on.
    pub(crate) fn push_property(&mut self, node: NodeId, name: Span, at: Option<usize>, first: usize) {
        let index = number(self.properties.len());
        let value_count = number(self.values.len() - first);
        let at = at.map_or(NONE, number);
        self.properties.push(PropertyData { at, name, first_value: number(first), value_count, next: NONE });
        let previous = self.nodes[node.index()].last_property;
        match self.properties.get_mut(previous as usize) {
            Some(previous) => previous.next = index,
            None => self.nodes[node.index()].first_property = index,
        }
        self.nodes[node.index()].last_property = index;
    }

    fn push_node(&mut self, parent: u32) -> NodeId {
        let id = NodeId(number(self.nodes.len()));
        self.nodes.push(NodeData {
            at: NONE,
            parent,
            first_child: NONE,
            last_child: NONE,
            next_sibling: NONE,
            first_property: NONE,
            last_property: NONE,
        });
        id
    }
}

/// Places in the text of games that were read.
impl Tables {
    /// Adds faults that were forgiven before the text was read, each to the game in which it lies, or which it follows.
    pub(crate) fn forgive(&mut self, faults: Vec<(WarningKind, usize)>) {
        for (kind, place) in faults {
            let before = self.spans.partition_point(|span| span.start as usize <= place);
            self.forgiven.push((before.saturating_sub(1), kind, place));
        }
        self.forgiven.sort_by_key(|(game, ..)| *game);
        let (mut last, mut noted) = (None, 0);
        self.forgiven.retain(|(game, ..)| {
            noted = if last == Some(*game) { noted + 1 } else { 1 };
            last = Some(*game);
            noted <= Warnings::MOST
        });
    }

    /// The byte behind a property, and whether its last bracket is there.
    pub(crate) fn end_of_property(&self, property: &PropertyData) -> (usize, bool) {
        let last = (property.first_value + property.value_count).checked_sub(1);
        let last = last.and_then(|last| self.values.get(last as usize));
        let end = last.map_or(0, |value| value.end as usize);
        let is_closed = end < self.read && self.text.as_bytes()[end] == b']';
        (end + usize::from(is_closed), is_closed)
    }

    /// The number behind that of the last node of a game.
    pub(crate) fn end_of_game(&self, root: NodeId) -> usize {
        let next = self.games.get(self.number_of_game(root) + 1);
        next.map_or(self.nodes.len(), |next| next.index())
    }

    /// The place of a game among the others.
    pub(crate) fn number_of_game(&self, root: NodeId) -> usize {
        self.games.partition_point(|game| *game < root)
    }

    /// The bytes of a game, from its `(` to behind its `)`, or to the end of the text if that is missing.
    pub(crate) fn span_of_game(&self, root: NodeId) -> (usize, usize) {
        let span = self.spans.get(self.number_of_game(root));
        span.map_or((self.read, self.read), |span| (span.start as usize, span.end as usize))
    }

    /// The text that was read with the `(` of its first game, if that is missing.
    pub(crate) fn with_first_bracket(&self) -> Option<String> {
        let start = self.spans.first()?.start as usize;
        let (before, game) = self.text.get(..self.read)?.split_at_checked(start)?;
        (!game.starts_with('(')).then(|| format!("{before}({game}"))
    }

    /// The byte behind the `;` of a node that was read, or its first one if it has no `;`.
    pub(crate) fn behind_mark(&self, node: &NodeData) -> usize {
        let at = node.at as usize;
        at.saturating_add(usize::from(self.text.as_bytes().get(at) == Some(&b';')))
    }
}
