//! Games that begin in a position: what they keep of it, what no game begins with, and where a position is refused.

use serde_json::{Value, json};

use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases, on_sqlite_and_long_on_postgres};
use crate::socket::Socket;
use crate::table::Table;

on_both_databases! {
    a_game_begins_in_a_position_with_its_ko_and_prisoners
    lists_show_the_position_alone
    a_rematch_begins_there_too
    a_computer_goes_on_from_a_position
    moves_beside_it_are_judged_with_all_that_led_there
}

on_sqlite_and_long_on_postgres! {
    no_game_begins_with_these
    a_position_is_refused_wherever_an_estimate_would_be
    a_game_withholds_the_positions_behind_its_beginning
}

const SECRET: &str = "not_during_the_game";
/// Black can take a ko at C2, on five lines.
const KO: &str = ".BW..BW.W..BW............";

fn five() -> Value {
    json!({"width": 5, "height": 5})
}

/// A game after Black has taken the ko.
fn begun(stones: &str) -> Value {
    json!({"board": five(), "rules": "japanese", "position": {"stones": stones, "to_move": "black", "moves": "C4"}})
}

fn ko() -> Value {
    begun(KO)
}

async fn a_game_begins_in_a_position_with_its_ko_and_prisoners(database: Database) {
    let mut server = Server::start(database).await;
    let mut table = Table::new(&server, ko()).await;
    let snapshot = table.snapshot().await;
    assert_eq!(snapshot["settings"]["position"], json!({"stones": KO, "to_move": "black", "moves": "C4"}));
    let stands = ".BW..B.BW..BW............";
    let beginning = json!({"stones": stands, "to_move": "white", "prisoners": {"black": 1, "white": 0}});
    assert_eq!(snapshot["beginning"], beginning);
    for (field, value) in [
        ("stones", json!(stands)),
        ("to_move", json!("white")),
        ("prisoners", json!({"black": 1, "white": 0})),
        ("moves", json!([])),
        ("setup", json!([])),
        ("illegal", json!([{"at": "A5", "rule": "suicide"}, {"at": "B4", "rule": "ko"}])),
    ] {
        assert_eq!(snapshot[field], value, "{field}");
    }
    let mut second = Socket::speaking(&server, &table.white, "?protocol=2", 2).await;
    let second = second.look(&table.game).await;
    assert_eq!((&second["ko"], &second["beginning"]), (&json!("B4"), &beginning));
    let back = table.makes("white", "B4").await;
    assert_eq!(back.refused(422, "illegal_move")["rule"], "ko");
    table.moves("E1 E2 B4").await;
    server.kill().await;
    server.start_again().await;
    let later = table.snapshot().await;
    assert_eq!((&later["beginning"], &later["settings"]["position"]["moves"]), (&beginning, &json!("C4")));
    assert_eq!(later["prisoners"], json!({"black": 1, "white": 1}));
    assert_eq!(later["moves"].as_array().unwrap().len(), 3);
    let record = table.black.get(&format!("/games/{}/sgf", table.game)).await;
    let sgf = record.text();
    assert!(sgf.contains("AB[ba][ab][bc]AW[ca][bb][db][cc]PL[B]\n;B[cb]C[The game began here."), "{sgf}");
    assert!(sgf.contains(";W[ee]\n;B[ed]\n;W[bb])"), "{sgf}");
    // A game that begins as usual says nothing of it.
    let usual = table.black.new_game(json!({})).await;
    assert_eq!((usual.get("beginning"), usual["settings"].get("position")), (None, None));
}

async fn lists_show_the_position_alone(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    ann.new_game(ko()).await;
    let lobby = ann.get("/games?phase=open").await.ok();
    let shown = &lobby["games"][0]["settings"]["position"];
    assert_eq!(*shown, json!({"stones": ".BW..B.BW..BW............", "to_move": "white"}));
    // What lists show is a wish, too.
    let wish = json!({"board": five(), "position": shown});
    assert_eq!(ann.new_game(wish).await["beginning"]["prisoners"], json!({"black": 0, "white": 0}));
}

async fn no_game_begins_with_these(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let free = ".".repeat(25);
    let passes = "C3,pass,pass";
    for (position, status, code, params) in [
        (
            json!({"stones": "B", "to_move": "black"}),
            422,
            "invalid_settings",
            json!({"field": "position.stones"}),
        ),
        (
            json!({"stones": free.replace('.', "x"), "to_move": "black"}),
            422,
            "invalid_settings",
            json!({"field": "position.stones"}),
        ),
        (
            json!({"stones": format!("BW...W{}", ".".repeat(19)), "to_move": "black"}),
            422,
            "invalid_position",
            json!({"at": "A5"}),
        ),
        (
            json!({"stones": free, "to_move": "black", "moves": "C3,D3,C3"}),
            422,
            "illegal_move",
            json!({"rule": "occupied", "at": "C3", "number": 3}),
        ),
        (
            json!({"stones": free, "to_move": "black", "moves": "white:C3"}),
            422,
            "illegal_move",
            json!({"rule": "out_of_turn", "at": "C3", "number": 1}),
        ),
        (
            json!({"stones": KO, "to_move": "black", "moves": "C4,B4"}),
            422,
            "illegal_move",
            json!({"rule": "ko", "at": "B4", "number": 2}),
        ),
        (
            json!({"stones": free, "to_move": "black", "moves": passes}),
            422,
            "invalid_settings",
            json!({"field": "position.moves"}),
        ),
    ] {
        let wish = json!({"board": five(), "position": position});
        assert_eq!(ann.post("/games", wish).await.refused(status, code), params, "{position}");
    }
    for position in [
        json!({"stones": free}),
        json!({"stones": free, "to_move": "red"}),
        json!({"stones": free, "to_move": "black", "moves": "C"}),
        json!({"stones": free, "to_move": "black", "moves": [3]}),
        json!({"stones": free, "to_move": "black", "prisoners": 3}),
        json!("empty"),
    ] {
        let wish = json!({"board": five(), "position": position});
        ann.post("/games", wish).await.refused(400, "malformed");
    }
    // A list of moves is read as their text is.
    for moves in [json!("C3,D3"), json!(["C3", "D3"])] {
        let position = json!({"stones": free, "to_move": "black", "moves": moves});
        let game = ann.new_game(json!({"board": five(), "position": position})).await;
        assert_eq!(game["settings"]["position"]["moves"], "C3,D3");
    }
    // Stones of a handicap only count, and a pass that did not end play is one of two.
    let wish = json!({"board": five(), "rules": "chinese", "handicap": 9, "position": {"stones": free, "to_move": "white", "moves": "pass"}});
    let mut table = Table::new(&server, wish).await;
    assert_eq!((&table.state["handicap_left"], &table.snapshot().await["setup"]), (&json!(0), &json!([])));
    assert_eq!(table.moves("pass").await["state"]["phase"], "scoring");
}

async fn a_position_is_refused_wherever_an_estimate_would_be(database: Database) {
    let server = Server::start(database).await;
    let (ann, carl) = (Visitor::guest(&server, "Anna").await, Visitor::guest(&server, "Carl").await);
    let mut table = Table::new(&server, json!({"board": five(), "rules": "chinese"})).await;
    let at = |stones: &str, to_move: &str| json!({"board": five(), "position": {"stones": stones, "to_move": to_move}});
    table.moves("A5 E1").await;
    // Two moves are an opening for everybody else.
    ann.new_game(at("B.......................W", "black")).await;
    let mut earlier =
        Table::between(carl, Visitor::guest(&server, "Dora").await, at("BBW.....................W", "black"))
            .await;
    table.moves("B5").await;
    // Its players begin where it never was, like everybody.
    for player in [&table.black, &table.white] {
        player.new_game(ko()).await;
    }
    for stones in [
        "BB......................W",
        "WW......................B",
        "W......................BB",
        "B....B..................W",
    ] {
        for to_move in ["black", "white"] {
            for visitor in [&ann, &ann.with_token(&["play"]).await, &table.black] {
                visitor.post("/games", at(stones, to_move)).await.refused(403, SECRET);
            }
        }
    }
    // Nor does it help to come there by moves.
    let by_moves = json!({"stones": ".".repeat(25), "to_move": "black", "moves": "A5,E1,B5"});
    ann.post("/games", json!({"board": five(), "position": by_moves})).await.refused(403, SECRET);
    ann.new_game(ko()).await;
    // A game that was made there before is no way, either, once the position is another game's.
    table.moves("C5").await;
    earlier.does("black", json!({"type": "resign"})).await.ok();
    let again = earlier.black.post(&format!("/games/{}/rematch", earlier.game), json!({})).await;
    again.refused(403, SECRET);
    table.does("black", json!({"type": "resign"})).await.ok();
    table.black.new_game(ko()).await;
    ann.new_game(at("BB......................W", "black")).await;
    earlier.black.post(&format!("/games/{}/rematch", earlier.game), json!({})).await.ok();
}

async fn a_game_withholds_the_positions_behind_its_beginning(database: Database) {
    let server = Server::start(database).await;
    let stranger = Visitor::stranger(&server);
    let mut table = Table::new(&server, ko()).await;
    let at = |stones: &str, to_move: &str| json!({"board": five(), "stones": stones, "to_move": to_move});
    let ann = Visitor::guest(&server, "Anna").await;
    // Where it began is everybody's: others may begin there, too.
    let first = at(".BW..B.BW..BW............", "white");
    stranger.post("/positions/estimate", first.clone()).await.ok();
    ann.new_game(ko()).await;
    table.moves("E1").await;
    let second = at(".BW..B.BW..BW...........W", "black");
    stranger.post("/positions/estimate", second.clone()).await.refused(403, SECRET);
    stranger.post("/positions/estimate", first).await.ok();
    table.does("black", json!({"type": "resign"})).await.ok();
    stranger.post("/positions/estimate", second).await.ok();
    // Whoever has both seats keeps nothing from an opponent.
    let wish = json!({"board": five(), "local": true, "aids": {"estimate": false}});
    let game = ann.new_game(wish).await["id"].as_str().unwrap().to_owned();
    for (turn, at, color) in [(0, "A1", "black"), (1, "E5", "white"), (2, "E4", "black")] {
        let play = json!({"type": "play", "id": format!("l-{turn}"), "turn": turn, "at": at, "color": color});
        ann.command(&game, play).await.ok();
    }
    stranger.post("/positions/estimate", json!({"game": game})).await.ok();
}

async fn a_rematch_begins_there_too(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, ko()).await;
    table.moves("E1").await;
    table.does("black", json!({"type": "resign"})).await.ok();
    let offered = table.white.post(&format!("/games/{}/rematch", table.game), json!({})).await.ok();
    assert_eq!(offered["settings"]["position"], ko()["position"]);
    assert_eq!(offered["beginning"]["prisoners"], json!({"black": 1, "white": 0}));
}

async fn a_computer_goes_on_from_a_position(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let computer = ann.get("/house").await.ok()["players"][0]["player"]["id"].clone();
    let mut wish = ko();
    wish["opponent"] = computer;
    wish["color"] = json!("black");
    let game = ann.new_game(wish).await;
    let game = game["id"].as_str().unwrap();
    let mut socket = Socket::open(&server, &ann).await;
    let mut seq = socket.subscribe(game).await["seq"].as_u64().unwrap();
    let answered = loop {
        seq += 1;
        let event = socket.event(game, seq).await;
        if ["played", "passed", "resigned"].iter().any(|kind| event["type"] == *kind) {
            break event;
        }
    };
    assert_eq!(answered["color"], "white");
    assert_ne!(answered["move"], "B4", "that is a ko");
}

async fn moves_beside_it_are_judged_with_all_that_led_there(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, ko()).await;
    table.moves("E1 E2").await;
    let anna = Visitor::guest(&server, "Anna").await;
    let address = format!("/games/{}/variations", table.game);
    let change = |at: &str, place: Value| json!({"changes": [{"id": "a", "from": place, "move": at}]});
    let refused = anna.patch(&address, change("white:B4", json!({"move": 0, "event": 1}))).await;
    assert_eq!(refused.refused(422, "illegal_move")["rule"], "ko");
    anna.patch(&address, change("white:B4", json!({"move": 2, "event": 3}))).await.ok();
    anna.patch(
        &address,
        json!({"changes": [{"id": "b", "from": {"move": 0, "event": 1}, "move": "white:A1"}]}),
    )
    .await
    .ok();
    let file = anna.get(&format!("{address}/sgf")).await;
    let sgf = file.text();
    assert!(sgf.contains(";B[cb]C[The game began here."), "{sgf}");
    // Each variation is behind the move of the game, not of those that led to its beginning.
    assert!(sgf.contains("(;W[ae])") && sgf.contains(";B[ed]\n(;)\n(;W[bb])"), "{sgf}");
    let kept = anna.bring(sgf.as_bytes()).await;
    assert_eq!(kept.status, 201, "{}", kept.text());
}
