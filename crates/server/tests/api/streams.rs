//! Streams of games: of a player's own, of the lobby, of the top. Each goes on from a number.

use reqwest::Method;
use reqwest::header::ACCEPT;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

use crate::rest::{Answer, Visitor};
use crate::server::{Database, Server, on_both_databases};
use crate::socket::Socket;
use crate::stream::{NDJSON, Reader, SSE};
use crate::table::Table;

on_both_databases! {
    own_games_are_told_as_they_happen
    own_games_go_on_from_a_number_over_a_restart
    more_own_games_than_one_line_has
    own_games_over_the_socket
    a_delay_holds_for_others_alone
    the_lobby_goes_on_from_a_number
    the_top_shows_each_position
    a_silent_stream_gives_signs_of_life
    bad_numbers_and_strangers_are_refused
}

/// The games that a reader of a player's own games knows.
#[derive(Debug, Default, Clone, PartialEq)]
struct Known(BTreeMap<String, Value>);

impl Known {
    /// Takes a line up as a client does. Answers whether there was anything new in it.
    fn take(&mut self, line: &Value) -> bool {
        let mut news = false;
        let games = match line["games"].as_array() {
            Some(games) => games.clone(),
            None => vec![line["game"].clone()],
        };
        for game in games {
            let id = game["id"].as_str().unwrap().to_owned();
            news |= self.0.insert(id, game.clone()).is_none_or(|known| known["seq"] != game["seq"]);
        }
        news
    }
}

fn kind(line: &Value) -> &str {
    line["type"].as_str().unwrap()
}

fn seq(line: &Value) -> i64 {
    line["seq"].as_i64().unwrap()
}

/// The type of the next line, and the phase of its game.
async fn next(stream: &mut Reader) -> (String, String, Value) {
    let line = stream.line().await.unwrap();
    (kind(&line).to_owned(), line["game"]["phase"].as_str().unwrap_or_default().to_owned(), line)
}

async fn own(player: &Visitor, query: &str) -> Reader {
    Reader::new(player.open(&format!("/me/stream{query}"), NDJSON).await)
}

async fn own_games_are_told_as_they_happen(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let waiting = ann.new_game(json!({"private": true})).await;
    let mut mine = own(&ann, "").await;
    let mut his = own(&ben.with_token(&["read"]).await, "").await;
    let whole = mine.line().await.unwrap();
    assert_eq!(
        (kind(&whole), &whole["more"], &whole["games"][0]["id"]),
        ("games", &json!(false), &waiting["id"])
    );
    assert_eq!(his.line().await.unwrap()["games"], json!([]));

    // An offer that is declined, one that is taken back, and one that is taken up.
    let mut numbers = vec![seq(&whole)];
    let wish = json!({"opponent": ben.id, "color": "black", "board": {"width": 9, "height": 9}});
    for (by, ends) in [(&ben, "declined"), (&ann, "withdrawn")] {
        let made = ann.new_game(wish.clone()).await;
        let (told, _, line) = next(&mut his).await;
        assert_eq!((told.as_str(), &line["game"]["settings"]["opponent"]), ("offered", &json!(ben.id)));
        assert_eq!(line["game"]["creator"], ann.card());
        let abort = json!({"type": "abort", "id": "no"});
        by.command(made["id"].as_str().unwrap(), abort).await.ok();
        let (told, phase, line) = next(&mut mine).await;
        assert_eq!((told.as_str(), phase.as_str()), ("opened", "open"));
        numbers.push(seq(&line));
        for stream in [&mut mine, &mut his] {
            let (told, phase, line) = next(stream).await;
            assert_eq!((told.as_str(), phase.as_str()), (ends, "finished"));
            assert_eq!(line["game"]["result"]["text"], "Void");
        }
    }
    let mut table = Table::between(ann, ben, wish).await;
    assert_eq!(next(&mut mine).await.0, "opened");
    assert_eq!(next(&mut his).await.0, "offered");
    table.moves("E5 C3").await;
    table.does("black", json!({"type": "resign"})).await.ok();
    for stream in [&mut mine, &mut his] {
        for (expected, moves) in [("started", 0), ("changed", 1), ("changed", 2), ("finished", 2)] {
            let (told, _, line) = next(stream).await;
            assert_eq!((told.as_str(), &line["game"]["move_count"]), (expected, &json!(moves)));
            numbers.push(seq(&line));
        }
    }
    assert!(numbers[..7].is_sorted_by(|one, other| one < other), "{numbers:?}");
}

/// Reads on until exactly these games are news, each of this type. What was told shortly before the number may be told
/// again, as it was.
async fn news(
    stream: &mut Reader,
    known: &mut Known,
    mut number: i64,
    expected: &[(&String, &str)],
) -> Value {
    let mut told = BTreeMap::new();
    loop {
        let line = stream.line().await.unwrap();
        assert!(seq(&line) > number, "{line} after {number}");
        number = seq(&line);
        if known.take(&line) {
            let again = told.insert(line["game"]["id"].as_str().unwrap().to_owned(), kind(&line).to_owned());
            assert_eq!(again, None, "told twice: {line}");
        }
        if told.len() == expected.len() {
            let expected = expected.iter().map(|(game, kind)| ((*game).clone(), (*kind).to_owned()));
            assert_eq!(told, expected.collect());
            return line;
        }
    }
}

async fn own_games_go_on_from_a_number_over_a_restart(database: Database) {
    let mut server = Server::start(database).await;
    let mut live = Table::new(&server, json!({"board": {"width": 9, "height": 9}})).await;
    let (ann, ben) = (live.black.clone(), live.white.clone());
    let mut over = Table::between(ann.clone(), ben.clone(), json!({})).await;
    let _quiet = Table::between(ann.clone(), ben.clone(), json!({})).await;
    let mut stream = own(&ann, "").await;
    let mut known = Known::default();
    let whole = stream.line().await.unwrap();
    known.take(&whole);
    assert_eq!(known.0.len(), 3);
    live.moves("E5").await;
    let mut last = stream.line().await.unwrap();
    assert!(known.take(&last));
    drop(stream);

    // What happens while nobody listens: a move, an end, a game and an offer.
    live.moves("C3 C7").await;
    over.does("white", json!({"type": "resign"})).await.ok();
    server.kill().await;
    server.start_again().await;
    let offered = ben.new_game(json!({"opponent": ann.id})).await;
    let mut stream = own(&ann, &format!("?since={}", seq(&last))).await;
    let offer = offered["id"].as_str().unwrap();
    let expected = [(&live.game, "changed"), (&over.game, "finished"), (&offer.to_owned(), "offered")];
    last = news(&mut stream, &mut known, seq(&last), &expected).await;
    // Nothing falls between what was read and what happens then.
    live.moves("G3").await;
    last = news(&mut stream, &mut known, seq(&last), &[(&live.game, "changed")]).await;
    assert_eq!(last["game"]["move_count"], 4);
    drop(stream);

    // Once more, without a restart.
    live.moves("G7").await;
    ann.command(offer, json!({"type": "abort", "id": "no"})).await.ok();
    let mut stream = own(&ann, &format!("?since={}", seq(&last))).await;
    let expected = [(&live.game, "changed"), (&offer.to_owned(), "declined")];
    news(&mut stream, &mut known, seq(&last), &expected).await;
    for game in [&live.game, &over.game] {
        let shown = ann.snapshot(game).await;
        assert_eq!((&known.0[game]["seq"], &known.0[game]["phase"]), (&shown["seq"], &shown["phase"]));
    }
    // A number from the future is nobody's.
    let mut stream = own(&ann, "?since=99999999999999").await;
    assert_eq!(next(&mut stream).await.0, "games");
}

async fn more_own_games_than_one_line_has(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let mut all = Vec::new();
    for _ in 0..51 {
        all.push(ann.new_game(json!({})).await["id"].clone());
    }
    let mut messages = Reader::new(ann.open("/me/stream", SSE).await);
    let (first, rest) = (messages.any_message().await.unwrap(), messages.any_message().await.unwrap());
    // Whoever breaks off after the first part begins again.
    assert_eq!((first.0, &first.1["seq"], &first.1["more"]), (None, &json!(0), &json!(true)));
    assert_eq!((rest.0.map(|id| json!(id)), &rest.1["more"]), (Some(rest.1["seq"].clone()), &json!(false)));
    let parts = [&first.1, &rest.1].map(|part| part["games"].as_array().unwrap());
    let told: Vec<Value> = parts.into_iter().flatten().map(|game| game["id"].clone()).collect();
    assert_eq!(told.len(), 51);
    assert!(all.iter().all(|game| told.contains(game)));
    let again = own(&ann, "?since=0").await.line().await.unwrap();
    assert_eq!(again["games"], first.1["games"]);
    drop(messages);

    // All of them end while nobody listens. Each is told once.
    for game in &all {
        let abort = json!({"type": "abort", "id": "no"});
        ann.command(game.as_str().unwrap(), abort).await.ok();
    }
    let (mut stream, mut number) = (own(&ann, &format!("?since={}", rest.1["seq"])).await, seq(&rest.1));
    let mut ended = BTreeSet::new();
    for _ in &all {
        let line = stream.line().await.unwrap();
        assert!(kind(&line) == "withdrawn" && seq(&line) > number, "{line} after {number}");
        assert!(ended.insert(line["game"]["id"].to_string()), "told twice: {line}");
        number = seq(&line);
    }
    assert_eq!(ended, all.iter().map(ToString::to_string).collect());
}

async fn own_games_over_the_socket(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let mut socket = Socket::open(&server, &ann).await;
    socket.send(json!({"type": "subscribe_mine"})).await;
    let first = socket.next_of("mine").await["line"].take();
    assert_eq!((kind(&first), &first["games"]), ("games", &json!([])));
    let made = ben.new_game(json!({"opponent": ann.id})).await;
    let offered = socket.next_of("mine").await["line"].take();
    assert_eq!((kind(&offered), &offered["game"]["id"]), ("offered", &made["id"]));
    socket.send(json!({"type": "unsubscribe_mine"})).await;
    let abort = json!({"type": "abort", "id": "no"});
    socket.accepted(made["id"].as_str().unwrap(), abort).await;
    socket.send(json!({"type": "subscribe_mine", "since": seq(&offered)})).await;
    // The offer may be told again; then comes what is new. All that is told is of one game.
    let declined = socket.next_where(|frame| frame["line"]["type"] == "declined").await;
    assert_eq!(declined["line"]["game"]["id"], made["id"]);

    let mut stranger = Socket::open(&server, &Visitor::stranger(&server)).await;
    stranger.send(json!({"type": "subscribe_mine"})).await;
    assert_eq!(stranger.next_of("problem").await["problem"]["code"], "unauthenticated");
    let mut player = Socket::open(&server, &ann.with_token(&["play"]).await).await;
    player.send(json!({"type": "subscribe_mine"})).await;
    assert_eq!(player.next_of("problem").await["problem"]["params"], json!({"scope": "read"}));
}

async fn a_delay_holds_for_others_alone(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({"delay": 3_600_000})).await;
    let mut mine = own(&table.black, "").await;
    let mut top = Reader::new(Visitor::stranger(&server).open("/top/stream", NDJSON).await);
    mine.line().await.unwrap();
    table.moves("Q16").await;
    let line = mine.line().await.unwrap();
    assert_eq!((&line["game"]["move_count"], &line["game"]["last_move"]), (&json!(1), &json!("Q16")));
    // Whoever comes later reads the same.
    let whole = own(&table.white, "").await.line().await.unwrap();
    assert_eq!(whole["games"][0], line["game"]);
    // Everybody else knows that they play.
    loop {
        let line = top.line().await.unwrap();
        if let Some(game) = line["games"].as_array().unwrap().first() {
            assert_eq!((&game["id"], &game["move_count"]), (&json!(table.game), &json!(0)));
            break;
        }
    }
}

/// The lobby as a reader of its stream knows it.
fn take_lobby(known: &mut Known, line: &Value) {
    if kind(line) == "lobby" {
        known.0.clear();
    }
    known.take(line);
    for gone in line["removed"].as_array().into_iter().flatten() {
        known.0.remove(gone.as_str().unwrap());
    }
}

async fn the_lobby_goes_on_from_a_number(database: Database) {
    let mut server = Server::start(database).await;
    let visitor = Visitor::stranger(&server);
    let ann = Visitor::guest(&server, "Ann").await;
    let mut stream = Reader::new(visitor.open("/lobby/stream", SSE).await);
    let (mut known, mut last) = (Known::default(), Value::Null);
    let mut table = Table::new(&server, json!({})).await;
    table.moves("Q16").await;
    let off = ann.new_game(json!({})).await;
    let knows = |known: &Known, moves: u64, count: usize| {
        known.0.len() == count && known.0.get(&table.game).is_some_and(|game| game["move_count"] == moves)
    };
    while !knows(&known, 1, 2) {
        let (id, line) = stream.message().await.unwrap();
        assert_eq!(json!(id), line["seq"]);
        take_lobby(&mut known, &line);
        last = line;
    }
    drop(stream);

    // Missed: a move, a new game, and one that goes.
    let new = ann.new_game(json!({"komi": 0.5})).await;
    ann.command(off["id"].as_str().unwrap(), json!({"type": "abort", "id": "no"})).await.ok();
    let turn = json!({"type": "play", "id": "m", "turn": 1, "at": "D4"});
    table.white.command(&table.game, turn).await.ok();
    let mut seen = last;
    let request = visitor.request(Method::GET, "/api/v1/lobby/stream");
    let request = request.header(ACCEPT, SSE).header("last-event-id", seen["seq"].to_string());
    let mut stream = Reader::new(request.send().await.unwrap());
    while !(knows(&known, 2, 2) && known.0.contains_key(new["id"].as_str().unwrap())) {
        let (_, line) = stream.message().await.unwrap();
        assert_eq!(kind(&line), "lobby_update");
        assert!(line["seq"].as_u64() > seen["seq"].as_u64());
        take_lobby(&mut known, &line);
        seen = line;
    }
    // One line leads from any number of this process to the same; and without one there is all of it.
    let all = visitor.get("/lobby").await.ok();
    assert_eq!((kind(&all), &all["seq"], all["games"].as_array().unwrap().len()), ("lobby", &seen["seq"], 2));
    assert!(
        all["games"].as_array().unwrap().iter().all(|game| known.0[game["id"].as_str().unwrap()] == *game)
    );
    // Nothing has happened since, so nothing comes before the next change.
    let mut late = Reader::new(visitor.open(&format!("/lobby/stream?since={}", seen["seq"]), NDJSON).await);
    ann.command(new["id"].as_str().unwrap(), json!({"type": "abort", "id": "no"})).await.ok();
    assert_eq!(late.line().await.unwrap()["removed"], json!([new["id"]]));

    // A server that stops ends its streams. Another process has other numbers.
    assert!(server.stop().await.success());
    assert_eq!(late.line().await, None);
    server.start_again().await;
    let path = format!("/lobby/stream?since={}", seen["seq"]);
    let line = Reader::new(visitor.open(&path, NDJSON).await).line().await.unwrap();
    assert_eq!((kind(&line), &line["games"][0]["id"]), ("lobby", &json!(table.game)));
}

async fn the_top_shows_each_position(database: Database) {
    let server = Server::start(database).await;
    let visitor = Visitor::stranger(&server);
    let mut first = Table::new(&server, json!({})).await;
    first.moves("Q16 D4 Q4").await;
    let second = Table::new(&server, json!({})).await;
    let hidden = Table::new(&server, json!({"private": true})).await;
    let mut looks = Socket::open(&server, &visitor).await;
    looks.subscribe(&hidden.game).await;
    let mut stream = Reader::new(visitor.open("/top/stream", NDJSON).await);
    // By moves, as long as nobody watches.
    let order = |ids: &[&str]| json!(ids);
    let mut told = Vec::new();
    let mut seen = loop {
        let line = stream.line().await.unwrap();
        let ids = match kind(&line) {
            "top" => json!(
                line["games"].as_array().unwrap().iter().map(|game| game["id"].clone()).collect::<Vec<_>>()
            ),
            _ => line["order"].clone(),
        };
        told.push(ids.clone());
        if ids == order(&[&first.game, &second.game]) {
            break line;
        }
    };
    // Each position is told.
    for (number, at) in ["D16", "C3", "R14"].iter().enumerate() {
        first.moves(at).await;
        seen = stream.line().await.unwrap();
        let games = seen["games"].as_array().unwrap();
        assert_eq!(
            (kind(&seen), games.len(), &games[0]["move_count"]),
            ("top_update", 1, &json!(number + 4))
        );
        assert_eq!((&games[0]["last_move"], &games[0]["watching"]), (&json!(at), &json!(0)));
    }
    // Whoever is watched is first.
    looks.subscribe(&second.game).await;
    let line = stream.line().await.unwrap();
    assert_eq!(line["order"], order(&[&second.game, &first.game]));
    assert_eq!((&line["games"][0]["id"], &line["games"][0]["watching"]), (&json!(second.game), &json!(1)));
    let all = visitor.get("/top").await.ok();
    assert_eq!((kind(&all), &all["seq"], &all["games"][0]["id"]), ("top", &line["seq"], &json!(second.game)));
    drop(stream);

    // What was missed comes as one line.
    first.moves("O3 F17").await;
    let mut stream = Reader::new(visitor.open(&format!("/top/stream?since={}", seen["seq"]), NDJSON).await);
    let line = stream.line().await.unwrap();
    assert_eq!((kind(&line), &line["order"]), ("top_update", &order(&[&second.game, &first.game])));
    let moves: BTreeMap<&str, &Value> = line["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| (game["id"].as_str().unwrap(), &game["move_count"]))
        .collect();
    assert_eq!(moves, BTreeMap::from([(first.game.as_str(), &json!(8)), (second.game.as_str(), &json!(0))]));
    // A game that is over is gone at once.
    first.does("black", json!({"type": "resign"})).await.ok();
    let line = stream.line().await.unwrap();
    assert_eq!((&line["order"], &line["games"]), (&order(&[&second.game]), &json!([])));
    let other = Reader::new(visitor.open("/top/stream?since=7", NDJSON).await).line().await.unwrap();
    assert_eq!(kind(&other), "top");
}

async fn a_silent_stream_gives_signs_of_life(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({"private": true})).await;
    let events = format!("/games/{}/events?since=1", table.game);
    let mut streams = Vec::new();
    for path in ["/me/stream", "/lobby/stream", "/top/stream", &events] {
        for media_type in [NDJSON, SSE] {
            let mut stream = Reader::new(table.black.open(path, media_type).await);
            if path != events {
                stream.next(media_type).await.unwrap();
            }
            streams.push((path, media_type, stream));
        }
    }
    for (path, media_type, stream) in &mut streams {
        stream.heartbeat(media_type).await;
        assert_eq!(stream.heartbeats, 1, "{path}, {media_type}");
    }
    // And they go on.
    table.moves("Q16").await;
    for (path, media_type, stream) in &mut streams {
        if path.starts_with("/me") || *path == events {
            stream.next(media_type).await.unwrap();
        }
    }
}

async fn bad_numbers_and_strangers_are_refused(database: Database) {
    let server = Server::start(database).await;
    let (stranger, ann) = (Visitor::stranger(&server), Visitor::guest(&server, "Ann").await);
    stranger.get("/me/stream").await.refused(401, "unauthenticated");
    let player = ann.with_token(&["play"]).await;
    assert_eq!(player.get("/me/stream").await.refused(403, "insufficient_scope"), json!({"scope": "read"}));
    for path in ["/me/stream", "/lobby/stream", "/top/stream"] {
        for query in ["?since=x", "?since=1.5", "?from=1", "?since=1&since=2"] {
            ann.get(&format!("{path}{query}")).await.refused(400, "malformed");
        }
        let request = ann.request(Method::GET, &format!("/api/v1{path}")).header("last-event-id", "x");
        Answer::read(request.send().await.unwrap()).await.refused(400, "malformed");
        ann.post(path, json!({})).await.refused(405, "method_not_allowed");
    }
}

/// Two servers on one Postgres: what happens at one shows at the other within some seconds.
#[tokio::test(flavor = "multi_thread")]
async fn streams_show_what_another_server_does() {
    let here = Server::start(Database::Postgres).await;
    let there = Server::on(here.data().clone(), "127.0.0.1:0".parse().unwrap(), &[]).await;
    let (ann, ben) = (Visitor::guest(&here, "Ann").await, Visitor::guest(&here, "Ben").await);
    let visitor = Visitor::stranger(&there);
    let mut mine = own(&ben.at(&there), "").await;
    let mut lobby = Reader::new(visitor.open("/lobby/stream", NDJSON).await);
    let mut top = Reader::new(visitor.open("/top/stream", NDJSON).await);
    let mut number = seq(&mine.line().await.unwrap());
    let mut known = Known::default();

    let offer = ann.new_game(json!({"opponent": ben.id, "color": "black"})).await;
    let game = offer["id"].as_str().unwrap().to_owned();
    number = seq(&news(&mut mine, &mut known, number, &[(&game, "offered")]).await);
    ben.join(&game).await.ok();
    number = seq(&news(&mut mine, &mut known, number, &[(&game, "started")]).await);
    ann.command(&game, json!({"type": "play", "id": "1", "turn": 0, "at": "Q16"})).await.ok();
    number = seq(&news(&mut mine, &mut known, number, &[(&game, "changed")]).await);
    let shows = |line: &Value, moves: u64| {
        line["games"]
            .as_array()
            .unwrap()
            .iter()
            .any(|shown| shown["id"] == game && shown["move_count"] == moves)
    };
    for stream in [&mut lobby, &mut top] {
        while !shows(&stream.line().await.unwrap(), 1) {}
    }
    // A number means the same at the first server.
    ben.command(&game, json!({"type": "resign", "id": "2"})).await.ok();
    let mut mine_here = own(&ben, &format!("?since={number}")).await;
    news(&mut mine_here, &mut known.clone(), number, &[(&game, "finished")]).await;
    news(&mut mine, &mut known, number, &[(&game, "finished")]).await;
    while lobby.line().await.unwrap()["removed"] != json!([game]) {}
    while top.line().await.unwrap()["order"] != json!([]) {}
}
