//! Somebody with a browser, and a server that is known to one or two providers.

use reqwest::Client;
use reqwest::header::LOCATION;
use reqwest::redirect::Policy;
use serde_json::{Value, json};
use tengen_openid::{Answer, Begun, Identity, OpenId, OpenIdError, Pending, Providers};
use tengen_testbed::OpenIdProvider;

/// The time of the tests: 2026-09-21T13:33:20Z.
pub(crate) const NOW: i64 = 1_790_000_000_000;
/// Where browsers find the server.
pub(crate) const SERVER: &str = "https://go.example.org";

/// The settings of a provider with an id.
pub(crate) fn settings(id: &str, provider: &OpenIdProvider) -> Value {
    json!({
        "id": id, "name": "A provider", "issuer": provider.issuer(), "client_id": OpenIdProvider::CLIENT_ID,
        "client_secret": OpenIdProvider::CLIENT_SECRET, "groups_claim": "groups"
    })
}

pub(crate) fn server_of(settings: &[Value]) -> OpenId {
    let providers = Providers::parse(&json!({"providers": settings}).to_string()).unwrap();
    OpenId::new(providers, SERVER, tengen_tls::trusting_nobody().unwrap()).unwrap()
}

/// A provider whose clock is at [`NOW`], and a server that knows it as `club`.
pub(crate) fn club() -> (OpenIdProvider, OpenId) {
    let provider = provider();
    let server = server_of(&[settings("club", &provider)]);
    (provider, server)
}

pub(crate) fn provider() -> OpenIdProvider {
    let provider = OpenIdProvider::start();
    provider.set_time(NOW);
    provider
}

fn http() -> Client {
    let tls = tengen_tls::trusting_nobody().unwrap();
    Client::builder().no_proxy().redirect(Policy::none()).tls_backend_preconfigured(tls).build().unwrap()
}

/// The browser goes to the provider: where it is sent back to, and the query.
pub(crate) async fn visit(address: &str) -> (String, String) {
    let answer = http().get(address).send().await.unwrap();
    let status = answer.status();
    let back = answer.headers().get(LOCATION).map(|location| location.to_str().unwrap().to_owned());
    let back = back.unwrap_or_else(|| panic!("no way back: {status}"));
    let (back, query) = back.split_once('?').unwrap();
    (back.to_owned(), query.to_owned())
}

/// What a page of the provider shows.
pub(crate) async fn page(address: &str) -> String {
    http().get(address).send().await.unwrap().text().await.unwrap()
}

/// The beginning of a sign-in at `club`, and what the browser brings back.
pub(crate) async fn there_and_back(server: &OpenId, fresh: bool) -> (Pending, Answer) {
    let Begun { address, pending } = server.begin("club", fresh, NOW).await.unwrap();
    let (_, query) = visit(address.as_str()).await;
    (pending, Answer::from_query(&query).unwrap())
}

/// A whole sign-in at `club`, which ends one second after its beginning.
pub(crate) async fn sign_in(server: &OpenId, fresh: bool) -> Result<Identity, OpenIdError> {
    let (pending, answer) = there_and_back(server, fresh).await;
    server.finish("club", &pending, &answer, NOW + 1_000).await
}

/// The word by which a whole sign-in is refused.
pub(crate) async fn refusal(server: &OpenId, fresh: bool) -> &'static str {
    sign_in(server, fresh).await.unwrap_err().word()
}
