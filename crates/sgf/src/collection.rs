//! The game trees of a file, in memory.

use std::sync::OnceLock;

use crate::places::Places;
use crate::tables::{NodeId, Tables};
use crate::{Decoded, Limits, Name, ParseError, Position, Raw, Value, Warning, parse};

/// The games of one file.
///
/// Nodes, properties and values lie in three tables and refer to each other by number. So a tree of any depth is read,
/// compared, written and dropped without recursion. Values are kept as they were written.
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
    pub(crate) tables: Tables,
    /// For places in the text that was read, once somebody asks.
    places: OnceLock<Places>,
    /// Whether each node is on the main line of its game, once somebody asks.
    pub(crate) on_main_line: OnceLock<Vec<bool>>,
    /// What was forgiven in a file of another format, from which the text was made.
    pub(crate) elsewhere: Vec<Warning>,
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
        parse::parse(text.into(), limits).map(|tables| Collection { tables, ..Collection::default() })
    }

    /// Reads the games of a file that was made text, if it is not too much. What was forgiven in its bytes is told with the rest.
    pub fn read(decoded: Decoded, limits: &Limits) -> Result<Collection, ParseError> {
        let mut collection = Self::parse_within(decoded.text, limits)?;
        collection.tables.forgive(decoded.forgiven);
        Ok(collection)
    }

    /// Reads the game of a text that was made of a file of another format, with what was forgiven there, and its places in that file.
    pub fn made_elsewhere(
        text: impl Into<String>,
        limits: &Limits,
        elsewhere: Vec<Warning>,
    ) -> Result<Collection, ParseError> {
        Ok(Collection { elsewhere, ..Self::parse_within(text, limits)? })
    }

    /// How many nodes all games have together.
    pub fn node_count(&self) -> usize {
        self.tables.nodes.len()
    }

    /// Where a value of this collection began in the text that was read; `None` if it was added later.
    pub fn position(&self, value: Value<'_>) -> Option<Position> {
        (value.offset() < self.tables.read).then(|| self.place(value.offset()))
    }

    /// The place of a byte of the text that was read.
    pub(crate) fn place(&self, offset: usize) -> Position {
        let Tables { text, read, .. } = &self.tables;
        let text = text.get(..*read).unwrap_or("");
        self.places.get_or_init(|| Places::of(text)).position(text, offset)
    }

    /// Adds a game after the others; its root is empty so far.
    pub fn add_game(&mut self) -> NodeId {
        self.on_main_line = OnceLock::new();
        self.tables.add_game()
    }

    /// Adds a node after the other children of `parent`.
    ///
    /// # Panics
    /// If this collection has no such node.
    pub fn add_child(&mut self, parent: NodeId) -> NodeId {
        self.on_main_line = OnceLock::new();
        self.tables.add_child(parent)
    }

    /// Adds a property after the others of a node. Without values, nothing is added: the format has no such property.
    ///
    /// # Panics
    /// If this collection has no such node.
    pub fn add_property(&mut self, node: NodeId, name: Name<'_>, values: impl IntoIterator<Item = Raw>) {
        let tables = &mut self.tables;
        let first = tables.values.len();
        for value in values {
            tables.push_value(value.as_str());
        }
        if tables.values.len() > first {
            let name = tables.append(name.as_str());
            tables.push_property(node, name, None, first);
        }
    }
}
