//! How a message is signed: whoever knows the database knows the secret, and nobody else is believed.

use std::fmt::{self, Debug, Formatter};

use bytes::Bytes;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use tengen_game::Millis;

use crate::counts::Dropped;

/// The version of the first line.
const VERSION: &str = "1";
/// How long ago a message may have been sent, in milliseconds, and by how much the clocks of two servers may differ.
const FRESH: Millis = 10_000;

/// The secret that the servers of a database share. Prints as nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Vec<u8>);

impl Secret {
    /// A secret of so many random bytes.
    pub fn new(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }
}

impl Debug for Secret {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// Signs the messages of a subject, and knows signed ones.
#[derive(Clone)]
pub(crate) struct Seal(Hmac<Sha256>);

/// A signed message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Signed<'a> {
    pub(crate) from: i64,
    pub(crate) at: Millis,
    pub(crate) lines: &'a str,
}

impl Seal {
    /// The seal for a subject: a message can't be carried from one subject to another.
    pub(crate) fn new(secret: &Secret, subject: &str) -> Option<Self> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&secret.0).ok()?;
        mac.update(VERSION.as_bytes());
        mac.update(b" ");
        mac.update(subject.as_bytes());
        mac.update(b"\n");
        Some(Self(mac))
    }

    /// Signs a message: a first line of version, signature, sender and time, and then the lines themselves. The signature is that
    /// of everything behind it.
    pub(crate) fn write(&self, from: i64, at: Millis, lines: &str) -> Bytes {
        let signed = format!("{:016x} {at}\n{lines}", from.cast_unsigned());
        let mut mac = self.0.clone();
        mac.update(signed.as_bytes());
        let tag = mac.finalize().into_bytes();
        let tag = tag.iter().fold(String::with_capacity(64), |mut text, byte| {
            text.extend(
                [byte >> 4, byte & 15].map(|digit| char::from_digit(digit.into(), 16).unwrap_or('0')),
            );
            text
        });
        Bytes::from(format!("{VERSION} {tag} {signed}"))
    }

    /// Reads a message, if it was signed with the same secret for the same subject, and not long ago.
    pub(crate) fn read<'a>(&self, payload: &'a [u8], now: Millis) -> Result<Signed<'a>, Dropped> {
        let text = std::str::from_utf8(payload).map_err(|_| Dropped::Unsigned)?;
        let (version, rest) = text.split_once(' ').ok_or(Dropped::Unsigned)?;
        if version != VERSION {
            return Err(Dropped::Unsigned);
        }
        let (tag, signed) = rest.split_once(' ').ok_or(Dropped::Unsigned)?;
        let tag = digits(tag).ok_or(Dropped::Unsigned)?;
        let mut mac = self.0.clone();
        mac.update(signed.as_bytes());
        mac.verify_slice(&tag).map_err(|_| Dropped::Unsigned)?;
        let read = || {
            let (head, lines) = signed.split_once('\n')?;
            let (from, at) = head.split_once(' ')?;
            let from = u64::from_str_radix(from, 16).ok()?.cast_signed();
            Some(Signed { from, at: at.parse().ok()?, lines })
        };
        let signed = read().ok_or(Dropped::Unreadable)?;
        if now.abs_diff(signed.at) > FRESH.unsigned_abs() { Err(Dropped::Late) } else { Ok(signed) }
    }
}

/// The bytes of hexadecimal digits.
fn digits(text: &str) -> Option<Vec<u8>> {
    let digit = |digit: u8| char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    text.as_bytes().chunks(2).map(|pair| Some(digit(*pair.first()?)? << 4 | digit(*pair.get(1)?)?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Millis = 1_790_000_000_000;

    fn seal(secret: &[u8], subject: &str) -> Seal {
        Seal::new(&Secret::new(secret.to_vec()), subject).unwrap()
    }

    #[test]
    fn a_message_is_as_operators_are_told() {
        let written = seal(b"secret", "tengen.1.news").write(-1, NOW, "{}\n{}");
        let text = std::str::from_utf8(&written).unwrap();
        let (head, lines) = text.split_once('\n').unwrap();
        let words: Vec<&str> = head.split(' ').collect();
        let [version, signature, from, at] = words[..] else { panic!("{head}") };
        assert_eq!((version, from, at), ("1", "ffffffffffffffff", "1790000000000"));
        // openssl dgst -sha256 -hmac secret
        assert_eq!(signature, "4984502c0b60c77d5ba32974ebd41ad1a10f0e61eb2df71c6daa5b66040b3532");
        assert_eq!(lines, "{}\n{}");
    }

    #[test]
    fn only_whoever_knows_the_secret_is_believed() {
        let known = seal(b"secret", "tengen.1.news");
        let written = known.write(7, NOW, "line").to_vec();
        assert_eq!(known.read(&written, NOW), Ok(Signed { from: 7, at: NOW, lines: "line" }));
        for other in [seal(b"secreT", "tengen.1.news"), seal(b"secret", "tengen.2.news")] {
            assert_eq!(other.read(&written, NOW), Err(Dropped::Unsigned));
        }
        for place in 0..written.len() {
            let mut forged = written.clone();
            forged[place] ^= 1;
            assert_eq!(known.read(&forged, NOW), Err(Dropped::Unsigned), "{place}");
            assert_eq!(known.read(&written[..place], NOW), Err(Dropped::Unsigned), "{place}");
        }
        for forged in [&b""[..], b"1", b"1 ", b"1 0", b"1 0 0", b"2 00 0 0\n", b"\xff", b"1 zz 0 0\n"] {
            assert_eq!(known.read(forged, NOW), Err(Dropped::Unsigned));
        }
    }

    #[test]
    fn what_was_said_long_ago_is_dropped() {
        let seal = seal(b"secret", "tengen.1.news");
        let written = seal.write(7, NOW, "line");
        for now in [NOW - 10_000, NOW + 10_000] {
            assert!(seal.read(&written, now).is_ok());
        }
        for now in [NOW - 10_001, NOW + 10_001, Millis::MAX, Millis::MIN] {
            assert_eq!(seal.read(&written, now), Err(Dropped::Late));
        }
    }
}
