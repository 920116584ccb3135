//! Providers that are away, and documents and keys that change.

use std::sync::Arc;

use serde_json::{Value, json};
use tengen_openid::OpenId;
use tengen_testbed::{Fault, OpenIdProvider};

use crate::visitor::{NOW, club, refusal, server_of, settings, sign_in, there_and_back};

const DOCUMENT: &str = "/.well-known/openid-configuration";
const MINUTE: i64 = 60 * 1_000;
const HOUR: i64 = 60 * MINUTE;

async fn no_beginning(server: &OpenId, now: i64) -> &'static str {
    server.begin("club", false, now).await.unwrap_err().word()
}

#[tokio::test]
async fn a_provider_may_be_away_when_the_server_starts() {
    let (provider, server) = club();
    assert_eq!(provider.asked(DOCUMENT), 0, "nobody has asked for a sign-in yet");
    provider.misbehave(Fault::Away);
    assert_eq!(no_beginning(&server, NOW).await, "provider_away");
    provider.behave();
    assert!(sign_in(&server, false).await.is_ok());
    provider.misbehave(Fault::Away);
    let known = server.begin("club", false, NOW).await;
    assert!(known.is_ok(), "its document is known");
    drop(provider);
    assert!(server.begin("club", false, NOW + HOUR - 1).await.is_ok());
    assert_eq!(no_beginning(&server, NOW + HOUR).await, "provider_away");
}

#[tokio::test]
async fn a_provider_may_leave_in_the_middle() {
    let (provider, server) = club();
    for fault in [
        Fault::Status("/token", 500),
        Fault::Status("/token", 503),
        Fault::Status("/token", 429),
        Fault::Away,
    ] {
        provider.behave();
        let (pending, answer) = there_and_back(&server, false).await;
        provider.misbehave(fault.clone());
        let error = server.finish("club", &pending, &answer, NOW).await.unwrap_err();
        assert_eq!(error.word(), "provider_away", "{fault:?}");
    }
}

/// The clock of the runtime leaps to the limit as soon as nothing else happens.
#[tokio::test(start_paused = true)]
async fn a_provider_that_does_not_answer_is_given_up() {
    let (provider, server) = club();
    provider.misbehave(Fault::Silent(DOCUMENT));
    assert_eq!(no_beginning(&server, NOW).await, "provider_away");
}

#[tokio::test]
async fn a_long_answer_is_not_read() {
    let (provider, server) = club();
    for path in [DOCUMENT, "/keys"] {
        provider.behave();
        provider.misbehave(Fault::LongBody(path, 256 * 1024 - 1));
        assert_eq!(no_beginning(&server, NOW).await, "unreadable", "{path}");
    }
    provider.behave();
    provider.misbehave(Fault::LongBody("/token", 64 * 1024 * 1024));
    let error = sign_in(&server, false).await.unwrap_err();
    assert_eq!(error.word(), "unreadable");
    assert!(error.to_string().contains("more than 262144 bytes"), "{error}");
}

#[tokio::test]
async fn nobody_is_sent_on() {
    let (provider, _) = club();
    for path in [DOCUMENT, "/keys", "/token"] {
        provider.behave();
        let elsewhere = OpenIdProvider::start();
        let to = format!("{}{path}", elsewhere.issuer());
        provider.misbehave(Fault::Redirect(path, to));
        let server = server_of(&[settings("club", &provider)]);
        let word = match server.begin("club", false, NOW).await {
            Ok(_) => refusal(&server, false).await,
            Err(error) => error.word(),
        };
        assert_eq!((word, elsewhere.asked(path)), ("unreadable", 0), "{path}");
    }
}

#[tokio::test]
async fn the_document_of_another_issuer_is_refused() {
    let (provider, server) = club();
    for issuer in ["https://another.example", &format!("{}/", provider.issuer())] {
        provider.announce("issuer", issuer.into());
        assert_eq!(no_beginning(&server, NOW).await, "wrong_issuer", "{issuer}");
    }
}

#[tokio::test]
async fn a_document_that_leads_astray_is_refused() {
    let (provider, server) = club();
    for field in ["authorization_endpoint", "token_endpoint", "jwks_uri"] {
        for value in [Value::Null, json!("http://another.example/"), json!("javascript:alert(1)"), json!(7)] {
            provider.behave();
            provider.announce(field, value.clone());
            assert_eq!(no_beginning(&server, NOW).await, "unreadable", "{field} {value}");
        }
    }
    provider.behave();
    provider.misbehave(Fault::Status(DOCUMENT, 404));
    assert_eq!(no_beginning(&server, NOW).await, "unreadable");
}

#[tokio::test]
async fn the_document_is_kept_for_an_hour() {
    let (provider, server) = club();
    for (after, expected) in [(0, 1), (1, 1), (HOUR - 1, 1), (HOUR, 2), (HOUR + 1, 2), (3 * HOUR, 3)] {
        server.begin("club", false, NOW + after).await.unwrap();
        assert_eq!((provider.asked(DOCUMENT), provider.asked("/keys")), (expected, expected), "{after}");
    }
}

#[tokio::test]
async fn many_who_come_at_once_cause_one_fetch() {
    let (provider, server) = club();
    let server = Arc::new(server);
    let mut beginnings = tokio::task::JoinSet::new();
    for _ in 0..50 {
        let server = Arc::clone(&server);
        beginnings.spawn(async move { server.begin("club", false, NOW).await.is_ok() });
    }
    assert!(beginnings.join_all().await.into_iter().all(|began| began));
    assert_eq!((provider.asked(DOCUMENT), provider.asked("/keys")), (1, 1));
}

#[tokio::test(start_paused = true)]
async fn many_who_come_at_once_wait_once_for_a_provider_that_is_away() {
    let (provider, server) = club();
    provider.misbehave(Fault::Silent(DOCUMENT));
    let server = Arc::new(server);
    let mut beginnings = tokio::task::JoinSet::new();
    for _ in 0..50 {
        let server = Arc::clone(&server);
        beginnings.spawn(async move { no_beginning(&server, NOW).await });
    }
    assert!(beginnings.join_all().await.into_iter().all(|word| word == "provider_away"));
    assert!(provider.asked(DOCUMENT) <= 1, "one fetch for all");
}

#[tokio::test]
async fn new_keys_are_found_at_once_and_looked_for_once_a_minute() {
    let (provider, server) = club();
    assert!(sign_in(&server, false).await.is_ok());
    provider.rotate();
    assert!(sign_in(&server, false).await.is_ok(), "a token names an unknown key");
    assert_eq!((provider.asked(DOCUMENT), provider.asked("/keys")), (1, 2));
    assert!(sign_in(&server, false).await.is_ok(), "the key is known now");
    assert_eq!(provider.asked("/keys"), 2);
    provider.rotate();
    assert_eq!(refusal(&server, false).await, "bad_signature");
    assert_eq!(provider.asked("/keys"), 2, "it looked a moment ago");
    let (pending, answer) = there_and_back(&server, false).await;
    assert!(server.finish("club", &pending, &answer, NOW + 1_000 + MINUTE).await.is_ok());
    assert_eq!((provider.asked(DOCUMENT), provider.asked("/keys")), (1, 3));
}

#[tokio::test]
async fn a_new_key_of_the_same_name_is_found() {
    let (provider, server) = club();
    assert!(sign_in(&server, false).await.is_ok());
    provider.replace_key();
    assert!(sign_in(&server, false).await.is_ok());
    assert_eq!(provider.asked("/keys"), 2);
}

#[tokio::test]
async fn forged_signatures_do_not_make_the_server_ask_for_ever() {
    let (provider, server) = club();
    provider.misbehave(Fault::ForeignKey);
    for _ in 0..5 {
        assert_eq!(refusal(&server, false).await, "bad_signature");
    }
    assert_eq!(provider.asked("/keys"), 2);
}
