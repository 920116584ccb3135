//! The keys of a provider.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value, json};

/// The key of the moment, and one that is in no document.
pub(super) struct Keys {
    current: EcdsaKeyPair,
    foreign: EcdsaKeyPair,
    /// How often the key got another name.
    turn: u32,
}

impl Keys {
    pub(super) fn new() -> Self {
        Self { current: key(), foreign: key(), turn: 0 }
    }

    pub(super) fn rotate(&mut self) {
        self.turn += 1;
        self.current = key();
    }

    pub(super) fn replace(&mut self) {
        self.current = key();
    }

    /// The name of the key.
    pub(super) fn id(&self) -> String {
        format!("key {}", self.turn)
    }

    /// The document with the public key.
    pub(super) fn document(&self) -> Value {
        // An uncompressed point: a byte that says so, and two numbers of 32 bytes.
        let [_, x @ ..] = self.public() else { unreachable!("a point has a first byte") };
        let (x, y) = x.split_at(32);
        let number = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        let key = json!({"kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": self.id(), "x": number(x), "y": number(y)});
        json!({"keys": [key]})
    }

    /// The public key as bytes.
    pub(super) fn public(&self) -> &[u8] {
        self.current.public_key().as_ref()
    }

    /// The signature of a text, by the key of the document or by the other one.
    pub(super) fn sign(&self, text: &str, by_foreign: bool) -> Vec<u8> {
        let key = if by_foreign { &self.foreign } else { &self.current };
        key.sign(&SystemRandom::new(), text.as_bytes()).unwrap().as_ref().to_vec()
    }
}

fn key() -> EcdsaKeyPair {
    let random = SystemRandom::new();
    let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
    EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pkcs8.as_ref(), &random).unwrap()
}
