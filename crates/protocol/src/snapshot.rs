//! A whole game as JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{GameId, GameResult, Millis, ResultBy};
use tengen_rules::{Color, Score, Vertex};

use crate::{
    BeginningShape, ClockShape, NeutralPoint, PauseBudgetShape, PauseShape, PerColor, PlayerCard,
    PlayerTimeShape, Points, Presence, Rematch, SettingsShape, Text, UndoShape, WaitsShape,
};

/// Everything about a game that its audience may know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Snapshot {
    /// The game.
    pub id: Text<GameId>,
    /// The number of the last event.
    pub seq: u32,
    /// `open`, `playing`, `scoring` or `finished`.
    #[schemars(extend("enum" = crate::patterns::phases()))]
    pub phase: String,
    /// When the game was made.
    pub created_at: Millis,
    /// When the last event happened.
    pub updated_at: Millis,
    /// The agreements before the first move.
    pub settings: SettingsShape,
    /// Black's handicap stones on the board before the first move.
    pub setup: Vec<Text<Vertex>>,
    /// The position in which the game began. Left out if that was an empty board with handicap stones at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beginning: Option<BeginningShape>,
    /// The server's clock when the snapshot was made.
    pub now: Millis,
    /// Who made the game.
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
    #[schemars(regex(pattern = crate::patterns::STONES))]
    pub stones: String,
    /// The prisoners of each player.
    pub prisoners: PerColor<u32>,
    /// The moves in their order.
    pub moves: Vec<MoveShape>,
    /// Where the player to move may not play.
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
    /// How long and how often each player may still pause.
    pub pauses_left: PerColor<PauseBudgetShape>,
    /// The request to take back that waits for an answer.
    pub undo: Option<UndoShape>,
    /// Who is at the board.
    pub presence: Presence,
    /// The game that a player offers after this one.
    pub rematch: Option<Rematch>,
    /// When the server's staff declared the game void: it counts nowhere. Left out if it has not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub voided_at: Option<Millis>,
    /// The marks and the score they lead to.
    pub scoring: Option<Scoring>,
    /// How often play may still be resumed.
    pub resumptions_left: u8,
    /// How many handicap stones Black has still to place before White's first move.
    pub handicap_left: u8,
    /// Who took the button, where there is one.
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
    #[schemars(regex(pattern = crate::patterns::MOVE))]
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

/// The marks on a finished position, who accepted them, and the score they lead to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Scoring {
    /// Counts every change of the marks over the whole game.
    pub version: u32,
    /// Whole chains.
    pub dead: Vec<Text<Vertex>>,
    /// Empty points that count for nobody because they are marked so.
    #[serde(default)]
    pub neutral: Vec<Text<Vertex>>,
    /// The points that the server proposed as nobody's when play ended, with its reasons.
    #[serde(default)]
    pub proposed_neutral: Vec<NeutralPoint>,
    /// Stones about which the server is not sure: dead or alive, as its proposal has them.
    pub unsettled: Vec<Text<Vertex>>,
    /// Who accepted this version.
    pub accepted: PerColor<bool>,
    /// How many times each player may still mark in this scoring phase.
    pub proposals_left: PerColor<u8>,
    /// When play goes on if the players have not agreed.
    pub deadline: Millis,
    /// Whose each point is: `.` `B` `W`, row by row from the top left.
    #[schemars(regex(pattern = crate::patterns::STONES))]
    pub owners: String,
    /// Where two territories leak into each other.
    pub open_borders: Vec<Text<Vertex>>,
    /// The sum.
    pub score: ScoreShape,
}

/// A score that adds up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScoreShape {
    /// Black's total.
    pub black: Points,
    /// White's total.
    pub white: Points,
    /// Black's total less White's.
    pub margin: Points,
    /// The parts, which add up to the totals.
    pub lines: Vec<ScoreLine>,
}

/// One part of a score.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScoreLine {
    /// `stones`, `territory`, `prisoners`, `dead_stones`, `handicap_bonus`, `tax` or `komi`.
    #[schemars(extend("enum" = crate::patterns::score_lines()))]
    pub name: String,
    /// Black's points.
    pub black: Points,
    /// White's points.
    pub white: Points,
}

impl From<&Score> for ScoreShape {
    fn from(score: &Score) -> Self {
        let lines = score.lines.iter().map(|line| ScoreLine {
            name: line.name.name().to_owned(),
            black: Points(line.points.black),
            white: Points(line.points.white),
        });
        Self {
            black: Points(score.total(Color::Black)),
            white: Points(score.total(Color::White)),
            margin: Points(score.margin()),
            lines: lines.collect(),
        }
    }
}

/// A result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ResultShape {
    /// Who won, if anybody.
    pub winner: Option<Text<Color>>,
    /// The reason that decided it.
    pub by: ResultWord,
    /// By how many points.
    pub margin: Option<Points>,
    /// As records write it.
    pub text: String,
}

/// The reason that decided a game, as a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ResultWord {
    /// Points.
    Score,
    /// The loser gave up.
    Resignation,
    /// A long cycle.
    NoResult,
    /// Called off.
    Abort,
    /// The loser's time was up.
    Time,
    /// The loser had left.
    Absence,
    /// The server's staff decided.
    Adjudication,
}

impl ResultWord {
    /// All there are.
    pub const ALL: [Self; 7] = [
        Self::Score,
        Self::Resignation,
        Self::NoResult,
        Self::Abort,
        Self::Time,
        Self::Absence,
        Self::Adjudication,
    ];

    /// The word, as JSON has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Resignation => "resignation",
            Self::NoResult => "no_result",
            Self::Abort => "abort",
            Self::Time => "time",
            Self::Absence => "absence",
            Self::Adjudication => "adjudication",
        }
    }
}

impl From<ResultBy> for ResultWord {
    fn from(by: ResultBy) -> Self {
        match by {
            ResultBy::Score => Self::Score,
            ResultBy::Resignation => Self::Resignation,
            ResultBy::NoResult => Self::NoResult,
            ResultBy::Abort => Self::Abort,
            ResultBy::Time => Self::Time,
            ResultBy::Absence => Self::Absence,
            ResultBy::Adjudication => Self::Adjudication,
        }
    }
}

impl From<ResultWord> for ResultBy {
    fn from(word: ResultWord) -> Self {
        match word {
            ResultWord::Score => Self::Score,
            ResultWord::Resignation => Self::Resignation,
            ResultWord::NoResult => Self::NoResult,
            ResultWord::Abort => Self::Abort,
            ResultWord::Time => Self::Time,
            ResultWord::Absence => Self::Absence,
            ResultWord::Adjudication => Self::Adjudication,
        }
    }
}

impl From<&GameResult> for ResultShape {
    fn from(result: &GameResult) -> Self {
        let (winner, margin) = (result.winner.map(Text), result.margin.map(Points));
        Self { winner, by: result.by.into(), margin, text: result.to_string() }
    }
}

impl From<&ResultShape> for GameResult {
    fn from(shape: &ResultShape) -> Self {
        let winner = shape.winner.map(|winner| winner.0);
        Self { winner, by: shape.by.into(), margin: shape.margin.map(|margin| margin.0) }
    }
}
