//! The file with the providers.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of tests fail the test like the tests themselves"
)]

use serde_json::{Value, json};
use tengen_openid::{Fault, NoOpenId, OpenId, Providers, SettingsError};

const SECRET: &str = "the secret that nobody sees";

fn whole() -> Value {
    json!({
        "id": "club", "name": "Our club", "issuer": "https://accounts.example.org/realms/go", "client_id": "tengen",
        "client_secret": SECRET, "scopes": ["openid", "groups"], "groups_claim": "groups",
        "roles": {"referees": "moderator", "board": "admin", "helpers": "moderator"}
    })
}

fn parse(providers: &[Value]) -> Result<Providers, SettingsError> {
    Providers::parse(&json!({"providers": providers}).to_string())
}

/// The provider, the field and the fault of a list that is refused.
fn refusal(providers: &[Value]) -> (String, String, Fault) {
    match parse(providers).unwrap_err() {
        SettingsError::Field { provider, field, fault } => (provider, field, fault),
        other => panic!("{other}"),
    }
}

#[test]
fn a_provider_has_what_its_fields_say() {
    let smallest = json!({"id": "b", "name": "B", "issuer": "http://localhost:8080", "client_id": "b"});
    let providers = parse(&[whole(), smallest]).unwrap();
    let all: Vec<_> = providers.iter().collect();
    assert_eq!((all[0].id(), all[0].name()), ("club", "Our club"));
    assert_eq!(all[0].issuer(), "https://accounts.example.org/realms/go");
    assert_eq!((all[0].groups_claim(), all[1].groups_claim()), (Some("groups"), None));
    let groups = ["referees", "helpers", "strangers"].map(str::to_owned);
    assert_eq!(all[0].roles_of(&groups).into_iter().collect::<Vec<_>>(), ["moderator"]);
    assert!(all[1].roles_of(&groups).is_empty());
    assert!(parse(&[]).unwrap().is_empty());
}

#[test]
fn a_secret_is_never_shown() {
    let shown = format!("{:?}", parse(&[whole()]).unwrap());
    assert!(shown.contains("Our club") && !shown.contains(SECRET), "{shown}");
    let mut wrong = whole();
    wrong["client_secret"] = json!(format!("{SECRET}\n"));
    let error = parse(&[wrong]).unwrap_err();
    assert!(!format!("{error} {error:?}").contains("nobody"), "{error}");
    let broken = format!(r#"{{"providers": [{{"client_secret": "{SECRET}"#);
    let error = Providers::parse(&broken).unwrap_err();
    assert!(!format!("{error} {error:?}").contains("nobody"), "{error}");
}

#[test]
fn a_field_that_cannot_be_used_is_named() {
    for (field, values) in [
        ("id", vec![json!(""), json!("Club"), json!("a b"), json!("../x"), json!("x".repeat(33)), json!(7)]),
        ("name", vec![json!(""), json!(" a"), json!("a\n"), json!("x".repeat(65)), json!(null)]),
        (
            "issuer",
            vec![
                json!("accounts.example.org"),
                json!("http://accounts.example.org"),
                json!("https://user@accounts.example.org"),
                json!("https://accounts.example.org?tenant=1"),
                json!("https://accounts.example.org#1"),
                json!("ftp://localhost"),
                json!(["https://accounts.example.org"]),
            ],
        ),
        ("client_id", vec![json!(""), json!("é"), json!("x".repeat(1_025))]),
        ("client_secret", vec![json!(""), json!("a\tb"), json!(5)]),
        (
            "scopes",
            vec![json!([]), json!(["profile"]), json!(["openid", "a b"]), json!("openid"), json!([1])],
        ),
        ("groups_claim", vec![json!(""), json!(true)]),
        ("roles", vec![json!({"a": "Admin"}), json!({"a": 1}), json!(["a"]), json!({"a": ""})]),
    ] {
        for value in values {
            let mut changed = whole();
            changed[field] = value.clone();
            let (provider, named, fault) = refusal(&[changed]);
            assert_eq!(named, field, "{value}");
            assert!(
                !matches!(fault, Fault::Missing | Fault::Unknown | Fault::Taken),
                "{field} {value}: {fault}"
            );
            assert_eq!(provider, if field == "id" { "number 1" } else { "club" });
        }
    }
}

#[test]
fn fields_are_neither_missing_nor_unknown() {
    for field in ["id", "name", "issuer", "client_id", "groups_claim"] {
        let mut changed = whole();
        changed.as_object_mut().unwrap().remove(field);
        let (_, named, fault) = refusal(&[changed]);
        assert_eq!((named.as_str(), fault), (field, Fault::Missing));
    }
    let mut changed = whole();
    changed["client-secret"] = "x".into();
    assert_eq!(refusal(&[changed]), ("club".to_owned(), "client-secret".to_owned(), Fault::Unknown));
}

#[test]
fn ids_and_issuers_are_there_once() {
    let taken = |field: &str| ("school".to_owned(), field.to_owned(), Fault::Taken);
    for same in ["https://accounts.example.org/realms/go", "https://ACCOUNTS.example.org:443/realms/go/"] {
        let mut other = whole();
        other["id"] = "school".into();
        other["issuer"] = same.into();
        assert_eq!(refusal(&[whole(), other]), taken("issuer"), "{same}");
    }
    let mut other = whole();
    other["issuer"] = "https://another.example.org".into();
    assert_eq!(refusal(&[whole(), other]).1, "id");
}

#[test]
fn what_is_no_list_is_refused() {
    for text in
        ["", "[]", "{}", "7", r#"{"providers": {}}"#, r#"{"providers": [7]}"#, r#"{"providers": [], "a": 1}"#]
    {
        assert!(matches!(Providers::parse(text), Err(SettingsError::NoList(_))), "{text}");
    }
    let many: Vec<Value> = (0..17)
        .map(|number| {
            let mut one = whole();
            one["id"] = format!("p{number}").into();
            one["issuer"] = format!("https://p{number}.example.org").into();
            one
        })
        .collect();
    assert!(parse(&many[..16]).is_ok());
    assert!(matches!(parse(&many), Err(SettingsError::TooMany(16))));
}

#[test]
fn a_file_is_read() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("providers.json");
    assert!(matches!(Providers::read(&file), Err(SettingsError::File { .. })));
    std::fs::write(&file, json!({"providers": [whole()]}).to_string()).unwrap();
    assert_eq!(Providers::read(&file).unwrap().iter().len(), 1);
    std::fs::write(&file, " ".repeat(256 * 1024 + 1)).unwrap();
    let error = Providers::read(&file).unwrap_err();
    assert!(matches!(error, SettingsError::File { .. }), "{error}");
    assert!(error.to_string().contains("providers.json"), "{error}");
}

#[test]
fn browsers_need_a_way_back() {
    let of = |address: &str| {
        OpenId::new(parse(&[whole()]).unwrap(), address, tengen_tls::trusting_nobody().unwrap())
    };
    for (address, expected) in [
        ("https://go.example.org", "https://go.example.org/sign-in/club/back"),
        ("http://localhost:8080/", "http://localhost:8080/sign-in/club/back"),
        ("https://example.org/go/", "https://example.org/go/sign-in/club/back"),
    ] {
        assert_eq!(of(address).unwrap().redirect_address("club"), Some(expected));
    }
    for address in [
        "",
        "go.example.org",
        "mailto:go@example.org",
        "https://go.example.org/?a",
        "https://go.example.org/#a",
    ] {
        assert!(matches!(of(address), Err(NoOpenId::Address(_))), "{address}");
    }
}
