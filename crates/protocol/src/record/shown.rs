//! A record as it is listed and as it is shown.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{Millis, RecordId};
use tengen_rules::{BoardName, Preset, Topology};
use tengen_sgf::go::GameInfo;
use tengen_sgf::{Collection, Limits, Name, Node};

use super::info::{RecordInfo, RecordResult, RecordedPlayer};
use super::node::RecordNode;
use super::tree::{self, Spent};
use super::unreadable::Unreadable;
use crate::sgf::changed_rules;
use crate::{BoardShape, PerColor, PlayerCard, Text};

/// How many characters of a text lists show.
const SHORT: usize = 80;

/// The headline that is kept beside a record, so that lists need not read it again. Long texts are cut.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordHeadline {
    /// The board.
    pub board: BoardShape,
    /// The players.
    pub players: PerColor<RecordedPlayer>,
    /// A name for the game.
    pub name: Option<String>,
    /// At which event it was played.
    pub event: Option<String>,
    /// When it was played.
    pub date: Option<String>,
    /// The result.
    pub result: Option<RecordResult>,
    /// The moves of the main line.
    pub moves: u32,
    /// All nodes, those of variations included.
    pub node_count: u32,
    /// The encoding of the file that it came from, as the WHATWG Encoding Standard names it.
    pub encoding: String,
}

/// A record as lists show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordSummary {
    /// The record.
    pub id: Text<RecordId>,
    /// When it came to this server.
    pub created_at: Millis,
    /// The record's headline.
    #[serde(flatten)]
    pub headline: RecordHeadline,
}

/// The answer to a file of records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordsAnswer {
    /// One for each game of the file, in its order.
    pub records: Vec<RecordSummary>,
}

/// A page of a player's records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordList {
    /// Newest first; those of one file in its order.
    pub records: Vec<RecordSummary>,
    /// Where the next page begins, if there is one.
    pub next: Option<String>,
}

/// A whole record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RecordAnswer {
    /// The record.
    pub id: Text<RecordId>,
    /// When it came to this server.
    pub created_at: Millis,
    /// Who brought it, and may take it away.
    pub owner: PlayerCard,
    /// The record's content.
    #[serde(flatten)]
    pub shown: Shown,
}

/// The content of a record: the game, and every node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Shown {
    /// The board.
    pub board: BoardShape,
    /// The record's information about the whole game.
    pub info: RecordInfo,
    /// The nodes: the root first, and each node's first child right behind it, so that variations come after the line that
    /// they leave.
    pub nodes: Vec<RecordNode>,
}

impl Shown {
    /// Reads the one game of a text.
    pub fn read(sgf: &str) -> Result<Self, Unreadable> {
        let collection = Collection::parse_within(sgf, &Limits::DEFAULT)?;
        let root = collection.games().next();
        let root = root.ok_or_else(|| Unreadable::new("no_game", None, "there is no game in it"))?;
        Self::of(root, &mut Spent::default())
    }

    /// Shows the game that begins with `root`, of a file of which so much was read before.
    pub(super) fn of(root: Node<'_>, spent: &mut Spent) -> Result<Self, Unreadable> {
        let info = GameInfo::read_to_show(root)?;
        let topology = topology(root, &info)?;
        // Where a record names no rules that are known, it is judged by those that are most in use.
        let choice = changed_rules(root).unwrap_or_else(|| info.preset.unwrap_or(Preset::Japanese).into());
        let nodes = tree::read(root, &info, &topology, choice.rules(), spent)?;
        let grid = BoardName::Grid { width: topology.width(), height: topology.height() };
        let board = BoardShape::new(topology.name().unwrap_or(grid), &topology);
        Ok(Self { board, info: RecordInfo::read(root, &info), nodes })
    }

    /// The headline for lists.
    pub(super) fn headline(&self, encoding: &str) -> RecordHeadline {
        let players = &self.info.players;
        let player = |player: &RecordedPlayer| RecordedPlayer {
            name: short(player.name.as_ref()),
            rank: short(player.rank.as_ref()),
            team: short(player.team.as_ref()),
        };
        let result = self.info.result.clone();
        RecordHeadline {
            board: self.board,
            players: PerColor { black: player(&players.black), white: player(&players.white) },
            name: short(self.info.name.as_ref()),
            event: short(self.info.event.as_ref()),
            date: short(self.info.date.as_ref()),
            result: result.map(|result| RecordResult { text: cut(&result.text), ..result }),
            moves: self.moves(),
            node_count: u32::try_from(self.nodes.len()).unwrap_or(u32::MAX),
            encoding: encoding.to_owned(),
        }
    }

    /// How many moves the main line has: it goes on as long as each node follows the one before it.
    fn moves(&self) -> u32 {
        let follows = |(place, node): &(u32, &RecordNode)| node.parent == place.checked_sub(1);
        let line = (0..).zip(&self.nodes).take_while(follows);
        u32::try_from(line.filter(|(_, node)| node.made.is_some()).count()).unwrap_or(u32::MAX)
    }
}

/// The board, if it is one of those on which games are played here.
fn topology(root: Node<'_>, info: &GameInfo) -> Result<Arc<Topology>, Unreadable> {
    if let Some(board) = &info.board {
        return Ok(Arc::clone(board));
    }
    let topology = Topology::grid(info.size.width().into(), info.size.height().into());
    topology.map(Arc::new).map_err(|error| {
        let position = root.value(Name::SZ).and_then(|value| root.collection().position(value));
        Unreadable::new("board_too_large", position, error.to_string())
    })
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
