//! Ways in by providers of OpenID Connect: the way there and back, and the identities of a member.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{IdentityId, Millis};

use crate::{LONGEST_SECRET, Player, Secret, Text};

/// The longest query with which a browser comes back, in characters.
const LONGEST_ANSWER: usize = 8_192;

/// A provider that vouches for people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Provider {
    /// Its word in addresses.
    pub id: String,
    /// Its name for people.
    pub name: String,
}

/// The body of `POST /sign-ins`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProviderWish {
    /// The provider's id.
    #[schemars(length(min = 1, max = 32))]
    pub provider: String,
    /// Whether the person has to sign in at the provider anew, even if it knows who it is.
    #[serde(default)]
    pub fresh: bool,
}

/// The answer to `POST /sign-ins`: the way to the provider. A cookie goes with it, which the browser shows
/// when it comes back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WayToProvider {
    /// The address to which the browser goes.
    pub address: String,
    /// Until when it has to be back.
    pub expires_at: Millis,
}

/// The body of `POST /sign-ins/answers`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProviderAnswer {
    /// The id of the provider to whose page the browser came back.
    #[schemars(length(min = 1, max = 32))]
    pub provider: String,
    /// The query of that page's address, without its question mark.
    #[schemars(length(max = LONGEST_ANSWER))]
    pub answer: Secret,
}

/// The answer to `POST /sign-ins/answers`: the word of a provider for a person. Nobody is signed in by it
/// yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Vouched {
    /// Stands for the provider's word, once.
    pub voucher: String,
    /// Until when it is good.
    pub expires_at: Millis,
    /// The member whose identity it is; `null` if it is nobody's.
    pub player: Option<Player>,
    /// A name that the person may like; `null` if the provider knows none.
    pub suggested_name: Option<String>,
}

/// A body that shows a voucher: one of `POST /sessions` and `POST /sessions/current`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ByVoucher {
    /// The voucher.
    #[schemars(length(min = 1, max = LONGEST_SECRET))]
    pub voucher: Secret,
    /// The code of an authenticator, or a recovery code, if the account asks for one.
    #[serde(default)]
    #[schemars(length(max = 32))]
    pub code: Option<Secret>,
}

/// The body of `POST /me/identities`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewIdentity {
    /// The voucher.
    #[schemars(length(min = 1, max = LONGEST_SECRET))]
    pub voucher: Secret,
}

/// An identity of a member: a person of a provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Identity {
    /// By this it is given up.
    pub id: Text<IdentityId>,
    /// The provider's id; `null` if the server knows the provider no more.
    pub provider: Option<String>,
    /// The provider's name for people; its issuer, if the server knows it no more.
    pub name: String,
    /// Since when it is the member's.
    pub linked_at: Millis,
    /// When it was used last.
    pub used_at: Millis,
}

/// The answer to `POST /me/identities`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct IdentityList {
    /// All identities of the member, the oldest first.
    pub identities: Vec<Identity>,
}
