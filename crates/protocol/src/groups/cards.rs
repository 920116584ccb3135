//! The accounts of a class, and the cards by which pupils come in.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::PlayerId;

use crate::{LARGEST_CLASS, PlayerCard, Text};

/// The body of `POST /groups/{id}/accounts`, unless it is a table in CSV.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAccounts {
    /// The names, one for each account.
    #[schemars(length(min = 1, max = LARGEST_CLASS))]
    pub names: Vec<String>,
}

/// The body of `POST /groups/{id}/cards`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewCards {
    /// For whom; for everybody whose account the teacher rules, if it is left out.
    #[serde(default)]
    #[schemars(length(min = 1, max = LARGEST_CLASS))]
    pub players: Option<Vec<Text<PlayerId>>>,
}

/// A card by which a pupil comes in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Card {
    /// The pupil.
    pub player: PlayerCard,
    /// The secret. It is not told again.
    pub secret: String,
    /// The page at which one comes in by it. The secret stands behind `#`, which browsers do not send.
    pub address: String,
    /// The address as a QR code: a picture in SVG.
    pub code: String,
    /// Eight letters and digits that are as good as the secret, for whoever types: in capitals or not, with
    /// the hyphen or without. They are not told again.
    pub short_code: String,
    /// The page at which they are typed.
    pub short_address: String,
}

/// The answer to `POST /groups/{id}/accounts` and `POST /groups/{id}/cards`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CardList {
    /// In the order in which they were asked for.
    pub cards: Vec<Card>,
}
