//! Too many requests that are fine by themselves. Clients on this machine are held to the limits for once.

use std::time::Duration;

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use tengen_testbed::{found, pause, until};
use tokio_tungstenite::tungstenite;

use crate::rest::{Answer, Visitor, the_game};
use crate::server::{Database, Server, on_both_databases, on_sqlite_and_long_on_postgres};
use crate::socket::{self, Socket};
use crate::table::Table;

on_both_databases! {
    too_many_bytes_of_records
    no_room_for_records
    no_room_for_shown_trees
}

on_sqlite_and_long_on_postgres! {
    too_many_requests
    too_many_guests_and_games
    too_many_frames
    too_many_connections
    too_many_subscriptions
    pages_of_games_cost_more
    too_many_records
    too_many_records_are_being_sent
}

/// The rows of the table that need a server of their own: name, status, code.
pub(super) const ROWS: [(&str, u16, &str); 13] = [
    ("too many requests", 429, "too_many_requests"),
    ("too many guests", 429, "too_many_requests"),
    ("too many games", 429, "too_many_requests"),
    ("too many frames", 429, "too_many_requests"),
    ("too many sockets", 429, "too_many_requests"),
    ("too many streams", 429, "too_many_requests"),
    ("too many subscriptions", 429, "too_many_subscriptions"),
    ("too many files of records", 429, "too_many_requests"),
    ("too many records", 409, "too_many_records"),
    ("too many bytes of records", 429, "too_many_requests"),
    ("no room for records", 507, "records_full"),
    ("no room for shown trees", 507, "shares_full"),
    ("too many records that are being sent", 429, "too_many_requests"),
];

fn expected(name: &str) -> (u16, &'static str) {
    ROWS.iter().find(|row| row.0 == name).map(|row| (row.1, row.2)).unwrap()
}

/// Why a limit by the second has to be waited for.
const FILLS: &str = "the quota fills by one request a second";

/// The answer says in two ways after which time it is worth to ask again; the answer here is that in seconds.
fn check(name: &str, answer: &Answer) -> u64 {
    let (status, code) = expected(name);
    let params = answer.refused(status, code);
    let seconds: u64 =
        answer.header("retry-after").parse().unwrap_or_else(|_| panic!("{name}: {:?}", answer.headers));
    assert!(seconds > 0 && params["retry_after_ms"].as_u64().unwrap() <= seconds * 1_000, "{name}: {params}");
    seconds
}

async fn snapshot_later(visitor: &Visitor, game: &str) -> Value {
    found(async || {
        let answer = visitor.get(&format!("/games/{game}")).await;
        if answer.status == 200 {
            return Some(the_game(answer.json()));
        }
        let seconds = answer.header("retry-after").parse().unwrap();
        pause(Duration::from_secs(seconds), FILLS).await;
        None
    })
    .await
}

async fn too_many_requests(database: Database) {
    let server = Server::with_options(database, &["--limit-loopback", "--requests-per-second", "1"]).await;
    // These are six of the ten requests that may come at once.
    let mut table = Table::new(&server, json!({})).await;
    table.moves("Q16").await;
    let before = table.snapshot().await;
    let pass = json!({"type": "pass", "id": "late", "turn": 1});
    // Enough to find no room, and too quick to wait for any.
    let attempts = join_all((0..40).map(|_| table.black.command(&table.game, pass.clone()))).await;
    let refused: Vec<_> = attempts.iter().filter(|answer| answer.status == 429).collect();
    assert!(!refused.is_empty());
    for answer in refused {
        check("too many requests", answer);
    }
    assert_eq!(snapshot_later(&table.black, &table.game).await, before);
}

async fn too_many_guests_and_games(database: Database) {
    let options = ["--limit-loopback", "--guests-per-minute", "2", "--games-per-minute", "1"];
    let server = Server::with_options(database, &options).await;
    let table = Table::new(&server, json!({})).await;
    let before = table.snapshot().await;
    check("too many guests", &Visitor::stranger(&server).post("/guests", json!({})).await);
    check("too many games", &table.black.post("/games", json!({})).await);
    assert_eq!(table.snapshot().await, before);
    // Games are counted for each player.
    table.white.new_game(json!({})).await;
}

async fn too_many_frames(database: Database) {
    let server = Server::with_options(database, &["--limit-loopback", "--frames-per-second", "1"]).await;
    let table = Table::new(&server, json!({})).await;
    let before = table.snapshot().await;
    let mut socket = Socket::open(&server, &table.black).await;
    for _ in 0..60 {
        socket.send(json!({"type": "unsubscribe_lobby"})).await;
    }
    let problem = socket.next_of("problem").await["problem"].take();
    let (status, code) = expected("too many frames");
    assert_eq!((&problem["status"], &problem["code"]), (&json!(status), &json!(code)));
    assert!(problem["params"]["retry_after_ms"].as_u64().unwrap() > 0, "{problem}");
    // The limit is each socket's own.
    let mut other = Socket::open(&server, &table.black).await;
    assert_eq!(other.subscribe(&table.game).await, before);
}

async fn too_many_connections(database: Database) {
    let server =
        Server::with_options(database, &["--limit-loopback", "--connections-per-address", "4"]).await;
    let table = Table::new(&server, json!({})).await;
    let before = table.snapshot().await;
    let mut sockets = Vec::new();
    for _ in 0..3 {
        sockets.push(Socket::open(&server, &table.black).await);
    }
    let stream = table.black.stream(&table.game, "", "application/x-ndjson").await;
    let refused = match Socket::connect(socket::url(&server)).await {
        Err(tungstenite::Error::Http(response)) => response,
        other => panic!("{other:?}"),
    };
    let body: Value = serde_json::from_slice(refused.body().as_ref().unwrap()).unwrap();
    let (status, code) = expected("too many sockets");
    assert_eq!((refused.status().as_u16(), &body["code"]), (status, &json!(code)));
    assert!(refused.headers().contains_key("retry-after"), "{refused:?}");
    let events = format!("games/{}/events", table.game);
    for path in [&events, "me/stream", "lobby/stream", "top/stream"] {
        let request = table.black.request(Method::GET, &format!("/api/v1/{path}"));
        let request = request.header("accept", "text/event-stream");
        check("too many streams", &Answer::read(request.send().await.unwrap()).await);
    }
    assert_eq!(table.snapshot().await, before);
    drop((sockets, stream));
}

async fn too_many_subscriptions(database: Database) {
    const MOST: usize = 256;
    const AT_ONCE: usize = 16;
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    // A few at a time: on a machine that is busy with others so many requests at once would wait too long for the database.
    let mut made = Vec::new();
    while made.len() <= MOST {
        let few = AT_ONCE.min(MOST + 1 - made.len());
        made.extend(
            join_all((0..few).map(|_| ann.new_game(json!({"board": {"width": 1, "height": 1}})))).await,
        );
    }
    let games: Vec<&str> = made.iter().map(|game| game["id"].as_str().unwrap()).collect();
    let mut socket = Socket::open(&server, &ann).await;
    for game in &games {
        socket.send(json!({"type": "subscribe", "game": game, "since": 0})).await;
    }
    let refused = socket.next_of("problem").await;
    let (status, code) = expected("too many subscriptions");
    assert_eq!((&refused["problem"]["status"], &refused["problem"]["code"]), (&json!(status), &json!(code)));
    assert_eq!(refused["problem"]["params"], json!({"max": MOST}));
    assert_eq!((&refused["game"], &refused["id"]), (&json!(games[MOST]), &Value::Null));
    // Those that were there before go on, and one that ends makes room.
    socket.subscribe_since(games[0], 0).await;
    socket.send(json!({"type": "unsubscribe", "game": games[0]})).await;
    socket.subscribe_since(games[MOST], 0).await;
    assert_eq!(ann.snapshot(games[MOST]).await, made[MOST]);
}

async fn pages_of_games_cost_more(database: Database) {
    let server = Server::with_options(database, &["--limit-loopback", "--requests-per-second", "1"]).await;
    let stranger = Visitor::stranger(&server);
    let ask = async |limit: u32| stranger.get(&format!("/positions?board=9x9&moves=E5&limit={limit}")).await;
    // The first request of the tests asks for the description of the interface as well.
    stranger.get("/rules").await.ok();
    pause(Duration::from_secs(3), FILLS).await;
    // Ten requests may come at once. A page of fifty games is as many, one of five games is two.
    ask(50).await.ok();
    ask(50).await.refused(429, "too_many_requests");
    pause(Duration::from_secs(4), FILLS).await;
    ask(5).await.ok();
    // A slow machine leaves room for more pages of five, and never for one of fifty.
    until(async || {
        let answer = ask(5).await;
        assert!(matches!(answer.status, 200 | 429), "{}: {}", answer.status, answer.text());
        answer.status == 429
    })
    .await;
    ask(50).await.refused(429, "too_many_requests");
    // A page of a list is six at the most.
    let list = async |limit: u32| stranger.get(&format!("/games?limit={limit}")).await;
    pause(Duration::from_secs(12), FILLS).await;
    list(100).await.ok();
    list(100).await.refused(429, "too_many_requests");
    list(4).await.ok();
}

async fn too_many_records(database: Database) {
    let server = Server::with_options(database, &["--limit-loopback", "--games-per-minute", "3"]).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let many = "(;SZ[1])".repeat(500);
    ann.bring(many.as_bytes()).await.ok();
    ann.bring(many.as_bytes()).await.ok();
    let (status, code) = expected("too many records");
    let params = ann.bring(b"(;SZ[1])").await.refused(status, code);
    assert_eq!(params, json!({"max": 1_000, "max_bytes": 64 << 20}));
    check("too many files of records", &ann.bring(b"(;SZ[1])").await);
    // They are counted for each player.
    Visitor::guest(&server, "Ben").await.bring(b"(;SZ[1])").await.ok();
}

async fn too_many_bytes_of_records(database: Database) {
    // The work of reading them counts as well, and is not the matter here.
    let options =
        ["--limit-loopback", "--record-mib-per-hour", "1", "--processor-percent-per-address", "10000"];
    let server = Server::with_options(database, &options).await;
    let file = format!("(;C[{}])", "x".repeat(600_000));
    Visitor::guest(&server, "Ann").await.bring(file.as_bytes()).await.ok();
    // Another guest of the same address finds no more room, but the room that is left is as good as ever.
    let ben = Visitor::guest(&server, "Ben").await;
    let seconds = check("too many bytes of records", &ben.bring(file.as_bytes()).await);
    assert!(seconds > 60, "{seconds}");
    ben.bring(&file.as_bytes()[600_000..]).await.refused(422, "unreadable_record");
    ben.bring(b"(;SZ[1])").await.ok();
}

async fn no_room_for_records(database: Database) {
    let server = Server::with_options(database, &["--max-records-bytes", "2000"]).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    // It is kept as it came, and as a text that says its encoding.
    let file = format!("(;C[{}])", "x".repeat(700));
    ann.bring(file.as_bytes()).await.ok();
    let (status, code) = expected("no room for records");
    assert_eq!(ben.bring(file.as_bytes()).await.refused(status, code), json!({"max_bytes": 2_000}));
    assert_eq!(ben.get("/records").await.ok()["records"], json!([]));
    ben.bring(b"(;SZ[1])").await.ok();
    // Where no records are taken, their content does not matter.
    let server = Server::with_options(database, &["--max-records-bytes", "0"]).await;
    let ann = Visitor::guest(&server, "Ann").await;
    assert_eq!(ann.bring(b"").await.refused(status, code), json!({"max_bytes": 0}));
}

async fn no_room_for_shown_trees(database: Database) {
    let server = Server::with_options(database, &["--max-shares-bytes", "1000"]).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let record = ann.bring(b"(;SZ[9];B[ee])").await.ok()["records"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/records/{record}/variations");
    let write = async |words: String| {
        let changes = json!({"changes": [{"id": "a", "from": {"node": 1}, "words": words}]});
        ann.patch(&path, changes).await.ok();
    };
    let share = async |grows: bool| ann.post(&format!("{path}/share"), json!({"grows": grows})).await;
    write("x".repeat(700)).await;
    // It is stored once.
    for _ in 0..3 {
        assert_eq!(share(false).await.status, 201);
    }
    write("y".repeat(700)).await;
    let (status, code) = expected("no room for shown trees");
    assert_eq!(share(false).await.refused(status, code), json!({"max_bytes": 1_000}));
    assert_eq!(share(true).await.status, 201);
    // What was shown before is stored already.
    write("x".repeat(700)).await;
    assert_eq!(share(false).await.status, 201);
    let server = Server::with_options(database, &["--max-shares-bytes", "0"]).await;
    let table = Table::new(&server, json!({})).await;
    let (game, zoe) = (&table.game, Visitor::guest(&server, "Zoe").await);
    let note = json!({"changes": [{"id": "a", "from": {"move": 0, "event": 1}}]});
    zoe.patch(&format!("/games/{game}/variations"), note).await.ok();
    let shared = zoe.post(&format!("/games/{game}/variations/share"), json!({"grows": false})).await;
    assert_eq!(shared.refused(status, code), json!({"max_bytes": 0}));
}

async fn too_many_records_are_being_sent(database: Database) {
    const MOST: usize = 8;
    // The work of showing so many counts as well, and is not the matter here.
    let options = ["--limit-loopback", "--processor-percent-per-address", "10000"];
    let server = Server::with_options(database, &options).await;
    let ann = Visitor::guest(&server, "Ann").await;
    // Each character becomes six in JSON: more than the system takes while nobody reads.
    let file = format!("(;C[{}])", "\u{1}".repeat(300_000));
    let kept = ann.bring(file.as_bytes()).await.ok();
    let path = format!("/records/{}", kept["records"][0]["id"].as_str().unwrap());
    let mut unread = Vec::new();
    for _ in 0..MOST {
        unread.push(ann.open(&path, "application/json").await);
    }
    let tag = unread[0].headers()["etag"].clone();
    check("too many records that are being sent", &ann.get(&path).await);
    check("too many records that are being sent", &ann.get(&format!("{path}/sgf")).await);
    // A reader who has it need not wait, and an answer that is let go makes room.
    let known = ann.request(Method::GET, &format!("/api/v1{path}")).header("if-none-match", tag);
    assert_eq!(known.send().await.unwrap().status(), 304);
    unread.clear();
    let whole = found(async || {
        let answer = ann.get(&path).await;
        if answer.status == 200 {
            return Some(answer.json());
        }
        check("too many records that are being sent", &answer);
        None
    })
    .await;
    assert_eq!(whole["nodes"][0]["comment"].as_str().unwrap().len(), 300_000);
}
