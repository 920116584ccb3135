//! A page that a client has already need not be sent again.

use reqwest::header::{ACCEPT, ACCEPT_ENCODING, IF_NONE_MATCH};
use serde_json::json;
use tengen_testbed::found;

use super::{NDJSON, SGF, get_as, get_with};
use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases};
use crate::table::Table;

on_both_databases! {
    what_has_not_changed_is_not_sent_again
    caches_keep_what_everybody_may_see
}

async fn what_has_not_changed_is_not_sent_again(database: Database) {
    let server = Server::start(database).await;
    let clock = json!({"system": "absolute", "main": 3_600_000});
    let mut table = Table::new(&server, json!({"clock": clock})).await;
    table.moves("Q16 D4").await;
    let path = format!("/games/{}", table.game);
    let events = format!("{path}/events");
    let record = format!("{path}/sgf");
    let of_player = format!("/players/{}/games", table.black.id);
    let stranger = Visitor::stranger(&server);
    let forms = [
        ("/games", "application/json"),
        ("/games?phase=playing&opening=Q16", "application/json"),
        (&of_player, "application/json"),
        (&path, "application/json"),
        (&path, NDJSON),
        (&path, SGF),
        (&events, "application/json"),
        (&record, "*/*"),
    ];
    let mut tags = Vec::new();
    for (path, form) in forms {
        let answer = get_as(&stranger, path, form).await;
        let tag = answer.header("etag").to_owned();
        assert!(tag.starts_with("W/\"") && tag.ends_with('"'), "{path}: {tag}");
        for shown in [
            tag.clone(),
            tag.trim_start_matches("W/").to_owned(),
            format!("\"other\", {tag}"),
            "*".to_owned(),
        ] {
            let headers = [(ACCEPT, form), (IF_NONE_MATCH, &shown), (ACCEPT_ENCODING, "gzip")];
            let again = get_with(&stranger, path, &headers).await;
            assert_eq!((again.status, again.body.len()), (304, 0), "{path} {form} {shown}");
            assert_eq!(again.header("etag"), tag);
            assert_eq!(again.header("cache-control"), answer.header("cache-control"));
            assert_eq!(again.header("content-encoding"), "");
            for name in ["accept", "accept-encoding", "authorization", "cookie"] {
                assert!(again.header("vary").split(", ").any(|known| known == name), "{path}: {name}");
                assert!(answer.header("vary").split(", ").any(|known| known == name), "{path}: {name}");
            }
        }
        let other = get_with(&stranger, path, &[(ACCEPT, form), (IF_NONE_MATCH, "\"other\"")]).await;
        assert_eq!((other.status, other.header("etag")), (200, tag.as_str()));
        tags.push(tag);
    }
    // The three forms of one game are not one another.
    assert!(tags[3] != tags[4] && tags[4] != tags[5] && tags[3] != tags[5]);

    table.moves("Q4").await;
    for ((path, form), tag) in forms.into_iter().zip(tags) {
        // Lists show the move a moment later.
        let answer = found(async || {
            let answer = get_with(&stranger, path, &[(ACCEPT, form), (IF_NONE_MATCH, &tag)]).await;
            (answer.status != 304).then_some(answer)
        })
        .await;
        assert_eq!(answer.status, 200, "{path} {form}");
        assert_ne!(answer.header("etag"), tag);
    }
}

async fn caches_keep_what_everybody_may_see(database: Database) {
    let server = Server::start(database).await;
    for private in [false, true] {
        let mut table = Table::new(&server, json!({"private": private})).await;
        let path = format!("/games/{}", table.game);
        let stranger = Visitor::stranger(&server);
        let snapshot = get_as(&stranger, &path, "application/json").await;
        assert_eq!(snapshot.header("cache-control"), "no-store");
        table.does("black", json!({"type": "resign"})).await.ok();
        let shared = if private { "private, no-cache" } else { "public, no-cache" };
        for form in ["application/json", NDJSON, SGF] {
            assert_eq!(get_as(&stranger, &path, form).await.header("cache-control"), shared, "{form}");
            let own = get_as(&table.black, &path, form).await;
            assert_eq!(own.header("cache-control"), "private, no-cache", "{form}");
        }
        assert_eq!(get_as(&stranger, &format!("{path}/events"), "*/*").await.header("cache-control"), shared);
        let list = |visitor: Visitor| async move {
            get_as(&visitor, "/games", "application/json").await.header("cache-control").to_owned()
        };
        assert_eq!(list(stranger).await, "public, no-cache");
        assert_eq!(list(table.black).await, "private, no-cache");
        assert_eq!(get_as(&table.white, "/games", NDJSON).await.header("cache-control"), "no-store");
    }
}
