//! The fault run: very many games at once, played by clients that do not give up, while everything around them fails. No
//! acknowledged move is lost, none is made twice, no game is stuck, no clock is wrong, and all who were there know the
//! log that the database has.
//!
//! A short form is among the tests; `scripts/faults` runs the long one.

mod client;
mod clocks;
mod cluster;
mod crowd;
mod fault;
mod judge;
mod log;
mod outages;
mod progress;
mod spectators;
mod way;

use std::time::{Duration, Instant};

use crate::rest::Visitor;
use crate::server::{Data, Database, Server, lasting_address, now, once};
use client::MOVES;
use crowd::{Crowd, Seen, Tables, clock};
use fault::Fault;
use judge::{Defects, Stored};
use outages::Outage;
use progress::{Progress, Stuck};

once! {
    sixty_games_on_sqlite
    sixty_games_on_postgres
}

/// Faults, each with the percentage of commands that are acknowledged when it happens.
type Plan = &'static [(usize, Fault)];

const SHORT_SQLITE: Plan = &[(15, Fault::Killed), (45, Fault::Full), (75, Fault::Killed)];
const SHORT_POSTGRES: Plan = &[(15, Fault::Killed), (45, Fault::Cut), (75, Fault::Killed)];
const LONG_SQLITE: Plan = &[
    (8, Fault::Killed),
    (18, Fault::Full),
    (28, Fault::Locked),
    (40, Fault::Stopped),
    (50, Fault::KilledWhileLocked),
    (62, Fault::Killed),
    (75, Fault::Full),
    (88, Fault::Killed),
];
const LONG_POSTGRES: Plan = &[
    (8, Fault::Killed),
    (18, Fault::Cut),
    (28, Fault::Hangs),
    (40, Fault::Stopped),
    (50, Fault::PostgresStopped),
    (62, Fault::Killed),
    (75, Fault::Cut),
    (88, Fault::Killed),
];

const SHORT_GAMES: usize = 60;
const LONG_GAMES: usize = 200;
/// The number of defects that are told in detail.
const TOLD: usize = 20;

async fn sixty_games_on_sqlite() {
    run("SQLite", SHORT_GAMES, SHORT_SQLITE, Data::new(Database::Sqlite).await).await;
}

async fn sixty_games_on_postgres() {
    run("Postgres", SHORT_GAMES, SHORT_POSTGRES, Data::new(Database::Postgres).await).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes a minute: scripts/faults"]
async fn long_on_sqlite() {
    run("SQLite", games_asked_for(), LONG_SQLITE, Data::new(Database::Sqlite).await).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes a minute: scripts/faults"]
async fn long_on_postgres() {
    run("Postgres", games_asked_for(), LONG_POSTGRES, Data::on_private_postgres().await).await;
}

fn games_asked_for() -> usize {
    std::env::var("TENGEN_FAULTS_GAMES").map_or(LONG_GAMES, |games| games.parse().expect("a number of games"))
}

async fn run(database: &str, games: usize, plan: Plan, data: Data) {
    let began = Instant::now();
    let mut server = Server::on(data, lasting_address(), &[]).await;
    let tables = Tables::new(&server, games, Duration::ZERO).await;
    let progress = Progress::new(games * (MOVES + 1));
    let crowd = Crowd::gather(&server, &tables, &progress);
    let mut outages = Vec::new();
    if suffer(plan, &mut server, &progress, &mut outages).await.is_err() {
        println!("nobody could play any more, or nobody noticed: {:?}", plan[outages.len()].1);
    }
    let seen = crowd.leaves(&progress).await;

    // A last time, so that the log comes from the database and from nowhere else.
    server.kill().await;
    server.start_again().await;
    let mut defects = Defects::default();
    defects.faults_missing = plan.len() - outages.len();
    defects.clients_failed = seen.failed;
    defects.unanswered = progress.unanswered();
    judge(&server, &tables, &seen, &outages, &mut defects).await;
    for detail in defects.details.iter().take(TOLD) {
        println!("{detail}");
    }
    println!("{database}: {games} games, {:.0} s", began.elapsed().as_secs_f64());
    println!("{progress}{seen}{defects}");
    assert!(defects.are_none(), "{database}: see the table");
}

/// Lets everything go wrong that the plan has, as the games go on.
async fn suffer(
    plan: Plan,
    server: &mut Server,
    progress: &Progress,
    outages: &mut Vec<Outage>,
) -> Result<(), Stuck> {
    for (percent, fault) in plan {
        progress.until(|progress| progress.percent() >= *percent).await?;
        let began = now();
        let outage = fault.happen(server, progress).await?;
        let (away, whole) = (outage.to - outage.from, outage.over_by - began);
        println!("at {percent} % {fault:?}: {away} ms, with what came before and after {whole} ms");
        outages.push(outage);
    }
    Ok(())
}

async fn judge(server: &Server, tables: &Tables, seen: &Seen, outages: &[Outage], defects: &mut Defects) {
    let stranger = Visitor::stranger(server);
    for (number, game) in tables.games.iter().enumerate() {
        let [black, white] = tables.players(number);
        let logs = [black.events(game).await, white.events(game).await, stranger.events(game).await];
        for known in seen.watched.iter().filter_map(|logs| logs.get(game)) {
            defects.compare(game, "a spectator", &known.0, &logs[2]);
        }
        let played = [&seen.played[2 * number], &seen.played[2 * number + 1]];
        defects.add(&Stored { game, clock: &clock(number, tables.pace), logs }, played, outages);
    }
}
