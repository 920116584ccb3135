//! The server's own player: offered a game like anybody, it sits down and plays to the end.

use std::time::Duration;

use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tengen_testbed::{pause, until};

use crate::by_hand::ServerByHand;
use crate::rest::Visitor;
use crate::server::{Data, Database, Server, on_both_databases, once};
use crate::socket::Socket;

on_both_databases! {
    it_is_known_by_its_id
    it_plays_a_whole_game
    it_takes_its_time
    it_waits_in_each_game_for_itself
    it_does_not_resign_a_move_that_is_taken_back
    it_goes_on_after_a_crash
    it_moves_though_the_clock_was_put_back
}

once! {
    another_server_takes_the_turns_of_one_that_has_died
    another_server_takes_a_turn_when_its_lease_has_ended
    a_server_that_stops_gives_its_turns_back
    it_stays_away_where_the_operator_says_so
}

/// More events than a game on a small board has.
const MOST: usize = 400;

/// The player of a level, and a game that is offered to it: 5x5, the visitor has the black stones.
async fn offered(ann: &Visitor, level: usize, mut wish: Value) -> (Value, String) {
    let house = ann.get("/house").await.ok();
    assert_eq!(house["players"].as_array().unwrap().len(), 3);
    let player = house["players"][level - 1].clone();
    assert_eq!(player["level"], level);
    let player = player["player"].clone();
    assert_eq!(player["name"], format!("Computer {level}"));
    wish["opponent"] = player["id"].clone();
    wish["color"] = json!("black");
    let game = ann.new_game(wish).await;
    (player, game["id"].as_str().unwrap().to_owned())
}

/// One side of a game, over a socket.
struct Side {
    socket: Socket,
    game: String,
    seq: u64,
    state: Value,
}

impl Side {
    async fn follow(server: &Server, ann: &Visitor, game: &str) -> Self {
        let mut socket = Socket::open(server, ann).await;
        let state = socket.subscribe(game).await;
        Self { socket, game: game.to_owned(), seq: state["seq"].as_u64().unwrap(), state }
    }

    /// Waits for the events to come until one fits.
    async fn until(&mut self, fits: impl Fn(&Value) -> bool) {
        for _ in 0..MOST {
            if fits(&self.state) {
                return;
            }
            self.seq += 1;
            self.state = self.socket.event(&self.game, self.seq).await["state"].take();
        }
        panic!("it does not come to this");
    }

    async fn send(&mut self, mut command: Value) {
        command["id"] = json!(format!("ann-{}", self.seq));
        command["turn"] = self.state["turn"].clone();
        self.socket.accepted(&self.game, command).await;
        self.seq += 1;
        self.state = self.socket.event(&self.game, self.seq).await["state"].take();
    }
}

/// Wherever the server shows a player it says what sits at the board, and nobody has its name.
async fn it_is_known_by_its_id(database: Database) {
    let server = Server::start(database).await;
    // Nobody passes for it, in whatever letters.
    let stranger = Visitor::stranger(&server);
    for name in [
        "Computer 1",
        "ＣＯＭＰＵＴＥＲ 1",
        "C\u{43e}mputer 3",
        "コンピュータ 1",
        "Computer\u{a0}3",
        "C0mputer 3",
    ] {
        let refused = stranger.post("/guests", json!({"name": name})).await;
        assert_eq!(refused.refused(422, "name_refused"), json!({"reason": "reserved"}), "{name}");
    }
    let ann = Visitor::guest(&server, "Computer fan").await;
    let (computer, game) = offered(&ann, 1, json!({"board": {"width": 5, "height": 5}})).await;
    assert_eq!(computer["kind"], "computer");
    let offer = ann.snapshot(&game).await;
    assert_eq!((&offer["creator"], &offer["opponent"]["kind"]), (&ann.card(), &computer["kind"]));
    let mut side = Side::follow(&server, &ann, &game).await;
    side.until(|state| state["phase"] == "playing").await;
    let log = ann.get(&format!("/games/{game}/events")).await.ok();
    let list = ann.get(&format!("/players/{}/games", computer["id"].as_str().unwrap())).await.ok();
    for players in [&log["events"][0]["players"], &list["games"][0]["players"]] {
        assert_eq!((&players["black"], &players["white"]), (&ann.card(), &computer));
    }
    let kind_of = async |id: &Value| {
        let profile = ann.get(&format!("/players/{}", id.as_str().unwrap())).await.ok();
        profile["player"]["kind"].clone()
    };
    assert_eq!(kind_of(&computer["id"]).await, "computer");
    assert_eq!(kind_of(&ann.card()["id"]).await, "guest");
    assert_eq!(ann.get("/me").await.ok()["player"]["kind"], "guest");
    let program = ann.with_token(&["read"]).await;
    assert_eq!(program.get("/me").await.ok()["player"]["kind"], "guest");
}

async fn it_plays_a_whole_game(database: Database) {
    let server = Server::with_options(database, &["--house-pause", "0"]).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let clock = json!({"system": "fischer", "main": 600_000, "increment": 10_000});
    let wish = json!({"board": {"width": 5, "height": 5}, "rules": "japanese", "clock": clock});
    let (computer, game) = offered(&ann, 1, wish).await;
    let mut side = Side::follow(&server, &ann, &game).await;
    side.until(|state| state["phase"] == "playing").await;
    assert_eq!(ann.snapshot(&game).await["players"]["white"], computer);

    // It is there from the beginning, and answers each move with a legal one.
    side.send(json!({"type": "play", "at": "C3"})).await;
    side.until(|state| state["to_move"] == "black").await;
    assert_eq!(ann.look(&game).await["presence"]["white"]["here"], true);
    // Where it plays depends on the game's id.
    let taken = ann.snapshot(&game).await["moves"][1]["at"].clone();
    let free = if taken == "B2" { "D4" } else { "B2" };
    side.send(json!({"type": "play", "at": free})).await;
    side.until(|state| state["to_move"] == "black").await;

    // It lets the opponent take back.
    let before = ann.snapshot(&game).await["moves"].as_array().unwrap().len();
    side.send(json!({"type": "undo"})).await;
    side.until(|state| state["undo"].is_null()).await;
    assert_eq!(ann.snapshot(&game).await["moves"].as_array().unwrap().len(), before - 2);

    // Whoever only passes lets it play as long as it likes.
    while side.state["phase"] == "playing" {
        side.send(json!({"type": "pass", "confirm": true})).await;
        side.until(|state| state["to_move"] != "white").await;
    }
    if side.state["phase"] == "scoring" {
        side.until(|state| state["scoring"]["accepted"]["white"] == true).await;
        let version = side.state["scoring"]["version"].clone();
        side.socket.accepted(&game, json!({"type": "accept", "id": "agreed", "version": version})).await;
        side.until(|state| state["phase"] == "finished").await;
    }
    assert!(side.state["result"]["winner"].is_string(), "{}", side.state["result"]);
}

/// Its moves come 400 ms after what they answer at the earliest.
async fn it_takes_its_time(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let (_, game) = offered(&ann, 1, json!({"board": {"width": 5, "height": 5}})).await;
    let mut side = Side::follow(&server, &ann, &game).await;
    side.until(|state| state["phase"] == "playing").await;
    for command in [json!({"type": "play", "at": "C3"}), json!({"type": "pass", "confirm": true})] {
        side.send(command).await;
        side.until(|state| state["to_move"] == "black").await;
    }
    let log = ann.get(&format!("/games/{game}/events")).await.ok();
    let events = log["events"].as_array().unwrap();
    let at = |number: usize| events[number]["at"].as_i64().unwrap();
    // The game begins with the computer sitting down; then come two moves of each side.
    assert_eq!(events.len(), 5, "{log}");
    for answer in [2, 4] {
        assert_eq!(events[answer]["actor"], "tengen0000000001");
        assert!(at(answer) - at(answer - 1) >= 400, "{log}");
    }
}

/// While an answer waits in one game, the only thread that thinks is there for the others.
async fn it_waits_in_each_game_for_itself(database: Database) {
    let server = Server::with_options(database, &["--house-pause", "60000"]).await;
    let ann = Visitor::guest(&server, "Ann").await;
    for _ in 0..2 {
        let (_, game) = offered(&ann, 1, json!({"board": {"width": 5, "height": 5}})).await;
        let mut side = Side::follow(&server, &ann, &game).await;
        side.until(|state| state["phase"] == "playing").await;
        side.send(json!({"type": "play", "at": "C3"})).await;
        // Nothing but moves waits: it lets its opponent take back at once.
        side.send(json!({"type": "undo"})).await;
        side.until(|state| state["undo"].is_null() && state["to_move"] == "black").await;
        side.send(json!({"type": "play", "at": "C3"})).await;
        assert_eq!(side.state["to_move"], "white");
    }
}

/// A resignation that waits for its time is forgotten with the move that it answers.
async fn it_does_not_resign_a_move_that_is_taken_back(database: Database) {
    const PAUSE: u64 = 500;
    let server = Server::with_options(database, &["--house-pause", &PAUSE.to_string()]).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let hopeless = json!({"board": {"width": 5, "height": 5}, "komi": -60, "rules": "chinese"});
    let (_, game) = offered(&ann, 1, hopeless).await;
    let mut side = Side::follow(&server, &ann, &game).await;
    side.until(|state| state["phase"] == "playing").await;
    loop {
        // It resigns as soon as some moves have been made.
        let at = a_legal_point(&ann.snapshot(&game).await);
        side.send(json!({"type": "play", "at": at})).await;
        side.send(json!({"type": "undo"})).await;
        side.until(|state| state["undo"].is_null()).await;
        let reason = "a resignation would come when the pause of the computer is over";
        pause(Duration::from_millis(2 * PAUSE), reason).await;
        assert_eq!(
            ann.snapshot(&game).await["phase"],
            "playing",
            "it resigned, though the move was taken back"
        );
        side.send(json!({"type": "play", "at": at})).await;
        side.until(|state| state["to_move"] != "white").await;
        if side.state["phase"] == "finished" {
            break;
        }
    }
    assert_eq!(side.state["result"]["text"], "B+R");
}

/// A point of 5x5 where the player to move may play.
fn a_legal_point(snapshot: &Value) -> String {
    let stones = snapshot["stones"].as_str().unwrap();
    let illegal = snapshot["illegal"].as_array().unwrap();
    let vertices = stones
        .char_indices()
        .filter(|(_, stone)| *stone == '.')
        .map(|(point, _)| format!("{}{}", ["A", "B", "C", "D", "E"][point % 5], 5 - point / 5));
    let mut legal = vertices.filter(|vertex| illegal.iter().all(|point| point["at"] != vertex.as_str()));
    legal.next().unwrap()
}

async fn it_goes_on_after_a_crash(database: Database) {
    let mut server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let (_, game) = offered(&ann, 3, json!({"board": {"width": 9, "height": 9}})).await;
    let mut side = Side::follow(&server, &ann, &game).await;
    side.until(|state| state["to_move"] == "black").await;
    side.send(json!({"type": "play", "at": "E5"})).await;
    // It thinks for a while at this level, and finds the game again in the table.
    server.kill().await;
    server.start_again().await;
    let mut side = Side::follow(&server, &ann, &game).await;
    side.until(|state| state["to_move"] == "black").await;
    assert_eq!(ann.snapshot(&game).await["moves"].as_array().unwrap().len(), 2);
}

/// A turn of the computer that the first of two servers has taken, and does not answer for a minute.
struct Taken {
    first: Server,
    second: Server,
    ann: Visitor,
    game: String,
    connection: PgConnection,
}

impl Taken {
    async fn new() -> Self {
        let first = Server::with_options(Database::Postgres, &["--house-pause", "60000"]).await;
        let connection = PgConnection::connect(first.data().database_url().unwrap()).await.unwrap();
        let second = Server::on(first.data().clone(), "127.0.0.1:0".parse().unwrap(), &[]).await;
        let ann = Visitor::guest(&first, "Ann").await;
        // At last: from here on a minute passes.
        let game = Self::turn(&first, &ann).await;
        Self { first, second, ann, game, connection }
    }

    /// A game in which the computer has the turn, and this server has taken it.
    async fn turn(server: &Server, ann: &Visitor) -> String {
        let (_, game) = offered(ann, 1, json!({"board": {"width": 5, "height": 5}})).await;
        let mut side = Side::follow(server, ann, &game).await;
        side.until(|state| state["phase"] == "playing").await;
        side.send(json!({"type": "play", "at": "C3"})).await;
        game
    }

    async fn number(connection: &mut PgConnection, query: String) -> i64 {
        sqlx::query_scalar(AssertSqlSafe(query)).fetch_one(connection).await.unwrap()
    }
}

/// A server that has taken a turn dies before its answer, and the other one sees to what it has left.
async fn another_server_takes_the_turns_of_one_that_has_died() {
    let Taken { mut first, second, ann, game, mut connection } = Taken::new().await;
    first.kill().await;
    sqlx::query("UPDATE jobs SET lease = lease + 600000").execute(&mut connection).await.unwrap();
    let mut side = Side::follow(&second, &ann.at(&second), &game).await;
    side.until(|state| state["to_move"] == "black").await;
    assert_eq!(Taken::number(&mut connection, "SELECT count(*) FROM jobs".to_owned()).await, 0);
}

/// A process has taken a turn of which no server knows that it has died.
async fn another_server_takes_a_turn_when_its_lease_has_ended() {
    let Taken { mut first, second, ann, game, mut connection } = Taken::new().await;
    let others = [Taken::turn(&first, &ann).await, Taken::turn(&first, &ann).await];
    sqlx::query("UPDATE jobs SET holder = 42, lease = lease + 600000")
        .execute(&mut connection)
        .await
        .unwrap();
    first.kill().await;
    let ann = ann.at(&second);
    let mut side = Side::follow(&second, &ann, &game).await;
    // It looks at the jobs at least twice: each time it finds another turn whose lease has ended.
    for other in &others {
        let end = sqlx::query("UPDATE jobs SET lease = 0 WHERE key = $1").bind(other);
        end.execute(&mut connection).await.unwrap();
        until(async || ann.snapshot(other).await["to_move"] == "black").await;
    }
    assert_eq!(ann.snapshot(&game).await["to_move"], "white");
    sqlx::query("UPDATE jobs SET lease = 0").execute(&mut connection).await.unwrap();
    side.until(|state| state["to_move"] == "black").await;
    assert_eq!(Taken::number(&mut connection, "SELECT count(*) FROM jobs".to_owned()).await, 0);
}

async fn a_server_that_stops_gives_its_turns_back() {
    let Taken { mut first, second, ann, game, mut connection } = Taken::new().await;
    let holder =
        Taken::number(&mut connection, "SELECT holder FROM jobs WHERE kind = 'turn'".to_owned()).await;
    first.stop().await;
    let left = format!("SELECT count(*) FROM jobs WHERE holder = {holder}");
    assert_eq!(Taken::number(&mut connection, left).await, 0);
    let mut side = Side::follow(&second, &ann.at(&second), &game).await;
    side.until(|state| state["to_move"] == "black").await;
}

/// Its clock stands at an earlier time than the game, as after a restart on a machine whose clock was wrong.
async fn it_moves_though_the_clock_was_put_back(database: Database) {
    let by_hand = ServerByHand::start(database).await;
    let ann = Visitor::guest(&by_hand.server, "Ann").await;
    let (_, game) = offered(&ann, 1, json!({"board": {"width": 5, "height": 5}})).await;
    let mut side = Side::follow(&by_hand.server, &ann, &game).await;
    side.until(|state| state["phase"] == "playing").await;
    by_hand.put_back(3_600_000);
    side.send(json!({"type": "play", "at": "C3"})).await;
    until(async || {
        by_hand.pass(Duration::from_millis(100)).await;
        ann.snapshot(&game).await["to_move"] == "black"
    })
    .await;
}

async fn it_stays_away_where_the_operator_says_so() {
    let data = Data::new(Database::Sqlite).await;
    let server = Server::on(data, "127.0.0.1:0".parse().unwrap(), &["--house-threads", "0"]).await;
    let ann = Visitor::guest(&server, "Ann").await;
    assert_eq!(ann.get("/house").await.ok(), json!({"players": []}));
    ann.post("/games", json!({"opponent": "tengen0000000001"})).await.refused(404, "no_such_player");
}
