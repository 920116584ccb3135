//! Trees beside a record of which nodes go.

use std::collections::{HashMap, HashSet};

use tengen_protocol::records::MarksShape;
use tengen_protocol::{NodeId, Place, RecordPlace, Text, VariationNode};
use tengen_rules::Color;

use super::Way;
use super::way::{Leads, Step};

/// The tree beside a record from which nodes go, so that nothing of it is lost: the moves of the record that
/// lead to it become its own. `way` leads to the nodes on which it hangs, and `is_gone` says of a number of
/// the record whether its node goes. `None` if nothing hangs on those.
///
/// Nodes that hang behind stones which the record sets up, behind a move that its rules forbid, or behind two
/// of one player in a row, stay as they are: no moves of a tree lead to them.
pub fn followed(
    tree: &[VariationNode],
    way: &Way,
    is_gone: impl Fn(u32) -> bool,
) -> Option<Vec<VariationNode>> {
    let mut following = Following {
        way,
        is_gone,
        taken: tree.iter().map(|node| node.id.0.clone()).collect(),
        own: HashMap::new(),
        new: Vec::new(),
    };
    let mut moved = Vec::with_capacity(tree.len());
    let mut has_moved = false;
    for node in tree {
        let mut node = node.clone();
        if let Some(Place::Record(RecordPlace { node: number })) = node.from
            && (following.is_gone)(number)
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

struct Following<'a, G> {
    way: &'a Way,
    is_gone: G,
    /// The ids of the tree.
    taken: HashSet<NodeId>,
    /// The homes of the nodes that go, by their numbers; none where no move leads to one.
    own: HashMap<u32, Option<Home>>,
    /// The tree's own nodes for moves of the record.
    new: Vec<VariationNode>,
}

impl<G: Fn(u32) -> bool> Following<'_, G> {
    /// The home of a node that goes.
    fn home_of(&mut self, number: u32) -> Option<Home> {
        let (mut way, mut at) = (Vec::new(), number);
        let mut home = loop {
            if let Some(known) = self.own.get(&at) {
                break known.clone();
            }
            if !(self.is_gone)(at) {
                break Some(Home::Record(at));
            }
            way.push(at);
            let Some(before) = self.way.step(at).and_then(|step| step.before) else { break None };
            at = before;
        };
        for number in way.into_iter().rev() {
            home = home.and_then(|home| self.behind(home, number));
            self.own.insert(number, home.clone());
        }
        home
    }

    /// The home behind another one, by the move of a node that goes.
    fn behind(&mut self, home: Home, number: u32) -> Option<Home> {
        let Step { leads, .. } = self.way.step(number)?;
        let (color, at, captured) = match leads {
            Leads::Nowhere => return None,
            Leads::Still => return Some(home),
            Leads::Move { color, at, captured } => (*color, at, captured),
        };
        if matches!(home, Home::Own(_, before) if before == color) {
            return None;
        }
        let id = self.id(number)?;
        let (parent, from) = home.parent_and_from();
        self.new.push(VariationNode {
            id: Text(id.clone()),
            parent,
            from,
            made: Some(format!("{color}:{at}")),
            captured: captured.clone(),
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
