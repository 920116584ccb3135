//! Which offers are taken.

use std::time::Duration;

use tengen_bot::reception::{BotError, Reception};
use tengen_client::protocol::ResultWord;
use tengen_testbed::pause;

use crate::engines::Workshop;
use crate::games::{Person, SMALL, bot};
use crate::server::{Database, Server};

#[tokio::test]
async fn an_offer_that_does_not_fit_is_declined() {
    let (server, workshop) = (Server::start(Database::Sqlite).await, Workshop::new());
    let engine = workshop.engine("genmove) answer=pass ;;", "");
    let (_, me) = bot(workshop.options(&server.url(), &engine, &["--sizes", "5", "--handicap", "no"])).await;
    let declined = |snapshot: &tengen_client::protocol::Snapshot| {
        snapshot.result.as_ref().is_some_and(|result| result.by == ResultWord::Abort)
    };
    for json in [
        "{}",
        r#"{"board": {"name": "torus 5x5"}}"#,
        r#"{"board": {"width": 5, "height": 5}, "handicap": 1}"#,
        r#"{"board": {"width": 5, "height": 5}, "no_bots": true}"#,
    ] {
        Person::offers(&server, me, json).await.sees("no", declined).await;
    }
    Person::offers(&server, me, SMALL).await.sees("yes", |snapshot| snapshot.phase == "playing").await;
}

/// The bot looks for games when it comes and then not for an hour.
#[tokio::test]
async fn offers_are_heard_of_at_once() {
    let (mut server, workshop) = (Server::start_to_come_back(Database::Sqlite).await, Workshop::new());
    let engine = workshop.engine("genmove) answer=pass ;;", "");
    let more = ["--sizes", "5", "--engines", "3", "--poll", "3600"];
    let (_, me) = bot(workshop.options(&server.url(), &engine, &more)).await;
    let plays = |snapshot: &tengen_client::protocol::Snapshot| snapshot.phase == "playing";
    for _ in 0..2 {
        Person::offers(&server, me, SMALL).await.sees("the game", plays).await;
    }
    // Also after the server was away.
    server.kill().await;
    server.start_again().await;
    Person::offers(&server, me, SMALL).await.sees("the game", plays).await;
}

#[tokio::test]
async fn there_are_no_more_games_than_engines() {
    let (server, workshop) = (Server::start(Database::Sqlite).await, Workshop::new());
    let engine = workshop.engine("genmove) answer=pass ;;", "");
    let more = ["--sizes", "5", "--engines", "1", "--games", "3"];
    let (_, me) = bot(workshop.options(&server.url(), &engine, &more)).await;
    let first = Person::offers(&server, me, SMALL).await;
    first.sees("the game", |snapshot| snapshot.phase == "playing").await;
    let second = Person::offers(&server, me, SMALL).await;
    pause(Duration::from_millis(2_500), "the bot looks for games every second").await;
    assert_eq!(second.client.game(second.game).await.unwrap().phase, "open");
    first.says(|id, _| tengen_client::protocol::Command::Resign { id }).await;
    second.sees("the game", |snapshot| snapshot.phase == "playing").await;
}

#[tokio::test]
async fn a_bot_without_an_engine_sits_down_with_nobody() {
    let (server, workshop) = (Server::start(Database::Sqlite).await, Workshop::new());
    for engine in ["/nowhere/an-engine", "sh -c 'exit 1'"] {
        let options = workshop.options(&server.url(), engine, &["--create"]);
        let opened = Reception::open(options).await;
        assert!(matches!(opened, Err(BotError::Engine(_))), "{engine}: {opened:?}");
    }
    // It was not even anybody yet.
    assert!(!workshop.token_file().exists());
}
