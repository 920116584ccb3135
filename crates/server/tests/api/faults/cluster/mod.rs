//! The same run with three servers behind a proxy, on one Postgres and one NATS: servers are killed, stopped and replaced one after
//! the other, NATS and Postgres go away, and the others go on.
//!
//! A short form is among the tests; `scripts/cluster` runs the long one.

mod fault;
mod house;
mod losses;

use std::time::{Duration, Instant};

use super::crowd::{Crowd, Tables};
use super::judge::Defects;
use super::outages::Outage;
use super::progress::{Progress, Stuck};
use super::{LONG_GAMES, SHORT_GAMES, TOLD, client, judge};
use crate::rest::Visitor;
use crate::server::{Data, Database, once};
use fault::Fault;
use house::House;

once! {
    sixty_games_on_three_servers
}

/// Faults, each with the percentage of commands that are acknowledged when it happens.
type Plan = &'static [(usize, Fault)];

const SHORT: Plan = &[(10, Fault::Killed(0)), (30, Fault::NatsKilled), (50, Fault::Stopped(1))];
const LONG: Plan = &[
    (4, Fault::Killed(0)),
    (10, Fault::Stopped(1)),
    (16, Fault::NatsKilled),
    (22, Fault::WithoutNats(1)),
    (28, Fault::WithoutPostgres(2)),
    (36, Fault::PostgresStopped),
    (42, Fault::Replaced),
    (56, Fault::WrongClock(1)),
    (74, Fault::Killed(2)),
    (80, Fault::Killed(1)),
    (86, Fault::AllKilled),
    (92, Fault::Stopped(0)),
];

/// How long players think in the long run: so that its faults come one after the other before the games are over.
const THINKING: Duration = Duration::from_secs(5);

async fn sixty_games_on_three_servers() {
    run(SHORT_GAMES, Duration::ZERO, SHORT, Data::new(Database::Postgres).await).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes some minutes: scripts/cluster"]
async fn long_on_three_servers() {
    let games = std::env::var("TENGEN_CLUSTER_GAMES")
        .map_or(LONG_GAMES, |games| games.parse().expect("a number of games"));
    run(games, THINKING, LONG, Data::on_private_postgres().await).await;
}

async fn run(games: usize, pace: Duration, plan: Plan, data: Data) {
    let began = Instant::now();
    let mut house = House::open(data).await;
    let tables = Tables::new(&house.door, games, pace).await;
    let progress = Progress::new(games * (client::MOVES + 1));
    let crowd = Crowd::gather(&house.door, &tables, &progress);
    let mut outages = Vec::new();
    for (percent, fault) in plan {
        if suffer(*percent, *fault, &mut house, &progress, &mut outages).await.is_err() {
            println!("nobody could play any more: {fault:?}");
            break;
        }
    }
    let seen = crowd.leaves(&progress).await;
    let mut defects = Defects::default();
    defects.faults_missing = plan.len() - outages.len();
    defects.clients_failed = seen.failed;
    defects.unanswered = progress.unanswered();
    let killed = plan.iter().filter(|(_, fault)| matches!(fault, Fault::Killed(_))).count();
    let losses = losses::of(&house.door).await;
    println!("{} servers were taken for dead, of which {killed} were killed by themselves", losses.len());
    outages.extend(losses);
    outages.sort_unstable_by_key(|outage| outage.from);
    judge(&house.door, &tables, &seen, &outages, &mut defects).await;
    compare_servers(&house, &tables, &mut defects).await;
    for detail in defects.details.iter().take(TOLD) {
        println!("{detail}");
    }
    println!("three servers: {games} games, {:.0} s", began.elapsed().as_secs_f64());
    println!("{progress}{seen}{defects}");
    assert!(defects.are_none(), "three servers: see the table");
}

async fn suffer(
    percent: usize,
    fault: Fault,
    house: &mut House,
    progress: &Progress,
    outages: &mut Vec<Outage>,
) -> Result<(), Stuck> {
    progress.until(|progress| progress.percent() >= percent).await?;
    let from = progress.percent();
    let outage = fault.happen(house, progress).await?;
    println!("{fault:?}: from {from} to {} % of the commands", progress.percent());
    outages.push(outage);
    Ok(())
}

/// Each server has to tell the same of every game.
async fn compare_servers(house: &House, tables: &Tables, defects: &mut Defects) {
    let [first, others @ ..] = house.servers.each_ref().map(Visitor::stranger);
    for game in &tables.games {
        let log = first.events(game).await;
        for other in &others {
            defects.compare(game, "another server", &other.events(game).await, &log);
        }
    }
}
