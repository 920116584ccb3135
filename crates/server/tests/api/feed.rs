//! The feed of what was committed on Postgres: in an order that readers can follow, whatever the order of the commits.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use futures_util::future::join_all;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tengen_archive::StoredEvent;
use tengen_clock::Clock;
use tengen_duties::Duties;
use tengen_game::{CommandRef, GameId, PlayerId};
use tengen_store::{self as store, Append, Appended, Feed, Following, Journal, Position};
use tengen_testbed::{pause, until};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::server::{Data, Database, now, once};
use crate::tamper::tamper;

once! {
    late_commits_are_missed_by_nobody
    a_process_is_not_told_of_its_own_commits
    a_process_is_told_of_its_own_new_games
    a_reader_who_comes_too_late_is_told_so
    a_reader_who_is_ahead_of_the_feed_is_told_so
    an_event_is_stored_only_on_the_events_by_which_it_was_decided
    a_file_has_no_events_of_other_servers
}

/// How many commits a reader takes at once: few, so that it has to come again.
const AT_ONCE: u32 = 7;
/// Why a reader does not come again at once.
const NOTHING_NEW: &str = "the reader has read all that is there";

type Seen = Vec<(String, u32)>;

async fn open(data: &Data, directory: &Path) -> store::Database {
    store::Database::open(data.database_url(), directory, Clock::system()).await.unwrap()
}

async fn journal(database: &store::Database) -> Journal {
    let duties = Duties::new(Clock::system(), CancellationToken::new());
    Journal::start(database.store.clone(), false, (), &duties).await
}

fn game(number: usize) -> GameId {
    format!("{number:016}").parse().unwrap()
}

fn event(seq: u32) -> StoredEvent {
    StoredEvent { seq, v: 4, at: now(), actor: None, command: None, body: "{}".to_owned() }
}

async fn append(journal: &Journal, game: GameId, seq: u32) {
    assert_eq!(append_on(journal, (game, event(seq)), None, Vec::new()).await, Appended::Stored);
}

/// Tries to store an event that was decided by others which nobody has read, and may change the deadline of its game.
async fn append_on(
    journal: &Journal,
    (game, event): (GameId, StoredEvent),
    deadline: Option<i64>,
    premise: Vec<StoredEvent>,
) -> Appended {
    let outages = journal.outages().borrow().noticed;
    let append = Append {
        game,
        event,
        headline: None,
        deadline,
        jobs: Vec::new(),
        outages,
        gives_back: false,
        premise,
        seats: None,
    };
    journal.append(append).await.unwrap()
}

/// Follows the feed from a position until it is told to end, and has seen all that was there then.
fn follow(feed: Feed, mut position: Position, ends: Arc<AtomicBool>) -> JoinHandle<(Seen, Position)> {
    tokio::spawn(async move {
        let mut seen = Vec::new();
        loop {
            let last_time = ends.load(Ordering::Relaxed);
            let Following::Commits(commits) = feed.read(position, AT_ONCE).await.unwrap() else {
                panic!("nothing was removed")
            };
            for commit in &commits {
                assert!(commit.position > position);
                position = commit.position;
                seen.extend(commit.games.iter().map(|(game, seq)| (game.to_string(), *seq)));
            }
            if commits.is_empty() {
                if last_time {
                    return (seen, position);
                }
                pause(Duration::from_millis(2), NOTHING_NEW).await;
            }
        }
    })
}

/// Every event was seen, and none of a game before those below it.
fn complete(seen: &Seen, stored: &BTreeSet<(String, u32)>) {
    let mut last: BTreeMap<&str, u32> = BTreeMap::new();
    for (game, seq) in seen {
        let before = last.insert(game, *seq).unwrap_or_default();
        assert!(*seq >= before && *seq <= before + 1, "{game}: {seq} after {before}");
    }
    assert_eq!(&seen.iter().cloned().collect::<BTreeSet<_>>(), stored);
}

/// A reader that takes the numbers of rows for their order, and tells the last one that it has read.
fn trust_identities(url: String, ends: Arc<AtomicBool>, read: Arc<AtomicI64>) -> JoinHandle<Seen> {
    tokio::spawn(async move {
        let mut connection = PgConnection::connect(&url).await.unwrap();
        let (mut seen, mut last) = (Vec::new(), 0_i64);
        loop {
            let last_time = ends.load(Ordering::Relaxed);
            let rows: Vec<(i64, Vec<String>, Vec<i32>)> =
                sqlx::query_as("SELECT id, games, seqs FROM commits WHERE id > $1 ORDER BY id")
                    .bind(last)
                    .fetch_all(&mut connection)
                    .await
                    .unwrap();
            for (id, games, seqs) in &rows {
                last = *id;
                seen.extend(games.iter().cloned().zip(seqs.iter().map(|seq| seq.cast_unsigned())));
            }
            read.store(last, Ordering::Relaxed);
            if rows.is_empty() {
                if last_time {
                    return seen;
                }
                pause(Duration::from_millis(2), NOTHING_NEW).await;
            }
        }
    })
}

async fn late_commits_are_missed_by_nobody() {
    let data = Data::new(Database::Postgres).await;
    let directory = data.directory();
    let (first, second, reader) =
        (open(&data, directory).await, open(&data, directory).await, open(&data, directory).await);
    let (here, there) = (journal(&first).await, journal(&second).await);
    let feed = reader.store.feed().unwrap();
    let begin = feed.end().await.unwrap();
    let url = data.database_url().unwrap().to_owned();
    let (ends, pause) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let read = Arc::<AtomicI64>::default();
    let trusting = trust_identities(url.clone(), Arc::clone(&ends), Arc::clone(&read));
    let mut looking = PgConnection::connect(&url).await.unwrap();
    let whole = follow(feed.clone(), begin, Arc::clone(&ends));
    let mut before = Some(follow(feed, begin, Arc::clone(&pause)));
    let mut stored = BTreeSet::new();
    let (mut seen_before, mut stopped_at) = (Vec::new(), begin);
    let mut after = None;
    for round in 1..=20_u32 {
        // It takes its number first, and commits last.
        let mut late = PgConnection::connect(&url).await.unwrap();
        let (late_game, number) = (game(100), round);
        let insert = format!(
            "BEGIN; INSERT INTO commits (origin, games, seqs) VALUES (0, '{{{late_game}}}', '{{{number}}}');
             INSERT INTO events (game_id, seq, v, at, body) VALUES ('{late_game}', {number}, 4, 0, '{{}}')"
        );
        sqlx::raw_sql(AssertSqlSafe(insert)).execute(&mut late).await.unwrap();
        // Each game is played through both servers by turns.
        for seq in 4 * round - 3..=4 * round {
            let journals = [&here, &there];
            let journal = |number: usize| journals[(number + seq as usize) % 2];
            join_all((0..6).map(|number| append(journal(number), game(number), seq))).await;
            stored.extend((0..6).map(|number| (game(number).to_string(), seq)));
            // That reader has read all of these, and so goes past the late one.
            let newest: i64 =
                sqlx::query_scalar("SELECT max(id) FROM commits").fetch_one(&mut looking).await.unwrap();
            until(async || read.load(Ordering::Relaxed) >= newest).await;
        }
        if round == 10 {
            // The reader stops while a commit is still under way.
            pause.store(true, Ordering::Relaxed);
            (seen_before, stopped_at) = before.take().unwrap().await.unwrap();
        }
        sqlx::raw_sql("COMMIT").execute(&mut late).await.unwrap();
        stored.insert((late_game.to_string(), number));
        if round == 11 {
            // In another process, the position is the same.
            let again = open(&data, directory).await.store.feed().unwrap();
            after = Some(follow(again, stopped_at, Arc::clone(&ends)));
        }
    }
    ends.store(true, Ordering::Relaxed);
    complete(&whole.await.unwrap().0, &stored);
    assert!(!seen_before.is_empty());
    seen_before.extend(after.unwrap().await.unwrap().0);
    complete(&seen_before, &stored);
    // The same run is too much for a reader that trusts numbers.
    let trusted: BTreeSet<_> = trusting.await.unwrap().into_iter().collect();
    assert!(trusted.len() < stored.len(), "{} of {}", trusted.len(), stored.len());
    let late_game = game(100).to_string();
    assert!(trusted.iter().all(|(seen, _)| *seen != late_game), "a late commit was seen");
    println!("a reader that trusts identities saw {} of {} events", trusted.len(), stored.len());
}

async fn a_process_is_not_told_of_its_own_commits() {
    let data = Data::new(Database::Postgres).await;
    let (first, second) = (open(&data, data.directory()).await, open(&data, data.directory()).await);
    let (here, there) = (journal(&first).await, journal(&second).await);
    let feed = first.store.feed().unwrap();
    let begin = feed.end().await.unwrap();
    append(&here, game(1), 1).await;
    append(&there, game(2), 1).await;
    append(&here, game(1), 2).await;
    let Following::Commits(commits) = feed.read(begin, 10).await.unwrap() else { panic!("all is there") };
    let games: Vec<_> = commits.into_iter().map(|commit| commit.games).collect();
    assert_eq!(games, [vec![], vec![(game(2), 1)], vec![]]);
}

async fn a_process_is_told_of_its_own_new_games() {
    let data = Data::new(Database::Postgres).await;
    let database = open(&data, data.directory()).await;
    let feed = database.store.feed().unwrap();
    let begin = feed.end().await.unwrap();
    append(&journal(&database).await, game(2), 1).await;
    // The row of a new game, by the process that has written the last one.
    tamper(
        &data,
        "INSERT INTO commits (origin, games, seqs) SELECT origin, '{0000000000000001}', '{0}' FROM commits",
    )
    .await;
    let Following::Commits(commits) = feed.read(begin, 10).await.unwrap() else { panic!("all is there") };
    let games: Vec<_> = commits.into_iter().map(|commit| commit.games).collect();
    assert_eq!(games, [vec![], vec![(game(1), 0)]]);
}

async fn a_reader_who_is_ahead_of_the_feed_is_told_so() {
    let data = Data::new(Database::Postgres).await;
    let database = open(&data, data.directory()).await;
    let feed = database.store.feed().unwrap();
    let begin = feed.end().await.unwrap();
    append(&journal(&database).await, game(1), 1).await;
    let Following::Commits(commits) = feed.read(begin, 10).await.unwrap() else { panic!("all is there") };
    tamper(&data, "TRUNCATE commits").await;
    assert_eq!(feed.read(commits[0].position, 10).await.unwrap(), Following::Removed);
}

async fn a_reader_who_comes_too_late_is_told_so() {
    let data = Data::new(Database::Postgres).await;
    let database = open(&data, data.directory()).await;
    let feed = database.store.feed().unwrap();
    let begin = feed.end().await.unwrap();
    let many =
        "INSERT INTO commits (origin, games, seqs) SELECT 0, '{}', '{}' FROM generate_series(1, 100010)";
    tamper(&data, many).await;
    let Following::Commits(first) = feed.read(begin, 10).await.unwrap() else { panic!("all is there") };
    feed.prune().await.unwrap();
    assert_eq!(feed.read(begin, 10).await.unwrap(), Following::Removed);
    let Following::Commits(next) = feed.read(first[9].position, 10).await.unwrap() else {
        panic!("a hundred thousand stay")
    };
    assert_eq!(next.len(), 10);
    // Whoever has read all misses nothing, and positions go on, though hardly a row is left.
    let end = feed.end().await.unwrap();
    tamper(&data, "DELETE FROM commits WHERE position < (SELECT max(position) FROM commits)").await;
    feed.prune().await.unwrap();
    assert_eq!(feed.read(end, 10).await.unwrap(), Following::Commits(vec![]));
    append(&journal(&open(&data, data.directory()).await).await, game(1), 1).await;
    let Following::Commits(next) = feed.read(end, 10).await.unwrap() else { panic!("nothing was removed") };
    assert_eq!(next[0].games, [(game(1), 1)]);
    assert!(next[0].position > end);
}

async fn an_event_is_stored_only_on_the_events_by_which_it_was_decided() {
    let data = Data::new(Database::Postgres).await;
    let (first, second) = (open(&data, data.directory()).await, open(&data, data.directory()).await);
    let (here, there) = (journal(&first).await, journal(&second).await);
    let command = CommandRef { id: "m1".parse().unwrap(), fingerprint: u64::MAX };
    let actor = Some(PlayerId::from_entropy([1; 10]));
    // With a deadline it is another statement.
    for (number, deadline) in [(1, None), (2, Some(now()))] {
        let nobodys = event(1);
        let played = StoredEvent { actor, command: Some(command.clone()), ..event(2) };
        for stored in [&nobodys, &played] {
            let stored = (game(number), stored.clone());
            assert_eq!(append_on(&here, stored, None, Vec::new()).await, Appended::Stored);
        }
        let other_command = CommandRef { fingerprint: 1, ..command.clone() };
        let wrong = [
            StoredEvent { seq: 3, ..played.clone() },
            StoredEvent { v: 3, ..played.clone() },
            StoredEvent { at: 1, ..played.clone() },
            StoredEvent { actor: None, ..played.clone() },
            StoredEvent { command: None, ..played.clone() },
            StoredEvent { command: Some(other_command), ..played.clone() },
            StoredEvent { body: "{ }".to_owned(), ..played.clone() },
            StoredEvent { actor, ..nobodys.clone() },
        ];
        for (seq, wrong) in (1..).zip(wrong) {
            // Another event, of the same batch or of the next one, is stored whatever becomes of this one.
            let (wrong, other) = tokio::join!(
                append_on(&there, (game(number), event(3)), deadline, vec![nobodys.clone(), wrong]),
                append_on(&there, (game(number + 10), event(seq)), None, Vec::new()),
            );
            assert_eq!((wrong, other), (Appended::Conflict, Appended::Stored));
        }
        let premise = vec![nobodys, played];
        let outcome = append_on(&there, (game(number), event(3)), deadline, premise).await;
        assert_eq!(outcome, Appended::Stored);
    }
}

async fn a_file_has_no_events_of_other_servers() {
    let data = Data::new(Database::Sqlite).await;
    let database = open(&data, data.directory()).await;
    let journal = journal(&database).await;
    let first = event(1);
    let on = |seq, premise| append_on(&journal, (game(1), event(seq)), None, premise);
    assert_eq!(append_on(&journal, (game(1), first.clone()), None, Vec::new()).await, Appended::Stored);
    assert_eq!(on(2, vec![first]).await, Appended::Conflict);
    assert_eq!(on(2, Vec::new()).await, Appended::Stored);
}
