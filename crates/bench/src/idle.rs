//! The memory of sockets on which nothing happens.

use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt, stream};
use tokio::task::JoinSet;

use crate::client::{Kind, Socket, subscribe_frame};
use crate::failure::Failure;
use crate::report::{self, Goal};
use crate::stage::{Database, Stage};

/// How many games the sockets follow.
const GAMES: usize = 100;
/// How many sockets are opened at once.
const AT_ONCE: usize = 64;
/// How long the server has for what is still to be done before its memory is read.
const SETTLE: Duration = Duration::from_secs(2);

/// Measures and prints it.
pub(crate) async fn measure(stage: &Stage) -> Result<(), Failure> {
    let count = stage.pick(10_000, 500);
    report::line(&format!("idle: {count} sockets (load {})", report::load()));
    let instance = stage.open(Database::Sqlite).await?;
    let pair = instance.pairs(1).await?.remove(0);
    let mut games = Vec::new();
    for _ in 0..GAMES {
        games.push(instance.game(&pair).await?);
    }
    // What the first sockets need once is not theirs alone.
    let first = open(&instance, AT_ONCE).await?;
    drop(first);
    tokio::time::sleep(SETTLE).await;
    let before = instance.server.memory()?;

    let sockets = open(&instance, count).await?;
    tokio::time::sleep(SETTLE).await;
    let connected = instance.server.memory()?;

    let games = &games;
    let following = stream::iter(sockets.into_iter().enumerate()).map(|(number, mut socket)| async move {
        socket.send(subscribe_frame(&games[number % GAMES])).await?;
        socket.wait_for("snapshot").await?;
        Ok::<_, Failure>(socket)
    });
    let following: Vec<Socket> = following.buffer_unordered(AT_ONCE).try_collect().await?;
    // They answer pings and read nothing else until the end.
    let mut readers = JoinSet::new();
    for mut socket in following {
        readers.spawn(async move { while socket.next().await.is_ok() {} });
    }
    tokio::time::sleep(SETTLE).await;
    let subscribed = instance.server.memory()?;
    if !readers.is_empty() && readers.try_join_next().is_some() {
        return Err("the server closed a socket that was idle".into());
    }

    let each = |after: u64| (after as f64 - before as f64) / count as f64;
    report::line(&format!("  server before {:.1} MiB", before as f64 / 1_024.0));
    for (name, after) in [("connected", connected), ("each following a game", subscribed)] {
        report::line(&format!(
            "  {name:22} {:>6.1} MiB, {:>5.2} KiB a socket",
            after as f64 / 1_024.0,
            each(after)
        ));
    }
    report::goal("KiB of an idle socket that follows a game", each(subscribed), Goal::AtMost(8.0));
    Ok(())
}

async fn open(instance: &crate::stage::Instance, count: usize) -> Result<Vec<Socket>, Failure> {
    let opened = stream::iter(0..count).map(|_| async {
        let mut socket = Socket::open(instance.address(), None, Kind::Plain).await?;
        socket.wait_for("hello").await?;
        Ok::<_, Failure>(socket)
    });
    opened.buffer_unordered(AT_ONCE).try_collect().await
}
