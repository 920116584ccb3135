//! The bytes of a device: authenticator data (Web Authentication, section 6.1) and the little CBOR (RFC 8949) that they need.

use ring::digest::{SHA256, digest};

/// Somebody was at the device.
pub(super) const PRESENT: u8 = 0x01;
/// The device has verified the person.
pub(super) const VERIFIED: u8 = 0x04;
/// There may be copies of the passkey.
pub(super) const BACKUP_ELIGIBLE: u8 = 0x08;
/// There are copies of the passkey.
pub(super) const BACKED_UP: u8 = 0x10;
/// A new passkey follows.
const ATTESTED: u8 = 0x40;

/// What a device says about one use of a passkey.
pub(super) fn authenticator_data(rp_id: &str, flags: u8, count: u32, attested: Option<&[u8]>) -> Vec<u8> {
    let mut data = digest(&SHA256, rp_id.as_bytes()).as_ref().to_vec();
    data.push(if attested.is_some() { flags | ATTESTED } else { flags });
    data.extend(count.to_be_bytes());
    data.extend(attested.unwrap_or_default());
    data
}

/// A new passkey: a device of no kind in particular, the id, and the key in CBOR.
pub(super) fn attested(id: &[u8], key: &[u8]) -> Vec<u8> {
    let mut data = vec![0; 16];
    data.extend(u16::try_from(id.len()).unwrap().to_be_bytes());
    data.extend(id);
    data.extend(key);
    data
}

/// A key of ES256 as COSE has it (RFC 9053): kind 2, algorithm -7, curve 1, and the point.
pub(super) fn cose_key(x: &[u8], y: &[u8]) -> Vec<u8> {
    let mut key = vec![0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21];
    key.extend(byte_string(x));
    key.push(0x22);
    key.extend(byte_string(y));
    key
}

/// What a browser says about a new passkey: the device's data, and its signature where it vouches for itself (`packed`, section 8.2).
pub(super) fn attestation_object(data: &[u8], signature: Option<&[u8]>) -> Vec<u8> {
    let mut object = vec![0xa3];
    object.extend(text("fmt"));
    object.extend(text(if signature.is_some() { "packed" } else { "none" }));
    object.extend(text("attStmt"));
    match signature {
        None => object.push(0xa0),
        Some(signature) => {
            object.push(0xa2);
            object.extend(text("alg"));
            object.push(0x26);
            object.extend(text("sig"));
            object.extend(byte_string(signature));
        }
    }
    object.extend(text("authData"));
    object.extend(byte_string(data));
    object
}

fn text(text: &str) -> Vec<u8> {
    with_length(0x60, text.as_bytes())
}

fn byte_string(bytes: &[u8]) -> Vec<u8> {
    with_length(0x40, bytes)
}

/// The kind and the length in as few bytes as possible, and then the bytes.
fn with_length(kind: u8, bytes: &[u8]) -> Vec<u8> {
    let mut coded = match (u8::try_from(bytes.len()), u16::try_from(bytes.len()).unwrap()) {
        (Ok(length @ 0..24), _) => vec![kind | length],
        (Ok(length), _) => vec![kind | 0x18, length],
        (Err(_), length) => [&[kind | 0x19][..], &length.to_be_bytes()].concat(),
    };
    coded.extend(bytes);
    coded
}
