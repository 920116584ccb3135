//! Whatever a browser says, it is answered.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use proptest::collection::{btree_map, vec};
use proptest::prelude::{Just, Strategy, any, prop, prop_assert, prop_assert_eq, prop_oneof, proptest};
use serde_json::{Value, json};
use tengen_passkeys::{
    Assertion, Kept, PasskeyError, PendingRegistration, PendingSignIn, StoredPasskey, Verified,
};
use tengen_testbed::Authenticator;

use crate::club::{ADA, NOW, PAGE, begun_sign_in, passkeys, person, registered};

/// A registration that has begun, and the right answer.
fn registration() -> (PendingRegistration, Value) {
    let begun = passkeys().begin_registration(person(ADA), &[], NOW).unwrap();
    let said = Authenticator::new(PAGE).create(&begun.options).unwrap();
    (begun.pending, said)
}

/// A sign-in that has begun, the right answer, and the passkey.
fn sign_in() -> (PendingSignIn, Value, StoredPasskey) {
    let mut browser = Authenticator::new(PAGE);
    let stored = registered(&mut browser, ADA);
    let (pending, said) = begun_sign_in(&mut browser);
    (pending, said, stored)
}

fn signed_in(pending: &PendingSignIn, json: &str, stored: &StoredPasskey) -> Result<Verified, PasskeyError> {
    let kept = Kept { owner: ADA, passkey: &stored.passkey };
    passkeys().finish_sign_in(pending, &Assertion::parse(json)?, kept, NOW)
}

#[test]
fn a_truncated_answer_is_unreadable() {
    let (pending, said) = registration();
    let json = said.to_string();
    for length in 0..json.len() {
        let error = passkeys().finish_registration(&pending, ADA, &json[..length], NOW).unwrap_err();
        assert_eq!(error.word(), "unreadable", "{length}");
    }
    let (_, said, _) = sign_in();
    let json = said.to_string();
    for length in 0..json.len() {
        assert_eq!(Assertion::parse(&json[..length]).unwrap_err().word(), "unreadable", "{length}");
    }
}

#[test]
fn an_answer_of_more_than_16_kibibytes_is_too_long() {
    let (pending, said) = registration();
    let (of_sign_in, assertion, stored) = sign_in();
    let of_length = |said: &Value, length: usize| {
        let said = said.to_string();
        let space = " ".repeat(length - said.len());
        said + &space
    };
    let longest = of_length(&said, 16 * 1_024);
    assert!(passkeys().finish_registration(&pending, ADA, &longest, NOW).is_ok());
    let too_long = of_length(&said, 16 * 1_024 + 1);
    let error = passkeys().finish_registration(&pending, ADA, &too_long, NOW).unwrap_err();
    assert_eq!(error, PasskeyError::TooLong);
    assert!(signed_in(&of_sign_in, &of_length(&assertion, 16 * 1_024), &stored).is_ok());
    let error = signed_in(&of_sign_in, &of_length(&assertion, 1 << 20), &stored).unwrap_err();
    assert_eq!(error, PasskeyError::TooLong);
}

#[test]
fn deep_and_long_bytes_of_a_device_are_unreadable() {
    let (pending, said) = registration();
    let nested = |byte: u8| vec![byte; 8_000];
    for object in [
        // Arrays, maps and tags in each other; texts, bytes, arrays and maps that say that they are endless, or longer than anything.
        nested(0x81),
        nested(0xa1),
        nested(0xc1),
        nested(0x9f),
        nested(0xbf),
        vec![0x5b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
        vec![0x7b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
        vec![0x9b, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
        vec![0xbb, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
    ] {
        let mut said = said.clone();
        said["response"]["attestationObject"] = json!(URL_SAFE_NO_PAD.encode(object));
        let error = passkeys().finish_registration(&pending, ADA, &said.to_string(), NOW).unwrap_err();
        assert_eq!(error.word(), "unreadable");
    }
    for text in ["[".repeat(16_000), "{\"a\":".repeat(3_000)] {
        assert_eq!(Assertion::parse(&text).unwrap_err().word(), "unreadable");
    }
}

/// Any JSON, with the fields of an answer more often than others.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        Just(json!("public-key")),
        vec(any::<u8>(), 0..64).prop_map(|bytes| json!(URL_SAFE_NO_PAD.encode(bytes))),
    ];
    let field = prop_oneof![
        any::<String>(),
        prop::sample::select(&[
            "id",
            "rawId",
            "type",
            "response",
            "clientDataJSON",
            "attestationObject",
            "authenticatorData",
            "signature",
            "userHandle",
            "clientExtensionResults",
            "credProps",
            "transports",
        ])
        .prop_map(str::to_owned),
    ];
    leaf.prop_recursive(4, 64, 8, move |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Value::from),
            btree_map(field.clone(), inner, 0..10).prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// A field of bytes with some of them changed, and whether they are the same by chance.
fn changed(said: &Value, field: &str, changes: &[(usize, u8)], length: usize) -> (Value, bool) {
    let mut said = said.clone();
    let before = URL_SAFE_NO_PAD.decode(said["response"][field].as_str().unwrap()).unwrap();
    let mut bytes = before.clone();
    for (place, byte) in changes {
        let place = place % bytes.len();
        bytes[place] = *byte;
    }
    bytes.truncate(before.len().saturating_sub(length));
    let is_same = bytes == before;
    said["response"][field] = json!(URL_SAFE_NO_PAD.encode(bytes));
    (said, is_same)
}

fn changes() -> impl Strategy<Value = (Vec<(usize, u8)>, usize)> {
    (vec(any::<(usize, u8)>(), 0..6), prop_oneof![4 => Just(0), 1 => 0_usize..200])
}

proptest! {
    #[test]
    fn any_text_is_refused(text in any::<String>()) {
        let (pending, _) = registration();
        prop_assert!(passkeys().finish_registration(&pending, ADA, &text, NOW).is_err());
        prop_assert!(Assertion::parse(&text).is_err());
    }

    #[test]
    fn any_json_is_refused(said in any_json()) {
        let (pending, _) = registration();
        let (of_sign_in, _, stored) = sign_in();
        let json = said.to_string();
        prop_assert!(passkeys().finish_registration(&pending, ADA, &json, NOW).is_err());
        prop_assert!(signed_in(&of_sign_in, &json, &stored).is_err());
    }

    #[test]
    fn any_part_of_an_answer_may_be_any_json(
        part in prop::sample::select(&[
            "/id", "/rawId", "/type", "/response", "/response/clientDataJSON", "/response/attestationObject",
            "/response/authenticatorData", "/response/signature",
        ]),
        value in any_json(),
    ) {
        let (pending, mut said) = registration();
        // What the standard repeats beside the statement is not read. The kind is the one value that may be right by chance.
        if part != "/response/authenticatorData" && part != "/response/signature" {
            *said.pointer_mut(part).unwrap() = value.clone();
            let is_right = said["type"] == "public-key" && part == "/type";
            let result = passkeys().finish_registration(&pending, ADA, &said.to_string(), NOW);
            prop_assert_eq!(result.is_ok(), is_right);
        }
        let (pending, mut said, stored) = sign_in();
        if part != "/response/attestationObject" {
            *said.pointer_mut(part).unwrap() = value;
            let is_right = said["type"] == "public-key" && part == "/type";
            prop_assert_eq!(signed_in(&pending, &said.to_string(), &stored).is_ok(), is_right);
        }
    }

    #[test]
    fn any_bytes_of_a_new_device_are_answered((changes, length) in changes()) {
        let (pending, said) = registration();
        let (said, _) = changed(&said, "attestationObject", &changes, length);
        // Some bytes say nothing that is checked, such as those for the kind of the device.
        if let Ok(stored) = passkeys().finish_registration(&pending, ADA, &said.to_string(), NOW) {
            prop_assert_eq!(Value::from(stored.credential_id), said["id"].clone());
        }
        let random: Vec<u8> = changes.iter().flat_map(|(place, byte)| [place.to_le_bytes()[0], *byte]).collect();
        let mut said = said;
        said["response"]["attestationObject"] = json!(URL_SAFE_NO_PAD.encode(random));
        prop_assert!(passkeys().finish_registration(&pending, ADA, &said.to_string(), NOW).is_err());
    }

    #[test]
    fn no_byte_that_was_signed_can_be_changed(
        field in prop::sample::select(&["clientDataJSON", "authenticatorData", "signature"]),
        (changes, length) in changes(),
    ) {
        let (pending, said, stored) = sign_in();
        let (said, is_same) = changed(&said, field, &changes, length);
        prop_assert_eq!(signed_in(&pending, &said.to_string(), &stored).is_ok(), is_same);
    }
}
