//! A server with players, as far as passkeys are concerned.

use serde_json::Value;
use serde_json::json;
use tengen_passkeys::{Assertion, Kept, Passkeys, PendingSignIn, Person, StoredPasskey, Verified};
use tengen_testbed::{Authenticator, PasskeyFault};

/// Where the browsers are.
pub(crate) const PAGE: &str = "https://go.example.org";
/// When everything begins, in milliseconds.
pub(crate) const NOW: i64 = 1_700_000_000_000;
/// The id of a player.
pub(crate) const ADA: &str = "b2c4d6";
/// The id of another one.
pub(crate) const BEN: &str = "x7y8z9";

pub(crate) fn passkeys() -> Passkeys {
    Passkeys::new(PAGE, "Go club").unwrap()
}

pub(crate) fn person(id: &str) -> Person<'_> {
    Person { id, name: "ada", display_name: "Ada" }
}

/// A passkey that the browser makes for a player.
pub(crate) fn registered(browser: &mut Authenticator, player: &str) -> StoredPasskey {
    let begun = passkeys().begin_registration(person(player), &[], NOW).unwrap();
    let said = browser.create(&begun.options).unwrap().to_string();
    passkeys().finish_registration(&begun.pending, player, &said, NOW).unwrap()
}

/// The word for the refusal of a passkey that the browser makes for Ada.
pub(crate) fn refused_registration(
    browser: &mut Authenticator,
    change: impl FnOnce(&mut Value),
) -> &'static str {
    let begun = passkeys().begin_registration(person(ADA), &[], NOW).unwrap();
    let mut said = browser.create(&begun.options).unwrap();
    change(&mut said);
    let said = said.to_string();
    passkeys().finish_registration(&begun.pending, ADA, &said, NOW).unwrap_err().word()
}

/// A sign-in that has begun, and what the browser says.
pub(crate) fn begun_sign_in(browser: &mut Authenticator) -> (PendingSignIn, Value) {
    let begun = passkeys().begin_sign_in(NOW).unwrap();
    let said = browser.get(&begun.options).unwrap();
    (begun.pending, said)
}

/// A whole sign-in by a passkey that was stored for a player.
pub(crate) fn signed_in(
    browser: &mut Authenticator,
    owner: &str,
    passkey: &str,
) -> Result<Verified, &'static str> {
    let (pending, said) = begun_sign_in(browser);
    let assertion = Assertion::parse(&said.to_string()).map_err(|error| error.word())?;
    let kept = Kept { owner, passkey };
    passkeys().finish_sign_in(&pending, &assertion, kept, NOW).map_err(|error| error.word())
}

/// What the browser and the device can do wrong in all ceremonies, and the words for it.
pub(crate) fn common_faults() -> Vec<(PasskeyFault, &'static str)> {
    use PasskeyFault::{Backup, ClientData, NotPresent, NotVerified, RpId};
    vec![
        (ClientData("type", json!("payment.get")), "wrong_ceremony"),
        (ClientData("type", json!(7)), "unreadable"),
        (ClientData("challenge", json!("AAAA")), "wrong_challenge"),
        (ClientData("challenge", json!("")), "wrong_challenge"),
        (ClientData("challenge", json!("?")), "unreadable"),
        (ClientData("origin", json!("https://go.example.com")), "wrong_origin"),
        (ClientData("origin", json!("http://go.example.org")), "wrong_origin"),
        (ClientData("origin", json!("https://go.example.org:8443")), "wrong_origin"),
        (ClientData("origin", json!("https://sub.go.example.org")), "wrong_origin"),
        (ClientData("origin", json!("https://example.org")), "wrong_origin"),
        (ClientData("origin", json!("null")), "unreadable"),
        (ClientData("crossOrigin", json!(true)), "wrong_origin"),
        (ClientData("crossOrigin", json!("no")), "unreadable"),
        (ClientData("topOrigin", json!("https://example.com")), "wrong_origin"),
        (RpId("example.org".to_owned()), "wrong_site"),
        (RpId("localhost".to_owned()), "wrong_site"),
        (NotPresent, "not_present"),
        (NotVerified, "not_verified"),
        (Backup { eligible: false, backed_up: true }, "backup_changed"),
    ]
}
