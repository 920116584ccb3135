//! Stones on their points and the chains they make, kept up to date move by move.

use crate::surface::{Row, Surface};
use crate::zobrist::key;
use crate::{Color, Point};

/// The facts about one chain. They are kept at the chain's head, one of its stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Chain {
    /// The exclusive or of its stones' keys, so that the hash after a capture is known without walking the chain.
    pub(crate) hash: u64,
    /// How many pairs of a stone and an empty neighbour the chain has. A liberty counts once for each stone next to it.
    /// So the number is easy to maintain, and it is zero exactly when the chain has no liberty.
    pub(crate) pseudo_liberties: u32,
    /// How many stones it has.
    pub(crate) size: u32,
}

/// One point: what stands there and around it, in one word, and its place in a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    /// How many neighbours are empty, black and white, ten bits each, and the stone itself in the upper two.
    word: u32,
    /// The head of the stone's chain. For an empty point it is the point outside, whose chain is never read: changes of
    /// a count can be written there, so that counting need not ask whether a point has a stone.
    pub(crate) head: Point,
    /// The next stone of the chain.
    pub(crate) link: Point,
}

const FIELD: u32 = 10;
const COUNT: u32 = (1 << FIELD) - 1;
const STONE: u32 = 3 * FIELD;

impl Cell {
    /// 0 for an empty point, 1 for a black stone, 2 for a white one; 3 outside.
    #[inline]
    pub(crate) const fn code(self) -> u32 {
        self.word >> STONE
    }

    #[inline]
    pub(crate) const fn color(self) -> Option<Color> {
        match self.code() {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        }
    }

    /// How many neighbours are empty.
    #[inline]
    pub(crate) const fn empty_around(self) -> u32 {
        self.word & COUNT
    }

    /// How many neighbours have a stone of this colour.
    #[inline]
    pub(crate) const fn stones_around(self, color: Color) -> u32 {
        self.word >> (FIELD * code(color)) & COUNT
    }
}

/// The code of a stone.
#[inline]
pub(crate) const fn code(color: Color) -> u32 {
    match color {
        Color::Black => 1,
        Color::White => 2,
    }
}

/// The sum that a stone adds to the word of each neighbour: one stone more, one empty point less.
#[inline]
const fn beside(color: Color) -> u32 {
    (1 << (FIELD * code(color))) - 1
}

/// The points and chains of a board on a surface.
#[derive(Debug)]
pub(crate) struct Chains<S: Surface> {
    cells: S::Row<Cell>,
    /// By head.
    records: S::Row<Chain>,
}

impl<S: Surface> Clone for Chains<S> {
    fn clone(&self) -> Self {
        Self { cells: self.cells.clone(), records: self.records.clone() }
    }
}

impl<S: Surface> Chains<S> {
    pub(crate) fn new(surface: &S) -> Self {
        let (size, outside) = (surface.size(), surface.outside());
        let nothing = Cell { word: code_word(3), head: outside, link: outside };
        let mut cells = S::Row::filled(nothing, size);
        for point in surface.points() {
            cells[point].word = surface.neighbours(point).iter().fold(0, |count, _| count + 1);
        }
        Self { cells, records: S::Row::filled(Chain::default(), size) }
    }

    // Random playouts start from the same board again and again; this keeps their memory.
    pub(crate) fn copy_from(&mut self, source: &Self) {
        self.cells.copy_from(&source.cells);
        self.records.copy_from(&source.records);
    }

    #[inline]
    pub(crate) fn cell(&self, point: Point) -> Cell {
        self.cells[point]
    }

    /// The chain of a stone.
    #[inline]
    pub(crate) fn of(&self, stone: Point) -> &Chain {
        &self.records[self.cells[stone].head]
    }

    #[inline]
    pub(crate) fn with_head(&self, head: Point) -> &Chain {
        &self.records[head]
    }

    /// Puts a stone on an empty point and joins it to its chains, with or without liberties. Answers whether a chain of
    /// the opponent has no liberty now.
    #[inline]
    pub(crate) fn put(&mut self, surface: &S, at: Point, color: Color) -> bool {
        let around = surface.around(at);
        let enemy = code(color.opponent());
        let mut takes = false;
        for &neighbour in around {
            let cell = &mut self.cells[neighbour];
            cell.word = cell.word.wrapping_add(beside(color));
            let cell = *cell;
            let chain = &mut self.records[cell.head];
            chain.pseudo_liberties = chain.pseudo_liberties.wrapping_sub(1);
            takes |= cell.code() == enemy && chain.pseudo_liberties == 0;
        }
        let cell = &mut self.cells[at];
        cell.word |= code_word(code(color));
        let (own, liberties) = (cell.stones_around(color), cell.empty_around());
        let hash = key(at, color);
        if own == 0 {
            cell.head = at;
            cell.link = at;
            self.records[at] = Chain { hash, pseudo_liberties: liberties, size: 1 };
            return takes;
        }
        let mut joined = None;
        for &neighbour in around {
            let other = self.cells[neighbour];
            if other.code() != code(color) {
                continue;
            }
            match joined {
                None => {
                    self.add(at, neighbour, Chain { hash, pseudo_liberties: liberties, size: 1 });
                    joined = Some(other.head);
                }
                Some(head) if head != other.head => joined = Some(self.join(head, other.head)),
                Some(_) => {}
            }
        }
        takes
    }

    /// Adds a stone that is a chain by itself to the chain of its neighbour.
    #[inline]
    fn add(&mut self, at: Point, neighbour: Point, stone: Chain) {
        let other = &mut self.cells[neighbour];
        let (head, link) = (other.head, other.link);
        other.link = at;
        let cell = &mut self.cells[at];
        cell.head = head;
        cell.link = link;
        let chain = &mut self.records[head];
        chain.hash ^= stone.hash;
        chain.pseudo_liberties = chain.pseudo_liberties.wrapping_add(stone.pseudo_liberties);
        chain.size += 1;
    }

    /// Joins two chains, and answers the head of the joined chain. Only the stones of the smaller chain get a new head,
    /// so a stone changes its head a few times in a game.
    #[inline]
    fn join(&mut self, one: Point, other: Point) -> Point {
        let (kept, lost) =
            if self.records[one].size >= self.records[other].size { (one, other) } else { (other, one) };
        let joined = self.records[lost];
        let chain = &mut self.records[kept];
        chain.hash ^= joined.hash;
        chain.pseudo_liberties = chain.pseudo_liberties.wrapping_add(joined.pseudo_liberties);
        chain.size += joined.size;
        let mut stone = lost;
        loop {
            let cell = &mut self.cells[stone];
            cell.head = kept;
            stone = cell.link;
            if stone == lost {
                break;
            }
        }
        // Two circles become one when two of their links change places.
        let link = self.cells[kept].link;
        self.cells[kept].link = self.cells[lost].link;
        self.cells[lost].link = link;
        kept
    }

    /// Takes a chain off the board and adds its stones to `captured`. Answers the chain's facts.
    pub(crate) fn take_off(&mut self, surface: &S, chain: Point, captured: &mut Vec<Point>) -> Chain {
        let first = self.cells[chain];
        let Some(color) = first.color() else { return Chain::default() };
        let taken = self.records[first.head];
        let outside = surface.outside();
        let mut stone = chain;
        loop {
            captured.push(stone);
            let cell = &mut self.cells[stone];
            cell.word &= code_word(1) - 1;
            cell.head = outside;
            let link = cell.link;
            for &neighbour in surface.around(stone) {
                let cell = &mut self.cells[neighbour];
                cell.word = cell.word.wrapping_sub(beside(color));
                let chain = &mut self.records[cell.head];
                chain.pseudo_liberties = chain.pseudo_liberties.wrapping_add(1);
            }
            stone = link;
            if stone == chain {
                break;
            }
        }
        taken
    }
}

/// A code in its place in the word.
const fn code_word(code: u32) -> u32 {
    code << STONE
}
