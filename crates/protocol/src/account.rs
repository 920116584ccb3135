//! Accounts: how somebody becomes a member, and what belongs to one.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{InvitationId, Millis};

use crate::secret::LONGEST_SECRET;
use crate::{
    AccessToken, ByCard, ByPasskey, ByVoucher, Identity, Passkey, Player, PlayerCard, Provider, Sanction,
    Secret, Text,
};

/// The longest password, in characters.
const LONGEST_PASSWORD: usize = 256;
/// The longest mail address.
const LONGEST_MAIL: usize = 254;

/// Who may register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Registration {
    /// Everybody.
    Open,
    /// Whoever has an invitation.
    Invited,
    /// Nobody.
    Closed,
}

/// Who may look at games.
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
    /// Who may register.
    pub registration: Registration,
    /// Whether guests may play.
    pub guests: bool,
    /// Who may look at games.
    pub viewing: Viewing,
    /// The operator's own words at the door, as plain text; `null` if there are none.
    pub notice: Option<String>,
    /// The operator's terms, to which whoever registers agrees; `null` if there are none.
    pub terms: Option<Terms>,
    /// Whether the server sends letters: links by which one signs in, for those who have forgotten the password.
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

/// The answer to the task of a `toll_needed`: SHA-256 of `challenge`, a colon and `answer` begins with as many zero bits as were asked for.
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
    /// What the pages remember for a member on every device: at most 32 words with a text each. They take the place of all from before.
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

/// What belongs to an account, for its member alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Account {
    /// When the player registered.
    pub registered_at: Millis,
    /// From when on the name may be changed again; a moment that has passed if it may be now.
    pub rename_from: Millis,
    /// Until when this session may change what needs a fresh sign-in; `null` if it has to be confirmed first.
    pub fresh_until: Option<Millis>,
    /// What the pages remember.
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
    /// How many recovery codes are left.
    pub recovery_codes_left: u32,
    /// The version of the terms to which the member has agreed last; `null` if to none. Where the door names another one, the terms have
    /// changed since.
    pub terms: Option<String>,
}

/// The answer to `POST /me/authenticator`: what an authenticator has to know. Nobody is asked for its codes before one was shown.
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

/// A role on the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Runs the server.
    Owner,
    /// Keeps order on it.
    Moderator,
}

impl Role {
    /// Every role, the highest first.
    pub const ALL: [Self; 2] = [Self::Owner, Self::Moderator];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Moderator => "moderator",
        }
    }
}

/// A name that a player had before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FormerName {
    /// The name.
    pub name: String,
    /// Until when the player had it.
    pub until: Millis,
}

/// The answer to `GET /players/{id}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Profile {
    /// The player.
    pub player: Player,
    /// The names of the last half year, the latest first.
    pub former_names: Vec<FormerName>,
    /// The member to whom the player belongs, if it is a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<PlayerCard>,
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

/// The answer to `GET /players?name=`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerList {
    /// Members, bots and computers whose names begin like that, in the order of their names; twenty at most.
    pub players: Vec<Player>,
}

/// The body of `POST /invitations`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewInvitation {
    /// How many may register by it; one, if nothing is said.
    #[serde(default)]
    #[schemars(range(min = 1, max = 1000))]
    pub places: Option<u32>,
    /// When it ends; in a week, if nothing is said, and in a year at the latest.
    #[serde(default)]
    pub expires_at: Option<Millis>,
    /// A note for oneself, such as for whom it is.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub note: Option<String>,
}

/// An invitation to register.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Invitation {
    /// By this it is taken back.
    pub id: Text<InvitationId>,
    /// The note of whoever made it.
    pub note: String,
    /// When it was made.
    pub created_at: Millis,
    /// When it ends.
    pub expires_at: Millis,
    /// How many may register by it in all.
    pub places: u32,
    /// How many still may.
    pub left: u32,
}

/// The answer to `POST /invitations`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InvitationAnswer {
    /// The invitation.
    pub invitation: Invitation,
    /// The secret. It is not told again.
    pub secret: String,
    /// The page at which one registers by it. The secret stands behind `#`, which browsers do not send.
    pub address: String,
}

/// The answer to `GET /invitations`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InvitationList {
    /// The newest first.
    pub invitations: Vec<Invitation>,
}

/// The body of `POST /invitations/look`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    /// The secret of an invitation.
    #[schemars(length(min = 1, max = LONGEST_SECRET))]
    pub invitation: Secret,
}

/// The answer to `POST /invitations/look`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Invited {
    /// When the invitation ends.
    pub expires_at: Millis,
    /// How many still may register by it.
    pub left: u32,
}
