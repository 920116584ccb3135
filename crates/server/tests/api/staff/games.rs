//! The staff decides games that go on.

use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};
use tengen_testbed::until;
use tokio::join;

use super::{REASON, at, entries, grant, holds, is_done, kinds, run_by};
use crate::member::{bot, member, soon};
use crate::rest::{Answer, Visitor};
use crate::server::{Database, on_both_databases, once};
use crate::socket::Socket;
use crate::table::Table;

on_both_databases! {
    a_game_is_decided
    a_game_is_decided_without_a_result
    nobody_decides_a_game_of_ones_own_or_of_somebody_higher
    what_does_not_go_on_is_not_decided
}

once! {
    a_decision_that_was_too_late_is_said_to_be_not_done
    a_decision_that_comes_with_the_end_leaves_one_result
}

async fn decide(visitor: &Visitor, game: &str, winner: Value) -> Answer {
    let wish = json!({"act": "adjudicate", "winner": winner, "reason": REASON});
    visitor.post(&format!("/staff/games/{game}/acts"), wish).await
}

async fn a_game_is_decided(database: Database) {
    let (server, ann) = run_by(database).await;
    let bella = member(&server, "Bella").await;
    is_done(&grant(&ann, &bella, "moderator").await);
    let mut table = Table::new(&server, json!({})).await;
    table.moves("D4 Q16").await;
    let mut watched = Socket::open(&server, &Visitor::stranger(&server)).await;
    watched.subscribe(&table.game).await;
    is_done(&decide(&bella, &table.game, json!("white")).await);
    let told = watched.next_where(|frame| frame["event"]["type"] == "adjudicated").await;
    assert_eq!(told["event"]["actor"], Value::Null, "nobody among the staff is named");
    let game = bella.snapshot(&table.game).await;
    let result = &game["result"];
    assert_eq!(
        (&result["winner"], &result["by"], &result["text"]),
        (&json!("white"), &json!("adjudication"), &json!("W+"))
    );
    // Nothing is played any more, and the lists and tallies know it.
    let play = json!({"type": "play", "id": "late", "turn": 2, "at": "K10"});
    table.black.command(&table.game, play).await.refused(409, "wrong_phase");
    let stranger = Visitor::stranger(&server);
    soon("lists tell the result", async || {
        let games = stranger.get(&format!("/games?phase=finished&player={}", table.white.id)).await.ok();
        games["games"][0]["result"]["by"] == "adjudication"
    })
    .await;
    let record = stranger.get(&format!("/games/{}/sgf", table.game)).await;
    assert!(record.text().contains("RE[W+]"), "{}", record.text());
    let entry = entries(&ann).await[0].clone();
    assert_eq!((&entry["kind"], &entry["actor"]), (&json!("adjudicate"), &json!(bella.id)));
    assert_eq!(entry["subject"], json!({"kind": "game", "id": table.game}));
    assert_eq!((&entry["facts"], &entry["reason"]), (&json!({"winner": "white"}), &json!(REASON)));
    decide(&bella, &table.game, json!("black")).await.refused(409, "wrong_phase");
    assert_eq!(kinds(&ann).await, ["grant", "adjudicate"]);
}

async fn a_game_is_decided_without_a_result(database: Database) {
    let (server, ann) = run_by(database).await;
    let mut table = Table::new(&server, json!({"board": {"width": 4, "height": 5}})).await;
    table.moves(crate::table::SETTLED).await;
    table.moves("pass pass").await;
    is_done(&decide(&ann, &table.game, json!("nobody")).await);
    let game = ann.snapshot(&table.game).await;
    assert_eq!((&game["phase"], &game["result"]["winner"]), (&json!("finished"), &Value::Null));
    assert_eq!((&game["result"]["by"], &game["result"]["text"]), (&json!("adjudication"), &json!("Void")));
}

async fn nobody_decides_a_game_of_ones_own_or_of_somebody_higher(database: Database) {
    let (server, ann) = run_by(database).await;
    let (bella, other) = (member(&server, "Bella").await, member(&server, "Ophelia").await);
    for moderator in [&bella, &other] {
        is_done(&grant(&ann, moderator, "moderator").await);
    }
    let robot = bot(&bella, "Robot of Bella").await;
    let guest = Visitor::guest(&server, "Gustav").await;
    let between = async |one: &Visitor, two: &Visitor| {
        let made = one.new_game(json!({})).await;
        let game = made["id"].as_str().unwrap().to_owned();
        assert_eq!(two.join(&game).await.status, 200);
        game
    };
    for (one, two, code) in [
        (&bella, &guest, "oneself"),
        (&robot, &guest, "oneself"),
        (&guest, &other, "equal_or_higher"),
        (&ann, &guest, "equal_or_higher"),
    ] {
        let game = between(one, two).await;
        let status = if code == "oneself" { 409 } else { 403 };
        decide(&bella, &game, json!("black")).await.refused(status, code);
        guest
            .post(
                &format!("/staff/games/{game}/acts"),
                json!({"act": "adjudicate", "winner": "nobody", "reason": REASON}),
            )
            .await
            .refused(403, "not_allowed");
        assert_eq!(bella.snapshot(&game).await["phase"], "playing");
    }
    // An owner decides the games of moderators.
    let game = between(&bella, &guest).await;
    is_done(&decide(&ann, &game, json!("black")).await);
    assert_eq!(kinds(&ann).await, ["grant", "grant", "adjudicate"]);
}

async fn what_does_not_go_on_is_not_decided(database: Database) {
    let (server, ann) = run_by(database).await;
    decide(&ann, "0000000000000000", json!("black")).await.refused(404, "no_such_game");
    let guest = Visitor::guest(&server, "Gustav").await;
    let open = guest.new_game(json!({})).await["id"].as_str().unwrap().to_owned();
    let params = decide(&ann, &open, json!("black")).await.refused(409, "wrong_phase");
    assert_eq!(params, json!({"phase": "open"}));
    for winner in [json!("green"), Value::Null] {
        decide(&ann, &open, winner).await.refused(400, "malformed");
    }
    let nobody = json!({"act": "adjudicate", "reason": REASON});
    ann.post(&format!("/staff/games/{open}/acts"), nobody).await.refused(400, "malformed");
    let table = Table::new(&server, json!({})).await;
    for reason in ["", " ", &"x".repeat(501)] {
        let wish = json!({"act": "adjudicate", "winner": "nobody", "reason": reason});
        ann.post(&format!("/staff/games/{}/acts", table.game), wish).await.refused(422, "invalid_act");
    }
    assert_eq!(ann.snapshot(&table.game).await["phase"], "playing");
    assert!(entries(&ann).await.is_empty());
}

async fn a_decision_that_was_too_late_is_said_to_be_not_done() {
    let (server, ann) = run_by(Database::Postgres).await;
    let mut table = Table::new(&server, json!({})).await;
    table.moves("D4 Q16").await;
    // The game ends while the entry of the decision waits for the log.
    let mut log = PgConnection::connect(server.data().database_url().unwrap()).await.unwrap();
    sqlx::raw_sql("BEGIN; SELECT 1 FROM audit_head FOR UPDATE").execute(&mut log).await.unwrap();
    let game = table.game.clone();
    let (decided, ()) = join!(decide(&ann, &game, json!("black")), async {
        let waiting = "SELECT count(*) FROM pg_stat_activity
             WHERE datname = current_database() AND wait_event = 'transactionid'";
        until(async || {
            // Within a transaction the answer would stay the first one.
            sqlx::raw_sql("SELECT pg_stat_clear_snapshot()").execute(&mut log).await.unwrap();
            sqlx::query_scalar::<_, i64>(waiting).fetch_one(&mut log).await.unwrap() > 0
        })
        .await;
        table.does("black", json!({"type": "resign"})).await.ok();
        sqlx::raw_sql("COMMIT").execute(&mut log).await.unwrap();
    });
    assert_eq!(decided.refused(409, "wrong_phase"), json!({"phase": "finished"}));
    let result = &ann.snapshot(&game).await["result"];
    assert_eq!((&result["winner"], &result["by"]), (&json!("white"), &json!("resignation")));
    let entries = entries(&ann).await;
    assert_eq!(kinds(&ann).await, ["adjudicate", "not_done"]);
    let (not_done, adjudicated) = (&entries[0], &entries[1]);
    let named = json!({"kind": "entry", "id": adjudicated["seq"].to_string()});
    assert_eq!((&not_done["subject"], &not_done["facts"]), (&named, &json!({"game": game})));
    assert_eq!((&not_done["actor"], &adjudicated["reason"]), (&json!(ann.id), &json!(REASON)));
    assert!(holds(&ann).await);
}

async fn a_decision_that_comes_with_the_end_leaves_one_result() {
    let (first, ann) = run_by(Database::Postgres).await;
    let second = at(first.data().clone()).await;
    let (mut decided, mut resigned) = (0, 0);
    for round in 0..12 {
        let mut table = Table::new(&first, json!({})).await;
        table.moves("D4 Q16").await;
        let (black, ann_there) = (table.black.clone(), ann.at(&second));
        let resign = black.command(&table.game, json!({"type": "resign", "id": format!("r-{round}")}));
        let (ruled, ended) = if round % 2 == 0 {
            join!(decide(&ann_there, &table.game, json!("black")), resign)
        } else {
            let (ended, ruled) = join!(resign, decide(&ann_there, &table.game, json!("black")));
            (ruled, ended)
        };
        let ends: Vec<_> = table
            .black
            .events(&table.game)
            .await
            .into_iter()
            .filter(|event| !event["result"].is_null() || event["state"]["phase"] == "finished")
            .collect();
        assert_eq!(ends.len(), 1, "{ends:?}");
        if ruled.status == 204 {
            decided += 1;
            ended.refused(409, "wrong_phase");
            assert_eq!(ends[0]["type"], "adjudicated");
        } else {
            resigned += 1;
            ruled.refused(409, "wrong_phase");
            assert_eq!((ended.status, &ends[0]["type"]), (200, &json!("resigned")));
        }
    }
    // Each decision has an entry; each that was refused by the game has a second one, or was refused before it had any.
    let kinds = kinds(&ann).await;
    let count = |kind: &str| kinds.iter().filter(|known| *known == kind).count();
    assert_eq!(count("adjudicate") - count("not_done"), decided, "{kinds:?}");
    assert!(count("not_done") <= resigned);
    assert!(holds(&ann).await);
}
