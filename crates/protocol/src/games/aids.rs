//! The help that players may have in their own running game, as JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::Aids;

/// The help that the two players may have while the game runs. Spectators may have both, and players after
/// the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct AidsShape {
    /// Whether they may try moves beside the game, and keep them.
    pub variations: bool,
    /// Whether they may ask for estimates of the score.
    pub estimate: bool,
}

impl From<Aids> for AidsShape {
    fn from(Aids { variations, estimate }: Aids) -> Self {
        Self { variations, estimate }
    }
}

/// A wish for aids. Those that are left out are as usual: both against a computer of the server, variations
/// in games by days, neither elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AidsWish {
    /// Whether players may try moves beside the game, and keep them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variations: Option<bool>,
    /// Whether players may ask for estimates of the score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<bool>,
}

impl From<AidsWish> for tengen_game::AidsWish {
    fn from(AidsWish { variations, estimate }: AidsWish) -> Self {
        Self { variations, estimate }
    }
}
