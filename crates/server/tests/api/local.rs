//! Local games: both seats are one person's, at one device.

use std::time::Duration;

use serde_json::{Value, json};

use crate::by_hand::ServerByHand;
use crate::rest::{Answer, Visitor};
use crate::server::{Database, Server, on_both_databases, on_sqlite_and_long_on_postgres};
use crate::socket::Socket;
use crate::table::SETTLED;

on_both_databases! {
    it_begins_at_once_and_no_list_shows_it
    it_is_played_to_its_end_and_again
    nothing_lapses_before_the_first_moves
    it_ends_with_its_player
}

on_sqlite_and_long_on_postgres! {
    each_command_says_for_which_color_it_is
    no_local_game_has_an_opponent
    it_gets_no_clock_when_play_resumes
}

/// A local game, and the state after its last event.
struct Board {
    ann: Visitor,
    game: String,
    state: Value,
    commands: u32,
}

impl Board {
    async fn new(ann: Visitor, mut wish: Value) -> Self {
        wish["local"] = json!(true);
        let made = ann.new_game(wish).await;
        let game = made["id"].as_str().unwrap().to_owned();
        Self { ann, game, state: made, commands: 0 }
    }

    /// Sends a command for a colour, or for none.
    async fn sends(&mut self, color: Option<&str>, mut command: Value) -> Answer {
        self.commands += 1;
        command["id"] = json!(format!("c-{}", self.commands));
        if let Some(color) = color {
            command["color"] = json!(color);
        }
        self.ann.command(&self.game, command).await
    }

    async fn does(&mut self, color: &str, command: Value) {
        let answer = self.sends(Some(color), command).await.ok();
        self.state = answer["event"]["state"].clone();
    }

    /// Moves for the colour to move, one after the other.
    async fn moves(&mut self, moves: &str) {
        for at in moves.split_whitespace() {
            let (turn, color) =
                (self.state["turn"].clone(), self.state["to_move"].as_str().unwrap().to_owned());
            let command = match at {
                "pass" => json!({"type": "pass", "turn": turn}),
                at => json!({"type": "play", "turn": turn, "at": at}),
            };
            self.does(&color, command).await;
        }
    }
}

async fn it_begins_at_once_and_no_list_shows_it(database: Database) {
    let server = Server::start(database).await;
    let mut board = Board::new(Visitor::guest(&server, "Ann").await, json!({})).await;
    let snapshot = board.ann.snapshot(&board.game).await;
    for (pointer, value) in [
        ("/phase", json!("playing")),
        ("/settings/local", json!(true)),
        ("/settings/private", json!(true)),
        ("/settings/aids", json!({"variations": true, "estimate": true})),
        ("/players/black/name", json!("Ann")),
        ("/players/white/name", json!("Ann")),
        ("/to_move", json!("black")),
    ] {
        assert_eq!(snapshot.pointer(pointer), Some(&value), "{pointer}");
    }
    board.moves("Q16 D4").await;
    let (stranger, ann) = (Visitor::stranger(&server), board.ann.clone());
    for list in ["/games", "/games?phase=playing", "/lobby", &format!("/players/{}/games", ann.id)] {
        assert!(!stranger.get(list).await.ok().to_string().contains(&board.game), "{list}");
    }
    // Among one's own games it is, once, and it asks for nothing.
    let own = ann.get(&format!("/players/{}/games", ann.id)).await.ok();
    let own = own["games"].as_array().unwrap();
    assert_eq!((own.len(), &own[0]["asked"]), (1, &json!({"black": null, "white": null})));
    // Whoever has its address may watch it.
    assert_eq!(stranger.snapshot(&board.game).await["moves"].as_array().unwrap().len(), 2);
    board.does("black", json!({"type": "resign"})).await;
    let results = ann.get(&format!("/players/{}/results", ann.id)).await.ok();
    assert_eq!(results["results"], json!([]));
    let ordinary = ann.new_game(json!({})).await;
    assert_eq!((&ordinary["settings"]["local"], &ordinary["phase"]), (&json!(false), &json!("open")));
}

async fn each_command_says_for_which_color_it_is(database: Database) {
    let server = Server::start(database).await;
    let mut board = Board::new(Visitor::guest(&server, "Ann").await, json!({})).await;
    let play = json!({"type": "play", "turn": 0, "at": "Q16"});
    board.sends(None, play.clone()).await.refused(422, "color_needed");
    board.sends(None, json!({"type": "resign"})).await.refused(422, "color_needed");
    board.sends(Some("red"), play.clone()).await.refused(400, "malformed");
    let refused = board.sends(Some("white"), play.clone()).await.refused(403, "not_your_turn");
    assert_eq!(refused, json!({"to_move": "black"}));
    let ben = Visitor::guest(&server, "Ben").await;
    ben.join(&board.game).await.refused(409, "seat_taken");
    let mut theirs = play.clone();
    (theirs["id"], theirs["color"]) = (json!("b-1"), json!("black"));
    ben.command(&board.game, theirs).await.refused(403, "not_a_player");
    board.does("black", play).await;
    // The same id for another colour is another command.
    let undo = |color: &str| json!({"type": "undo", "id": "u-1", "turn": 1, "color": color});
    let first = board.ann.command(&board.game, undo("black")).await.ok();
    assert_eq!(board.ann.command(&board.game, undo("black")).await.ok(), first);
    board.ann.command(&board.game, undo("white")).await.refused(422, "command_id_reused");
    // One person asks and allows.
    let request = &first["event"]["seq"];
    board
        .sends(Some("black"), json!({"type": "undo_accept", "request": request}))
        .await
        .refused(403, "only_the_opponent");
    board.does("white", json!({"type": "undo_accept", "request": request})).await;
    assert_eq!((&board.state["to_move"], &board.state["turn"]), (&json!("black"), &json!(2)));
    // The same over a socket.
    let mut socket = Socket::open(&server, &board.ann).await;
    let seq = socket.subscribe(&board.game).await["seq"].as_u64().unwrap();
    let play = json!({"type": "play", "id": "s-1", "turn": 2, "at": "C3", "color": "black"});
    assert_eq!(socket.accepted(&board.game, play).await, seq + 1);
    assert_eq!(socket.event(&board.game, seq + 1).await["color"], "black");
    // In other games a colour may be said, if it is one's own.
    let ordinary = board.ann.new_game(json!({"color": "black"})).await;
    let game = ordinary["id"].as_str().unwrap();
    ben.join(game).await.ok();
    let play = |color: &str| json!({"type": "play", "id": "o-1", "turn": 0, "at": "C3", "color": color});
    board.ann.command(game, play("white")).await.refused(403, "not_your_color");
    board.ann.command(game, play("black")).await.ok();
}

async fn it_is_played_to_its_end_and_again(database: Database) {
    let mut server = Server::start(database).await;
    let wish = json!({"board": {"width": 4, "height": 5}, "rules": "japanese"});
    let mut board = Board::new(Visitor::guest(&server, "Ann").await, wish).await;
    board.moves(SETTLED).await;
    server.kill().await;
    server.start_again().await;
    board.moves("pass pass").await;
    assert_eq!(board.state["phase"], "scoring");
    for color in ["black", "white"] {
        board.does(color, json!({"type": "accept", "version": board.state["scoring"]["version"]})).await;
    }
    assert_eq!((&board.state["phase"], &board.state["result"]["by"]), (&json!("finished"), &json!("score")));
    let record = board.ann.get(&format!("/games/{}/sgf", board.game)).await;
    assert!(record.text().contains("PB[Ann]PW[Ann]"), "{}", record.text());
    let again = board.ann.post(&format!("/games/{}/rematch", board.game), json!({})).await;
    assert_eq!(again.status, 201, "{}", again.text());
    let again = again.ok();
    assert_eq!((&again["phase"], &again["settings"]["local"]), (&json!("playing"), &json!(true)));
    // A second click leads to the same game.
    let second = board.ann.post(&format!("/games/{}/rematch", board.game), json!({})).await.ok();
    assert_eq!(second["id"], again["id"]);
}

async fn nothing_lapses_before_the_first_moves(database: Database) {
    let by_hand = ServerByHand::start(database).await;
    let clock = json!({"system": "absolute", "main": 60_000});
    let mut board = Board::new(Visitor::guest(&by_hand.server, "Ann").await, json!({"clock": clock})).await;
    by_hand.skip(Duration::from_hours(3)).await;
    assert_eq!(board.ann.snapshot(&board.game).await["phase"], "playing");
    board.moves("Q16 D4").await;
    // Then the clock runs as any other does.
    by_hand.pass(Duration::from_secs(70)).await;
    assert_eq!(board.ann.snapshot(&board.game).await["result"]["text"], "W+T");
}

async fn no_local_game_has_an_opponent(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let computer = ann.get("/house").await.ok()["players"][0]["player"]["id"].clone();
    for opponent in [json!(ben.id), json!(ann.id), computer] {
        let refused = ann.post("/games", json!({"local": true, "opponent": opponent})).await;
        assert_eq!(refused.refused(422, "invalid_settings"), json!({"field": "opponent"}));
    }
    let wish = json!({"aids": {"estimate": false}, "delay": 60_000, "no_bots": true, "handicap": 3});
    let board = Board::new(ann, wish).await;
    assert_eq!(board.state["settings"]["aids"], json!({"variations": true, "estimate": false}));
    assert_eq!(board.state["to_move"], "white");
}

async fn it_ends_with_its_player(database: Database) {
    let server = Server::start(database).await;
    let stranger = Visitor::stranger(&server);
    let mut games = Vec::new();
    let ann = Visitor::guest(&server, "Ann").await;
    for moves in ["", "Q16 D4"] {
        let mut board = Board::new(ann.clone(), json!({})).await;
        board.moves(moves).await;
        games.push(board.game);
    }
    assert_eq!(ann.delete("/me").await.status, 204);
    for game in games {
        assert_eq!(stranger.snapshot(&game).await["phase"], "finished");
    }
}

async fn it_gets_no_clock_when_play_resumes(database: Database) {
    let server = Server::start(database).await;
    let wish = json!({"board": {"width": 4, "height": 5}, "rules": "japanese"});
    let mut board = Board::new(Visitor::guest(&server, "Ann").await, wish).await;
    board.moves(SETTLED).await;
    board.moves("pass pass").await;
    board.does("white", json!({"type": "resume", "version": board.state["scoring"]["version"]})).await;
    assert_eq!((&board.state["phase"], &board.state["clock"]), (&json!("playing"), &Value::Null));
}
