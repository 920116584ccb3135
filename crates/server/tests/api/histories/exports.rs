//! All games of a list in one answer.

use std::io::{Cursor, Read};
use std::time::Duration;

use reqwest::header::{ACCEPT, ACCEPT_ENCODING};
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};
use tengen_testbed::{found, until};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::{NDJSON, SGF, ZIP, get_as, get_with, id, lines, resigned};
use crate::few_connections::waiting;
use crate::member::member;
use crate::metrics::{figures, value};
use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases, once};
use crate::socket::narrow;

on_both_databases! {
    lists_come_whole_as_lines
    lists_come_whole_as_records
    what_is_long_is_compressed_and_streams_are_not
    an_export_is_limited_and_ends_with_its_reader
}

once! {
    an_export_that_is_given_up_counts
    an_export_that_is_given_up_keeps_its_turn_while_the_database_works_for_it
}

/// More games than an export reads at once in any form.
const GAMES: usize = 230;
/// The number of games with which an unread export does not end.
const LONG: usize = 1_200;
/// The exports of one address that go on at once.
const AT_ONCE: usize = 8;
/// The words of the log when the server's patience with somebody who reads nothing ends.
const GIVEN_UP: &str = "a peer takes nothing that is sent to it";
/// How often readers of exports leave at most, until they do so before that patience ends.
const ATTEMPTS: usize = 5;

async fn many_games(server: &Server) -> (Visitor, Vec<String>) {
    let (ann, ben) = (Visitor::guest(server, "Ann").await, Visitor::guest(server, "Ben").await);
    let mut games = Vec::new();
    for number in 0..GAMES {
        if number < GAMES - 60 {
            games.push(id(&ann.new_game(json!({"board": {"width": 7, "height": 7}})).await));
        } else {
            games.push(resigned(&ann, &ben, json!({"board": {"width": 9, "height": 9}}), "E5 pass C3").await);
        }
    }
    games.reverse();
    (ben, games)
}

async fn lists_come_whole_as_lines(database: Database) {
    let server = Server::start(database).await;
    let (ben, mut games) = many_games(&server).await;
    let whole = lines(&get_as(&ben, "/games", NDJSON).await);
    // Games of the same millisecond are in the order of their ids.
    let ids: Vec<_> = whole.iter().map(id).collect();
    assert_eq!(ids.len(), GAMES);
    games.sort();
    assert_eq!(
        {
            let mut sorted = ids.clone();
            sorted.sort();
            sorted
        },
        games
    );
    let first = ben.get("/games?limit=100").await.ok();
    assert_eq!(whole[..100], first["games"].as_array().unwrap()[..]);
    let rest =
        lines(&get_as(&ben, &format!("/games?cursor={}", first["next"].as_str().unwrap()), NDJSON).await);
    assert_eq!(whole[100..], rest[..]);

    let finished = lines(&get_as(&ben, "/games?phase=finished&with=events", NDJSON).await);
    assert_eq!(finished.len(), 60);
    let path = format!("/players/{}/games?opening=E5", ben.id);
    assert_eq!(lines(&get_as(&ben, &path, NDJSON).await).len(), 60);
    for mut game in finished {
        let events = game["events"].take();
        game.as_object_mut().unwrap().remove("events");
        assert_eq!(events, Value::Array(Visitor::stranger(&server).events(&id(&game)).await));
        assert!(whole.contains(&game));
    }
    // A link can not choose a header: the field goes before it.
    let linked = get_as(&ben, "/games?phase=finished&format=ndjson", "text/html").await;
    assert_eq!(lines(&linked), lines(&get_as(&ben, "/games?phase=finished", NDJSON).await));
    for (format, media_type) in [("sgf", SGF), ("zip", ZIP), ("json", "application/json")] {
        let answer = get_as(&ben, &format!("/games?phase=finished&format={format}"), NDJSON).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, media_type));
    }
    assert!(get_as(&ben, "/games?size=25x25", NDJSON).await.text().is_empty());
    get_as(&ben, "/games?limit=5", NDJSON).await.refused(400, "malformed");
    get_as(&ben, "/games?with=events", SGF).await.refused(400, "malformed");
}

async fn lists_come_whole_as_records(database: Database) {
    let server = Server::start(database).await;
    let (ben, games) = many_games(&server).await;
    let collection = get_as(&ben, "/games?phase=finished", SGF).await;
    assert_eq!((collection.status, collection.header("content-type")), (200, SGF));
    assert!(collection.header("content-disposition").contains("tengen-games.sgf"));
    let read = tengen_sgf::Collection::parse(collection.text()).unwrap();
    assert_eq!(read.games().count(), 60);
    let mut expected = String::new();
    for game in games.iter().take(60) {
        expected.push_str(ben.get(&format!("/games/{game}/sgf")).await.text());
        expected.push('\n');
    }
    let sorted = |text: &str| {
        let mut games: Vec<_> =
            text.split("\n(").map(|game| game.trim().trim_start_matches('(').to_owned()).collect();
        games.sort();
        games
    };
    assert_eq!(sorted(collection.text()), sorted(&expected));

    let archive = get_as(&ben, "/games", ZIP).await;
    assert_eq!((archive.status, archive.header("content-type")), (200, ZIP));
    let mut archive = zip::ZipArchive::new(Cursor::new(archive.body)).unwrap();
    assert_eq!(archive.len(), GAMES);
    for game in [&games[0], &games[59], &games[100], &games[GAMES - 1]] {
        let mut text = String::new();
        archive.by_name(&format!("tengen-{game}.sgf")).unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, ben.get(&format!("/games/{game}/sgf")).await.text());
    }
    let empty = get_as(&ben, "/games?size=25x25", ZIP).await;
    assert_eq!(zip::ZipArchive::new(Cursor::new(empty.body)).unwrap().len(), 0);
}

async fn what_is_long_is_compressed_and_streams_are_not(database: Database) {
    let server = Server::start(database).await;
    let (ben, games) = many_games(&server).await;
    let game = format!("/games/{}", games[0]);
    let events = format!("{game}/events");
    for (path, form) in [
        ("/games", "application/json"),
        ("/games", NDJSON),
        ("/games?phase=finished&with=events", NDJSON),
        ("/games?phase=finished", SGF),
        (&game, "application/json"),
        (&game, NDJSON),
        (&game, SGF),
        (&events, "application/json"),
    ] {
        let plain = get_as(&ben, path, form).await;
        assert_eq!(plain.header("content-encoding"), "", "{path}");
        let answer = get_with(&ben, path, &[(ACCEPT, form), (ACCEPT_ENCODING, "br, gzip;q=0.5")]).await;
        assert_eq!((answer.status, answer.header("content-encoding")), (200, "gzip"), "{path} {form}");
        assert!(answer.header("vary").contains("accept-encoding"), "{path}");
        let mut read = Vec::new();
        flate2::read::MultiGzDecoder::new(&answer.body[..]).read_to_end(&mut read).unwrap();
        assert!(answer.body.len() < plain.body.len() || plain.body.len() < 1_000, "{path}");
        if !plain.text().contains("\"now\"") {
            assert_eq!(read, plain.body, "{path} {form}");
        }
        // Its encoder takes so much memory that a few who do not read on would have all of it.
        let answer = get_with(&ben, path, &[(ACCEPT, form), (ACCEPT_ENCODING, "br")]).await;
        assert_eq!((answer.status, answer.header("content-encoding")), (200, ""), "{path} {form}");
    }
    for (path, form) in
        [("/games", ZIP), (&events, NDJSON), (&format!("{events}?since=1"), "text/event-stream")]
    {
        let answer = get_with(&ben, path, &[(ACCEPT, form), (ACCEPT_ENCODING, "gzip, br")]).await;
        assert_eq!((answer.status, answer.header("content-encoding")), (200, ""), "{path} {form}");
    }
}

/// Begins an export and reads nothing of it but its status. None if it is not let in.
async fn unread_export(server: &Server) -> Option<TcpStream> {
    let mut stream = narrow(server.address()).unwrap();
    let request = format!(
        "GET /api/v1/games HTTP/1.1\r\nHost: {}\r\nAccept: {NDJSON}\r\nConnection: close\r\n\r\n",
        server.address()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut status = [0; 12];
    stream.read_exact(&mut status).await.unwrap();
    match &status {
        b"HTTP/1.1 200" => Some(stream),
        b"HTTP/1.1 429" => None,
        other => panic!("{}", String::from_utf8_lossy(other)),
    }
}

async fn an_export_is_limited_and_ends_with_its_reader(database: Database) {
    // Nobody but this machine may have so many open games: more than fits into what the server and the system keep for a
    // slow reader.
    let mut open = Server::with_options(database, &["--games-per-minute", "10000"]).await;
    let ann = Visitor::guest(&open, "Ann").await;
    for _ in 0..LONG {
        ann.new_game(json!({})).await;
    }
    open.stop().await;
    let wide = [
        "--guests-per-minute",
        "--requests-per-second",
        "--games-per-minute",
        "--processor-percent-per-address",
    ];
    let mut options = vec!["--limit-loopback", "--log", "debug"];
    options.extend(wide.into_iter().flat_map(|option| [option, "10000"]));
    let server = Server::on(open.data().clone(), "127.0.0.1:0".parse().unwrap(), &options).await;
    let ben = Visitor::guest(&server, "Ben").await;

    // A slow reader gets the whole list, as it was when the export began.
    let mut slow = unread_export(&server).await.unwrap();
    ben.new_game(json!({})).await;
    let mut rest = Vec::new();
    slow.read_to_end(&mut rest).await.unwrap();
    let text = String::from_utf8(rest).unwrap();
    assert!(text.ends_with("\r\n0\r\n\r\n"), "the export of a slow reader broke off");
    assert_eq!(text.matches("\"phase\":\"").count(), LONG);

    // Other words would never be found in the log.
    assert!(include_str!("../../../src/connections/transport.rs").contains(GIVEN_UP));
    for attempt in 1..=ATTEMPTS {
        if readers_leave(&server, &ben, attempt).await == Ends::WithReaders {
            return;
        }
    }
    panic!("the server's patience ended exports in each of {ATTEMPTS} attempts");
}

/// What ended exports.
#[derive(PartialEq, Eq)]
enum Ends {
    WithReaders,
    /// It may have ended before the readers left, if the machine is slow, or because the server does not see that they do.
    WithPatience,
}

/// Begins as many exports as one address may have, and has their readers leave.
async fn readers_leave(server: &Server, ben: &Visitor, attempt: usize) -> Ends {
    let given_up = || server.log().matches(GIVEN_UP).count();
    let before = given_up();
    let mut unread = Vec::new();
    for _ in 0..AT_ONCE {
        // The one before it may not have ended yet.
        unread.push(found(async || unread_export(server).await).await);
    }
    let one_more = get_as(ben, "/games", NDJSON).await;
    // Pages are no streams, and an unread page keeps nobody else from the database.
    get_as(ben, "/games", "application/json").await.ok();
    ben.new_game(json!({})).await;

    drop(unread);
    // Their exports end, and another one is let in.
    until(async || get_as(ben, "/games?size=25x25", NDJSON).await.status == 200).await;
    // The log comes later than answers do. It is read as far as this request.
    let last = format!("/attempt-{attempt}");
    ben.get_page(&last).await;
    until(async || server.log().contains(&last)).await;
    if given_up() > before {
        return Ends::WithPatience;
    }
    one_more.refused(429, "too_many_requests");
    Ends::WithReaders
}

async fn an_export_that_is_given_up_counts() {
    let server = Server::with_options(Database::Postgres, &["--limit-loopback"]).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    resigned(&ann, &ben, json!({"board": {"width": 9, "height": 9}}), "E5 pass C3").await;
    let mut connection = PgConnection::connect(server.data().database_url().unwrap()).await.unwrap();
    sqlx::raw_sql("BEGIN; LOCK TABLE events IN ACCESS EXCLUSIVE MODE")
        .execute(&mut connection)
        .await
        .unwrap();
    // It waits for the database for longer than an address may have at once, and then its reader is gone.
    let given_up = timeout(Duration::from_secs(6), get_as(&ann, "/games", SGF)).await;
    assert!(given_up.is_err());
    sqlx::raw_sql("ROLLBACK").execute(&mut connection).await.unwrap();
    // Other answers are there at once, and another export only after a long rest.
    ann.get("/games").await.ok();
    let again = timeout(Duration::from_secs(5), get_as(&ann, "/games", SGF)).await;
    assert!(again.is_err(), "the work was not counted");
}

async fn an_export_that_is_given_up_keeps_its_turn_while_the_database_works_for_it() {
    // Whoever looks for idle guests reads records, too.
    let options = ["--metrics-listen", "127.0.0.1:0", "--guests-kept", "0"];
    let server = Server::with_options(Database::Postgres, &options).await;
    let ann = member(&server, "Ann").await;
    let url = server.data().database_url().unwrap();
    let (mut holder, mut observer) =
        (PgConnection::connect(url).await.unwrap(), PgConnection::connect(url).await.unwrap());
    // Nothing else reads it here but exports of one's own data.
    sqlx::raw_sql("BEGIN; LOCK TABLE records IN ACCESS EXCLUSIVE MODE").execute(&mut holder).await.unwrap();
    let own = ann.clone();
    let given_up = tokio::spawn(async move { own.get("/me/export").await.status });
    until(async || waiting(&mut observer).await == 1).await;
    given_up.abort();
    until(async || value(&figures(&server).await, "tengen_answers_open") < 1.0).await;
    let other = ann.clone();
    let next = tokio::spawn(async move { get_as(&other, "/games", NDJSON).await.status });
    // Whatever is no export is answered meanwhile.
    for _ in 0..AT_ONCE {
        ann.get("/games").await.ok();
    }
    assert!(!next.is_finished(), "the database still works for the export before it");
    assert_eq!(waiting(&mut observer).await, 1);
    sqlx::raw_sql("ROLLBACK").execute(&mut holder).await.unwrap();
    assert_eq!(next.await.unwrap(), 200);
}
