//! The wish for a game, as JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{Millis, PlayerId, Settings};
use tengen_rules::{BoardName, Preset};

use crate::{AidsWish, BoardWish, Points, PositionShape, RulesWish, Text, TimeSystemShape};

/// The most komi either way, in points.
pub(crate) const MOST_KOMI: i32 = Settings::MAX_KOMI.half_points() / 2;

/// The body of `POST /games`. Every field may be left out.
///
/// ```
/// use tengen_protocol::NewGame;
///
/// let wish: NewGame = serde_json::from_str(r#"{"board": {"width": 9, "height": 9}, "komi": 5.5}"#)?;
/// assert_eq!(wish.board.0.to_string(), "grid 9x9");
/// assert!(serde_json::from_str::<NewGame>(r#"{"comi": 5.5}"#).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct NewGame {
    /// The board.
    #[serde(deserialize_with = "crate::object")]
    pub board: BoardWish,
    /// A preset's name, or a preset with changes.
    pub rules: RulesWish,
    /// Points for White; the preset decides when it is left out.
    #[schemars(range(min = -MOST_KOMI, max = MOST_KOMI))]
    pub komi: Option<Points>,
    /// 0 to 9. In a game that begins in a position the stones of the handicap are among its stones, and only
    /// count.
    #[schemars(range(max = Settings::MAX_HANDICAP))]
    pub handicap: u8,
    /// The position in which the game begins, if it is no empty board with handicap stones at most.
    #[serde(deserialize_with = "crate::maybe_object", skip_serializing_if = "Option::is_none")]
    pub position: Option<PositionShape>,
    /// The creator's colour: `black`, `white` or `random`.
    pub color: ColorWish,
    /// Whether lists leave the game out.
    pub private: bool,
    /// Whether bots may neither make the game nor join it.
    pub no_bots: bool,
    /// Whether both seats are the creator's: a game at one device, which begins at once and is private.
    pub local: bool,
    /// The help that players may have while the game runs.
    #[serde(deserialize_with = "crate::object")]
    pub aids: AidsWish,
    /// The time each player has, if it is measured.
    #[serde(deserialize_with = "crate::maybe_object")]
    pub clock: Option<TimeSystemShape>,
    /// The delay of spectators, in milliseconds.
    #[schemars(range(min = 0, max = Settings::MAX_DELAY))]
    pub delay: Millis,
    /// The only player who may take the free seat, if it is kept for one.
    pub opponent: Option<Text<PlayerId>>,
}

impl Default for NewGame {
    fn default() -> Self {
        Self {
            board: BoardWish(BoardName::Grid { width: 19, height: 19 }),
            rules: RulesWish::from(Preset::Japanese),
            komi: None,
            handicap: 0,
            position: None,
            color: ColorWish::Random,
            private: false,
            no_bots: false,
            local: false,
            aids: AidsWish::default(),
            clock: None,
            delay: 0,
            opponent: None,
        }
    }
}

/// The colour a creator asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
            board: wish.board.0,
            preset: wish.rules.preset,
            rules: wish.rules.rules,
            komi: wish.komi.map(|komi| komi.0),
            handicap: wish.handicap,
            position: wish.position.as_ref().map(Into::into),
            color: wish.color.into(),
            private: wish.private,
            no_bots: wish.no_bots,
            local: wish.local,
            aids: wish.aids.into(),
            clock: wish.clock.map(Into::into),
            delay: wish.delay,
            opponent: wish.opponent.map(|opponent| opponent.0),
        }
    }
}
