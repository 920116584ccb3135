//! A game whose text is changed in places.

mod pieces;
mod reading;

use std::fmt;

use crate::tables::NodeId;
use crate::{Collection, Name, Raw};
use pieces::{Brackets, Piece, PropertyText, WrittenNode};

/// The text of one game, in which nodes are changed, added, moved and removed. Everything else stays as it is, byte for byte: layout, unknown properties,
/// and values in whatever form they were written.
///
/// ```
/// use tengen_sgf::{Limits, Manuscript, Name, Raw};
///
/// let text = "( ;SZ[9] GN[a\\:b]\n;B[ee]  C[big] )\r\n";
/// let mut game = Manuscript::read(text, &Limits::DEFAULT)?;
/// assert_eq!(game.to_string(), text);
///
/// let first = game.children(game.root())[0];
/// game.set(first, &[Name::C], Name::C, [Raw::text("small")]);
/// let other = game.add_child(game.root());
/// game.set(other, &[Name::B], Name::B, [Raw::simple_text("cc")]);
/// assert_eq!(game.to_string(), "( ;SZ[9] GN[a\\:b]\n(;B[ee]  C[small])\r\n(;B[cc]) )\r\n");
/// # Ok::<(), tengen_sgf::ParseError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Manuscript {
    /// The game as it was read.
    collection: Collection,
    nodes: Vec<WrittenNode>,
    root: NodeId,
    /// The text before the game and behind it.
    around: [Piece; 2],
    /// The line break of the text.
    line_break: &'static str,
}

impl Manuscript {
    /// The game as it was read. Its nodes keep their numbers here; new ones get higher numbers.
    pub fn collection(&self) -> &Collection {
        &self.collection
    }

    /// The first node.
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// The node before it; none before the root.
    ///
    /// # Panics
    /// As all of these functions: if there is no such node.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.index()].parent
    }

    /// The nodes that may follow, the main line's first.
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        &self.nodes[node.index()].children
    }

    /// The values of all properties of that name, as they are written.
    pub fn values(&self, node: NodeId, name: Name<'_>) -> Vec<&str> {
        let named = self.nodes[node.index()].properties.iter();
        named
            .filter(|property| self.name_of(property) == name)
            .flat_map(|property| self.values_of(property))
            .collect()
    }

    /// A node with its properties as it was read, from its `;` on. `None` of a new one.
    pub fn read_text(&self, node: NodeId) -> Option<&str> {
        let tables = &self.collection.tables;
        let data = tables.nodes.get(node.index())?;
        let last = tables.properties.get(data.last_property as usize);
        let end = last.map_or(data.at as usize + 1, |last| tables.end_of_property(last));
        tables.text.get(data.at as usize..end)
    }

    /// How many properties a node has.
    pub fn property_count(&self, node: NodeId) -> usize {
        self.nodes[node.index()].properties.len()
    }

    /// The first value of each property of that name, as it is written.
    pub fn first_values(&self, node: NodeId, name: Name<'_>) -> Vec<&str> {
        let named = self.nodes[node.index()].properties.iter();
        let values = named.filter(|property| self.name_of(property) == name);
        values.filter_map(|property| self.values_of(property).first().copied()).collect()
    }

    /// Writes one property in place of all that have one of these names: where the first of them is, or else behind the others. Without values the node has
    /// none of them any more.
    pub fn set(
        &mut self,
        node: NodeId,
        names: &[Name<'_>],
        name: Name<'_>,
        values: impl IntoIterator<Item = Raw>,
    ) {
        let values: Vec<Raw> = values.into_iter().collect();
        let mut places = self.places_of(node, names);
        let written = (!values.is_empty()).then(|| match places.first() {
            Some(first) => PropertyText::written(
                self.gap_of(&self.nodes[node.index()].properties[*first]),
                name,
                &values,
            ),
            None => PropertyText::written("", name, &values),
        });
        let properties = &mut self.nodes[node.index()].properties;
        match written {
            Some(written) if places.is_empty() => properties.push(written),
            Some(written) => properties[places.remove(0)] = written,
            None => {}
        }
        for place in places.into_iter().rev() {
            properties.remove(place);
        }
    }

    /// Writes one value in place of those of one property: of those with that name the one with this number, from 0. Where there is none, it comes behind the
    /// others.
    pub fn set_one(&mut self, node: NodeId, name: Name<'_>, number: usize, value: &Raw) {
        let value = std::slice::from_ref(value);
        let place = self.places_of(node, &[name]).get(number).copied();
        let written = match place {
            Some(place) => {
                PropertyText::written(self.gap_of(&self.nodes[node.index()].properties[place]), name, value)
            }
            None => PropertyText::written("", name, value),
        };
        let properties = &mut self.nodes[node.index()].properties;
        match place {
            Some(place) => properties[place] = written,
            None => properties.push(written),
        }
    }

    /// Where the properties of these names are.
    fn places_of(&self, node: NodeId, names: &[Name<'_>]) -> Vec<usize> {
        let properties = self.nodes[node.index()].properties.iter().enumerate();
        properties
            .filter(|(_, property)| names.contains(&self.name_of(property)))
            .map(|(place, _)| place)
            .collect()
    }

    /// Adds a node without properties behind the other children of `parent`.
    pub fn add_child(&mut self, parent: NodeId) -> NodeId {
        let child = self.push(parent);
        self.nodes[parent.index()].children.push(child);
        self.bracket_newest(parent);
        child
    }

    /// Takes a node out with all behind it. The root stays.
    pub fn remove(&mut self, node: NodeId) {
        if let Some(parent) = self.parent(node) {
            self.nodes[parent.index()].children.retain(|child| *child != node);
        }
    }

    /// Puts a node at a place among its siblings: 0 is that of the main line, and beyond the last one is the last place.
    pub fn put(&mut self, node: NodeId, place: usize) {
        if let Some(parent) = self.parent(node) {
            let siblings = &mut self.nodes[parent.index()].children;
            siblings.retain(|child| *child != node);
            siblings.insert(place.min(siblings.len()), node);
        }
    }

    /// Adds a node behind this one, which takes all of its children, and those of its properties whose names are asked for.
    pub fn split(&mut self, node: NodeId, goes: impl Fn(Name<'_>) -> bool) -> NodeId {
        let behind = self.push(node);
        let children = std::mem::replace(&mut self.nodes[node.index()].children, vec![behind]);
        for child in &children {
            self.nodes[child.index()].parent = Some(behind);
        }
        let properties = std::mem::take(&mut self.nodes[node.index()].properties);
        let (going, staying) = properties.into_iter().partition(|property| goes(self.name_of(property)));
        self.nodes[node.index()].properties = staying;
        self.nodes[behind.index()].properties = going;
        self.nodes[behind.index()].children = children;
        behind
    }

    /// A new node, on a line of its own, that its parent does not know yet.
    fn push(&mut self, parent: NodeId) -> NodeId {
        let id = NodeId(crate::tables::number(self.nodes.len()));
        let before = Piece::Own(self.line_break.to_owned());
        self.nodes.push(WrittenNode { parent: Some(parent), before, ..WrittenNode::default() });
        id
    }

    /// Of several children each stands in brackets of its own. Before the newest one came, all did, or there was one alone.
    fn bracket_newest(&mut self, parent: NodeId) {
        let children = &self.nodes[parent.index()].children;
        let [.., before, newest] = children[..] else { return };
        for child in [before, newest] {
            let node = &mut self.nodes[child.index()];
            if node.brackets.is_none() {
                let open = std::mem::take(&mut node.before);
                node.brackets = Some(Brackets { open, close: Piece::default() });
            }
        }
    }

    fn text(&self) -> &str {
        &self.collection.tables.text
    }

    fn name_of<'a>(&'a self, property: &'a PropertyText) -> Name<'a> {
        match property {
            PropertyText::Read { name, .. } => Name::known(self.collection.tables.slice(*name)),
            PropertyText::Own { name, .. } => Name::known(name),
        }
    }

    fn values_of<'a>(&'a self, property: &'a PropertyText) -> Vec<&'a str> {
        match property {
            PropertyText::Read { first_value, value_count, .. } => {
                let first = *first_value as usize;
                let spans = self.collection.tables.values.get(first..first + *value_count as usize);
                spans.unwrap_or_default().iter().map(|span| self.collection.tables.slice(*span)).collect()
            }
            PropertyText::Own { values, .. } => values.iter().map(String::as_str).collect(),
        }
    }

    /// The white space before a property.
    fn gap_of<'a>(&'a self, property: &'a PropertyText) -> &'a str {
        let text = property.text().of(self.text());
        &text[..text.len() - text.trim_start_matches(|letter: char| letter <= ' ').len()]
    }
}

/// The parts that are still to be written.
enum Task {
    Node(NodeId),
    Close(NodeId),
}

impl fmt::Display for Manuscript {
    /// The text of before, with the changes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.text();
        f.write_str(self.around[0].of(text))?;
        let mut tasks = vec![Task::Node(self.root)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Close(id) => {
                    if let Some(brackets) = &self.nodes[id.index()].brackets {
                        f.write_str(brackets.close.of(text))?;
                        f.write_str(")")?;
                    }
                }
                Task::Node(id) => {
                    let node = &self.nodes[id.index()];
                    if let Some(brackets) = &node.brackets {
                        f.write_str(brackets.open.of(text))?;
                        f.write_str("(")?;
                        tasks.push(Task::Close(id));
                    }
                    f.write_str(node.before.of(text))?;
                    f.write_str(";")?;
                    for property in &node.properties {
                        f.write_str(property.text().of(text))?;
                    }
                    tasks.extend(node.children.iter().rev().map(|child| Task::Node(*child)));
                }
            }
        }
        f.write_str(self.around[1].of(text))
    }
}
