//! The positions that a game has gone through, and what is like them.

use tengen_rules::{ByColor, Color, Point, Stones, Topology};

use crate::bounds::{by_chance, few, opening};
use crate::parts::parts;
use crate::places::Places;
use crate::sought::{Sought, number};

/// The positions that a game has gone through, those that were taken back among them. A step costs some bytes.
#[derive(Debug, Clone)]
pub struct Path {
    first: Stones,
    now: Stones,
    /// Whether the game began in a position in which others may begin, too.
    is_set_up: bool,
    /// Once so many stones were set its positions are withheld.
    from: usize,
    /// The most stones that it has had at once.
    most: usize,
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
    /// Stones that are everybody's, as the game began with them.
    given: Option<&'a Stones>,
    /// How many stones both have.
    common: Vec<u16>,
    /// How many of these are not given.
    own: Vec<u16>,
    /// How many stones the position of the path has.
    stones: usize,
}

impl Path {
    /// A game that begins with these stones of a handicap, or with none.
    pub fn new(first: Stones) -> Self {
        let from = opening(first.size());
        let (now, ever) = (first.clone(), Places::of(&first));
        let most = first.iter().flatten().count();
        Self { first, now, is_set_up: false, from, most, ever, changes: Vec::new(), steps: Vec::new() }
    }

    /// A game that begins in a position to which moves have led that set so many stones. It is as far on as that has stones, or
    /// as these moves have set some. The position itself was everybody's before.
    pub fn begun_in(first: Stones, set: usize) -> Self {
        let path = Self::new(first);
        let from = path.from.saturating_sub(set.max(path.most)).max(1);
        Self { is_set_up: true, from, ..path }
    }

    /// Takes up the stones after the next event that changes some. `set` is how many stones the moves have set that led there, if
    /// that event was a move; a position that comes back has none.
    pub fn note(&mut self, stones: &Stones, set: Option<usize>) {
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
        self.most = self.most.max(self.now.iter().flatten().count());
        let changes = u32::try_from(self.changes.len()).unwrap_or(u32::MAX);
        self.steps.push(Step { changes, is_held: set.is_some_and(|set| set >= self.from) });
    }

    /// How many steps were taken up.
    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// Whether everybody is refused a position: the first `seen` steps have led to it, or near it.
    ///
    /// A position in which the game began is near none, if others may begin there, too. A position that shares fewer stones with
    /// one of the path than an opening has, those with which others may begin left out, is not near it, but it may be one of the
    /// path.
    pub fn is_near(&self, sought: &Sought, board: &Topology, seen: usize) -> bool {
        let points = self.first.size();
        // Most games never had most of these stones.
        if points != sought.points() || !sought.is_among(&self.ever, few(points, self.most)) {
            return false;
        }
        let none = vec![0; sought.ways()];
        let given = self.is_set_up.then_some(&self.first);
        let mut shared = Shared { sought, given, common: none.clone(), own: none, stones: 0 };
        for at in (0..points).filter_map(Point::new) {
            shared.change(Change { point: at, before: None, after: self.first.get(at) });
        }
        if self.is_set_up && shared.is_same() {
            return false;
        }
        let mut done = 0;
        for step in self.steps.iter().take(seen) {
            let upto = step.changes as usize;
            for change in self.changes.get(done..upto).unwrap_or_default() {
                shared.change(*change);
            }
            done = upto;
            if step.is_held && (shared.is_same() || shared.is_near(board, || self.stones_after(upto))) {
                return true;
            }
        }
        false
    }

    /// Whether its own players are refused a position besides: by now the game shares more with it than openings and chance do,
    /// on the whole board or on a half or a quarter of it. Stones with which the game began are not shared: others have them,
    /// too.
    pub fn is_like(&self, sought: &Sought, board: &Topology) -> bool {
        let points = self.first.size();
        points == sought.points()
            && points == board.size()
            && sought.stones() > self.from
            && parts(board)
                .iter()
                .any(|part| (0..sought.ways()).any(|way| self.is_like_on(part, sought, way)))
    }

    /// The same on a part of the board, in one way.
    fn is_like_on(&self, part: &[Point], sought: &Sought, way: usize) -> bool {
        // Its stones there but those of the beginning.
        let played = |at: &Point| self.now.get(*at).filter(|color| self.first.get(*at) != Some(*color));
        let is_common = |at: &&Point| played(at).is_some_and(|color| sought.has(way, **at, Some(color)));
        let common = part.iter().filter(is_common).count();
        if common <= self.from {
            return false;
        }
        let (mut own, mut their) = (ByColor::<usize>::default(), ByColor::<usize>::default());
        for at in part {
            for color in Color::ALL.into_iter().filter(|color| self.first.get(*at) != Some(*color)) {
                own[color] += usize::from(self.now.get(*at) == Some(color));
                their[color] += usize::from(sought.has(way, *at, Some(color)));
            }
        }
        let pairs = own.black * their.black + own.white * their.white;
        common > by_chance(own.black + own.white, pairs, part.len(), self.from)
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
        let given = self.given.and_then(|given| given.get(change.point));
        if change.before.is_some() {
            let (before, is_own) = (number(change.before), given != change.before);
            for ((common, own), stone) in self.common.iter_mut().zip(&mut self.own).zip(there) {
                let is_there = u16::from(*stone == before);
                *common -= is_there;
                *own -= if is_own { is_there } else { 0 };
            }
            self.stones -= 1;
        }
        if change.after.is_some() {
            let (after, is_own) = (number(change.after), given != change.after);
            for ((common, own), stone) in self.common.iter_mut().zip(&mut self.own).zip(there) {
                let is_there = u16::from(*stone == after);
                *common += is_there;
                *own += if is_own { is_there } else { 0 };
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

    /// Whether a few changes lead from the position of the path to the one that is sought, and both have an opening in common.
    fn is_near(&self, board: &Topology, stones: impl Fn() -> Stones) -> bool {
        let (most, few) = (self.most(), few(board.size(), self.stones));
        // As many stones are set as only the sought position has.
        if self.sought.stones() - most > few || most < opening(board.size()) {
            return false;
        }
        let mut there = None;
        self.common.iter().zip(&self.own).enumerate().any(|(way, (common, own))| {
            let common = usize::from(*common);
            let (set, taken) = (self.sought.stones() - common, self.stones - common);
            let is_of_the_game = usize::from(*own) >= opening(board.size());
            let Some(left) = few.checked_sub(set).filter(|_| is_of_the_game) else {
                return false;
            };
            taken <= left || self.are_taken_in(left, way, board, there.get_or_insert_with(&stones))
        })
    }

    /// Whether the stones that only the position of the path has stood in so many chains at most.
    fn are_taken_in(&self, most: usize, way: usize, board: &Topology, stones: &Stones) -> bool {
        let mut taken: Vec<Option<Color>> = board
            .points()
            .map(|at| stones.get(at).filter(|color| !self.sought.has(way, at, Some(*color))))
            .collect();
        let mut chains = 0;
        let mut chain = Vec::new();
        for start in board.points() {
            let Some(color) = taken.get_mut(start.index()).and_then(Option::take) else { continue };
            chains += 1;
            if chains > most {
                return false;
            }
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
        true
    }
}
