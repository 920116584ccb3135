//! The positions that a game has gone through, and what is like them.

use tengen_rules::{ByColor, Color, Point, Stones, Topology};

use crate::bounds::{by_chance, few, opening};
use crate::places::Places;
use crate::sought::{Sought, number};

/// The positions that a game has gone through, those that were taken back among them. A step costs some bytes.
#[derive(Debug, Clone)]
pub struct Path {
    first: Stones,
    now: Stones,
    /// Whether the game began in a position in which others may begin, too.
    is_set_up: bool,
    /// From so many moves on its positions are withheld.
    from: usize,
    /// Where stones have ever been.
    ever: Places,
    changes: Vec<Change>,
    steps: Vec<Step>,
}

/// A point that has changed.
#[derive(Debug, Clone, Copy)]
struct Change {
    point: Point,
    before: Option<Color>,
    after: Option<Color>,
}

/// One position after the other.
#[derive(Debug, Clone, Copy)]
struct Step {
    /// How many changes have led to it.
    changes: u32,
    /// Whether it is withheld.
    is_held: bool,
}

/// How much a position shares with one of the path, in each of its ways.
struct Shared<'a> {
    sought: &'a Sought,
    /// How many stones both have.
    common: Vec<u16>,
    /// How many stones the position of the path has.
    stones: usize,
}

impl Path {
    /// A game that begins with these stones of a handicap, or with none.
    pub fn new(first: Stones) -> Self {
        let from = opening(first.size());
        let (now, ever) = (first.clone(), Places::of(&first));
        Self { first, now, is_set_up: false, from, ever, changes: Vec::new(), steps: Vec::new() }
    }

    /// A game that begins in a position to which so many moves have led. It is as far on as that has stones or moves. The position itself was everybody's before.
    pub fn begun_in(first: Stones, moves: usize) -> Self {
        let from = opening(first.size()).saturating_sub(moves.max(first.iter().flatten().count())).max(1);
        Self { is_set_up: true, from, ..Self::new(first) }
    }

    /// Takes up the stones after the next event that changes some. `moves` is how many moves have led there, passes among them, if that event was one;
    /// a position that comes back is none.
    pub fn note(&mut self, stones: &Stones, moves: Option<usize>) {
        for at in (0..self.now.size()).filter_map(Point::new) {
            let (before, after) = (self.now.get(at), stones.get(at));
            if before != after {
                self.changes.push(Change { point: at, before, after });
                self.now.set(at, after);
                if let Some(color) = after {
                    self.ever.add(at, color);
                }
            }
        }
        let changes = u32::try_from(self.changes.len()).unwrap_or(u32::MAX);
        self.steps.push(Step { changes, is_held: moves.is_some_and(|moves| moves >= self.from) });
    }

    /// How many steps were taken up.
    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// Whether everybody is refused a position: the first `seen` steps have led to it, or near it.
    ///
    /// A position in which the game began is near none, if others may begin there, too. A position with fewer stones than an opening has is near none
    /// either, but it may be one of the path.
    pub fn is_near(&self, sought: &Sought, board: &Topology, seen: usize) -> bool {
        self.first.size() == sought.points()
            // Most games never had most of these stones.
            && sought.is_among(&self.ever, few(sought.points()))
            && self.walk(sought, seen, Some(board)).is_none()
    }

    /// Whether its own players are refused a position besides: by now the game shares more with it than openings and chance do.
    pub fn is_like(&self, sought: &Sought) -> bool {
        if self.first.size() != sought.points() {
            return false;
        }
        let Some(shared) = self.walk(sought, self.steps(), None) else { return false };
        let own = ByColor::from_fn(|color| self.now.iter().filter(|stone| *stone == Some(color)).count());
        let opening = self.first.iter().flatten().count() + self.from;
        shared.common.iter().enumerate().any(|(way, common)| {
            let their = sought.count(way);
            let pairs = own.black * their.black + own.white * their.white;
            usize::from(*common) > opening + by_chance(pairs, sought.points())
        })
    }

    /// Walks through the first steps. Stops with nothing near a position that is withheld, if a board is given.
    fn walk<'a>(&self, sought: &'a Sought, steps: usize, near: Option<&Topology>) -> Option<Shared<'a>> {
        let mut shared = Shared { sought, common: vec![0; sought.ways()], stones: 0 };
        for at in (0..self.first.size()).filter_map(Point::new) {
            shared.change(Change { point: at, before: None, after: self.first.get(at) });
        }
        if near.is_some() && self.is_set_up && shared.is_same() {
            return Some(shared);
        }
        let few = few(sought.points());
        let is_opening = sought.stones() < opening(sought.points());
        let mut done = 0;
        for step in self.steps.iter().take(steps) {
            let upto = step.changes as usize;
            for change in self.changes.get(done..upto).unwrap_or_default() {
                shared.change(*change);
            }
            done = upto;
            let may_be_near = step.is_held && shared.stones + few >= sought.stones();
            let Some(board) = near.filter(|_| may_be_near) else { continue };
            if shared.is_same() || !is_opening && shared.is_near(few, board, || self.stones_after(upto)) {
                return None;
            }
        }
        Some(shared)
    }

    /// The stones after so many changes.
    fn stones_after(&self, changes: usize) -> Stones {
        let mut stones = self.first.clone();
        for change in self.changes.iter().take(changes) {
            stones.set(change.point, change.after);
        }
        stones
    }
}

impl Shared<'_> {
    fn change(&mut self, change: Change) {
        let there = self.sought.on(change.point);
        if change.before.is_some() {
            let before = number(change.before);
            for (common, stone) in self.common.iter_mut().zip(there) {
                *common -= u16::from(*stone == before);
            }
            self.stones -= 1;
        }
        if change.after.is_some() {
            let after = number(change.after);
            for (common, stone) in self.common.iter_mut().zip(there) {
                *common += u16::from(*stone == after);
            }
            self.stones += 1;
        }
    }

    /// The most stones that both have in any way.
    fn most(&self) -> usize {
        self.common.iter().max().map_or(0, |most| usize::from(*most))
    }

    /// Whether both are the same.
    fn is_same(&self) -> bool {
        let most = self.most();
        most == self.stones && most == self.sought.stones()
    }

    /// Whether a few changes lead from the position of the path to the one that is sought.
    fn is_near(&self, few: usize, board: &Topology, stones: impl Fn() -> Stones) -> bool {
        let most = self.most();
        // As many stones are set as only the sought position has.
        if self.sought.stones() - most > few {
            return false;
        }
        self.common.iter().enumerate().any(|(way, common)| {
            let common = usize::from(*common);
            let (set, taken) = (self.sought.stones() - common, self.stones - common);
            set <= few && (set + taken <= few || set + self.chains_taken(way, board, &stones()) <= few)
        })
    }

    /// In how many chains the stones stood that only the position of the path has.
    fn chains_taken(&self, way: usize, board: &Topology, stones: &Stones) -> usize {
        let mut taken: Vec<Option<Color>> = board
            .points()
            .map(|at| stones.get(at).filter(|color| !self.sought.has(way, at, Some(*color))))
            .collect();
        let mut chains = 0;
        let mut chain = Vec::new();
        for start in board.points() {
            let Some(color) = taken.get_mut(start.index()).and_then(Option::take) else { continue };
            chains += 1;
            chain.push(start);
            while let Some(stone) = chain.pop() {
                for near in board.neighbours(stone) {
                    if let Some(place) = taken.get_mut(near.index()).filter(|place| **place == Some(color)) {
                        *place = None;
                        chain.push(*near);
                    }
                }
            }
        }
        chains
    }
}
