//! Groups that are far down in the list, behind very many that nobody else may see.

use serde_json::{Value, json};

use super::club;
use crate::member::member;
use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases};
use crate::tamper::{numbers, tamper};

on_both_databases! {
    a_page_does_not_tell_when_a_closed_group_was_made
}

/// More than a list looks at for one page.
const CLOSED: u32 = 2_500;
/// How much older each is than the one before it, in milliseconds: no part of a minute.
const OLDER: i64 = 1_013;

async fn a_page_does_not_tell_when_a_closed_group_was_made(database: Database) {
    let mut server = Server::start(database).await;
    let open = club(&member(&server, "Annabel").await, "open").await;
    server.stop().await;
    let (numbers, id) = numbers(database, CLOSED.into());
    let closed = format!(
        "{numbers} INSERT INTO groups (id, kind, name, words, joining, made_at, accounts)
         SELECT {id}, kind, name, words, 'closed', made_at - {OLDER} * n, 0 FROM groups, numbers WHERE id = '{open}'"
    );
    tamper(server.data(), &closed).await;
    let earlier = OLDER * i64::from(CLOSED + 1);
    tamper(server.data(), &format!("UPDATE groups SET made_at = made_at - {earlier} WHERE id = '{open}'"))
        .await;
    server.start_again().await;
    let stranger = Visitor::stranger(&server);
    let first = stranger.get("/groups").await.ok();
    assert_eq!(first["groups"], json!([]));
    let next = first["next"].as_str().unwrap();
    let (made_at, named) = next.split_once('.').unwrap();
    assert_eq!((made_at.parse::<i64>().unwrap() % 60_000, named), (0, "0000000000000000"));
    let second = stranger.get(&format!("/groups?cursor={next}")).await.ok();
    assert_eq!((&second["groups"][0]["id"], &second["next"]), (&json!(open), &Value::Null));
}
