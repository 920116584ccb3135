//! Sign-ins that are refused, each by its word.

use serde_json::{Value, json};
use tengen_openid::{Answer, Begun, OpenIdError, PENDING_LASTS, Pending};
use tengen_testbed::{Fault, OpenIdProvider, Person};

use crate::visitor::{NOW, club, provider, refusal, server_of, settings, sign_in, there_and_back, visit};

#[tokio::test]
async fn a_token_that_is_not_good_is_refused() {
    let seconds = NOW / 1_000;
    let claim = |claim: &'static str, value: Value| vec![Fault::Claim(claim, value)];
    let both = || json!([OpenIdProvider::CLIENT_ID, "another client"]);
    let (provider, server) = club();
    for (faults, word) in [
        (claim("nonce", "of another attempt".into()), "wrong_nonce"),
        (vec![Fault::NoClaim("nonce")], "wrong_nonce"),
        (claim("iss", "https://another.example".into()), "wrong_issuer"),
        (claim("iss", format!("{}/", provider.issuer()).into()), "wrong_issuer"),
        (vec![Fault::NoClaim("iss")], "unreadable"),
        (claim("aud", "another client".into()), "wrong_audience"),
        (vec![Fault::NoClaim("aud")], "wrong_audience"),
        (claim("aud", both()), "wrong_audience"),
        (vec![Fault::Claim("aud", both()), Fault::Claim("azp", "another client".into())], "wrong_audience"),
        (claim("azp", "another client".into()), "wrong_audience"),
        (claim("exp", (seconds - 30).into()), "expired"),
        (vec![Fault::NoClaim("exp")], "unreadable"),
        (claim("iat", (seconds - 60).into()), "expired"),
        (claim("iat", (seconds + 60).into()), "expired"),
        (claim("iat", 1e300.into()), "unreadable"),
        (vec![Fault::ForeignKey], "bad_signature"),
        (vec![Fault::Unsigned], "bad_signature"),
        (vec![Fault::SharedPublicKey], "bad_signature"),
        (vec![Fault::SharedSecret], "bad_signature"),
        (claim("sub", "".into()), "unreadable"),
        (claim("sub", "a\u{0}".into()), "unreadable"),
        (claim("sub", "x".repeat(256).into()), "unreadable"),
        (vec![Fault::NoClaim("sub")], "unreadable"),
        (vec![Fault::NoToken], "unreadable"),
        (vec![Fault::Token("a.b".to_owned())], "unreadable"),
        (vec![Fault::Token("e30.e30.e30".to_owned())], "unreadable"),
    ] {
        provider.behave();
        for fault in &faults {
            provider.misbehave(fault.clone());
        }
        assert_eq!(refusal(&server, false).await, word, "{faults:?}");
    }
    provider.behave();
    assert!(sign_in(&server, false).await.is_ok());
}

#[tokio::test]
async fn clocks_may_differ_a_little() {
    let (provider, server) = club();
    let seconds = NOW / 1_000;
    for (claim, at) in [("iat", seconds - 30), ("iat", seconds + 30), ("exp", seconds - 28)] {
        provider.behave();
        provider.misbehave(Fault::Claim(claim, at.into()));
        assert!(sign_in(&server, false).await.is_ok(), "{claim} {at}");
    }
}

#[tokio::test]
async fn shared_secrets_are_no_signatures_even_where_they_are_announced() {
    let (provider, server) = club();
    provider.announce("id_token_signing_alg_values_supported", json!(["HS256", "none", "ES256"]));
    for fault in [Fault::SharedPublicKey, Fault::SharedSecret, Fault::Unsigned] {
        provider.misbehave(fault.clone());
        assert_eq!(refusal(&server, false).await, "bad_signature", "{fault:?}");
    }
}

#[tokio::test]
async fn only_announced_kinds_of_signatures_are_taken() {
    let (provider, server) = club();
    provider.announce("id_token_signing_alg_values_supported", json!(["RS256", "EdDSA"]));
    assert_eq!(refusal(&server, false).await, "bad_signature");
}

#[tokio::test]
async fn a_fresh_sign_in_that_is_none_is_refused() {
    let (provider, server) = club();
    let seconds = NOW / 1_000;
    let claim = |at: i64| Fault::Claim("auth_time", at.into());
    for fault in [Fault::NoClaim("auth_time"), claim(seconds - 31), claim(seconds + 60), claim(0)] {
        provider.behave();
        provider.misbehave(fault.clone());
        assert_eq!(refusal(&server, true).await, "not_fresh", "{fault:?}");
        assert!(sign_in(&server, false).await.is_ok(), "{fault:?}");
    }
}

#[tokio::test]
async fn the_provider_says_no() {
    let (provider, server) = club();
    provider.misbehave(Fault::Error("access_denied\n".repeat(1_000)));
    let Begun { address, .. } = server.begin("club", false, NOW).await.unwrap();
    let (_, query) = visit(address.as_str()).await;
    // So long an answer is not read at all.
    assert_eq!(Answer::from_query(&query).unwrap_err().word(), "unreadable");
    provider.behave();
    provider.misbehave(Fault::Error("access_denied\n".repeat(100)));
    let error = sign_in(&server, false).await.unwrap_err();
    assert_eq!(error.word(), "refused_by_provider");
    let text = error.to_string();
    assert!(text.contains("access_denied\u{fffd}access_denied") && text.len() < 1_000, "{text}");
}

#[tokio::test]
async fn an_error_for_another_attempt_is_not_believed() {
    let (_provider, server) = club();
    let Begun { pending, .. } = server.begin("club", false, NOW).await.unwrap();
    let answer = Answer::from_query("error=access_denied&state=guessed").unwrap();
    assert_eq!(server.finish("club", &pending, &answer, NOW).await.unwrap_err().word(), "wrong_state");
}

#[tokio::test]
async fn an_answer_belongs_to_one_attempt() {
    let (provider, server) = club();
    let (pending, answer) = there_and_back(&server, false).await;
    let (other, of_other) = there_and_back(&server, false).await;
    let word = async |pending: &Pending, answer: &Answer, now: i64| {
        server.finish("club", pending, answer, now).await.unwrap_err().word()
    };
    assert_eq!(word(&pending, &of_other, NOW).await, "wrong_state");
    assert_eq!(word(&pending, &Answer { state: None, ..answer.clone() }, NOW).await, "wrong_state");
    let mixed = Answer { code: of_other.code.clone(), ..answer.clone() };
    // The proof key of one attempt does not fit the code of another one.
    assert_eq!(word(&pending, &mixed, NOW).await, "refused_by_provider");
    assert_eq!(word(&pending, &answer, NOW + PENDING_LASTS + 1).await, "expired");
    for code in [None, Some(String::new())] {
        assert_eq!(word(&pending, &Answer { code, ..answer.clone() }, NOW).await, "unreadable");
    }
    // None of these has used the code.
    assert!(server.finish("club", &pending, &answer, NOW).await.is_ok());
    assert_eq!(word(&pending, &answer, NOW).await, "refused_by_provider");
    // The code of the other attempt was shown with the wrong proof, and is gone.
    assert_eq!(word(&other, &of_other, NOW).await, "refused_by_provider");
    assert_eq!(provider.asked("/token"), 4);
}

#[tokio::test]
async fn a_code_without_its_proof_is_refused() {
    let (_provider, server) = club();
    let (pending, answer) = there_and_back(&server, false).await;
    for verifier in [json!(""), json!("a".repeat(43))] {
        let mut changed = serde_json::to_value(&pending).unwrap();
        changed["verifier"] = verifier;
        let changed: Pending = serde_json::from_value(changed).unwrap();
        let error = server.finish("club", &changed, &answer, NOW).await.unwrap_err();
        assert_eq!(error.word(), "refused_by_provider");
    }
}

#[tokio::test]
async fn a_wrong_secret_is_refused() {
    let (provider, _) = club();
    let mut wrong = settings("club", &provider);
    wrong["client_secret"] = "another secret".into();
    assert_eq!(refusal(&server_of(&[wrong.clone()]), false).await, "refused_by_provider");
    wrong.as_object_mut().unwrap().remove("client_secret");
    assert_eq!(refusal(&server_of(&[wrong]), false).await, "refused_by_provider");
}

/// RFC 9207, section 1; RFC 9700, section 4.4: a provider has its clients take the answer of another one for its own.
#[tokio::test]
async fn the_answer_of_another_provider_is_refused() {
    let (honest, evil) = (provider(), provider());
    let server = server_of(&[settings("honest", &honest), settings("evil", &evil)]);
    let to_evil = server.begin("evil", false, NOW).await.unwrap();
    // The evil provider sends the browser on to the honest one, with the state of its own attempt.
    let to_honest = server.begin("honest", false, NOW).await.unwrap();
    let mut address = to_honest.address.clone();
    let parameters: Vec<(String, String)> = address.query_pairs().into_owned().collect();
    address.query_pairs_mut().clear().extend_pairs(parameters.iter().map(|(name, value)| {
        (name.as_str(), if name == "state" { to_evil.pending.state() } else { value.as_str() })
    }));
    let (back, query) = visit(address.as_str()).await;
    assert!(back.ends_with("/sign-in/honest/back"));
    let answer = Answer::from_query(&query).unwrap();
    let word = async |provider: &str, pending: &Pending, answer: &Answer| {
        server.finish(provider, pending, answer, NOW).await.unwrap_err().word()
    };
    // At the honest provider's address it belongs to no attempt of that provider.
    assert_eq!(word("honest", &to_evil.pending, &answer).await, "wrong_state");
    assert_eq!(word("honest", &to_honest.pending, &answer).await, "wrong_state");
    // At the evil provider's address its issuer is another one, or is missing.
    assert_eq!(word("evil", &to_evil.pending, &answer).await, "wrong_issuer");
    let nameless = Answer { iss: None, ..answer };
    assert_eq!(word("evil", &to_evil.pending, &nameless).await, "wrong_issuer");
    assert_eq!((honest.asked("/token"), evil.asked("/token")), (0, 0), "no code was shown to anybody");
}

#[tokio::test]
async fn an_answer_names_its_issuer_where_that_was_announced() {
    let (provider, server) = club();
    provider.misbehave(Fault::NoIssuerInAnswer);
    assert_eq!(refusal(&server, false).await, "wrong_issuer");
    provider.announce("authorization_response_iss_parameter_supported", Value::Null);
    let other = server_of(&[settings("club", &provider)]);
    assert!(sign_in(&other, false).await.is_ok());
    provider.behave();
    provider.misbehave(Fault::IssuerInAnswer(format!("{}/", provider.issuer())));
    assert_eq!(refusal(&other, false).await, "wrong_issuer");
}

#[tokio::test]
async fn nobody_signs_in_by_a_provider_that_there_is_not() {
    let (_provider, server) = club();
    let (pending, answer) = there_and_back(&server, false).await;
    let unknown = [
        server.begin("school", false, NOW).await.unwrap_err(),
        server.finish("school", &pending, &answer, NOW).await.unwrap_err(),
    ];
    assert!(unknown.iter().all(|error| matches!(error, OpenIdError::UnknownProvider)));
    assert_eq!(server.redirect_address("school"), None);
}

#[tokio::test]
async fn bounds_hold_for_what_a_provider_tells() {
    let (provider, server) = club();
    let groups: Vec<String> = (0..1_000).map(|number| format!("group {number}")).collect();
    provider.know([Person::new("ada").with("name", "x".repeat(10_000)).with("groups", json!(groups))]);
    let identity = sign_in(&server, false).await.unwrap();
    assert_eq!(identity.suggested_name.unwrap().len(), 64);
    assert_eq!(identity.groups, groups[..256]);
}
