//! A legal arrangement of stones.

mod outcome;

use std::sync::Arc;

use crate::chains::{Chains, code};
use crate::surface::Surface;
use crate::zobrist::key;
use crate::{ByColor, Color, NoLiberties, Point, Stones, Topology};

pub use outcome::Outcome;

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

    /// The board without the stones that are marked, whole chains.
    pub(crate) fn without(&self, marked: &[bool]) -> Board<S> {
        let (mut board, mut taken) = (self.clone(), Vec::new());
        for stone in self.surface.points().filter(|point| marked[point.index()]) {
            if let Some(color) = board.get(stone) {
                board.take_off(stone, color, &mut taken);
            }
        }
        board
    }

    /// The board after a stone is placed, if it is not taken at once.
    pub(crate) fn with_stone(&self, at: Point, color: Color) -> Option<Board<S>> {
        let (mut after, mut taken) = (self.clone(), Vec::new());
        (after.place(at, color, &mut taken) && after.get(at) == Some(color)).then_some(after)
    }

    /// The board with the stone that is told for each point, if each of their chains has a liberty.
    pub(crate) fn from_points(
        surface: S,
        stone: impl Fn(Point) -> Option<Color>,
    ) -> Result<Self, NoLiberties> {
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

    /// The stone that stands for the whole chain of the stone at `point`. It is the same one for each stone of the
    /// chain, until the board changes. `None` if the point has no stone.
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

    /// Puts a stone on an empty point and takes off the chains that have no liberty then: the opponent's, or if there
    /// are none, the stone's own. `captured` is filled with the stones taken off, unsorted. Answers false, with nothing
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

    /// Adds a stone to an empty point, with or without liberties. Answers whether an opponent's chain has none.
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
