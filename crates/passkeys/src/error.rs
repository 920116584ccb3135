//! Why a ceremony fails.

use webauthn_rs::prelude::WebauthnError;

/// Why a passkey was not registered, or proved nothing. The text is for the log and repeats nothing that a
/// browser says; people are told by the [word](Self::word).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PasskeyError {
    /// The player's name is empty or too long.
    #[error("the name of the player is empty or too long")]
    BadName,
    /// The player has as many passkeys as a player may have.
    #[error("the player has enough passkeys")]
    TooMany,
    /// The player has no passkey to confirm by.
    #[error("the player has no passkey")]
    NoPasskey,
    /// The answer of the browser is longer than 16 KiB.
    #[error("the answer is too long")]
    TooLong,
    /// The answer of the browser is not what the standard describes.
    #[error("the answer is unreadable: {0}")]
    Unreadable(String),
    /// The answer is one to another ceremony.
    #[error("the answer is one to another ceremony")]
    WrongCeremony,
    /// The ceremony took longer than ten minutes.
    #[error("the ceremony began {0} ms ago")]
    Expired(i64),
    /// The answer belongs to another attempt.
    #[error("the answer belongs to another attempt")]
    WrongChallenge,
    /// The answer comes from the page of another server, or from a page inside of another one.
    #[error("the answer comes from another page")]
    WrongOrigin,
    /// The passkey belongs to another server.
    #[error("the passkey belongs to another server")]
    WrongSite,
    /// Nobody was at the device.
    #[error("nobody was at the device")]
    NotPresent,
    /// The device has not verified the person.
    #[error("the device has not verified the person")]
    NotVerified,
    /// The device keeps no trace of the passkey, so it would be no way in without a name.
    #[error("the passkey is not discoverable")]
    NotDiscoverable,
    /// The passkey is registered already.
    #[error("the passkey is there already")]
    AlreadyThere,
    /// The key or the statement of the device is of a kind that is not taken.
    #[error("the passkey is of a kind that is not taken")]
    Unsupported,
    /// The answer is one of another passkey than those that are asked for.
    #[error("the answer is one of another passkey")]
    UnknownPasskey,
    /// The passkey, or the ceremony, is another player's.
    #[error("the passkey is another player's")]
    WrongPlayer,
    /// The signature is not that of the passkey.
    #[error("the signature is not good")]
    BadSignature,
    /// The count of the device went back, or stays: somebody has a copy of it.
    #[error("the count went back, as if the device was copied")]
    Cloned,
    /// The device says differently than before whether the passkey may leave it.
    #[error("the device says differently whether the passkey may leave it")]
    BackupChanged,
    /// The text that the caller has kept is no passkey of this crate.
    #[error("what was kept of the passkey is unreadable")]
    BadlyKept,
}

impl PasskeyError {
    /// A word for the reason, which stays the same in all versions.
    pub fn word(&self) -> &'static str {
        match self {
            Self::BadName => "bad_name",
            Self::TooMany => "too_many",
            Self::NoPasskey => "no_passkey",
            Self::TooLong => "too_long",
            Self::Unreadable(_) => "unreadable",
            Self::WrongCeremony => "wrong_ceremony",
            Self::Expired(_) => "expired",
            Self::WrongChallenge => "wrong_challenge",
            Self::WrongOrigin => "wrong_origin",
            Self::WrongSite => "wrong_site",
            Self::NotPresent => "not_present",
            Self::NotVerified => "not_verified",
            Self::NotDiscoverable => "not_discoverable",
            Self::AlreadyThere => "already_there",
            Self::Unsupported => "unsupported",
            Self::UnknownPasskey => "unknown_passkey",
            Self::WrongPlayer => "wrong_player",
            Self::BadSignature => "bad_signature",
            Self::Cloned => "cloned",
            Self::BackupChanged => "backup_changed",
            Self::BadlyKept => "badly_kept",
        }
    }

    /// The fault and its place: never the text itself.
    pub(crate) fn of_json(what: &str, error: &serde_json::Error) -> Self {
        Self::Unreadable(format!("{what}, line {} column {}", error.line(), error.column()))
    }
}

impl From<WebauthnError> for PasskeyError {
    fn from(error: WebauthnError) -> Self {
        match error {
            WebauthnError::InvalidClientDataType => Self::WrongCeremony,
            WebauthnError::MismatchedChallenge => Self::WrongChallenge,
            WebauthnError::InvalidRPOrigin | WebauthnError::CredentialCrossOrigin => Self::WrongOrigin,
            WebauthnError::InvalidRPIDHash => Self::WrongSite,
            WebauthnError::UserNotPresent => Self::NotPresent,
            WebauthnError::UserNotVerified => Self::NotVerified,
            WebauthnError::CredentialAlteredAlgFromRequest
            | WebauthnError::COSEKeyInvalidAlgorithm
            | WebauthnError::COSEKeyInvalidType
            | WebauthnError::COSEKeyEDUnsupported
            | WebauthnError::SshPublicKeyEDUnsupported
            | WebauthnError::COSEKeyECDSAInvalidCurve
            | WebauthnError::AttestationNotSupported => Self::Unsupported,
            WebauthnError::CredentialNotFound => Self::UnknownPasskey,
            WebauthnError::AuthenticationFailure
            | WebauthnError::SignatureInvalid
            | WebauthnError::AttestationStatementSigInvalid => Self::BadSignature,
            WebauthnError::CredentialPossibleCompromise => Self::Cloned,
            WebauthnError::CredentialBackupEligibilityInconsistent
            | WebauthnError::CredentialMayNotBeHardwareBound => Self::BackupChanged,
            // The texts of the library are the same whatever a browser says.
            other => Self::Unreadable(other.to_string()),
        }
    }
}
