//! Games that have ended, and how many games may be in memory.

use reqwest::Method;
use serde_json::json;
use tengen_testbed::until;

use crate::rest::{Answer, Visitor, the_game};
use crate::server::{Database, Server, on_both_databases};
use crate::socket::Socket;
use crate::table::Table;

on_both_databases! {
    whoever_follows_an_ended_game_hears_who_is_there
    whoever_followed_a_game_to_its_end_stays
    the_last_command_may_be_sent_again_after_the_end
    only_players_open_another_game_when_memory_is_full
    rooms_that_nobody_follows_make_room
    subscriptions_are_counted_by_address
    a_socket_that_says_late_who_it_is_keeps_its_places
}

/// A game in which Black resigned after two moves.
async fn ended(server: &Server) -> Table {
    let mut table = Table::new(server, json!({"board": {"width": 5, "height": 5}})).await;
    table.moves("C3 C2").await;
    resign(&mut table).await;
    table
}

async fn resign(table: &mut Table) {
    table.black.command(&table.game, json!({"type": "resign", "id": "enough"})).await.ok();
    table.seq += 1;
}

async fn whoever_follows_an_ended_game_hears_who_is_there(database: Database) {
    let server = Server::start(database).await;
    let table = ended(&server).await;
    let game = table.game.clone();
    let mut ann = Socket::open(&server, &table.black).await;
    let mut stranger = Socket::open(&server, &Visitor::stranger(&server)).await;
    assert_eq!(ann.subscribe(&game).await, table.snapshot().await);
    assert_eq!(stranger.subscribe_since(&game, 1).await.len(), 3);
    let presence = stranger.presence(&game, |presence| presence["watching"] == 1).await;
    assert_eq!((&presence["black"]["here"], &presence["white"]["here"]), (&json!(true), &json!(false)));
    let mut ben = Socket::open(&server, &table.white).await;
    ben.subscribe(&game).await;
    ann.presence(&game, |presence| presence["white"]["here"] == true).await;
    drop(ben);
    ann.presence(&game, |presence| presence["white"]["here"] == false).await;
    stranger.send(json!({"type": "unsubscribe", "game": game})).await;
    ann.presence(&game, |presence| presence["watching"] == 0).await;
    assert_eq!(table.white.look(&game).await["presence"]["black"]["here"], true);
    // An offer of a rematch is told, and shown to later readers.
    let offered = the_game(table.white.post(&format!("/games/{game}/rematch"), json!({})).await.ok());
    assert_eq!(ann.next_of("rematch").await["rematch"]["game"], offered["id"]);
    assert_eq!(table.snapshot().await["rematch"]["by"], json!(table.white.id));
}

async fn whoever_followed_a_game_to_its_end_stays(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({"board": {"width": 5, "height": 5}})).await;
    let game = table.game.clone();
    let mut ann = Socket::open(&server, &table.black).await;
    let mut ben = Socket::open(&server, &table.white).await;
    table.moves("C3 C2").await;
    for socket in [&mut ann, &mut ben] {
        socket.subscribe(&game).await;
    }
    resign(&mut table).await;
    for socket in [&mut ann, &mut ben] {
        assert_eq!(socket.event(&game, table.seq).await["type"], "resigned");
    }
    drop(ann);
    ben.presence(&game, |presence| presence["black"]["here"] == false).await;
    let offered = the_game(table.black.post(&format!("/games/{game}/rematch"), json!({})).await.ok());
    assert_eq!(ben.next_of("rematch").await["rematch"]["game"], offered["id"]);
}

async fn the_last_command_may_be_sent_again_after_the_end(database: Database) {
    let server = Server::start(database).await;
    let table = ended(&server).await;
    let again = table.black.command(&table.game, json!({"type": "resign", "id": "enough"})).await.ok();
    assert_eq!(again["event"]["seq"], table.seq);
    let other = table.white.command(&table.game, json!({"type": "resign", "id": "other"})).await;
    assert_eq!(other.refused(409, "wrong_phase"), json!({"phase": "finished"}));
    let stranger = Visitor::guest(&server, "Carl").await;
    stranger
        .command(&table.game, json!({"type": "resign", "id": "other"}))
        .await
        .refused(403, "not_a_player");
    table.black.get("/games/0000000000000000").await.refused(404, "no_such_game");
}

async fn only_players_open_another_game_when_memory_is_full(database: Database) {
    let server = Server::with_options(database, &["--max-rooms-bytes", "0"]).await;
    let (over, running) = (ended(&server).await, Table::new(&server, json!({})).await);
    let mut stranger = Socket::open(&server, &Visitor::stranger(&server)).await;
    // A game that has ended takes no room, however full the memory is.
    stranger.subscribe(&over.game).await;
    stranger.send(json!({"type": "subscribe", "game": running.game})).await;
    let refused = stranger.next_of("problem").await;
    assert_eq!(
        (&refused["problem"]["status"], &refused["problem"]["code"]),
        (&json!(503), &json!("too_many_watched"))
    );
    assert_eq!(refused["game"], json!(running.game));
    let stream = format!("/api/v1/games/{}/events", running.game);
    let request =
        Visitor::stranger(&server).request(Method::GET, &stream).header("accept", "text/event-stream");
    Answer::read(request.send().await.unwrap()).await.refused(503, "too_many_watched");
    // It may be looked at, played, and watched as long as a player has it in memory.
    running.snapshot().await;
    let mut player = Socket::open(&server, &running.black).await;
    player.subscribe(&running.game).await;
    stranger.subscribe(&running.game).await;
}

async fn rooms_that_nobody_follows_make_room(database: Database) {
    let server = Server::with_options(database, &["--max-rooms-bytes", "0"]).await;
    let mut table = Table::new(&server, json!({})).await;
    let mut other = Table::between(table.black.clone(), table.white.clone(), json!({})).await;
    for table in [&mut table, &mut other] {
        table.moves("Q16 D4").await;
    }
    let stranger = Visitor::stranger(&server);
    // A room that has just opened does not know how long White has been away.
    let claimable_at = async |game: &str| {
        let look = stranger.look(game).await;
        look["presence"]["white"]["claimable_at"].as_i64().unwrap()
    };
    // A reader who asks again and again would keep a room open otherwise.
    let closes = async |game: &str, known: i64| until(async || claimable_at(game).await != known).await;
    let mut player = Socket::open(&server, &table.black).await;
    player.subscribe(&table.game).await;
    let before = claimable_at(&table.game).await;
    for _ in 0..3 {
        // Rooms that take too much are looked for, and those that nobody follows close.
        closes(&other.game, claimable_at(&other.game).await).await;
        assert_eq!(claimable_at(&table.game).await, before, "a room closed that somebody follows");
    }
    drop(player);
    closes(&table.game, before).await;
}

async fn subscriptions_are_counted_by_address(database: Database) {
    let options = ["--limit-loopback", "--subscriptions-per-address", "3"];
    let server = Server::with_options(database, &options).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let mut games = Vec::new();
    for _ in 0..4 {
        games.push(ann.new_game(json!({})).await["id"].as_str().unwrap().to_owned());
    }
    let mut one = Socket::open(&server, &ann).await;
    let mut other = Socket::open(&server, &Visitor::stranger(&server)).await;
    one.subscribe(&games[0]).await;
    one.subscribe(&games[1]).await;
    other.subscribe(&games[2]).await;
    other.send(json!({"type": "subscribe", "game": games[3]})).await;
    let refused = other.next_of("problem").await;
    assert_eq!(
        (&refused["problem"]["status"], &refused["problem"]["code"]),
        (&json!(429), &json!("too_many_subscriptions"))
    );
    assert_eq!(refused["problem"]["params"], json!({"max": 3}));
    let stream = format!("/api/v1/games/{}/events", games[3]);
    let request = ann.request(Method::GET, &stream).header("accept", "text/event-stream");
    Answer::read(request.send().await.unwrap()).await.refused(429, "too_many_subscriptions");
    // A followed game may be asked for again; a subscription that ends makes room.
    one.subscribe(&games[0]).await;
    one.send(json!({"type": "unsubscribe", "game": games[0]})).await;
    one.subscribe(&games[3]).await;
}

async fn a_socket_that_says_late_who_it_is_keeps_its_places(database: Database) {
    let options = ["--limit-loopback", "--subscriptions-per-address", "2"];
    let server = Server::with_options(database, &options).await;
    let mut tables = [Table::new(&server, json!({})).await, Table::new(&server, json!({})).await];
    let mut socket = Socket::open(&server, &Visitor::stranger(&server)).await;
    for table in &tables {
        socket.subscribe(&table.game).await;
    }
    let token = tables[0].black.token.clone();
    socket.send(json!({"type": "authenticate", "token": token})).await;
    for _ in &tables {
        socket.next_of("subscribed").await;
    }
    for table in &mut tables {
        table.moves("Q16").await;
        socket.event(&table.game, table.seq).await;
    }
}
