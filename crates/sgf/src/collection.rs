//! The game trees of a file, in memory.

use crate::node::Node;
use crate::{Limits, Name, ParseError, Position, Raw, Value, parse};

/// The index of nothing.
pub(crate) const NONE: u32 = u32::MAX;

/// The games of one file.
///
/// Nodes, properties and values lie in three tables and refer to each other by number, so that a tree of any depth is
/// read, compared, written and dropped without recursion. Values are kept as they were written.
///
/// ```
/// use tengen_sgf::{Collection, Name, Raw};
///
/// let read = Collection::parse("(;GM[1]SZ[9];B[ee](;W[ec])(;W[gc]))")?;
/// let root = read.games().next().ok_or("no game")?;
/// let variations = root.children().next().ok_or("no move")?.children().count();
/// assert_eq!(variations, 2);
///
/// let mut written = Collection::new();
/// let game = written.add_game();
/// written.add_property(game, Name::GN, [Raw::simple_text("a [test]")]);
/// assert_eq!(written.to_string(), "(;GN[a [test\\]])\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Collection {
    /// What was read, then what was added.
    pub(crate) text: String,
    /// How much of the text was read.
    pub(crate) read: usize,
    pub(crate) games: Vec<NodeId>,
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

/// A number of things or bytes as it is kept. Reading is limited far below its end; whoever builds a collection of
/// more than four gigabytes gets empty values.
pub(crate) fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(NONE)
}

impl Collection {
    /// No games.
    pub fn new() -> Collection {
        Collection::default()
    }

    /// Reads the games of a text, within [`Limits::DEFAULT`]. Bytes are made text by [`decode`](crate::decode()).
    pub fn parse(text: impl Into<String>) -> Result<Collection, ParseError> {
        Self::parse_within(text, &Limits::DEFAULT)
    }

    /// Reads the games of a text, if it is not too much.
    pub fn parse_within(text: impl Into<String>, limits: &Limits) -> Result<Collection, ParseError> {
        parse::parse(text.into(), limits)
    }

    /// The root of each game, in their order.
    pub fn games(&self) -> impl ExactSizeIterator<Item = Node<'_>> + Clone {
        self.games.iter().map(|&id| Node { collection: self, id })
    }

    /// The node with that number.
    pub fn node(&self, id: NodeId) -> Option<Node<'_>> {
        (id.index() < self.nodes.len()).then_some(Node { collection: self, id })
    }

    /// How many nodes all games have together.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Where a value of this collection began in the text that was read; `None` if it was added later.
    pub fn position(&self, value: Value<'_>) -> Option<Position> {
        (value.offset() < self.read).then(|| Position::of(&self.text, value.offset()))
    }

    /// Adds a game after the others; its root is empty so far.
    pub fn add_game(&mut self) -> NodeId {
        let id = self.push_node(NONE);
        self.games.push(id);
        id
    }

    /// Adds a node after the other children of `parent`.
    ///
    /// # Panics
    /// If this collection has no such node.
    pub fn add_child(&mut self, parent: NodeId) -> NodeId {
        let id = self.push_node(parent.0);
        let elder = self.nodes[parent.index()].last_child;
        match self.nodes.get_mut(elder as usize) {
            Some(elder) => elder.next_sibling = id.0,
            None => self.nodes[parent.index()].first_child = id.0,
        }
        self.nodes[parent.index()].last_child = id.0;
        id
    }

    /// Adds a property after the others of a node. Without values, nothing is added: the format has no such property.
    ///
    /// # Panics
    /// If this collection has no such node.
    pub fn add_property(&mut self, node: NodeId, name: Name<'_>, values: impl IntoIterator<Item = Raw>) {
        let first = self.values.len();
        for value in values {
            let span = self.append(value.as_str());
            self.values.push(span);
        }
        if self.values.len() > first {
            let name = self.append(name.as_str());
            self.push_property(node, name, first);
        }
    }

    pub(crate) fn slice(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    pub(crate) fn append(&mut self, text: &str) -> Span {
        let start = number(self.text.len());
        self.text.push_str(text);
        Span { start, end: number(self.text.len()) }
    }

    /// Adds a property whose values are all those from `first` on.
    pub(crate) fn push_property(&mut self, node: NodeId, name: Span, first: usize) {
        let index = number(self.properties.len());
        let value_count = number(self.values.len() - first);
        self.properties.push(PropertyData { name, first_value: number(first), value_count, next: NONE });
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
