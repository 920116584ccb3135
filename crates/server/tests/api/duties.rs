//! The background tasks of a server: whichever ends, it is started again, or the server says that it is not ready.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};
use tengen_testbed::{Authority, Nats, found, until};

use crate::by_hand::ServerByHand;
use crate::encrypting::Files;
use crate::metrics::{LETTERS, value};
use crate::rest::{Visitor, http};
use crate::server::{Database, lasting_address, on_both_databases, once};
use crate::socket::Socket;

on_both_databases! {
    every_duty_that_ends_is_started_again_or_makes_the_server_not_ready
    what_is_started_again_does_its_work
    a_stop_that_was_asked_for_takes_no_duty_down
}

once! {
    the_certificate_is_looked_at_again
}

/// Every duty that may be started again, of any server. A duty that is missing here fails the tests.
const AGAIN: &[&str] = &[
    "announcements",
    "commits_elsewhere",
    "computer_moves",
    "computer_turns",
    "deadlines",
    "drain",
    "games_left_behind",
    "growing_trees",
    "idempotency_keys",
    "idle_guests",
    "indexing",
    "kept_out",
    "limits",
    "lobby",
    "lost_pairs",
    "lost_time",
    "names",
    "networks",
    "presence_elsewhere",
    "rooms",
    "round_games",
    "sanctions",
    "tidying",
    "tokens",
    "top",
    "wrong_clock",
];
/// Those of a server that has figures and sends letters.
const WANTED: &[&str] = &["letters", "metrics", "metrics_door"];
/// Those of a server on SQLite.
const ALONE: &[&str] = &["desk"];
/// Those of a server on Postgres, with NATS.
const SHARED: &[&str] =
    &["beat", "bus", "heard_games", "leases", "news", "presence", "tokens_elsewhere", "watchers"];
/// Those that can't be started again. The program has one more, `signals`, which is of the process and not of its server.
const ONCE: &[&str] = &["journal"];

/// The pause before a duty is started again.
const PAUSE: Duration = Duration::from_millis(100);

fn names(of: &[&[&'static str]]) -> BTreeSet<&'static str> {
    of.concat().into_iter().collect()
}

/// Waits until a server takes requests: then all its duties have begun.
async fn has_begun(by_hand: &ServerByHand) -> Visitor {
    let stranger = Visitor::stranger(&by_hand.server);
    stranger.get_page("/readyz").await.ok();
    stranger
}

/// Ends duties and waits until each was started again, once.
async fn restarted(by_hand: &ServerByHand, names: &BTreeSet<&'static str>) {
    for name in names {
        assert!(by_hand.duties.end(name), "{name}");
    }
    until(async || {
        by_hand.pass(PAUSE).await;
        let figures = by_hand.duties.figures();
        figures.iter().all(|duty| duty.restarts == u64::from(names.contains(duty.name)))
    })
    .await;
    // One that could not go on would have ended again by now.
    by_hand.pass(4 * PAUSE).await;
    let figures = by_hand.duties.figures();
    assert!(figures.iter().all(|duty| duty.restarts < 2 && !duty.is_down), "{figures:?}");
}

async fn every_duty_that_ends_is_started_again_or_makes_the_server_not_ready(database: Database) {
    let (nats, metrics) = (Nats::later(None).url(), lasting_address().to_string());
    let mut options = [&LETTERS[..], &["--metrics-listen", &metrics]].concat();
    let own = if database == Database::Sqlite { ALONE } else { SHARED };
    if database == Database::Postgres {
        options.extend(["--nats-url", &nats]);
    }
    let by_hand = ServerByHand::with_options(database, &options).await;
    let stranger = has_begun(&by_hand).await;
    let again = names(&[AGAIN, WANTED, own]);
    let all: BTreeSet<_> = by_hand.duties.figures().into_iter().map(|duty| duty.name).collect();
    assert_eq!(all, names(&[AGAIN, WANTED, own, ONCE]));

    restarted(&by_hand, &again).await;
    stranger.get_page("/readyz").await.ok();
    let figures = async || {
        let answer = http().build().unwrap().get(format!("http://{metrics}/metrics")).send().await.unwrap();
        answer.text().await.unwrap()
    };
    let counted = figures().await;
    for name in &again {
        let restarts = value(&counted, &format!("tengen_duty_restarts_total{{duty=\"{name}\"}}"));
        assert!((restarts - 1.0).abs() < 1e-9, "{name}\n{counted}");
    }

    for name in ONCE {
        let down = format!("tengen_duty_down{{duty=\"{name}\"}}");
        assert!(value(&counted, &down) < 0.5, "{counted}");
        assert!(by_hand.duties.end(name), "{name}");
        let answer = found(async || {
            let answer = stranger.get_page("/readyz").await;
            (answer.status != 200).then_some(answer)
        });
        assert_eq!(answer.await.refused(503, "duty_down"), json!({"duty": name}));
        assert!(value(&figures().await, &down) > 0.5);
    }
}

async fn what_is_started_again_does_its_work(database: Database) {
    let by_hand = ServerByHand::start(database).await;
    has_begun(&by_hand).await;
    let all = by_hand.duties.figures().into_iter().map(|duty| duty.name);
    restarted(&by_hand, &all.filter(|name| !ONCE.contains(name)).collect()).await;

    let ann = Visitor::guest(&by_hand.server, "Ann").await;
    let mut lobby = Socket::open(&by_hand.server, &Visitor::stranger(&by_hand.server)).await;
    lobby.send(json!({"type": "subscribe_lobby"})).await;
    lobby.next_of("lobby").await;
    // The computer sits down and moves, and the lobby is told of another game.
    let level = ann.get("/house").await.ok()["players"][0]["player"]["id"].clone();
    let wish = json!({"board": {"width": 5, "height": 5}, "color": "white", "opponent": level});
    let game = ann.new_game(wish).await["id"].as_str().unwrap().to_owned();
    ann.new_game(json!({"color": "black"})).await;
    until(async || {
        by_hand.pass(PAUSE).await;
        ann.snapshot(&game).await["to_move"] == "white"
    })
    .await;
    by_hand.pass(Duration::from_secs(1)).await;
    let told = |frame: &Value| frame["type"] == "lobby_update" && frame["games"] != json!([]);
    lobby.next_where(told).await;
}

async fn a_stop_that_was_asked_for_takes_no_duty_down(database: Database) {
    let mut by_hand = ServerByHand::start(database).await;
    has_begun(&by_hand).await;
    by_hand.ask_to_end();
    by_hand.ended().await;
    let figures = by_hand.duties.figures();
    assert!(figures.iter().all(|duty| duty.restarts == 0 && !duty.is_down), "{figures:?}");
}

async fn the_certificate_is_looked_at_again() {
    let files = Files::new(&Authority::new().issue(&["localhost"]));
    let (certificate, key) = (files.path("certificate.pem"), files.path("key.pem"));
    let options = ["--tls-certificate-file", &certificate, "--tls-key-file", &key];
    let by_hand = ServerByHand::with_options(Database::Sqlite, &options).await;
    let name = "certificate";
    until(async || by_hand.duties.figures().iter().any(|duty| duty.name == name)).await;
    restarted(&by_hand, &names(&[&[name]])).await;
}
