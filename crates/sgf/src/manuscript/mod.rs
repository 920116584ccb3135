//! A game whose text is changed in places.

mod pieces;
mod reading;
mod strays;
mod writing;

use crate::tables::NodeId;
use crate::{Collection, Name, Raw};
use pieces::{Brackets, Piece, PropertyText, Written, WrittenNode};
use strays::Strays;

/// The text of one game, in which nodes are changed, added, moved and removed. Everything else stays as it is, byte for byte: layout,
/// unknown properties, values in whatever form they were written, and what was forgiven. Brackets may be added. Those that belong to no
/// node
/// go once nodes come, go or move.
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
    strays: Strays,
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
            .filter(|property| self.name_of(property) == Some(name))
            .flat_map(|property| self.values_of(property))
            .collect()
    }

    /// A node with its properties as it was read, from its `;` on; without those that stand behind a variation. `None` of a new one.
    pub fn read_text(&self, node: NodeId) -> Option<&str> {
        let tables = &self.collection.tables;
        let data = tables.nodes.get(node.index())?;
        let child =
            tables.nodes.get(data.first_child as usize).map_or(tables.read, |child| child.at as usize);
        let (mut end, mut next) = (tables.behind_mark(data), data.first_property);
        while let Some(property) =
            tables.properties.get(next as usize).filter(|property| (property.at as usize) < child)
        {
            (end, next) = (tables.end_of_property(property).0, property.next);
        }
        tables.text.get(data.at as usize..end)
    }

    /// How many properties a node has.
    pub fn property_count(&self, node: NodeId) -> usize {
        self.nodes[node.index()].properties.len()
    }

    /// The first value of each property of that name, as it is written.
    pub fn first_values(&self, node: NodeId, name: Name<'_>) -> Vec<&str> {
        let named = self.nodes[node.index()].properties.iter();
        let values = named.filter(|property| self.name_of(property) == Some(name));
        values.filter_map(|property| self.values_of(property).first().copied()).collect()
    }

    /// Writes one property in place of all that have one of these names: where the first of them is, or else behind the others. Without
    /// values the node has none of them any more.
    pub fn set(
        &mut self,
        node: NodeId,
        names: &[Name<'_>],
        name: Name<'_>,
        values: impl IntoIterator<Item = Raw>,
    ) {
        let values: Vec<Raw> = values.into_iter().collect();
        let mut is_written = values.is_empty();
        let before = std::mem::take(&mut self.nodes[node.index()].properties);
        let mut now = Vec::with_capacity(before.len() + 1);
        for (place, property) in before.into_iter().enumerate() {
            if !self.name_of(&property).is_some_and(|own| names.contains(&own)) {
                now.push(property);
            } else if is_written {
                // A `)` too many is one only if a property follows the `;` behind it.
                if place == 0 && node != self.root {
                    self.drop_strays();
                }
                if !property.gap.is_blank(self.text()) {
                    now.push(PropertyText { written: Written::Gone, ..property });
                }
            } else {
                now.push(self.rewritten(property, name, &values));
                is_written = true;
            }
        }
        if !is_written {
            now.push(PropertyText::own(name, &values));
        }
        self.nodes[node.index()].properties = now;
    }

    /// Writes one value in place of those of one property: of those with that name the one with this number, from 0. Where there is
    /// none, it
    /// comes behind the others.
    pub fn set_one(&mut self, node: NodeId, name: Name<'_>, number: usize, value: &Raw) {
        let values = std::slice::from_ref(value);
        let properties = self.nodes[node.index()].properties.iter().enumerate();
        let mut named = properties.filter(|(_, property)| self.name_of(property) == Some(name));
        if let Some((place, property)) = named.nth(number) {
            self.nodes[node.index()].properties[place] = self.rewritten(property.clone(), name, values);
        } else {
            self.nodes[node.index()].properties.push(PropertyText::own(name, values));
        }
    }

    /// A property with other values, where it was and with its name as it was written.
    fn rewritten(&self, property: PropertyText, name: Name<'_>, values: &[Raw]) -> PropertyText {
        let same = self.name_of(&property) == Some(name);
        let words = match &property.written {
            Written::Read { text, .. } if same => self.collection.tables.slice(*text).split('[').next(),
            Written::Own(own) if same => own.text.split('[').next(),
            _ => None,
        };
        let written = Written::own(words.unwrap_or(name.as_str()), name, values);
        PropertyText { written, ..property }
    }

    /// Adds a node without properties behind the other children of `parent`.
    pub fn add_child(&mut self, parent: NodeId) -> NodeId {
        self.drop_strays();
        let child = self.push(parent);
        self.nodes[parent.index()].children.push(child);
        self.bracket_newest(parent);
        child
    }

    /// Takes a node out with all behind it. The root stays.
    pub fn remove(&mut self, node: NodeId) {
        if let Some(parent) = self.nodes[node.index()].parent.take() {
            self.drop_strays();
            self.nodes[parent.index()].children.retain(|child| *child != node);
        }
    }

    /// Puts a node at a place among its siblings: 0 is that of the main line, and beyond the last one is the last place.
    pub fn put(&mut self, node: NodeId, place: usize) {
        if let Some(parent) = self.parent(node) {
            self.drop_strays();
            self.bracket_newest(parent);
            let siblings = &mut self.nodes[parent.index()].children;
            siblings.retain(|child| *child != node);
            siblings.insert(place.min(siblings.len()), node);
        }
    }

    /// Adds a node behind this one, which takes all of its children, and those of its properties whose names are asked for.
    pub fn split(&mut self, node: NodeId, goes: impl Fn(Name<'_>) -> bool) -> NodeId {
        self.drop_strays();
        let behind = self.push(node);
        let children = std::mem::replace(&mut self.nodes[node.index()].children, vec![behind]);
        for child in &children {
            self.nodes[child.index()].parent = Some(behind);
        }
        let properties = std::mem::take(&mut self.nodes[node.index()].properties);
        let (going, staying) =
            properties.into_iter().partition(|property| self.name_of(property).is_some_and(&goes));
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

    /// Of several children each stands in brackets of its own. Only the last one may have none, and the one before if the last has just
    /// come.
    fn bracket_newest(&mut self, parent: NodeId) {
        let children = &self.nodes[parent.index()].children;
        let [.., before, newest] = children[..] else { return };
        for child in [before, newest] {
            self.bracket(child);
        }
    }

    fn bracket(&mut self, node: NodeId) {
        let node = &mut self.nodes[node.index()];
        if node.brackets.is_none() {
            let open = std::mem::take(&mut node.before);
            node.brackets = Some(Box::new(Brackets { open, close: Piece::default() }));
        }
    }

    /// Takes the brackets out that belong to no node, before the tree becomes another one.
    fn drop_strays(&mut self) {
        if std::mem::replace(&mut self.strays.are_gone, true) {
            return;
        }
        for node in std::mem::take(&mut self.strays.loose) {
            self.bracket(node);
        }
        for (node, close) in std::mem::take(&mut self.strays.closing) {
            if let Some(brackets) = &mut self.nodes[node.index()].brackets {
                brackets.close = Piece::Own(close);
            }
        }
    }

    fn text(&self) -> &str {
        &self.collection.tables.text
    }

    /// The name of a property that is there.
    fn name_of<'a>(&'a self, property: &'a PropertyText) -> Option<Name<'a>> {
        match &property.written {
            Written::Read { name, .. } => Some(Name::known(self.collection.tables.slice(*name))),
            Written::Own(own) => Some(Name::known(&own.name)),
            Written::Gone => None,
        }
    }

    fn values_of<'a>(&'a self, property: &'a PropertyText) -> Vec<&'a str> {
        match &property.written {
            Written::Read { first_value, value_count, .. } => {
                let first = *first_value as usize;
                let spans = self.collection.tables.values.get(first..first + *value_count as usize);
                spans.unwrap_or_default().iter().map(|span| self.collection.tables.slice(*span)).collect()
            }
            Written::Own(own) => own.values.iter().map(String::as_str).collect(),
            Written::Gone => Vec::new(),
        }
    }
}
