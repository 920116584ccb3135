//! A whole game as JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{GameId, Millis};
use tengen_rules::{Color, Vertex};

use crate::{
    BeginningShape, ClockShape, PauseBudgetShape, PauseShape, PerColor, PlayerCard, PlayerTimeShape,
    Presence, Rematch, ResultShape, Scoring, SettingsShape, Text, UndoShape, WaitsShape,
};

/// Everything about a game that its audience may know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Snapshot {
    /// The game.
    pub id: Text<GameId>,
    /// The number of the last event.
    pub seq: u32,
    /// `open`, `playing`, `scoring` or `finished`.
    #[schemars(extend("enum" = crate::phases()))]
    pub phase: String,
    /// When the game was made.
    pub created_at: Millis,
    /// When the last event happened.
    pub updated_at: Millis,
    /// The agreements before the first move.
    pub settings: SettingsShape,
    /// Black's handicap stones on the board before the first move.
    pub setup: Vec<Text<Vertex>>,
    /// The position in which the game began. Left out if that was an empty board with handicap stones at
    /// most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beginning: Option<BeginningShape>,
    /// The server's clock when the snapshot was made.
    pub now: Millis,
    /// The player who made the game.
    pub creator: PlayerCard,
    /// For whom the free seat is kept, if for anybody.
    pub opponent: Option<PlayerCard>,
    /// The players, once there are two.
    pub players: PerColor<Option<PlayerCard>>,
    /// Counts every change of the position or of the player to move.
    pub turn: u32,
    /// Whose turn it is, while stones are played.
    pub to_move: Option<Text<Color>>,
    /// `.` `B` `W` for each point, row by row from the top left.
    #[schemars(regex(pattern = crate::STONES))]
    pub stones: String,
    /// The prisoners of each player.
    pub prisoners: PerColor<u32>,
    /// The moves in their order.
    pub moves: Vec<MoveShape>,
    /// The points where the player to move may not play.
    pub illegal: Vec<IllegalPoint>,
    /// The ko in which the player to move may not take back now, if there is one; in version 2 alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Text<Vertex>")]
    pub ko: Option<Text<Vertex>>,
    /// The clock as it is now, if time is measured.
    pub clock: Option<ClockShape>,
    /// From when on either player may give the game a clock, if it has none and stones are played.
    pub clock_givable_at: Option<Millis>,
    /// The thing that the game waits for.
    pub waits: Option<WaitsShape>,
    /// The pause, while the game is paused.
    pub pause: Option<PauseShape>,
    /// The pauses that each player has left.
    pub pauses_left: PerColor<PauseBudgetShape>,
    /// The request to take back that waits for an answer.
    pub undo: Option<UndoShape>,
    /// The players at the board.
    pub presence: Presence,
    /// The game that a player offers after this one.
    pub rematch: Option<Rematch>,
    /// When the server's staff declared the game void: it counts nowhere. Left out if it has not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub voided_at: Option<Millis>,
    /// The marks and the score they lead to.
    pub scoring: Option<Scoring>,
    /// The number of times that play may still be resumed.
    pub resumptions_left: u8,
    /// The handicap stones that Black has still to place before White's first move.
    pub handicap_left: u8,
    /// The player who took the button, where there is one.
    pub button: Option<Text<Color>>,
    /// Whether a pass hands over a stone now.
    pub pass_stones: bool,
    /// Whether a pass ends play now.
    pub pass_ends: bool,
    /// The result, once there is one.
    pub result: Option<ResultShape>,
}

/// A move that was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MoveShape {
    /// By whom.
    pub color: Text<Color>,
    /// A vertex or `pass`.
    #[schemars(regex(pattern = crate::MOVE))]
    pub at: String,
    /// The stones that it took off the board.
    pub captured: Vec<Text<Vertex>>,
    /// The time that it left the player, if time is measured.
    pub time_left: Option<PlayerTimeShape>,
}

/// An empty point where the player to move may not play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct IllegalPoint {
    /// Where.
    pub at: Text<Vertex>,
    /// The rule that forbids it: `suicide`, `ko` or `superko`.
    #[schemars(extend("enum" = ["suicide", "ko", "superko"]))]
    pub rule: String,
}
