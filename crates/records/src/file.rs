//! From the bytes of a file to the records in it.

use tengen_formats::{Encoded, GameFile};
use tengen_protocol::records::{GameWarning, RecordHeadline, RefusedGame};
use tengen_sgf::{Collection, TextEncoding};

use crate::open::{for_each, read_games};
use crate::tree::Spent;
use crate::upload::{Around, PlaceInFile, Surroundings, spans};
use crate::{Bounds, Unreadable, show};

/// The most faults that are told of a file. It comes from a person with a page, or a program with a log: the
/// first ones tell the fault, and all those of 2,000 games would be an answer of megabytes.
const MOST_WARNINGS: usize = 2_000;

/// A record that can be shown, as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptRecord {
    /// The file: one game in UTF-8, otherwise as it was.
    pub sgf: String,
    /// The headline for lists.
    pub headline: RecordHeadline,
    /// The bytes from which that text was made, unless they are its own: of the whole file, or of this one of
    /// its games.
    pub original: Option<Vec<u8>>,
    /// The place in the file that was brought.
    pub place: PlaceInFile,
    /// The faults that were forgiven, with the number of the game in the file that was brought, and places
    /// there. Of all games of the file together they are bounded: see [`ReadFile::more_warnings`].
    pub warnings: Vec<GameWarning>,
}

impl KeptRecord {
    /// The bytes from which it was made.
    pub fn bytes(&self) -> &[u8] {
        self.original.as_deref().unwrap_or(self.sgf.as_bytes())
    }

    /// The number of bytes that it takes where it is kept.
    pub fn size(&self) -> usize {
        self.sgf.len() + self.original.as_ref().map_or(0, Vec::len)
    }
}

/// The games of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadFile {
    /// The records that can be shown, one at least.
    pub records: Vec<KeptRecord>,
    /// The games that can't be read.
    pub refused: Vec<RefusedGame>,
    /// The number of further faults that were forgiven, behind those that the records tell.
    pub more_warnings: u32,
    /// The bytes around the records, if the file has several games.
    pub around: Option<Around>,
}

/// Reads a file of games, in any format and encoding that is known, within the
/// [widest bounds](Bounds::GREAT). A game that can't be read keeps no others out.
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
    read(bytes, Encoded::Somehow, &Bounds::GREAT)
}

/// The same within other bounds, in an encoding that whoever brings the file names, if any.
///
/// ```
/// use tengen_records::{Bounds, read_file_within};
///
/// let bounds = Bounds { games: 1, ..Bounds::SMALL };
/// let error = read_file_within(b"(;SZ[9])(;SZ[9])", None, &bounds).map(drop);
/// assert_eq!(error.map_err(|error| error.reason), Err("too_many_games"));
/// ```
///
/// # Errors
/// As [`read_file`], and when a byte means nothing in this encoding.
pub fn read_file_within(
    bytes: &[u8],
    encoding: Option<TextEncoding>,
    bounds: &Bounds,
) -> Result<ReadFile, Unreadable> {
    read(bytes, encoding.map_or(Encoded::Somehow, Encoded::As), bounds)
}

/// Reads a file in an encoding that whoever brings it names.
///
/// ```
/// use tengen_records::read_file_as;
///
/// let records = read_file_as(b"(;SZ[9]PB[\xe8\xd2])", "KOI8-R".parse()?)?.records;
/// assert_eq!(records[0].headline.players.black.name.as_deref(), Some("Хр"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`read_file`], and when a byte means nothing in this encoding.
pub fn read_file_as(bytes: &[u8], encoding: TextEncoding) -> Result<ReadFile, Unreadable> {
    read(bytes, Encoded::As(encoding), &Bounds::GREAT)
}

/// The bounds of the bytes of a kept record when they are read again. Those of a record that came before its
/// bytes were kept are its text in its encoding: they may be several times as many as its file had, as in
/// UTF-16.
const AGAIN: Bounds = Bounds { bytes: 4 * Bounds::GREAT.bytes, ..Bounds::GREAT };

/// Reads the bytes of a record in another encoding.
pub(crate) fn read_record_as(bytes: &[u8], encoding: TextEncoding) -> Result<ReadFile, Unreadable> {
    read(bytes, Encoded::As(encoding), &AGAIN)
}

/// Reads the bytes of a record in the encoding in which they were read before.
pub(crate) fn read_record_again(bytes: &[u8], encoding: TextEncoding) -> Result<ReadFile, Unreadable> {
    read(bytes, Encoded::AsBefore(encoding), &AGAIN)
}

fn read(bytes: &[u8], encoded: Encoded, bounds: &Bounds) -> Result<ReadFile, Unreadable> {
    let GameFile { origin, collection, .. } = read_games(bytes, encoded, bounds)?;
    let spans = spans(bytes, &origin, &collection);
    let (mut places, mut surroundings) = ((1..).zip(&spans), Surroundings::default());
    let (mut room, mut more_warnings) = (MOST_WARNINGS, 0);
    let (mut records, mut refused, mut first) = (Vec::new(), Vec::new(), None);
    let show = |root, spent: &mut Spent| show::of(root, spent).map(|shown| (root, shown));
    for_each(&collection, bounds, show, |opened| {
        // There is one for each game.
        let Some((game, span)) = places.next() else { return };
        let (root, shown) = match opened {
            Ok(opened) => opened,
            Err(error) => {
                first.get_or_insert_with(|| error.clone());
                refused.push(error.of_game(game));
                return;
            }
        };
        let sgf = Collection::text_of_game(root).unwrap_or_default();
        let (begin, _) = Collection::span_of_game(root);
        let headline = show::headline(&shown, origin.encoding_at(begin).name(), &sgf);
        let told = shown.warnings.len().min(room);
        room -= told;
        more_warnings += shown.warnings.len() - told;
        let warnings = shown.warnings.into_iter().take(told).map(|warning| GameWarning { game, warning });
        let warnings = warnings.collect();
        let place = PlaceInFile { game, behind: surroundings.pass(bytes, span) };
        let original = bytes.get(span.clone()).filter(|original| *original != sgf.as_bytes());
        let original = original.map(<[u8]>::to_vec);
        records.push(KeptRecord { sgf, headline, original, place, warnings });
    })?;
    match first {
        Some(error) if records.is_empty() => Err(error),
        _ => {
            let more_warnings = u32::try_from(more_warnings).unwrap_or(u32::MAX);
            let around = (spans.len() > 1).then(|| surroundings.of(bytes));
            Ok(ReadFile { records, refused, more_warnings, around })
        }
    }
}
