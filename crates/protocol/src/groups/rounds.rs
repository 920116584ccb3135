//! Rounds: pairs of a group that play at the same time.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{GameId, Millis, PlayerId};

use crate::{NewGame, PlayerCard, Text};

/// The most games of a round.
pub const LARGEST_ROUND: usize = 100;

/// The body of `POST /groups/{id}/rounds`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct NewRound {
    /// The pairs; if they are left out, the server pairs by the results so far. In a club all of them have to
    /// take part in rounds.
    #[schemars(length(min = 1, max = LARGEST_ROUND))]
    pub pairs: Option<Vec<WishedPair>>,
    /// The players who take part in a round that the server pairs; if it is left out, whoever takes part in
    /// the rounds of a club, and everybody but the teacher of a class.
    #[schemars(length(min = 2, max = 2 * LARGEST_ROUND))]
    pub players: Option<Vec<Text<PlayerId>>>,
    /// The settings of each game, as in `POST /games`, without `color` and `opponent`.
    #[serde(deserialize_with = "crate::object")]
    pub settings: NewGame,
}

/// A pair that is wished for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WishedPair {
    /// Black.
    pub black: Text<PlayerId>,
    /// White.
    pub white: Text<PlayerId>,
}

/// A round of a group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Round {
    /// The number: 1 for the first.
    pub number: u32,
    /// When it was made.
    pub made_at: Millis,
    /// The pairs.
    pub pairs: Vec<RoundPair>,
    /// The one who is left over; `null` if nobody is.
    pub bye: Option<PlayerCard>,
}

/// A pair of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RoundPair {
    /// Black.
    pub black: PlayerCard,
    /// White.
    pub white: PlayerCard,
    /// Whether the pair has a game. One that has none, and no `problem`, waits for it.
    pub has_game: bool,
    /// The game; `null` if there is none, or if it is private and somebody else's.
    pub game: Option<Text<GameId>>,
    /// The winner, `black`, `white`, `jigo` or `none`, once the game is finished; `null` before, and where
    /// `game` is.
    pub winner: Option<String>,
    /// The code of the problem by which no game is made, for those who lead the group; `not_made` for
    /// everybody else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// The answer to `GET /groups/{id}/rounds`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RoundList {
    /// The latest first.
    pub rounds: Vec<Round>,
    /// The value of `before` for the next page; `null` if this is the last one.
    pub next: Option<u32>,
}
