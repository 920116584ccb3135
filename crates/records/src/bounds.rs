//! Bounds of files of records.

use tengen_sgf::Limits;

/// The bounds of one file, with all of its games together. A file of few bytes can name very many points or
/// moves, so its length alone bounds nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// The longest file, in bytes.
    pub bytes: usize,
    /// The most games.
    pub games: usize,
    /// The most nodes that are shown. One that makes several moves is shown as several.
    pub nodes: usize,
    /// The most points that the nodes set up, mark or capture. A few bytes can name a whole board, so the
    /// length of a file does not bound the length of its answer.
    pub points: usize,
    /// The most stones and positions that the moves look at, in search of liberties and of repetitions. The
    /// longest games need a small part of it, and no file takes long.
    pub searched: u64,
    /// The most properties of the nodes, and the most values of these.
    pub parts: usize,
}

impl Bounds {
    /// The bounds for anybody: any game with its comments, and a book of some hundred games. It takes some
    /// hundred milliseconds.
    pub const SMALL: Self = Self {
        bytes: 1 << 20,
        games: 500,
        nodes: 50_000,
        points: 1 << 18,
        searched: 1 << 23,
        parts: 500_000,
    };

    /// The bounds for members, and for any record: the problems of whole books, and dictionaries of openings.
    /// The greatest that players share have some 4 MB, 70,000 nodes and 1,000 games; this is twice as much.
    /// It takes some seconds.
    pub const GREAT: Self = Self {
        bytes: 8 << 20,
        games: 2_000,
        nodes: 200_000,
        points: 1 << 20,
        searched: 1 << 25,
        parts: 2_000_000,
    };

    /// The bounds of `tengen check` if it is asked for more than anybody may bring: collections of
    /// professionals' games in one file, and absurd files within half a gigabyte of memory. The time is the
    /// caller's own.
    pub const WIDE: Self = Self {
        bytes: 64 << 20,
        games: 1 << 17,
        nodes: 4 << 20,
        points: usize::MAX,
        searched: u64::MAX,
        parts: 8 << 20,
    };

    /// The part of a file that is read. A byte becomes three at most when it is decoded.
    pub(crate) const fn limits(&self) -> Limits {
        Limits { bytes: 4 * self.bytes, nodes: self.nodes, properties: self.parts, values: self.parts }
    }
}

/// No file that is read has more bytes than places in it can name.
const _: () = assert!(Bounds::WIDE.limits().bytes <= u32::MAX as usize);
