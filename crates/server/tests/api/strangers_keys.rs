//! Requests of strangers, who become players by them, sent again with the same `Idempotency-Key`.

use futures_util::future::join_all;
use reqwest::Method;
use reqwest::header::SET_COOKIE;
use serde_json::json;

use crate::keys::{KEY, post};
use crate::member::{PASSWORD, at_home, soon, texts};
use crate::rest::{Answer, Visitor};
use crate::server::{Data, Database, Server, now, on_both_databases, once};
use crate::tamper::tamper;

on_both_databases! {
    a_guest_is_made_once
    of_two_strangers_who_ask_at_once_one_is_the_first
    a_stranger_who_is_refused_has_nothing_written
    a_guest_who_leaves_takes_the_answer_along
    the_answer_to_a_guest_who_became_a_member_is_told_no_more
    an_account_is_made_once
    a_stranger_is_told_nothing_of_another_one
    keys_of_strangers_end_with_their_time
}

once! {
    of_two_strangers_at_two_servers_one_is_the_first
}

/// The key that the documents show.
const EXAMPLE: &str = "8e03978e-40d5-43dd-bc93-6894a57f9324";

/// The cookies of an answer.
fn cookies(answer: &Answer) -> Vec<String> {
    let cookies = answer.headers.get_all(SET_COOKIE).iter();
    cookies.map(|cookie| cookie.to_str().unwrap().to_owned()).collect()
}

/// How many guests there are.
async fn guests(server: &Server) -> usize {
    texts(server.data(), "SELECT id FROM players WHERE guest").await.len()
}

/// How many keys of strangers are kept.
async fn kept(server: &Server) -> usize {
    texts(server.data(), "SELECT key FROM strangers_answers").await.len()
}

async fn a_guest_is_made_once(database: Database) {
    let mut server = Server::start_to_come_back(database).await;
    let (stranger, before) = (Visitor::stranger(&server), guests(&server).await);
    let wish = json!({"name": "Carla"});
    let made = post(&stranger, KEY, "/guests", &wish).await;
    assert_eq!((made.status, cookies(&made).is_empty()), (201, false));
    // The answer gets lost, and the server with it.
    server.kill().await;
    server.start_again().await;
    let stranger = Visitor::stranger(&server);
    let again = post(&stranger, KEY, "/guests", &wish).await;
    assert_eq!((again.status, again.json(), cookies(&again)), (201, made.json(), cookies(&made)));
    for name in ["location", "content-type", "cache-control"] {
        assert_eq!(again.header(name), made.header(name), "{name}");
    }
    // The cookie may have come before the connection broke.
    let carla = at_home(&stranger, &again);
    assert_eq!(post(&carla, KEY, "/guests", &wish).await.json(), made.json());
    assert_eq!(guests(&server).await, before + 1);
    post(&stranger, KEY, "/guests", &json!({"name": "Dora"})).await.refused(422, "key_reused");
    assert_eq!(guests(&server).await, before + 1);
    // A browser that is somebody else's by now stays so.
    let elsewhere = Visitor::guest(&server, "Dora").await;
    let again = post(&elsewhere, KEY, "/guests", &wish).await;
    assert_eq!((again.json(), cookies(&again)), (made.json(), Vec::new()));
    // A session that was ended stays so.
    assert_eq!(carla.delete("/sessions/current").await.status, 204);
    let again = post(&stranger, KEY, "/guests", &wish).await;
    assert_eq!((again.json(), cookies(&again)), (made.json(), Vec::new()));
    carla.get("/me").await.refused(401, "unauthenticated");
}

async fn of_two_strangers_who_ask_at_once_one_is_the_first(database: Database) {
    let server = Server::start(database).await;
    let (stranger, before) = (Visitor::stranger(&server), guests(&server).await);
    let wish = json!({"name": "Carla"});
    let all = join_all((0..4).map(|_| post(&stranger, KEY, "/guests", &wish))).await;
    for answer in &all {
        if answer.status != 201 {
            answer.refused(409, "request_under_way");
        }
    }
    let made: Vec<_> = all.iter().filter(|answer| answer.status == 201).map(Answer::json).collect();
    assert!(!made.is_empty() && made.iter().all(|guest| *guest == made[0]), "{made:?}");
    assert_eq!(post(&stranger, KEY, "/guests", &wish).await.json(), made[0]);
    assert_eq!(guests(&server).await, before + 1);
}

async fn of_two_strangers_at_two_servers_one_is_the_first() {
    let data = Data::new(Database::Postgres).await;
    let anywhere = "127.0.0.1:0".parse().unwrap();
    let first = Server::on(data.clone(), anywhere, &[]).await;
    let second = Server::on(data.clone(), anywhere, &[]).await;
    let (here, there, before) = (Visitor::stranger(&first), Visitor::stranger(&second), guests(&first).await);
    let wish = json!({});
    let all = (0..8).map(|place| post(if place % 2 == 0 { &here } else { &there }, KEY, "/guests", &wish));
    let answers = join_all(all).await;
    let made: Vec<_> = answers.iter().filter(|answer| answer.status == 201).map(Answer::json).collect();
    for answer in answers.iter().filter(|answer| answer.status != 201) {
        answer.refused(409, "request_under_way");
    }
    assert!(!made.is_empty() && made.iter().all(|guest| *guest == made[0]), "{made:?}");
    assert_eq!(post(&there, KEY, "/guests", &wish).await.json(), made[0]);
    assert_eq!(guests(&first).await, before + 1);
}

async fn a_stranger_who_is_refused_has_nothing_written(database: Database) {
    let mut server = Server::start_to_come_back(database).await;
    server.stop().await;
    // Whoever writes a key down fails.
    let fails = match database {
        Database::Sqlite => {
            "CREATE TRIGGER failing BEFORE INSERT ON strangers_answers BEGIN SELECT RAISE(ABORT, 'failing'); END"
        }
        Database::Postgres => "ALTER TABLE strangers_answers ADD CONSTRAINT failing CHECK (FALSE) NOT VALID",
    };
    tamper(server.data(), fails).await;
    server.start_again().await;
    let (stranger, before) = (Visitor::stranger(&server), guests(&server).await);
    post(&stranger, KEY, "/guests", &json!({"name": ""})).await.refused(422, "invalid_name");
    post(&stranger, KEY, "/guests", &json!({"other": 1})).await.refused(400, "malformed");
    let wish = json!({"name": "Annabel", "password": "short"});
    post(&stranger, KEY, "/accounts", &wish).await.refused(422, "password_refused");
    // And nothing is made where that can't be written.
    post(&stranger, KEY, "/guests", &json!({})).await.refused(503, "unavailable");
    assert_eq!(guests(&server).await, before);
}

async fn a_guest_who_leaves_takes_the_answer_along(database: Database) {
    let server = Server::start(database).await;
    let stranger = Visitor::stranger(&server);
    let made = post(&stranger, KEY, "/guests", &json!({})).await;
    assert_eq!(kept(&server).await, 1);
    assert_eq!(at_home(&stranger, &made).delete("/me").await.status, 204);
    assert_eq!(kept(&server).await, 0);
}

async fn the_answer_to_a_guest_who_became_a_member_is_told_no_more(database: Database) {
    let server = Server::start(database).await;
    let stranger = Visitor::stranger(&server);
    let (made, other) = ("2jmj7l5rSw0yVb_vlWAYkK", "q83vASNFZ4mrze8BI0VniQ");
    let [carla, dora] = [
        at_home(&stranger, &post(&stranger, made, "/guests", &json!({})).await),
        at_home(&stranger, &post(&stranger, other, "/guests", &json!({})).await),
    ];
    let wish = json!({"name": "Carlotta", "password": PASSWORD});
    let registered = post(&carla, KEY, "/accounts", &wish).await;
    assert_eq!(at_home(&carla, &registered).id, carla.id);
    // The token is the same as before, and a member's now.
    let refused = post(&stranger, made, "/guests", &json!({})).await.refused(409, "answer_not_kept");
    assert_eq!(refused["status"], 201);
    // The account was made by another request, and another guest by another one.
    assert_eq!(post(&carla, KEY, "/accounts", &wish).await.ok(), registered.ok());
    let again = post(&stranger, other, "/guests", &json!({})).await;
    assert_eq!(at_home(&stranger, &again).id, dora.id);
}

async fn an_account_is_made_once(database: Database) {
    let server = Server::start(database).await;
    let stranger = Visitor::stranger(&server);
    let wish = |password: &str| json!({"name": "Annabel", "password": password});
    // What is refused leaves the key.
    post(&stranger, KEY, "/accounts", &wish("short")).await.refused(422, "password_refused");
    let made = post(&stranger, KEY, "/accounts", &wish(PASSWORD)).await;
    let again = post(&stranger, KEY, "/accounts", &wish(PASSWORD)).await;
    assert_eq!((again.status, again.json(), cookies(&again)), (201, made.json(), cookies(&made)));
    let ann = at_home(&stranger, &again);
    assert_eq!(post(&ann, KEY, "/accounts", &wish(PASSWORD)).await.json(), made.json());
    // Whoever knows the key and not the password is told nothing.
    post(&stranger, KEY, "/accounts", &wish("eight black stones")).await.refused(422, "key_reused");
    // A guest becomes a member once.
    let guest = Visitor::guest(&server, "Ben").await;
    let wish = json!({"name": "Benedict", "password": PASSWORD});
    let key = "01JDXK3V5R8W2N7Q4T6Y9Z0ABC";
    let made = post(&guest, key, "/accounts", &wish).await;
    assert_eq!(post(&guest, key, "/accounts", &wish).await.ok(), made.ok());
    assert_eq!(at_home(&guest, &made).id, guest.id);
}

async fn a_stranger_is_told_nothing_of_another_one(database: Database) {
    let server = Server::with_options(database, &["--trust-forwarded-for"]).await;
    let stranger = Visitor::stranger(&server);
    // A key that two would choose, or that somebody tries.
    for weak in ["1", "guest", "my-guest", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", EXAMPLE] {
        let problem = post(&stranger, weak, "/guests", &json!({})).await.refused(422, "key_refused");
        assert_eq!(problem, json!({"reason": "guessable", "min_length": 16}), "{weak}");
    }
    assert_eq!(kept(&server).await, 0);
    // The same key from elsewhere, such as one that was copied out of an example.
    let from = async |address: &str| {
        let request = stranger.request(Method::POST, "/api/v1/guests").header("x-forwarded-for", address);
        Answer::read(request.header("idempotency-key", KEY).json(&json!({})).send().await.unwrap()).await.ok()
    };
    let one = from("192.0.2.7").await;
    assert_eq!(from("192.0.2.7").await, one);
    assert_ne!(from("192.0.2.8").await["token"], one["token"]);
    // A household of IPv6 has a network.
    let one = from("2001:db8:1:2::7").await;
    assert_eq!(from("2001:db8:1:2::8").await, one);
    assert_ne!(from("2001:db8:1:3::7").await["token"], one["token"]);
    // No address is written down.
    let networks = texts(server.data(), "SELECT network FROM strangers_answers").await;
    assert_eq!(networks.len(), 4);
    for network in networks {
        assert!(network.len() == 32 && network.bytes().all(|byte| byte.is_ascii_hexdigit()), "{network}");
    }
}

async fn keys_of_strangers_end_with_their_time(database: Database) {
    let mut server = Server::start_to_come_back(database).await;
    let stranger = Visitor::stranger(&server);
    // What may be a word is kept for ten minutes.
    let word = "my-own-guest-request-of-today";
    let made = [
        post(&stranger, KEY, "/guests", &json!({})).await.ok(),
        post(&stranger, word, "/guests", &json!({})).await.ok(),
    ];
    let later = async |server: &mut Server, millis: u32| {
        server.stop().await;
        let statement = format!("UPDATE strangers_answers SET ends_at = ends_at - {millis}");
        tamper(server.data(), &statement).await;
        server.start_again().await;
    };
    later(&mut server, 600_000).await;
    soon("a word is forgotten without a request", async || kept(&server).await == 1).await;
    let stranger = Visitor::stranger(&server);
    assert_eq!(post(&stranger, KEY, "/guests", &json!({})).await.ok(), made[0]);
    assert_ne!(post(&stranger, word, "/guests", &json!({})).await.ok()["token"], made[1]["token"]);
    let made = &made[0];
    later(&mut server, 86_400_000 - 600_000).await;
    soon("an old key is forgotten without a request", async || kept(&server).await == 0).await;
    let stranger = Visitor::stranger(&server);
    let later = post(&stranger, KEY, "/guests", &json!({})).await.ok();
    assert_ne!(later["token"], made["token"]);
    // A network has so many.
    server.stop().await;
    let network = texts(server.data(), "SELECT network FROM strangers_answers").await.remove(0);
    let many = format!(
        "INSERT INTO strangers_answers (network, key, request, begun_at, ends_at)
         WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000)
         SELECT '{network}', 'key ' || n, 'request', {}, {} FROM numbers",
        now(),
        now() + 600_000
    );
    tamper(server.data(), &many).await;
    server.start_again().await;
    let stranger = Visitor::stranger(&server);
    let key = "01JDXK3V5R8W2N7Q4T6Y9Z0ABC";
    let problem = post(&stranger, key, "/guests", &json!({})).await.refused(409, "too_many_keys");
    assert_eq!(problem["max"], 1_000);
    assert_eq!(post(&stranger, KEY, "/guests", &json!({})).await.ok(), later);
}
