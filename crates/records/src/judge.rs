//! Whether the moves of a record are legal. They are made in any case; this only tells.

use std::collections::HashMap;

use tengen_rules::{Color, Point, Repetition, Rules, Suicide};

/// A position on the way to the one that is shown.
#[derive(Debug, Clone, Copy)]
struct Past {
    hash: u64,
    /// The player who moves next.
    next: Option<Color>,
    /// The player who made it.
    by: Option<Color>,
}

/// The state at a node, without the stones. It is kept for each node on the way, and is cheap to copy.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Standing {
    /// The number of moves that were made.
    pub(crate) number: u32,
    /// Whose turn it is, if that is known.
    to_move: Option<Color>,
    /// Handicap stones that Black may still place as moves.
    handicap: u8,
    /// Passes in a row.
    passes: u8,
    /// From where on the positions count: setup begins anew.
    since: usize,
    /// The player who moved first after `since`: only this tells whose turn it was in the first of these
    /// positions.
    first: Option<Color>,
    /// The number of positions.
    positions: usize,
}

/// Follows a record, forwards and back again.
#[derive(Debug)]
pub(crate) struct Judge {
    rules: Rules,
    path: Vec<Past>,
    /// The places in `path` by hash.
    known: HashMap<u64, Vec<usize>>,
    pub(crate) now: Standing,
    /// The number of positions that were looked at.
    searched: u64,
}

/// A move that was made on the stones.
pub(crate) struct Made<'a> {
    pub(crate) color: Color,
    /// Where, unless it is a pass.
    pub(crate) at: Option<Point>,
    pub(crate) taken: &'a [Point],
    pub(crate) was_occupied: bool,
    /// Of the position that it made.
    pub(crate) hash: u64,
}

impl Judge {
    /// Before the first node; `handicap` stones may come as moves.
    pub(crate) fn new(rules: Rules, handicap: u8) -> Self {
        let handicap = if handicap >= 2 { handicap } else { 0 };
        let now =
            Standing { number: 0, to_move: None, handicap, passes: 0, since: 0, first: None, positions: 0 };
        let mut judge = Self { rules, path: Vec::new(), known: HashMap::new(), now, searched: 0 };
        judge.push(Past { hash: 0, next: None, by: None });
        judge
    }

    /// Stones were set up: no move led here.
    pub(crate) fn set_up(&mut self, hash: u64, has_black: bool) {
        self.now.since = self.path.len();
        self.now.first = None;
        self.now.to_move = None;
        self.now.passes = 0;
        if has_black {
            self.now.handicap = 0;
        }
        self.push(Past { hash, next: None, by: None });
    }

    /// The record says whose turn it is.
    pub(crate) fn give_turn_to(&mut self, color: Color) {
        self.now.to_move = Some(color);
    }

    /// A move was made; the rule that forbids it, if one does.
    pub(crate) fn make(&mut self, made: &Made<'_>) -> Option<&'static str> {
        let placing = self.now.handicap > 0 && made.color == Color::Black && made.at.is_some();
        let out_of_turn = self.now.to_move.is_some_and(|color| color != made.color);
        let next = if placing { None } else { Some(made.color.opponent()) };
        self.now.first.get_or_insert(made.color);
        let refused = match made.at {
            None => None,
            Some(_) if made.was_occupied => Some("occupied"),
            Some(at) => self.suicide(at, made.taken).or_else(|| self.repetition(made, next)),
        };
        self.now.number = self.now.number.saturating_add(1);
        self.now.handicap = if placing { self.now.handicap - 1 } else { 0 };
        self.now.passes = if made.at.is_none() { self.now.passes.saturating_add(1) } else { 0 };
        // After two passes play is over. The rules and the players decide who goes on.
        self.now.to_move = next.filter(|_| self.now.passes < 2);
        self.push(Past { hash: made.hash, next, by: Some(made.color) });
        refused.or(out_of_turn.then_some("out_of_turn"))
    }

    /// The number of positions that were looked at in search of repetitions.
    pub(crate) fn searched(&self) -> u64 {
        self.searched
    }

    /// Takes everything back that came after a node.
    pub(crate) fn back_to(&mut self, standing: Standing) {
        while self.path.len() > standing.positions {
            let Some(past) = self.path.pop() else { break };
            if let Some(places) = self.known.get_mut(&past.hash) {
                places.pop();
            }
        }
        self.now = standing;
    }

    fn push(&mut self, past: Past) {
        self.known.entry(past.hash).or_default().push(self.path.len());
        self.path.push(past);
        self.now.positions = self.path.len();
    }

    fn suicide(&self, at: Point, taken: &[Point]) -> Option<&'static str> {
        let own = if taken.contains(&at) { taken.len() } else { 0 };
        let allowed = match self.rules.suicide {
            Suicide::Forbidden => own == 0,
            Suicide::MultiStone => own != 1,
            Suicide::Allowed => true,
        };
        (!allowed).then_some("suicide")
    }

    fn repetition(&mut self, made: &Made<'_>, next: Option<Color>) -> Option<&'static str> {
        let same = self.known.get(&made.hash)?;
        let counted = || same.iter().rev().copied().take_while(|&place| place >= self.now.since);
        if let Some(two_plies_ago) = self.path.len().checked_sub(2)
            && counted().take_while(|&place| place >= two_plies_ago).any(|place| place == two_plies_ago)
        {
            return Some("ko");
        }
        if self.rules.repetition == Repetition::BasicKo {
            return None;
        }
        let forbidden = |place: usize| {
            let Some(past) = self.path.get(place) else { return false };
            // The first position counts as made by the player who does not move first.
            let first = self.now.first.filter(|_| place == self.now.since);
            match self.rules.repetition {
                Repetition::BasicKo => false,
                Repetition::PositionalSuperko => true,
                Repetition::SituationalSuperko => past.next.or(first) == next,
                Repetition::NaturalSituationalSuperko => {
                    past.by.or(first.map(Color::opponent)) == Some(made.color)
                }
            }
        };
        let searched = &mut self.searched;
        counted().inspect(|_| *searched += 1).any(forbidden).then_some("superko")
    }
}
