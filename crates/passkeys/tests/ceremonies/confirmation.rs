//! A player confirms by a passkey.

use serde_json::json;
use tengen_passkeys::{
    Assertion, Begun, Kept, MOST_PASSKEYS, PENDING_LASTS, PasskeyError, PendingConfirmation, PendingSignIn,
    UserHandle, Verified,
};
use tengen_testbed::{Authenticator, NoCredential, PasskeyFault};

use crate::club::{ADA, BEN, NOW, PAGE, common_faults, passkeys, registered, signed_in};

fn begun(player: &str, allowed: &[&str]) -> Begun<PendingConfirmation> {
    passkeys().begin_confirmation(player, allowed, NOW).unwrap()
}

fn confirmed(
    browser: &mut Authenticator,
    begun: &Begun<PendingConfirmation>,
    kept: Kept<'_>,
) -> Result<Verified, &'static str> {
    let said = browser.get(&begun.options).unwrap().to_string();
    let assertion = Assertion::parse(&said).map_err(|error| error.word())?;
    passkeys().finish_confirmation(&begun.pending, &assertion, kept, NOW).map_err(|error| error.word())
}

#[test]
fn a_player_confirms_by_one_of_the_own_passkeys() {
    let mut browser = Authenticator::new(PAGE);
    let (first, second) = (registered(&mut browser, ADA), registered(&mut browser, ADA));
    let begun = begun(ADA, &[&first.credential_id]);
    assert_eq!(begun.options["userVerification"], "required");
    assert_eq!(begun.options["allowCredentials"], json!([{"type": "public-key", "id": first.credential_id}]));
    let kept = Kept { owner: ADA, passkey: &first.passkey };
    let verified = confirmed(&mut browser, &begun, kept).unwrap();
    assert_eq!(verified.credential_id, first.credential_id);
    // The count that a confirmation has changed is that of the next sign-in.
    browser.keep_only(0);
    assert!(signed_in(&mut browser, ADA, &verified.changed.unwrap()).is_ok());
    browser.keep_only(0);
    let none = passkeys().begin_confirmation(ADA, &[&second.credential_id], NOW).unwrap();
    assert_eq!(browser.get(&none.options).unwrap_err(), NoCredential::NotAllowed);
}

#[test]
fn what_the_browser_and_the_device_do_wrong_is_refused() {
    let mut faults = common_faults();
    faults.extend([
        (PasskeyFault::ClientData("type", json!("webauthn.create")), "wrong_ceremony"),
        (PasskeyFault::ForeignKey, "bad_signature"),
        (PasskeyFault::User(UserHandle::of(BEN).as_bytes().to_vec()), "wrong_player"),
        (PasskeyFault::User(vec![1, 2, 3]), "wrong_player"),
        (PasskeyFault::Id(vec![7; 32]), "unknown_passkey"),
        (PasskeyFault::Count(0), "cloned"),
    ]);
    let mut browser = Authenticator::new(PAGE);
    let stored = registered(&mut browser, ADA);
    let passkey = signed_in(&mut browser, ADA, &stored.passkey).unwrap().changed.unwrap();
    let kept = Kept { owner: ADA, passkey: &passkey };
    for (fault, word) in faults {
        browser.misbehave(fault.clone());
        let result = confirmed(&mut browser, &begun(ADA, &[&stored.credential_id]), kept);
        assert_eq!(result, Err(word), "{fault:?}");
        browser.behave();
    }
    // A device may be silent about a player who is known.
    browser.misbehave(PasskeyFault::NoUser);
    assert!(confirmed(&mut browser, &begun(ADA, &[&stored.credential_id]), kept).is_ok());
}

#[test]
fn the_passkeys_of_others_confirm_nothing() {
    let mut browser = Authenticator::new(PAGE);
    let (ada, ben) = (registered(&mut browser, ADA), registered(&mut browser, BEN));
    let mut begun = begun(ADA, &[&ada.credential_id]);
    let of_ada = Kept { owner: ADA, passkey: &ada.passkey };
    assert_eq!(confirmed(&mut browser, &begun, Kept { owner: BEN, ..of_ada }), Err("wrong_player"));
    // A browser that does not look at the list.
    begun.options["allowCredentials"] = json!([]);
    let of_ben = Kept { owner: BEN, passkey: &ben.passkey };
    assert_eq!(confirmed(&mut browser, &begun, of_ben), Err("wrong_player"));
    assert_eq!(confirmed(&mut browser, &begun, Kept { owner: ADA, ..of_ben }), Err("unknown_passkey"));
}

#[test]
fn another_attempt_and_a_late_answer_are_refused() {
    let mut browser = Authenticator::new(PAGE);
    let stored = registered(&mut browser, ADA);
    let (first, other) = (begun(ADA, &[&stored.credential_id]), begun(ADA, &[&stored.credential_id]));
    let said = browser.get(&first.options).unwrap().to_string();
    let assertion = Assertion::parse(&said).unwrap();
    let finish = |pending: &PendingConfirmation, now| {
        let kept = Kept { owner: ADA, passkey: &stored.passkey };
        passkeys().finish_confirmation(pending, &assertion, kept, now).map_err(|error| error.word())
    };
    assert_eq!(finish(&other.pending, NOW).unwrap_err(), "wrong_challenge");
    assert_eq!(finish(&first.pending, NOW + PENDING_LASTS + 1).unwrap_err(), "expired");
    assert!(finish(&first.pending, NOW + PENDING_LASTS).is_ok());
    // The answer to a confirmation signs nobody in.
    let asked = passkeys().begin_sign_in(NOW).unwrap();
    let kept = Kept { owner: ADA, passkey: &stored.passkey };
    let error = passkeys().finish_sign_in(&asked.pending, &assertion, kept, NOW).unwrap_err();
    assert_eq!(error, PasskeyError::WrongChallenge);
}

#[test]
fn a_player_has_some_passkeys_but_not_too_many() {
    let begin = |allowed: &[&str]| {
        passkeys().begin_confirmation(ADA, allowed, NOW).map(|_| ()).map_err(|error| error.word())
    };
    assert_eq!(begin(&[]), Err("no_passkey"));
    assert_eq!(begin(&["AQID"; MOST_PASSKEYS]), Ok(()));
    assert_eq!(begin(&["AQID"; MOST_PASSKEYS + 1]), Err("too_many"));
    assert_eq!(begin(&["no id"]), Err("badly_kept"));
}

#[test]
fn a_pending_state_is_kept_as_json_and_is_of_one_kind() {
    let mut browser = Authenticator::new(PAGE);
    let stored = registered(&mut browser, ADA);
    let begun = begun(ADA, &[&stored.credential_id]);
    let kept = serde_json::to_string(&begun.pending).unwrap();
    assert!(!format!("{:?}", begun.pending).contains(begun.options["challenge"].as_str().unwrap()));
    assert!(serde_json::from_str::<PendingSignIn>(&kept).is_err());
    let back: PendingConfirmation = serde_json::from_str(&kept).unwrap();
    assert_eq!(back.begun_at(), NOW);
    let begun = Begun { options: begun.options, pending: back };
    let kept = Kept { owner: ADA, passkey: &stored.passkey };
    assert!(confirmed(&mut browser, &begun, kept).is_ok());
}
