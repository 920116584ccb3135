//! A player's own games.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};

use crate::queries::queries_each;
use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases, once};
use crate::socket::Socket;
use crate::stream::{NDJSON, Reader, SSE};
use crate::table::Table;

use super::{Known, kind, news, next, own, seq};

on_both_databases! {
    own_games_are_told_as_they_happen
    own_games_go_on_from_a_number_over_a_restart
    more_own_games_than_one_line_has
    own_games_over_the_socket
    a_game_that_is_left_out_is_not_told
    a_delay_holds_for_others_alone
}

once! {
    a_game_is_shown_while_the_own_games_are_read
    own_games_are_read_together
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
        let abort = json!({"type": "abort", "id": "no", "reason": "komi"});
        by.command(made["id"].as_str().unwrap(), abort).await.ok();
        let (told, phase, line) = next(&mut mine).await;
        assert_eq!((told.as_str(), phase.as_str()), ("opened", "open"));
        numbers.push(seq(&line));
        let reason = if ends == "declined" { json!("komi") } else { Value::Null };
        for stream in [&mut mine, &mut his] {
            let (told, phase, line) = next(stream).await;
            assert_eq!((told.as_str(), phase.as_str()), (ends, "finished"));
            assert_eq!((&line["game"]["result"]["text"], &line["reason"]), (&json!("Void"), &reason));
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

    // Changes while nobody listens: a move, an end, a game and an offer.
    live.moves("C3 C7").await;
    over.does("white", json!({"type": "resign"})).await.ok();
    server.kill().await;
    server.start_again().await;
    // The time without a server is given back when somebody looks.
    live.seq = live.snapshot().await["seq"].as_u64().unwrap();
    let offered = ben.new_game(json!({"opponent": ann.id})).await;
    let mut stream = own(&ann, &format!("?since={}", seq(&last))).await;
    let offer = offered["id"].as_str().unwrap();
    let expected = [(&live.game, "changed"), (&over.game, "finished"), (&offer.to_owned(), "offered")];
    last = news(&mut stream, &mut known, seq(&last), &expected).await;
    // Nothing falls between the lines that were read and later changes.
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
    // A reader who breaks off after the first part begins again.
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
    // The offer may be told again; then come new changes. All lines are about one game.
    let declined = socket.next_where(|frame| frame["line"]["type"] == "declined").await;
    assert_eq!(declined["line"]["game"]["id"], made["id"]);

    let mut stranger = Socket::open(&server, &Visitor::stranger(&server)).await;
    stranger.send(json!({"type": "subscribe_mine"})).await;
    assert_eq!(stranger.next_of("problem").await["problem"]["code"], "unauthenticated");
    let mut player = Socket::open(&server, &ann.with_token(&["play"]).await).await;
    player.send(json!({"type": "subscribe_mine"})).await;
    assert_eq!(player.next_of("problem").await["problem"]["params"], json!({"scope": "read"}));
}

async fn a_game_that_is_left_out_is_not_told(database: Database) {
    let server = Server::start(database).await;
    let mut open = Table::new(&server, json!({})).await;
    let mut other = Table::between(open.black.clone(), open.white.clone(), json!({})).await;
    let mut page = Socket::open(&server, &open.black).await;
    page.send(json!({"type": "subscribe_mine", "except": open.game})).await;
    let whole = page.next_of("mine").await["line"].take();
    let games = whole["games"].as_array().unwrap();
    let ids: Vec<&Value> = games.iter().map(|game| &game["id"]).collect();
    assert_eq!((ids, &whole["more"]), (vec![&json!(other.game)], &json!(false)));
    // Somebody else of the same player hears of all games.
    let mut home = own(&open.black, "").await;
    home.line().await.unwrap();
    open.moves("Q16 D4").await;
    other.moves("Q16").await;
    let line = page.next().await["line"].take();
    assert_eq!((kind(&line), &line["game"]["id"]), ("changed", &json!(other.game)));
    let told = [home.line().await, home.line().await, home.line().await]
        .map(|line| line.unwrap()["game"]["id"].take());
    assert_eq!(told, [&open.game, &open.game, &other.game].map(|id| json!(id)));
    // Missed changes are told in the same way.
    drop(page);
    open.moves("Q4").await;
    other.moves("D4").await;
    let mut page = Socket::open(&server, &open.black).await;
    page.send(json!({"type": "subscribe_mine", "since": seq(&line), "except": open.game})).await;
    let missed = page.next_where(|frame| frame["line"]["game"]["move_count"] == 2).await;
    assert_eq!(missed["line"]["game"]["id"], json!(other.game));
}

async fn a_game_is_shown_while_the_own_games_are_read() {
    let server = Server::start(Database::Postgres).await;
    let table = Table::new(&server, json!({})).await;
    let mut socket = Socket::open(&server, &table.black).await;
    socket.subscribe(&table.game).await;
    let mut locked = PgConnection::connect(server.data().database_url().unwrap()).await.unwrap();
    let lock = "BEGIN; LOCK TABLE games IN ACCESS EXCLUSIVE MODE";
    sqlx::raw_sql(lock).execute(&mut locked).await.unwrap();
    socket.send(json!({"type": "subscribe_mine"})).await;
    // A page asks for its own games before it asks for the game that it shows.
    assert_eq!(socket.subscribe(&table.game).await["seq"], 1);
    sqlx::raw_sql("ROLLBACK").execute(&mut locked).await.unwrap();
    assert_eq!(socket.next_of("mine").await["line"]["games"][0]["id"], json!(table.game));
}

async fn own_games_are_read_together() {
    const GAMES: usize = 24;
    const READERS: i64 = 200;
    let server = Server::start(Database::Postgres).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    for _ in 0..GAMES {
        Table::between(ann.clone(), ben.clone(), json!({})).await.moves("Q16").await;
    }
    let of_a_reader = queries_each(&server, READERS, async || {
        let line = own(&ann, "").await.line().await.unwrap();
        assert_eq!(line["games"].as_array().unwrap().len(), GAMES);
    });
    let of_a_reader = of_a_reader.await;
    assert!(of_a_reader < 20, "{of_a_reader} queries for one reader");
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
    // A later reader reads the same.
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
