//! The positions of the nodes of a record, each with the line that leads to it as far as the record gives
//! one.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use tengen_protocol::records::{RecordNode, Shown, walk_stones};
use tengen_protocol::{LONGEST_LINE, Place, RecordPlace, Text};
use tengen_rules::{Color, Rules, Stones, Topology, Vertex};

use super::spot::{Asked, Beginning, Reached, Spot};

/// The positions of a record.
#[derive(Debug)]
pub(super) struct RecordGround {
    topology: Arc<Topology>,
    rules: Rules,
    nodes: Vec<RecordNode>,
    /// The number of points that its nodes set up and capture together.
    points: usize,
    /// The places of the nodes in the list, by their numbers.
    places: HashMap<u32, usize>,
    /// The player to move at each node.
    turns: Vec<Color>,
}

/// A position with the player who moves next: it has one line, whoever asks.
type Standing = (usize, Color);

/// The line to a position: its place in the list, and how many moves it has.
#[derive(Debug, Clone, Copy)]
struct Reach {
    spot: usize,
    moves: usize,
}

/// The way on from one node back to the one before it.
enum Back {
    /// No line leads on from before: the stones are a beginning.
    Begins,
    /// By the move of the node.
    Move(Color, Option<Vertex>),
    /// The node has no move.
    Same,
}

impl RecordGround {
    pub(super) fn new(shown: Shown, topology: Arc<Topology>) -> Self {
        let Shown { info, judged_by, nodes, .. } = shown;
        let turns = turns(&nodes, info.handicap);
        let numbers = (0..).zip(&nodes).map(|(place, node)| node.node.unwrap_or(place));
        let places = numbers.zip(0..).collect();
        let points = nodes.iter().map(points_of).sum();
        let nodes = nodes.into_iter().map(without_remarks).collect();
        Self { topology, rules: judged_by.rules, nodes, points, places, turns }
    }

    pub(super) fn nodes(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn points(&self) -> usize {
        self.points
    }

    pub(super) fn rules(&self) -> Rules {
        self.rules
    }

    /// Each node is visited once with each player to move.
    pub(super) fn lay(&self, asked: &HashSet<Asked>) -> (Vec<Spot>, HashMap<Asked, usize>) {
        let (mut spots, mut known, mut found) = (Vec::new(), HashMap::new(), HashMap::new());
        // The beginnings of lines, by the node: the stones are put there afterwards, in one walk through the
        // record.
        let mut begin: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for ask in asked {
            let (Place::Record(RecordPlace { node }), color) = ask else { continue };
            let Some(place) = self.places.get(node).copied() else { continue };
            let standing = (place, color.unwrap_or(self.turns[place]));
            let reach = self.reach(standing, &mut spots, &mut known, &mut begin);
            found.insert(*ask, reach.spot);
        }
        self.set_stones(&mut spots, &begin);
        (spots, found)
    }

    /// The line to a position, which is added with all on the way to it.
    fn reach(
        &self,
        standing: Standing,
        spots: &mut Vec<Spot>,
        known: &mut HashMap<Standing, Reach>,
        begin: &mut BTreeMap<usize, Vec<usize>>,
    ) -> Reach {
        let (mut way, mut at) = (Vec::new(), standing);
        let mut reach = loop {
            if let Some(reach) = known.get(&at) {
                break *reach;
            }
            let (node, next) = at;
            let back = self.back(node, next);
            let before = self.nodes[node].parent.map(|parent| parent as usize);
            match (back, before) {
                (Back::Move(color, made_at), Some(before)) => {
                    way.push((at, Some((color, made_at))));
                    at = (before, color);
                }
                (Back::Same, Some(before)) => {
                    way.push((at, None));
                    at = (before, next);
                }
                _ => {
                    let reach = self.begins(at, spots, begin);
                    known.insert(at, reach);
                    break reach;
                }
            }
        };
        for (at, made) in way.into_iter().rev() {
            if let Some((color, made_at)) = made {
                reach = if reach.moves < LONGEST_LINE {
                    let before = Some(reach.spot);
                    spots.push(Spot { before, reached: Reached::Recorded(color, made_at) });
                    Reach { spot: spots.len() - 1, moves: reach.moves + 1 }
                } else {
                    self.begins(at, spots, begin)
                };
            }
            known.insert(at, reach);
        }
        reach
    }

    /// Adds the beginning of a line. Its stones come later.
    fn begins(
        &self,
        (node, next): Standing,
        spots: &mut Vec<Spot>,
        begin: &mut BTreeMap<usize, Vec<usize>>,
    ) -> Reach {
        let spot = spots.len();
        let stones = Stones::empty(&self.topology);
        spots.push(Spot { before: None, reached: Reached::Begin(Beginning::Stones(stones, next)) });
        begin.entry(node).or_default().push(spot);
        Reach { spot, moves: 0 }
    }

    /// The way in which a node continues the line before it, if the next move is this player's.
    fn back(&self, node: usize, next: Color) -> Back {
        let RecordNode { made, setup, to_move, .. } = &self.nodes[node];
        match made {
            // No move leads to stones that were set up, or over a move that the rules forbid. And a player
            // who moves twice has some reason that the rules do not know: handicap stones, or a turn that the
            // record gives.
            _ if node == 0 || setup.is_some() => Back::Begins,
            Some(made) if made.illegal.is_some() || made.color.0 == next => Back::Begins,
            Some(made) if made.at == "pass" => Back::Move(made.color.0, None),
            Some(made) => match made.at.parse() {
                Ok(at) => Back::Move(made.color.0, Some(at)),
                Err(_) => Back::Begins,
            },
            None if to_move.is_some() => Back::Begins,
            None => Back::Same,
        }
    }

    /// Puts the stones where lines begin.
    fn set_stones(&self, spots: &mut [Spot], begin: &BTreeMap<usize, Vec<usize>>) {
        let Some((&last, _)) = begin.last_key_value() else { return };
        walk_stones(&self.topology, &self.nodes, last + 1, |number, stones| {
            for &spot in begin.get(&number).into_iter().flatten() {
                if let Reached::Begin(Beginning::Stones(empty, _)) = &mut spots[spot].reached {
                    empty.clone_from(stones);
                }
            }
        });
    }
}

/// A node by its place, its stones and its turn: the others are no matter of positions, and take more room.
fn without_remarks(node: RecordNode) -> RecordNode {
    let RecordNode { node, parent, made, setup, to_move, .. } = node;
    RecordNode { node, parent, made, setup, to_move, ..RecordNode::default() }
}

/// The number of points that a node sets up and captures.
fn points_of(node: &RecordNode) -> usize {
    let set_up =
        node.setup.as_ref().map_or(0, |setup| setup.black.len() + setup.white.len() + setup.empty.len());
    set_up + node.made.as_ref().map_or(0, |made| made.captured.len())
}

/// The player to move at each node. The record itself knows best: whose turn it says it is, and who moves
/// next in it. Else it is the opponent of whoever moved last, and at the beginning Black, or White behind
/// handicap stones.
fn turns(nodes: &[RecordNode], handicap: u8) -> Vec<Color> {
    let first = if handicap >= 2 { Color::White } else { Color::Black };
    let mut turns = vec![first; nodes.len()];
    for (number, node) in nodes.iter().enumerate() {
        let said = node.to_move.map(|Text(color)| color);
        let moved = node.made.as_ref().map(|made| made.color.0.opponent());
        let before = node.parent.and_then(|parent| turns.get(parent as usize).copied());
        turns[number] = said.or(moved).or(before).unwrap_or(first);
    }
    // The next node on the record's own way on from each node, whose first child is right behind it.
    let mut next: Option<Color> = None;
    for (number, node) in nodes.iter().enumerate().rev() {
        let follows = |child: &RecordNode| child.parent.is_some_and(|parent| parent as usize == number);
        next = next.filter(|_| nodes.get(number + 1).is_some_and(follows));
        let said = node.to_move.map(|Text(color)| color);
        if let Some(color) = said.or(next) {
            turns[number] = color;
        }
        next = node.made.as_ref().map(|made| made.color.0).or(said).or(next);
    }
    turns
}
