//! Passkeys: ways in that are kept by a device.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tengen_game::{Millis, PasskeyId};

use crate::Text;

/// The purpose of a challenge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PasskeyPurpose {
    /// A new passkey of the member who asks.
    Register,
    /// A sign-in, of whomever the passkey belongs to.
    SignIn,
    /// The member who asks proves once more who is here.
    Confirm,
}

/// The body of `POST /passkey-challenges`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PasskeyWish {
    /// The purpose.
    pub purpose: PasskeyPurpose,
}

/// The answer to `POST /passkey-challenges`. A cookie goes with it, which the browser shows with the answer
/// of its device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PasskeyChallenge {
    /// As `PublicKeyCredential.parseCreationOptionsFromJSON` takes it, to register, or else
    /// `parseRequestOptionsFromJSON`.
    pub options: BTreeMap<String, Value>,
    /// Until when an answer is read.
    pub expires_at: Millis,
}

/// The body of `POST /me/passkeys`, and a body that shows a passkey: one of `POST /sessions` and
/// `POST /sessions/current`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ByPasskey {
    /// The answer of the device: `toJSON()` of the credential, of at most 16 KiB.
    pub passkey: BTreeMap<String, Value>,
}

/// A passkey of a member.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Passkey {
    /// By this it is removed.
    pub id: Text<PasskeyId>,
    /// The device on which it was made, as that called itself; `null` if it did not.
    pub device: Option<String>,
    /// When it was made.
    pub created_at: Millis,
    /// When it was used last; `null` if never.
    pub used_at: Option<Millis>,
}

/// The answer to `POST /me/passkeys`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PasskeyList {
    /// All passkeys of the member, the oldest first.
    pub passkeys: Vec<Passkey>,
}
