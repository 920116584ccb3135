//! The fault run: very many games at once, played by clients that do not give up, while everything around them fails. No
//! acknowledged move is lost, none is made twice, no game is stuck, no clock is wrong, and all who were there know the
//! log that the database has.
//!
//! A short form is among the tests; `scripts/faults` runs the long one.

mod client;
mod clocks;
mod fault;
mod judge;
mod log;
mod outages;
mod progress;
mod spectators;

use std::time::Instant;

use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use crate::rest::Visitor;
use crate::server::{Data, Database, Server, lasting_address};
use client::{Client, MOVES, Played, Seat};
use fault::Fault;
use judge::{Defects, Stored};
use outages::{Outage, now};
use progress::{Progress, Stuck};

/// How many there are of those who watch everything and of those who do not read, and how many games each follows.
const SPECTATORS: usize = 8;
const SLOW_READERS: usize = 6;
const FOLLOWED: usize = 12;
/// Guests arrive so many at a time.
const ARRIVALS: usize = 20;

/// Faults, each when so many in a hundred of all commands are acknowledged.
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

#[tokio::test(flavor = "multi_thread")]
async fn sixty_games_on_sqlite() {
    run("SQLite", SHORT_GAMES, SHORT_SQLITE, Data::new(Database::Sqlite).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sixty_games_on_postgres() {
    run("Postgres", SHORT_GAMES, SHORT_POSTGRES, Data::new(Database::Postgres).await).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes: scripts/faults"]
async fn long_on_sqlite() {
    run("SQLite", games_asked_for(), LONG_SQLITE, Data::new(Database::Sqlite).await).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes: scripts/faults"]
async fn long_on_postgres() {
    run("Postgres", games_asked_for(), LONG_POSTGRES, Data::on_private_postgres().await).await;
}

fn games_asked_for() -> usize {
    std::env::var("TENGEN_FAULTS_GAMES").map_or(200, |games| games.parse().expect("a number of games"))
}

/// The clock of a game, by its number: every system in turn, so slow that no flag falls and so short that overtime
/// comes, and none.
fn clock(number: usize) -> Value {
    match number % 6 {
        0 => json!({"system": "byo-yomi", "main": 2_000, "periods": 5, "period": 20_000}),
        1 => json!({"system": "fischer", "main": 60_000, "increment": 2_000, "max": 90_000}),
        2 => json!({"system": "canadian", "main": 2_000, "stones": 8, "period": 60_000}),
        3 => json!({"system": "absolute", "main": 300_000}),
        4 => json!({"system": "simple", "period": 30_000}),
        _ => Value::Null,
    }
}

async fn run(database: &str, games: usize, plan: Plan, data: Data) {
    let began = Instant::now();
    let mut server = Server::on(data, lasting_address(), &[]).await;
    let mut players = Vec::new();
    for arrivals in (0..2 * games).collect::<Vec<_>>().chunks(ARRIVALS) {
        players.extend(join_all(arrivals.iter().map(|number| guest(&server, *number))).await);
    }
    let table = players.chunks(2).enumerate().map(|(number, players)| sit_down(players, clock(number)));
    let ids: Vec<String> = join_all(table).await;

    let progress = Progress::new();
    let clients: Vec<JoinHandle<Played>> = players
        .iter()
        .enumerate()
        .map(|(n, player)| {
            let (player, game, course) = (player.clone(), ids[n / 2].clone(), n / 2);
            let seat = Seat { player, game, color: ["black", "white"][n % 2], course };
            tokio::spawn(Client::new(&server, seat, progress.clone()).play())
        })
        .collect();
    let followed = |reader: usize, readers: usize| -> Vec<String> {
        let first = reader * ids.len() / readers;
        ids.iter().cycle().skip(first).take(FOLLOWED.min(ids.len())).cloned().collect()
    };
    let url = crate::socket::url(&server);
    let watching: Vec<_> = (0..SPECTATORS)
        .map(|reader| spectators::watch(url.clone(), followed(reader, SPECTATORS), progress.clone()))
        .map(tokio::spawn)
        .collect();
    let door = spectators::door(&server);
    let ignoring: Vec<_> = (0..SLOW_READERS)
        .map(|reader| spectators::ignore(door.clone(), followed(reader, SLOW_READERS), progress.clone()))
        .map(tokio::spawn)
        .collect();

    let commands = games * (MOVES + 1);
    let mut outages = Vec::new();
    let outcome = suffer(plan, commands, &mut server, &progress, &mut outages).await;
    if outcome.is_err() {
        println!("{database}: no progress after {} faults", outages.len());
    }
    // Players stay until their games are over; the others may go then.
    let gone = progress.until(|progress| progress.acknowledged() >= commands).await;
    if gone.is_ok() {
        let caught_up = progress.until(|_| watching.iter().all(JoinHandle::is_finished)).await;
        if caught_up.is_err() {
            println!("{database}: spectators have not caught up");
        }
    }
    progress.end();
    let played: Vec<Played> =
        join_all(clients).await.into_iter().map(|played| played.expect("a client")).collect();
    let watched: Vec<_> =
        join_all(watching).await.into_iter().map(|logs| logs.expect("a spectator")).collect();
    let ignored: Vec<_> =
        join_all(ignoring).await.into_iter().map(|times| times.expect("a reader")).collect();

    // A last time, so that the log comes from the database and from nowhere else.
    server.kill().await;
    server.start_again().await;
    let mut defects = Defects::default();
    let stranger = Visitor::stranger(&server);
    for (n, game) in ids.iter().enumerate() {
        let [black, white] = [&players[2 * n], &players[2 * n + 1]];
        let logs = [black.events(game).await, white.events(game).await, stranger.events(game).await];
        for logs_of_one in &watched {
            if let Some(known) = logs_of_one.get(game) {
                defects.compare(game, "a spectator", &known.0, &logs[2]);
            }
        }
        let stored = Stored { game, clock: &clock(n), logs };
        defects.add(&stored, [&played[2 * n], &played[2 * n + 1]], &outages);
    }
    for detail in defects.details.iter().take(20) {
        println!("{detail}");
    }
    let sum = |count: fn(&Played) -> usize| played.iter().map(count).sum::<usize>();
    println!("{database}: {games} games, {:.0} s", began.elapsed().as_secs_f64());
    for (name, count) in [
        ("faults, and a last kill", outages.len() + 1),
        ("commands acknowledged", progress.acknowledged()),
        ("commands refused with 503", progress.refused()),
        ("commands sent again", sum(|played| played.sent_again)),
        ("of them stored before", sum(|played| played.stored_before)),
        ("connections lost", sum(|played| played.connections - 1)),
        ("frames torn", sum(|played| played.torn)),
        ("players who vanished", sum(|played| played.vanished)),
        ("logs that spectators followed", watched.iter().map(std::collections::BTreeMap::len).sum()),
        ("readers who did not read", ignored.iter().sum()),
        ("thoughts that an outage hit", defects.account.hit),
    ] {
        println!("  {name:<42}{count:>7}");
    }
    println!("  {:<42}{:>7}", "most charged for an outage, ms", defects.account.most_charged);
    println!("  {:<42}{:>7}", "most given back beyond it, ms", defects.account.most_beyond);
    print!("{defects}");
    assert_eq!(outages.len(), plan.len(), "not every fault has happened");
    assert_eq!(progress.acknowledged(), commands);
    assert!(defects.are_none());
}

/// Lets everything go wrong that the plan has, as the games go on.
async fn suffer(
    plan: Plan,
    commands: usize,
    server: &mut Server,
    progress: &Progress,
    outages: &mut Vec<Outage>,
) -> Result<(), Stuck> {
    for (percent, fault) in plan {
        progress.until(|progress| progress.acknowledged() >= commands * percent / 100).await?;
        let began = now();
        let outage = fault.happen(server, progress).await?;
        println!(
            "{}: {} ms, and {} ms before and after",
            fault.name(),
            outage.to - outage.from,
            outage.over_by - began - (outage.to - outage.from)
        );
        outages.push(outage);
    }
    Ok(())
}

async fn guest(server: &Server, number: usize) -> Visitor {
    Visitor::guest(server, &format!("Player {number}")).await
}

/// Two players sit down; the answer is their game.
async fn sit_down(players: &[Visitor], clock: Value) -> String {
    let board = json!({"width": 9, "height": 9});
    let settings = json!({"board": board, "rules": "aga", "color": "black", "clock": clock});
    let game = players[0].new_game(settings).await["id"].as_str().unwrap().to_owned();
    players[1].join(&game).await.ok();
    game
}
