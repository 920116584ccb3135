//! A number for each position, the same however the board is turned and whichever colour is which.

use std::fmt::Write as _;

use crate::random::SplitMix;
use crate::zobrist::key;
use crate::{ByColor, Color, Point, Stones, Symmetries, Topology};

/// The key by which a position is found: stones and the player to move, on a board of this name.
///
/// Positions that can be turned or mirrored into each other have the same key. So have positions that differ in the
/// names of the colours alone: Black to move sees in one the position that White to move sees in the other with the
/// colours exchanged. Ko, prisoners, komi and rules are not part of the key. Two different positions have the same key
/// once in 2⁶⁴ cases, so a reader who must be sure compares the stones.
///
/// The number never changes, from one release to the next or from one machine to another, so it may be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PositionKey(u64);

impl PositionKey {
    /// The number.
    pub const fn number(self) -> u64 {
        self.0
    }
}

/// Stones whose key is known after each change, at the cost of a few operations for each symmetry.
///
/// ```
/// use tengen_rules::{Color, KeyedStones, Symmetries, Topology};
///
/// let board = Topology::grid(19, 19)?;
/// let symmetries = Symmetries::of(&board);
/// let point = |name: &str| name.parse().ok().and_then(|vertex| board.point(vertex));
/// let key = |at: &str, color: Color| {
///     let mut stones = KeyedStones::new(&board, &symmetries);
///     stones.set(point(at)?, Some(color));
///     Some(stones.position(color.opponent()).key)
/// };
/// assert!(key("Q16", Color::Black).is_some());
/// assert_eq!(key("Q16", Color::Black), key("D4", Color::White));
/// assert_ne!(key("Q16", Color::Black), key("R16", Color::Black));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct KeyedStones<'a> {
    symmetries: &'a Symmetries,
    board: u64,
    stones: Stones,
    /// For each symmetry the exclusive or of the turned stones' keys: with the stones as they are, for Black to move,
    /// and with the colours exchanged, for White to move.
    hashes: Vec<ByColor<u64>>,
}

/// A position, and its place among all positions with the same key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyedPosition<'a> {
    /// The key.
    pub key: PositionKey,
    symmetries: &'a Symmetries,
    /// The numbers of the symmetries that turn this position into the standard one of its key. There are more than one
    /// if the position itself is symmetric.
    to_standard: Vec<usize>,
}

impl<'a> KeyedStones<'a> {
    /// An empty board.
    pub fn new(topology: &Topology, symmetries: &'a Symmetries) -> Self {
        let hashes = vec![ByColor::default(); symmetries.all().len()];
        Self { symmetries, board: hash_of_board(topology), stones: Stones::empty(topology), hashes }
    }

    /// The position as it stands.
    pub fn stones(&self) -> &Stones {
        &self.stones
    }

    /// Puts a stone on a point or takes it off. Does nothing beyond the board.
    pub fn set(&mut self, point: Point, stone: Option<Color>) {
        if point.index() >= self.stones.size() {
            return;
        }
        for color in self.stones.get(point).into_iter().chain(stone) {
            for (symmetry, hash) in self.symmetries.all().iter().zip(&mut self.hashes) {
                let place = symmetry.point(point);
                hash.black ^= key(place, color);
                hash.white ^= key(place, color.opponent());
            }
        }
        self.stones.set(point, stone);
    }

    /// Puts the stones as they are in another position on the same board, at the cost of those that differ.
    pub fn show(&mut self, stones: &Stones) {
        for point in (0..self.stones.size()).map(Point::at) {
            if self.stones.get(point) != stones.get(point) {
                self.set(point, stones.get(point));
            }
        }
    }

    /// The position with this player to move.
    pub fn position(&self, to_move: Color) -> KeyedPosition<'a> {
        let hashes = || self.hashes.iter().map(|hash| hash[to_move]);
        let least = hashes().min().unwrap_or_default();
        let to_standard = hashes().enumerate().filter(|(_, hash)| *hash == least).map(|(number, _)| number);
        KeyedPosition {
            key: PositionKey(SplitMix::new(least ^ self.board).next_u64()),
            symmetries: self.symmetries,
            to_standard: to_standard.collect(),
        }
    }
}

impl KeyedPosition<'_> {
    /// The point of the standard position that a point of this position becomes. A symmetric position has several ways
    /// to be turned into the standard one; then the answer is the first of the points that mean the same.
    ///
    /// # Panics
    /// If the point is not on the board.
    pub fn standard(&self, point: Point) -> Point {
        let all = self.symmetries.all();
        let places = self.to_standard.iter().map(|&number| all[number].point(point));
        places.min().unwrap_or(point)
    }

    /// The points of this position that become a point of the standard position, in the order of their indices. They
    /// are several if the position is symmetric.
    ///
    /// # Panics
    /// If the point is not on the board.
    pub fn own(&self, standard: Point) -> Vec<Point> {
        let all = self.symmetries.all();
        let own = |&number: &usize| {
            let place = all[number].places().iter().position(|&place| place == standard);
            place.map_or(standard, Point::at)
        };
        let mut points: Vec<Point> = self.to_standard.iter().map(own).collect();
        points.sort_unstable();
        points.dedup();
        points
    }
}

/// A number for a board by its name, or by its size if it has none.
fn hash_of_board(topology: &Topology) -> u64 {
    let mut name = String::new();
    // Writing to a text does not fail.
    let _ = match topology.name() {
        Some(board) => write!(name, "{board}"),
        None => write!(name, "{}", topology.size()),
    };
    name.bytes().fold(0, |hash, byte| SplitMix::new(hash ^ u64::from(byte)).next_u64())
}
