//! Every position of a game, for the rules against repetition.

use std::collections::BTreeMap;

use crate::{Board, Color, Point};

/// Points in one word of a packed position.
const POINTS_PER_WORD: usize = 32;

/// The positions of a game in order: the first one, and the one after each ply, be it a play or a pass. Looking a
/// position up goes by hash, but only equal stones count as found, so the answer is exact.
#[derive(Clone, Debug)]
pub(crate) struct History {
    /// Words in one packed position.
    stride: usize,
    /// The packed positions, one after the other.
    words: Vec<u64>,
    entries: Vec<Entry>,
    /// The latest entry with each hash.
    latest: BTreeMap<u64, usize>,
}

/// One position of the game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// Who is to move in it.
    pub(crate) to_move: Color,
    /// Who made it by a play; `None` after a pass. The first position counts as made by who does not move first.
    pub(crate) made_by: Option<Color>,
    /// The entry before this one with the same hash.
    previous: Option<usize>,
}

impl History {
    /// A history that begins with this position.
    pub(crate) fn new(board: &Board, to_move: Color) -> History {
        let mut history = History {
            stride: board.topology().size().div_ceil(POINTS_PER_WORD),
            words: Vec::new(),
            entries: Vec::new(),
            latest: BTreeMap::new(),
        };
        history.push(board, to_move, Some(to_move.opponent()));
        history
    }

    /// How many positions there are. The number of the next one.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Adds a position.
    pub(crate) fn push(&mut self, board: &Board, to_move: Color, made_by: Option<Color>) {
        let number = self.entries.len();
        let start = self.words.len();
        self.words.resize(start + self.stride, 0);
        pack(board, &mut self.words[start..]);
        let previous = self.latest.insert(board.hash(), number);
        self.entries.push(Entry { to_move, made_by, previous });
    }

    /// Whether any position has this hash: nearly always no, and quickly known.
    pub(crate) fn may_contain(&self, hash: u64) -> bool {
        self.latest.contains_key(&hash)
    }

    /// The entries, latest first, of the position that the board would have after a stone of that colour at `at`
    /// and the removal of `captured`; `hash` is the hash of that position.
    pub(crate) fn matching(
        &self,
        hash: u64,
        board: &Board,
        (at, color): (Point, Color),
        captured: &[Point],
    ) -> impl Iterator<Item = (usize, Entry)> + '_ {
        let mut wanted = vec![0; self.stride];
        pack(board, &mut wanted);
        set(&mut wanted, at, Some(color));
        for &point in captured {
            set(&mut wanted, point, None);
        }
        let mut next = self.latest.get(&hash).copied();
        std::iter::from_fn(move || {
            let number = next?;
            let entry = *self.entries.get(number)?;
            next = entry.previous;
            Some((number, entry))
        })
        .filter(move |(number, _)| self.words[number * self.stride..][..self.stride] == wanted[..])
    }
}

fn pack(board: &Board, words: &mut [u64]) {
    for point in board.topology().points() {
        set(words, point, board.get(point));
    }
}

/// Writes two bits for a point.
fn set(words: &mut [u64], point: Point, stone: Option<Color>) {
    let bits = match stone {
        None => 0,
        Some(Color::Black) => 1,
        Some(Color::White) => 2,
    };
    let shift = (point.index() % POINTS_PER_WORD) * 2;
    let word = &mut words[point.index() / POINTS_PER_WORD];
    *word = *word & !(3 << shift) | bits << shift;
}
