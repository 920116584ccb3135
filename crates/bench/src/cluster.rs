//! Games whose players are at several servers, beside the same games on one server: what the way over NATS costs.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt, stream};
use tengen_testbed::Nats;

use crate::client::Kind;
use crate::failure::Failure;
use crate::fanout::{self, watch};
use crate::moves::random_games;
use crate::report::{self, Goal};
use crate::run::{Run, Workers, play};
use crate::stage::{Database, Instance, Stage};
use crate::supply::{Booked, Moves, Supply};
use crate::table::{Seats, Table};

/// A game is left after so many moves.
const LENGTH: usize = 200;
/// How many tables are set up at once.
const AT_ONCE: usize = 16;
/// With so many tables processor time counts; with fewer, how long a move takes.
const BUSY: usize = 200;
/// How many servers hear of each other.
const SERVERS: usize = 3;

/// Where the clients of the tables are. Tables take the servers in turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Places {
    /// All are at the one server there is, without NATS.
    Alone,
    /// Both players of a table are at the same of three servers.
    Together,
    /// Each player is at another server.
    Apart,
    /// Somebody watches at the third one.
    Watched,
    /// The one server there is has somebody who watches, too.
    AloneWatched,
}

const ALL: [Places; 5] =
    [Places::Alone, Places::Together, Places::Apart, Places::AloneWatched, Places::Watched];

impl Places {
    fn name(self) -> &'static str {
        match self {
            Self::Alone => "one server",
            Self::Together => "three servers, both players at one",
            Self::Apart => "three servers, the players at two",
            Self::Watched => "three servers, a spectator at the third",
            Self::AloneWatched => "one server, with a spectator",
        }
    }

    fn servers(self) -> usize {
        match self {
            Self::Alone | Self::AloneWatched => 1,
            Self::Together | Self::Apart | Self::Watched => SERVERS,
        }
    }

    /// Where the clients of a table are.
    fn seats(self, addresses: &[SocketAddr], table: usize) -> Seats {
        let at = |place: usize| addresses[(table + place) % addresses.len()];
        match self {
            Self::Alone | Self::Together => Seats::from(at(0)),
            Self::Apart => Seats { black: at(0), white: at(1), spectator: None },
            Self::Watched | Self::AloneWatched => {
                Seats { black: at(0), white: at(1), spectator: Some(at(2)) }
            }
        }
    }
}

/// Measures and prints it.
pub(crate) async fn measure(stage: &Stage) -> Result<(), Failure> {
    let moves: Arc<[_]> = random_games(LENGTH)?.into();
    for tables in stage.pick(&[1, 20, BUSY][..], &[20][..]) {
        compare(stage, *tables, &moves).await?;
    }
    spectators(stage).await
}

async fn compare(stage: &Stage, tables: usize, moves: &Arc<[Arc<[String]>]>) -> Result<(), Failure> {
    let (rounds, span) = (stage.pick(3, 1), Duration::from_millis(stage.pick(10_000, 500)));
    report::line(&format!(
        "cluster: {tables} games at once, {} for {} s each on Postgres, median of {rounds} (load {})",
        Kind::Plain.name(),
        span.as_secs_f64(),
        report::load(),
    ));
    let mut found = ALL.map(|_| Vec::new());
    for _ in 0..rounds {
        // One right after the other, so that all meet the same noise.
        for (places, runs) in ALL.into_iter().zip(&mut found) {
            runs.push(games(stage, places, tables, moves, span).await?);
        }
    }
    let mut medians = Vec::new();
    for (places, runs) in ALL.into_iter().zip(found) {
        let median = Run::median(runs).ok_or("no round was played")?;
        report::line(&format!("  {}:", places.name()));
        median.tell("", "");
        median.tell_processor("");
        medians.push((places, median));
    }
    let of = |wanted| medians.iter().find(|(places, _)| *places == wanted).map(|(_, run)| run);
    for (apart, alone) in [(Places::Apart, Places::Alone), (Places::Watched, Places::AloneWatched)] {
        let (Some(apart_run), Some(alone_run)) = (of(apart), of(alone)) else { continue };
        let times = apart_run.latencies.millis(50) / alone_run.latencies.millis(50);
        report::goal(&format!("{}: p50 beside {}", apart.name(), alone.name()), times, Goal::AtMost(1.6));
        let times = apart_run.micros_of_servers() / alone_run.micros_of_servers();
        report::goal(
            &format!("{}: processor of all servers beside {}", apart.name(), alone.name()),
            times,
            Goal::AtMost(1.5),
        );
    }
    Ok(())
}

/// The servers, and the NATS by which they hear of each other if there are several.
struct House {
    instances: Vec<Arc<Instance>>,
    nats: Option<Nats>,
}

impl House {
    async fn open(stage: &Stage, servers: usize) -> Result<Self, Failure> {
        if servers == 1 {
            let instance = stage.open(Database::Postgres).await?;
            return Ok(Self { instances: vec![Arc::new(instance)], nats: None });
        }
        let nats = Nats::start().await;
        let instances = stage.open_several(servers, &nats.url()).await?;
        Ok(Self { instances: instances.into_iter().map(Arc::new).collect(), nats: Some(nats) })
    }

    fn addresses(&self) -> Vec<SocketAddr> {
        self.instances.iter().map(|instance| instance.address()).collect()
    }
}

async fn games(
    stage: &Stage,
    places: Places,
    tables: usize,
    moves: &Arc<[Arc<[String]>]>,
    span: Duration,
) -> Result<Run, Failure> {
    let house = House::open(stage, places.servers()).await?;
    let addresses = house.addresses();
    let pairs = house.instances[0].pairs(tables).await?;
    let tables = stream::iter(pairs.into_iter().enumerate()).map(|(number, pair)| {
        let instance = Arc::clone(&house.instances[number % house.instances.len()]);
        let seats = places.seats(&addresses, number);
        async move {
            let moves = Moves::from(Arc::clone(moves), number);
            let supply = Supply::Made { instance, pair: pair.clone(), moves };
            Table::open(seats, Some(&pair), Kind::Plain, supply).await
        }
    });
    let tables = tables.buffer_unordered(AT_ONCE).try_collect().await?;
    let servers: Vec<_> = house.instances.iter().map(|instance| &instance.server).collect();
    let workers = Workers {
        servers: &servers,
        database: stage.process_of(Database::Postgres),
        nats: house.nats.as_ref().map(Nats::process_id),
    };
    play(workers, tables, span / 8, span).await
}

/// One game with very many spectators, at one server and at two.
async fn spectators(stage: &Stage) -> Result<(), Failure> {
    let moves = random_games(fanout::LONGEST)?.swap_remove(0);
    let load = fanout::Load {
        spectators: stage.pick(5_000, 200),
        stalled: 0,
        warm_up: 20,
        single: 20,
        bursts: stage.pick(5, 2),
    };
    let rounds = stage.pick(3, 1);
    report::line(&format!(
        "cluster: {} spectators of a game on Postgres, best of {rounds} (load {})",
        load.spectators,
        report::load()
    ));
    let mut best = [(f64::INFINITY, f64::INFINITY); 2];
    for _ in 0..rounds {
        for (servers, (single, burst)) in (1..).zip(&mut best) {
            let house = House::open(stage, servers).await?;
            let instance = &house.instances[0];
            let pair = instance.pairs(1).await?.remove(0);
            let id = instance.game(&pair).await?;
            let supply = Supply::One(Some(Booked { id: id.clone(), moves: Arc::clone(&moves) }));
            let table = Table::open(instance.address(), Some(&pair), Kind::Plain, supply).await?;
            let run = watch(&house.addresses(), &id, table, load).await?;
            *single = single.min(run.single.millis(50));
            *burst = burst.min(run.bursts.millis(50));
        }
    }
    for (servers, (single, burst)) in ["one server", "two servers"].iter().zip(best) {
        report::line(&format!(
            "  {servers:12} to the last delivery: one move p50 {single:>7.2} ms   burst of {} p50 {burst:>8.2} ms",
            fanout::BURST
        ));
    }
    let [(one, _), (two, _)] = best;
    report::line(&format!("  one move at two servers beside one: {:.2}", two / one));
    Ok(())
}
