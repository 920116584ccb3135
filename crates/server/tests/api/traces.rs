//! Traces for the collector of an operator.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value as Attribute;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::server::{Data, Database, Server, lasting_address, once};
use crate::socket::Socket;
use crate::table::Table;

once! {
    a_move_is_traced_from_the_door_to_the_disk
    whoever_is_not_there_is_not_waited_for
}

/// Whoever has been told the word may send traces.
const HEADERS: &str = "authorization";

/// A collector that keeps everything. It ends with this value.
struct Collector {
    url: String,
    received: Arc<Mutex<Vec<(HeaderMap, Bytes)>>>,
    serving: JoinHandle<()>,
}

impl Collector {
    async fn start() -> Self {
        let received: Arc<Mutex<Vec<(HeaderMap, Bytes)>>> = Arc::default();
        let kept = Arc::clone(&received);
        let take = post(move |headers: HeaderMap, body: Bytes| async move {
            kept.lock().unwrap().push((headers, body));
            StatusCode::OK
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://user:word@{}/", listener.local_addr().unwrap());
        let serving = tokio::spawn(async move {
            axum::serve(listener, Router::new().route("/v1/traces", take)).await.unwrap();
        });
        Self { url, received, serving }
    }

    fn spans(&self) -> Vec<Span> {
        let mut spans = Vec::new();
        for (headers, body) in self.received.lock().unwrap().iter() {
            assert!(headers[HEADERS].to_str().unwrap().starts_with("Basic "), "{headers:?}");
            let request = ExportTraceServiceRequest::decode(body.clone()).unwrap();
            for of_resource in request.resource_spans {
                let resource = attributes(&of_resource.resource.unwrap().attributes);
                assert_eq!(resource["service.name"], "tengen");
                spans.extend(of_resource.scope_spans.into_iter().flat_map(|of_scope| of_scope.spans));
            }
        }
        spans
    }

    /// All that has come, as bytes.
    fn bytes(&self) -> Vec<u8> {
        self.received.lock().unwrap().iter().flat_map(|(_, body)| body.to_vec()).collect()
    }
}

impl Drop for Collector {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

fn attributes(pairs: &[opentelemetry_proto::tonic::common::v1::KeyValue]) -> HashMap<String, String> {
    let text = |value: Attribute| match value {
        Attribute::StringValue(text) => text,
        other => format!("{other:?}"),
    };
    let value = |pair: &opentelemetry_proto::tonic::common::v1::KeyValue| pair.value.clone()?.value;
    pairs.iter().filter_map(|pair| Some((pair.key.clone(), text(value(pair)?)))).collect()
}

/// The only span that fits.
fn only(spans: &[Span], fits: impl Fn(&Span) -> bool) -> &Span {
    let found: Vec<&Span> = spans.iter().filter(|span| fits(span)).collect();
    assert_eq!(found.len(), 1, "{found:#?}");
    found[0]
}

async fn a_move_is_traced_from_the_door_to_the_disk() {
    let collector = Collector::start().await;
    let options = ["--traces-url", &collector.url, "--traces-share", "1"];
    let mut server = Server::on(Data::new(Database::Sqlite).await, lasting_address(), &options).await;
    let mut table = Table::new(&server, json!({})).await;
    table.moves("Q16").await;
    let mut white = Socket::open(&server, &table.white).await;
    white.subscribe(&table.game).await;
    let play = json!({"type": "play", "id": "secret-word", "turn": 1, "at": "D4"});
    assert_eq!(white.command(&table.game, play).await["type"], "ack");
    let refused = json!({"type": "play", "id": "late", "turn": 1, "at": "D16"});
    assert_eq!(white.command(&table.game, refused).await["type"], "problem");
    let log = server.log();
    assert!(server.stop().await.success());
    // The log goes on as without traces.
    assert!(log.contains("tengen is at"), "{log}");

    let spans = collector.spans();
    let of = |span: &Span| attributes(&span.attributes);
    let request = only(&spans, |span| span.name == "POST /api/v1/games/{id}/commands");
    assert_eq!(of(request)["http.response.status_code"], "IntValue(200)");
    let plays: Vec<&Span> = spans
        .iter()
        .filter(|span| span.name == "command" && of(span).get("command").is_some_and(|name| name == "play"))
        .collect();
    let [by_request, by_socket, refused] = plays[..] else { panic!("{plays:#?}") };
    assert_eq!(by_request.parent_span_id, request.span_id);
    assert_eq!(by_request.trace_id, request.trace_id);
    // A command of a socket is a trace of its own.
    assert!(by_socket.parent_span_id.is_empty() && refused.parent_span_id.is_empty());
    assert_eq!(
        [by_socket, refused].map(|span| of(span)["stored"].clone()),
        ["BoolValue(true)", "BoolValue(false)"]
    );
    assert_eq!(of(by_socket)["game"], table.game);
    let code = |span| of(span).get("error.type").cloned();
    assert_eq!([by_socket, refused].map(code), [None, Some("stale_turn".to_owned())]);
    only(&spans, |span| span.name == "store" && span.parent_span_id == by_socket.span_id);
    assert!(spans.iter().all(|span| span.parent_span_id != refused.span_id));
    // Names of commands are clients' own, and tokens are secrets.
    let bytes = collector.bytes();
    let holds = |text: &str| bytes.windows(text.len()).any(|part| part == text.as_bytes());
    assert!(holds(&table.game));
    for secret in
        [table.black.token.as_deref().unwrap(), table.white.token.as_deref().unwrap(), "secret-word"]
    {
        assert!(!holds(secret), "{secret}");
    }
}

async fn whoever_is_not_there_is_not_waited_for() {
    let url = format!("http://user:word@{}", lasting_address());
    let options = ["--traces-url", &url, "--traces-share", "1"];
    let mut server = Server::on(Data::new(Database::Sqlite).await, lasting_address(), &options).await;
    let mut table = Table::new(&server, json!({})).await;
    table.moves("Q16 D4").await;
    assert!(server.stop().await.success());
    let (_, log) = Server::refused_options(server.data(), &["--traces-url", "127.0.0.1:4318"]).await;
    assert!(log.contains("a collector is like"), "{log}");
    let (_, log) = Server::refused_options(server.data(), &["--traces-share", "2"]).await;
    assert!(log.contains("a share is from 0 to 1"), "{log}");
}
