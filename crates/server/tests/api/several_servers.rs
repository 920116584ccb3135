//! Servers that share a Postgres.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};
use tengen_testbed::until;
use tokio::time::timeout;

use crate::rest::Visitor;
use crate::server::{Data, Database, Server, once};
use crate::socket::Socket;
use crate::stream::{NDJSON, Reader};
use crate::table::Table;
use crate::tamper::tamper;

/// By this number Postgres knows the lock under which commits get their positions.
const POSITIONS: i64 = 0x7465_6e67_656e;

once! {
    a_game_is_played_through_two_servers
    each_number_goes_to_one_server
    copies_sent_to_two_servers_are_stored_once
    a_server_catches_up_on_its_next_command
    spectators_are_told_each_move_of_another_server
    lists_keep_up_with_another_server
    a_delay_holds_on_another_server
    a_game_that_begins_between_two_looks_shows
    a_room_that_opens_between_a_commit_and_its_news_tells_of_it
    what_was_removed_from_the_feed_is_told_all_the_same
    a_feed_that_begins_again_is_followed
    servers_follow_each_other_again_after_an_outage
}

/// Two servers on one database.
async fn two_servers() -> (Server, Server) {
    two_servers_on(Data::new(Database::Postgres).await).await
}

async fn two_servers_on(data: Data) -> (Server, Server) {
    let anywhere = "127.0.0.1:0".parse().unwrap();
    let first = Server::on(data.clone(), anywhere, &[]).await;
    let second = Server::on(data, anywhere, &[]).await;
    (first, second)
}

async fn a_game_is_played_through_two_servers() {
    let (first, second) = two_servers().await;
    let mut table = Table::new(&first, json!({"board": {"width": 4, "height": 5}})).await;
    // White plays at the other server from now on.
    table.white = table.white.at(&second);
    table.moves(crate::table::SETTLED).await;
    table.moves("pass pass").await;
    table.agree(json!(["A1"])).await;
    let stranger = Visitor::stranger(&first);
    let events = stranger.events(&table.game).await;
    assert_eq!(events, stranger.at(&second).events(&table.game).await);
    let numbers: Vec<u64> = events.iter().map(|event| event["seq"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (1..=table.seq).collect::<Vec<_>>());
    assert_eq!(table.state["result"]["text"], "W+5.5");
}

async fn each_number_goes_to_one_server() {
    let (first, second) = two_servers().await;
    let table = Table::new(&first, json!({})).await;
    let mut stones = Vec::new();
    for turn in 0..20u32 {
        let player = if turn % 2 == 0 { &table.black } else { &table.white };
        let command = |place: &str, column: char| {
            let at = format!("{column}{}", turn / 2 + 1);
            json!({"type": "play", "id": format!("{place}-{turn}"), "turn": turn, "at": at})
        };
        let (here, there) = (player.clone(), player.at(&second));
        let columns = if turn % 2 == 0 { ['B', 'D'] } else { ['P', 'R'] };
        let (here, there) = tokio::join!(
            here.command(&table.game, command("here", columns[0])),
            there.command(&table.game, command("there", columns[1]))
        );
        let (won, lost) = if here.status == 200 { (here, there) } else { (there, here) };
        let event = won.ok()["event"].take();
        assert_eq!(event["seq"], turn + 2);
        assert_eq!(lost.refused(409, "stale_turn"), json!({"turn": turn + 1}));
        stones.push(event["move"].clone());
    }
    let events = table.black.at(&second).events(&table.game).await;
    assert_eq!(events[1..].iter().map(|event| event["move"].clone()).collect::<Vec<_>>(), stones);
    // The same command to both is still one command.
    let pass = json!({"type": "pass", "id": "same", "turn": 20});
    let (here, there) = (table.black.clone(), table.black.at(&second));
    let (here, there) =
        tokio::join!(here.command(&table.game, pass.clone()), there.command(&table.game, pass));
    assert_eq!(here.ok(), there.ok());
    assert_eq!(Visitor::stranger(&second).events(&table.game).await.len(), 22);
}

async fn copies_sent_to_two_servers_are_stored_once() {
    let (first, second) = two_servers().await;
    let tables = join_all((0..8).map(|_| Table::new(&first, json!({})))).await;
    for turn in 0..20_u32 {
        // All games at once, so that copies of several commands meet in one batch, in another order at each server.
        let rounds = tables.iter().map(async |table| {
            let player = if turn % 2 == 0 { &table.black } else { &table.white };
            let column = if turn % 2 == 0 { 'B' } else { 'P' };
            let play = json!({"type": "play", "id": format!("m{turn}"), "turn": turn, "at": format!("{column}{}", turn / 2 + 1)});
            let copies = [player.clone(), player.at(&second), player.clone(), player.at(&second)];
            let answers = copies.iter().map(|player| player.command(&table.game, play.clone()));
            let answers = join_all(answers).await;
            let events: Vec<_> = answers.into_iter().map(|answer| answer.ok()["event"].take()).collect();
            assert_eq!(events[0]["seq"], turn + 2);
            assert!(events.iter().all(|event| *event == events[0]), "{events:?}");
        });
        join_all(rounds).await;
    }
    let mut connection = PgConnection::connect(first.data().database_url().unwrap()).await.unwrap();
    let (stored, commands): (i64, i64) = sqlx::query_as(
        "SELECT count(*), count(DISTINCT (game_id, actor, command_id)) FROM events WHERE seq > 1",
    )
    .fetch_one(&mut connection)
    .await
    .unwrap();
    assert_eq!((stored, commands), (160, 160));
}

async fn a_server_catches_up_on_its_next_command() {
    let (first, second) = two_servers().await;
    let mut table = Table::new(&first, json!({})).await;
    let mut spectator = Socket::open(&second, &Visitor::stranger(&second)).await;
    assert_eq!(spectator.subscribe(&table.game).await["seq"], 1);
    table.moves("Q16 D4 D16").await;
    // White's move through the other server is decided on what that server had missed.
    table.white = table.white.at(&second);
    let here = table.does("white", json!({"type": "play", "turn": 3, "at": "Q16"})).await;
    assert_eq!(here.refused(422, "illegal_move")["rule"], "occupied");
    table.moves("Q4").await;
    assert_eq!(table.seq, 5);
    // The spectator over there sees a gap, or each event, and has the whole log after asking for what is missing.
    let seen = spectator.next_of("event").await["event"]["seq"].as_u64().unwrap();
    assert!(seen > 1);
    let stranger = Visitor::stranger(&first);
    let mut follower = Socket::open(&second, &stranger).await;
    assert_eq!(follower.subscribe_since(&table.game, 1).await, stranger.events(&table.game).await[1..]);
    let list = stranger.at(&second).get("/games").await.ok();
    assert_eq!((&list["games"][0]["move_count"], &list["games"][0]["last_move"]), (&json!(4), &json!("Q4")));
}

/// The lists of a server, as somebody reads them who asks for nothing more.
pub(crate) struct Lists {
    pub(crate) own: Reader,
    pub(crate) lobby: Reader,
    pub(crate) top: Reader,
}

impl Lists {
    pub(crate) async fn open(server: &Server, player: &Visitor) -> Self {
        let visitor = Visitor::stranger(server);
        let own = Reader::new(player.at(server).open("/me/stream", NDJSON).await);
        let lobby = Reader::new(visitor.open("/lobby/stream", NDJSON).await);
        let top = Reader::new(visitor.open("/top/stream", NDJSON).await);
        Self { own, lobby, top }
    }

    /// Reads on until each list shows so many moves in a game.
    pub(crate) async fn show(&mut self, game: &str, moves: u64) {
        for list in [&mut self.own, &mut self.lobby, &mut self.top] {
            shows(list, game, moves).await;
        }
    }
}

/// Reads on until a list shows so many moves in a game.
pub(crate) async fn shows(list: &mut Reader, game: &str, moves: u64) {
    let fits = |shown: &Value| shown["id"] == game && shown["move_count"] == moves;
    loop {
        let line = list.line().await.unwrap();
        if fits(&line["game"]) || line["games"].as_array().is_some_and(|games| games.iter().any(fits)) {
            return;
        }
    }
}

async fn spectators_are_told_each_move_of_another_server() {
    let (first, second) = two_servers().await;
    let mut table = Table::new(&first, json!({})).await;
    let mut spectator = Socket::open(&second, &Visitor::stranger(&second)).await;
    assert_eq!(spectator.subscribe(&table.game).await["seq"], 1);
    table.moves("Q16 D4 D16 Q4").await;
    // It sends nothing, and is told all the same.
    for seq in 2..=5 {
        let event = spectator.next_of("event").await["event"].take();
        assert_eq!(event["seq"], seq);
    }
    table.does("black", json!({"type": "resign"})).await.ok();
    let last = spectator.next_of("event").await["event"].take();
    assert_eq!((&last["seq"], &last["state"]["result"]["by"]), (&json!(6), &json!("resignation")));
}

async fn lists_keep_up_with_another_server() {
    let (first, second) = two_servers().await;
    let mut table = Table::new(&first, json!({})).await;
    let mut lists = Lists::open(&second, &table.white).await;
    let mut private = Table::new(&first, json!({"private": true})).await;
    let mut own = Reader::new(private.white.at(&second).open("/me/stream", NDJSON).await);
    // Servers that look at all games now and then need their time for each of these rounds.
    let rounds = async {
        for (played, at) in ["Q16", "D4", "D16", "Q4", "R14", "C14", "R6", "C6"].into_iter().enumerate() {
            table.moves(at).await;
            private.moves(at).await;
            lists.show(&table.game, played as u64 + 1).await;
            shows(&mut own, &private.game, played as u64 + 1).await;
        }
    };
    timeout(Duration::from_secs(40), rounds).await.expect("each move shows within some seconds");
    // A new game shows, and one that ends is gone.
    let offer = table.black.new_game(json!({"opponent": table.white.id})).await;
    let told = lists.own.line().await.unwrap();
    assert_eq!((&told["type"], &told["game"]["id"]), (&json!("offered"), &offer["id"]));
    let open = table.black.new_game(json!({})).await["id"].as_str().unwrap().to_owned();
    shows(&mut lists.lobby, &open, 0).await;
    table.does("white", json!({"type": "resign"})).await.ok();
    while lists.own.line().await.unwrap()["type"] != "finished" {}
    while lists.lobby.line().await.unwrap()["removed"] != json!([table.game]) {}
    while lists.top.line().await.unwrap()["order"] != json!([]) {}
}

async fn a_delay_holds_on_another_server() {
    let (first, second) = two_servers().await;
    let mut table = Table::new(&first, json!({"delay": 3_000})).await;
    let mut lists = Lists::open(&second, &table.white).await;
    table.moves("Q16 D4").await;
    // The player sees both moves at once; nothing happens any more until others see them.
    shows(&mut lists.own, &table.game, 2).await;
    shows(&mut lists.lobby, &table.game, 2).await;
    shows(&mut lists.top, &table.game, 2).await;
    // A rematch keeps its seat, and shows as soon as spectators see that it has begun.
    table.does("white", json!({"type": "resign"})).await.ok();
    let rematch = format!("/games/{}/rematch", table.game);
    let offer = table.black.post(&rematch, json!({})).await.ok()["id"].as_str().unwrap().to_owned();
    table.white.post(&rematch, json!({})).await.ok();
    shows(&mut lists.lobby, &offer, 0).await;
}

/// Keeps the readers of the feed waiting until the connection closes.
pub(crate) async fn hold_feed(server: &Server) -> PgConnection {
    let mut holder = PgConnection::connect(server.data().database_url().unwrap()).await.unwrap();
    sqlx::query("SELECT pg_advisory_lock($1)").bind(POSITIONS).execute(&mut holder).await.unwrap();
    holder
}

async fn a_game_that_begins_between_two_looks_shows() {
    let (first, second) = two_servers().await;
    let mut lobby = Reader::new(Visitor::stranger(&second).open("/lobby/stream", NDJSON).await);
    assert_eq!(lobby.line().await.unwrap()["type"], "lobby");
    let holder = hold_feed(&first).await;
    let mut table = Table::new(&first, json!({})).await;
    table.moves("Q16 D4").await;
    holder.close().await.unwrap();
    shows(&mut lobby, &table.game, 2).await;
}

async fn a_room_that_opens_between_a_commit_and_its_news_tells_of_it() {
    let (first, second) = two_servers().await;
    let mut table = Table::new(&first, json!({})).await;
    table.moves("Q16").await;
    let mut lists = Lists::open(&second, &table.white).await;
    lists.show(&table.game, 1).await;
    let holder = hold_feed(&first).await;
    table.moves("D4").await;
    let seen = Visitor::stranger(&second).get(&format!("/games/{}", table.game)).await.ok();
    assert_eq!(seen["seq"], 3);
    holder.close().await.unwrap();
    lists.show(&table.game, 2).await;
}

async fn what_was_removed_from_the_feed_is_told_all_the_same() {
    let (first, second) = two_servers().await;
    let mut table = Table::new(&first, json!({})).await;
    let mut lists = Lists::open(&second, &table.white).await;
    let mut spectator = Socket::open(&second, &Visitor::stranger(&second)).await;
    let mut watched = Table::new(&first, json!({})).await;
    spectator.subscribe(&watched.game).await;
    table.moves("Q16").await;
    lists.show(&table.game, 1).await;
    // Nobody can read on, and what is stored meanwhile is gone before they can.
    let mut holder = hold_feed(&first).await;
    table.moves("D4").await;
    watched.moves("Q16").await;
    sqlx::raw_sql("DELETE FROM commits; INSERT INTO commits (origin, position, games, seqs) VALUES (0, 1000000, '{}', '{}')")
        .execute(&mut holder)
        .await
        .unwrap();
    holder.close().await.unwrap();
    lists.show(&table.game, 2).await;
    assert_eq!(spectator.next_of("event").await["event"]["seq"], 2);
    // And they follow again.
    table.moves("D16").await;
    lists.show(&table.game, 3).await;
}

async fn a_feed_that_begins_again_is_followed() {
    let (first, second) = two_servers().await;
    let mut table = Table::new(&first, json!({})).await;
    let mut lists = Lists::open(&second, &table.white).await;
    let mut spectator = Socket::open(&second, &Visitor::stranger(&second)).await;
    spectator.subscribe(&table.game).await;
    for at in ["Q16", "D4", "D16", "Q4"] {
        table.moves(at).await;
        spectator.next_where(|frame| frame["event"]["move"] == at).await;
    }
    tamper(first.data(), "TRUNCATE commits").await;
    table.moves("R14").await;
    lists.show(&table.game, 5).await;
    spectator.next_where(|frame| frame["event"]["move"] == "R14").await;
}

async fn servers_follow_each_other_again_after_an_outage() {
    let (first, second) = two_servers_on(Data::on_private_postgres().await).await;
    let mut table = Table::new(&first, json!({})).await;
    let mut lists = Lists::open(&second, &table.white).await;
    let mut spectator = Socket::open(&second, &Visitor::stranger(&second)).await;
    spectator.subscribe(&table.game).await;
    table.moves("Q16").await;
    lists.show(&table.game, 1).await;
    let postgres = first.data().private_postgres().unwrap();
    postgres.stop().await;
    let play = json!({"type": "play", "id": "patient", "turn": 1, "at": "D4"});
    table.white.command(&table.game, play.clone()).await.refused(503, "unavailable");
    postgres.start_again().await;
    until(async || table.white.command(&table.game, play.clone()).await.status == 200).await;
    lists.show(&table.game, 2).await;
    spectator.next_where(|frame| frame["event"]["move"] == "D4").await;
}
