//! Sign-ins that succeed.

use std::collections::HashMap;

use serde_json::json;
use tengen_openid::{Answer, Begun, Identity, Provider};
use tengen_testbed::{Fault, OpenIdProvider, Person};

use crate::visitor::{NOW, SERVER, club, page, provider, server_of, settings, sign_in, visit};

#[tokio::test]
async fn somebody_signs_in() {
    let (provider, server) = club();
    let ada = Person::new("ada");
    provider.know([ada.with("preferred_username", "Ada").with("groups", json!(["players", "referees"]))]);
    let Begun { address, pending } = server.begin("club", false, NOW).await.unwrap();
    assert!(address.as_str().starts_with(&format!("{}/authorize?", provider.issuer())), "{address}");
    let asked: HashMap<String, String> = address.query_pairs().into_owned().collect();
    let redirect_address = format!("{SERVER}/sign-in/club/back");
    for (name, expected) in [
        ("response_type", "code"),
        ("client_id", OpenIdProvider::CLIENT_ID),
        ("scope", "openid profile"),
        ("code_challenge_method", "S256"),
        ("redirect_uri", redirect_address.as_str()),
        ("state", pending.state()),
    ] {
        assert_eq!(asked[name], expected, "{name}");
    }
    assert!(!asked.contains_key("prompt") && !asked.contains_key("max_age"));
    let (back, query) = visit(address.as_str()).await;
    assert_eq!(back, redirect_address);
    assert_eq!(server.redirect_address("club"), Some(back.as_str()));
    let answer = Answer::from_query(&query).unwrap();
    let identity = server.finish("club", &pending, &answer, NOW + 1_000).await.unwrap();
    let expected = Identity {
        issuer: provider.issuer().to_owned(),
        subject: "ada".to_owned(),
        suggested_name: Some("Ada".to_owned()),
        groups: vec!["players".to_owned(), "referees".to_owned()],
        auth_time: Some(NOW),
    };
    assert_eq!(identity, expected);
}

#[tokio::test]
async fn what_is_pending_may_be_kept_as_a_text() {
    let (_provider, server) = club();
    let Begun { address, pending } = server.begin("club", false, NOW).await.unwrap();
    let kept = serde_json::to_string(&pending).unwrap();
    drop(pending);
    let (_, query) = visit(address.as_str()).await;
    let pending = serde_json::from_str(&kept).unwrap();
    let answer = Answer::from_query(&query).unwrap();
    assert_eq!(server.finish("club", &pending, &answer, NOW).await.unwrap().subject, "ada");
}

#[tokio::test]
async fn nothing_is_told_but_name_and_groups() {
    let (provider, server) = club();
    provider.know([Person::new("ada")
        .with("name", "Ada Lovelace")
        .with("preferred_username", "ada@example.org")
        .with("email", "ada@example.org")
        .with("email_verified", true)
        .with("roles", json!(["admin"]))]);
    let identity = sign_in(&server, false).await.unwrap();
    assert_eq!(identity.suggested_name.as_deref(), Some("Ada Lovelace"));
    assert_eq!(identity.groups, [] as [&str; 0]);
    assert!(!format!("{identity:?}").contains('@'));
}

#[tokio::test]
async fn a_fresh_sign_in_is_asked_for_and_proved() {
    let (provider, server) = club();
    let Begun { address, .. } = server.begin("club", true, NOW).await.unwrap();
    let asked: HashMap<String, String> = address.query_pairs().into_owned().collect();
    assert_eq!((asked["prompt"].as_str(), asked["max_age"].as_str()), ("login", "0"));
    assert_eq!(sign_in(&server, true).await.unwrap().auth_time, Some(NOW));
    provider.misbehave(Fault::NoClaim("auth_time"));
    assert_eq!(sign_in(&server, false).await.unwrap().auth_time, None);
}

#[tokio::test]
async fn a_secret_goes_the_way_that_the_provider_announces() {
    let (provider, _) = club();
    for methods in
        [json!(null), json!(["client_secret_post"]), json!(["client_secret_post", "client_secret_basic"])]
    {
        provider.announce("token_endpoint_auth_methods_supported", methods);
        let server = server_of(&[settings("club", &provider)]);
        assert!(sign_in(&server, false).await.is_ok());
    }
}

#[tokio::test]
async fn several_people_choose_who_they_are() {
    let (provider, server) = club();
    provider.know([Person::new("ada"), Person::new("<grace> & \"co\"")]);
    let Begun { address, pending } = server.begin("club", false, NOW).await.unwrap();
    let page = page(address.as_str()).await;
    assert!(page.contains(r#"value="ada""#) && page.contains("&lt;grace> &amp; &quot;co&quot;"), "{page}");
    let mut chosen = address.clone();
    chosen.query_pairs_mut().append_pair("person", "<grace> & \"co\"");
    let (_, query) = visit(chosen.as_str()).await;
    let answer = Answer::from_query(&query).unwrap();
    let identity = server.finish("club", &pending, &answer, NOW).await.unwrap();
    assert_eq!(identity.subject, "<grace> & \"co\"");
}

#[tokio::test]
async fn several_audiences_need_the_right_party() {
    let (provider, server) = club();
    let both = json!([OpenIdProvider::CLIENT_ID, "another client"]);
    provider.misbehave(Fault::Claim("aud", both));
    provider.misbehave(Fault::Claim("azp", OpenIdProvider::CLIENT_ID.into()));
    assert_eq!(sign_in(&server, false).await.unwrap().subject, "ada");
}

#[tokio::test]
async fn each_provider_has_a_way_of_its_own() {
    let (club, school) = (provider(), provider());
    let server = server_of(&[settings("club", &club), settings("school", &school)]);
    for (id, provider) in [("club", &club), ("school", &school)] {
        let Begun { address, pending } = server.begin(id, false, NOW).await.unwrap();
        let (back, query) = visit(address.as_str()).await;
        assert_eq!(back, format!("{SERVER}/sign-in/{id}/back"));
        let answer = Answer::from_query(&query).unwrap();
        let identity = server.finish(id, &pending, &answer, NOW).await.unwrap();
        // The same subject of another issuer is somebody else.
        assert_eq!((identity.issuer.as_str(), identity.subject.as_str()), (provider.issuer(), "ada"));
    }
    assert_eq!(server.providers().map(Provider::id).collect::<Vec<_>>(), ["club", "school"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn tasks_of_a_server_sign_people_in() {
    let (_provider, server) = club();
    let signed_in = tokio::spawn(async move { sign_in(&server, true).await }).await.unwrap();
    assert_eq!(signed_in.unwrap().subject, "ada");
}
