//! Games that go on while many people sign in.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::{StreamExt, TryStreamExt, stream};
use reqwest::StatusCode;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::people::{People, tell};
use crate::client::Kind;
use crate::failure::Failure;
use crate::latency::Latencies;
use crate::moves::random_games;
use crate::report::{self, Goal};
use crate::run::gather;
use crate::stage::{Database, Instance, Pair, Stage};
use crate::supply::{Booked, Supply};
use crate::table::Table;

/// Each game has a move in so long a time.
const EACH_MOVE: Duration = Duration::from_secs(2);
/// A sign-in begins as often as this: fifty a second.
const EACH_SIGN_IN: Duration = Duration::from_millis(20);
/// A game has more moves than are made.
const LENGTH: usize = 200;
const AT_ONCE: usize = 16;

/// The answers to those who signed in.
#[derive(Debug, Default)]
struct Answers {
    in_all: AtomicUsize,
    signed_in: AtomicUsize,
    busy: AtomicUsize,
    /// Any other answer, or none.
    failed: AtomicUsize,
}

/// Has games played for a while without sign-ins and with them, by turns.
pub(super) async fn measure(stage: &Stage, database: Database, people: People) -> Result<(), Failure> {
    let (count, span) = (stage.pick(200, 10), Duration::from_secs(stage.pick(30, 4)));
    let people = Arc::new(people);
    let mut tables = open_tables(&people.instance, count).await?;
    let (mut quiet, mut busy) = (Vec::new(), Vec::new());
    let answers = Arc::new(Answers::default());
    for _ in 0..2 {
        let (back, latencies) = play(tables, span).await?;
        quiet.extend(latencies);
        let coming = tokio::spawn(come(Arc::clone(&people), Arc::clone(&answers)));
        let (back, latencies) = play(back, span).await?;
        coming.abort();
        busy.extend(latencies);
        tables = back;
    }
    let (quiet, busy) = (Latencies::new(quiet), Latencies::new(busy));
    tell("moves alone", &quiet);
    tell("moves beside them", &busy);
    let read = |count: &AtomicUsize| count.load(Ordering::Relaxed);
    report::line(&format!(
        "    {} asked to sign in: {} did, {} were told to come back, {} failed",
        read(&answers.in_all),
        read(&answers.signed_in),
        read(&answers.busy),
        read(&answers.failed)
    ));
    let times = busy.millis(99) / quiet.millis(99);
    let name = format!("{}, p99 of moves of {count} games beside 50 sign-ins a second", database.name());
    report::goal(&name, times, Goal::AtMost(2.0));
    Ok(())
}

/// Games of so many pairs, each with its own moves.
pub(crate) async fn open_tables(instance: &Instance, count: usize) -> Result<Vec<Table>, Failure> {
    let games = random_games(LENGTH)?;
    let pairs = instance.pairs(count).await?;
    let open = |(number, pair): (usize, Pair)| {
        let moves = games[number % games.len()].clone();
        async move {
            let game = Booked { id: instance.game(&pair).await?, moves };
            Table::open(instance.address(), Some(&pair), Kind::Page, Supply::One(Some(game))).await
        }
    };
    stream::iter(pairs.into_iter().enumerate()).map(open).buffer_unordered(AT_ONCE).try_collect().await
}

/// All games have a move every two seconds, each at another moment of them.
pub(crate) async fn play(tables: Vec<Table>, span: Duration) -> Result<(Vec<Table>, Vec<Duration>), Failure> {
    let (end, count) = (Instant::now() + span, u32::try_from(tables.len())?);
    let mut playing = JoinSet::new();
    for (number, mut table) in (0..count).zip(tables) {
        playing.spawn(async move {
            sleep(EACH_MOVE * number / count).await;
            let mut moments = interval(EACH_MOVE);
            moments.set_missed_tick_behavior(MissedTickBehavior::Delay);
            let mut latencies = Vec::new();
            while Instant::now() < end {
                moments.tick().await;
                let began = Instant::now();
                table.make_move().await?;
                latencies.push(began.elapsed());
            }
            Ok::<_, Failure>((table, latencies))
        });
    }
    gather(playing).await
}

/// Fifty people a second come to sign in, whether or not those before have their answers.
async fn come(people: Arc<People>, answers: Arc<Answers>) {
    let mut moments = interval(EACH_SIGN_IN);
    // Those who still wait go when this does.
    let mut coming = JoinSet::new();
    for number in 0_usize.. {
        moments.tick().await;
        while coming.try_join_next().is_some() {}
        let (people, answers) = (Arc::clone(&people), Arc::clone(&answers));
        coming.spawn(async move {
            answers.in_all.fetch_add(1, Ordering::Relaxed);
            let name = &people.names[number % people.names.len()];
            match people.sign_in(name).await {
                Ok(StatusCode::CREATED) => answers.signed_in.fetch_add(1, Ordering::Relaxed),
                Ok(StatusCode::TOO_MANY_REQUESTS) => answers.busy.fetch_add(1, Ordering::Relaxed),
                Ok(_) | Err(_) => answers.failed.fetch_add(1, Ordering::Relaxed),
            }
        });
    }
}
