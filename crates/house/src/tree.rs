//! The tree: for each position that was looked at, the plays from it and how they have done.

use tengen_rules::Point;

/// How many results what is known of a point in general weighs as much as, before it gives way to the play's own.
const GENERAL: f32 = 300.0;
/// How many results the first sight counts for.
const SIGHT: f32 = 12.0;
/// How much is risked on plays that were seldom tried.
const CURIOSITY: f32 = 0.15;

/// A play from a position, seen by the player who makes it.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// Where; nothing for a pass.
    pub(crate) at: Option<Point>,
    pub(crate) visits: f32,
    pub(crate) wins: f32,
    /// How games went in which the same side was the first to play there, whenever that was.
    general_visits: f32,
    general_wins: f32,
    /// Where the plays that may follow stand in the tree.
    children: std::ops::Range<usize>,
}

impl Node {
    pub(crate) fn new(at: Option<Point>, promise: f32) -> Self {
        Self {
            at,
            visits: 0.0,
            wins: 0.0,
            general_visits: SIGHT,
            general_wins: SIGHT * promise,
            children: 0..0,
        }
    }

    /// Takes note of a result; `won` from 0 to 1.
    pub(crate) fn visit(&mut self, won: f32) {
        self.visits += 1.0;
        self.wins += won;
    }

    /// Takes note of a game in which this side was the first to play there.
    pub(crate) fn note_played(&mut self, won: f32) {
        self.general_visits += 1.0;
        self.general_wins += won;
    }

    /// The share of games won.
    pub(crate) fn rate(&self) -> f32 {
        if self.visits > 0.0 { self.wins / self.visits } else { 0.5 }
    }

    fn worth(&self, log_of_all: f32) -> f32 {
        let general = self.general_wins / self.general_visits;
        if self.visits == 0.0 {
            return general + CURIOSITY * log_of_all.sqrt();
        }
        let share = (GENERAL / (3.0 * self.visits + GENERAL)).sqrt();
        let known = (1.0 - share) * self.rate() + share * general;
        known + CURIOSITY * (log_of_all / (self.visits + 1.0)).sqrt()
    }
}

/// All nodes; the first is the position from which the search began.
#[derive(Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    pub(crate) const ROOT: usize = 0;

    pub(crate) fn new() -> Self {
        Self { nodes: vec![Node::new(None, 0.5)] }
    }

    pub(crate) fn node(&self, index: usize) -> &Node {
        &self.nodes[index]
    }

    pub(crate) fn node_mut(&mut self, index: usize) -> &mut Node {
        &mut self.nodes[index]
    }

    /// The plays that follow a position, as far as they were looked for.
    pub(crate) fn children(&self, index: usize) -> &[Node] {
        &self.nodes[self.nodes[index].children.clone()]
    }

    pub(crate) fn children_mut(&mut self, index: usize) -> &mut [Node] {
        let children = self.nodes[index].children.clone();
        &mut self.nodes[children]
    }

    pub(crate) fn is_leaf(&self, index: usize) -> bool {
        self.nodes[index].children.is_empty()
    }

    /// Adds the plays that follow a position.
    pub(crate) fn grow(&mut self, index: usize, children: impl Iterator<Item = Node>) {
        let first = self.nodes.len();
        self.nodes.extend(children);
        let children = first..self.nodes.len();
        if let Some(node) = self.nodes.get_mut(index) {
            node.children = children;
        }
    }

    /// The play to try next.
    pub(crate) fn choose(&self, index: usize) -> Option<usize> {
        let children = self.nodes[index].children.clone();
        let log_of_all = (self.nodes[index].visits + 1.0).ln();
        let worth = |child: &usize| self.nodes[*child].worth(log_of_all);
        children.max_by(|one, other| worth(one).total_cmp(&worth(other)))
    }
}
