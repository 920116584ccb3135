//! Single requests over REST, a file for each of the interface's themes.

mod devices;
mod filter;
mod games;
mod guide;
mod lists;
mod players;
mod positions;
mod records;
mod tokens;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::ACCEPT;
use reqwest::{Method, RequestBuilder, Response, Url};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tengen_protocol::{Problem, ProblemCode};
use tengen_tls::{CaFile, ClientConfig};
use tokio::time::{sleep, timeout};

use crate::address::Address;
use crate::session::Door;
use crate::{Error, Session};

pub use filter::{GameFilter, OpeningMove, Outcome};
pub use positions::Position;

/// How long an answer may take; of one that stays open, its beginning.
const PATIENCE: Duration = Duration::from_secs(30);
/// The longest answer that is read, in bytes: far more than the record of the longest game.
const LONGEST_ANSWER: usize = 64 * 1024 * 1024;

/// The header with the name of a request that makes something.
const KEY: &str = "idempotency-key";
/// How often such a request is sent at most.
const TRIES: u32 = 3;
/// How long after the last time.
const AGAIN: Duration = Duration::from_secs(1);
/// The status by which a server says itself that it can't answer now.
const OWN_UNAVAILABLE: u16 = 503;

/// Makes requests of a server, as a player or as nobody.
///
/// A clone shares the connections.
#[derive(Debug, Clone)]
pub struct Client {
    http: reqwest::Client,
    address: Address,
    /// What encrypted connections trust.
    tls: Arc<ClientConfig>,
    token: Option<String>,
}

impl Client {
    /// A client of the server at this address, such as `http://localhost:8080`, that is nobody in particular.
    ///
    /// ```
    /// assert!(tengen_client::Client::new("http://localhost:8080").is_ok());
    /// assert!(tengen_client::Client::new("localhost").is_err());
    /// ```
    ///
    /// Behind `https` the server has to prove itself to the system's certificate authorities.
    ///
    /// # Errors
    ///
    /// When the address can't be used, or the system has no authorities.
    pub fn new(server: &str) -> Result<Self, Error> {
        Self::with_ca_file(server, None)
    }

    /// The same for a server that may prove itself also to the certificate authorities in a file, in the form of PEM.
    ///
    /// # Errors
    ///
    /// Besides, when the file can't be read or is no such file.
    pub fn with_ca_file(server: &str, file: Option<&Path>) -> Result<Self, Error> {
        let told = |error: &dyn std::fmt::Display| Error::Authorities(error.to_string());
        let address = Address::parse(server)?;
        let file = file.map(CaFile::read).transpose().map_err(|error| told(&error))?;
        let tls = if address.is_encrypted() {
            tengen_tls::client_config(file.as_ref()).map_err(|error| told(&error))?
        } else {
            // The library below wants to know in any case, and reading the system's takes some milliseconds.
            tengen_tls::trusting_nobody().map_err(|error| told(&error))?
        };
        let http = reqwest::Client::builder()
            .connect_timeout(PATIENCE)
            .tls_backend_preconfigured(tls.clone())
            // A token that was to be encrypted does not leave otherwise, wherever a server may send us.
            .https_only(address.is_encrypted())
            .build()?;
        Ok(Self { http, address, tls: Arc::new(tls), token: None })
    }

    /// The same client as the player who has this token: the player's own, or a personal access token.
    #[must_use]
    pub fn with_token(self, token: &str) -> Self {
        Self { token: Some(token.to_owned()), ..self }
    }

    /// The token, if the client is a player.
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// Opens a session of this player, or of nobody. It begins to connect at once, and goes on until it is dropped.
    /// It needs a tokio runtime.
    pub fn session(&self) -> Session {
        Session::open(Door { address: self.address.clone(), tls: Arc::clone(&self.tls) }, self.token.clone())
    }

    /// Where the server is.
    pub(crate) fn address(&self) -> &Address {
        &self.address
    }

    /// Begins an answer of lines that takes as long as it takes.
    pub(crate) async fn open_lines(&self, url: Url) -> Result<Response, Error> {
        let request = self.authorized(self.http.get(url)).header(ACCEPT, "application/x-ndjson");
        let answer = timeout(PATIENCE, request.send()).await.map_err(|_| Error::BrokenOff)??;
        if answer.status().is_success() { Ok(answer) } else { Err(refusal(answer).await) }
    }

    async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Error> {
        json(self.request(Method::GET, self.address.of(path))).await
    }

    async fn get_text(&self, path: &str) -> Result<String, Error> {
        let answer = body(self.request(Method::GET, self.address.of(path))).await?;
        String::from_utf8(answer).map_err(|error| Error::unreadable(&error))
    }

    async fn get_url<T: DeserializeOwned>(&self, url: Url) -> Result<T, Error> {
        json(self.request(Method::GET, url)).await
    }

    async fn post<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> Result<T, Error> {
        json(self.request(Method::POST, self.address.of(path)).json(body)).await
    }

    /// Has the server make something, and no second one where an answer gets lost: the same request is sent again with the same key,
    /// by which the server knows it.
    async fn make<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> Result<T, Error> {
        let key = tengen_entropy::token().map_err(|error| Error::unreadable(&error))?;
        // The first error after which something may have been made.
        let mut doubt = None;
        for _ in 1..TRIES {
            let request = self.request(Method::POST, self.address.of(path)).header(KEY, &key).json(body);
            match json(request).await {
                Err(error) if is_in_doubt(&error) => _ = doubt.get_or_insert(error),
                // A server of the release before takes none here, and each keeps so many of a player. Nothing was made, unless by
                // another server that was asked before: then one that knows the key is waited for.
                Err(error) if takes_no_key(&error) && doubt.is_none() => return self.post(path, body).await,
                Err(error) if doubt.is_some() && (takes_no_key(&error) || error.is_passing()) => {}
                done => return done,
            }
            sleep(AGAIN).await;
        }
        let request = self.request(Method::POST, self.address.of(path)).header(KEY, &key).json(body);
        match (json(request).await, doubt) {
            (Err(error), Some(doubt)) if takes_no_key(&error) || error.is_passing() => Err(doubt),
            (done, _) => done,
        }
    }

    async fn put(&self, path: &str) -> Result<(), Error> {
        body(self.request(Method::PUT, self.address.of(path))).await.map(drop)
    }

    async fn delete(&self, path: &str) -> Result<(), Error> {
        body(self.request(Method::DELETE, self.address.of(path))).await.map(drop)
    }

    fn request(&self, method: Method, url: Url) -> RequestBuilder {
        self.authorized(self.http.request(method, url).timeout(PATIENCE))
    }

    fn authorized(&self, request: RequestBuilder) -> RequestBuilder {
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }
}

/// Whether nobody here knows what became of a request with a key, and the server can tell.
fn is_in_doubt(error: &Error) -> bool {
    match error {
        // A server to which there was no connection has not heard of it, and is no more there at once.
        Error::Unreachable(error) => !error.is_connect(),
        Error::BrokenOff => true,
        error => match error.code() {
            Some(ProblemCode::RequestUnderWay) => true,
            // A proxy's words. Its 503 says that it has found no server.
            Some(ProblemCode::Unavailable) => {
                error.problem().is_some_and(|problem| problem.status != OWN_UNAVAILABLE)
            }
            _ => false,
        },
    }
}

/// Whether a server takes no key for what was asked.
fn takes_no_key(error: &Error) -> bool {
    matches!(error.code(), Some(ProblemCode::KeyRefused | ProblemCode::TooManyKeys))
}

/// Adds to a query where a page begins and how long it is.
fn write_page(url: &mut Url, limit: Option<u8>, cursor: Option<&str>) {
    if let Some(limit) = limit {
        url.query_pairs_mut().append_pair("limit", &limit.to_string());
    }
    if let Some(cursor) = cursor {
        url.query_pairs_mut().append_pair("cursor", cursor);
    }
}

async fn json<T: DeserializeOwned>(request: RequestBuilder) -> Result<T, Error> {
    serde_json::from_slice(&body(request).await?).map_err(|error| Error::unreadable(&error))
}

/// The body of the answer, or the problem that it tells.
async fn body(request: RequestBuilder) -> Result<Vec<u8>, Error> {
    let answer = request.send().await?;
    if answer.status().is_success() { read(answer).await } else { Err(refusal(answer).await) }
}

async fn read(mut answer: Response) -> Result<Vec<u8>, Error> {
    let mut body = Vec::new();
    while let Some(chunk) = answer.chunk().await? {
        body.extend_from_slice(&chunk);
        if body.len() > LONGEST_ANSWER {
            return Err(Error::unreadable(&format_args!("it is longer than {LONGEST_ANSWER} bytes")));
        }
    }
    Ok(body)
}

/// The error of an answer that is no success.
async fn refusal(answer: Response) -> Error {
    let status = answer.status();
    let body = match timeout(PATIENCE, read(answer)).await {
        Ok(Ok(body)) => body,
        Ok(Err(error)) => return error,
        Err(_) => return Error::BrokenOff,
    };
    match serde_json::from_slice::<Problem>(&body) {
        Ok(problem) => problem.into(),
        // Not the server's own words: a proxy's, perhaps, while the server is away.
        Err(_) if status.is_server_error() => {
            Problem { status: status.as_u16(), ..ProblemCode::Unavailable.problem() }.into()
        }
        Err(_) => Error::unreadable(&format_args!("status {status}")),
    }
}
