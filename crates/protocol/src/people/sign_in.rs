//! Signing in: the ways in, and sessions, which are the devices on which a player is at home.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{Millis, SessionId};

use crate::people::account::LONGEST_PASSWORD;
use crate::{ByPasskey, ByVoucher, LONGEST_SECRET, Player, Secret, Text};

/// The body of `POST /sessions`: one way in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum WayIn {
    /// A name and a password.
    Password(Credentials),
    /// A link from another device.
    Link(crate::Carried),
    /// A link that came by mail.
    Letter(ByLetter),
    /// The word of a provider.
    Voucher(ByVoucher),
    /// A passkey.
    Passkey(ByPasskey),
    /// The card of a class.
    Card(ByCard),
}

/// A link that came by mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ByLetter {
    /// The secret of the link.
    #[schemars(length(min = 1, max = LONGEST_SECRET))]
    pub letter: Secret,
    /// The code of an authenticator, or a recovery code, if the account asks for one.
    #[serde(default)]
    #[schemars(length(max = 32))]
    pub code: Option<Secret>,
}

/// A name and a password.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The name, in any look.
    #[schemars(length(min = 1, max = 32))]
    pub name: String,
    /// The password.
    #[schemars(length(min = 1, max = LONGEST_PASSWORD))]
    pub password: Secret,
    /// The code of an authenticator, or a recovery code, if the account asks for one.
    #[serde(default)]
    #[schemars(length(max = 32))]
    pub code: Option<Secret>,
}

/// The body of `POST /sessions/current`: the member proves once more who is here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Confirmation {
    /// The password.
    Password(ByPassword),
    /// The word of a provider at which the member has signed in in the last minutes.
    Voucher(ByVoucher),
    /// A passkey.
    Passkey(ByPasskey),
}

/// The password of a member who is known already.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ByPassword {
    /// The password.
    #[schemars(length(min = 1, max = LONGEST_PASSWORD))]
    pub password: Secret,
    /// The code of an authenticator, or a recovery code, if the account asks for one.
    #[serde(default)]
    #[schemars(length(max = 32))]
    pub code: Option<Secret>,
}

/// A browser or a program that has the player's own token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Session {
    /// By this it is ended.
    pub id: Text<SessionId>,
    /// The browser and the system, or the program, as it called itself when the session began, such as
    /// `Firefox · Android`; `null` if it did not say.
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

/// A card, as a way in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ByCard {
    /// The secret of the card, or its short code.
    #[schemars(length(min = 1, max = LONGEST_SECRET))]
    pub card: Secret,
}
