//! The faults of the server and its database, and how long nobody could play.

use std::net::SocketAddr;
use std::time::Duration;

use tengen_testbed::{pause, until};
use tokio::net::TcpStream;

use super::outages::Outage;
use super::progress::{Progress, Stuck};
use crate::obstacle::Obstacle;
use crate::server::{Server, now};

/// How long an obstacle stays after it has kept somebody from playing.
const STAYS: Duration = Duration::from_secs(1);

/// Something that goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// The server is killed with -9, and started again.
    Killed,
    /// The server is stopped as an operator stops it, and started again.
    Stopped,
    /// Postgres closes its connections and takes no new ones.
    Cut,
    /// Postgres does not answer.
    Hangs,
    /// Postgres is stopped, and started again.
    PostgresStopped,
    /// Somebody else holds the lock of the file.
    Locked,
    /// The disk is full.
    Full,
    /// The server is killed while somebody else holds the lock, and started again before that one lets go.
    KilledWhileLocked,
}

impl Fault {
    /// Does it, undoes it, and waits until somebody can play again.
    pub(super) async fn happen(self, server: &mut Server, progress: &Progress) -> Result<Outage, Stuck> {
        let (from, to) = match self {
            Self::Killed => {
                server.kill().await;
                (now(), restart(server).await)
            }
            Self::Stopped => {
                let address = server.address();
                let (status, from) = tokio::join!(server.stop(), closed(address));
                assert!(status.success());
                (from, restart(server).await)
            }
            Self::Cut => lasts(Obstacle::cut(server).await, progress).await?,
            Self::Hangs => lasts(Obstacle::hang(server).await, progress).await?,
            Self::PostgresStopped => lasts(Obstacle::stop(server).await, progress).await?,
            Self::Locked => lasts(Obstacle::lock(server).await, progress).await?,
            Self::Full => lasts(Obstacle::full(server), progress).await?,
            Self::KilledWhileLocked => {
                let lock = Obstacle::lock(server).await;
                let from = now();
                server.kill().await;
                restart(server).await;
                (from, lasts(lock, progress).await?.1)
            }
        };
        let acknowledged = progress.acknowledged();
        progress.until(|progress| progress.acknowledged() > acknowledged).await?;
        Ok(Outage { from, to, over_by: now() })
    }
}

/// Waits until nobody listens at this address any more.
async fn closed(address: SocketAddr) -> i64 {
    until(async || TcpStream::connect(address).await.is_err()).await;
    now()
}

async fn restart(server: &mut Server) -> i64 {
    server.start_again().await;
    server.ready_at()
}

/// Leaves an obstacle where it is until it has kept somebody from playing and a little longer. Answers from when to when
/// it was there for certain.
pub(super) async fn lasts(obstacle: Obstacle, progress: &Progress) -> Result<(i64, i64), Stuck> {
    let from = now();
    let refused = progress.refused();
    let noticed = progress.until(|progress| progress.refused() > refused).await;
    pause(STAYS, "the obstacle stays a little longer").await;
    let to = now();
    obstacle.remove().await;
    noticed.map(|()| (from, to))
}
