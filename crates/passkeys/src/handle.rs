//! Players, as authenticators know them.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use webauthn_rs::prelude::Uuid;

/// The text that goes into the hash before the id, so that no other hash of an id is the same.
const PURPOSE: &[u8] = b"tengen: user handle of a passkey\0";

/// The 16 bytes by which authenticators know a player: the same for all passkeys of the player.
///
/// They are a part of a hash of the player's id and say nothing about the person, as Web Authentication,
/// section 14.6.1, asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UserHandle([u8; 16]);

impl UserHandle {
    /// The handle of the player with this id.
    pub fn of(player: &str) -> Self {
        let hash = Sha256::new().chain_update(PURPOSE).chain_update(player).finalize();
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hash[..16]);
        Self(bytes)
    }

    /// The bytes themselves.
    pub fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }

    /// The handle of these bytes, if there are 16 of them.
    pub(crate) fn from_slice(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    pub(crate) fn uuid(self) -> Uuid {
        Uuid::from_bytes(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_stays_the_same_and_differs_between_players() {
        // Authenticators keep it, so it may never change.
        let expected = [51, 191, 157, 16, 227, 32, 212, 219, 243, 106, 33, 156, 236, 139, 92, 177];
        assert_eq!(UserHandle::of("b2c4").as_bytes(), &expected);
        assert_ne!(UserHandle::of("b2c4"), UserHandle::of("b2c5"));
        assert_eq!(UserHandle::of("b2c4").uuid().as_bytes(), &expected);
    }

    #[test]
    fn sixteen_bytes_are_a_handle() {
        let handle = UserHandle::of("b2c4");
        assert_eq!(UserHandle::from_slice(handle.as_bytes()), Some(handle));
        for length in [0, 15, 17, 64] {
            assert_eq!(UserHandle::from_slice(&vec![0; length]), None);
        }
    }
}
