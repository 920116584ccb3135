//! Trees of variations that their players show to others.

use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, json_schema};
use serde::{Deserialize, Serialize};
use tengen_game::{GameId, Millis, RecordId, ShareId};

use crate::{PlayerCard, Text, Variations, Word};

/// The secret of a link to a tree: 43 characters of `A-Z a-z 0-9 _ -`.
#[derive(Clone, PartialEq, Eq)]
pub struct ShareSecret(Box<str>);

/// A text that is no secret of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not the secret of a link")]
pub struct ShareSecretError;

impl ShareSecret {
    /// How many characters a secret has.
    pub const LENGTH: usize = 43;

    /// The secret as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ShareSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ShareSecret(..)")
    }
}

impl FromStr for ShareSecret {
    type Err = ShareSecretError;

    fn from_str(text: &str) -> Result<Self, ShareSecretError> {
        let fits = text.len() == Self::LENGTH
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
        if fits { Ok(Self(text.into())) } else { Err(ShareSecretError) }
    }
}

impl fmt::Display for ShareSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Word for ShareSecret {
    const NAME: &'static str = "ShareSecret";

    fn schema() -> Schema {
        json_schema!({
            "type": "string",
            "description": "The secret of a link to a tree.",
            "pattern": "^[A-Za-z0-9_-]{43}$",
            "examples": ["q0fZJtYV6mXkz2dOq0fZJtYV6mXkz2dOq0fZJtYV6mX"],
        })
    }
}

/// Those to whom a tree is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShareWith {
    /// Whoever has the link.
    #[default]
    Link,
    /// The opponent of the game.
    Opponent,
}

/// The body of `POST .../variations/share`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewShare {
    /// Whether the tree is shown as it is at each moment; else as it is now.
    pub grows: bool,
    /// To whom.
    #[serde(default)]
    pub with: ShareWith,
}

/// A showing of a tree, without the secret of its link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Share {
    /// By this it is ended.
    pub id: Text<ShareId>,
    /// To whom the tree is shown.
    pub with: ShareWith,
    /// Whether it is shown as it is at each moment.
    pub grows: bool,
    /// When it was made.
    pub created_at: Millis,
    /// The revision of a tree that does not grow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<u64>,
}

/// The answer to a new one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShareAnswer {
    /// The showing.
    pub share: Share,
    /// The secret of its link, if it has one: told now and never again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

/// The showings of a tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShareList {
    /// The newest first.
    pub shares: Vec<Share>,
    /// Whether the opponent of the game shows the player a tree of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub opponent_shows: bool,
}

/// A tree that somebody shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SharedVariations {
    /// Whose tree it is.
    pub owner: PlayerCard,
    /// The game beside which it is kept, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<Text<GameId>>,
    /// The record beside which it is kept, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<Text<RecordId>>,
    /// Whether it is shown as it is at each moment.
    pub grows: bool,
    /// Since when it is shown.
    pub created_at: Millis,
    /// The tree.
    #[serde(flatten)]
    pub tree: Variations,
}

/// A showing as an export of one's own data has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnShare {
    /// The game beside which the tree is kept, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<Text<GameId>>,
    /// The record beside which it is kept, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<Text<RecordId>>,
    /// The showing.
    #[serde(flatten)]
    pub share: Share,
}
