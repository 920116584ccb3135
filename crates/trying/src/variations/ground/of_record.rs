//! The positions of the nodes of a record, each with the line that leads to it as far as the record gives one.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use tengen_protocol::records::{RecordNode, Shown, walk_stones};
use tengen_protocol::{LONGEST_LINE, Place, RecordPlace, Text};
use tengen_rules::{Color, Rules, Stones, Topology, Vertex};

use super::spot::{Asked, Beginning, Reached, Spot};

/// The positions of a record. Servers keep those of great records, so each node is a few numbers here.
#[derive(Debug)]
pub(super) struct RecordGround {
    topology: Arc<Topology>,
    rules: Rules,
    nodes: Vec<Step>,
    /// The points that the nodes change and the stones on them then, node by node.
    changes: Vec<(Vertex, Option<Color>)>,
    /// The numbers of the nodes with their places in the list, in the order of the numbers. Empty if each number is the place.
    numbers: Vec<(u32, u32)>,
}

/// A node.
#[derive(Debug)]
struct Step {
    /// The place of the node before it. The first node has none.
    before: u32,
    /// Where its points end among those of all nodes.
    end: u32,
    /// How it continues the line before it, unless the same player moves next.
    back: Back,
    /// The player to move.
    turn: Color,
}

/// So many bytes are said of a node with its number, and of a point.
const _: () =
    assert!(size_of::<Step>() + size_of::<(u32, u32)>() == 24 && size_of::<(Vertex, Option<Color>)>() == 3);

/// A position with the player who moves next: it has one line, whoever asks.
type Standing = (usize, Color);

/// The line to a position: its place in the list, and how many moves it has.
#[derive(Debug, Clone, Copy)]
struct Reach {
    spot: usize,
    moves: usize,
}

/// The way on from one node back to the one before it.
#[derive(Debug, Clone, Copy)]
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
        let Shown { info, judged_by, nodes: listed, .. } = shown;
        let (mut nodes, mut changes) = (Vec::with_capacity(listed.len()), Vec::new());
        for (node, turn) in listed.iter().zip(turns(&listed, info.handicap)) {
            changes.extend(node.changed());
            let end = u32::try_from(changes.len()).unwrap_or(u32::MAX);
            nodes.push(Step { before: node.parent.unwrap_or_default(), end, back: Back::of(node), turn });
        }
        changes.shrink_to_fit();
        let mut numbers = Vec::new();
        if listed.iter().any(|node| node.node.is_some()) {
            numbers.extend((0..).zip(&listed).map(|(place, node)| (node.node.unwrap_or(place), place)));
            numbers.sort_unstable();
        }
        Self { topology, rules: judged_by.rules, nodes, changes, numbers }
    }

    pub(super) fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// How many bytes it takes, the board aside.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..]) + size_of_val(&self.changes[..]) + size_of_val(&self.numbers[..])
    }

    pub(super) fn rules(&self) -> Rules {
        self.rules
    }

    /// Each node is visited once with each player to move.
    pub(super) fn lay(&self, asked: &HashSet<Asked>) -> (Vec<Spot>, HashMap<Asked, usize>) {
        let (mut spots, mut known, mut found) = (Vec::new(), HashMap::new(), HashMap::new());
        // Where lines begin, by the node: the stones are put there afterwards, in one walk through the record.
        let mut begin: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for ask in asked {
            let (Place::Record(RecordPlace { node }), color) = ask else { continue };
            let Some(place) = self.place(*node) else { continue };
            let standing = (place, color.unwrap_or(self.nodes[place].turn));
            let reach = self.reach(standing, &mut spots, &mut known, &mut begin);
            found.insert(*ask, reach.spot);
        }
        self.set_stones(&mut spots, &begin);
        (spots, found)
    }

    /// The place of the node with a number, if there is one.
    fn place(&self, number: u32) -> Option<usize> {
        let place = if self.numbers.is_empty() {
            number
        } else {
            let found = self.numbers.binary_search_by_key(&number, |(number, _)| *number).ok()?;
            self.numbers[found].1
        };
        Some(place as usize).filter(|place| *place < self.nodes.len())
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
            let Step { before, back, .. } = self.nodes[node];
            match back {
                // A player who moves twice has some reason that the rules do not know: handicap stones, or a turn that the
                // record gives.
                Back::Move(color, made_at) if color != next => {
                    way.push((at, Some((color, made_at))));
                    at = (before as usize, color);
                }
                Back::Same => {
                    way.push((at, None));
                    at = (before as usize, next);
                }
                Back::Begins | Back::Move(..) => {
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

    /// Puts the stones where lines begin.
    fn set_stones(&self, spots: &mut [Spot], begin: &BTreeMap<usize, Vec<usize>>) {
        let Some((&last, _)) = begin.last_key_value() else { return };
        let mut end = 0;
        let nodes = self.nodes.iter().take(last + 1).enumerate().map(|(place, step)| {
            let start = std::mem::replace(&mut end, step.end as usize);
            let changed = self.changes.get(start..end).unwrap_or_default();
            ((place > 0).then_some(step.before), changed.iter().copied())
        });
        walk_stones(&self.topology, nodes, |number, stones| {
            for &spot in begin.get(&number).into_iter().flatten() {
                if let Reached::Begin(Beginning::Stones(empty, _)) = &mut spots[spot].reached {
                    empty.clone_from(stones);
                }
            }
        });
    }
}

impl Back {
    /// How a node continues the line before it.
    fn of(RecordNode { parent, made, setup, to_move, .. }: &RecordNode) -> Self {
        match made {
            // No move leads to stones that were set up, or over a move that the rules forbid.
            _ if parent.is_none() || setup.is_some() => Self::Begins,
            Some(made) if made.illegal.is_some() => Self::Begins,
            Some(made) if made.at == "pass" => Self::Move(made.color.0, None),
            Some(made) => made.at.parse().map_or(Self::Begins, |at| Self::Move(made.color.0, Some(at))),
            None if to_move.is_some() => Self::Begins,
            None => Self::Same,
        }
    }
}

/// The player to move at each node. The record itself knows best: whose turn it says it is, and who moves next in it. Else it is
/// the opponent of whoever moved last, and at the beginning Black, or White behind handicap stones.
fn turns(nodes: &[RecordNode], handicap: u8) -> Vec<Color> {
    let first = if handicap >= 2 { Color::White } else { Color::Black };
    let mut turns = vec![first; nodes.len()];
    for (number, node) in nodes.iter().enumerate() {
        let said = node.to_move.map(|Text(color)| color);
        let moved = node.made.as_ref().map(|made| made.color.0.opponent());
        let before = node.parent.and_then(|parent| turns.get(parent as usize).copied());
        turns[number] = said.or(moved).or(before).unwrap_or(first);
    }
    // What comes next on the record's own way on from each node, whose first child is right behind it.
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
