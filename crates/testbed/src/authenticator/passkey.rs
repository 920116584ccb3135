//! One passkey of a device.

use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _};

use super::bytes::{attested, cose_key};
use super::faults::PasskeyFault;

/// A passkey.
pub(super) struct Passkey {
    pub(super) id: Vec<u8>,
    pub(super) rp_id: String,
    /// How often it was used, as far as the device counts.
    pub(super) count: u32,
    user: Vec<u8>,
    key: EcdsaKeyPair,
}

impl Passkey {
    pub(super) fn new(id: Vec<u8>, rp_id: &str, user: Vec<u8>) -> Self {
        Self { id, rp_id: rp_id.to_owned(), count: 0, user, key: key() }
    }

    pub(super) fn used(&mut self) {
        self.count += 1;
    }

    /// The public key: an uncompressed point.
    pub(super) fn public_key(&self) -> &[u8] {
        self.key.public_key().as_ref()
    }

    /// What is told of it when it is new.
    pub(super) fn attested(&self, faults: &[PasskeyFault]) -> Vec<u8> {
        let other = faults.iter().find_map(|fault| match fault {
            PasskeyFault::Key(key) => Some(key.clone()),
            _ => None,
        });
        // An uncompressed point: a byte that says so, and two numbers of 32 bytes.
        let (x, y) = self.public_key()[1..].split_at(32);
        attested(&self.id, &other.unwrap_or_else(|| cose_key(x, y)))
    }

    /// Whose it is, as the device says.
    pub(super) fn said_user(&self, faults: &[PasskeyFault]) -> Option<Vec<u8>> {
        if faults.contains(&PasskeyFault::NoUser) {
            return None;
        }
        let other = faults.iter().find_map(|fault| match fault {
            PasskeyFault::User(user) => Some(user.clone()),
            _ => None,
        });
        Some(other.unwrap_or_else(|| self.user.clone()))
    }

    /// The signature of what the device and the browser say.
    pub(super) fn sign(&self, said: &[u8], client_data: &[u8], faults: &[PasskeyFault]) -> Vec<u8> {
        let signed = [said, digest(&SHA256, client_data).as_ref()].concat();
        let foreign = faults.contains(&PasskeyFault::ForeignKey).then(key);
        let key = foreign.as_ref().unwrap_or(&self.key);
        key.sign(&SystemRandom::new(), &signed).unwrap().as_ref().to_vec()
    }
}

fn key() -> EcdsaKeyPair {
    let random = SystemRandom::new();
    let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random).unwrap();
    EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, pkcs8.as_ref(), &random).unwrap()
}
