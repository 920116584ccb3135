//! Walking through a tree.

use crate::tables::{NONE, NodeId, PropertyData, Tables};
use crate::{Collection, Name, Value};

/// A node of a game tree.
#[derive(Debug, Clone, Copy)]
pub struct Node<'a> {
    collection: &'a Collection,
    id: NodeId,
}

impl Collection {
    /// The root of each game, in their order.
    pub fn games(&self) -> impl ExactSizeIterator<Item = Node<'_>> + Clone {
        self.tables.games.iter().map(|&id| Node { collection: self, id })
    }

    /// The node with that number.
    pub fn node(&self, id: NodeId) -> Option<Node<'_>> {
        (id.index() < self.tables.nodes.len()).then_some(Node { collection: self, id })
    }
}

impl<'a> Node<'a> {
    /// Its number in the collection.
    pub const fn id(self) -> NodeId {
        self.id
    }

    /// The collection it belongs to.
    pub const fn collection(self) -> &'a Collection {
        self.collection
    }

    /// The node before it; none before the root.
    pub fn parent(self) -> Option<Node<'a>> {
        self.at(self.collection.tables.nodes[self.id.index()].parent)
    }

    /// The nodes that may follow: none at the end, several where variations begin, the main line's first.
    pub fn children(self) -> impl Iterator<Item = Node<'a>> + Clone {
        let first = self.at(self.collection.tables.nodes[self.id.index()].first_child);
        std::iter::successors(first, |node| {
            node.at(node.collection.tables.nodes[node.id.index()].next_sibling)
        })
    }

    /// This node and the first child of each, to the end.
    pub fn main_line(self) -> MainLine<'a> {
        MainLine(Some(self))
    }

    /// Whether it is one of those on the [main line](Node::main_line) of its game.
    pub fn is_on_main_line(self) -> bool {
        // All of them are looked up at once, because a file may ask for each.
        let on_main_line = self.collection.on_main_line.get_or_init(|| {
            let mut on_main_line = vec![false; self.collection.node_count()];
            for node in self.collection.games().flat_map(Node::main_line) {
                on_main_line[node.id.index()] = true;
            }
            on_main_line
        });
        on_main_line.get(self.id.index()).is_some_and(|is_on| *is_on)
    }

    /// Its properties, in the order in which they were written.
    pub fn properties(self) -> impl Iterator<Item = Property<'a>> + Clone {
        let tables = &self.collection.tables;
        let first = tables.nodes[self.id.index()].first_property;
        std::iter::successors(Property::at(tables, first), |property| {
            Property::at(property.tables, property.data.next)
        })
    }

    /// Its first property of that name.
    pub fn property(self, name: Name<'_>) -> Option<Property<'a>> {
        self.properties().find(|property| property.name() == name)
    }

    /// The first value of its first property of that name.
    pub fn value(self, name: Name<'_>) -> Option<Value<'a>> {
        self.property(name)?.values().next()
    }

    fn at(self, index: u32) -> Option<Node<'a>> {
        (index != NONE).then_some(Node { collection: self.collection, id: NodeId(index) })
    }
}

/// A node and those that follow it on the main line. See [`Node::main_line`].
#[derive(Debug, Clone)]
pub struct MainLine<'a>(Option<Node<'a>>);

impl<'a> Iterator for MainLine<'a> {
    type Item = Node<'a>;

    fn next(&mut self) -> Option<Node<'a>> {
        let node = self.0?;
        self.0 = node.children().next();
        Some(node)
    }
}

/// A property of a node: a name and at least one value.
#[derive(Debug, Clone, Copy)]
pub struct Property<'a> {
    tables: &'a Tables,
    data: PropertyData,
}

impl<'a> Property<'a> {
    fn at(tables: &'a Tables, index: u32) -> Option<Property<'a>> {
        tables.properties.get(index as usize).map(|&data| Property { tables, data })
    }

    /// Its name, without the lower-case letters that old files may have.
    pub fn name(self) -> Name<'a> {
        Name::known(self.tables.slice(self.data.name))
    }

    /// Its values, in their order.
    pub fn values(self) -> impl ExactSizeIterator<Item = Value<'a>> + DoubleEndedIterator + Clone {
        let first = self.data.first_value as usize;
        let values = self.tables.values.get(first..first + self.data.value_count as usize).unwrap_or(&[]);
        let tables = self.tables;
        values.iter().map(move |&span| Value::new(tables.slice(span), span.start as usize))
    }
}
