//! Many games at once, as fast as they go, beside a bare relay and beside single-row commits.

use std::num::NonZero;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use futures_util::{StreamExt, TryStreamExt, stream};
use tokio::task::JoinSet;

use crate::commits::{self, Rates};
use crate::failure::Failure;
use crate::latency::Latencies;
use crate::moves::random_games;
use crate::process::Server;
use crate::report::{self, Goal};
use crate::stage::{Database, Instance, Stage};
use crate::table::{Booked, Table};

/// A game is given up after so many moves.
const LENGTH: usize = 200;
/// How many tables are set up at once.
const AT_ONCE: usize = 16;
/// With so many tables the goals for throughput are held.
const BUSY: usize = 200;

/// What a server did.
#[derive(Debug, Clone)]
struct Run {
    rate: f64,
    latencies: Latencies,
    /// Processor time of the server's process, in microseconds a move.
    cpu: f64,
    /// Memory of the server's process after the last move, in MiB.
    memory: f64,
}

impl Run {
    fn tell(&self, name: &str, beside: &str) {
        report::line(&format!(
            "  {name:9} {:>7.0} moves/s   p50 {:>7.2} ms   p99 {:>7.2} ms   {:>4.0} us of processor a move   {:>4.0} MiB   {beside}",
            self.rate,
            self.latencies.millis(50),
            self.latencies.millis(99),
            self.cpu,
            self.memory,
        ));
    }
}

/// How many tables there are, and how much is played at each.
#[derive(Debug, Clone, Copy)]
struct Load {
    tables: usize,
    /// Moves of each table that count, and before them those that do not.
    moves: usize,
    warm_up: usize,
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
        let moves = random_games(LENGTH)?;
        let frames = event_frames(stage, &moves).await?;
        let tables: Vec<usize> = match self.tables.as_slice() {
            [] => stage.pick(&[1, 50, 200, 1_000][..], &[1, 20][..]).to_vec(),
            chosen => chosen.iter().map(|tables| tables.get()).collect(),
        };
        for tables in tables {
            compare(stage, Load::new(stage, tables), &moves, &frames).await?;
        }
        Ok(())
    }
}

impl Load {
    fn new(stage: &Stage, tables: usize) -> Self {
        if tables == 1 {
            return Self { tables, moves: stage.pick(2_000, 100), warm_up: stage.pick(200, 20) };
        }
        let moves = (stage.pick(20_000, 600) / tables).max(1);
        Self { tables, moves, warm_up: moves / 8 + 2 }
    }
}

async fn compare(
    stage: &Stage,
    load: Load,
    moves: &[Arc<[String]>],
    frames: &[String],
) -> Result<(), Failure> {
    let rounds = stage.pick(3, 1);
    let told = format!("games: {} at once, {} moves each, best of {rounds}", load.tables, load.moves);
    report::line(&format!("{told} (load {})", report::load()));
    let mut relay: Option<Run> = None;
    let mut found: Vec<(Database, Run, Rates)> = Vec::new();
    for _ in 0..rounds {
        // One right after the other, so that all meet the same noise.
        for database in stage.databases() {
            let rates = commits::rates(stage, database).await?;
            let run = at_tengen(stage, database, load, moves).await?;
            match found.iter_mut().find(|(known, ..)| *known == database) {
                None => found.push((database, run, rates)),
                Some((_, best, best_rates)) => {
                    *best = better(best, run);
                    best_rates.improve(rates);
                }
            }
        }
        let run = at_relay(stage, load, moves, frames).await?;
        relay = Some(relay.map_or(run.clone(), |best| better(&best, run)));
    }
    let Some(relay) = relay else { return Ok(()) };
    relay.tell("relay", "");
    for (database, run, _) in &found {
        let beside = format!("{:.2} of the relay", run.rate / relay.rate);
        run.tell(database.name(), &beside);
    }
    for (database, run, rates) in &found {
        rates.tell(*database);
        let name = |what: &str| format!("{}, {what}", database.name());
        if load.tables == 1 {
            let times = run.latencies.millis(50) / rates.alone.millis(50);
            report::goal(&name("latency of a lone game beside a commit"), times, Goal::AtMost(2.5));
        } else {
            let (of_relay, of_rows) = (run.rate / relay.rate, run.rate / rates.best());
            if load.tables == BUSY {
                report::goal(&name("beside the relay"), of_relay, Goal::AtLeast(0.5));
                report::goal(&name("beside single-row commits"), of_rows, Goal::AtLeast(1.5));
            } else {
                report::line(&format!("  {}: {of_rows:.2}", name("beside single-row commits")));
            }
        }
    }
    Ok(())
}

fn better(best: &Run, run: Run) -> Run {
    if run.rate > best.rate { run } else { best.clone() }
}

/// The frames of the events of a game, as a server sends them to the opponent.
async fn event_frames(stage: &Stage, moves: &[Arc<[String]>]) -> Result<Vec<String>, Failure> {
    let instance = stage.open(Database::Sqlite).await?;
    let pair = instance.pairs(1).await?.remove(0);
    let game = book(&instance, &pair, moves, 0, 1).await?;
    let mut table = Table::open(&instance, &pair, game).await?;
    let mut frames = Vec::new();
    for _ in 0..LENGTH {
        frames.push(table.make_move().await?.1.to_string());
    }
    Ok(frames)
}

async fn book(
    instance: &Instance,
    pair: &crate::stage::Pair,
    moves: &[Arc<[String]>],
    table: usize,
    games: usize,
) -> Result<Vec<Booked>, Failure> {
    let mut booked = Vec::new();
    for number in 0..games {
        let moves = Arc::clone(&moves[(table + number) % moves.len()]);
        booked.push(Booked { id: instance.game(pair).await?, moves });
    }
    Ok(booked)
}

impl Load {
    /// How many games each table needs. Each ends with a resignation, which is a move, too.
    fn games(self) -> usize {
        (self.warm_up + self.moves).div_ceil(LENGTH + 1)
    }
}

async fn at_tengen(
    stage: &Stage,
    database: Database,
    load: Load,
    moves: &[Arc<[String]>],
) -> Result<Run, Failure> {
    let instance = stage.open(database).await?;
    let pairs = instance.pairs(load.tables).await?;
    let tables = stream::iter(pairs.iter().enumerate()).map(|(number, pair)| {
        let instance = &instance;
        async move {
            let games = book(instance, pair, moves, number, load.games()).await?;
            Table::open(instance, pair, games).await
        }
    });
    let tables = tables.buffer_unordered(AT_ONCE).try_collect().await?;
    play(&instance.server, tables, load).await
}

async fn at_relay(
    stage: &Stage,
    load: Load,
    moves: &[Arc<[String]>],
    frames: &[String],
) -> Result<Run, Failure> {
    let rival = stage.open_rival("relay", frames).await?;
    let mut tables = Vec::new();
    for table in 0..load.tables {
        let games = (0..load.games()).map(|number| Booked {
            id: format!("{table:08}{number:08}"),
            moves: Arc::clone(&moves[(table + number) % moves.len()]),
        });
        tables.push(Table::open_at_rival(rival.server.address, games.collect()).await?);
    }
    play(&rival.server, tables, load).await
}

/// Has all tables play at once, first to warm up and then for the record.
async fn play(server: &Server, tables: Vec<Table>, load: Load) -> Result<Run, Failure> {
    let (tables, _) = play_all(tables, load.warm_up).await?;
    let (before, began) = (server.cpu()?, Instant::now());
    let (_tables, latencies) = play_all(tables, load.moves).await?;
    let (time, cpu) = (began.elapsed(), server.cpu()?.saturating_sub(before));
    let count = latencies.len() as f64;
    Ok(Run {
        rate: count / time.as_secs_f64(),
        latencies: Latencies::new(latencies),
        cpu: cpu.as_secs_f64() * 1e6 / count,
        memory: server.memory()? as f64 / 1_024.0,
    })
}

async fn play_all(tables: Vec<Table>, moves: usize) -> Result<(Vec<Table>, Vec<Duration>), Failure> {
    let mut playing = JoinSet::new();
    for mut table in tables {
        playing.spawn(async move {
            let latencies = table.play(moves).await?;
            Ok::<_, Failure>((table, latencies))
        });
    }
    let (mut tables, mut all) = (Vec::new(), Vec::new());
    while let Some(played) = playing.join_next().await {
        let (table, latencies) = played??;
        tables.push(table);
        all.extend(latencies);
    }
    Ok((tables, all))
}
