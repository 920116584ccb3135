//! Servers of one Postgres that tell each other by NATS what they store.
//!
//! In most of these tests nobody can read the feed, so that nothing but NATS can have brought what is seen.

use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;
use sqlx::{Connection, PgConnection};
use tengen_testbed::{Nats, NatsClient, until};

use crate::metrics::{figures, value};
use crate::rest::{Visitor, http};
use crate::server::{Data, Database, Server, now, once};
use crate::several_servers::{Lists, hold_feed, shows};
use crate::socket::{Ended, Socket};
use crate::stream::{NDJSON, Reader};
use crate::table::Table;

once! {
    whatever_happens_in_a_game_is_told_at_once
    lists_are_told_at_once
    a_rematch_is_told_at_once
    watchers_at_all_servers_are_added_up
    a_revoked_token_is_told_at_once
    nothing_is_decided_on_what_is_only_heard
    what_is_not_signed_or_late_is_dropped
    what_comes_twice_or_late_or_never_harms_nothing
    games_go_on_while_nats_is_away
    nats_may_come_later
    nats_needs_postgres
}

/// The number of a process that is none.
const STRANGER: &str = "00000000000000aa";

/// Two servers with one Postgres and one NATS.
struct Pair {
    nats: Nats,
    first: Server,
    second: Server,
}

impl Pair {
    async fn start() -> Self {
        let pair = Self::with(Nats::start().await).await;
        pair.is_connected().await;
        pair
    }

    async fn with(nats: Nats) -> Self {
        let data = Data::new(Database::Postgres).await;
        let (anywhere, url) = ("127.0.0.1:0".parse().unwrap(), nats.url());
        let options = ["--nats-url", &url, "--metrics-listen", "127.0.0.1:0"];
        let first = Server::on(data.clone(), anywhere, &options).await;
        let second = Server::on(data, anywhere, &options).await;
        Self { nats, first, second }
    }

    /// Waits until both servers hear each other.
    async fn is_connected(&self) {
        for server in [&self.first, &self.second] {
            readiness(server, &json!({"status": "ok"})).await;
        }
    }

    /// Somebody in NATS who knows the secret of the database.
    async fn insider(&self) -> Insider {
        let mut connection = PgConnection::connect(self.first.data().database_url().unwrap()).await.unwrap();
        let (name, secret): (String, Vec<u8>) =
            sqlx::query_as("SELECT name, secret FROM bus").fetch_one(&mut connection).await.unwrap();
        Insider { client: self.nats.client().await, subject: format!("tengen.{name}.news"), secret }
    }

    /// How many messages a server has dropped for a reason.
    async fn dropped(server: &Server, reason: &str) -> f64 {
        value(&figures(server).await, &format!("tengen_bus_dropped_total{{reason=\"{reason}\"}}"))
    }
}

/// Waits until a server says this of itself; it says so with 200.
pub(crate) async fn readiness(server: &Server, expected: &Value) {
    let client = http().build().unwrap();
    until(async || {
        let answer = client.get(format!("{}/readyz", server.url())).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        answer.json::<Value>().await.unwrap() == *expected
    })
    .await;
}

/// Somebody who knows the secret of a database, and tells its servers something by hand.
struct Insider {
    client: NatsClient,
    subject: String,
    secret: Vec<u8>,
}

impl Insider {
    /// A signed message of a server that is none.
    fn signed(&self, at: i64, lines: &str) -> Vec<u8> {
        let signed = format!("{STRANGER} {at}\n{lines}");
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.secret).unwrap();
        mac.update(format!("1 {}\n{signed}", self.subject).as_bytes());
        let tag = mac.finalize().into_bytes();
        let tag = tag.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
        format!("1 {tag} {signed}").into_bytes()
    }

    async fn say(&mut self, message: &[u8]) {
        self.client.publish(&self.subject.clone(), message).await;
    }

    async fn tell(&mut self, news: &Value) {
        let message = self.signed(now(), &news.to_string());
        self.say(&message).await;
    }
}

/// The news of a move at a table, as if a server had stored it.
fn move_news(table: &Table, seq: u64, color: &str, at: &str) -> Value {
    let body = json!({"type": "played", "color": color, "move": at, "captured": []});
    let actor = &table.player(color).id;
    json!({
        "news": "event", "game": table.game, "players": [table.black.id, table.white.id], "public": true,
        "event": {"seq": seq, "v": 4, "at": now(), "actor": actor, "command": null, "body": body.to_string()},
    })
}

async fn follower(server: &Server, game: &str) -> Socket {
    let mut socket = Socket::open(server, &Visitor::stranger(server)).await;
    socket.subscribe(game).await;
    socket
}

async fn whatever_happens_in_a_game_is_told_at_once() {
    let Pair { nats: _nats, first, second } = Pair::start().await;
    let clock = json!({"system": "byo-yomi", "main": 600_000, "periods": 5, "period": 30_000});
    let mut table = Table::new(&first, json!({"clock": clock})).await;
    let (mut here, mut there) = (follower(&first, &table.game).await, follower(&second, &table.game).await);
    let holder = hold_feed(&first).await;
    table.moves("Q16 D4").await;
    // White goes on at the other server, which has not read the first two moves.
    table.white = table.white.at(&second);
    table.moves("D16 Q4 pass").await;
    table.does("white", json!({"type": "undo", "turn": table.turn()})).await.ok();
    let request = table.seq;
    table.does("black", json!({"type": "undo_accept", "request": request})).await.ok();
    table.moves("C3 R14").await;
    table.does("white", json!({"type": "resign"})).await.ok();
    let log = table.black.events(&table.game).await;
    assert_eq!(log.len() as u64, table.seq);
    for event in &log[1..] {
        for follower in [&mut here, &mut there] {
            let told = follower.next_of("event").await["event"].take();
            for member in ["seq", "type", "at", "actor", "state"] {
                assert_eq!(told[member], event[member], "{member} of {event}");
            }
        }
    }
    holder.close().await.unwrap();
}

async fn lists_are_told_at_once() {
    let Pair { nats: _nats, first, second } = Pair::start().await;
    let mut table = Table::new(&first, json!({})).await;
    let mut private = Table::new(&first, json!({"private": true})).await;
    let mut lists = Lists::open(&second, &table.white).await;
    let mut own = Reader::new(private.white.at(&second).open("/me/stream", NDJSON).await);
    shows(&mut lists.lobby, &table.game, 0).await;
    shows(&mut own, &private.game, 0).await;
    let holder = hold_feed(&first).await;
    for (played, at) in ["Q16", "D4", "D16", "Q4"].into_iter().enumerate() {
        table.moves(at).await;
        private.moves(at).await;
        lists.show(&table.game, played as u64 + 1).await;
        shows(&mut own, &private.game, played as u64 + 1).await;
    }
    let offer = table.black.new_game(json!({"opponent": table.white.id})).await;
    let told = lists.own.line().await.unwrap();
    assert_eq!((&told["type"], &told["game"]["id"]), (&json!("offered"), &offer["id"]));
    let open = table.black.new_game(json!({})).await["id"].as_str().unwrap().to_owned();
    shows(&mut lists.lobby, &open, 0).await;
    table.does("white", json!({"type": "resign"})).await.ok();
    while lists.own.line().await.unwrap()["type"] != "finished" {}
    while lists.lobby.line().await.unwrap()["removed"] != json!([table.game]) {}
    while lists.top.line().await.unwrap()["order"] != json!([]) {}
    holder.close().await.unwrap();
}

async fn a_rematch_is_told_at_once() {
    let Pair { nats: _nats, first, second } = Pair::start().await;
    let mut table = Table::new(&first, json!({})).await;
    table.moves("Q16 D4").await;
    table.does("white", json!({"type": "resign"})).await.ok();
    let mut there = follower(&second, &table.game).await;
    let path = format!("/games/{}/rematch", table.game);
    let offer = table.black.post(&path, json!({})).await.ok()["id"].as_str().unwrap().to_owned();
    assert_eq!(there.next_of("rematch").await["rematch"], json!({"game": offer, "by": table.black.id}));
    // The offer is taken back.
    table.black.command(&offer, json!({"type": "abort", "id": "back"})).await.ok();
    assert_eq!(there.next_of("rematch").await["rematch"], Value::Null);
}

async fn watchers_at_all_servers_are_added_up() {
    let Pair { nats: _nats, first, mut second } = Pair::start().await;
    let table = Table::new(&first, json!({})).await;
    let game = table.game.clone();
    let mut black = Socket::open(&first, &table.black).await;
    black.subscribe(&game).await;
    let _here = follower(&first, &game).await;
    let mut lists = Lists::open(&second, &table.white).await;
    let watched = |line: &Value, count: u64| {
        line["games"].as_array().is_some_and(|games| {
            games.iter().any(|shown| shown["id"] == game.as_str() && shown["watching"] == count)
        })
    };
    // Nobody follows the game at the second server yet.
    while !watched(&lists.top.line().await.unwrap(), 1) {}
    let mut there = follower(&second, &game).await;
    let another = follower(&second, &game).await;
    black.presence(&game, |presence| presence["watching"] == 3).await;
    there.presence(&game, |presence| presence["watching"] == 3).await;
    while !watched(&lists.top.line().await.unwrap(), 3) {}
    drop(another);
    black.presence(&game, |presence| presence["watching"] == 2).await;
    // Players watch nowhere, wherever they are.
    let mut white = Socket::open(&second, &table.white).await;
    assert_eq!(white.look(&game).await["presence"]["watching"], 2);
    // A server that is gone tells nothing any more.
    second.kill().await;
    black.presence(&game, |presence| presence["watching"] == 1).await;
}

async fn a_revoked_token_is_told_at_once() {
    let pair = Pair::start().await;
    let ann = Visitor::guest(&pair.first, "Ann").await;
    let made = ann.post("/tokens", json!({"name": "Bot", "scopes": ["read"]})).await.ok();
    let program = ann.with_secret(made["secret"].as_str().unwrap()).at(&pair.second);
    let socket = Socket::open(&pair.second, &program).await;
    let mut hears = pair.nats.client().await;
    hears.subscribe().await;
    let id = made["token"]["id"].as_str().unwrap();
    assert_eq!(ann.delete(&format!("/tokens/{id}")).await.status, 204);
    assert_eq!(socket.ended().await, Ended(Some(1008)));
    let (_, message) = hears.next().await;
    let text = String::from_utf8(message).unwrap();
    let news: Value = serde_json::from_str(text.split_once('\n').unwrap().1).unwrap();
    assert_eq!(news["news"], "revoked");
    // The news alone is enough, while the table still has the token.
    let made = ann.post("/tokens", json!({"name": "Bot", "scopes": ["read"]})).await.ok();
    let program = ann.with_secret(made["secret"].as_str().unwrap()).at(&pair.second);
    let socket = Socket::open(&pair.second, &program).await;
    let mut connection = PgConnection::connect(pair.first.data().database_url().unwrap()).await.unwrap();
    let (hash,): (String,) =
        sqlx::query_as("SELECT hash FROM access_tokens").fetch_one(&mut connection).await.unwrap();
    pair.insider().await.tell(&json!({"news": "revoked", "token": hash})).await;
    assert_eq!(socket.ended().await, Ended(Some(1008)));
}

async fn nothing_is_decided_on_what_is_only_heard() {
    let pair = Pair::start().await;
    let mut table = Table::new(&pair.first, json!({})).await;
    let mut there = follower(&pair.second, &table.game).await;
    let holder = hold_feed(&pair.first).await;
    table.moves("Q16").await;
    assert_eq!(there.next_of("event").await["event"]["move"], "Q16");
    // A move that was never made is shown, for it is signed. Nobody can answer it.
    let mut insider = pair.insider().await;
    insider.tell(&move_news(&table, 3, "white", "D4")).await;
    assert_eq!(there.next_of("event").await["event"]["move"], "D4");
    table.black = table.black.at(&pair.second);
    let answer = json!({"type": "play", "turn": 2, "at": "D16"});
    assert_eq!(table.does("black", answer).await.refused(409, "stale_turn"), json!({"turn": 1}));
    // Whoever was told so comes back, and gets the game as it is.
    assert_eq!(there.next_of("lagged").await["seq"], 1);
    there.send(json!({"type": "subscribe", "game": table.game, "since": 3})).await;
    let seen = there.next_of("snapshot").await["snapshot"].take();
    assert_eq!((&seen["seq"], &seen["turn"]), (&json!(2), &json!(1)));
    table.white = table.white.at(&pair.second);
    table.moves("Q4 D16").await;
    for (seq, at) in [(3, "Q4"), (4, "D16")] {
        let event = there.next_of("event").await["event"].take();
        assert_eq!((&event["seq"], &event["move"]), (&json!(seq), &json!(at)));
    }
    // Nor does time alone end anything that way, nor is a command known that was never stored.
    let mut news = move_news(&table, 5, "white", "C3");
    news["event"]["command"] = json!({"id": "mine", "fingerprint": 1});
    insider.tell(&news).await;
    assert_eq!(there.next_of("event").await["event"]["move"], "C3");
    table.does("white", json!({"type": "play", "id": "mine", "turn": 3, "at": "C6"})).await.ok();
    assert_eq!(table.black.at(&pair.first).events(&table.game).await.len(), 5);
    holder.close().await.unwrap();
}

async fn what_is_not_signed_or_late_is_dropped() {
    let pair = Pair::start().await;
    let mut table = Table::new(&pair.first, json!({})).await;
    let mut there = follower(&pair.second, &table.game).await;
    let mut insider = pair.insider().await;
    let news = move_news(&table, 2, "black", "C3").to_string();
    let mut forged = insider.signed(now(), &news);
    let last = forged.len() - 3;
    forged[last] ^= 1;
    let elsewhere = Insider { subject: "tengen.other.news".to_owned(), ..pair.insider().await };
    for message in [forged, elsewhere.signed(now(), &news), news.clone().into_bytes(), b"\xff".to_vec()] {
        insider.say(&message).await;
    }
    for at in [now() - 20_000, now() + 20_000] {
        let message = insider.signed(at, &news);
        insider.say(&message).await;
    }
    insider.tell(&json!({"news": "event"})).await;
    insider.tell(&json!({"news": "weather"})).await;
    // An event of a later release, if it is one: the log says nothing of it.
    let mut of_tomorrow = move_news(&table, 2, "black", "C3");
    of_tomorrow["event"]["v"] = json!(99);
    insider.tell(&of_tomorrow).await;
    table.moves("Q16").await;
    assert_eq!(there.next_of("event").await["event"]["move"], "Q16");
    for (reason, count) in [("unsigned", 4.0), ("late", 2.0), ("unreadable", 3.0), ("full", 0.0)] {
        let dropped = Pair::dropped(&pair.second, reason).await;
        assert!((dropped - count).abs() < 1e-9, "{reason}: {dropped}");
    }
}

async fn what_comes_twice_or_late_or_never_harms_nothing() {
    let pair = Pair::start().await;
    let mut table = Table::new(&pair.first, json!({})).await;
    let mut hears = pair.nats.client().await;
    hears.subscribe().await;
    table.moves("Q16 D4 D16 Q4 R14").await;
    let mut messages = Vec::new();
    while !messages.iter().any(|message: &Vec<u8>| String::from_utf8_lossy(message).contains("R14")) {
        messages.push(hears.next().await.1);
    }
    // At a server that has heard nothing so far the same messages come the other way round, and each twice.
    let third_nats = Nats::start().await;
    let url = third_nats.url();
    let options = ["--nats-url", &url, "--metrics-listen", "127.0.0.1:0"];
    let third = Server::on(pair.first.data().clone(), "127.0.0.1:0".parse().unwrap(), &options).await;
    readiness(&third, &json!({"status": "ok"})).await;
    let mut there = follower(&third, &table.game).await;
    let mut insider = Insider { client: third_nats.client().await, ..pair.insider().await };
    for message in messages.iter().rev().chain(&messages) {
        insider.say(message).await;
    }
    // One that is lost is read as soon as the next one comes.
    let holder = hold_feed(&pair.first).await;
    table.moves("C14 R6").await;
    let mut last = None;
    while last.as_ref().is_none_or(|message: &Vec<u8>| !String::from_utf8_lossy(message).contains("R6")) {
        last = Some(hears.next().await.1);
    }
    insider.say(&last.unwrap()).await;
    for (seq, at) in [(7, "C14"), (8, "R6")] {
        let event = there.next_of("event").await["event"].take();
        assert_eq!((&event["seq"], &event["move"]), (&json!(seq), &json!(at)));
    }
    holder.close().await.unwrap();
}

async fn games_go_on_while_nats_is_away() {
    let pair = Pair::start().await;
    let (first, second) = (&pair.first, &pair.second);
    let mut table = Table::new(first, json!({})).await;
    let mut there = follower(second, &table.game).await;
    table.moves("Q16").await;
    assert_eq!(there.next_of("event").await["event"]["move"], "Q16");
    pair.nats.kill();
    for server in [first, second] {
        readiness(server, &json!({"status": "degraded", "away": ["nats"]})).await;
        assert!(value(&figures(server).await, "tengen_bus_connected") < 0.5);
    }
    table.white = table.white.at(second);
    for at in ["D4", "D16", "Q4"] {
        table.moves(at).await;
        assert_eq!(there.next_of("event").await["event"]["move"], at);
    }
    assert!(Pair::dropped(first, "away").await > 0.5);
    pair.nats.start_again().await;
    pair.is_connected().await;
    let holder = hold_feed(first).await;
    table.moves("R14 C14").await;
    for at in ["R14", "C14"] {
        assert_eq!(there.next_of("event").await["event"]["move"], at);
    }
    holder.close().await.unwrap();
}

async fn nats_may_come_later() {
    let pair = Pair::with(Nats::later(Some("opensesame4711"))).await;
    let mut table = Table::new(&pair.first, json!({})).await;
    for server in [&pair.first, &pair.second] {
        readiness(server, &json!({"status": "degraded", "away": ["nats"]})).await;
    }
    let mut there = follower(&pair.second, &table.game).await;
    table.moves("Q16").await;
    assert_eq!(there.next_of("event").await["event"]["move"], "Q16");
    pair.nats.start_again().await;
    pair.is_connected().await;
    let holder = hold_feed(&pair.first).await;
    table.moves("D4").await;
    assert_eq!(there.next_of("event").await["event"]["move"], "D4");
    holder.close().await.unwrap();
}

async fn nats_needs_postgres() {
    let data = Data::new(Database::Sqlite).await;
    for (url, expected) in [
        ("nats://tengen:opensesame4711@127.0.0.1:1", "needs --database-url"),
        ("http://tengen:opensesame4711@127.0.0.1:1", "needs --database-url"),
    ] {
        let (status, log) = Server::refused_options(&data, &["--nats-url", url]).await;
        assert!(!status.success() && log.contains(expected) && !log.contains("opensesame"), "{log}");
    }
    let data = Data::new(Database::Postgres).await;
    let url = "http://tengen:opensesame4711@127.0.0.1:1";
    let (status, log) = Server::refused_options(&data, &["--nats-url", url]).await;
    assert!(!status.success() && log.contains("an address of NATS is like") && !log.contains("opensesame"));
}
