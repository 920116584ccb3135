//! A database that goes away while games are played: nothing is lost, nothing happens twice, and no player pays for it
//! with time.

use std::time::{Duration, Instant};

use reqwest::Method;
use reqwest::header::ACCEPT;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use tengen_testbed::{found, pause, until};

use crate::lock::Lock;
use crate::obstacle::Obstacle;
use crate::outages::outage_since;
use crate::rest::Visitor;
use crate::server::{Data, Database, Server, lasting_address, now, on_both_databases, once};
use crate::socket::Socket;
use crate::table::Table;

on_both_databases! {
    a_server_that_can_store_nothing_is_not_ready
}

once! {
    a_postgres_that_closes_its_connections
    a_postgres_that_does_not_answer
    a_file_that_somebody_has_locked
    a_full_disk
    a_database_that_is_away_changes_nothing
    a_server_that_fails_to_store_events_is_not_ready
    nothing_is_stored_before_the_outage_is
    an_outage_lasts_until_it_can_be_written_down
    an_outage_that_a_starting_server_cannot_write_down_is_not_forgotten
    nobody_is_late_while_the_database_is_away
    a_commit_that_takes_too_long_takes_nobodys_time
    what_a_slow_commit_took_is_given_back_once
}

/// A game in which Black sends a move while the database is away, and again when it is back.
async fn a_move_survives(server: &Server, obstacle: impl AsyncFnOnce(&Server) -> Obstacle) {
    let clock = json!({"system": "absolute", "main": 600_000});
    let mut table = Table::new(server, json!({"clock": clock})).await;
    let mut black = Socket::open(server, &table.black).await;
    let mut spectator = Socket::open(server, &Visitor::stranger(server)).await;
    black.subscribe(&table.game).await;
    spectator.subscribe(&table.game).await;
    table.moves("Q16 D4").await;
    let before = table.black.events(&table.game).await;
    let thinks_since = before[2]["at"].as_i64().unwrap();

    let play = json!({"type": "play", "id": "patient", "turn": 2, "at": "Q4"});
    let obstacle = obstacle(server).await;
    for _ in 0..2 {
        let answer = black.command(&table.game, play.clone()).await;
        assert_eq!(answer["problem"]["code"], "unavailable", "{answer}");
        assert_eq!(answer["problem"]["status"], 503);
    }
    table.black.command(&table.game, play.clone()).await.refused(503, "unavailable");
    obstacle.remove().await;

    // Connections that died are found to be dead only when they are used.
    let mut answer = black.command(&table.game, play.clone()).await;
    for _ in 0..20 {
        if answer["type"] == "ack" {
            break;
        }
        answer = black.command(&table.game, play.clone()).await;
    }
    let seq = answer["seq"].as_u64().unwrap_or_else(|| panic!("{answer}"));
    assert_eq!(black.accepted(&table.game, play.clone()).await, seq);
    let event = table.black.command(&table.game, play).await.ok()["event"].take();
    assert_eq!((&event["seq"], &event["command"]), (&json!(seq), &json!("patient")));

    // The move is in the log once, after the events that give time back.
    let events = table.black.events(&table.game).await;
    assert_eq!(events[..3], before);
    let (credits, played) = events[3..].split_at(events.len() - 4);
    assert_eq!(played, std::slice::from_ref(&event));
    assert!(!credits.is_empty() && credits.iter().all(|credit| credit["type"] == "credited"), "{credits:?}");
    let given: i64 = credits.iter().map(|credit| credit["millis"].as_i64().unwrap()).sum();
    let thought = event["at"].as_i64().unwrap() - thinks_since;
    assert!(given <= thought, "{given} of {thought}");
    let paid = thought - given - event["lag"].as_i64().unwrap();
    // For the network no more is given back than the player has paid.
    assert_eq!(event["state"]["clock"]["black"]["main"], 600_000 - paid.max(0));
    println!("{} ms without the database, {given} given back in {} events", thought, credits.len());
    // A spectator has missed nothing.
    for seq in 2..=seq {
        spectator.event(&table.game, seq).await;
    }
    table.moves_on(&event).await;
}

impl Table {
    async fn moves_on(&mut self, last: &Value) {
        (self.seq, self.state) = (last["seq"].as_u64().unwrap(), last["state"].clone());
        self.moves("C3 R3").await;
    }
}

async fn a_postgres_that_closes_its_connections() {
    let server = Server::start(Database::Postgres).await;
    a_move_survives(&server, Obstacle::cut).await;
}

async fn a_postgres_that_does_not_answer() {
    let server = Server::start(Database::Postgres).await;
    a_move_survives(&server, async |server| {
        // Such a connection would get the move, and would store it in the end.
        let reason = "a connection used a moment ago is not asked whether it still answers";
        pause(Duration::from_millis(100), reason).await;
        Obstacle::hang(server).await
    })
    .await;
}

async fn a_file_that_somebody_has_locked() {
    let server = Server::start(Database::Sqlite).await;
    a_move_survives(&server, Obstacle::lock).await;
}

async fn a_full_disk() {
    let server = Server::start(Database::Sqlite).await;
    a_move_survives(&server, async |server| Obstacle::full(server)).await;
}

async fn a_database_that_is_away_changes_nothing() {
    let server = Server::start(Database::Postgres).await;
    let mut table = Table::new(&server, json!({})).await;
    table.moves("Q16").await;
    let stranger = Visitor::stranger(&server);
    let play = json!({"type": "play", "id": "patient", "turn": 1, "at": "D4"});

    let cut = Obstacle::cut(&server).await;
    stranger.get_page("/readyz").await.refused(503, "unavailable");
    assert_eq!(stranger.get_page("/livez").await.ok(), json!({"status": "ok"}));
    stranger.post("/guests", json!({})).await.refused(503, "unavailable");
    table.white.command(&table.game, play.clone()).await.refused(503, "unavailable");
    stranger.get("/games").await.refused(503, "unavailable");
    let player = table.black.card()["id"].as_str().unwrap().to_owned();
    for address in [format!("/games/{}", table.game), format!("/players/{player}"), "/games".to_owned()] {
        // A page says by itself that the server can't answer. It does not wait as long as a connection to the database
        // may take.
        let page = table.black.request(Method::GET, &address).header(ACCEPT, "text/html").send();
        let page = tokio::time::timeout(Duration::from_secs(4), page).await;
        let page = page.unwrap_or_else(|_| panic!("{address} waits for the database")).unwrap();
        assert_eq!(page.status(), 200, "{address}");
        assert!(page.text().await.unwrap().contains("<!doctype html>"), "{address}");
    }

    cut.remove().await;
    let first = table.white.command(&table.game, play.clone()).await.ok();
    assert_eq!((&first["event"]["seq"], &first["event"]["command"]), (&json!(3), &json!("patient")));
    assert_eq!(table.white.command(&table.game, play).await.ok(), first);
    let numbers: Vec<Value> =
        table.black.events(&table.game).await.iter().map(|event| event["seq"].clone()).collect();
    assert_eq!(numbers, [1, 2, 3]);
    readyz_says(&server, 200).await;
}

/// Asks whether the server is ready until it gives this answer. The server keeps an answer for a moment.
async fn readyz_says(server: &Server, status: u16) {
    let stranger = Visitor::stranger(server);
    until(async || stranger.get_page("/readyz").await.status == status).await;
}

/// Sends a command until the database is there for it, and answers what came of it.
async fn carried_out(player: &Visitor, game: &str, command: &Value) -> Value {
    let answer = found(async || {
        let answer = player.command(game, command.clone()).await;
        (answer.json()["code"] != "unavailable").then_some(answer)
    });
    answer.await.ok()
}

async fn a_server_that_can_store_nothing_is_not_ready(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({"clock": {"system": "absolute", "main": 600_000}})).await;
    table.moves("Q16").await;
    readyz_says(&server, 200).await;

    let obstacle = Obstacle::nothing_stored(&server).await;
    // No command has been tried yet.
    readyz_says(&server, 503).await;
    let play = json!({"type": "play", "id": "patient", "turn": 1, "at": "D4"});
    for _ in 0..40 {
        table.white.command(&table.game, play.clone()).await.refused(503, "unavailable");
        // Stored events are still shown.
        assert_eq!(table.white.events(&table.game).await.len(), 2);
    }
    readyz_says(&server, 503).await;
    obstacle.remove().await;
    // Connections that died are found to be dead only when they are used.
    let answer = carried_out(&table.white, &table.game, &play).await;
    assert_eq!(answer["event"]["command"], "patient");
    readyz_says(&server, 200).await;
    // The log names each cause once, and not once for each of the forty commands.
    let log = server.log();
    let lines: Vec<_> = log.lines().filter(|line| line.contains("ERROR")).collect();
    assert!((1..20).contains(&lines.len()), "{}: {log}", lines.len());
}

async fn a_server_that_fails_to_store_events_is_not_ready() {
    let server = Server::start(Database::Sqlite).await;
    let mut table = Table::new(&server, json!({})).await;
    table.moves("Q16").await;
    let refuse = "CREATE TRIGGER no_events BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'no'); END";
    at_prompt(&server, refuse.to_owned()).await;
    let play = json!({"type": "play", "id": "patient", "turn": 1, "at": "D4"});
    table.white.command(&table.game, play.clone()).await.refused(503, "unavailable");
    // Everything but events could be stored.
    readyz_says(&server, 503).await;
    at_prompt(&server, "DROP TRIGGER no_events".to_owned()).await;
    table.white.command(&table.game, play).await.ok();
    readyz_says(&server, 200).await;
}

/// Runs statements at the database's own prompt.
async fn at_prompt(server: &Server, statements: String) {
    let file = format!("sqlite://{}", server.data().directory().join("tengen.sqlite").display());
    let mut connection = SqliteConnection::connect(&file).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(statements)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

async fn nothing_is_stored_before_the_outage_is() {
    let server = Server::start(Database::Sqlite).await;
    let mut table = Table::new(&server, json!({"clock": {"system": "absolute", "main": 600_000}})).await;
    table.moves("Q16 D4").await;
    let play = json!({"type": "play", "id": "patient", "turn": 2, "at": "Q4"});

    let refuse = |table| {
        format!("CREATE TRIGGER no_{table} BEFORE INSERT ON {table} BEGIN SELECT RAISE(ABORT, 'no'); END;")
    };
    at_prompt(&server, ["events", "service"].map(refuse).concat()).await;
    table.black.command(&table.game, play.clone()).await.refused(503, "unavailable");
    let away = Instant::now();
    // Events could be stored again, but the outage before them not yet.
    at_prompt(&server, "DROP TRIGGER no_events".to_owned()).await;
    table.black.command(&table.game, play.clone()).await.refused(503, "unavailable");
    let away = i64::try_from(away.elapsed().as_millis()).unwrap();
    at_prompt(&server, "DROP TRIGGER no_service".to_owned()).await;
    table.black.command(&table.game, play).await.ok();

    let events = table.black.events(&table.game).await;
    let kinds: Vec<&Value> = events[3..].iter().map(|event| &event["type"]).collect();
    assert_eq!(kinds, ["credited", "played"]);
    assert!(events[3]["millis"].as_i64().unwrap() >= away, "{} of {away}", events[3]);
}

/// How much the players of a game were given back, and how long its log is.
async fn given_back(table: &Table) -> (i64, usize) {
    let events = table.black.events(&table.game).await;
    (events.iter().filter_map(|event| event["millis"].as_i64()).sum(), events.len())
}

/// The milliseconds that a sign of life may take: an outage ends with the beginning of one, which may have waited for so long.
const A_SIGN: i64 = 150;

async fn an_outage_lasts_until_it_can_be_written_down() {
    let server = Server::start(Database::Sqlite).await;
    let mut table = Table::new(&server, json!({"clock": {"system": "absolute", "main": 600_000}})).await;
    let played = table.moves("Q16 D4").await["at"].as_i64().unwrap();
    let play = json!({"type": "play", "id": "patient", "turn": 2, "at": "Q4"});
    let lock = Obstacle::lock(&server).await;
    let sent = now();
    table.black.command(&table.game, play.clone()).await.refused(503, "unavailable");
    let refused = now();
    // Now the server wants to record the outage, and has to wait for the lock itself.
    let (answer, released) = tokio::join!(table.black.command(&table.game, play), async {
        pause(Duration::from_secs(2), "the server waits for the lock, which nobody can see").await;
        let released = now();
        lock.remove().await;
        released
    });
    answer.ok();
    let (given, _) = given_back(&table).await;
    // It begins before the command that was refused, and ends when the lock is gone.
    let (began, ended) = outage_since(server.data(), sent, released - A_SIGN).await;
    assert!(began < i64::midpoint(sent, refused), "{began} to {ended}, of {sent} to {refused}");
    assert_eq!(given, ended - played.max(began), "{began} to {ended}, since {played}");
}

async fn an_outage_that_a_starting_server_cannot_write_down_is_not_forgotten() {
    let mut server = Server::on(Data::new(Database::Sqlite).await, lasting_address(), &[]).await;
    let mut table = Table::new(&server, json!({"clock": {"system": "absolute", "main": 600_000}})).await;
    let played = table.moves("Q16 D4").await["at"].as_i64().unwrap();
    let killed = now();
    server.kill().await;
    let lock = Obstacle::lock(&server).await;
    server.start_again().await;
    let released = now();
    lock.remove().await;
    let play = json!({"type": "play", "id": "patient", "turn": 2, "at": "Q4"});
    table.black.command(&table.game, play).await.ok();
    let (given, _) = given_back(&table).await;
    // It begins with the last sign of life of the server that was killed, and ends when the lock is gone.
    let (began, ended) = outage_since(server.data(), killed, released - A_SIGN).await;
    assert!(began <= killed, "{began} to {ended}, of {killed}");
    assert_eq!(given, ended - played.max(began), "{began} to {ended}, since {played}");
}

async fn nobody_is_late_while_the_database_is_away() {
    let server = Server::start(Database::Sqlite).await;
    let mut table = Table::new(&server, json!({"clock": {"system": "simple", "period": 3_000}})).await;
    table.moves("Q16 D4").await;
    let play = json!({"type": "play", "id": "patient", "turn": 2, "at": "Q4"});
    let lock = Obstacle::lock(&server).await;
    // The second command comes after the moment at which the flag was due.
    for _ in 0..2 {
        table.black.command(&table.game, play.clone()).await.refused(503, "unavailable");
    }
    lock.remove().await;
    // A commit that was under way when the lock went may still fail.
    carried_out(&table.black, &table.game, &play).await;
    assert_eq!(given_back(&table).await.1, 5, "what was given back comes in one piece, and then the move");
}

async fn a_commit_that_takes_too_long_takes_nobodys_time() {
    let server = Server::start(Database::Postgres).await;
    let mut table = Table::new(&server, json!({"clock": {"system": "simple", "period": 3_000}})).await;
    table.moves("Q16 D4").await;
    let play = json!({"type": "play", "id": "patient", "turn": 2, "at": "Q4"});
    let lock = Lock::take(server.data()).await;
    let sent = now();
    let (answer, released) = tokio::join!(table.black.command(&table.game, play), async {
        pause(Duration::from_secs(7), "a commit that takes longer than five seconds is an outage").await;
        let released = now();
        lock.release().await;
        released
    });
    // The move was made before the wait. White, who could not see it, has lost no time since.
    let event = answer.ok()["event"].take();
    let events = found(async || {
        let events = table.white.events(&table.game).await;
        (events.len() > 4).then_some(events)
    })
    .await;
    assert_eq!((events.len(), &events[4]["type"]), (5, &json!("credited")), "{events:?}");
    let (played, given) = (event["at"].as_i64().unwrap(), events[4]["millis"].as_i64().unwrap());
    let (began, ended) = outage_since(server.data(), sent, released).await;
    assert!(
        ended - began > 5_000 && given == ended - played.max(began),
        "{given} of {began} to {ended}, since {played}"
    );
}

async fn what_a_slow_commit_took_is_given_back_once() {
    let server = Server::start(Database::Postgres).await;
    let mut table = Table::new(&server, json!({"clock": {"system": "absolute", "main": 600_000}})).await;
    table.moves("Q16 D4").await;
    // Each commit takes too long, also the commit of an event that gives time back.
    let mut connection = PgConnection::connect(server.data().database_url().unwrap()).await.unwrap();
    let slow = "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(5.5); RETURN NULL; END';
         CREATE TRIGGER slow BEFORE INSERT ON events FOR EACH STATEMENT EXECUTE FUNCTION wait()";
    sqlx::raw_sql(slow).execute(&mut connection).await.unwrap();
    for (turn, at) in ["Q4", "D16"].into_iter().enumerate() {
        let play = json!({"type": "play", "id": at, "turn": turn + 2, "at": at});
        let player = [&table.black, &table.white][turn];
        // Until the outage is recorded, nothing is stored.
        carried_out(player, &table.game, &play).await;
    }
    sqlx::raw_sql("DROP TRIGGER slow ON events").execute(&mut connection).await.unwrap();
    let events = table.black.events(&table.game).await;
    let given = events.iter().filter(|event| event["type"] == "credited").count();
    let played = events.iter().filter(|event| event["type"] == "played").count();
    assert!(played == 4 && given <= 2, "{events:?}");
}
