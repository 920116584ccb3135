//! Trees of variations that their players show to others.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{GameId, Millis, RecordId, ShareId};

use crate::{PlayerCard, Secret, Text, Variations};

/// The viewers of a tree that is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShareWith {
    /// Everybody who has the link.
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

/// The body of `POST /shared/look`: the secret of a link. No address has it, because addresses are written
/// into logs.
///
/// ```
/// let look: tengen_protocol::LookAtShared = serde_json::from_str(r#"{"secret": "q0fZJtYV6mXk"}"#)?;
/// assert_eq!(&*look.secret, "q0fZJtYV6mXk");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LookAtShared {
    /// The secret, as the answer to `POST .../variations/share` told it.
    pub secret: Secret,
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
