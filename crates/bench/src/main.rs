//! How fast the server is, each figure beside that of something simple which does the same without it: a relay without
//! rules and disk, a plain insert, a loop of writes. `scripts/bench` runs it; `docs/benchmarks.md` tells the method.

#![allow(clippy::cast_precision_loss, reason = "figures for people")]

mod accounts;
mod archive;
mod beside;
mod client;
mod cluster;
mod comer;
mod commits;
mod drain;
mod failure;
mod fanout;
mod games;
mod idle;
mod latency;
mod lobby;
mod moves;
mod order;
mod people;
mod process;
mod raw;
mod relay;
mod report;
mod run;
mod stage;
mod supply;
mod table;
mod trying;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use accounts::Accounts;
use archive::Archive;
use failure::Failure;
use games::Games;
use order::Order;
use stage::Stage;
use trying::Trying;

/// Measures a Tengen server.
#[derive(Debug, Parser)]
#[command(name = "tengen-bench")]
struct Arguments {
    #[command(subcommand)]
    part: Part,
}

#[derive(Debug, Subcommand)]
enum Part {
    /// Many games at once, beside a relay and single-row commits.
    Games(Games),
    /// One game with many spectators, beside a loop of plain writes.
    Fanout(Stage),
    /// The same games with the players at several servers that hear of each other, beside one server.
    Cluster(Stage),
    /// Many sockets over two proxies whose server drains, beside moves of the same games.
    Drain(Stage),
    /// The pages and the exports of many games.
    Archive(Archive),
    /// Very many accounts: sign-ins, searches, the start, and games beside sign-ins.
    Accounts(Accounts),
    /// A large server on which order is kept: the pages of the staff and of teachers, and games beside them.
    Order(Order),
    /// Many people who try moves beside games, and ask for estimates.
    Trying(Trying),
    /// The memory of idle sockets.
    Idle(Stage),
    /// Many sockets that watch the lobby, beside the bytes of what changes there.
    Lobby(Stage),
    /// Durable single-row inserts a second.
    Commits(Stage),
    /// The relay: passes frames on, without rules and without a disk.
    Relay {
        /// A file with the event frames of one game, one a line.
        frames: PathBuf,
    },
    /// The loop of writes: sends each frame to all connections in turn.
    Raw {
        /// A file with the event frames of one game, one a line.
        frames: PathBuf,
    },
}

#[tokio::main]
async fn main() -> ExitCode {
    let part = Arguments::parse().part;
    let outcome = tokio::select! {
        outcome = run(part) => outcome,
        // The processes that were started end with this one.
        () = told_to_stop() => Err("stopped".into()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            report::complain(&error);
            ExitCode::FAILURE
        }
    }
}

async fn run(part: Part) -> Result<(), Failure> {
    match part {
        Part::Games(games) => games.measure().await,
        Part::Fanout(stage) => fanout::measure(&stage).await,
        Part::Cluster(stage) => cluster::measure(&stage).await,
        Part::Drain(stage) => drain::measure(&stage).await,
        Part::Archive(archive) => archive.measure().await,
        Part::Accounts(accounts) => accounts.measure().await,
        Part::Order(order) => order.measure().await,
        Part::Trying(trying) => trying.measure().await,
        Part::Idle(stage) => idle::measure(&stage).await,
        Part::Lobby(stage) => lobby::measure(&stage).await,
        Part::Commits(stage) => commits::measure(&stage).await,
        Part::Relay { frames } => relay::serve(&frames).await,
        Part::Raw { frames } => tokio::task::spawn_blocking(move || raw::serve(&frames)).await?,
    }
}

async fn told_to_stop() {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut interrupt), Ok(mut terminate)) =
        (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
    else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
    }
}
