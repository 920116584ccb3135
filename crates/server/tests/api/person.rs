//! Somebody with a browser who signs in at a provider that runs for the test.

use std::fs;

use reqwest::Method;
use reqwest::header::{CONTENT_TYPE, COOKIE, LOCATION, SET_COOKIE};
use reqwest::redirect::Policy;
use serde_json::{Value, json};
use tempfile::TempDir;
use tengen_testbed::OpenIdProvider;

use crate::member::at_home;
use crate::rest::{Answer, Visitor, http};
use crate::server::{Data, Database, Server};
use crate::tamper::tamper;

/// Where browsers would find the server: the tests never follow an address there.
pub(crate) const SITE: &str = "https://go.example.org";

/// Two providers, and the file by which a server knows them.
pub(crate) struct Providers {
    pub(crate) club: OpenIdProvider,
    pub(crate) school: OpenIdProvider,
    folder: TempDir,
}

impl Providers {
    pub(crate) fn start() -> Self {
        let own = Self {
            club: OpenIdProvider::start(),
            school: OpenIdProvider::start(),
            folder: TempDir::new().unwrap(),
        };
        own.know(&["club", "school"]);
        own
    }

    /// Writes the settings anew, with these of the two.
    pub(crate) fn know(&self, ids: &[&str]) {
        let settings = |id: &&str| {
            let provider = if *id == "club" { &self.club } else { &self.school };
            json!({
                "id": id, "name": format!("The {id}"), "issuer": provider.issuer(), "client_id": OpenIdProvider::CLIENT_ID,
                "client_secret": OpenIdProvider::CLIENT_SECRET, "groups_claim": "groups", "roles": {"board": "owner"},
            })
        };
        let all: Vec<Value> = ids.iter().map(settings).collect();
        fs::write(self.file(), json!({"providers": all}).to_string()).unwrap();
    }

    pub(crate) fn file(&self) -> String {
        self.folder.path().join("providers.json").to_str().unwrap().to_owned()
    }

    /// A server that knows them, with these options besides.
    pub(crate) async fn server(&self, database: Database, options: &[&str]) -> Server {
        let file = self.file();
        Server::with_options(
            database,
            &[&["--providers-file", &file, "--public-url", SITE], options].concat(),
        )
        .await
    }

    /// The same with a database that is there.
    pub(crate) async fn server_on(&self, data: Data, options: &[&str]) -> Server {
        let file = self.file();
        let options = [&["--providers-file", &*file, "--public-url", SITE], options].concat();
        Server::on(data, "127.0.0.1:0".parse().unwrap(), &options).await
    }
}

/// A sign-in that has begun, and is back from the provider with an answer.
pub(crate) struct Back {
    pub(crate) provider: &'static str,
    /// The cookie of the browser that began.
    pub(crate) cookie: String,
    /// The query with which the browser came back.
    pub(crate) query: String,
}

impl Back {
    /// Goes to a provider and comes back.
    pub(crate) async fn from(visitor: &Visitor, provider: &'static str, fresh: bool) -> Self {
        let begun = visitor.post("/sign-ins", json!({"provider": provider, "fresh": fresh})).await;
        assert_eq!(begun.status, 201, "{}", begun.text());
        let cookie = begun.headers[SET_COOKIE].to_str().unwrap();
        let cookie = cookie.split(';').next().unwrap().to_owned();
        let browser = http().redirect(Policy::none()).build().unwrap();
        let sent_on = browser.get(begun.ok()["address"].as_str().unwrap()).send().await.unwrap();
        let location = sent_on.headers()[LOCATION].to_str().unwrap();
        let (page, query) = location.split_once('?').unwrap();
        assert_eq!(page, format!("{SITE}/sign-in/{provider}/back"));
        Self { provider, cookie, query: query.to_owned() }
    }

    /// Brings the answer to the server.
    pub(crate) async fn bring(&self, visitor: &Visitor) -> Answer {
        let body = json!({"provider": self.provider, "answer": self.query});
        let request = visitor.request(Method::POST, "/api/v1/sign-ins/answers");
        let request = request.header(COOKIE, &self.cookie).header(CONTENT_TYPE, "application/json");
        Answer::read(request.body(body.to_string()).send().await.unwrap()).await
    }
}

/// A whole way to a provider and back: what the server answers.
pub(crate) async fn vouched(visitor: &Visitor, provider: &'static str) -> Value {
    let answer = Back::from(visitor, provider, true).await.bring(visitor).await;
    assert_eq!((answer.status, answer.header("cache-control")), (201, "no-store"), "{}", answer.text());
    answer.ok()
}

/// The same, and the voucher alone.
pub(crate) async fn voucher(visitor: &Visitor, provider: &'static str) -> String {
    vouched(visitor, provider).await["voucher"].as_str().unwrap().to_owned()
}

/// A new member of this name, for whom a provider vouches.
pub(crate) async fn register_by(stranger: &Visitor, name: &str, provider: &'static str) -> Visitor {
    let word = voucher(stranger, provider).await;
    at_home(stranger, &stranger.post("/accounts", json!({"name": name, "voucher": word})).await)
}

/// Has an account ask for the codes of an authenticator that nobody has.
pub(crate) async fn ask_for_codes(data: &Data, member: &Visitor) {
    let row = format!("('{}', 'AAAAAAAAAAAAAAAAAAAAAAAAAAA', 1, 1)", member.id);
    let insert =
        format!("INSERT INTO authenticators (player_id, secret, made_at, confirmed_at) VALUES {row}");
    tamper(data, &insert).await;
}
