//! Several batches of events on their way to Postgres at once: one that waits holds up nobody else, and one that fails is an
//! outage for everybody.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};
use tengen_testbed::{found, pause, until};

use crate::held::{Held, next_sign};
use crate::outages::{outage_since, rows_since};
use crate::rest::Visitor;
use crate::server::{Database, Server, now, once};
use crate::table::Table;

once! {
    other_games_go_on_while_a_commit_waits
    a_commit_that_fails_beside_others_is_an_outage_for_all
}

/// How many moves are made beside a commit that waits, before it fails.
const MADE: usize = 12;

async fn timed_game(server: &Server) -> Table {
    let mut table = Table::new(server, json!({"clock": {"system": "absolute", "main": 600_000}})).await;
    table.moves("Q16 D4").await;
    table
}

/// Moves that capture nothing, from the third on: Black's in the left half of the board, White's in the right half.
fn quiet_moves() -> impl Iterator<Item = String> {
    let row = |row| "ABCDEFGH".chars().zip("LMNOPQRS".chars()).map(move |pair| (pair, row));
    (5..16).flat_map(row).flat_map(|((black, white), row)| [format!("{black}{row}"), format!("{white}{row}")])
}

fn credits(events: &[Value]) -> Vec<i64> {
    let credits = events.iter().filter(|event| event["type"] == "credited");
    credits.map(|event| event["millis"].as_i64().unwrap()).collect()
}

async fn other_games_go_on_while_a_commit_waits() {
    let server = Server::start(Database::Postgres).await;
    let (waits, mut goes_on) = (timed_game(&server).await, timed_game(&server).await);
    next_sign(server.data()).await;
    let mut held = Held::take(&waits, server.data()).await;
    let (sent, answered) = (now(), AtomicBool::new(false));
    let play = json!({"type": "play", "id": "patient", "turn": 2, "at": "Q4"});
    let (answer, ()) = tokio::join!(
        async {
            let answer = waits.black.command(&waits.game, play).await;
            answered.store(true, Ordering::Relaxed);
            answer
        },
        async {
            held.is_met().await;
            goes_on.moves("Q4 D16 R14 C14").await;
            assert!(!answered.load(Ordering::Relaxed), "a game that waits was answered");
            pause(Duration::from_millis(5_500), "a commit of up to five seconds is no outage").await;
            held.release().await;
        }
    );
    let answered_at = now();
    answer.ok();
    let (began, ended) = outage_since(server.data(), sent, sent).await;
    let written_at = now();
    assert_eq!(rows_since(server.data(), sent).await.len(), 1, "there was one outage");
    // It begins with the command, or with the sign of life before it, and ends when it is written down, after the answer.
    let middle = i64::midpoint(sent, answered_at);
    assert!(
        began < middle && (middle..=written_at).contains(&ended),
        "{began} to {ended}, of {sent} to {answered_at}, and written down before {written_at}"
    );
    // It took so long that White, who could not see the move, has the time back, and so has everybody else.
    for (table, length) in [(&waits, 5), (&goes_on, 8)] {
        let events = found(async || {
            let events = Visitor::stranger(&server).events(&table.game).await;
            (events.len() >= length).then_some(events)
        })
        .await;
        let given = credits(&events);
        assert_eq!((events.len(), given.len()), (length, 1), "{events:?}");
        assert_eq!(given[0], ended - events[length - 2]["at"].as_i64().unwrap().max(began), "{events:?}");
    }
}

async fn a_commit_that_fails_beside_others_is_an_outage_for_all() {
    let server = Server::start(Database::Postgres).await;
    let fails = timed_game(&server).await;
    let mut others = [timed_game(&server).await, timed_game(&server).await, timed_game(&server).await];
    next_sign(server.data()).await;
    let mut held = Held::take(&fails, server.data()).await;
    let (sent, is_met, over) = (now(), AtomicBool::new(false), AtomicBool::new(false));
    // When the moves of the others were made, by the server's clock.
    let beside = Mutex::new(Vec::<i64>::new());
    let play = json!({"type": "play", "id": "patient", "turn": 2, "at": "Q4"});
    let play_on = async |table: &mut Table| {
        // Commands that are sent at the same moment go together.
        until(async || is_met.load(Ordering::Relaxed)).await;
        let mut behind = 0;
        for at in quiet_moves() {
            // Nobody is told that the database is away, although it was for one of them.
            let color = table.to_move();
            let turn = table.turn();
            let play = json!({"type": "play", "id": format!("m{turn}"), "turn": turn, "at": at});
            let event = table.player(&color).command(&table.game, play).await.ok()["event"].take();
            table.state = event["state"].clone();
            beside.lock().unwrap().push(event["at"].as_i64().unwrap());
            // One that was under way when the outage was written down, one that gives the time back, and one more.
            behind += usize::from(over.load(Ordering::Relaxed));
            if behind == 3 {
                return;
            }
            pause(Duration::from_millis(10), "the board has room for so many moves only").await;
        }
        panic!("the moves ran out");
    };
    let [first, second, third] = &mut others;
    let mut connection = PgConnection::connect(server.data().database_url().unwrap()).await.unwrap();
    let (answer, made, (), (), ()) = tokio::join!(
        fails.black.command(&fails.game, play.clone()),
        async {
            held.is_met().await;
            is_met.store(true, Ordering::Relaxed);
            until(async || beside.lock().unwrap().len() >= MADE).await;
            let made = beside.lock().unwrap().clone();
            // Others may wait for a moment, too, for room in a table; this one waits for the number that somebody has taken.
            let terminate = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                 WHERE datname = current_database() AND wait_event = 'transactionid'";
            assert_eq!(sqlx::query(terminate).fetch_all(&mut connection).await.unwrap().len(), 1);
            // The moves of the others alone end it: however long a slow machine takes for that, they go on until then.
            outage_since(server.data(), sent, sent).await;
            over.store(true, Ordering::Relaxed);
            held.release().await;
            made
        },
        play_on(first),
        play_on(second),
        play_on(third),
    );
    answer.refused(503, "unavailable");
    fails.black.command(&fails.game, play).await.ok();
    let (began, ended) = outage_since(server.data(), sent, sent).await;
    assert_eq!(rows_since(server.data(), sent).await.len(), 1, "there was one outage");
    // It lasts from the command, which came before the moves of the others, until the failure, which came after them.
    assert!(made.iter().all(|at| (began..ended).contains(at)), "{began} to {ended}, with {made:?}");
    // In each game the first event behind the outage gives back the time since the event before it.
    for table in std::iter::once(&fails).chain(&others) {
        let events = Visitor::stranger(&server).events(&table.game).await;
        let at = |event: &Value| event["at"].as_i64().unwrap();
        let behind = events.iter().position(|event| at(event) >= ended).unwrap();
        let given = events[behind]["millis"].as_i64().unwrap_or_else(|| panic!("{events:?}"));
        assert_eq!(given, ended - at(&events[behind - 1]).max(began), "{events:?}");
        assert_eq!(credits(&events).len(), 1, "{events:?}");
        assert!(events.len() > behind + 1, "the game goes on");
    }
}
