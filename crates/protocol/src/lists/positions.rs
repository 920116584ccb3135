//! The games that were in a position, and their next moves.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_rules::{Color, Vertex};

use crate::{BoardShape, Summary, Text};

/// The answer to `GET /positions`. Everything in it is turned, and has its colours exchanged, so that it fits
/// the position of the request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PositionAnswer {
    /// The board.
    pub board: BoardShape,
    /// The stones that were asked for.
    #[schemars(regex(pattern = crate::STONES))]
    pub stones: String,
    /// The player to move.
    pub to_move: Text<Color>,
    /// The number of finished games that were in the position.
    pub games_total: u32,
    /// The ways in which they went on, the most frequent first.
    pub continuations: Vec<Continuation>,
    /// A page of the games, those first that ended last.
    pub games: Vec<PositionGame>,
    /// The beginning of the next page, if there is one.
    pub next: Option<String>,
}

/// A way in which games went on from a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Continuation {
    /// The move of the player to move, a vertex or `pass`; `null` for games that went no further.
    pub at: Option<String>,
    /// Other points that mean the same, because the position is symmetric. They are counted together.
    pub alike: Vec<Text<Vertex>>,
    /// The number of games that went on so.
    pub games: u32,
    /// The number of them that Black won, as the colours are in the position that was asked for.
    pub black_wins: u32,
    /// The number of them that White won.
    pub white_wins: u32,
    /// The number of them that were a draw. The others have no result.
    pub jigo: u32,
}

/// A game that was in a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PositionGame {
    /// The game as lists show it.
    pub game: Summary,
    /// After how many moves it was in the position, the first time.
    pub move_number: u32,
    /// The number of the one of the `symmetries` of the board that turns the game so that it shows the
    /// position that was asked for.
    pub symmetry: usize,
    /// Whether the colours are exchanged, too.
    pub colors_swapped: bool,
    /// The next move, turned like the rest: a vertex, `pass`, or `null` if the game went no further.
    pub next: Option<String>,
}
