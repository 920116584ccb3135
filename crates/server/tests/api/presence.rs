//! The presence of players, and the consequences of absence.

use serde_json::{Value, json};
use tengen_testbed::until;

use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases};
use crate::socket::Socket;
use crate::table::Table;

on_both_databases! {
    everybody_is_told_who_comes_and_goes
    a_stream_is_a_seat_at_the_board
    whoever_asks_over_rest_was_there
    nobody_is_claimed_too_soon
}

fn here(presence: &Value) -> [bool; 2] {
    ["black", "white"].map(|color| presence[color]["here"].as_bool().unwrap())
}

async fn everybody_is_told_who_comes_and_goes(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({})).await;
    let game = table.game.clone();
    let mut first_tab = Socket::open(&server, &table.black).await;
    let presence = first_tab.look(&game).await["presence"].take();
    assert_eq!((here(&presence), &presence["watching"]), ([true, false], &json!(0)));
    // Before both have moved nobody can be claimed; either may call the game off.
    assert_eq!(presence["white"]["claimable_at"], Value::Null);

    let mut white = Socket::open(&server, &table.white).await;
    assert_eq!(here(&white.look(&game).await["presence"]), [true, true]);
    first_tab.presence(&game, |presence| here(presence) == [true, true]).await;
    let mut spectators = Vec::new();
    for count in 1..=2 {
        let mut spectator = Socket::open(&server, &Visitor::stranger(&server)).await;
        spectator.subscribe(&game).await;
        white.presence(&game, |presence| presence["watching"] == count).await;
        spectators.push(spectator);
    }

    // A second tab of the same player is no second player, and no spectator.
    let mut second_tab = Socket::open(&server, &table.black).await;
    let presence = second_tab.look(&game).await["presence"].take();
    assert_eq!((here(&presence), &presence["watching"]), ([true, true], &json!(2)));
    table.moves("Q16 D4").await;
    drop(first_tab);
    drop(spectators);
    // When the spectators have gone, the first tab has, too, and Black is still there.
    let presence = white.presence(&game, |presence| presence["watching"] == 0).await;
    assert_eq!(here(&presence), [true, true]);
    second_tab.send(json!({"type": "unsubscribe", "game": game})).await;
    let presence = white.presence(&game, |presence| here(presence) == [false, true]).await;
    // A game without a clock waits a quarter of an hour for somebody who has left.
    let claimable_at = presence["black"]["claimable_at"].as_i64().unwrap();
    let now = table.white.look(&game).await["now"].as_i64().unwrap();
    assert!((1..=900_000).contains(&(claimable_at - now)), "{claimable_at} at {now}");
    assert_eq!(presence["white"]["claimable_at"], Value::Null);
    // A player who comes back is there as if nothing had been.
    second_tab.subscribe(&game).await;
    let presence = white.presence(&game, |presence| here(presence) == [true, true]).await;
    assert_eq!(presence["black"]["claimable_at"], Value::Null);
    // The log tells nothing of it.
    assert_eq!(table.black.events(&game).await.len(), 3);
}

async fn a_stream_is_a_seat_at_the_board(database: Database) {
    let server = Server::start(database).await;
    let table = Table::new(&server, json!({})).await;
    let mut white = Socket::open(&server, &table.white).await;
    assert_eq!(here(&white.look(&table.game).await["presence"]), [false, true]);
    for media_type in ["text/event-stream", "application/x-ndjson"] {
        let stream = table.black.stream(&table.game, "", media_type).await;
        white.presence(&table.game, |presence| here(presence) == [true, true]).await;
        drop(stream);
        white.presence(&table.game, |presence| here(presence) == [false, true]).await;
    }
}

async fn whoever_asks_over_rest_was_there(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({"clock": {"system": "absolute", "main": 3_600_000}})).await;
    let game = table.game.clone();
    table.moves("Q16 D4").await;
    let claimable_at = async |visitor: &Visitor| -> i64 {
        let presence = visitor.look(&game).await["presence"].take();
        assert_eq!(here(&presence), [false, false]);
        presence["black"]["claimable_at"].as_i64().unwrap()
    };
    let stranger = Visitor::stranger(&server);
    let mut last = claimable_at(&stranger).await;
    // Nobody else's visit counts for Black.
    for visitor in [&stranger, &table.white] {
        assert_eq!(claimable_at(visitor).await, last);
    }
    // Each of Black's requests does, also one that is refused.
    let time = async || stranger.look(&game).await["now"].as_i64().unwrap();
    for attempt in 0..4 {
        // It comes later than the one before, by the server's clock.
        let before = time().await;
        until(async || time().await > before).await;
        match attempt {
            0 => drop(table.black.snapshot(&game).await),
            1 => drop(table.black.events(&game).await),
            2 => drop(table.makes("black", "Q4").await.ok()),
            _ => drop(table.makes("black", "Q4").await.refused(403, "not_your_turn")),
        }
        let now = claimable_at(&stranger).await;
        assert!(now > last, "{attempt}");
        last = now;
    }
}

async fn nobody_is_claimed_too_soon(database: Database) {
    let server = Server::start(database).await;
    let clock = json!({"system": "byo-yomi", "main": 600_000, "periods": 5, "period": 30_000});
    let mut table = Table::new(&server, json!({"clock": clock})).await;
    let game = table.game.clone();
    let mut black = Socket::open(&server, &table.black).await;
    black.subscribe(&game).await;
    let mut white = Socket::open(&server, &table.white).await;
    white.subscribe(&game).await;
    let claim = |outcome: &str| json!({"type": "claim", "outcome": outcome});
    table.does("white", claim("win")).await.refused(422, "not_claimable");
    table.moves("Q16 D4").await;
    for outcome in ["win", "abort"] {
        let params = table.does("white", claim(outcome)).await.refused(422, "opponent_not_away");
        assert_eq!(params, json!({"claimable_at": null}));
    }
    drop(black);
    let presence = white.presence(&game, |presence| here(presence) == [false, true]).await;
    // Ten minutes and sixty times thirty seconds: a twentieth of it.
    let claimable_at = presence["black"]["claimable_at"].as_i64().unwrap();
    let now = table.white.look(&game).await["now"].as_i64().unwrap();
    assert!((1..=120_000).contains(&(claimable_at - now)), "{claimable_at} at {now}");
    for outcome in ["win", "abort"] {
        let params = table.does("white", claim(outcome)).await.refused(422, "opponent_not_away");
        assert_eq!(params, json!({"claimable_at": claimable_at}));
    }
    // Black may not claim a player who is there, and comes back by asking.
    let params = table.does("black", claim("win")).await.refused(422, "opponent_not_away");
    assert_eq!(params, json!({"claimable_at": null}));
    let params = table.does("white", claim("win")).await.refused(422, "opponent_not_away");
    assert!(params["claimable_at"].as_i64().unwrap() >= claimable_at, "{params}");

    // In a pause nobody is away, and where a move has a day players come and go.
    table.does("black", json!({"type": "pause"})).await.ok();
    table.does("white", claim("win")).await.refused(409, "paused");
    assert_eq!(table.white.look(&game).await["presence"]["black"]["claimable_at"], Value::Null);
    let mut days = Table::new(&server, json!({"clock": {"system": "simple", "period": 86_400_000}})).await;
    days.moves("Q16 D4").await;
    days.does("white", claim("win")).await.refused(422, "not_claimable");
    assert_eq!(days.white.look(&days.game).await["presence"]["black"]["claimable_at"], Value::Null);
    assert_eq!(table.white.events(&game).await.len(), 4);
}
