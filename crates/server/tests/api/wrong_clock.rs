//! A server whose clock is not that of its database, and of the other servers.

use serde_json::{Value, json};
use tengen_testbed::{found, until};

use crate::off_clock::{OffClock, OffServer};
use crate::rest::{Answer, Visitor};
use crate::server::{Data, Database, Server, once};
use crate::socket::{Ended, Socket};
use crate::table::Table;

once! {
    nothing_is_decided_by_a_wrong_clock
    another_server_takes_the_turns_of_one_whose_clock_is_wrong
}

/// An hour, in seconds and in milliseconds.
const HOUR: &str = "+3600";
const HOUR_MILLIS: i64 = 3_600_000;
/// The code of a server that wants its clients at another one.
const COME_BACK: Ended = Ended(Some(1012));

/// Two servers on one Postgres, of which one has a clock that can be set.
struct Pair {
    clock: OffClock,
    right: Server,
    /// Its process.
    _off: OffServer,
    wrong: Server,
}

impl Pair {
    async fn start(options: &[&str]) -> Self {
        let clock = OffClock::take().await;
        let data = Data::new(Database::Postgres).await;
        let anywhere = "127.0.0.1:0".parse().unwrap();
        let right = Server::on(data.clone(), anywhere, &[]).await;
        let off = OffServer::on(data.clone(), anywhere, options).await;
        let wrong = Server::within(off.address(), data);
        Self { clock, right, _off: off, wrong }
    }
}

/// Asks whether the server is ready until the answer has this status.
async fn ready(stranger: &Visitor, status: u16) -> Answer {
    found(async || {
        let answer = stranger.get_page("/readyz").await;
        (answer.status == status).then_some(answer)
    })
    .await
}

fn is_an_hour(params: &Value) -> bool {
    (params["ahead_ms"].as_i64().unwrap() - HOUR_MILLIS).abs() < 2_000
}

async fn nothing_is_decided_by_a_wrong_clock() {
    let Pair { clock, right, _off, wrong } = Pair::start(&[]).await;
    let mut table = Table::new(&right, json!({"clock": {"system": "absolute", "main": 600_000}})).await;
    table.moves("Q16 D4").await;
    // The room there has a timer of its own, and the look at all deadlines comes each second.
    let stranger = Visitor::stranger(&wrong);
    let mut spectator = Socket::open(&wrong, &stranger).await;
    assert_eq!(spectator.subscribe(&table.game).await["seq"], 3);
    let mut stream = stranger.stream(&table.game, "?since=3", "text/event-stream").await;
    ready(&stranger, 200).await;

    clock.set(HOUR);
    let problem = ready(&stranger, 503).await;
    assert!(is_an_hour(&problem.refused(503, "wrong_clock")));
    let black = table.black.at(&wrong);
    let play = json!({"type": "play", "id": "patient", "turn": 2, "at": "D16"});
    assert!(is_an_hour(&black.command(&table.game, play.clone()).await.refused(503, "wrong_clock")));
    black.post("/games", json!({})).await.refused(503, "wrong_clock");
    black.post("/sessions/link", json!({})).await.refused(503, "wrong_clock");
    stranger.post("/guests", json!({"name": "Carl"})).await.refused(503, "wrong_clock");
    // Whoever was there is sent to another server.
    assert_eq!(spectator.ended().await, COME_BACK);
    while stream.chunk().await.unwrap().is_some() {}

    // Whoever has found no other one may stay. What others decide is shown there, and nobody has lost on time.
    let mut player = Socket::open(&wrong, &black).await;
    player.subscribe(&table.game).await;
    let answer = player.command(&table.game, play.clone()).await;
    assert_eq!(answer["problem"]["code"], "wrong_clock", "{answer}");
    table.moves("D16 Q4").await;
    for (seq, at) in [(4, "D16"), (5, "Q4")] {
        let event = player.next_of("event").await["event"].take();
        assert_eq!((&event["seq"], &event["move"]), (&json!(seq), &json!(at)));
    }
    Visitor::stranger(&right).get_page("/readyz").await.ok();

    clock.set("+0");
    ready(&stranger, 200).await;
    let play = json!({"type": "play", "id": "later", "turn": 4, "at": "R14"});
    assert_eq!(player.accepted(&table.game, play).await, 6);
    assert_eq!(table.black.events(&table.game).await.len(), 6);
}

async fn another_server_takes_the_turns_of_one_whose_clock_is_wrong() {
    let Pair { clock, right, _off, wrong } = Pair::start(&["--house-pause", "2000"]).await;
    let ann = Visitor::guest(&wrong, "Ann").await;
    let computer = ann.get("/house").await.ok()["players"][0]["player"]["id"].take();
    let wish = json!({"board": {"width": 5, "height": 5}, "opponent": computer, "color": "black"});
    let game = ann.new_game(wish).await["id"].as_str().unwrap().to_owned();
    until(async || ann.snapshot(&game).await["phase"] == "playing").await;
    let play = json!({"type": "play", "id": "first", "turn": 0, "at": "C3"});
    ann.command(&game, play).await.ok();
    // It has taken the turn, and its answer waits for the pause.
    clock.set(HOUR);
    ready(&Visitor::stranger(&wrong), 503).await;
    let elsewhere = ann.at(&right);
    until(async || elsewhere.snapshot(&game).await["turn"] == 2).await;
}
