//! Accounts: registering, and the data that belong to a member.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::Millis;

use crate::{Identity, LONGEST_SECRET, Passkey, Player, Role, Sanction, Secret};

/// The longest password, in characters.
pub(super) const LONGEST_PASSWORD: usize = 256;
/// The longest mail address.
const LONGEST_MAIL: usize = 254;

/// The body of `POST /accounts`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAccount {
    /// The name, which nobody else has in any look.
    #[schemars(length(min = 1, max = 32))]
    pub name: String,
    /// The password: 10 characters at least, and not easily guessed. There is either a password or a voucher.
    #[serde(default)]
    #[schemars(length(min = 1, max = LONGEST_PASSWORD))]
    pub password: Option<Secret>,
    /// The word of a provider, whose person becomes one of the member's ways in.
    #[serde(default)]
    #[schemars(length(min = 1, max = LONGEST_SECRET))]
    pub voucher: Option<Secret>,
    /// A mail address. It is good for nothing before a letter has shown that it is the member's.
    #[serde(default)]
    #[schemars(length(max = LONGEST_MAIL))]
    pub mail: Option<String>,
    /// The secret of an invitation, where one is needed.
    #[serde(default)]
    #[schemars(length(max = LONGEST_SECRET))]
    pub invitation: Option<Secret>,
    /// The version of the terms to which one agrees, where there are any.
    #[serde(default)]
    #[schemars(length(max = LONGEST_SECRET))]
    pub terms: Option<String>,
    /// The answer to a task, where the server has asked for one.
    #[serde(default)]
    pub toll: Option<PaidToll>,
}

/// The answer to the task of a `toll_needed`: SHA-256 of `challenge`, a colon and `answer` begins with as
/// many zero bits as were asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PaidToll {
    /// The challenge of the problem, letter by letter.
    #[schemars(length(max = 256))]
    pub challenge: String,
    /// Any text that fits, of 1 to 32 bytes.
    #[schemars(length(min = 1, max = 32))]
    pub answer: String,
}

/// The body of `PATCH /me`: what is left out stays.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// Another name.
    #[serde(default)]
    #[schemars(length(min = 1, max = 32))]
    pub name: Option<String>,
    /// Another password. All other sessions end.
    #[serde(default)]
    #[schemars(length(min = 1, max = LONGEST_PASSWORD))]
    pub password: Option<Secret>,
    /// Another mail address. A letter goes there, and nothing else changes before its link is used.
    #[serde(default)]
    #[schemars(length(min = 1, max = LONGEST_MAIL))]
    pub mail: Option<String>,
    /// The preferences that the pages keep for a member on every device: at most 32 words with a text each.
    /// They take the place of all from before.
    #[serde(default)]
    pub preferences: Option<BTreeMap<String, String>>,
    /// The version of the terms, as they are now, to which the member agrees.
    #[serde(default)]
    #[schemars(length(max = LONGEST_SECRET))]
    pub terms: Option<String>,
}

/// The answer to `GET /me` and `PATCH /me`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Me {
    /// The player who is asking.
    pub player: Player,
    /// Why the player may not play, or a warning that was not read; left out if there is neither.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sanction: Option<Sanction>,
    /// The account, if there is one and the player's own token was shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<Account>,
}

/// The parts of an account, for its member alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Account {
    /// When the player registered.
    pub registered_at: Millis,
    /// From when on the name may be changed again; a moment that has passed if it may be now.
    pub rename_from: Millis,
    /// Until when this session may change what needs a fresh sign-in; `null` if it has to be confirmed first.
    pub fresh_until: Option<Millis>,
    /// The preferences that the pages keep.
    pub preferences: BTreeMap<String, String>,
    /// The roles on this server.
    pub roles: Vec<Role>,
    /// Whether the account has a password.
    pub password: bool,
    /// The persons of providers by whom the member comes in, the oldest first.
    pub identities: Vec<Identity>,
    /// The passkeys, the oldest first.
    pub passkeys: Vec<Passkey>,
    /// The mail address to which letters have arrived; `null` if there is none.
    pub mail: Option<String>,
    /// Whether the codes of an authenticator are asked for.
    pub authenticator: bool,
    /// The number of recovery codes that are left.
    pub recovery_codes_left: u32,
    /// The version of the terms to which the member has agreed last; `null` if to none. Where the door names
    /// another one, the terms have changed since.
    pub terms: Option<String>,
}

/// The answer to `POST /me/authenticator`: what an authenticator has to know. Nobody is asked for its codes
/// before one was shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuthenticatorOffer {
    /// The secret in base32, to be typed.
    pub secret: String,
    /// The same as an address for authenticators.
    pub address: String,
    /// The address as a QR code: a picture in SVG.
    pub code: String,
}

/// The body of `PUT /me/authenticator`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FirstCode {
    /// A code of the authenticator.
    #[schemars(length(min = 1, max = 32))]
    pub code: Secret,
}

/// Codes for the day on which the authenticator is lost, each good once. They are not told again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecoveryCodes {
    /// Ten of them.
    pub recovery_codes: Vec<String>,
}

/// The body of `POST /mail-links`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MailWish {
    /// The address to which a link goes, if it is any member's.
    #[schemars(length(min = 1, max = LONGEST_MAIL))]
    pub mail: String,
}

/// The body of `POST /mail-links/player` and `POST /mail-confirmations`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShownLetter {
    /// The secret of a link that came by mail.
    #[schemars(length(min = 1, max = LONGEST_SECRET))]
    pub letter: Secret,
}
