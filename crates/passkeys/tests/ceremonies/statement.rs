//! Statements of devices about themselves, which nobody asked for.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use proptest::collection::{btree_map, vec};
use proptest::prelude::{Strategy, any, prop, prop_assert_ne, prop_oneof, proptest};
use serde_json::json;
use tengen_testbed::{Authenticator, PasskeyFault};

use crate::club::{ADA, NOW, PAGE, passkeys, person, refused_registration, registered, signed_in};

/// The object of a browser, with another kind of statement and another statement in CBOR.
fn with_statement(object: &str, format: &str, statement: &[u8]) -> String {
    let object = URL_SAFE_NO_PAD.decode(object).unwrap();
    let place = object.windows(9).position(|window| window == b"hauthData").unwrap();
    let mut changed = b"\xa3cfmt".to_vec();
    changed.extend(text(format));
    changed.extend(b"gattStmt");
    changed.extend(statement);
    changed.extend(&object[place..]);
    URL_SAFE_NO_PAD.encode(changed)
}

fn text(text: &str) -> Vec<u8> {
    with_length(0x78, text.as_bytes())
}

/// A kind whose length is one byte, and the bytes.
fn with_length(kind: u8, bytes: &[u8]) -> Vec<u8> {
    [&[kind, u8::try_from(bytes.len()).unwrap()][..], bytes].concat()
}

/// The algorithms -7 and -257, and the version of statements of TPMs, in CBOR.
const KNOWN: [&[u8]; 3] = [&[0x26], &[0x39, 0x01, 0x00], b"c2.0"];

/// Values that statements are made of, in CBOR.
fn value() -> impl Strategy<Value = Vec<u8>> {
    let bytes = || vec(any::<u8>(), 0..200).prop_map(|bytes| with_length(0x58, &bytes));
    let list = |list: Vec<Vec<u8>>| [vec![0x80 | list.len().to_le_bytes()[0]], list.concat()].concat();
    prop_oneof![
        bytes(),
        vec(bytes(), 0..3).prop_map(list),
        (0_u8..24).prop_map(|number| vec![number]),
        prop::sample::select(&KNOWN).prop_map(<[u8]>::to_vec),
    ]
}

fn statement() -> impl Strategy<Value = Vec<u8>> {
    let field =
        prop::sample::select(&["alg", "sig", "x5c", "ver", "certInfo", "pubArea", "response", "ecdaaKeyId"]);
    btree_map(field, value(), 0..8).prop_map(|fields| {
        let mut map = vec![0xa0 | fields.len().to_le_bytes()[0]];
        for (field, value) in fields {
            map.extend(text(field));
            map.extend(value);
        }
        map
    })
}

proptest! {
    #[test]
    fn any_statement_is_answered(
        format in prop::sample::select(&["packed", "tpm", "android-key", "android-safetynet", "fido-u2f", "apple", "other"]),
        statement in statement(),
    ) {
        let begun = passkeys().begin_registration(person(ADA), &[], NOW).unwrap();
        let mut said = Authenticator::new(PAGE).create(&begun.options).unwrap();
        let object = said["response"]["attestationObject"].as_str().unwrap();
        said["response"]["attestationObject"] = json!(with_statement(object, format, &statement));
        let error = passkeys().finish_registration(&begun.pending, ADA, &said.to_string(), NOW).unwrap_err();
        prop_assert_ne!(error.word(), "too_long");
    }
}

#[test]
fn the_kinds_of_statements_are_known() {
    let refused = |format: &str, statement: &[u8]| {
        refused_registration(&mut Authenticator::new(PAGE), |said| {
            let object = said["response"]["attestationObject"].as_str().unwrap();
            said["response"]["attestationObject"] = json!(with_statement(object, format, statement));
        })
    };
    for format in ["android-safetynet", "other", ""] {
        assert_eq!(refused(format, &[0xa0]), "unsupported", "{format}");
    }
    for format in ["packed", "tpm", "android-key", "fido-u2f", "apple"] {
        assert_eq!(refused(format, &[0xa0]), "unreadable", "{format}");
    }
    // A device that vouches for itself, by a signature that is none.
    let statement = [&b"\xa2calg\x26csig"[..], &[0x43, 1, 2, 3]].concat();
    assert_eq!(refused("packed", &statement), "bad_signature");
}

#[test]
fn a_device_may_vouch_for_itself_by_its_own_key_alone() {
    let mut browser = Authenticator::new(PAGE);
    browser.misbehave(PasskeyFault::Vouches);
    let stored = registered(&mut browser, ADA);
    assert!(signed_in(&mut browser, ADA, &stored.passkey).is_ok());
    browser.misbehave(PasskeyFault::ForeignKey);
    assert_eq!(refused_registration(&mut browser, |_| ()), "bad_signature");
}
