//! Requests that make something, sent again with the same `Idempotency-Key`.

use futures_util::future::join_all;
use reqwest::Method;
use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};

use crate::member::{PASSWORD, member, soon, texts};
use crate::rest::{Answer, Visitor};
use crate::server::{Data, Database, Server, now, on_both_databases, once};
use crate::table::Table;
use crate::tamper::tamper;

on_both_databases! {
    a_request_that_is_sent_again_makes_nothing_twice
    a_key_is_for_one_request_of_one_player
    where_nothing_is_made_no_key_is_taken
    an_answer_that_nobody_knows_is_told_as_such
    keys_end_with_their_day_and_their_player
}

once! {
    of_two_equal_requests_at_two_servers_one_makes_something
    a_request_is_answered_though_its_sender_has_gone
}

pub(crate) const KEY: &str = "3f2b6c1e-9d54-4a7b-8c1f-6e0d2a9b7c35";
/// So many records make a long answer.
const MANY: usize = 450;
const FILE: &str = "(;SZ[9]PB[Ann]PW[Ben];B[ee])";

async fn send(visitor: &Visitor, key: &str, path: &str, media_type: &str, body: &str) -> Answer {
    let request = visitor.request(Method::POST, &format!("/api/v1{path}"));
    let request = request.header("idempotency-key", key).header(CONTENT_TYPE, media_type);
    Answer::read(request.body(body.to_owned()).send().await.unwrap()).await
}

/// Sends a request that has a key.
pub(crate) async fn post(visitor: &Visitor, key: &str, path: &str, body: &Value) -> Answer {
    send(visitor, key, path, "application/json", &body.to_string()).await
}

async fn games_of(visitor: &Visitor) -> usize {
    let list = visitor.get(&format!("/games?player={}", visitor.id)).await.ok();
    list["games"].as_array().unwrap().len()
}

/// How many records a player keeps.
async fn count_of_records(visitor: &Visitor) -> usize {
    let (mut count, mut page) = (0, "/records?limit=100".to_owned());
    loop {
        let list = visitor.get(&page).await.ok();
        count += list["records"].as_array().unwrap().len();
        let Some(next) = list["next"].as_str() else { return count };
        page = format!("/records?limit=100&cursor={next}");
    }
}

/// Whose answers are kept.
async fn kept(server: &Server) -> Vec<String> {
    texts(server.data(), "SELECT player_id FROM kept_answers").await
}

/// Changes the database while the server is away.
async fn meanwhile(server: &mut Server, statement: &str) {
    server.stop().await;
    tamper(server.data(), statement).await;
    server.start_again().await;
}

fn small() -> Value {
    json!({"board": {"width": 5, "height": 5}})
}

async fn a_request_that_is_sent_again_makes_nothing_twice(database: Database) {
    let server = Server::start(database).await;
    let ann = member(&server, "Annabelinda").await;
    let made = post(&ann, KEY, "/games", &small()).await;
    let again = post(&ann, KEY, "/games", &small()).await;
    assert_eq!((made.status, again.status), (201, 201));
    assert_eq!(made.json(), again.json());
    for name in ["location", "content-type", "cache-control"] {
        assert_eq!(made.header(name), again.header(name), "{name}");
    }
    // The key may stand in quotes.
    assert_eq!(post(&ann, &format!("\"{KEY}\""), "/games", &small()).await.json(), made.json());
    assert_eq!(games_of(&ann).await, 1);
    assert_eq!(post(&ann, "another", "/games", &small()).await.status, 201);
    assert_eq!(games_of(&ann).await, 2);

    let kept = send(&ann, "file", "/records", "application/x-go-sgf", FILE).await;
    assert_eq!(send(&ann, "file", "/records", "application/x-go-sgf", FILE).await.json(), kept.json());
    assert_eq!(count_of_records(&ann).await, 1);

    // Also in a form, which has another boundary each time.
    let form = async |boundary: &str| {
        let head = "Content-Disposition: form-data; name=\"file\"; filename=\"game.sgf\"";
        let body = format!("--{boundary}\r\n{head}\r\n\r\n{FILE}\r\n--{boundary}--\r\n");
        send(&ann, "form", "/records", &format!("multipart/form-data; boundary={boundary}"), &body).await
    };
    let kept = form("one").await;
    assert_eq!(kept.status, 201);
    assert_eq!(form("another").await.json(), kept.json());

    let kept = send(&ann, "long", "/records", "application/x-go-sgf", &FILE.repeat(MANY)).await;
    let again = send(&ann, "long", "/records", "application/x-go-sgf", &FILE.repeat(MANY)).await;
    assert!(kept.body.len() > 65_536, "{}", kept.body.len());
    assert_eq!((kept.status, again.status), (201, 201));
    assert!(kept.body == again.body, "another body");
    assert_eq!(kept.header("location"), again.header("location"));
    assert_eq!(count_of_records(&ann).await, 2 + MANY);
    let too_long = "x".repeat((8 << 20) + 1);
    let form = "multipart/form-data; boundary=x";
    send(&ann, "too-long", "/records", form, &too_long).await.refused(413, "too_large");

    // Two that come at once.
    let wish = small();
    let all = join_all((0..4).map(|_| post(&ann, "at-once", "/games", &wish))).await;
    for answer in &all {
        if answer.status != 201 {
            answer.refused(409, "request_under_way");
        }
    }
    assert_eq!(games_of(&ann).await, 3);

    let club = json!({"kind": "club", "name": "Evening club"});
    let founded = post(&ann, "club", "/groups", &club).await;
    assert_eq!(post(&ann, "club", "/groups", &club).await.json(), founded.json());
    assert_eq!(ann.get("/groups?mine=true").await.ok()["groups"].as_array().unwrap().len(), 1);

    // A report has an answer without a body.
    let ben = Visitor::guest(&server, "Ben").await;
    let report = json!({"about": "player", "id": ben.id, "ground": "cheating"});
    let told = post(&ann, "report", "/reports", &report).await;
    let again = post(&ann, "report", "/reports", &report).await;
    assert_eq!((told.status, again.status, again.body.len()), (201, 201, 0));
    assert_eq!(again.header("location"), "/api/v1/reports");

    // Who has offered a rematch may have lost the answer.
    let mut table = Table::new(&server, json!({})).await;
    table.moves("C3").await;
    table.does("white", json!({"type": "resign"})).await.ok();
    let path = format!("/games/{}/rematch", table.game);
    let offered = post(&table.black, "rematch", &path, &json!({})).await;
    let again = post(&table.black, "rematch", &path, &json!({})).await;
    assert_eq!((offered.status, again.status), (201, 201));
    assert_eq!(again.json(), offered.json());
}

async fn a_key_is_for_one_request_of_one_player(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let made = post(&ann, KEY, "/games", &small()).await.ok();
    // Another body, another address, another media type.
    let other = json!({"board": {"width": 7, "height": 7}});
    post(&ann, KEY, "/games", &other).await.refused(422, "key_reused");
    send(&ann, KEY, "/records", "application/x-go-sgf", FILE).await.refused(422, "key_reused");
    assert_ne!(post(&ben, KEY, "/games", &small()).await.ok()["id"], made["id"]);
    assert_eq!((games_of(&ann).await, games_of(&ben).await), (1, 1));
    // A refusal makes nothing, and leaves the key.
    post(&ann, "free", "/games", &json!({"handicap": 99})).await.refused(422, "invalid_settings");
    assert_eq!(post(&ann, "free", "/games", &small()).await.status, 201);
    // A program that only reads learns nothing of it, wherever a key is taken.
    let reader = ann.with_token(&["read"]).await;
    let report = json!({"about": "player", "id": ben.id, "ground": "cheating"});
    for (path, body) in [
        ("/games", small()),
        ("/groups", json!({"kind": "club", "name": "Evening club"})),
        ("/reports", report),
    ] {
        post(&reader, KEY, path, &body).await.refused(403, "insufficient_scope");
    }
    let too_long = json!({"kind": "club", "name": "n".repeat(16_384)});
    let problem = post(&ann, "long", "/groups", &too_long).await.refused(413, "too_large");
    assert_eq!(problem["limit_bytes"], 16_384);
    // Another program of the player is not the one that has sent it.
    let player = ann.with_token(&["read", "play"]).await;
    post(&player, KEY, "/games", &small()).await.refused(422, "key_reused");
    let stranger = Visitor::stranger(&server);
    post(&stranger, KEY, "/games", &small()).await.refused(401, "unauthenticated");
    for no_key in ["", "a b", "\"", &"a".repeat(65)] {
        post(&ann, no_key, "/games", &small()).await.refused(400, "malformed");
    }
}

async fn where_nothing_is_made_no_key_is_taken(database: Database) {
    let server = Server::start(database).await;
    let ann = member(&server, "Annabelinda").await;
    let sign_in = json!({"name": "Annabelinda", "password": PASSWORD});
    let link = json!({"link": "0"});
    for (path, body) in [("/sessions", sign_in), ("/sessions/link/player", link)] {
        assert_eq!(post(&ann, KEY, path, &body).await.refused(422, "key_refused"), json!({}));
    }
    assert_eq!(kept(&server).await, [""; 0]);
}

async fn an_answer_that_nobody_knows_is_told_as_such(database: Database) {
    let mut server = Server::start_to_come_back(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let made = post(&ann, KEY, "/games", &small()).await.ok();
    // As where the answer was too long.
    meanwhile(&mut server, "UPDATE kept_answers SET sealed = NULL").await;
    let place = format!("/api/v1/games/{}", made["id"].as_str().unwrap());
    let problem = post(&ann, KEY, "/games", &small()).await.refused(409, "answer_not_kept");
    assert_eq!(problem, json!({"status": 201, "location": place}));
    // As a server of the release before keeps it.
    let body = made.to_string().replace('\'', "''");
    meanwhile(&mut server, &format!("UPDATE kept_answers SET body = '{body}'")).await;
    assert_eq!(post(&ann, KEY, "/games", &small()).await.ok(), made);
    // As where the server stopped before it had answered.
    let unanswered = format!("UPDATE kept_answers SET status = NULL, body = NULL, begun_at = {}", now());
    meanwhile(&mut server, &unanswered).await;
    post(&ann, KEY, "/games", &small()).await.refused(409, "request_under_way");
    meanwhile(&mut server, "UPDATE kept_answers SET begun_at = begun_at - 300000").await;
    post(&ann, KEY, "/games", &small()).await.refused(409, "outcome_unknown");
    assert_eq!(games_of(&ann).await, 1);
    // The database fails while something is made. That is known at once.
    let fails = match database {
        Database::Sqlite => {
            "CREATE TRIGGER failing BEFORE INSERT ON games BEGIN SELECT RAISE(ABORT, 'failing'); END"
        }
        Database::Postgres => "ALTER TABLE games ADD CONSTRAINT failing CHECK (FALSE) NOT VALID",
    };
    meanwhile(&mut server, fails).await;
    post(&ann, "failing", "/games", &small()).await.refused(503, "unavailable");
    post(&ann, "failing", "/games", &small()).await.refused(409, "outcome_unknown");
}

async fn keys_end_with_their_day_and_their_player(database: Database) {
    let mut server = Server::start_to_come_back(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let made = post(&ann, KEY, "/games", &small()).await.ok();
    assert_eq!(kept(&server).await, [ann.id.as_str()]);
    meanwhile(&mut server, "UPDATE kept_answers SET begun_at = begun_at - 86400000").await;
    soon("an old key is forgotten without a request", async || kept(&server).await.is_empty()).await;
    let later = post(&ann, KEY, "/games", &json!({"board": {"width": 7, "height": 7}})).await.ok();
    assert_ne!(made["id"], later["id"]);
    // What is kept of a player goes with the player, and no more than so much is kept.
    assert_eq!(kept(&server).await, [ann.id.as_str()]);
    assert_eq!(ann.delete("/me").await.status, 204);
    assert_eq!(kept(&server).await, [""; 0]);
    let many = format!(
        "INSERT INTO kept_answers (player_id, key, request, begun_at)
         WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000)
         SELECT '{}', 'key ' || n, 'request', {} FROM numbers",
        ben.id,
        now()
    );
    meanwhile(&mut server, &many).await;
    let problem = post(&ben, KEY, "/games", &small()).await;
    assert_eq!(problem.refused(409, "too_many_keys")["max"], 1_000);
    assert_eq!(games_of(&ben).await, 0);
    // Or no more bytes than so many.
    let text = match database {
        Database::Sqlite => "hex(zeroblob(2097152))",
        Database::Postgres => "repeat('x', 4194304)",
    };
    let long = format!(
        "DELETE FROM kept_answers;
         INSERT INTO kept_answers (player_id, key, request, begun_at, status, body)
         VALUES ('{}', 'key', 'request', {}, 201, {text})",
        ben.id,
        now()
    );
    meanwhile(&mut server, &long).await;
    post(&ben, KEY, "/games", &small()).await.refused(409, "too_many_keys");
}

async fn a_request_is_answered_though_its_sender_has_gone() {
    let data = Data::new(Database::Postgres).await;
    let server = Server::on(data.clone(), "127.0.0.1:0".parse().unwrap(), &[]).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let mut postgres = PgConnection::connect(data.database_url().unwrap()).await.unwrap();
    let mut held = postgres.begin().await.unwrap();
    sqlx::query("LOCK TABLE games IN EXCLUSIVE MODE").execute(&mut *held).await.unwrap();
    let sender = tokio::spawn({
        let ann = ann.clone();
        async move { post(&ann, KEY, "/games", &small()).await.status }
    });
    soon("the request is under way", async || !kept(&server).await.is_empty()).await;
    sender.abort();
    assert!(sender.await.is_err_and(|error| error.is_cancelled()));
    held.commit().await.unwrap();
    soon("the request is answered", async || post(&ann, KEY, "/games", &small()).await.status == 201).await;
    assert_eq!(games_of(&ann).await, 1);
}

async fn of_two_equal_requests_at_two_servers_one_makes_something() {
    let data = Data::new(Database::Postgres).await;
    let anywhere = "127.0.0.1:0".parse().unwrap();
    let first = Server::on(data.clone(), anywhere, &[]).await;
    let second = Server::on(data.clone(), anywhere, &[]).await;
    let ann = Visitor::guest(&first, "Ann").await;
    let elsewhere = ann.at(&second);
    let wish = small();
    let all = (0..8).map(|place| post(if place % 2 == 0 { &ann } else { &elsewhere }, KEY, "/games", &wish));
    let answers = join_all(all).await;
    for answer in &answers {
        if answer.status != 201 {
            answer.refused(409, "request_under_way");
        }
    }
    let made: Vec<_> = answers.iter().filter(|answer| answer.status == 201).map(Answer::json).collect();
    assert!(!made.is_empty() && made.iter().all(|game| *game == made[0]), "{made:?}");
    assert_eq!(games_of(&ann).await, 1);
    assert_eq!(post(&elsewhere, KEY, "/games", &wish).await.json(), made[0]);
    let mut postgres = PgConnection::connect(data.database_url().unwrap()).await.unwrap();
    assert_eq!(ann.delete("/me").await.status, 204);
    let (left,): (i64,) =
        sqlx::query_as("SELECT COUNT(*) FROM kept_answers").fetch_one(&mut postgres).await.unwrap();
    assert_eq!(left, 0);
}
