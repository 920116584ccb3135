//! A legal arrangement of stones.

use std::sync::Arc;

use crate::chains::Chains;
use crate::zobrist::key;
use crate::{ByColor, Color, NoLiberties, Point, Stones, Topology};

/// Stones of which every chain has a liberty, with its chains, kept up to date move by move.
///
/// A board knows captures and suicide but no history; ko and turns belong to a [`Game`](crate::Game).
#[derive(Debug)]
pub struct Board {
    topology: Arc<Topology>,
    stones: Vec<Option<Color>>,
    chains: Chains,
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

impl Clone for Board {
    fn clone(&self) -> Self {
        Self {
            topology: Arc::clone(&self.topology),
            stones: self.stones.clone(),
            chains: self.chains.clone(),
            counts: self.counts,
            hash: self.hash,
        }
    }

    // Random playouts start from the same board again and again; this keeps their memory.
    fn clone_from(&mut self, source: &Self) {
        self.topology.clone_from(&source.topology);
        self.stones.clone_from(&source.stones);
        self.chains.clone_from(&source.chains);
        self.counts = source.counts;
        self.hash = source.hash;
    }
}

impl PartialEq for Board {
    /// Whether the same stones stand on the same points.
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash && self.stones == other.stones && self.topology == other.topology
    }
}

impl Eq for Board {}

impl Board {
    /// An empty board.
    pub fn new(topology: Arc<Topology>) -> Board {
        Board {
            stones: vec![None; topology.size()],
            chains: Chains::new(topology.size()),
            counts: ByColor::default(),
            hash: 0,
            topology,
        }
    }

    /// The board with these stones, if each of their chains has a liberty. Stones beyond the board are ignored.
    pub fn from_stones(topology: Arc<Topology>, stones: &Stones) -> Result<Board, NoLiberties> {
        stones.check_liberties(&topology)?;
        let mut board = Board::new(topology);
        for point in board.topology.points() {
            if let Some(color) = stones.get(point) {
                board.put(point, color);
            }
        }
        Ok(board)
    }

    /// The points that it is played on.
    pub fn topology(&self) -> &Arc<Topology> {
        &self.topology
    }

    /// The stone on a point; `None` if it is empty or not on the board.
    #[inline]
    pub fn get(&self, point: Point) -> Option<Color> {
        self.stones.get(point.index()).copied().flatten()
    }

    /// All stones.
    pub fn stones(&self) -> Stones {
        Stones::from_points(self.stones.clone())
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
        self.get(point).map(|_| self.chains.head(point))
    }

    /// The stones connected to the one at `point`, sorted; none if the point is empty.
    pub fn chain(&self, point: Point) -> Vec<Point> {
        let mut chain = Vec::new();
        if self.get(point).is_some() {
            let mut stone = point;
            loop {
                chain.push(stone);
                stone = self.chains.link(stone);
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
            .flat_map(|stone| self.topology.neighbours(stone))
            .copied()
            .filter(|&neighbour| self.stones[neighbour.index()].is_none())
            .collect();
        liberties.sort_unstable();
        liberties.dedup();
        liberties
    }

    /// One stone of each chain, in the order of each chain's first stone from the top left.
    pub fn chains(&self) -> impl Iterator<Item = Point> + '_ {
        let mut seen = vec![false; self.stones.len()];
        self.topology.points().filter(move |&point| {
            self.representative(point).is_some_and(|head| !std::mem::replace(&mut seen[head.index()], true))
        })
    }

    /// Whether a stone of that colour on that empty point would have no liberty and take none of the opponent's, so
    /// that it would be taken off itself.
    pub fn is_suicide(&self, point: Point, color: Color) -> bool {
        self.outcome(point, color).is_some_and(|outcome| outcome.suicide > 0)
    }

    /// What a stone of that colour on that point would lead to, without changing anything and without allocating;
    /// `None` unless the point is empty and on the board.
    pub fn outcome(&self, at: Point, color: Color) -> Option<Outcome> {
        if self.stones.get(at.index()) != Some(&None) {
            return None;
        }
        let mut hash = self.hash ^ key(at, color);
        let mut captures = 0;
        let mut own_hash = 0;
        let mut own_size = 0;
        let mut free = false;
        let neighbours = self.topology.neighbours(at);
        for (index, &neighbour) in neighbours.iter().enumerate() {
            let Some(other) = self.stones[neighbour.index()] else {
                free = true;
                continue;
            };
            let head = self.chains.head(neighbour);
            if neighbours[..index].iter().any(|&earlier| self.is_in_chain(earlier, head)) {
                continue;
            }
            let chain = self.chains.of(neighbour);
            // It has no other liberty if all its pseudo-liberties are links to this point.
            let links = neighbours[index..].iter().filter(|&&later| self.is_in_chain(later, head)).count();
            let last_liberty = chain.pseudo_liberties as usize == links;
            if other == color {
                free |= !last_liberty;
                own_hash ^= chain.hash;
                own_size += chain.size as usize;
            } else if last_liberty {
                captures += chain.size as usize;
                hash ^= chain.hash;
            }
        }
        if free || captures > 0 {
            Some(Outcome { hash, captures, suicide: 0 })
        } else {
            Some(Outcome { hash: self.hash ^ own_hash, captures: 0, suicide: own_size + 1 })
        }
    }

    #[inline]
    fn is_in_chain(&self, point: Point, head: Point) -> bool {
        self.stones[point.index()].is_some() && self.chains.head(point) == head
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
        for &neighbour in self.topology.neighbours(at) {
            if self.get(neighbour) == Some(taken)
                && !captured.contains(&neighbour)
                && (taken == color || self.liberties(neighbour) == [at])
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
    pub fn place(&mut self, at: Point, color: Color, captured: &mut Vec<Point>) -> bool {
        captured.clear();
        if self.stones.get(at.index()) != Some(&None) {
            return false;
        }
        self.put(at, color);
        for index in 0..self.topology.neighbours(at).len() {
            let neighbour = self.topology.neighbours(at)[index];
            if self.stones[neighbour.index()] == Some(color.opponent())
                && self.chains.of(neighbour).pseudo_liberties == 0
            {
                self.take_off(neighbour, captured);
            }
        }
        if self.chains.of(at).pseudo_liberties == 0 {
            self.take_off(at, captured);
        }
        true
    }

    /// Adds a stone to an empty point and joins its chains, whatever liberties they have.
    fn put(&mut self, at: Point, color: Color) {
        let Board { topology, stones, chains, .. } = self;
        stones[at.index()] = Some(color);
        chains.start(at, key(at, color));
        let mut liberties = 0;
        for &neighbour in topology.neighbours(at) {
            match stones[neighbour.index()] {
                None => liberties += 1,
                Some(_) => chains.of_mut(neighbour).pseudo_liberties -= 1,
            }
        }
        chains.of_mut(at).pseudo_liberties = liberties;
        for &neighbour in topology.neighbours(at) {
            if stones[neighbour.index()] == Some(color) {
                chains.join(at, neighbour);
            }
        }
        self.counts[color] += 1;
        self.hash ^= key(at, color);
    }

    /// Takes a chain off the board.
    fn take_off(&mut self, chain: Point, captured: &mut Vec<Point>) {
        let Some(color) = self.get(chain) else { return };
        let Board { topology, stones, chains, .. } = self;
        let taken = *chains.of(chain);
        let mut stone = chain;
        loop {
            stones[stone.index()] = None;
            captured.push(stone);
            for &neighbour in topology.neighbours(stone) {
                if stones[neighbour.index()].is_some() {
                    chains.of_mut(neighbour).pseudo_liberties += 1;
                }
            }
            stone = chains.link(stone);
            if stone == chain {
                break;
            }
        }
        self.counts[color] -= taken.size as usize;
        self.hash ^= taken.hash;
    }

    /// Whether the chain of the stone at `stone` has no liberty but the empty point `at`, next to it.
    pub(crate) fn is_last_liberty(&self, stone: Point, at: Point) -> bool {
        let head = self.chains.head(stone);
        let links =
            self.topology.neighbours(at).iter().filter(|&&other| self.is_in_chain(other, head)).count();
        self.chains.of(stone).pseudo_liberties as usize == links
    }
}
