//! Signing in by a passkey.

use serde_json::{Value, json};
use tengen_passkeys::{Assertion, Kept, PENDING_LASTS, PendingConfirmation, PendingSignIn, UserHandle};
use tengen_testbed::{Authenticator, PasskeyFault};

use crate::club::{ADA, BEN, NOW, PAGE, begun_sign_in, common_faults, passkeys, registered, signed_in};

#[test]
fn the_options_name_nobody() {
    let options = passkeys().begin_sign_in(NOW).unwrap().options;
    assert_eq!(options["rpId"], "go.example.org");
    assert_eq!(options["allowCredentials"], json!([]));
    assert_eq!(options["userVerification"], "required");
    assert_eq!(options["challenge"].as_str().unwrap().len(), 43);
    let fields: Vec<&String> = options.as_object().unwrap().keys().collect();
    assert_eq!(
        fields,
        ["allowCredentials", "challenge", "extensions", "rpId", "timeout", "userVerification"]
    );
}

#[test]
fn a_device_that_counts_signs_in_again_and_again() {
    let mut browser = Authenticator::new(PAGE);
    let stored = registered(&mut browser, ADA);
    let mut passkey = stored.passkey;
    for _ in 0..3 {
        let verified = signed_in(&mut browser, ADA, &passkey).unwrap();
        assert_eq!(verified.credential_id, stored.credential_id);
        passkey = verified.changed.unwrap();
    }
}

#[test]
fn a_device_that_does_not_count_changes_nothing() {
    let mut browser = Authenticator::synchronised(PAGE);
    let stored = registered(&mut browser, ADA);
    for _ in 0..2 {
        assert_eq!(signed_in(&mut browser, ADA, &stored.passkey).unwrap().changed, None);
    }
    // The person stops copying, and the device says so.
    browser.misbehave(PasskeyFault::Backup { eligible: true, backed_up: false });
    let changed = signed_in(&mut browser, ADA, &stored.passkey).unwrap().changed.unwrap();
    assert_eq!(signed_in(&mut browser, ADA, &changed).unwrap().changed, None);
}

#[test]
fn an_assertion_says_which_passkey_it_is_and_whose() {
    let mut browser = Authenticator::new(PAGE);
    let (ada, ben) = (registered(&mut browser, ADA), registered(&mut browser, BEN));
    let (_, said) = begun_sign_in(&mut browser);
    let assertion = Assertion::parse(&said.to_string()).unwrap();
    assert_eq!(assertion.credential_id(), ben.credential_id);
    assert_eq!(assertion.user_handle(), Some(UserHandle::of(BEN)));
    assert!(!format!("{assertion:?}").contains(said["response"]["signature"].as_str().unwrap()));
    browser.keep_only(0);
    let (_, said) = begun_sign_in(&mut browser);
    assert_eq!(Assertion::parse(&said.to_string()).unwrap().credential_id(), ada.credential_id);
}

#[test]
fn what_the_browser_and_the_device_do_wrong_is_refused() {
    let mut faults = common_faults();
    faults.extend([
        (PasskeyFault::ClientData("type", json!("webauthn.create")), "wrong_ceremony"),
        (PasskeyFault::ForeignKey, "bad_signature"),
        (PasskeyFault::NoUser, "wrong_player"),
        (PasskeyFault::User(UserHandle::of(BEN).as_bytes().to_vec()), "wrong_player"),
        (PasskeyFault::User(Vec::new()), "wrong_player"),
        (PasskeyFault::User(vec![0; 64]), "wrong_player"),
        (PasskeyFault::Id(vec![7; 32]), "unknown_passkey"),
        (PasskeyFault::Id(Vec::new()), "unreadable"),
        (PasskeyFault::Id(vec![7; 1_024]), "unreadable"),
        (PasskeyFault::Backup { eligible: true, backed_up: true }, "backup_changed"),
    ]);
    let mut browser = Authenticator::new(PAGE);
    let stored = registered(&mut browser, ADA);
    for (fault, word) in faults {
        browser.misbehave(fault.clone());
        assert_eq!(signed_in(&mut browser, ADA, &stored.passkey), Err(word), "{fault:?}");
        browser.behave();
        assert!(signed_in(&mut browser, ADA, &stored.passkey).is_ok());
    }
}

#[test]
fn a_copied_device_is_found_out() {
    let mut browser = Authenticator::new(PAGE);
    let stored = registered(&mut browser, ADA);
    browser.misbehave(PasskeyFault::Count(7));
    let passkey = signed_in(&mut browser, ADA, &stored.passkey).unwrap().changed.unwrap();
    browser.behave();
    for count in [0, 1, 6, 7] {
        browser.misbehave(PasskeyFault::Count(count));
        assert_eq!(signed_in(&mut browser, ADA, &passkey), Err("cloned"), "{count}");
        browser.behave();
    }
    browser.misbehave(PasskeyFault::Count(8));
    assert!(signed_in(&mut browser, ADA, &passkey).is_ok());
}

#[test]
fn another_passkey_signs_nobody_in() {
    let (mut browser, mut other) = (Authenticator::new(PAGE), Authenticator::new(PAGE));
    let (ada, ben) = (registered(&mut browser, ADA), registered(&mut other, BEN));
    // The caller has looked up another one than that of the answer.
    assert_eq!(signed_in(&mut browser, ADA, &ben.passkey), Err("unknown_passkey"));
    assert_eq!(signed_in(&mut browser, BEN, &ada.passkey), Err("wrong_player"));
    // The answer of a device with the id of another one.
    let (pending, said) = begun_sign_in(&mut browser);
    let mut stolen = other.get(&passkeys().begin_sign_in(NOW).unwrap().options).unwrap();
    (stolen["id"], stolen["rawId"]) = (said["id"].clone(), said["rawId"].clone());
    stolen["response"]["clientDataJSON"] = said["response"]["clientDataJSON"].clone();
    stolen["response"]["userHandle"] = said["response"]["userHandle"].clone();
    let assertion = Assertion::parse(&stolen.to_string()).unwrap();
    let kept = Kept { owner: ADA, passkey: &ada.passkey };
    let error = passkeys().finish_sign_in(&pending, &assertion, kept, NOW).unwrap_err();
    assert_eq!(error.word(), "bad_signature");
}

#[test]
fn another_attempt_and_a_late_answer_are_refused() {
    let mut browser = Authenticator::new(PAGE);
    let stored = registered(&mut browser, ADA);
    let (pending, said) = begun_sign_in(&mut browser);
    let (other, _) = begun_sign_in(&mut browser);
    let assertion = Assertion::parse(&said.to_string()).unwrap();
    let finish = |pending: &PendingSignIn, now| {
        let kept = Kept { owner: ADA, passkey: &stored.passkey };
        passkeys().finish_sign_in(pending, &assertion, kept, now).map_err(|error| error.word())
    };
    assert_eq!(finish(&other, NOW).unwrap_err(), "wrong_challenge");
    assert_eq!(finish(&pending, NOW + PENDING_LASTS + 1).unwrap_err(), "expired");
    assert_eq!(finish(&pending, NOW - PENDING_LASTS).unwrap_err(), "expired");
    assert!(finish(&pending, NOW + PENDING_LASTS).is_ok());
}

#[test]
fn a_changed_answer_is_refused() {
    let mut browser = Authenticator::new(PAGE);
    let stored = registered(&mut browser, ADA);
    for (path, value, word) in [
        ("/id", json!("AQID"), "unreadable"),
        ("/rawId", json!("AQID"), "unreadable"),
        ("/type", json!("password"), "unreadable"),
        ("/response", json!({}), "unreadable"),
        ("/response/signature", json!(""), "bad_signature"),
        ("/response/signature", json!("AQID"), "bad_signature"),
        ("/response/authenticatorData", json!(""), "unreadable"),
        ("/response/authenticatorData", json!("AQID"), "unreadable"),
        ("/response/clientDataJSON", json!("e30"), "unreadable"),
        ("/response/userHandle", json!(7), "unreadable"),
    ] {
        let (pending, mut said) = begun_sign_in(&mut browser);
        *said.pointer_mut(path).unwrap() = value.clone();
        let result = Assertion::parse(&said.to_string()).and_then(|assertion| {
            let kept = Kept { owner: ADA, passkey: &stored.passkey };
            passkeys().finish_sign_in(&pending, &assertion, kept, NOW)
        });
        assert_eq!(result.unwrap_err().word(), word, "{path} {value}");
    }
}

#[test]
fn what_was_kept_is_a_passkey() {
    let mut browser = Authenticator::new(PAGE);
    let stored = registered(&mut browser, ADA);
    for passkey in ["", "{}", "null", &stored.passkey[..stored.passkey.len() - 1]] {
        assert_eq!(signed_in(&mut browser, ADA, passkey), Err("badly_kept"), "{passkey}");
    }
}

#[test]
fn a_pending_state_is_kept_as_json_and_is_of_one_kind() {
    let mut browser = Authenticator::new(PAGE);
    let stored = registered(&mut browser, ADA);
    let (pending, said) = begun_sign_in(&mut browser);
    let kept = serde_json::to_string(&pending).unwrap();
    assert!(kept.len() <= 1_024);
    let value: Value = serde_json::from_str(&kept).unwrap();
    let challenge = value["sign_in"]["ast"]["challenge"].as_str().unwrap();
    assert!(!format!("{pending:?}").contains(challenge));
    assert!(serde_json::from_str::<PendingConfirmation>(&kept).is_err());
    let back: PendingSignIn = serde_json::from_str(&kept).unwrap();
    assert_eq!(back.begun_at(), NOW);
    let assertion = Assertion::parse(&said.to_string()).unwrap();
    let kept = Kept { owner: ADA, passkey: &stored.passkey };
    passkeys().finish_sign_in(&back, &assertion, kept, NOW).unwrap();
}

#[test]
fn passkeys_of_another_address_are_of_no_use() {
    let mut browser = Authenticator::new("http://localhost:8080");
    let local = tengen_passkeys::Passkeys::new("http://localhost:8080", "Go club").unwrap();
    assert_eq!(local.rp_id(), "localhost");
    let begun = local.begin_registration(crate::club::person(ADA), &[], NOW).unwrap();
    let said = browser.create(&begun.options).unwrap().to_string();
    let stored = local.finish_registration(&begun.pending, ADA, &said, NOW).unwrap();
    let begun = local.begin_sign_in(NOW).unwrap();
    let said = browser.get(&begun.options).unwrap().to_string();
    let assertion = Assertion::parse(&said).unwrap();
    let kept = Kept { owner: ADA, passkey: &stored.passkey };
    assert!(local.finish_sign_in(&begun.pending, &assertion, kept, NOW).is_ok());
    let error = passkeys().finish_sign_in(&begun.pending, &assertion, kept, NOW).unwrap_err();
    assert_eq!(error.word(), "wrong_origin");
    // The same host at another port is another page.
    let other = tengen_passkeys::Passkeys::new("http://localhost:8081", "Go club").unwrap();
    let error = other.finish_sign_in(&begun.pending, &assertion, kept, NOW).unwrap_err();
    assert_eq!(error.word(), "wrong_origin");
}
