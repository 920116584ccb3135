//! The faults of one server among three, and of all of them.

use serde_json::Value;
use tengen_testbed::{found, until};

use super::house::House;
use super::losses;
use crate::faults::outages::Outage;
use crate::faults::progress::{Progress, Stuck};
use crate::obstacle::Obstacle;
use crate::off_clock::{OffClock, OffServer};
use crate::rest::Visitor;
use crate::server::{Server, now};

/// How long NATS stays away, in milliseconds.
const WITHOUT_NATS: i64 = 2_000;

/// By how many seconds a wrong clock is off.
const HOUR: &str = "+3600";

/// How long it is wrong, in milliseconds: until its server has sent everybody away, and longer.
const WITH_WRONG_CLOCK: i64 = 12_000;

/// Something that goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// One server is killed with -9; somebody plays on another one before it is started again.
    Killed(usize),
    /// One server is stopped as an operator stops it: it drains. Then it is started again.
    Stopped(usize),
    /// One server after the other is stopped and started again, as for a new release.
    Replaced,
    /// All servers are killed at once, and started again.
    AllKilled,
    /// Postgres is stopped, and started again.
    PostgresStopped,
    /// NATS is killed, and started again when somebody has played without it for a while.
    NatsKilled,
    /// One server loses its way to NATS, and says that it is degraded; players there go on.
    WithoutNats(usize),
    /// The clock of one server goes wrong, so that it decides nothing, and is set right again. The others have the players
    /// meanwhile.
    WrongClock(usize),
    /// One server loses its way to Postgres. It says that it is not ready, and the others take it for dead.
    WithoutPostgres(usize),
}

impl Fault {
    /// Does it, undoes it, and waits until somebody can play again.
    pub(super) async fn happen(self, house: &mut House, progress: &Progress) -> Result<Outage, Stuck> {
        let (from, to) = match self {
            Self::Killed(number) => {
                let from = now();
                house.servers[number].kill().await;
                goes_on(progress).await?;
                house.servers[number].start_again().await;
                // The others were there: it cost nobody anything for certain.
                (from, from)
            }
            Self::Stopped(number) => {
                let from = now();
                replace(house, number).await;
                (from, from)
            }
            Self::Replaced => {
                let from = now();
                for number in 0..house.servers.len() {
                    replace(house, number).await;
                    goes_on(progress).await?;
                }
                (from, from)
            }
            Self::AllKilled => {
                for server in &mut house.servers {
                    server.kill().await;
                }
                let from = now();
                let mut back = Vec::new();
                for server in &mut house.servers {
                    server.start_again().await;
                    back.push(server.ready_at());
                }
                (from, back.into_iter().min().unwrap_or(from))
            }
            Self::NatsKilled => {
                let from = now();
                house.nats.kill();
                goes_on_until(progress, async || now() >= from + WITHOUT_NATS).await?;
                house.nats.start_again().await;
                (from, from)
            }
            Self::WithoutNats(number) => {
                let (from, server) = (now(), &house.servers[number]);
                house.to_nats[number].pull();
                says(server, 200, "degraded").await;
                goes_on(progress).await?;
                house.to_nats[number].put_back();
                says(server, 200, "ok").await;
                (from, from)
            }
            Self::WithoutPostgres(number) => {
                let (from, server) = (now(), &house.servers[number]);
                house.to_postgres[number].pull();
                says(server, 503, "").await;
                let known = losses::of(&house.door).await.len();
                goes_on_until(progress, async || losses::of(&house.door).await.len() != known).await?;
                house.to_postgres[number].put_back();
                says(server, 200, "ok").await;
                (from, from)
            }
            Self::WrongClock(number) => {
                let from = now();
                wrong_clock(house, number, progress).await?;
                (from, from)
            }
            Self::PostgresStopped => {
                let obstacle = Obstacle::stop(&house.servers[0]).await;
                super::super::fault::lasts(obstacle, progress).await?
            }
        };
        goes_on(progress).await?;
        Ok(Outage { from, to, over_by: now() })
    }
}

/// Waits until a server answers with this status, in both senses, whether it is ready.
async fn says(server: &Server, status: u16, word: &str) {
    let stranger = Visitor::stranger(server);
    until(async || {
        let answer = stranger.get_page("/readyz").await;
        let body: Value = serde_json::from_slice(&answer.body).unwrap();
        answer.status == status && (word.is_empty() || body["status"] == word)
    })
    .await;
}

/// Puts a server with a clock that can be set in the place of one, brings players there, and sets the clock off by an hour for a while.
async fn wrong_clock(house: &mut House, number: usize, progress: &Progress) -> Result<(), Stuck> {
    let clock = OffClock::take().await;
    assert!(house.servers[number].stop().await.success());
    let mut off: OffServer = house.servers[number].start_as().await;
    let door = Server::within(off.address(), off.data().clone());
    // The proxy leads those of another one there.
    replace(house, (number + 1) % house.servers.len()).await;
    goes_on(progress).await?;
    clock.set(HOUR);
    says(&door, 503, "").await;
    let over = now() + WITH_WRONG_CLOCK;
    goes_on_until(progress, async || now() >= over).await?;
    clock.set("+0");
    says(&door, 200, "ok").await;
    goes_on(progress).await?;
    assert!(off.stop().await.success());
    house.servers[number].start_again().await;
    Ok(())
}

async fn replace(house: &mut House, number: usize) {
    assert!(house.servers[number].stop().await.success());
    house.servers[number].start_again().await;
}

/// Waits until somebody has played. The others go on while a server is away: when it is back, all games may be over.
async fn goes_on(progress: &Progress) -> Result<(), Stuck> {
    let acknowledged = progress.acknowledged();
    progress.until(|progress| progress.acknowledged() > acknowledged || progress.unanswered() == 0).await
}

/// Waits until a state has come, and somebody plays before each look at it.
async fn goes_on_until(progress: &Progress, mut has_come: impl AsyncFnMut() -> bool) -> Result<(), Stuck> {
    found(async || match goes_on(progress).await {
        Ok(()) => has_come().await.then_some(Ok(())),
        stuck => Some(stuck),
    })
    .await
}
