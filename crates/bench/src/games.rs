//! Many games at once, as fast as they go, beside a bare relay and beside single-row commits.

use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use futures_util::{StreamExt, TryStreamExt, stream};

use crate::client::Kind;
use crate::commits::{self, Rates};
use crate::failure::Failure;
use crate::moves::random_games;
use crate::report::{self, Goal};
use crate::run::{Run, Workers, play};
use crate::stage::{Database, Stage};
use crate::supply::{Booked, Moves, Supply};
use crate::table::Table;

/// A game is left after so many moves.
const LENGTH: usize = 200;
/// How many tables are set up at once.
const AT_ONCE: usize = 16;
/// With so many tables the goals for throughput are held.
const BUSY: usize = 200;

/// How many tables there are, whose clients they are, and how long is played.
#[derive(Debug, Clone, Copy)]
struct Load {
    tables: usize,
    kind: Kind,
    /// The time that counts, and before it the time that does not.
    span: Duration,
    warm_up: Duration,
}

/// The tables and what they are measured with.
#[derive(Debug, Args)]
pub(crate) struct Games {
    #[command(flatten)]
    stage: Stage,
    /// How many tables play at once; each number is measured on its own.
    #[arg(long, value_name = "N", value_delimiter = ',')]
    tables: Vec<NonZero<usize>>,
}

impl Games {
    /// Measures and prints it.
    pub(crate) async fn measure(&self) -> Result<(), Failure> {
        let stage = &self.stage;
        let moves: Arc<[_]> = random_games(LENGTH)?.into();
        let chosen: Vec<usize> = self.tables.iter().map(|tables| tables.get()).collect();
        let (plain, page) = match chosen.as_slice() {
            [] => stage.pick((&[1, 50, BUSY, 1_000][..], &[BUSY][..]), (&[1, 20][..], &[20][..])),
            chosen => (chosen, chosen),
        };
        for (kind, tables) in [(Kind::Plain, plain), (Kind::Page, page)] {
            let frames = event_frames(stage, kind, &moves).await?;
            for tables in tables {
                compare(stage, Load::new(stage, *tables, kind), &moves, &frames).await?;
            }
        }
        Ok(())
    }
}

impl Load {
    fn new(stage: &Stage, tables: usize, kind: Kind) -> Self {
        let span = Duration::from_millis(stage.pick(10_000, 500));
        Self { tables, kind, span, warm_up: span / 8 }
    }
}

async fn compare(
    stage: &Stage,
    load: Load,
    moves: &Arc<[Arc<[String]>]>,
    frames: &[String],
) -> Result<(), Failure> {
    let rounds = stage.pick(5, 1);
    report::line(&format!(
        "games: {} at once, {} for {} s each, median of {rounds} (load {})",
        load.tables,
        load.kind.name(),
        load.span.as_secs_f64(),
        report::load(),
    ));
    let mut relay = Vec::new();
    let mut found: Vec<_> =
        stage.databases().into_iter().map(|database| (database, Vec::new(), Vec::new())).collect();
    for _ in 0..rounds {
        // One right after the other, so that all meet the same noise.
        for (database, runs, rates) in &mut found {
            rates.push(commits::rates(stage, *database).await?);
            runs.push(at_tengen(stage, *database, load, moves).await?);
        }
        relay.push(at_relay(stage, load, moves, frames).await?);
    }
    let relay = Run::median(relay).ok_or("no round was played")?;
    let mut medians = Vec::new();
    for (database, runs, rates) in found {
        let rates = Rates::median(rates).ok_or("no round was played")?;
        medians.push((database, Run::median(runs).ok_or("no round was played")?, rates));
    }
    relay.tell("relay", "");
    for (database, run, _) in &medians {
        run.tell(database.name(), &format!("{:.2} of the relay", run.rate / relay.rate));
    }
    relay.tell_processor("relay");
    for (database, run, _) in &medians {
        run.tell_processor(database.name());
    }
    for (database, run, rates) in &medians {
        rates.tell(*database);
        goals(load, *database, run, &relay, rates);
    }
    Ok(())
}

/// Prints the ratios, and whether they are as they should be.
fn goals(load: Load, database: Database, run: &Run, relay: &Run, rates: &Rates) {
    let name = |figure: &str| format!("{}, {}, {figure}", database.name(), load.kind.name());
    if load.tables == 1 {
        let times = run.latencies.millis(50) / rates.alone.millis(50);
        report::goal(&name("latency of a lone game beside a commit"), times, Goal::AtMost(1.8));
        return;
    }
    let (of_relay, of_rows) = (run.rate / relay.rate, run.rate / rates.best());
    let rows = name("beside single-row commits");
    if load.tables != BUSY {
        report::line(&format!("  {rows}: {of_rows:.2}"));
        return;
    }
    let (relay, rival) = match database {
        Database::Sqlite => (0.32, None),
        Database::Postgres => (0.38, Some(1.6)),
    };
    report::goal(&name("beside the relay"), of_relay, Goal::AtLeast(relay));
    match rival {
        Some(least) => report::goal(&rows, of_rows, Goal::AtLeast(least)),
        None => report::line(&format!("  {rows}: {of_rows:.2}")),
    }
}

/// The frames of the events of a game, as a server sends them to the opponent.
async fn event_frames(stage: &Stage, kind: Kind, moves: &[Arc<[String]>]) -> Result<Vec<String>, Failure> {
    let instance = stage.open(Database::Sqlite).await?;
    let pair = instance.pairs(1).await?.remove(0);
    let moves = Arc::clone(moves.first().ok_or("there are no games")?);
    let game = Booked { id: instance.game(&pair).await?, moves };
    let mut table = Table::open(instance.address(), Some(&pair), kind, Supply::One(Some(game))).await?;
    let mut frames = Vec::new();
    for _ in 0..LENGTH {
        frames.push(table.make_move().await?.1.to_string());
    }
    Ok(frames)
}

async fn at_tengen(
    stage: &Stage,
    database: Database,
    load: Load,
    moves: &Arc<[Arc<[String]>]>,
) -> Result<Run, Failure> {
    let instance = Arc::new(stage.open(database).await?);
    let pairs = instance.pairs(load.tables).await?;
    let tables = stream::iter(pairs.into_iter().enumerate()).map(|(number, pair)| {
        let instance = Arc::clone(&instance);
        async move {
            let (address, moves) = (instance.address(), Moves::from(Arc::clone(moves), number));
            let supply = Supply::Made { instance, pair: pair.clone(), moves };
            Table::open(address, Some(&pair), load.kind, supply).await
        }
    });
    let tables = tables.buffer_unordered(AT_ONCE).try_collect().await?;
    let workers = Workers { servers: &[&instance.server], database: stage.process_of(database), nats: None };
    play(workers, tables, load.warm_up, load.span).await
}

async fn at_relay(
    stage: &Stage,
    load: Load,
    moves: &Arc<[Arc<[String]>]>,
    frames: &[String],
) -> Result<Run, Failure> {
    let rival = stage.open_rival("relay", frames).await?;
    let mut tables = Vec::new();
    for table in 0..load.tables {
        let supply = Supply::Named { table, moves: Moves::from(Arc::clone(moves), table) };
        tables.push(Table::open(rival.server.address(), None, Kind::Plain, supply).await?);
    }
    let workers = Workers { servers: &[&rival.server], database: None, nats: None };
    play(workers, tables, load.warm_up, load.span).await
}
