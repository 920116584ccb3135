//! A move that is tried on a position, which belongs to no game.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::Settings;
use tengen_rules::{Color, Vertex};

use crate::{BoardWish, PerColor, RulesWish, Text};

/// The most moves before the one that is tried.
pub const LONGEST_LINE: usize = 2_000;

/// The body of `POST /positions/play`: a line of moves, and one more.
///
/// ```
/// use tengen_protocol::TryMove;
///
/// let tried: TryMove =
///     serde_json::from_str(r#"{"board": {"width": 9, "height": 9}, "rules": "chinese", "moves": "E5,C3", "move": "G7"}"#)?;
/// assert_eq!(tried.next, "G7");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TryMove {
    /// The board.
    #[serde(deserialize_with = "crate::object")]
    pub board: BoardWish,
    /// The rules by which moves are judged.
    pub rules: RulesWish,
    /// The position before the first move; the empty board with Black to move, if it is left out.
    #[serde(default, deserialize_with = "crate::maybe_object", skip_serializing_if = "Option::is_none")]
    pub setup: Option<SetUp>,
    /// The moves from there on, up to 2,000 with commas between them, `Q16,D4,pass`, or up to 1,000 as a
    /// list. Each is that of the player to move, unless a colour in front of it says whose: `white:Q16`.
    /// Where passes have ended play, whoever moves resumes it.
    #[serde(default, deserialize_with = "crate::values::line::text")]
    #[schemars(with = "crate::values::line::TriedLine")]
    pub moves: String,
    /// The move that is tried, written like one of them.
    #[serde(rename = "move")]
    #[schemars(length(max = 32), regex(pattern = "^[A-Za-z0-9: ]*$"), example = &"Q4")]
    pub next: String,
}

/// A position in which a line begins.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SetUp {
    /// `.` `B` `W` for each point, row by row from the top left; the empty board, if it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = crate::STONES))]
    pub stones: Option<String>,
    /// The player to move; Black, if it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Text<Color>>,
    /// The handicap stones that Black has still to place on the empty board before White's first move, under
    /// rules that let Black choose where.
    #[schemars(range(max = Settings::MAX_HANDICAP))]
    pub handicap: u8,
}

/// The position behind a move that was tried, or before it if the rules forbid it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tried {
    /// `.` `B` `W` for each point, row by row from the top left.
    #[schemars(regex(pattern = crate::STONES))]
    pub stones: String,
    /// The player to move; `null` once play is over, by passes or without a result.
    pub to_move: Option<Text<Color>>,
    /// The stones that the move takes off: the opponent's, or, in suicide, the player's own with the one just
    /// played among them.
    pub captured: Vec<Text<Vertex>>,
    /// The prisoners of each player since the line began.
    pub prisoners: PerColor<u32>,
    /// The rule that forbids the move: `off_board`, `occupied`, `suicide`, `ko`, `superko`, `handicap`,
    /// `out_of_turn`, or `play_is_over` where a long cycle has ended play without a result. Left out if none
    /// does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub illegal: Option<String>,
}
