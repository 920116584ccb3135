//! Positions in which games begin, as JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{Beginning, BeginningWish, State};
use tengen_rules::Color;

use crate::{PerColor, Text, WrittenMoves};

/// A position in which a game begins: stones, and the moves that led on from them.
///
/// ```
/// use tengen_protocol::PositionShape;
///
/// let json = r#"{"stones": ".........", "to_move": "black", "moves": "B2,white:pass"}"#;
/// let position: PositionShape = serde_json::from_str(json)?;
/// assert_eq!(position.moves.0.0.len(), 2);
/// let json = r#"{"stones": ".........", "to_move": "black", "moves": ["B2", "white:pass"]}"#;
/// assert_eq!(serde_json::from_str::<PositionShape>(json)?, position);
/// assert!(serde_json::from_str::<PositionShape>(r#"{"stones": ".........", "to_move": "black", "moves": "B"}"#).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionShape {
    /// `.` `B` `W` for each point, row by row from the top left.
    #[schemars(regex(pattern = crate::STONES), example = &".........")]
    pub stones: String,
    /// The player to move on these stones.
    pub to_move: Text<Color>,
    /// The moves that led on from them; none, if they are left out. They are not moves of the game, but the
    /// positions that they went through count for ko and superko, and their prisoners are those of the game.
    #[serde(
        default,
        deserialize_with = "crate::values::line::moves",
        skip_serializing_if = "WrittenMoves::are_none"
    )]
    #[schemars(with = "crate::values::line::Moves")]
    pub moves: Text<WrittenMoves>,
}

impl PositionShape {
    /// The position behind the moves, without them: as lists show it.
    pub(crate) fn without_moves(beginning: &Beginning) -> Self {
        let game = beginning.game();
        Self {
            stones: game.board().stones().to_string(),
            to_move: Text(game.to_move()),
            moves: Text::default(),
        }
    }
}

impl From<&Beginning> for PositionShape {
    fn from(beginning: &Beginning) -> Self {
        let BeginningWish { stones, to_move, mut moves } = beginning.wish();
        // The colour is said where it is not the other one's.
        let mut next = to_move;
        for (color, _) in &mut moves {
            let by = color.unwrap_or(next);
            if by == next {
                *color = None;
            }
            next = by.opponent();
        }
        Self { stones, to_move: Text(to_move), moves: Text(WrittenMoves(moves)) }
    }
}

impl From<&PositionShape> for BeginningWish {
    fn from(shape: &PositionShape) -> Self {
        Self { stones: shape.stones.clone(), to_move: shape.to_move.0, moves: shape.moves.0.0.clone() }
    }
}

/// The position in which a game began, behind the moves that led to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BeginningShape {
    /// `.` `B` `W` for each point, row by row from the top left.
    #[schemars(regex(pattern = crate::STONES))]
    pub stones: String,
    /// The player who moves first.
    pub to_move: Text<Color>,
    /// The prisoners that each player had before the first move.
    pub prisoners: PerColor<u32>,
}

impl BeginningShape {
    /// The position in which a game began, if it did not begin with an empty board or handicap stones.
    pub(crate) fn of(state: &State) -> Option<Self> {
        let game = state.settings().beginning()?.game();
        Some(Self {
            stones: game.board().stones().to_string(),
            to_move: Text(game.to_move()),
            prisoners: PerColor::from(game.prisoners()),
        })
    }
}
