//! What a browser has said, and what was kept: both stay readable in all versions.
//!
//! The files are of Chromium, at a page of `http://localhost:38815`, with a device of its own making.

use tengen_passkeys::{Assertion, Kept, Passkeys, PendingRegistration, PendingSignIn};

const PLAYER: &str = "x";

fn local() -> Passkeys {
    Passkeys::new("http://localhost:38815", "Go club").unwrap()
}

#[test]
fn a_registration_of_chromium_is_taken() {
    let pending: PendingRegistration =
        serde_json::from_str(include_str!("chromium/registration-pending.json")).unwrap();
    let said = include_str!("chromium/registration.json");
    let stored = local().finish_registration(&pending, PLAYER, said, 0).unwrap();
    let kept: serde_json::Value = serde_json::from_str(include_str!("chromium/passkey.json")).unwrap();
    assert_eq!(serde_json::from_str::<serde_json::Value>(&stored.passkey).unwrap(), kept);
}

#[test]
fn a_sign_in_of_chromium_is_taken() {
    let pending: PendingSignIn = serde_json::from_str(include_str!("chromium/sign-in-pending.json")).unwrap();
    let assertion = Assertion::parse(include_str!("chromium/sign-in.json")).unwrap();
    let kept = Kept { owner: PLAYER, passkey: include_str!("chromium/passkey.json") };
    let verified = local().finish_sign_in(&pending, &assertion, kept, 0).unwrap();
    assert_eq!(verified.credential_id, assertion.credential_id());
}
