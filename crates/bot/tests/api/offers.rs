//! Which offers are taken.

use tengen_bot::reception::{BotError, Reception};
use tengen_client::game::{AbortReason, Phase};
use tengen_client::protocol::{Command, NewGame, ProblemCode, Snapshot, Text};
use tengen_client::{Client, GameFilter};

use crate::engines::Workshop;
use crate::games::{Person, SMALL, bot};
use crate::server::{Database, Server};

#[tokio::test]
async fn an_offer_that_does_not_fit_is_declined_with_the_reason() {
    let (server, workshop) = (Server::start(Database::Sqlite).await, Workshop::new());
    let engine = workshop.engine("genmove) answer=pass ;;", "");
    let more = ["--sizes", "5", "--handicap", "no", "--max-komi", "8", "--max-time", "600"];
    let (_, me) = bot(workshop.options(&server.url(), &engine, &more)).await;
    for (json, reason) in [
        ("{}", AbortReason::Board),
        (r#"{"board": {"name": "torus 5x5"}}"#, AbortReason::Board),
        (r#"{"board": {"width": 5, "height": 5}, "handicap": 1}"#, AbortReason::Handicap),
        (r#"{"board": {"width": 5, "height": 5}, "no_bots": true}"#, AbortReason::NoBots),
        (r#"{"board": {"width": 5, "height": 5}, "komi": 8.5}"#, AbortReason::Komi),
        (
            r#"{"board": {"width": 5, "height": 5}, "clock": {"system": "absolute", "main": 601000}}"#,
            AbortReason::Time,
        ),
    ] {
        assert_eq!(Person::offers(&server, me, json).await.reason().await, Some(reason), "{json}");
    }
    Person::offers(&server, me, SMALL).await.sees("yes", plays).await;
}

/// Whether the game has begun.
fn plays(snapshot: &Snapshot) -> bool {
    snapshot.phase == "playing"
}

/// Whether the game has had two players, be it over or not.
fn is_joined(snapshot: &Snapshot) -> bool {
    snapshot.players.black.is_some()
}

/// The bot looks for games when it comes and then not for an hour.
#[tokio::test]
async fn offers_are_heard_of_at_once() {
    let (mut server, workshop) = (Server::start_to_come_back(Database::Sqlite).await, Workshop::new());
    let engine = workshop.engine("genmove) answer=pass ;;", "");
    let more = ["--sizes", "5", "--engines", "3", "--poll", "3600"];
    let (_, me) = bot(workshop.options(&server.url(), &engine, &more)).await;
    for _ in 0..2 {
        Person::offers(&server, me, SMALL).await.sees("the game", plays).await;
    }
    // Also after the server was away.
    server.kill().await;
    server.start_again().await;
    Person::offers(&server, me, SMALL).await.sees("the game", plays).await;
}

#[tokio::test]
async fn an_offer_waits_for_a_place_and_not_for_ever() {
    let (server, patient, busy) = (Server::start(Database::Sqlite).await, Workshop::new(), Workshop::new());
    let more = ["--sizes", "5", "--engines", "1", "--games", "3"];
    // One bot declines at once what it has no place for.
    let engine = busy.engine("genmove) answer=pass ;;", "");
    let at_once: Vec<_> = more.iter().copied().chain(["--decline-after", "0"]).collect();
    let (_, me) = bot(busy.options(&server.url(), &engine, &at_once)).await;
    Person::offers(&server, me, SMALL).await.sees("the game", plays).await;
    assert_eq!(Person::offers(&server, me, SMALL).await.reason().await, Some(AbortReason::Busy));
    // Another one lets it wait for some time.
    let engine = patient.engine("genmove) answer=A1 ;;", "");
    let waits: Vec<_> = more.iter().copied().chain(["--decline-after", "3600"]).collect();
    let (_, me) = bot(patient.options(&server.url(), &engine, &waits)).await;
    let first = Person::offers(&server, me, SMALL).await;
    first.plays("C3").await;
    first.sees("an answer", |snapshot| snapshot.moves.len() == 2).await;
    let second = Person::offers(&server, me, SMALL).await;
    first.says(|id, _| Command::Resign { id }).await;
    second.plays("C3").await;
    second.sees("an answer", |snapshot| snapshot.moves.len() == 2).await;
    // The engine has stayed.
    assert_eq!(["list_commands", "clear_board"].map(|command| patient.times_asked(command)), [1, 2]);
}

#[tokio::test]
async fn a_guest_who_does_not_begin_keeps_no_place() {
    let (server, workshop) = (Server::start(Database::Sqlite).await, Workshop::new());
    let engine = workshop.engine("genmove) answer=pass ;;", "");
    let more = ["--sizes", "5", "--engines", "1", "--first-move", "1", "--decline-after", "3600"];
    // What never began is none of the games that were asked for.
    let more: Vec<_> = more.into_iter().chain(["--max-games", "1"]).collect();
    let (_, me) = bot(workshop.options(&server.url(), &engine, &more)).await;
    let guest = Person::offers(&server, me, SMALL).await;
    guest.sees("the game", is_joined).await;
    let next = Person::offers(&server, me, SMALL).await;
    assert_eq!(guest.reason().await, Some(AbortReason::NoMove));
    next.sees("the game", is_joined).await;
}

#[tokio::test]
async fn games_by_days_leave_the_place_to_others() {
    let (server, workshop) = (Server::start(Database::Sqlite).await, Workshop::new());
    let engine = workshop.engine("genmove) answer=A1 ;;", "");
    // One that has no clock has a place among the slow ones as well.
    let more = ["--sizes", "5", "--engines", "1", "--correspondence-games", "2", "--decline-after", "0"];
    let (_, me) = bot(workshop.options(&server.url(), &engine, &more)).await;
    let by_days = r#"{"board": {"width": 5, "height": 5}, "rules": "chinese", "color": "black",
                      "clock": {"system": "simple", "period": 86400000}}"#;
    let games = [Person::offers(&server, me, by_days).await, Person::offers(&server, me, SMALL).await];
    // One engine plays in both.
    for game in &games {
        game.plays("C3").await;
        game.sees("an answer", |snapshot| snapshot.moves.len() == 2).await;
    }
    for json in [by_days, SMALL] {
        assert_eq!(Person::offers(&server, me, json).await.reason().await, Some(AbortReason::Busy), "{json}");
    }
    assert_eq!(workshop.times_asked("list_commands"), 1);
}

#[tokio::test]
async fn nobody_has_more_games_than_one_may_and_some_have_none() {
    let (server, workshop) = (Server::start(Database::Sqlite).await, Workshop::new());
    let engine = workshop.engine("genmove) answer=pass ;;", "");
    let nobody = Client::new(&server.url()).unwrap();
    let (unwanted, unwanted_is) = nobody.guest(Some("Carl")).await.unwrap();
    let blocked = unwanted_is.id.0.to_string();
    let more = ["--sizes", "5", "--engines", "2", "--games-per-player", "1", "--block", &blocked];
    let more: Vec<_> = more.into_iter().chain(["--decline-after", "0"]).collect();
    let (_, me) = bot(workshop.options(&server.url(), &engine, &more)).await;
    let person = Person::offers(&server, me, SMALL).await;
    person.sees("the game", plays).await;
    let again = Person::offers_as(person.client.clone(), me, SMALL).await;
    assert_eq!(again.reason().await, Some(AbortReason::TooManyGames));
    Person::offers(&server, me, SMALL).await.sees("the game", plays).await;
    let wish = NewGame { opponent: Some(Text(me)), ..serde_json::from_str(SMALL).unwrap() };
    let refused = unwanted.create_game(&wish).await.unwrap_err();
    assert_eq!(refused.code(), Some(ProblemCode::Blocked));
}

#[tokio::test]
async fn whoever_resigns_may_play_again_at_once() {
    let (server, workshop) = (Server::start(Database::Sqlite).await, Workshop::new());
    let engine = workshop.engine("genmove) answer=A1 ;;", "");
    let more = ["--sizes", "5", "--engines", "2", "--games-per-player", "1", "--decline-after", "3600"];
    let (_, me) = bot(workshop.options(&server.url(), &engine, &more)).await;
    let person = Person::offers(&server, me, SMALL).await;
    person.plays("C3").await;
    person.says(|id, _| Command::Resign { id }).await;
    Person::offers_as(person.client.clone(), me, SMALL).await.sees("the game", plays).await;
}

#[tokio::test]
async fn an_own_offer_makes_room_for_one_to_the_bot() {
    let (server, workshop) = (Server::start(Database::Sqlite).await, Workshop::new());
    let engine = workshop.engine("genmove) answer=pass ;;", "");
    let more = ["--sizes", "5", "--engines", "1", "--create", "--decline-after", "3600"];
    let (_, me) = bot(workshop.options(&server.url(), &engine, &more)).await;
    let person = Person::offers(&server, me, SMALL).await;
    person.sees("the game", plays).await;
    let filter = GameFilter { player: Some(me), phases: vec![Phase::Open], ..GameFilter::default() };
    assert!(person.client.games(&filter).await.unwrap().games.is_empty(), "the bot has one place");
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
