//! The answers of browsers.

use std::fmt::{self, Debug, Formatter};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use webauthn_rs::prelude::{PublicKeyCredential, RegisterPublicKeyCredential};

use crate::error::PasskeyError;
use crate::handle::UserHandle;

/// The longest answer of a browser, in bytes: 16 KiB. A statement with certificates has about 5.
const LONGEST: usize = 16 * 1_024;
/// The longest id of a passkey, in bytes: Web Authentication, section 4, "Credential ID".
const LONGEST_ID: usize = 1_023;

/// The answer of a browser at the end of a sign-in or of a confirmation: the passkey, and its signature.
/// Nothing of it is checked yet.
#[derive(Clone)]
pub struct Assertion {
    pub(crate) said: PublicKeyCredential,
    credential_id: String,
}

impl Assertion {
    /// Reads the JSON of `credential.toJSON()`.
    ///
    /// # Errors
    ///
    /// [`PasskeyError::TooLong`] when it is longer than 16 KiB, [`PasskeyError::Unreadable`] when it is not
    /// what a browser says.
    pub fn parse(json: &str) -> Result<Self, PasskeyError> {
        let said: PublicKeyCredential = read(json)?;
        let credential_id = same_id(&said.type_, &said.id, &said.raw_id)?;
        Ok(Self { said, credential_id })
    }

    /// The id of the passkey, in base64url, by which the caller finds what it has stored.
    pub fn credential_id(&self) -> &str {
        &self.credential_id
    }

    /// The player whom the passkey was made for, as the device says. A device may be silent about it at a
    /// confirmation.
    pub fn user_handle(&self) -> Option<UserHandle> {
        self.said.get_user_unique_id().and_then(UserHandle::from_slice)
    }

    /// Whether the device says that the passkey was made for somebody else.
    pub(crate) fn names_another_than(&self, player: UserHandle) -> bool {
        self.said.get_user_unique_id().is_some_and(|handle| handle != player.as_bytes())
    }
}

impl Debug for Assertion {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Assertion").field("credential_id", &self.credential_id).finish_non_exhaustive()
    }
}

/// Reads what a browser says at the end of a registration, and gives the id of the passkey with it.
pub(crate) fn registration(json: &str) -> Result<(RegisterPublicKeyCredential, String), PasskeyError> {
    let said: RegisterPublicKeyCredential = read(json)?;
    let credential_id = same_id(&said.type_, &said.id, &said.raw_id)?;
    Ok((said, credential_id))
}

/// Refuses an answer from a page inside of a page of another server. The library looks at this at
/// registrations alone.
///
/// Web Authentication, sections 7.1 and 7.2: `crossOrigin` and `topOrigin`.
pub(crate) fn refuse_framed(client_data: &[u8]) -> Result<(), PasskeyError> {
    let data: ClientData = serde_json::from_slice(client_data)
        .map_err(|error| PasskeyError::of_json("the client data", &error))?;
    if data.cross_origin == Some(true) || data.top_origin.is_some() {
        return Err(PasskeyError::WrongOrigin);
    }
    Ok(())
}

/// The id of a passkey, in base64url.
pub(crate) fn id_text(id: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(id)
}

/// The id of a passkey that the caller has kept.
pub(crate) fn id_bytes(text: &str) -> Result<Vec<u8>, PasskeyError> {
    let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| PasskeyError::BadlyKept)?;
    if is_id(&bytes) { Ok(bytes) } else { Err(PasskeyError::BadlyKept) }
}

/// The part of the client data that says where the page is.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ClientData {
    cross_origin: Option<bool>,
    top_origin: Option<IgnoredAny>,
}

fn read<T: DeserializeOwned>(json: &str) -> Result<T, PasskeyError> {
    if json.len() > LONGEST {
        return Err(PasskeyError::TooLong);
    }
    serde_json::from_str(json).map_err(|error| PasskeyError::of_json("the answer", &error))
}

/// The id of a passkey that a browser says twice.
fn same_id(kind: &str, id: &str, raw_id: &[u8]) -> Result<String, PasskeyError> {
    let text = id_text(raw_id);
    if kind == "public-key" && id == text && is_id(raw_id) {
        Ok(text)
    } else {
        Err(PasskeyError::Unreadable("the id or the kind of the passkey".to_owned()))
    }
}

fn is_id(bytes: &[u8]) -> bool {
    (1..=LONGEST_ID).contains(&bytes.len())
}
