//! From the bytes of a file to the records in it.

use tengen_protocol::record::{GameWarning, RecordHeadline, RefusedGame};
use tengen_sgf::{Collection, Limits, Node, decode};

use crate::tree::{MAX_NODES, Spent, first_position};
use crate::{Unreadable, show};

/// The longest file, in bytes.
pub const MAX_RECORD_BYTES: usize = 1 << 20;

/// The most games in a file.
const MAX_GAMES: usize = 500;

/// How much of a file is read. A byte becomes three at most when it is decoded.
pub(crate) const LIMITS: Limits =
    Limits { bytes: 4 * MAX_RECORD_BYTES, nodes: MAX_NODES, properties: 500_000, values: 500_000 };

/// A record that can be shown, as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptRecord {
    /// The file: one game in UTF-8, otherwise as it was.
    pub sgf: String,
    /// The headline for lists.
    pub headline: RecordHeadline,
    /// What was forgiven, with the number of the game in the file that was brought, and places there.
    pub warnings: Vec<GameWarning>,
}

/// The games of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadFile {
    /// Those that can be shown, one at least.
    pub records: Vec<KeptRecord>,
    /// Those that can't be read.
    pub refused: Vec<RefusedGame>,
}

/// Reads a file of any number of games, in any encoding that [`decode`] knows. A game that can't be read keeps no others out.
///
/// ```
/// use tengen_records::read_file;
///
/// let records = read_file(b"(;SZ[9]PB[Ann];B[ee])(;SZ[13];B[dd](;W[jj])(;W[dj]))")?.records;
/// assert_eq!(records[0].headline.players.black.name.as_deref(), Some("Ann"));
/// assert_eq!((records[1].headline.moves, records[1].headline.node_count), (2, 4));
///
/// let error = read_file(b"(;SZ[9]\n;B[e])").map(drop);
/// let words = error.map_err(|error| error.to_string());
/// assert_eq!(words, Err("line 2, column 4: not a point: two letters, or a letter and a number".to_owned()));
///
/// let file = read_file(b"(;SZ[9];B[ee])(;GM[3])")?;
/// assert_eq!((file.records.len(), file.refused[0].game, file.refused[0].reason.as_str()), (1, 2, "not_go"));
/// # Ok::<(), tengen_records::Unreadable>(())
/// ```
///
/// # Errors
/// When no game can be read, or the file is too large: then for the reason of its first game.
pub fn read_file(bytes: &[u8]) -> Result<ReadFile, Unreadable> {
    let decoded = decode(bytes)?;
    let encoding = decoded.encoding;
    let collection = Collection::read(decoded, &LIMITS)?;
    if let Some(root) = collection.games().nth(MAX_GAMES) {
        let detail = format!("more than {MAX_GAMES} games");
        return Err(Unreadable::of_file("too_many_games", first_position(root), detail));
    }
    let mut spent = Spent::default();
    let mut record = |game: u32, root: Node<'_>| -> Result<KeptRecord, Unreadable> {
        let shown = show::of(root, &mut spent)?;
        let headline = show::headline(&shown, encoding.name());
        let sgf = Collection::text_of_game(root).unwrap_or_default();
        let warnings = shown.warnings.into_iter().map(|warning| GameWarning { game, warning }).collect();
        Ok(KeptRecord { sgf, headline, warnings })
    };
    let (mut records, mut refused, mut first) = (Vec::new(), Vec::new(), None);
    for (game, root) in (1..).zip(collection.games()) {
        match record(game, root) {
            Ok(kept) => records.push(kept),
            Err(error) if error.is_of_file() => return Err(error),
            Err(error) => {
                first.get_or_insert_with(|| error.clone());
                refused.push(error.of_game(game));
            }
        }
    }
    match first {
        Some(error) if records.is_empty() => Err(error),
        _ => Ok(ReadFile { records, refused }),
    }
}
