//! The bytes of a file: those of each of its games, and those around them.

use std::iter;
use std::ops::Range;

use tengen_sgf::{Collection, Origin};

/// The bytes of a file of several games around those that are kept: words between them, and games that can't
/// be read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Around {
    /// The bytes, those of one place behind those of the place before.
    pub bytes: Vec<u8>,
    /// The number of bytes of the whole file.
    pub file_length: usize,
}

/// The place of a game in the file that was brought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlaceInFile {
    /// The number of the game in the file, from 1.
    pub game: u32,
    /// The number of bytes of those [around](Around) the kept games that stand before it.
    pub behind: usize,
}

/// Puts a file together again: the bytes around its games, and each game with how many of these stand before
/// it, in their order.
///
/// ```
/// use tengen_records::{joined, read_file};
///
/// let file = b"Two games\n(;SZ[9];B[ee]) and (;GM[3]) (;SZ[9];B[cc])\n";
/// let read = read_file(file)?;
/// let games = read.records.iter().map(|record| (record.place.behind, record.bytes()));
/// assert_eq!(joined(&read.around.clone().unwrap_or_default().bytes, games), file);
/// # Ok::<(), tengen_records::Unreadable>(())
/// ```
pub fn joined<'a>(around: &[u8], games: impl IntoIterator<Item = (usize, &'a [u8])>) -> Vec<u8> {
    let (mut file, mut at) = (Vec::new(), 0);
    for (behind, game) in games {
        let behind = behind.clamp(at, around.len());
        file.extend_from_slice(&around[at..behind]);
        file.extend_from_slice(game);
        at = behind;
    }
    file.extend_from_slice(&around[at..]);
    file
}

/// The places of the bytes of each game of a file. One that is alone has all of them, words around it and a
/// byte order mark included. None has a byte of another one.
pub(crate) fn spans(bytes: &[u8], origin: &Origin, collection: &Collection) -> Vec<Range<usize>> {
    let games = collection.games();
    if games.len() == 1 {
        return iter::once(0..bytes.len()).collect();
    }
    let places: Vec<usize> =
        games.flat_map(|root| <[usize; 2]>::from(Collection::span_of_game(root))).collect();
    let places = origin.bytes_at(bytes, &places);
    let mut at = 0;
    let span = |place: &[usize]| {
        let start = place[0].clamp(at, bytes.len());
        at = place[1].clamp(start, bytes.len());
        start..at
    };
    places.chunks(2).map(span).collect()
}

/// The bytes around the kept games, while the games of a file are read in their order.
#[derive(Debug, Default)]
pub(crate) struct Surroundings {
    bytes: Vec<u8>,
    /// The end of the last game that is kept.
    at: usize,
}

impl Surroundings {
    /// Keeps the game that is there in the file. Answers how many of the bytes around stand before it.
    pub(crate) fn pass(&mut self, file: &[u8], game: &Range<usize>) -> usize {
        self.bytes.extend_from_slice(file.get(self.at..game.start).unwrap_or_default());
        self.at = game.end;
        self.bytes.len()
    }

    /// All of them, once the last game is read.
    pub(crate) fn of(mut self, file: &[u8]) -> Around {
        self.bytes.extend_from_slice(file.get(self.at..).unwrap_or_default());
        Around { bytes: self.bytes, file_length: file.len() }
    }
}
