//! An estimate of the score in a position.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::GameId;
use tengen_rules::Color;

use crate::{BoardWish, MOST_KOMI, Points, RulesWish, Text};

/// The body of `POST /positions/estimate`: a game and how many of its moves, or a position.
///
/// ```
/// use tengen_protocol::EstimateWish;
///
/// let wish: EstimateWish = serde_json::from_str(r#"{"board": {"width": 2, "height": 1}, "stones": "B.", "to_move": "white"}"#)?;
/// assert_eq!(wish.stones.as_deref(), Some("B."));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct EstimateWish {
    /// A game,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<Text<GameId>>,
    /// and after how many of its moves; after the last one, if it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<u32>,
    /// Instead of these two: a board,
    #[serde(deserialize_with = "crate::maybe_object", skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardWish>,
    /// the rules whose komi White has, if `komi` says nothing; Japanese ones, if they are left out,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<RulesWish>,
    /// White's compensation,
    #[schemars(range(min = -MOST_KOMI, max = MOST_KOMI))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub komi: Option<Points>,
    /// `.` `B` `W` for each point, row by row from the top left,
    #[schemars(regex(pattern = crate::STONES))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stones: Option<String>,
    /// and the player to move; Black, if it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Text<Color>>,
}

/// A guess at the score, by half-random games. It decides nothing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Estimated {
    /// For each point, row by row from the top left: how surely it goes to Black (up to 100) or to White
    /// (down to -100).
    #[schemars(inner(range(min = -100, max = 100)))]
    pub owners: Vec<i8>,
    /// The points of the board that Black has at the end, stones included, on average.
    pub black: f64,
    /// The points of White, and komi.
    pub white: f64,
    /// Half the distance between the quartiles of the difference, in points: half of the random games lie
    /// between them.
    pub doubt: f64,
}
