//! Rounds whose games were not all made when a server died: whoever goes on makes them, or says of a pair why it has none.

use reqwest::Method;
use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};
use tengen_testbed::until;
use tokio::task::JoinHandle;

use super::{School, at, is_done};
use crate::rest::Visitor;
use crate::server::{Database, now, on_both_databases, once};
use crate::tamper::{number, tamper};

on_both_databases! {
    a_killed_server_leaves_no_half_of_a_round
    every_step_of_a_pair_is_gone_on_with
    what_has_changed_meanwhile_counts
    pairs_that_an_earlier_release_has_left_say_so
}

once! {
    two_servers_at_work_on_a_pair_make_one_game
    another_server_makes_the_games_of_one_that_died
}

/// How many pairs a round has that is interrupted.
const PAIRS: i64 = 8;
/// Jobs that are left.
const JOBS: &str = "SELECT count(*) FROM jobs WHERE kind = 'pair'";
/// What takes back the migration that stores rounds whole.
const GO_BACK: [&str; 6] = [
    "DROP INDEX round_pairs_without_game",
    "DROP INDEX round_pairs_with_problem",
    "ALTER TABLE round_pairs DROP COLUMN problem",
    "ALTER TABLE rounds DROP COLUMN settings",
    "DELETE FROM _sqlx_migrations WHERE version = 47",
    "DELETE FROM migrations WHERE number = 47",
];

/// The same school at a server that is started anew. The one of before has ended.
async fn again(school: School) -> School {
    let server = at(school.server.data().clone()).await;
    let [owner, teacher] = [&school.owner, &school.teacher].map(|visitor| visitor.at(&server));
    School { server, owner, teacher, class: school.class }
}

/// Asks for a round, of which the answer may never come.
fn ask(school: &School) -> JoinHandle<Option<u16>> {
    let request = school.teacher.request(Method::POST, &format!("/api/v1{}", school.path("/rounds")));
    let request = request.header(CONTENT_TYPE, "application/json").body("{}");
    tokio::spawn(async move { request.send().await.ok().map(|answer| answer.status().as_u16()) })
}

async fn counts(school: &School, query: &str, expected: i64) {
    until(async || number(school.server.data(), query).await == expected).await;
}

/// The pairs of a round, as they are listed.
async fn listed(reader: &Visitor, school: &School, round: i64) -> Vec<Value> {
    let list = reader.get(&school.path("/rounds")).await.ok();
    let rounds = list["rounds"].as_array().unwrap();
    let found = rounds.iter().find(|listed| listed["number"] == round).unwrap();
    found["pairs"].as_array().unwrap().clone()
}

/// Each pair of a round has a game, in which both sit and which goes on.
async fn is_whole(school: &School, round: i64) {
    for pair in listed(&school.teacher, school, round).await {
        assert_eq!((&pair["has_game"], pair.get("problem")), (&json!(true), None), "{pair}");
        let game = school.teacher.snapshot(pair["game"].as_str().unwrap()).await;
        assert_eq!(game["phase"], "playing");
        for color in ["black", "white"] {
            assert_eq!(game["players"][color]["id"], pair[color]["id"]);
        }
    }
}

/// The problems of the pairs of a round, as somebody reads them.
async fn problems(reader: &Visitor, school: &School, round: i64) -> Vec<Value> {
    let pairs = listed(reader, school, round).await;
    assert!(pairs.iter().all(|pair| (&pair["has_game"], &pair["game"]) == (&json!(false), &Value::Null)));
    pairs.into_iter().map(|mut pair| pair["problem"].take()).collect()
}

async fn a_killed_server_leaves_no_half_of_a_round(database: Database) {
    let mut school = School::open(database).await;
    let names: Vec<String> = (1..=2 * PAIRS).map(|pupil| format!("Pupil {pupil}")).collect();
    school.pupils(&names.iter().map(String::as_str).collect::<Vec<_>>()).await;
    let mut games = 0;
    for (round, made) in (1..).zip([0, 1, PAIRS / 2]) {
        let asked = ask(&school);
        counts(&school, &format!("SELECT count(*) FROM rounds WHERE number = {round}"), 1).await;
        let so_far =
            format!("SELECT count(*) FROM round_pairs WHERE number = {round} AND game_id IS NOT NULL");
        until(async || number(school.server.data(), &so_far).await >= made).await;
        school.server.kill().await;
        // It is of no importance whether it was answered.
        let _ = asked.await;
        school = again(school).await;
        counts(&school, JOBS, 0).await;
        let pairs = listed(&school.teacher, &school, round).await;
        assert_eq!(i64::try_from(pairs.len()), Ok(PAIRS));
        is_whole(&school, round).await;
        // Nothing was made twice.
        games += PAIRS;
        assert_eq!(number(school.server.data(), "SELECT count(*) FROM games").await, games);
    }
}

async fn every_step_of_a_pair_is_gone_on_with(database: Database) {
    let mut school = School::open(database).await;
    let cards = school.pupils(&["Ulrike", "Viktor", "Wanda", "Xaver", "Yvonne", "Zoltan"]).await;
    let mut pupils = Vec::new();
    for card in &cards {
        pupils.push(school.pupil(card).await);
    }
    let pair = |black: usize, white: usize| json!({"black": pupils[black].id, "white": pupils[white].id});
    let wish = json!({"pairs": [pair(0, 1), pair(2, 3), pair(4, 5)], "settings": {"komi": 3.5}});
    let made = school.teacher.post(&school.path("/rounds"), wish).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let before = made.ok()["pairs"].as_array().unwrap().clone();
    // A game of a pair is one like this as long as White does not sit.
    let waits = pupils[2].new_game(json!({"opponent": pupils[3].id, "color": "black"})).await;
    let waits = waits["id"].as_str().unwrap();
    school.server.stop().await;
    // Of the first pair nothing is made, and of the last everything but the end of its job.
    let job = |place: u32| format!("('pair', '{}.1.{place}', 0, 0)", school.class);
    for statement in [
        "UPDATE round_pairs SET game_id = NULL WHERE place = 0",
        &format!("UPDATE round_pairs SET game_id = '{waits}' WHERE place = 1"),
        &format!("INSERT INTO jobs (kind, key, seq, due) VALUES {}, {}, {}", job(0), job(1), job(2)),
    ] {
        tamper(school.server.data(), statement).await;
    }
    let school = again(school).await;
    counts(&school, JOBS, 0).await;
    is_whole(&school, 1).await;
    let after = listed(&school.teacher, &school, 1).await;
    assert_ne!(after[0]["game"], before[0]["game"]);
    assert_eq!((&after[1]["game"], &after[2]["game"]), (&json!(waits), &before[2]["game"]));
    // The game that is made later is like those of the round.
    let late = school.teacher.snapshot(after[0]["game"].as_str().unwrap()).await;
    let first = school.teacher.snapshot(before[0]["game"].as_str().unwrap()).await;
    assert_eq!((&late["settings"], &late["settings"]["komi"]), (&first["settings"], &json!(3.5)));
    assert_eq!(number(school.server.data(), "SELECT count(*) FROM games").await, 5);
}

async fn what_has_changed_meanwhile_counts(database: Database) {
    const TWO_HOURS: i64 = 7_200_000;
    let mut school = School::open(database).await;
    let cards = school.pupils(&["Ulrike", "Viktor", "Wanda", "Xaver"]).await;
    let mut pupils = Vec::new();
    for card in &cards {
        pupils.push(school.pupil(card).await);
    }
    let pair = |black: usize, white: usize| json!({"black": pupils[black].id, "white": pupils[white].id});
    for pairs in [[pair(0, 1), pair(2, 3)], [pair(1, 0), pair(3, 2)]] {
        let made = school.teacher.post(&school.path("/rounds"), json!({"pairs": pairs})).await;
        assert_eq!(made.status, 201, "{}", made.text());
    }
    let waits = pupils[2].new_game(json!({"opponent": pupils[3].id, "color": "black"})).await;
    let waits = waits["id"].as_str().unwrap();
    let block = pupils[3].request(Method::PUT, &format!("/api/v1/players/{}/block", pupils[2].id));
    assert_eq!(block.send().await.unwrap().status(), 204);
    let suspend = json!({"act": "suspend", "ground": "abuse", "until": now() + TWO_HOURS, "reason": "so"});
    is_done(&school.owner.post(&format!("/staff/players/{}/acts", pupils[1].id), suspend).await);
    school.server.stop().await;
    // No game of the second round is made until it is too late, and of the first one a game in which White does not sit.
    let job = |round: u32, place: u32| format!("('pair', '{}.{round}.{place}', 0, 0)", school.class);
    let jobs = [job(1, 0), job(1, 1), job(2, 0), job(2, 1)].join(", ");
    for statement in [
        "UPDATE round_pairs SET game_id = NULL",
        &format!("UPDATE round_pairs SET game_id = '{waits}' WHERE number = 1 AND place = 1"),
        &format!("UPDATE rounds SET made_at = made_at - {TWO_HOURS} WHERE number = 2"),
        &format!("INSERT INTO jobs (kind, key, seq, due) VALUES {jobs}"),
    ] {
        tamper(school.server.data(), statement).await;
    }
    let school = again(school).await;
    counts(&school, JOBS, 0).await;
    assert_eq!(problems(&school.teacher, &school, 1).await, ["suspended", "blocked"]);
    assert_eq!(problems(&school.teacher, &school, 2).await, ["not_made", "not_made"]);
    // Why that is so is nobody else's business.
    let pupil = pupils[2].at(&school.server);
    for round in [1, 2] {
        assert_eq!(problems(&pupil, &school, round).await, ["not_made", "not_made"]);
    }
    assert_eq!(pupil.snapshot(waits).await["phase"], "finished", "it was called off");
    assert_eq!(number(school.server.data(), "SELECT count(*) FROM games").await, 5);
    // Whoever may play is paired again.
    let wish = json!({"pairs": [pair(0, 2)]});
    assert_eq!(school.teacher.post(&school.path("/rounds"), wish).await.status, 201);
    is_whole(&school, 3).await;
}

async fn pairs_that_an_earlier_release_has_left_say_so(database: Database) {
    let mut school = School::open(database).await;
    let cards = school.pupils(&["Ulrike", "Viktor", "Wanda", "Xaver"]).await;
    let pupil = school.pupil(&cards[0]).await;
    school.teacher.post(&school.path("/rounds"), json!({})).await.ok();
    school.server.stop().await;
    for statement in ["UPDATE round_pairs SET game_id = NULL WHERE place = 1"].iter().chain(&GO_BACK) {
        tamper(school.server.data(), statement).await;
    }
    let school = again(school).await;
    assert!(school.server.log().contains("had been left without a game"), "{}", school.server.log());
    for reader in [&school.teacher, &pupil.at(&school.server)] {
        let pairs = listed(reader, &school, 1).await;
        assert_eq!((&pairs[0]["has_game"], pairs[0].get("problem")), (&json!(true), None));
        assert_eq!((&pairs[1]["has_game"], &pairs[1]["problem"]), (&json!(false), &json!("not_made")));
    }
    assert_eq!(number(school.server.data(), "SELECT count(*) FROM games").await, 2);
}

/// How many new games wait to be let into their table.
async fn waiting(school: &School) -> i64 {
    let waiting = "SELECT count(*) FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'INSERT INTO games %'";
    number(school.server.data(), waiting).await
}

/// A class of two at a server, and a connection for whoever lets no game be made.
async fn class_of_two() -> (School, PgConnection) {
    let school = School::open(Database::Postgres).await;
    school.pupils(&["Ulrike", "Viktor"]).await;
    let postgres = PgConnection::connect(school.server.data().database_url().unwrap()).await.unwrap();
    (school, postgres)
}

async fn two_servers_at_work_on_a_pair_make_one_game() {
    let (school, mut postgres) = class_of_two().await;
    let _second = at(school.server.data().clone()).await;
    let mut held = postgres.begin().await.unwrap();
    sqlx::query("LOCK TABLE games IN SHARE MODE").execute(&mut *held).await.unwrap();
    let asked = ask(&school);
    until(async || waiting(&school).await == 1).await;
    // The lease of the first one ends too early, however often it takes it.
    until(async || {
        tamper(school.server.data(), "UPDATE jobs SET holder = NULL, lease = 0 WHERE kind = 'pair'").await;
        waiting(&school).await == 2
    })
    .await;
    held.commit().await.unwrap();
    assert_eq!(asked.await.unwrap(), Some(201));
    counts(&school, JOBS, 0).await;
    is_whole(&school, 1).await;
    assert_eq!(number(school.server.data(), "SELECT count(*) FROM games").await, 1);
}

async fn another_server_makes_the_games_of_one_that_died() {
    let (mut school, mut postgres) = class_of_two().await;
    let second = at(school.server.data().clone()).await;
    let mut held = postgres.begin().await.unwrap();
    sqlx::query("LOCK TABLE games IN SHARE MODE").execute(&mut *held).await.unwrap();
    let asked = ask(&school);
    until(async || waiting(&school).await == 1).await;
    school.server.kill().await;
    assert_eq!(asked.await.unwrap(), None);
    held.commit().await.unwrap();
    let [owner, teacher] = [&school.owner, &school.teacher].map(|visitor| visitor.at(&second));
    let school = School { server: second, owner, teacher, class: school.class };
    counts(&school, JOBS, 0).await;
    is_whole(&school, 1).await;
    assert_eq!(number(school.server.data(), "SELECT count(*) FROM games").await, 1);
}
