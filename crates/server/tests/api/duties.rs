//! The background tasks of a server: whichever ends, it is started again, or the server says that it is not ready.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};
use tengen_testbed::{Authority, Nats, found, until};
use tokio::spawn;

use crate::by_hand::ServerByHand;
use crate::encrypting::Files;
use crate::member::{card, member};
use crate::metrics::{LETTERS, value};
use crate::rest::{Visitor, http};
use crate::server::{Data, Database, lasting_address, on_both_databases, once};
use crate::socket::{Ended, Socket};
use crate::table::Table;
use crate::tamper::{number, tamper};

on_both_databases! {
    every_duty_that_ends_is_started_again_or_makes_the_server_not_ready
    what_is_started_again_does_its_work
    a_stop_that_was_asked_for_takes_no_duty_down
}

once! {
    the_certificate_is_looked_at_again
    a_duty_that_ends_again_and_again_is_down_until_it_goes_on
    who_is_here_is_told_again
    sessions_that_were_ended_elsewhere_meanwhile_are_found
    names_that_were_changed_meanwhile_are_shown
    a_server_whose_journal_is_down_sends_its_guests_to_another_one
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

async fn a_duty_that_ends_again_and_again_is_down_until_it_goes_on() {
    let by_hand = ServerByHand::start(Database::Sqlite).await;
    let stranger = has_begun(&by_hand).await;
    let of_lobby = || by_hand.duties.figures().into_iter().find(|duty| duty.name == "lobby").unwrap();
    for times in 1..5 {
        assert!(by_hand.duties.end("lobby"));
        until(async || {
            by_hand.pass(PAUSE).await;
            of_lobby().restarts == times
        })
        .await;
        stranger.get_page("/readyz").await.ok();
    }
    assert!(by_hand.duties.end("lobby"));
    until(async || of_lobby().is_down).await;
    // Nobody waits for it: players play without news in the lobby.
    stranger.get_page("/readyz").await.ok();
    until(async || {
        by_hand.pass(PAUSE).await;
        of_lobby().restarts == 5
    })
    .await;
    assert!(of_lobby().is_down, "it has to go on for a minute");
    by_hand.pass(Duration::from_mins(1)).await;
    until(async || !of_lobby().is_down).await;
    stranger.get_page("/readyz").await.ok();
}

async fn who_is_here_is_told_again() {
    let by_hand = ServerByHand::start(Database::Postgres).await;
    has_begun(&by_hand).await;
    let (table, data) = (Table::new(&by_hand.server, json!({})).await, by_hand.server.data());
    let mut white = Socket::open(&by_hand.server, &table.white).await;
    white.subscribe(&table.game).await;
    let here =
        format!("SELECT count(*) FROM presence WHERE left_at IS NULL AND player_id = '{}'", table.white.id);
    until(async || number(data, &here).await == 1).await;
    // The others have taken this server for dead, and it did not hear of that.
    tamper(data, "UPDATE presence SET left_at = 1").await;
    assert!(by_hand.duties.end("presence"));
    until(async || {
        by_hand.pass(PAUSE).await;
        number(data, &here).await == 1
    })
    .await;
}

async fn sessions_that_were_ended_elsewhere_meanwhile_are_found() {
    let by_hand = ServerByHand::start(Database::Postgres).await;
    has_begun(&by_hand).await;
    let ann = Visitor::guest(&by_hand.server, "Ann").await;
    let mut socket = Socket::open(&by_hand.server, &ann).await;
    socket.send(json!({"type": "subscribe_lobby"})).await;
    socket.next_of("lobby").await;
    by_hand.pass(Duration::from_secs(2)).await;
    assert!(by_hand.duties.end("tokens_elsewhere"));
    // That was so long ago that nothing is left that would tell of it.
    tamper(by_hand.server.data(), &format!("DELETE FROM tokens WHERE player_id = '{}'", ann.id)).await;
    let ended = spawn(socket.ended());
    until(async || {
        by_hand.pass(PAUSE).await;
        ended.is_finished()
    })
    .await;
    assert_eq!(ended.await.unwrap(), Ended(Some(1008)));
}

async fn names_that_were_changed_meanwhile_are_shown() {
    let by_hand = ServerByHand::start(Database::Postgres).await;
    has_begun(&by_hand).await;
    let stranger = Visitor::stranger(&by_hand.server);
    let ann = member(&by_hand.server, "Annabel").await;
    let table = Table::between(ann.clone(), Visitor::guest(&by_hand.server, "Ben").await, json!({})).await;
    let mut watcher = Socket::open(&by_hand.server, &stranger).await;
    watcher.subscribe(&table.game).await;
    by_hand.pass(Duration::from_secs(2)).await;
    assert!(by_hand.duties.end("names"));
    ann.patch("/me", json!({"name": "Bella"})).await.ok();
    // The duty was away for so long that the looks of a server that has just started would not go back to that.
    tamper(by_hand.server.data(), "UPDATE players SET renamed_at = renamed_at - 10000").await;
    let mut bella = ann.clone();
    "Bella".clone_into(&mut bella.name);
    until(async || {
        by_hand.pass(PAUSE).await;
        stranger.snapshot(&table.game).await["players"]["black"] == card(&bella)
    })
    .await;
}

async fn a_server_whose_journal_is_down_sends_its_guests_to_another_one() {
    let data = Data::new(Database::Postgres).await;
    let (first, second) = (ServerByHand::on(data.clone()).await, ServerByHand::on(data).await);
    has_begun(&second).await;
    let stranger = has_begun(&first).await;
    let mut socket = Socket::open(&first.server, &stranger).await;
    socket.send(json!({"type": "subscribe_lobby"})).await;
    socket.next_of("lobby").await;
    assert!(first.duties.end("journal"));
    let ended = spawn(socket.ended());
    until(async || {
        first.pass(Duration::from_secs(1)).await;
        ended.is_finished()
    })
    .await;
    assert_eq!(ended.await.unwrap(), Ended(Some(1012)));
}
