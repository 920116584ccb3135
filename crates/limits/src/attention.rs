//! A share of the processor for whatever is done for one address. Each step of its connections, requests and
//! sockets is counted, and when the share is used up nothing more is begun for a moment.
//!
//! Limits of requests and frames say how often something may be asked for, and this what it may cost,
//! whatever it is. Work that has begun goes on: it may hold a connection to the database or a turn, for which
//! everybody waits.

use std::future::{Future, poll_fn};
use std::time::Instant;

use tokio::time::sleep;

use crate::{Client, Kind, Limits};

impl Limits {
    /// Does what is to be done for a client, and counts the time of each step. Work on other threads has a
    /// share of its own.
    pub fn attend<F: Future>(&self, client: Client, work: F) -> impl Future<Output = F::Output> {
        // In a box, for a future that takes another one has room for it twice.
        let mut work = Box::pin(work);
        poll_fn(move |context| {
            let began = Instant::now();
            let outcome = work.as_mut().poll(context);
            if !client.near {
                let ended = Instant::now();
                self.attention.worked(client.network, ended - began, ended, &self.share);
            }
            outcome
        })
    }

    /// Waits until the share of a client allows for more, and says whether there was a wait. A client on this
    /// machine never waits. A caller must hold nothing that others wait for.
    pub async fn rested(&self, client: Client) -> bool {
        let left = || self.attention.rest(&client.network, Instant::now());
        let has_to = !client.near && !left().is_zero();
        if has_to {
            self.keep_out(client, Kind::Rests);
            // Meanwhile others of the same address may go on, and use up what there is.
            while !left().is_zero() {
                sleep(left()).await;
            }
        }
        has_to
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};
    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;
    use crate::Options;

    const MOMENT: Duration = Duration::from_millis(20);

    fn spin() {
        let began = Instant::now();
        while began.elapsed() < MOMENT {
            std::hint::spin_loop();
        }
    }

    #[tokio::test]
    async fn whoever_has_had_a_share_rests_and_nobody_else() {
        let limits = Limits::new(&Options::USUAL);
        let [one, other] = [1, 2].map(|number| limits.client([192, 0, 2, number].into(), false));
        // Half a second may be had at once.
        limits.attention.worked(one.network, Duration::from_millis(490), Instant::now(), &limits.share);
        limits.attend(one, async { spin() }).await;
        assert!(timeout(MOMENT, limits.rested(one)).await.is_err());
        // Work that has begun goes on.
        timeout(MOMENT, limits.attend(one, async {})).await.unwrap();
        assert!(!limits.rested(other).await);
        let near = limits.client(IpAddr::V4(Ipv4Addr::LOCALHOST), false);
        limits.attention.worked(near.network, Duration::from_mins(1), Instant::now(), &limits.share);
        assert!(!limits.rested(near).await);
    }

    #[tokio::test]
    async fn the_rest_ends() {
        let limits = Limits::new(&Options::USUAL);
        let one = limits.client([192, 0, 2, 1].into(), false);
        limits.attention.worked(one.network, Duration::from_millis(501), Instant::now(), &limits.share);
        assert!(timeout(Duration::from_mins(1), limits.rested(one)).await.unwrap());
    }
}
