//! Personal access tokens: a player's permissions for programs, and the bots that play by them.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{Millis, TokenId};

use crate::{Player, PlayerName, Text};

/// A permission of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// To look at everything as the player sees it.
    Read,
    /// To make games, join them and send commands as the player.
    Play,
    /// To act as staff, as far as the player may at that moment. Such a token ends within a day.
    Staff,
}

/// A text that is not a scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a scope")]
pub struct ScopeError;

impl Scope {
    /// All there are.
    pub const ALL: [Self; 3] = [Self::Read, Self::Play, Self::Staff];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Play => "play",
            Self::Staff => "staff",
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Scope {
    type Err = ScopeError;

    fn from_str(text: &str) -> Result<Self, ScopeError> {
        Self::ALL.into_iter().find(|scope| scope.name() == text).ok_or(ScopeError)
    }
}

/// A personal access token, without its secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AccessToken {
    /// By this it is revoked.
    pub id: Text<TokenId>,
    /// Its name, which its player chose.
    pub name: String,
    /// Its scopes, each once: first `read`, then `play`, then `staff`.
    pub scopes: Vec<Scope>,
    /// When it was made.
    pub created_at: Millis,
    /// From when on it is good for nothing, if ever.
    pub expires_at: Option<Millis>,
    /// When it was last used, to about a minute; `null` if it never was.
    pub last_used_at: Option<Millis>,
}

/// The answer to `GET /tokens`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TokenList {
    /// The player's tokens that are good for something, newest first.
    pub tokens: Vec<AccessToken>,
}

/// The body of `POST /tokens`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// Its name: 1 to 32 characters, as the names of players.
    #[schemars(length(min = 1, max = PlayerName::MAX))]
    pub name: String,
    /// Its scopes; at least one, in any order.
    #[schemars(length(min = 1), extend("uniqueItems" = true))]
    pub scopes: Vec<Scope>,
    /// When it shall end; it does not if this is left out. One with the scope `staff` ends after a day at
    /// most, and after a day if this is left out.
    #[serde(default)]
    pub expires_at: Option<Millis>,
}

/// The answer to `POST /tokens`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NewTokenAnswer {
    /// The token.
    pub token: AccessToken,
    /// The secret. It is not told again.
    pub secret: String,
}

/// The body of `POST /bots`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewBot {
    /// The name, which nobody else has in any look.
    #[schemars(length(min = 1, max = 32))]
    pub name: String,
}

/// The answer to `POST /bots`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NewBotAnswer {
    /// The bot.
    pub player: Player,
    /// A token by which a program plays for it.
    pub token: AccessToken,
    /// The secret of the token. It is not told again.
    pub secret: String,
}
