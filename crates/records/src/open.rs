//! Whether a file and its games open, and what is forgiven in them: one rule for records that are kept and
//! for those that are checked.

use std::sync::Arc;

use tengen_formats::{Encoded, GameFile};
use tengen_protocol::RulesChoice;
use tengen_protocol::records::RecordNode;
use tengen_rules::{Preset, Stones, Topology};
use tengen_sgf::go::GameInfo;
use tengen_sgf::{Collection, Name, Node, ParseError, Position, SyntaxError, Warning, Warnings};

use crate::export::known_rules_noting;
use crate::handicap::unplaced;
use crate::tree::{self, Nodes, Spent, first_position};
use crate::{Bounds, Unreadable};

/// The rules for records that name none that are known: those that are most in use.
const USUAL: Preset = Preset::Japanese;

/// A game that opens.
#[derive(Debug, Clone)]
pub struct OpenGame {
    /// The facts that it says of itself.
    pub info: GameInfo,
    /// Its board.
    pub topology: Arc<Topology>,
    /// The rules that it names if they are known, or else the Japanese ones.
    pub rules: RulesChoice,
    /// The handicap stones that it counts and does not place, where it is known how they stood.
    pub unplaced: Option<Stones>,
    /// The faults that were forgiven, in the order of the text.
    pub warnings: Vec<Warning>,
}

/// Reads a file of games, in any format that is known, within these bounds.
///
/// # Errors
/// When its bytes are no record in any format, or too many.
pub(crate) fn read_games(bytes: &[u8], encoded: Encoded, bounds: &Bounds) -> Result<GameFile, Unreadable> {
    if bytes.len() > bounds.bytes {
        let position = Position { line: 1, column: 1 };
        return Err(ParseError { kind: SyntaxError::TooLarge, position }.into());
    }
    Ok(tengen_formats::read(bytes, encoded, &bounds.limits())?)
}

/// The games of a file in its encoding, within these bounds.
///
/// # Errors
/// When its bytes are no record in any format, or too many.
pub fn read_collection(bytes: &[u8], bounds: &Bounds) -> Result<Collection, Unreadable> {
    Ok(read_games(bytes, Encoded::Somehow, bounds)?.collection)
}

/// Opens each game of a file, or says why it does not open.
///
/// # Errors
/// When the file is too much as a whole.
///
/// ```
/// use tengen_records::{Bounds, open_games, read_collection};
///
/// let collection = read_collection(b"(;SZ[9];B[ee])(;GM[3])", &Bounds::GREAT)?;
/// let games = open_games(&collection, &Bounds::GREAT)?;
/// assert_eq!(games[0].as_ref().map(|game| game.topology.width()), Ok(9));
/// assert_eq!(games[1].as_ref().map_err(|error| error.reason).err(), Some("not_go"));
/// # Ok::<(), tengen_records::Unreadable>(())
/// ```
pub fn open_games(
    collection: &Collection,
    bounds: &Bounds,
) -> Result<Vec<Result<OpenGame, Unreadable>>, Unreadable> {
    let mut games = Vec::with_capacity(collection.games().len().min(bounds.games));
    for_each(
        collection,
        bounds,
        |root, spent| opened(root, spent, Nodes::LookedThrough),
        |game| {
            games.push(game.map(|(game, _)| game));
        },
    )?;
    Ok(games)
}

/// Looks whether the games of a file are not too much together. Then each of them opens by itself: whoever
/// goes through very many games need not have all of them open at once.
///
/// # Errors
/// When the file is too much as a whole.
pub fn look_through(collection: &Collection, bounds: &Bounds) -> Result<(), Unreadable> {
    for_each(collection, bounds, |root, spent| opened(root, spent, Nodes::LookedThrough), drop)
}

/// Opens one game as if it were alone in its file.
///
/// # Errors
/// When it does not open.
pub fn open_game(root: Node<'_>, bounds: &Bounds) -> Result<OpenGame, Unreadable> {
    opened(root, &mut Spent::within(bounds), Nodes::LookedThrough).map(|(game, _)| game)
}

/// Does something with each game of a file, whose work adds up, and hands over what comes of it.
///
/// # Errors
/// When the file is too much as a whole.
pub(crate) fn for_each<'a, T>(
    collection: &'a Collection,
    bounds: &Bounds,
    mut open: impl FnMut(Node<'a>, &mut Spent) -> Result<T, Unreadable>,
    mut take: impl FnMut(Result<T, Unreadable>),
) -> Result<(), Unreadable> {
    if let Some(root) = collection.games().nth(bounds.games) {
        let detail = format!("more than {} games", bounds.games);
        return Err(Unreadable::of_file("too_many_games", first_position(root), detail));
    }
    let mut spent = Spent::within(bounds);
    for root in collection.games() {
        match open(root, &mut spent) {
            Err(error) if error.is_of_file() => return Err(error),
            game => take(game),
        }
    }
    Ok(())
}

/// Opens the game that begins with `root`, of a file of which so much was read before.
pub(crate) fn opened(
    root: Node<'_>,
    spent: &mut Spent,
    nodes: Nodes,
) -> Result<(OpenGame, Vec<RecordNode>), Unreadable> {
    let mut warnings = Warnings::default();
    let info = GameInfo::read_noting(root, &mut warnings)?;
    let topology = topology(root, &info)?;
    let rules = known_rules_noting(root, &info, &mut warnings).unwrap_or_else(|| USUAL.into());
    let listed = tree::read(root, &info, &topology, rules.rules(), spent, &mut warnings, nodes)?;
    let unplaced = unplaced(root, &info, &topology, spent, &mut warnings);
    let warnings = root.collection().warnings(root, &warnings);
    Ok((OpenGame { info, topology, rules, unplaced, warnings }, listed))
}

/// The board, if it is one of those on which games are played here.
pub(crate) fn topology(root: Node<'_>, info: &GameInfo) -> Result<Arc<Topology>, Unreadable> {
    if let Some(board) = &info.board {
        return Ok(Arc::clone(board));
    }
    let topology = Topology::grid(info.size.width().into(), info.size.height().into());
    topology.map(Arc::new).map_err(|error| {
        let position = root.value(Name::SZ).and_then(|value| root.collection().position(value));
        Unreadable::new("board_too_large", position, error.to_string())
    })
}
