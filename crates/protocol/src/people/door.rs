//! The door: who may come in, and how.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Provider;

/// The people who may register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Registration {
    /// Everybody.
    Open,
    /// Everybody who has an invitation.
    Invited,
    /// Nobody.
    Closed,
}

/// The people who may look at games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Viewing {
    /// Everybody.
    Everybody,
    /// Members. A stranger sees the door and nothing else.
    Members,
}

/// The answer to `GET /door`: who may come in, and how.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is a word of the answer, on its own")]
pub struct Door {
    /// The people who may register.
    pub registration: Registration,
    /// Whether guests may play.
    pub guests: bool,
    /// The people who may look at games.
    pub viewing: Viewing,
    /// The operator's own words at the door, as plain text; `null` if there are none.
    pub notice: Option<String>,
    /// The operator's terms, to which whoever registers agrees; `null` if there are none.
    pub terms: Option<Terms>,
    /// Whether the server sends letters: links by which one signs in, for those who have forgotten the
    /// password.
    pub mail: bool,
    /// Whether members may have passwords. Where not, the providers are the only way in.
    pub passwords: bool,
    /// Whether members may have passkeys.
    pub passkeys: bool,
    /// The providers that vouch for people here.
    pub providers: Vec<Provider>,
}

/// The operator's terms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Terms {
    /// Names these very words: other words have another version.
    pub version: String,
    /// The words, as plain text.
    pub text: String,
}
