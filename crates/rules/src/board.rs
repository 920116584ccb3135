//! A legal arrangement of stones.

use std::sync::Arc;

use crate::chains::{Chains, code};
use crate::surface::Surface;
use crate::zobrist::key;
use crate::{ByColor, Color, NoLiberties, Point, Stones, Topology};

/// Stones of which every chain has a liberty, with its chains, kept up to date move by move.
///
/// A board knows captures and suicide but no history; ko and turns belong to a [`Game`](crate::Game).
#[derive(Debug)]
pub struct Board<S: Surface = Arc<Topology>> {
    pub(crate) surface: S,
    pub(crate) chains: Chains<S>,
    counts: ByColor<usize>,
    hash: u64,
}

/// What a stone put on an empty point would lead to; see [`Board::outcome`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The hash of the position after it.
    pub hash: u64,
    /// How many of the opponent's stones it takes.
    pub captures: usize,
    /// How many of one's own stones it takes, itself included: zero unless it is suicide.
    pub suicide: usize,
}

impl<S: Surface> Clone for Board<S> {
    fn clone(&self) -> Self {
        Self {
            surface: self.surface.clone(),
            chains: self.chains.clone(),
            counts: self.counts,
            hash: self.hash,
        }
    }

    // Random playouts start from the same board again and again; this keeps their memory.
    fn clone_from(&mut self, source: &Self) {
        self.surface.clone_from(&source.surface);
        self.chains.copy_from(&source.chains);
        self.counts = source.counts;
        self.hash = source.hash;
    }
}

impl<S: Surface> PartialEq for Board<S> {
    /// Whether the same stones stand on the same points.
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash
            && self.surface == other.surface
            && self.surface.points().all(|point| self.get(point) == other.get(point))
    }
}

impl<S: Surface> Eq for Board<S> {}

impl Board {
    /// The points that it is played on.
    pub fn topology(&self) -> &Arc<Topology> {
        &self.surface
    }
}

impl<S: Surface> Board<S> {
    /// An empty board.
    pub fn new(surface: S) -> Self {
        let chains = Chains::new(&surface);
        Board { surface, chains, counts: ByColor::default(), hash: 0 }
    }

    /// The board with these stones, if each of their chains has a liberty. Stones beyond the board are ignored.
    pub fn from_stones(surface: S, stones: &Stones) -> Result<Self, NoLiberties> {
        Self::from_points(surface, |point| stones.get(point))
    }

    /// The same stones on another surface with the same points.
    pub(crate) fn moved_to<T: Surface>(&self, surface: T) -> Result<Board<T>, NoLiberties> {
        Board::from_points(surface, |point| self.get(point))
    }

    fn from_points(surface: S, stone: impl Fn(Point) -> Option<Color>) -> Result<Self, NoLiberties> {
        let mut board = Board::new(surface);
        for point in board.surface.points() {
            if let Some(color) = stone(point) {
                board.put(point, color);
            }
        }
        match board.surface.points().find(|&point| board.has_no_liberty(point)) {
            Some(stone) => Err(NoLiberties { stone }),
            None => Ok(board),
        }
    }

    fn has_no_liberty(&self, point: Point) -> bool {
        self.get(point).is_some() && self.chains.of(point).pseudo_liberties == 0
    }

    /// The points that it is played on, as its chains see them.
    pub fn surface(&self) -> &S {
        &self.surface
    }

    /// The stone on a point; `None` if it is empty or not on the board.
    #[inline]
    pub fn get(&self, point: Point) -> Option<Color> {
        if self.surface.contains(point) { self.chains.cell(point).color() } else { None }
    }

    /// All stones.
    pub fn stones(&self) -> Stones {
        Stones::from_points(self.surface.points().map(|point| self.get(point)).collect())
    }

    /// How many stones of a colour there are.
    pub fn count(&self, color: Color) -> usize {
        self.counts[color]
    }

    /// A hash of the stones (not of whose turn it is). Equal positions have equal hashes everywhere and always.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// A stone that stands for the whole chain which the stone at `point` belongs to: the same one for each of its
    /// stones until the board changes. `None` if the point has no stone.
    #[inline]
    pub fn representative(&self, point: Point) -> Option<Point> {
        self.get(point).map(|_| self.chains.cell(point).head)
    }

    /// The stones connected to the one at `point`, sorted; none if the point is empty.
    pub fn chain(&self, point: Point) -> Vec<Point> {
        let mut chain = Vec::new();
        if self.get(point).is_some() {
            let mut stone = point;
            loop {
                chain.push(stone);
                stone = self.chains.cell(stone).link;
                if stone == point {
                    break;
                }
            }
            chain.sort_unstable();
        }
        chain
    }

    /// The empty points next to the chain of the stone at `point`, sorted; none if the point is empty.
    pub fn liberties(&self, point: Point) -> Vec<Point> {
        let mut liberties: Vec<Point> = self
            .chain(point)
            .into_iter()
            .flat_map(|stone| self.surface.neighbours(stone))
            .copied()
            .filter(|&neighbour| self.get(neighbour).is_none())
            .collect();
        liberties.sort_unstable();
        liberties.dedup();
        liberties
    }

    /// One stone of each chain, in the order of each chain's first stone from the top left.
    pub fn chains(&self) -> impl Iterator<Item = Point> + '_ {
        let mut seen = vec![false; self.surface.size()];
        self.surface.points().filter(move |&point| {
            self.representative(point).is_some_and(|head| !std::mem::replace(&mut seen[head.index()], true))
        })
    }

    /// How many neighbours of a point are empty, and how many have a stone of the colour and of its opponent.
    #[inline]
    pub(crate) fn around(&self, point: Point, color: Color) -> (u32, u32, u32) {
        let cell = self.chains.cell(point);
        (cell.empty_around(), cell.stones_around(color), cell.stones_around(color.opponent()))
    }

    /// Whether a stone of that colour on that empty point would have no liberty and take none of the opponent's, so
    /// that it would be taken off itself.
    pub fn is_suicide(&self, point: Point, color: Color) -> bool {
        self.surface.contains(point)
            && self.chains.cell(point).code() == 0
            && self.around(point, color).0 == 0
            && self.is_crowded_suicide(point, color)
    }

    /// The same for a point that is known to be empty and to have no empty neighbour.
    #[inline]
    pub(crate) fn is_crowded_suicide(&self, point: Point, color: Color) -> bool {
        let around = self.surface.around(point);
        for &neighbour in around {
            let cell = self.chains.cell(neighbour);
            let own = cell.code() == code(color);
            if !own && cell.code() != code(color.opponent()) {
                continue;
            }
            // It takes an opponent's chain, or joins one of its own that has a liberty left. Most chains have more
            // pseudo-liberties than there can be links to one point.
            let last_liberty = self.chains.with_head(cell.head).pseudo_liberties as usize <= around.len()
                && self.is_last_liberty(neighbour, point);
            if own != last_liberty {
                return false;
            }
        }
        true
    }

    /// What a stone of that colour on that point would lead to, without changing anything and without allocating;
    /// `None` unless the point is empty and on the board.
    #[inline]
    pub fn outcome(&self, at: Point, color: Color) -> Option<Outcome> {
        if !self.surface.contains(at) {
            return None;
        }
        let cell = self.chains.cell(at);
        if cell.code() != 0 {
            return None;
        }
        let hash = self.hash ^ key(at, color);
        let free = cell.empty_around() > 0;
        if free && cell.stones_around(color.opponent()) == 0 {
            return Some(Outcome { hash, captures: 0, suicide: 0 });
        }
        Some(self.crowded_outcome(at, color, hash, free))
    }

    /// The same where there are opponents around, or nothing but stones.
    fn crowded_outcome(&self, at: Point, color: Color, hash: u64, mut free: bool) -> Outcome {
        let mut outcome = Outcome { hash, captures: 0, suicide: 0 };
        let (mut own_hash, mut own_size) = (0, 0);
        let around = self.surface.around(at);
        for (index, &neighbour) in around.iter().enumerate() {
            let cell = self.chains.cell(neighbour);
            let Some(other) = cell.color() else { continue };
            let chain = self.chains.with_head(cell.head);
            if chain.pseudo_liberties as usize > around.len() {
                free |= other == color;
                continue;
            }
            let seen = around[..index].iter().any(|&earlier| self.chains.cell(earlier).head == cell.head);
            if seen {
                continue;
            }
            let last_liberty = self.is_last_liberty(neighbour, at);
            if other == color {
                free |= !last_liberty;
                own_hash ^= chain.hash;
                own_size += chain.size as usize;
            } else if last_liberty {
                outcome.captures += chain.size as usize;
                outcome.hash ^= chain.hash;
            }
        }
        if !free && outcome.captures == 0 {
            outcome = Outcome { hash: self.hash ^ own_hash, captures: 0, suicide: own_size + 1 };
        }
        outcome
    }

    /// Whether the chain of the stone at `stone` has no liberty but the empty point `at`, next to it.
    #[inline]
    pub(crate) fn is_last_liberty(&self, stone: Point, at: Point) -> bool {
        let head = self.chains.cell(stone).head;
        let liberties = self.chains.with_head(head).pseudo_liberties as usize;
        let around = self.surface.around(at);
        // All its pseudo-liberties are links to this point. Most chains have more than there can be.
        liberties <= around.len()
            && liberties == around.iter().filter(|&&other| self.chains.cell(other).head == head).count()
    }

    /// The stones that would be taken off if a stone of that colour came to that empty point: the opponent's, or in
    /// suicide one's own with the new one. Sorted.
    pub fn captured_by(&self, at: Point, color: Color) -> Vec<Point> {
        let mut captured = Vec::new();
        let Some(outcome) = self.outcome(at, color) else { return captured };
        if outcome.captures == 0 && outcome.suicide == 0 {
            return captured;
        }
        let taken = if outcome.captures > 0 { color.opponent() } else { color };
        for &neighbour in self.surface.neighbours(at) {
            if self.get(neighbour) == Some(taken)
                && !captured.contains(&neighbour)
                && (taken == color || self.is_last_liberty(neighbour, at))
            {
                captured.extend(self.chain(neighbour));
            }
        }
        if outcome.suicide > 0 {
            captured.push(at);
        }
        captured.sort_unstable();
        captured
    }

    /// Puts a stone on an empty point and takes off what has no liberty then: the opponent's chains, or if there
    /// are none the stone's own. `captured` is filled with the stones taken off, unsorted. False, with nothing
    /// changed, if the point is not empty or not on the board. No rule but this one is asked.
    #[inline]
    pub fn place(&mut self, at: Point, color: Color, captured: &mut Vec<Point>) -> bool {
        captured.clear();
        if !self.surface.contains(at) || self.chains.cell(at).code() != 0 {
            return false;
        }
        let takes = self.put(at, color);
        if takes {
            self.take_around(at, color.opponent(), captured);
        } else if self.chains.of(at).pseudo_liberties == 0 {
            self.take_off(at, color, captured);
        }
        true
    }

    /// Takes off the neighbours of that colour that have no liberty.
    fn take_around(&mut self, at: Point, color: Color, captured: &mut Vec<Point>) {
        for index in 0..self.surface.around(at).len() {
            let neighbour = self.surface.around(at)[index];
            if self.chains.cell(neighbour).code() == code(color)
                && self.chains.of(neighbour).pseudo_liberties == 0
            {
                self.take_off(neighbour, color, captured);
            }
        }
    }

    /// Adds a stone to an empty point, whatever liberties it leaves; whether an opponent's chain has none.
    #[inline]
    fn put(&mut self, at: Point, color: Color) -> bool {
        self.counts[color] += 1;
        self.hash ^= key(at, color);
        self.chains.put(&self.surface, at, color)
    }

    fn take_off(&mut self, chain: Point, color: Color, captured: &mut Vec<Point>) {
        let taken = self.chains.take_off(&self.surface, chain, captured);
        self.counts[color] -= taken.size as usize;
        self.hash ^= taken.hash;
    }
}
