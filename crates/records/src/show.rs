//! From a record to the tree that is shown, and to the headline that lists show.

use std::iter;

use tengen_protocol::records::{
    RecordHeadline, RecordNode, RecordResult, RecordWarning, RecordedPlayer, Shown,
};
use tengen_protocol::{BoardShape, PerColor, RulesWish};
use tengen_rules::BoardName;
use tengen_sgf::{Collection, Limits, Node, Warning};

use crate::open::{OpenGame, opened};
use crate::tree::{Nodes, Spent};
use crate::unreadable::line_and_column;
use crate::{Bounds, Numbers, Unreadable, info};

/// The most characters of a text in lists.
const SHORT: usize = 80;

/// A record as it is kept.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RecordFile {
    /// The file: one game in UTF-8.
    pub sgf: String,
    /// The numbers of its nodes.
    pub numbers: Numbers,
}

impl RecordFile {
    /// Shows it.
    ///
    /// # Errors
    ///
    /// When its text is no record of Go, or too large to show.
    pub fn show(&self) -> Result<Shown, Unreadable> {
        let mut shown = show(&self.sgf)?;
        self.numbers.name(&mut shown.nodes);
        Ok(shown)
    }
}

/// Shows the one game of a text, whose nodes are numbered in their order.
///
/// # Errors
///
/// A text that is no record of Go, or one that is too large to show.
pub fn show(sgf: &str) -> Result<Shown, Unreadable> {
    let collection = Collection::parse_within(sgf, &Limits::DEFAULT)?;
    let root = collection.games().next();
    let root = root.ok_or_else(|| Unreadable::new("no_game", None, "there is no game in it"))?;
    of(root, &mut Spent::within(&Bounds::GREAT))
}

/// Shows the game that begins with `root`, of a file of which so much was read before.
pub(crate) fn of(root: Node<'_>, spent: &mut Spent) -> Result<Shown, Unreadable> {
    let (game, nodes) = opened(root, spent, Nodes::Listed)?;
    let OpenGame { info: about, topology, rules: choice, warnings, .. } = game;
    let grid = BoardName::Grid { width: topology.width(), height: topology.height() };
    let board = BoardShape::new(topology.name().unwrap_or(grid), &topology);
    let judged_by = RulesWish { preset: choice.preset(), rules: choice.rules() };
    let warnings = warnings.iter().map(warned).collect();
    Ok(Shown { board, info: info::read(root, &about), judged_by, nodes, warnings })
}

/// A warning as JSON.
fn warned(warning: &Warning) -> RecordWarning {
    let (line, column) = line_and_column(warning.position);
    RecordWarning { code: warning.code().to_owned(), line, column }
}

/// Whether a text is plain ASCII, without the escapes that other encodings have. It reads the same in nearly
/// every encoding.
pub fn is_plain(sgf: &str) -> bool {
    sgf.is_ascii() && !sgf.contains('\x1b')
}

/// The headline of a record with this text, for lists.
pub(crate) fn headline(shown: &Shown, encoding: &str, sgf: &str) -> RecordHeadline {
    let players = &shown.info.players;
    let player = |player: &RecordedPlayer| RecordedPlayer {
        name: short(player.name.as_ref()),
        rank: short(player.rank.as_ref()),
        team: short(player.team.as_ref()),
    };
    let result = shown.info.result.clone();
    RecordHeadline {
        board: shown.board,
        players: PerColor { black: player(&players.black), white: player(&players.white) },
        name: short(shown.info.name.as_ref()),
        event: short(shown.info.event.as_ref()),
        date: short(shown.info.date.as_ref()),
        preset: shown.info.preset,
        result: result.map(|result| RecordResult { text: cut(&result.text), ..result }),
        moves: moves(shown),
        node_count: u32::try_from(shown.nodes.len()).unwrap_or(u32::MAX),
        encoding: encoding.to_owned(),
        ascii: Some(is_plain(sgf)),
    }
}

/// The first words beyond ASCII in the comments and the names of nodes.
pub(crate) fn words(shown: &Shown) -> Option<String> {
    let of_nodes = shown.nodes.iter().flat_map(|node| [&node.name, &node.comment]);
    let mut lines = iter::once(&shown.info.comment).chain(of_nodes).flatten().flat_map(|text| text.lines());
    lines.find_map(|line| {
        let at = line.find(|character: char| !character.is_ascii())?;
        let start = line[..at].rfind(' ').map_or(0, |blank| blank + 1);
        Some(cut(&line[start..]))
    })
}

/// The number of moves of the main line. The main line goes on as long as each node is a child of the node
/// before it.
fn moves(shown: &Shown) -> u32 {
    let follows = |(place, node): &(u32, &RecordNode)| node.parent == place.checked_sub(1);
    let line = (0..).zip(&shown.nodes).take_while(follows);
    u32::try_from(line.filter(|(_, node)| node.made.is_some()).count()).unwrap_or(u32::MAX)
}

fn short(text: Option<&String>) -> Option<String> {
    text.map(|text| cut(text))
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(SHORT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
