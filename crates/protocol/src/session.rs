//! Sessions: the devices on which a player is at home.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{Millis, SessionId};

use crate::{Player, Secret, Text};

/// A browser or a program that has the player's own token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Session {
    /// By this it is ended.
    pub id: Text<SessionId>,
    /// The browser and the system, or the program, as it called itself when the session began, such as `Firefox · Android`; `null` if
    /// it did not say.
    pub device: Option<String>,
    /// When it began.
    pub created_at: Millis,
    /// When it was last used, to about an hour. It ends when it was not used for ninety days.
    pub last_used_at: Millis,
    /// Whether it is the session of this request.
    pub current: bool,
}

/// The answer to `GET /sessions`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SessionList {
    /// The player's sessions, the last used first.
    pub sessions: Vec<Session>,
}

/// The answer to `POST /sessions/link`: a link that makes another device one's own, once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CarryAnswer {
    /// The secret. It is not told again.
    pub secret: String,
    /// The page that asks at the other device. The secret stands behind `#`, which browsers do not send.
    pub address: String,
    /// The address as a QR code: a picture in SVG.
    pub code: String,
    /// Until when it is good.
    pub expires_at: Millis,
}

/// The body of `POST /sessions/link/player` and `POST /sessions`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Carried {
    /// The secret of a link.
    #[schemars(length(min = 1, max = 128))]
    pub link: Secret,
}

/// The answer to `POST /sessions`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NewSession {
    /// The player who is at home there now.
    pub player: Player,
    /// Names the player in later requests. It is not told again.
    pub token: String,
}
