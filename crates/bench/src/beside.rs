//! Games that go on at a calm pace while the server has something else to do.

use std::time::{Duration, Instant};

use futures_util::{StreamExt, TryStreamExt, stream};
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::client::Kind;
use crate::failure::Failure;
use crate::latency::Latencies;
use crate::moves::random_games;
use crate::people::tell;
use crate::run::gather;
use crate::stage::{Instance, Pair};
use crate::supply::{Booked, Supply};
use crate::table::Table;

/// Each game has a move in so long a time.
const EACH_MOVE: Duration = Duration::from_secs(2);
/// A game has more moves than are made.
const LENGTH: usize = 200;
const AT_ONCE: usize = 16;

/// How long the moves of games took by themselves, and beside something else.
#[derive(Debug)]
pub(crate) struct Both {
    pub(crate) alone: Latencies,
    pub(crate) beside: Latencies,
}

impl Both {
    /// Prints both, and answers how many times longer the p99 is beside the other work.
    pub(crate) fn tell(&self) -> f64 {
        tell("moves alone", &self.alone);
        tell("moves beside it", &self.beside);
        self.beside.millis(99) / self.alone.millis(99)
    }
}

/// Has games played for a while by themselves and beside other work, twice by turns. `work` begins that work, which must not end by itself.
pub(crate) async fn by_turns<F>(
    mut tables: Vec<Table>,
    span: Duration,
    work: impl Fn() -> F,
) -> Result<(Vec<Table>, Both), Failure>
where
    F: Future<Output = Result<(), Failure>> + Send + 'static,
{
    let (mut alone, mut beside) = (Vec::new(), Vec::new());
    for _ in 0..2 {
        let (back, latencies) = play(tables, span).await?;
        alone.extend(latencies);
        let working = tokio::spawn(work());
        let (back, latencies) = play(back, span).await?;
        if working.is_finished() {
            working.await??;
            return Err("the other work has stopped".into());
        }
        working.abort();
        beside.extend(latencies);
        tables = back;
    }
    Ok((tables, Both { alone: Latencies::new(alone), beside: Latencies::new(beside) }))
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
async fn play(tables: Vec<Table>, span: Duration) -> Result<(Vec<Table>, Vec<Duration>), Failure> {
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
