//! Secrets stay secret: neither the log, with every line that it may have, nor the figures for the operator tell any.

use reqwest::Method;
use reqwest::header::COOKIE;
use serde_json::json;
use tengen_testbed::{Nats, found};

use crate::metrics::figures;
use crate::rest::{Answer, Visitor};
use crate::server::{Data, Database, Server, on_both_databases, once};
use crate::socket::Socket;
use crate::stream::NDJSON;
use crate::table::Table;

on_both_databases! {
    no_line_of_the_log_tells_a_secret
}

once! {
    a_start_that_fails_tells_no_password
}

/// A password that the database does not ask for.
const PASSWORD: &str = "opensesame4711";
/// A log that leaves nothing out.
const EVERYTHING: [&str; 4] =
    ["--log", "trace,tungstenite::protocol=trace", "--metrics-listen", "127.0.0.1:0"];

/// Whether a text has a secret as it is, or its bytes in hexadecimal digits or in numbers as libraries write them.
fn tells(text: &str, secret: &str) -> bool {
    let digits: Vec<String> = secret.bytes().map(|byte| format!("{byte:02x}")).collect();
    let numbers: Vec<String> = secret.bytes().map(|byte| byte.to_string()).collect();
    text.contains(secret)
        || text.to_lowercase().contains(&digits.concat())
        || text.contains(&numbers.join(", "))
}

/// Data whose address has a password.
fn with_password(data: Data) -> Data {
    let Some(url) = data.database_url().map(|url| url.replacen("tengen@", &format!("tengen:{PASSWORD}@"), 1))
    else {
        return data;
    };
    assert!(url.contains(PASSWORD));
    data.with_url(&url)
}

async fn no_line_of_the_log_tells_a_secret(database: Database) {
    let data = with_password(Data::new(database).await);
    let nats = Nats::with_password(PASSWORD).await;
    let url = nats.url();
    let with_nats = [&EVERYTHING[..], &["--nats-url", &url]].concat();
    let options = if database == Database::Postgres { &with_nats[..] } else { &EVERYTHING[..] };
    let server = Server::on(data, "127.0.0.1:0".parse().unwrap(), options).await;
    let mut table = Table::new(&server, json!({})).await;
    table.moves("D4").await;
    let (ann, ben) = (&table.black, &table.white);
    let made = ann.post("/tokens", json!({"name": "Bot", "scopes": ["read"]})).await.ok();
    let program = ann.with_secret(made["secret"].as_str().unwrap());
    // A token that is nobody's may be somebody's elsewhere.
    let stranger = ann.with_secret(&made["secret"].as_str().unwrap().chars().rev().collect::<String>());
    for visitor in [ann, ben, &program] {
        let token = visitor.token.as_ref().unwrap();
        visitor.get("/me").await.ok();
        let asked = Visitor::stranger(&server);
        let asked = asked.request(Method::GET, "/").header(COOKIE, format!("tengen_token={token}"));
        assert_eq!(Answer::read(asked.send().await.unwrap()).await.status, 200);
        Socket::open(&server, visitor).await;
        let mut by_frame = Socket::open(&server, &Visitor::stranger(&server)).await;
        by_frame.send(json!({"type": "authenticate", "token": token})).await;
        by_frame.next_of("authenticated").await;
        drop(visitor.stream(&table.game, "?since=0", NDJSON).await);
    }
    let mut by_frame = Socket::open(&server, &Visitor::stranger(&server)).await;
    by_frame.send(json!({"type": "authenticate", "token": stranger.token})).await;
    by_frame.next_of("problem").await;
    stranger.get("/me").await.refused(401, "unauthenticated");
    let id = made["token"]["id"].as_str().unwrap();
    assert_eq!(ann.delete(&format!("/tokens/{id}")).await.status, 204);
    program.get("/me").await.refused(401, "unauthenticated");

    let figures = figures(&server).await;
    // The log is read up to what is asked last.
    ann.get_page("/last-of-all").await;
    let log = found(async || {
        let log = server.log();
        log.contains("last-of-all").then_some(log)
    })
    .await;
    assert!(log.contains("TRACE"), "{log}");
    assert_eq!(log.contains("NATS is there"), database == Database::Postgres, "{log}");
    let tokens = [ann, ben, &program, &stranger].map(|visitor| visitor.token.as_deref().unwrap());
    for secret in tokens.into_iter().chain([PASSWORD]) {
        assert!(
            !tells(&log, secret),
            "{:#?}",
            log.lines().filter(|line| tells(line, secret)).collect::<Vec<_>>()
        );
        assert!(!tells(&figures, secret), "{figures}");
    }
    for private in [&ann.id, &table.game, &server.address().to_string()] {
        assert!(!figures.contains(private.as_str()), "{figures}");
    }
}

async fn a_start_that_fails_tells_no_password() {
    for url in [
        format!("mysql://tengen:{PASSWORD}@127.0.0.1/tengen"),
        format!("postgres://tengen:{PASSWORD}@127.0.0.1:no/tengen"),
        format!("postgres://tengen:{PASSWORD}@127.0.0.1:1/tengen?sslmode=wrong"),
    ] {
        let data = Data::new(Database::Sqlite).await.with_url(&url);
        let (status, log) = Server::refused_start(&data).await;
        assert!(!status.success() && !log.is_empty() && !tells(&log, PASSWORD), "{url}: {log}");
    }
}
