//! The authenticator by itself.

use serde_json::{Value, json};

use super::{Authenticator, NoCredential};

const PAGE: &str = "https://go.example.org";

fn creation() -> Value {
    json!({
        "rp": {"id": "go.example.org", "name": "Go"}, "challenge": "AAAA",
        "user": {"id": "AQID", "name": "ada", "displayName": "Ada"},
        "pubKeyCredParams": [{"type": "public-key", "alg": -7}],
    })
}

fn asked(allowed: &[&Value]) -> Value {
    let allowed: Vec<Value> = allowed.iter().map(|id| json!({"type": "public-key", "id": id})).collect();
    json!({"rpId": "go.example.org", "challenge": "AAAA", "allowCredentials": allowed})
}

#[test]
fn it_uses_the_newest_passkey_that_is_asked_for() {
    let mut browser = Authenticator::new(PAGE);
    assert_eq!(browser.get(&asked(&[])).unwrap_err(), NoCredential::NotAllowed);
    let first = browser.create(&creation()).unwrap()["id"].clone();
    let second = browser.create(&creation()).unwrap()["id"].clone();
    assert_ne!(first, second);
    assert_eq!(browser.passkeys(), 2);
    assert_eq!(browser.get(&asked(&[])).unwrap()["id"], second);
    let said = browser.get(&asked(&[&first])).unwrap();
    assert_eq!((&said["id"], &said["response"]["userHandle"]), (&first, &json!("AQID")));
    browser.keep_only(0);
    assert_eq!(browser.get(&asked(&[])).unwrap()["id"], first);
    assert_eq!(browser.get(&asked(&[&second])).unwrap_err(), NoCredential::NotAllowed);
}

#[test]
fn it_refuses_what_browsers_refuse() {
    let mut browser = Authenticator::new(PAGE);
    let id = browser.create(&creation()).unwrap()["id"].clone();
    let mut options = creation();
    options["excludeCredentials"] = json!([{"type": "public-key", "id": id}]);
    assert_eq!(browser.create(&options).unwrap_err(), NoCredential::InvalidState);
    options = creation();
    options["rp"]["id"] = json!("example.com");
    assert_eq!(browser.create(&options).unwrap_err(), NoCredential::Security);
    options = creation();
    options["pubKeyCredParams"] = json!([{"type": "public-key", "alg": -257}]);
    assert_eq!(browser.create(&options).unwrap_err(), NoCredential::NotSupported);
    for field in ["challenge", "user", "pubKeyCredParams", "rp"] {
        options = creation();
        options[field] = Value::Null;
        assert!(matches!(browser.create(&options).unwrap_err(), NoCredential::Type(_)), "{field}");
    }
    browser.visit("https://elsewhere.example.org");
    assert_eq!(browser.get(&asked(&[])).unwrap_err(), NoCredential::Security);
}
