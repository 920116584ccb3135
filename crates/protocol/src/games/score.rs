//! Scoring and results as JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{GameResult, Millis, ResultBy};
use tengen_rules::{Color, Neutral, NeutralReason, Score, Topology, Vertex};

use crate::{PerColor, Points, Text};

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
    /// The players who have accepted this version.
    pub accepted: PerColor<bool>,
    /// The number of times that each player may still mark in this scoring phase.
    pub proposals_left: PerColor<u8>,
    /// When play goes on if the players have not agreed.
    pub deadline: Millis,
    /// Whose each point is: `.` `B` `W`, row by row from the top left.
    #[schemars(regex(pattern = crate::STONES))]
    pub owners: String,
    /// The points where two territories leak into each other.
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
    #[schemars(extend("enum" = crate::score_lines()))]
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
    /// The winner, if there is one.
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

/// An empty point that counts for nobody, as the server sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NeutralPoint {
    /// The place.
    pub at: Text<Vertex>,
    /// Why: a false eye, a point that its owner must fill once all dame are, an open border, or a point in
    /// seki.
    pub reason: Text<NeutralReason>,
}

impl NeutralPoint {
    /// These points of a board.
    pub fn of(topology: &Topology, points: &[Neutral]) -> Vec<Self> {
        let shape = |&Neutral { point, reason }: &Neutral| Self {
            at: Text(topology.vertex(point)),
            reason: Text(reason),
        };
        points.iter().map(shape).collect()
    }
}
