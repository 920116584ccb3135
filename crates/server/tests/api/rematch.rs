//! Another game with colours swapped, in one click.

use std::time::Duration;

use serde_json::{Value, json};
use tengen_testbed::until;

use crate::by_hand::ServerByHand;
use crate::rest::{Answer, Visitor, the_game};
use crate::server::{Database, Server, on_both_databases};
use crate::socket::Socket;
use crate::table::Table;

on_both_databases! {
    one_click_offers_and_one_click_takes
    two_clicks_at_the_same_moment_make_one_game
    an_offer_ends_when_it_is_declined_or_taken_back
    a_rematch_of_a_delayed_game_shows_no_sooner_than_its_end
}

async fn click(visitor: &Visitor, game: &str) -> Answer {
    visitor.post(&format!("/games/{game}/rematch"), json!({})).await
}

async fn finished(server: &Server, settings: Value) -> Table {
    let mut table = Table::new(server, settings).await;
    table.moves("C3").await;
    table.does("white", json!({"type": "resign"})).await.ok();
    table
}

fn id(game: &Value) -> String {
    game["id"].as_str().unwrap().to_owned()
}

/// The next frame of a socket about a rematch.
async fn told(socket: &mut Socket, game: &str) -> Value {
    socket.next_where(|frame| frame["type"] == "rematch" && frame["game"] == game).await["rematch"].take()
}

async fn a_rematch_of_a_delayed_game_shows_no_sooner_than_its_end(database: Database) {
    const DELAY: i64 = 3_000;
    let by_hand = ServerByHand::start(database).await;
    let table = finished(&by_hand.server, json!({"delay": DELAY})).await;
    let ended_at = table.black.events(&table.game).await.last().unwrap()["at"].as_i64().unwrap();
    let (ann, ben, old) = (table.black.clone(), table.white.clone(), table.game.clone());
    let new = id(&the_game(click(&ann, &old).await.ok()));
    assert_eq!(id(&the_game(click(&ben, &old).await.ok())), new);
    ben.command(&new, json!({"type": "play", "id": "first", "turn": 0, "at": "C3"})).await.ok();

    let stranger = Visitor::stranger(&by_hand.server);
    let lists = ["/games", "/games?phase=playing", "/lobby", &format!("/players/{}/games", ann.id)];
    let look = async || {
        let mut shows = 0;
        for list in lists {
            shows += usize::from(stranger.get(list).await.ok().to_string().contains(&new));
        }
        // This look comes after the lists, so spectators know of the end by now.
        let has_ended = stranger.snapshot(&old).await["result"].is_object();
        assert!(has_ended || shows == 0, "{shows} lists tell that the game before is over");
        (has_ended, shows)
    };
    // The lists have done all that they do once or twice a second before spectators see the end.
    by_hand.pass_until(ended_at + DELAY - 1).await;
    assert_eq!(look().await, (false, 0));
    until(async || {
        by_hand.pass(Duration::from_millis(100)).await;
        look().await == (true, lists.len())
    })
    .await;
}

async fn one_click_offers_and_one_click_takes(database: Database) {
    let mut server = Server::start(database).await;
    let settings = json!({
        "board": {"width": 9, "height": 13}, "rules": {"preset": "aga", "resumptions": 2}, "komi": 3.5, "private": true,
        "clock": {"system": "byo-yomi", "main": 60_000, "periods": 3, "period": 10_000}, "delay": 0,
    });
    let table = finished(&server, settings).await;
    let (ann, ben, old) = (table.black.clone(), table.white.clone(), table.game.clone());
    let mut sockets = Vec::new();
    for visitor in [&ann, &ben] {
        let mut socket = Socket::open(&server, visitor).await;
        assert_eq!(socket.subscribe(&old).await["rematch"], Value::Null);
        sockets.push(socket);
    }

    let answer = click(&ann, &old).await;
    let made = the_game(answer.ok());
    let new = id(&made);
    assert_eq!((answer.status, answer.header("location")), (201, format!("/api/v1/games/{new}").as_str()));
    assert_eq!(
        (&made["phase"], &made["creator"], &made["opponent"]),
        (&json!("open"), &ann.card(), &ben.card())
    );
    // Ann had the black stones.
    let mut expected = table.snapshot().await["settings"].take();
    (expected["color"], expected["opponent"]) = (json!("white"), json!(ben.id));
    assert_eq!(made["settings"], expected);
    let offer = json!({"game": new, "by": ann.id});
    for socket in &mut sockets {
        assert_eq!(told(socket, &old).await, offer);
    }
    assert_eq!(table.snapshot().await["rematch"], offer);

    // Clicking again offers nothing new, not even after a restart.
    let again = click(&ann, &old).await;
    assert_eq!((again.status, id(&again.ok())), (200, new.clone()));
    server.kill().await;
    server.start_again().await;
    assert_eq!(id(&click(&ann, &old).await.ok()), new);
    assert_eq!(ben.snapshot(&old).await["rematch"], offer);
    click(&Visitor::guest(&server, "Carl").await, &old).await.refused(403, "not_a_player");

    let answer = click(&ben, &old).await;
    let begun = the_game(answer.ok());
    assert_eq!((answer.status, &begun["phase"], id(&begun)), (200, &json!("playing"), new.clone()));
    assert_eq!(begun["players"], json!({"black": ben.card(), "white": ann.card()}));
    // A player who clicks while it is being played comes to it.
    for visitor in [&ann, &ben] {
        let answer = click(visitor, &old).await;
        assert_eq!((answer.status, id(&answer.ok())), (200, new.clone()));
    }

    // After it there may be the next one, with colours swapped again, and another one after the first.
    ann.command(&new, json!({"type": "resign", "id": "enough"})).await.ok();
    let third = the_game(click(&ben, &new).await.ok());
    assert_eq!((&third["settings"]["color"], &third["opponent"]), (&json!("white"), &ann.card()));
    assert_eq!(click(&ben, &old).await.status, 201);
}

async fn two_clicks_at_the_same_moment_make_one_game(database: Database) {
    let server = Server::start(database).await;
    let mut begun = 0;
    for _ in 0..10 {
        let table = finished(&server, json!({"board": {"width": 5, "height": 5}})).await;
        let (ann, ben, game) = (table.black.clone(), table.white.clone(), table.game.clone());
        let (one, other) = tokio::join!(click(&ann, &game), click(&ben, &game));
        assert!(matches!((one.status, other.status), (200, 201) | (201, 200)), "{one:?} {other:?}");
        let new = id(&one.ok());
        assert_eq!(id(&other.ok()), new);
        // The second player to ask has taken the seat.
        let snapshot = ann.snapshot(&new).await;
        assert_eq!(snapshot["players"], json!({"black": ben.card(), "white": ann.card()}));
        assert_eq!(snapshot["phase"], "playing");
        let list = ann.get(&format!("/players/{}/games?phase=open,playing", ann.id)).await.ok();
        assert_eq!(list["games"].as_array().unwrap().len(), 1);
        begun += 1;
    }
    assert_eq!(begun, 10);
}

async fn an_offer_ends_when_it_is_declined_or_taken_back(database: Database) {
    let server = Server::start(database).await;
    let table = finished(&server, json!({"board": {"width": 5, "height": 5}})).await;
    let (ann, ben, old) = (table.black.clone(), table.white.clone(), table.game.clone());
    let mut sockets = [Socket::open(&server, &ann).await, Socket::open(&server, &ben).await];
    for socket in &mut sockets {
        socket.subscribe(&old).await;
    }
    for (round, who) in [&ben, &ann].into_iter().enumerate() {
        let answer = click(&ann, &old).await;
        assert_eq!(answer.status, 201);
        let new = id(&answer.ok());
        for socket in &mut sockets {
            assert_eq!(told(socket, &old).await, json!({"game": new, "by": ann.id}));
        }
        who.command(&new, json!({"type": "abort", "id": format!("no-{round}")})).await.ok();
        for socket in &mut sockets {
            assert_eq!(told(socket, &old).await, Value::Null);
        }
        assert_eq!(table.snapshot().await["rematch"], Value::Null);
    }
    // Then the other one may ask.
    let asked = the_game(click(&ben, &old).await.ok());
    assert_eq!((&asked["creator"], &asked["settings"]["color"]), (&ben.card(), &json!("black")));
    assert_eq!(told(&mut sockets[0], &old).await, json!({"game": asked["id"], "by": ben.id}));
}
