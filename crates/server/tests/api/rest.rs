//! A user of the REST interface.

use std::time::Duration;

use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderMap};
use reqwest::{Client, ClientBuilder, Method, RequestBuilder, Response};
use serde_json::{Value, json};

use crate::described;
use crate::server::Server;

const PATIENCE: Duration = Duration::from_mins(1);

/// A player or, without token, a stranger.
#[derive(Debug, Clone)]
pub(crate) struct Visitor {
    http: Client,
    origin: String,
    pub(crate) token: Option<String>,
    pub(crate) id: String,
    pub(crate) name: String,
}

/// An answer that has arrived whole.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

/// A snapshot without what changes while nothing happens in the game: the server's clock, who is there, and the time of
/// the player who is thinking.
pub(crate) fn the_game(mut snapshot: Value) -> Value {
    let fields = snapshot.as_object_mut().expect("a snapshot");
    assert!(fields.remove("now").is_some_and(|now| now.is_i64()), "{fields:?}");
    assert!(fields.remove("presence").is_some_and(|presence| presence.is_object()), "{fields:?}");
    if let Some(clock) = fields["clock"].as_object_mut() {
        clock.remove("at");
        if let Some(running) = clock["running"].as_str().map(ToOwned::to_owned) {
            clock.remove(&running);
        }
    }
    snapshot
}

/// Makes clients of servers on this machine, which do not encrypt.
pub(crate) fn http() -> ClientBuilder {
    Client::builder().no_proxy().tls_backend_preconfigured(tengen_tls::trusting_nobody().unwrap())
}

impl Visitor {
    pub(crate) fn stranger(server: &Server) -> Self {
        let http = http().timeout(PATIENCE).build().unwrap();
        let origin = format!("http://{}", server.address());
        Self { http, origin, token: None, id: String::new(), name: String::new() }
    }

    /// A new guest with this name.
    pub(crate) async fn guest(server: &Server, name: &str) -> Self {
        let stranger = Self::stranger(server);
        let answer = stranger.post("/guests", json!({"name": name})).await.ok();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        Self {
            token: Some(text(&answer["token"])),
            id: text(&answer["player"]["id"]),
            name: text(&answer["player"]["name"]),
            ..stranger
        }
    }

    /// The same player at another server that has the same database.
    pub(crate) fn at(&self, server: &Server) -> Self {
        Self { origin: format!("http://{}", server.address()), ..self.clone() }
    }

    /// A program of this player, with a personal access token that is good for this.
    pub(crate) async fn with_token(&self, scopes: &[&str]) -> Self {
        let made = self.post("/tokens", json!({"name": "Program", "scopes": scopes})).await.ok();
        self.with_secret(made["secret"].as_str().unwrap())
    }

    /// A program of this player that shows this.
    pub(crate) fn with_secret(&self, secret: &str) -> Self {
        Self { token: Some(secret.to_owned()), ..self.clone() }
    }

    /// How games show this player.
    pub(crate) fn card(&self) -> Value {
        json!({"id": self.id, "name": self.name, "guest": true, "kind": "guest"})
    }

    /// A request to any address of the server.
    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.origin));
        match &self.token {
            Some(token) => request.header(AUTHORIZATION, format!("Bearer {token}")),
            None => request,
        }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.get_page(&format!("/api/v1{path}")).await
    }

    /// The body at an address outside the interface.
    pub(crate) async fn get_page(&self, path: &str) -> Answer {
        Answer::read(self.request(Method::GET, path).send().await.unwrap()).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Answer {
        let request = self.request(Method::POST, &format!("/api/v1{path}"));
        let request = request.header(CONTENT_TYPE, "application/json").body(body.to_string());
        Answer::read(request.send().await.unwrap()).await
    }

    pub(crate) async fn patch(&self, path: &str, body: Value) -> Answer {
        let request = self.request(Method::PATCH, &format!("/api/v1{path}"));
        Answer::read(request.json(&body).send().await.unwrap()).await
    }

    pub(crate) async fn put(&self, path: &str, body: Value) -> Answer {
        let request = self.request(Method::PUT, &format!("/api/v1{path}"));
        Answer::read(request.json(&body).send().await.unwrap()).await
    }

    /// Brings a file of records.
    pub(crate) async fn bring(&self, file: &[u8]) -> Answer {
        let request =
            self.request(Method::POST, "/api/v1/records").header(CONTENT_TYPE, "application/x-go-sgf");
        Answer::read(request.body(file.to_vec()).send().await.unwrap()).await
    }

    /// Opens a stream of the events of a game.
    pub(crate) async fn stream(&self, game: &str, query: &str, media_type: &str) -> Response {
        self.open(&format!("/games/{game}/events{query}"), media_type).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Answer {
        Answer::read(self.request(Method::DELETE, &format!("/api/v1{path}")).send().await.unwrap()).await
    }

    /// Opens any stream.
    pub(crate) async fn open(&self, path: &str, media_type: &str) -> Response {
        let request = self.request(Method::GET, &format!("/api/v1{path}")).header(ACCEPT, media_type);
        let response = request.send().await.unwrap();
        assert!(response.status().is_success(), "{path}: {}", response.status());
        response
    }

    pub(crate) async fn command(&self, game: &str, command: Value) -> Answer {
        self.post(&format!("/games/{game}/commands"), command).await
    }

    pub(crate) async fn join(&self, game: &str) -> Answer {
        self.post(&format!("/games/{game}/join"), json!({})).await
    }

    /// A new game, as [`the_game`] shows it.
    pub(crate) async fn new_game(&self, settings: Value) -> Value {
        the_game(self.post("/games", settings).await.ok())
    }

    /// A game, as [`the_game`] shows it.
    pub(crate) async fn snapshot(&self, game: &str) -> Value {
        the_game(self.look(game).await)
    }

    /// A game and all that its snapshot says of the moment.
    pub(crate) async fn look(&self, game: &str) -> Value {
        self.get(&format!("/games/{game}")).await.ok()
    }

    /// All events of a game.
    pub(crate) async fn events(&self, game: &str) -> Vec<Value> {
        let mut list = self.get(&format!("/games/{game}/events")).await.ok();
        match list["events"].take() {
            Value::Array(events) => events,
            other => panic!("{other}"),
        }
    }
}

impl Answer {
    pub(crate) async fn read(response: Response) -> Self {
        let status = response.status().as_u16();
        let (url, headers) = (response.url().clone(), response.headers().clone());
        let body = response.bytes().await.unwrap().to_vec();
        described::check_answer(&url, status, &headers, &body).await;
        Self { status, headers, body }
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map(|value| value.to_str().unwrap()).unwrap_or_default()
    }

    /// The JSON of an answer that must be a success.
    #[track_caller]
    pub(crate) fn ok(&self) -> Value {
        assert!((200..300).contains(&self.status), "{}: {}", self.status, self.text());
        self.json()
    }

    /// The parameters of an answer that must be this problem.
    #[track_caller]
    pub(crate) fn refused(&self, status: u16, code: &str) -> Value {
        let problem = self.json();
        assert_eq!((self.status, problem["code"].as_str()), (status, Some(code)), "{problem}");
        assert_eq!(self.header("content-type"), "application/problem+json");
        assert_eq!(problem["status"], status);
        problem["params"].clone()
    }
}
