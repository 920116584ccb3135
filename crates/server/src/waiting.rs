//! A server that starts before its database: it says so now and then, and tries again until the database is there or the server is to end.

use std::iter::successors;
use std::time::Duration;

use tengen_clock::Clock;
use tengen_store::{Database, OpenError};

use crate::drain::Ending;

/// How long it waits before it tries again for the first time, and how long at most: a Postgres that starts takes about a second, and one
/// that looks after what a failure of the power has left may take minutes.
const FIRST: Duration = Duration::from_millis(250);
const LONGEST: Duration = Duration::from_secs(5);
/// At each of so many tries it says that it waits, and for what: about every five minutes, so that whoever looks into the log finds it.
const SAID_EACH: usize = 60;

/// The database that `open` answers, as soon as it is there; nothing, if the server is told to end before. What time does not mend, such as
/// a wrong password, is told at once.
pub(crate) async fn when_there<F>(
    open: impl Fn() -> F,
    clock: &Clock,
    ending: &Ending,
) -> Result<Option<Database>, OpenError>
where
    F: Future<Output = Result<Database, OpenError>>,
{
    for (tried, pause) in pauses().enumerate() {
        let opened = tokio::select! {
            opened = open() => opened,
            () = ending.asked.cancelled() => return Ok(None),
        };
        match opened {
            Ok(database) => {
                if tried > 0 {
                    tracing::info!("the database is there");
                }
                return Ok(Some(database));
            }
            Err(OpenError::Away(error)) => {
                if tried % SAID_EACH == 0 {
                    tracing::warn!(%error, "the database is not there yet: the server waits for it");
                }
            }
            Err(error) => return Err(error),
        }
        tokio::select! {
            () = clock.sleep(pause) => {}
            () = ending.asked.cancelled() => return Ok(None),
        }
    }
    Ok(None)
}

/// The pauses between the tries, without an end.
fn pauses() -> impl Iterator<Item = Duration> {
    successors(Some(FIRST), |pause| Some((*pause * 2).min(LONGEST)))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::path::Path;

    use tokio::join;
    use tokio::task::yield_now;

    use super::*;

    /// Nobody listens there.
    const NOWHERE: &str = "postgres://tengen@127.0.0.1:1/tengen";

    #[test]
    fn pauses_grow_to_the_longest() {
        let first: Vec<_> = pauses().take(7).map(|pause| pause.as_millis()).collect();
        assert_eq!(first, [250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
        assert_eq!(pauses().nth(10_000), Some(LONGEST));
    }

    #[tokio::test]
    async fn it_tries_again_by_the_clock_until_the_server_ends() {
        let (clock, hands) = Clock::by_hand(1_000);
        let (ending, tries) = (Ending::default(), Cell::new(0));
        let open = || {
            tries.set(tries.get() + 1);
            Database::open(Some(NOWHERE), Path::new("nowhere"), clock.clone())
        };
        let waits = when_there(open, &clock, &ending);
        let goes_on = async {
            for tried in 1..=3 {
                while tries.get() < tried {
                    hands.pass(LONGEST).await;
                    yield_now().await;
                }
            }
            ending.asked.cancel();
        };
        let (opened, ()) = join!(waits, goes_on);
        assert!(matches!(opened, Ok(None)), "{opened:?}");
        assert!(tries.get() >= 3);
    }

    #[tokio::test]
    async fn what_time_does_not_mend_is_told_at_once() {
        let (clock, _hands) = Clock::by_hand(1_000);
        let open = || Database::open(Some("mysql://db/go"), Path::new("nowhere"), clock.clone());
        let told = when_there(open, &clock, &Ending::default()).await;
        assert!(matches!(told, Err(OpenError::Address)), "{told:?}");
    }
}
