//! One game in each form.

use serde_json::json;

use super::{NDJSON, SGF, get_as, lines, resigned};
use crate::rest::Visitor;
use crate::server::{Database, Server, on_sqlite_and_long_on_postgres};

on_sqlite_and_long_on_postgres! {
    a_game_comes_in_the_form_that_is_asked_for
}

async fn a_game_comes_in_the_form_that_is_asked_for(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let game = resigned(&ann, &ben, json!({}), "Q16 D4").await;
    let path = format!("/games/{game}");
    let snapshot = get_as(&ann, &path, "text/html,application/xhtml+xml,*/*;q=0.8").await;
    assert_eq!(snapshot.header("content-type"), "application/json");
    assert_eq!(snapshot.ok()["result"]["text"], "B+R");

    let record = get_as(&ann, &path, SGF).await;
    let known = ann.get(&format!("{path}/sgf")).await;
    assert_eq!(record.header("content-type"), "application/x-go-sgf; charset=utf-8");
    assert_eq!(record.header("content-disposition"), known.header("content-disposition"));
    assert_eq!(record.text(), known.text());

    let events = lines(&get_as(&ann, &path, NDJSON).await);
    assert_eq!(events, ann.events(&game).await);
    assert_eq!(events.len(), 4);
    // Unlike the stream of events, this one ends where the game is.
    let open = ann.new_game(json!({})).await["id"].as_str().unwrap().to_owned();
    assert!(lines(&get_as(&ann, &format!("/games/{open}"), NDJSON).await).is_empty());
    for form in ["application/json", NDJSON, SGF] {
        get_as(&ann, "/games/0000000000000000", form).await.refused(404, "no_such_game");
    }
}
