//! Answers as the database has them: encrypted by what the sender of a request alone knows, so that nobody else can read them, with
//! the database or without it.
//!
//! The secret is the key that the sender gave to the request, of which the database has a hash, and the token that the sender showed,
//! where the answer tells a secret itself: a key may be short, and a token is random and long. Each answer has an encryption key of its
//! own, which is made of the secret and of a salt. What an answer belongs to is part of what is proven, so that none can be put
//! in the place of another.

use hmac::{Hmac, KeyInit, Mac};
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, Nonce, UnboundKey};
use ring::hkdf::{HKDF_SHA256, Salt};
use sha2::Sha256;
use tengen_entropy as entropy;

/// The form of what is sealed: its first byte.
const FORM: u8 = 1;
/// How many bytes a salt has.
const SALT: usize = 32;
/// What the encryption keys are for, so that the same secret makes other keys elsewhere.
const PURPOSE: &[u8] = b"tengen kept answer";

/// What closes an answer, and opens it again.
#[derive(Clone)]
pub(super) struct Seal(Vec<u8>);

impl Seal {
    /// The seal of a request with this key, by a sender who showed this token. The token is empty where the answer tells no secret.
    pub(super) fn new(key: &str, token: &str) -> Self {
        // There is no such byte in a key: the two can't run into each other.
        Self([key.as_bytes(), &[0], token.as_bytes()].concat())
    }

    /// Encrypts a text that belongs to something. Nothing, if the system has no random bits.
    pub(super) fn close(&self, text: &[u8], belongs_to: &str) -> Option<Vec<u8>> {
        let salt = entropy::bytes::<SALT>().ok()?;
        let mut sealed = text.to_vec();
        let aad = Aad::from(belongs_to.as_bytes());
        self.key(&salt)?.seal_in_place_append_tag(only_nonce(), aad, &mut sealed).ok()?;
        Some([&[FORM][..], &salt, &sealed].concat())
    }

    /// The text that was encrypted with the same seal and belongs to the same; nothing, if it was not.
    pub(super) fn open(&self, sealed: &[u8], belongs_to: &str) -> Option<Vec<u8>> {
        let (salt, sealed) = sealed.strip_prefix(&[FORM])?.split_at_checked(SALT)?;
        let mut text = sealed.to_vec();
        let aad = Aad::from(belongs_to.as_bytes());
        let length = self.key(salt)?.open_in_place(only_nonce(), aad, &mut text).ok()?.len();
        text.truncate(length);
        Some(text)
    }

    /// The hash of a text that nobody finds by trying texts, such as those with likely passwords: whoever tries needs the secret, too.
    pub(super) fn mark(&self, text: &[u8]) -> Option<[u8; 32]> {
        // It takes a secret of any length.
        let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(&self.0).ok()?;
        mac.update(text);
        Some(mac.finalize().into_bytes().into())
    }

    fn key(&self, salt: &[u8]) -> Option<LessSafeKey> {
        let secret = Salt::new(HKDF_SHA256, salt).extract(&self.0);
        let key = secret.expand(&[PURPOSE], &CHACHA20_POLY1305).ok().map(UnboundKey::from);
        key.map(LessSafeKey::new)
    }
}

/// The nonce of all: each encryption key encrypts one text, since its salt is random.
fn only_nonce() -> Nonce {
    Nonce::assume_unique_for_key([0; 12])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_opens_by_its_own_secret_where_it_belongs() {
        let seal = Seal::new("key", "token");
        let sealed = seal.close(b"a secret", "here").unwrap();
        assert_eq!(seal.open(&sealed, "here").unwrap(), b"a secret");
        assert!(!sealed.windows(6).any(|bytes| bytes == b"secret"));
        for other in [Seal::new("key", ""), Seal::new("keytoken", ""), Seal::new("yek", "token")] {
            assert_eq!(other.open(&sealed, "here"), None);
        }
        assert_eq!(seal.open(&sealed, "elsewhere"), None);
        for place in [0, 1, SALT, SALT + 1, sealed.len() - 1] {
            let mut damaged = sealed.clone();
            damaged[place] ^= 1;
            assert_eq!(seal.open(&damaged, "here"), None, "{place}");
            assert_eq!(seal.open(&sealed[..place], "here"), None, "{place}");
        }
    }

    #[test]
    fn the_same_answer_is_never_sealed_alike_and_always_marked_alike() {
        let seal = Seal::new("key", "token");
        assert_ne!(seal.close(b"text", "here"), seal.close(b"text", "here"));
        assert_eq!(seal.mark(b"text"), seal.mark(b"text"));
        assert_ne!(seal.mark(b"text"), seal.mark(b"texts"));
        assert_ne!(seal.mark(b"text"), Seal::new("yek", "token").mark(b"text"));
    }
}
