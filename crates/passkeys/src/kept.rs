//! Passkeys, as the caller keeps them.

use webauthn_rs::prelude::{
    AttestationFormat, AttestationMetadata, AuthenticationResult, Credential, ParsedAttestation,
    ParsedAttestationData, Passkey,
};

use crate::answer::id_text;
use crate::error::PasskeyError;

/// A passkey that was registered, as the caller keeps it. It holds no secret: the key in it is public.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPasskey {
    /// The id of the passkey, in base64url: at most 1364 characters. It is unique among all players, and the
    /// caller refuses one that is there already.
    pub credential_id: String,
    /// The passkey, as JSON: at most 4 KiB.
    pub passkey: String,
}

/// A passkey that the caller has kept, and whose it is.
#[derive(Debug, Clone, Copy)]
pub struct Kept<'a> {
    /// The id of the player.
    pub owner: &'a str,
    /// The passkey as JSON, as it was stored last.
    pub passkey: &'a str,
}

/// A passkey has proved who somebody is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// The id of the passkey, in base64url.
    pub credential_id: String,
    /// The passkey as JSON, where it differs from what was kept: the caller stores it in that place, or a
    /// copied device goes unnoticed.
    pub changed: Option<String>,
}

impl StoredPasskey {
    /// The stored form of a passkey. Statements of its device about itself were not asked for, and are left
    /// out.
    pub(crate) fn of(passkey: Passkey) -> Result<Self, PasskeyError> {
        let mut credential = Credential::from(passkey);
        credential.attestation =
            ParsedAttestation { data: ParsedAttestationData::None, metadata: AttestationMetadata::None };
        credential.attestation_format = AttestationFormat::None;
        credential.transports = None;
        let passkey = Passkey::from(credential);
        Ok(Self { credential_id: id_text(passkey.cred_id()), passkey: written(&passkey)? })
    }
}

impl Kept<'_> {
    pub(crate) fn read(&self) -> Result<Passkey, PasskeyError> {
        serde_json::from_str(self.passkey).map_err(|_| PasskeyError::BadlyKept)
    }
}

impl Verified {
    pub(crate) fn new(mut passkey: Passkey, result: &AuthenticationResult) -> Result<Self, PasskeyError> {
        let has_changed = passkey.update_credential(result).ok_or(PasskeyError::UnknownPasskey)?;
        let changed = if has_changed { Some(written(&passkey)?) } else { None };
        Ok(Self { credential_id: id_text(passkey.cred_id()), changed })
    }
}

fn written(passkey: &Passkey) -> Result<String, PasskeyError> {
    serde_json::to_string(passkey).map_err(|_| PasskeyError::BadlyKept)
}
