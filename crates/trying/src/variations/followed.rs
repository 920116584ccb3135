//! Trees beside a record of which nodes go.

use std::collections::{BTreeSet, HashMap, HashSet};

use tengen_protocol::record::{MarksShape, RecordNode, Shown};
use tengen_protocol::{NodeId, Place, RecordPlace, Text, VariationNode};
use tengen_rules::Color;

/// The tree beside a record from which nodes go, so that nothing of it is lost: the moves of the record that lead to it become its own. `before` is the
/// record with these nodes, and `gone` are their numbers. `None` if nothing hangs on them.
///
/// Nodes that hang behind stones which the record sets up, behind a move that its rules forbid, or behind two of one player in a row, stay as they are: no moves of
/// a tree lead to them.
pub fn followed(tree: &[VariationNode], before: &Shown, gone: &BTreeSet<u32>) -> Option<Vec<VariationNode>> {
    let mut following = Following {
        nodes: &before.nodes,
        places: (0..).zip(&before.nodes).map(|(place, node)| (number(place, node), place)).collect(),
        gone,
        taken: tree.iter().map(|node| node.id.0.clone()).collect(),
        own: HashMap::new(),
        new: Vec::new(),
    };
    let mut moved = Vec::with_capacity(tree.len());
    let mut has_moved = false;
    for node in tree {
        let mut node = node.clone();
        if let Some(Place::Record(RecordPlace { node: number })) = node.from
            && gone.contains(&number)
            && let Some(home) = following.home_of(number)
        {
            (node.parent, node.from) = home.parent_and_from();
            has_moved = true;
        }
        moved.push(node);
    }
    let mut nodes = following.new;
    nodes.append(&mut moved);
    has_moved.then_some(nodes)
}

/// The thing on which nodes hang now that hung on a node of the record.
#[derive(Debug, Clone)]
enum Home {
    Record(u32),
    /// A node of the tree, with the player who moved there.
    Own(NodeId, Color),
}

impl Home {
    fn parent_and_from(&self) -> (Option<Text<NodeId>>, Option<Place>) {
        match self {
            Home::Record(node) => (None, Some(Place::Record(RecordPlace { node: *node }))),
            Home::Own(id, _) => (Some(Text(id.clone())), None),
        }
    }
}

struct Following<'a> {
    nodes: &'a [RecordNode],
    /// The places of nodes in the list, by their numbers.
    places: HashMap<u32, u32>,
    gone: &'a BTreeSet<u32>,
    /// The ids of the tree.
    taken: HashSet<NodeId>,
    /// The homes of the nodes that go, by their numbers; none where no move leads to one.
    own: HashMap<u32, Option<Home>>,
    /// The tree's own nodes for moves of the record.
    new: Vec<VariationNode>,
}

impl Following<'_> {
    /// The home of a node that goes.
    fn home_of(&mut self, number: u32) -> Option<Home> {
        let (mut way, mut at) = (Vec::new(), number);
        let mut home = loop {
            if let Some(known) = self.own.get(&at) {
                break known.clone();
            }
            if !self.gone.contains(&at) {
                break Some(Home::Record(at));
            }
            way.push(at);
            let before = self.places.get(&at).and_then(|place| self.nodes.get(*place as usize)?.parent);
            let Some(before) = before.and_then(|before| Some((before, self.nodes.get(before as usize)?)))
            else {
                break None;
            };
            at = self::number(before.0, before.1);
        };
        for number in way.into_iter().rev() {
            home = home.and_then(|home| self.behind(home, number));
            self.own.insert(number, home.clone());
        }
        home
    }

    /// The home behind another one, by the move of a node that goes.
    fn behind(&mut self, home: Home, number: u32) -> Option<Home> {
        let node = self.nodes.get(*self.places.get(&number)? as usize)?;
        if node.setup.is_some() {
            return None;
        }
        let Some(made) = &node.made else { return Some(home) };
        if made.illegal.is_some() {
            return None;
        }
        let Text(color) = made.color;
        if matches!(home, Home::Own(_, before) if before == color) {
            return None;
        }
        let id = self.id(number)?;
        let (parent, from) = home.parent_and_from();
        self.new.push(VariationNode {
            id: Text(id.clone()),
            parent,
            from,
            made: Some(format!("{color}:{}", made.at)),
            captured: made.captured.clone(),
            marks: MarksShape::default(),
            words: String::new(),
            order: 0,
        });
        Some(Home::Own(id, color))
    }

    /// An id that the tree does not have.
    fn id(&mut self, number: u32) -> Option<NodeId> {
        let ids =
            (0..).map(
                |turn| if turn == 0 { format!("record-{number}") } else { format!("record-{number}-{turn}") },
            );
        let mut ids = ids.filter_map(|id| id.parse::<NodeId>().ok());
        let id = ids.find(|id| !self.taken.contains(id))?;
        self.taken.insert(id.clone());
        Some(id)
    }
}

fn number(place: u32, node: &RecordNode) -> u32 {
    node.node.unwrap_or(place)
}
