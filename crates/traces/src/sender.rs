//! The way to a collector.

use std::time::Duration;

use async_trait::async_trait;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use reqwest::Client;
use reqwest::redirect::Policy;
use tengen_tls::ClientConfig;
use tengen_trouble as trouble;
use tokio::runtime::Handle;

/// The trouble of an operator whose collector takes nothing.
const LOST: &str = "traces do not reach the collector, and are lost";
/// How long a collector may take.
const PATIENCE: Duration = Duration::from_secs(5);
/// How many bytes of an answer are read. A good one has a few.
const ANSWER_BYTES: usize = 64 * 1024;

/// Posts to a collector, on the runtime of the server: spans are gathered by a thread that has none.
#[derive(Debug)]
pub(crate) struct Sender {
    client: Client,
    runtime: Handle,
}

impl Sender {
    /// Has to be called on the runtime.
    pub(crate) fn new(tls: ClientConfig) -> Result<Self, reqwest::Error> {
        let client = Client::builder()
            .tls_backend_preconfigured(tls)
            .timeout(PATIENCE)
            // Whoever answers for the collector gets no traces.
            .redirect(Policy::none())
            .build()?;
        Ok(Self { client, runtime: Handle::current() })
    }
}

#[async_trait]
impl HttpClient for Sender {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let client = self.client.clone();
        let sent = self.runtime.spawn(async move { send(&client, request).await }).await;
        let answer = sent.unwrap_or_else(|stopped| Err(stopped.into()));
        match &answer {
            Ok(answer) if answer.status().is_success() => {}
            Ok(answer) => trouble::log(LOST, answer.status()),
            Err(error) => trouble::log(LOST, error),
        }
        answer
    }
}

async fn send(client: &Client, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
    // The address may hold a password.
    let without_address = reqwest::Error::without_url;
    let (head, body) = request.into_parts();
    // By an address as a text a name and a password in it become a header.
    let request = client.request(head.method, head.uri.to_string()).headers(head.headers).body(body);
    let mut answer = request.send().await.map_err(without_address)?;
    let mut body = Vec::new();
    while let Some(part) = answer.chunk().await.map_err(without_address)? {
        body.extend(part);
        if body.len() > ANSWER_BYTES {
            return Err("the collector's answer is too long".into());
        }
    }
    let mut read = Response::new(Bytes::from(body));
    *read.status_mut() = answer.status();
    *read.headers_mut() = std::mem::take(answer.headers_mut());
    Ok(read)
}
