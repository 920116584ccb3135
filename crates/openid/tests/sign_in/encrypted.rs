//! A provider behind https, whose authority is that of a file.

use serde_json::json;
use tengen_openid::{Answer, OpenId, Providers};
use tengen_testbed::{Authority, Fault, Terminator};
use tengen_tls::{CaFile, ClientConfig};

use crate::visitor::{NOW, SERVER, provider, settings, visit};

/// What trusts the system's authorities and that of a file.
fn trusting(authority: &Authority) -> ClientConfig {
    let file = CaFile::read(authority.file().as_ref()).unwrap();
    tengen_tls::client_config(Some(&file)).unwrap()
}

#[tokio::test]
async fn a_provider_proves_itself_by_its_certificate() {
    let authority = Authority::new();
    let provider = provider();
    let address = provider.issuer().trim_start_matches("http://").parse().unwrap();
    let terminator = Terminator::before(address, &authority.issue(&["localhost"])).await;
    let issuer = format!("https://localhost:{}", terminator.address().port());
    provider.announce("issuer", issuer.as_str().into());
    provider.announce("token_endpoint", format!("{issuer}/token").into());
    provider.announce("jwks_uri", format!("{issuer}/keys").into());
    let unencrypted = format!("{}/authorize", provider.issuer());
    provider.announce("authorization_endpoint", unencrypted.into());
    provider.misbehave(Fault::Claim("iss", issuer.as_str().into()));
    provider.misbehave(Fault::IssuerInAnswer(issuer.clone()));
    let mut settings = settings("club", &provider);
    settings["issuer"] = issuer.as_str().into();
    let server = |tls: ClientConfig| {
        let providers = Providers::parse(&json!({"providers": [settings]}).to_string()).unwrap();
        OpenId::new(providers, SERVER, tls).unwrap()
    };
    let stranger = server(trusting(&Authority::new()));
    assert_eq!(stranger.begin("club", false, NOW).await.unwrap_err().word(), "provider_away");
    let trusted = server(trusting(&authority));
    let error = trusted.begin("club", false, NOW).await.unwrap_err();
    assert_eq!(error.word(), "unreadable", "an encrypted provider has no unencrypted pages: {error}");
    provider.announce("authorization_endpoint", format!("{issuer}/authorize").into());
    let begun = trusted.begin("club", false, NOW).await.unwrap();
    assert!(begun.address.as_str().starts_with(&issuer));
    // The browser of the tests trusts nobody, so it goes to the same page without encryption.
    let unencrypted = begun.address.as_str().replacen(&issuer, provider.issuer(), 1);
    let (_, query) = visit(&unencrypted).await;
    let answer = Answer::from_query(&query).unwrap();
    let identity = trusted.finish("club", &begun.pending, &answer, NOW).await.unwrap();
    assert_eq!((identity.issuer, identity.subject.as_str()), (issuer, "ada"));
}
