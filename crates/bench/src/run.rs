//! Tables that play for a while, and what that has cost.

use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use crate::failure::Failure;
use crate::latency::Latencies;
use crate::process::{Server, cpu, cpu_of_family};
use crate::report;
use crate::table::Table;

/// What the moves of all tables have cost.
#[derive(Debug, Clone)]
pub(crate) struct Run {
    /// Moves a second.
    pub(crate) rate: f64,
    pub(crate) latencies: Latencies,
    processor: Processor,
    /// Memory of all servers after the last move, in MiB.
    memory: f64,
}

/// The processes beside the clients' that a move keeps at work.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Workers<'a> {
    pub(crate) servers: &'a [&'a Server],
    /// The first of the database's own processes, if it has any.
    pub(crate) database: Option<u32>,
    /// That of NATS, if there is one.
    pub(crate) nats: Option<u32>,
}

/// Processor time of each who takes part: in all at first, and then for each move.
#[derive(Debug, Clone, Copy)]
struct Processor {
    /// That of all servers.
    server: Duration,
    /// That of the database's own processes, if it has any.
    database: Option<Duration>,
    nats: Option<Duration>,
    clients: Duration,
}

impl Processor {
    fn read(workers: &Workers<'_>) -> Result<Self, Failure> {
        Ok(Self {
            server: workers.servers.iter().map(|server| server.cpu()).sum::<Result<_, _>>()?,
            database: workers.database.map(cpu_of_family).transpose()?,
            nats: workers.nats.map(cpu).transpose()?,
            clients: cpu(std::process::id())?,
        })
    }

    fn a_move(self, before: Self, moves: u32) -> Self {
        let each = |after: Duration, before: Duration| after.saturating_sub(before) / moves.max(1);
        Self {
            server: each(self.server, before.server),
            database: self.database.zip(before.database).map(|(after, before)| each(after, before)),
            nats: self.nats.zip(before.nats).map(|(after, before)| each(after, before)),
            clients: each(self.clients, before.clients),
        }
    }
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

impl Run {
    /// The run with the median rate.
    pub(crate) fn median(mut runs: Vec<Self>) -> Option<Self> {
        runs.sort_by(|one, other| one.rate.total_cmp(&other.rate));
        let middle = runs.len() / 2;
        runs.into_iter().nth(middle)
    }

    /// Prints it, beside a ratio.
    pub(crate) fn tell(&self, name: &str, beside: &str) {
        report::line(&format!(
            "  {name:9} {:>7.0} moves/s   p50 {:>7.2} ms   p99 {:>7.2} ms   {:>4.0} us of processor a move   {:>4.0} MiB   {beside}",
            self.rate,
            self.latencies.millis(50),
            self.latencies.millis(99),
            self.micros_of_servers(),
            self.memory,
        ));
    }

    /// The processor time of all servers for a move, in microseconds.
    pub(crate) fn micros_of_servers(&self) -> f64 {
        micros(self.processor.server)
    }

    /// Prints the processor time of the others.
    pub(crate) fn tell_processor(&self, name: &str) {
        let of = |name: &str, time: Option<Duration>| {
            time.map(|time| format!("   {name} {:>3.0} us", micros(time))).unwrap_or_default()
        };
        let (database, nats) = (of("database", self.processor.database), of("NATS", self.processor.nats));
        report::line(&format!(
            "  {name:9} processor a move: server {:>3.0} us{database}{nats}   clients {:>3.0} us",
            self.micros_of_servers(),
            micros(self.processor.clients),
        ));
    }
}

/// Has all tables play at once, first to warm up and then for the record.
pub(crate) async fn play(
    workers: Workers<'_>,
    tables: Vec<Table>,
    warm_up: Duration,
    span: Duration,
) -> Result<Run, Failure> {
    let (tables, _) = play_all(tables, warm_up).await?;
    let (before, began) = (Processor::read(&workers)?, Instant::now());
    let (_tables, latencies) = play_all(tables, span).await?;
    let time = began.elapsed();
    let moves = u32::try_from(latencies.len())?;
    let memory = workers.servers.iter().map(|server| server.memory()).sum::<Result<u64, _>>()?;
    Ok(Run {
        rate: f64::from(moves) / time.as_secs_f64(),
        latencies: Latencies::new(latencies),
        processor: Processor::read(&workers)?.a_move(before, moves),
        memory: memory as f64 / 1_024.0,
    })
}

async fn play_all(tables: Vec<Table>, span: Duration) -> Result<(Vec<Table>, Vec<Duration>), Failure> {
    let end = Instant::now() + span;
    let mut playing = JoinSet::new();
    for mut table in tables {
        playing.spawn(async move {
            let latencies = table.play_until(end).await?;
            Ok::<_, Failure>((table, latencies))
        });
    }
    gather(playing).await
}

/// What a table was told to do: the table afterwards, and how long its moves took.
pub(crate) type Played = Result<(Table, Vec<Duration>), Failure>;

/// Waits until all tables are done. Answers them, and how long all of their moves took.
pub(crate) async fn gather(mut playing: JoinSet<Played>) -> Result<(Vec<Table>, Vec<Duration>), Failure> {
    let (mut tables, mut all) = (Vec::new(), Vec::new());
    while let Some(played) = playing.join_next().await {
        let (table, latencies) = played??;
        tables.push(table);
        all.extend(latencies);
    }
    Ok((tables, all))
}
