//! Servers that share a Postgres.

use serde_json::json;

use crate::rest::Visitor;
use crate::server::{Database, Server};
use crate::socket::Socket;
use crate::table::Table;

/// Two servers on one database.
async fn two_servers() -> (Server, Server) {
    let first = Server::start(Database::Postgres).await;
    let second = Server::on(first.data().clone(), "127.0.0.1:0".parse().unwrap(), &[]).await;
    (first, second)
}

#[tokio::test(flavor = "multi_thread")]
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

#[tokio::test(flavor = "multi_thread")]
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

#[tokio::test(flavor = "multi_thread")]
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
