//! The pages, the answers about the server itself, and the rules.

use std::collections::BTreeSet;

use reqwest::Method;
use reqwest::header::{ACCEPT_ENCODING, IF_NONE_MATCH};
use serde_json::{Value, json};

use crate::rest::{Answer, Visitor};
use crate::server::{Database, Server, health, on_both_databases};

on_both_databases! {
    a_server_says_how_it_is
}

async fn pages() -> (Server, Visitor) {
    let server = Server::start(Database::Sqlite).await;
    let visitor = Visitor::stranger(&server);
    (server, visitor)
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_load_from_the_server_alone() {
    let (_server, visitor) = pages().await;
    let home = visitor.get_page("/").await;
    let game = visitor.get_page("/games/4t9x2m8q6w1k5c7v").await;
    assert_ne!(home.text(), game.text());
    // A page is the same for every game, also for one that is not there: it asks for the game itself.
    assert_eq!(visitor.get_page("/games/anything").await.text(), game.text());

    let mut parts = BTreeSet::new();
    for page in [&home, &game] {
        assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
        let policy = page.header("content-security-policy");
        assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(page.header("x-content-type-options"), "nosniff");
        assert_eq!(page.header("referrer-policy"), "same-origin");
        let quoted = page.text().split('"').filter(|text| text.starts_with("/static/"));
        parts.extend(quoted.map(ToOwned::to_owned));
        assert!(
            !page.text().contains("http://") && !page.text().contains("https://"),
            "a page names another host"
        );
    }
    assert!(parts.len() > 10, "{parts:?}");
    parts.insert("/favicon.ico".to_owned());
    for part in &parts {
        let answer = visitor.get_page(part).await;
        let media_type = match part.rsplit('.').next().unwrap() {
            "js" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "svg" | "ico" => "image/svg+xml",
            "json" | "webmanifest" => "application/",
            other => panic!("{part}: {other}?"),
        };
        assert_eq!(answer.status, 200, "{part}");
        assert!(
            answer.header("content-type").starts_with(media_type),
            "{part}: {}",
            answer.header("content-type")
        );
        assert!(!answer.body.is_empty(), "{part}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_has_not_changed_is_not_sent_again() {
    let (_server, visitor) = pages().await;
    let first = visitor.get_page("/").await;
    let tag = first.header("etag").to_owned();
    assert!(tag.len() > 10, "{tag}");
    assert_eq!(first.header("cache-control"), "no-cache");
    let again = |tags: String| visitor.request(Method::GET, "/").header(IF_NONE_MATCH, tags).send();
    for (tags, status) in
        [(tag.clone(), 304), (format!("\"other\", {tag}"), 304), ("\"other\"".to_owned(), 200)]
    {
        let answer = Answer::read(again(tags).await.unwrap()).await;
        assert_eq!((answer.status, answer.header("etag")), (status, tag.as_str()));
        assert_eq!(answer.body.is_empty(), status == 304);
    }
    assert_ne!(visitor.get_page("/games/x").await.header("etag"), tag);

    let packed = visitor.request(Method::GET, "/").header(ACCEPT_ENCODING, "gzip").send().await.unwrap();
    assert_eq!(packed.headers()["content-encoding"], "gzip");
    assert_eq!(packed.headers()["etag"], tag.as_str());
    let head = Answer::read(visitor.request(Method::HEAD, "/").send().await.unwrap()).await;
    assert_eq!((head.status, head.body.len(), head.header("etag")), (200, 0, tag.as_str()));
}

async fn a_server_says_how_it_is(database: Database) {
    let mut server = Server::start(database).await;
    let visitor = Visitor::stranger(&server);
    for path in ["/livez", "/readyz"] {
        let answer = visitor.get_page(path).await;
        assert_eq!(
            (answer.ok(), answer.header("content-type")),
            (json!({"status": "ok"}), "application/json")
        );
    }
    assert_eq!(health(server.address()).await.code(), Some(0));
    server.kill().await;
    assert_eq!(health(server.address()).await.code(), Some(1));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rules_are_told_with_every_axis() {
    let (_server, visitor) = pages().await;
    let rules = visitor.get("/rules").await.ok();
    let presets = rules["presets"].as_array().unwrap();
    let told: Vec<Value> = presets
        .iter()
        .map(|preset| json!([preset["preset"], preset["komi"], preset["handicap_komi"]]))
        .collect();
    let expected = [
        json!(["japanese", 6.5, 0.5]),
        json!(["chinese", 7.5, 0.5]),
        json!(["aga", 7.5, 0.5]),
        json!(["tromp-taylor", 7.5, 7.5]),
    ];
    assert_eq!(told, expected);
    // What docs/rules.md says of each axis of each preset.
    let axes = rules["axes"].as_object().unwrap();
    let page = include_str!("../../../../docs/rules.md");
    let mut compared = 0;
    for row in page.lines().filter(|line| line.starts_with("| `") && line.matches('|').count() == 6) {
        let cells: Vec<&str> = row.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        for (preset, cell) in presets.iter().zip(&cells[2..]) {
            let value = &preset["rules"][cells[1]];
            let said = match value {
                Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
                Value::String(word) => word.clone(),
                other => other.to_string(),
            };
            assert_eq!(said, **cell, "{} of {}", cells[1], preset["preset"]);
            if value.is_string() {
                assert!(axes[cells[1]].as_array().unwrap().contains(value), "{}", cells[1]);
            }
            compared += 1;
        }
    }
    assert_eq!(compared, 4 * 13);
}
