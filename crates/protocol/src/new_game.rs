//! The wish for a game, as JSON.

use serde::{Deserialize, Serialize};
use tengen_rules::Preset;

use crate::{Points, Text};

/// The body of `POST /games`. Every field may be left out.
///
/// ```
/// use tengen_protocol::NewGame;
///
/// let wish: NewGame = serde_json::from_str(r#"{"board": {"width": 9, "height": 9}, "komi": 5.5}"#)?;
/// assert_eq!(tengen_game::NewGame::from(&wish).height, 9);
/// assert!(serde_json::from_str::<NewGame>(r#"{"comi": 5.5}"#).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NewGame {
    /// The size of the board.
    #[serde(deserialize_with = "crate::object")]
    pub board: BoardSize,
    /// The preset's name.
    pub rules: Text<Preset>,
    /// Points for White; the preset decides when it is left out.
    pub komi: Option<Points>,
    /// 0 to 9.
    pub handicap: u8,
    /// The creator's colour: `black`, `white` or `random`.
    pub color: ColorWish,
    /// Whether lists leave the game out.
    pub private: bool,
}

impl Default for NewGame {
    fn default() -> Self {
        Self {
            board: BoardSize { width: 19, height: 19 },
            rules: Text(Preset::Japanese),
            komi: None,
            handicap: 0,
            color: ColorWish::Random,
            private: false,
        }
    }
}

/// The size of a board in points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardSize {
    /// From left to right, 1 to 25.
    pub width: usize,
    /// From top to bottom, 1 to 25.
    pub height: usize,
}

/// The colour a creator asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ColorWish {
    /// Black.
    Black,
    /// White.
    White,
    /// A lot is drawn when the opponent joins.
    Random,
}

impl From<ColorWish> for tengen_game::Colors {
    fn from(wish: ColorWish) -> Self {
        match wish {
            ColorWish::Black => Self::Black,
            ColorWish::White => Self::White,
            ColorWish::Random => Self::Random,
        }
    }
}

impl From<tengen_game::Colors> for ColorWish {
    fn from(colors: tengen_game::Colors) -> Self {
        match colors {
            tengen_game::Colors::Black => Self::Black,
            tengen_game::Colors::White => Self::White,
            tengen_game::Colors::Random => Self::Random,
        }
    }
}

impl From<&NewGame> for tengen_game::NewGame {
    fn from(wish: &NewGame) -> Self {
        Self {
            width: wish.board.width,
            height: wish.board.height,
            preset: wish.rules.0,
            komi: wish.komi.map(|komi| komi.0),
            handicap: wish.handicap,
            color: wish.color.into(),
            private: wish.private,
        }
    }
}
