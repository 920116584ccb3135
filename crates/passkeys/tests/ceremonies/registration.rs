//! Registering a passkey.

use serde_json::{Value, json};
use tengen_passkeys::{
    MOST_PASSKEYS, PENDING_LASTS, PasskeyError, PendingConfirmation, PendingRegistration, PendingSignIn,
    Person, UserHandle,
};
use tengen_testbed::{Authenticator, NoCredential, PasskeyFault};

use crate::club::{ADA, BEN, NOW, PAGE, common_faults, passkeys, person, refused_registration, registered};

#[test]
fn the_options_ask_for_a_way_in_without_a_name() {
    let begun = passkeys().begin_registration(person(ADA), &["AQID"], NOW).unwrap();
    let options = begun.options;
    assert_eq!(options["rp"], json!({"id": "go.example.org", "name": "Go club"}));
    assert_eq!(options["user"]["name"], "ada");
    assert_eq!(options["user"]["displayName"], "Ada");
    // 16 bytes in base64url.
    assert_eq!(options["user"]["id"].as_str().unwrap().len(), 22);
    assert_eq!(
        options["authenticatorSelection"],
        json!({"residentKey": "required", "requireResidentKey": true, "userVerification": "required"})
    );
    assert_eq!(options["attestation"], "none");
    assert_eq!(options["excludeCredentials"], json!([{"type": "public-key", "id": "AQID"}]));
    assert_eq!(options["timeout"], 300_000);
    assert_eq!(options["extensions"]["credProps"], true);
    assert!(
        options["pubKeyCredParams"].as_array().unwrap().contains(&json!({"type": "public-key", "alg": -7}))
    );
    let again = passkeys().begin_registration(person(ADA), &[], NOW).unwrap().options;
    assert_eq!(again["user"]["id"], options["user"]["id"]);
    assert_ne!(again["challenge"], options["challenge"]);
    assert_eq!(options["challenge"].as_str().unwrap().len(), 43);
}

#[test]
fn a_passkey_is_stored_without_what_its_device_says_about_itself() {
    let mut browser = Authenticator::new(PAGE);
    browser.misbehave(PasskeyFault::Vouches);
    let stored = registered(&mut browser, ADA);
    assert_eq!(stored.credential_id.len(), 43);
    let passkey: Value = serde_json::from_str(&stored.passkey).unwrap();
    assert_eq!(passkey["cred"]["cred_id"], json!(stored.credential_id));
    assert_eq!(passkey["cred"]["attestation"]["data"], "None");
    assert_eq!(passkey["cred"]["attestation_format"], "none");
    assert_eq!(passkey["cred"]["transports"], Value::Null);
    assert_eq!(passkey["cred"]["user_verified"], true);
    assert!(stored.passkey.len() < 1_000, "{}", stored.passkey);
}

#[test]
fn the_longest_passkey_fits_what_is_said_about_its_length() {
    let mut browser = Authenticator::new(PAGE);
    browser.misbehave(PasskeyFault::Id(vec![0xff; 1_023]));
    let stored = registered(&mut browser, ADA);
    assert_eq!(stored.credential_id.len(), 1_364);
    assert!(stored.passkey.len() <= 4_096);
    let there = [stored.credential_id.as_str(); MOST_PASSKEYS - 1];
    let begun = passkeys().begin_registration(person(ADA), &there, NOW).unwrap();
    let kept = serde_json::to_string(&begun.pending).unwrap();
    assert!(kept.len() <= 32 * 1_024, "{}", kept.len());
    let allowed = [stored.credential_id.as_str(); MOST_PASSKEYS];
    let begun = passkeys().begin_confirmation(ADA, &allowed, NOW).unwrap();
    assert!(serde_json::to_string(&begun.pending).unwrap().len() <= 32 * 1_024);
}

#[test]
fn an_id_that_is_too_long_or_empty_is_refused() {
    for length in [0, 1_024, 2_000] {
        let mut browser = Authenticator::new(PAGE);
        browser.misbehave(PasskeyFault::Id(vec![0xff; length]));
        assert_eq!(refused_registration(&mut browser, |_| ()), "unreadable", "{length}");
    }
}

#[test]
fn what_the_browser_and_the_device_do_wrong_is_refused() {
    let mut faults = common_faults();
    faults.push((PasskeyFault::ClientData("type", json!("webauthn.get")), "wrong_ceremony"));
    faults.push((PasskeyFault::NotDiscoverable, "not_discoverable"));
    // EdDSA (-8) with a point of Ed25519; an algorithm without a name; no map at all.
    let eddsa = [&[0xa4, 0x01, 0x01, 0x03, 0x27, 0x20, 0x06, 0x21, 0x58, 0x20][..], &[9; 32]].concat();
    faults.push((PasskeyFault::Key(eddsa), "unsupported"));
    faults.push((PasskeyFault::Key(vec![0xa2, 0x01, 0x02, 0x03, 0x38, 0x63]), "unsupported"));
    faults.push((PasskeyFault::Key(vec![0x07]), "unreadable"));
    // A point that is on no curve.
    let point = [
        &[0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20][..],
        &[9; 32],
        &[0x22, 0x58, 0x20],
        &[9; 32],
    ];
    faults.push((PasskeyFault::Key(point.concat()), "unreadable"));
    for (fault, word) in faults {
        let mut browser = Authenticator::new(PAGE);
        browser.misbehave(fault.clone());
        assert_eq!(refused_registration(&mut browser, |_| ()), word, "{fault:?}");
    }
}

#[test]
fn a_changed_answer_is_refused() {
    for (path, value) in [
        ("/id", json!("AQID")),
        ("/rawId", json!("AQID")),
        ("/rawId", json!("not base64!")),
        ("/type", json!("password")),
        ("/type", Value::Null),
        ("/response", Value::Null),
        ("/response/attestationObject", json!("")),
        ("/response/attestationObject", json!("oA")),
        ("/response/clientDataJSON", json!("")),
        ("/response/clientDataJSON", json!("e30")),
    ] {
        let mut browser = Authenticator::new(PAGE);
        let word =
            refused_registration(&mut browser, |said| *said.pointer_mut(path).unwrap() = value.clone());
        assert_eq!(word, "unreadable", "{path} {value}");
    }
    // Both names of the id agree with each other, but not with the device.
    let word = refused_registration(&mut Authenticator::new(PAGE), |said| {
        (said["id"], said["rawId"]) = (json!("AQID"), json!("AQID"));
    });
    assert_eq!(word, "unreadable");
}

#[test]
fn a_passkey_that_is_there_is_neither_made_nor_taken_again() {
    let mut browser = Authenticator::new(PAGE);
    let stored = registered(&mut browser, ADA);
    let there = [stored.credential_id.as_str()];
    let begun = passkeys().begin_registration(person(ADA), &there, NOW).unwrap();
    assert_eq!(browser.create(&begun.options).unwrap_err(), NoCredential::InvalidState);
    // A browser that does not look at the list.
    let mut options = begun.options.clone();
    options["excludeCredentials"] = json!([]);
    let id: Value = serde_json::from_str::<Value>(&stored.passkey).unwrap()["cred"]["cred_id"].clone();
    let mut other = Authenticator::new(PAGE);
    other.misbehave(PasskeyFault::Id(decoded(id.as_str().unwrap())));
    let said = other.create(&options).unwrap().to_string();
    let error = passkeys().finish_registration(&begun.pending, ADA, &said, NOW).unwrap_err();
    assert_eq!(error, PasskeyError::AlreadyThere);
}

#[test]
fn another_attempt_another_player_and_a_late_answer_are_refused() {
    let mut browser = Authenticator::new(PAGE);
    let begun = passkeys().begin_registration(person(ADA), &[], NOW).unwrap();
    let other = passkeys().begin_registration(person(ADA), &[], NOW).unwrap();
    let said = browser.create(&begun.options).unwrap().to_string();
    let finish = |pending: &PendingRegistration, player: &str, now| {
        passkeys().finish_registration(pending, player, &said, now).map_err(|error| error.word())
    };
    assert_eq!(finish(&other.pending, ADA, NOW), Err("wrong_challenge"));
    assert_eq!(finish(&begun.pending, BEN, NOW), Err("wrong_player"));
    assert_eq!(finish(&begun.pending, ADA, NOW + PENDING_LASTS + 1), Err("expired"));
    assert!(finish(&begun.pending, ADA, NOW + PENDING_LASTS).is_ok());
    // The answer to a sign-in is none to a registration.
    let asked = passkeys().begin_sign_in(NOW).unwrap();
    let said = browser.get(&asked.options).unwrap().to_string();
    let error = passkeys().finish_registration(&begun.pending, ADA, &said, NOW).unwrap_err();
    assert_eq!(error.word(), "unreadable");
}

#[test]
fn names_and_numbers_have_limits() {
    let begin = |name: &str, display_name: &str, there: &[&str]| {
        let person = Person { id: ADA, name, display_name };
        passkeys().begin_registration(person, there, NOW).map(|_| ()).map_err(|error| error.word())
    };
    let long = "é".repeat(128);
    assert_eq!(begin(&long, &long, &["AQID"; MOST_PASSKEYS - 1]), Ok(()));
    assert_eq!(begin("", "Ada", &[]), Err("bad_name"));
    assert_eq!(begin("ada", "", &[]), Err("bad_name"));
    assert_eq!(begin(&format!("{long}a"), "Ada", &[]), Err("bad_name"));
    assert_eq!(begin("ada", &format!("{long}a"), &[]), Err("bad_name"));
    assert_eq!(begin("ada", "Ada", &["AQID"; MOST_PASSKEYS]), Err("too_many"));
    for id in ["", "a", "AQI=", "no id", &"A".repeat(1_366)] {
        assert_eq!(begin("ada", "Ada", &[id]), Err("badly_kept"), "{id}");
    }
}

#[test]
fn a_pending_state_is_kept_as_json_and_is_of_one_kind() {
    let mut browser = Authenticator::new(PAGE);
    let begun = passkeys().begin_registration(person(ADA), &[], NOW).unwrap();
    let kept = serde_json::to_string(&begun.pending).unwrap();
    let challenge = begun.options["challenge"].as_str().unwrap();
    assert!(kept.contains(challenge) && !format!("{:?}", begun.pending).contains(challenge));
    assert!(serde_json::from_str::<PendingSignIn>(&kept).is_err());
    assert!(serde_json::from_str::<PendingConfirmation>(&kept).is_err());
    let back: PendingRegistration = serde_json::from_str(&kept).unwrap();
    assert_eq!(back.begun_at(), NOW);
    let said = browser.create(&begun.options).unwrap().to_string();
    passkeys().finish_registration(&back, ADA, &said, NOW).unwrap();
}

#[test]
fn a_registration_by_an_older_browser_is_taken() {
    // Without what browsers say besides: transports, results of extensions, the parts of the statement.
    let mut browser = Authenticator::new(PAGE);
    let begun = passkeys().begin_registration(person(ADA), &[], NOW).unwrap();
    let mut said = browser.create(&begun.options).unwrap();
    for field in ["transports", "publicKey", "publicKeyAlgorithm", "authenticatorData"] {
        said["response"].as_object_mut().unwrap().remove(field);
    }
    for field in ["authenticatorAttachment", "clientExtensionResults"] {
        said.as_object_mut().unwrap().remove(field);
    }
    passkeys().finish_registration(&begun.pending, ADA, &said.to_string(), NOW).unwrap();
}

#[test]
fn devices_learn_the_handle_of_the_player() {
    let begun = passkeys().begin_registration(person(ADA), &[], NOW).unwrap();
    assert_eq!(decoded(begun.options["user"]["id"].as_str().unwrap()), UserHandle::of(ADA).as_bytes());
}

fn decoded(text: &str) -> Vec<u8> {
    use base64::Engine as _;
    base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(text).unwrap()
}
