//! Transactions that stand in each other's way.

use std::future::Future;
use std::time::Duration;

use tokio::time::sleep;

use crate::pool::StoreError;
use crate::pool::failure::Failure;
use crate::pool::undone::is_undone;

/// How often a transaction is tried in all.
const TIMES: u32 = 4;
/// How often one is tried that gives way: for six seconds, if it waits for half a second each time.
const TIMES_GIVING_WAY: u32 = 12;
/// How long one that has given way leaves the rows to those who waited for it.
const PAUSE: Duration = Duration::from_millis(10);
/// Does something in one transaction, and again from its beginning where the database undid it for the sake of another one. Players and
/// names are locked in any order: whoever takes a name looks first at whose it is. SQLite has one writer, where this never happens.
///
/// # Errors
///
/// Those of the last time.
pub(crate) async fn untangled<T, F>(deed: impl FnMut() -> F) -> Result<T, StoreError>
where
    F: Future<Output = Result<T, StoreError>>,
{
    tried(TIMES, Duration::ZERO, deed).await
}

/// The same for a transaction that waits for others only shortly: it gives way to them, more often and with a pause.
///
/// # Errors
///
/// Those of the last time.
pub(crate) async fn giving_way<T, F>(deed: impl FnMut() -> F) -> Result<T, StoreError>
where
    F: Future<Output = Result<T, StoreError>>,
{
    tried(TIMES_GIVING_WAY, PAUSE, deed).await
}

async fn tried<T, F>(times: u32, pause: Duration, mut deed: impl FnMut() -> F) -> Result<T, StoreError>
where
    F: Future<Output = Result<T, StoreError>>,
{
    for _ in 1..times {
        match deed().await {
            Err(error) if stands_in_the_way(&error) => {
                if !pause.is_zero() {
                    sleep(pause).await;
                }
            }
            done => return done,
        }
    }
    deed().await
}

fn stands_in_the_way(error: &StoreError) -> bool {
    matches!(error, StoreError::Away(Failure(error)) if is_undone(error))
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::cell::Cell;
    use std::error::Error;
    use std::fmt::{self, Display, Formatter};

    use sqlx::error::{DatabaseError, ErrorKind};

    use super::*;
    use crate::pool::undone::{DEADLOCK, NO_LOCK, STOOD_STILL};

    /// An error of Postgres with this code.
    #[derive(Debug)]
    struct Refusal(&'static str);

    impl Display for Refusal {
        fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }
    }

    impl Error for Refusal {}

    impl DatabaseError for Refusal {
        fn message(&self) -> &str {
            self.0
        }

        fn code(&self) -> Option<Cow<'_, str>> {
            Some(self.0.into())
        }

        fn as_error(&self) -> &(dyn Error + Send + Sync + 'static) {
            self
        }

        fn as_error_mut(&mut self) -> &mut (dyn Error + Send + Sync + 'static) {
            self
        }

        fn into_error(self: Box<Self>) -> Box<dyn Error + Send + Sync + 'static> {
            self
        }

        fn kind(&self) -> ErrorKind {
            ErrorKind::Other
        }
    }

    /// How often a deed is done that the database refuses with this code so many times, and whether it is done in the end.
    async fn tries(code: &'static str, refused: u32) -> (u32, bool) {
        tries_of(false, code, refused).await
    }

    /// The same of a deed that may be one of those that give way.
    async fn tries_of(gives_way: bool, code: &'static str, refused: u32) -> (u32, bool) {
        let tries = Cell::new(0);
        let deed = || {
            tries.set(tries.get() + 1);
            let done = tries.get() > refused;
            let refusal = || sqlx::Error::Database(Box::new(Refusal(code))).into();
            async move { if done { Ok(()) } else { Err(refusal()) } }
        };
        let done = if gives_way { giving_way(deed).await } else { untangled(deed).await };
        (tries.get(), done.is_ok())
    }

    #[tokio::test]
    async fn a_deadlock_is_tried_again_a_few_times_and_nothing_else_is() {
        assert_eq!(tries(DEADLOCK, 0).await, (1, true));
        assert_eq!(tries(DEADLOCK, 2).await, (3, true));
        assert_eq!(tries(DEADLOCK, TIMES - 1).await, (TIMES, true));
        assert_eq!(tries(DEADLOCK, TIMES).await, (TIMES, false));
        assert_eq!(tries(NO_LOCK, 1).await, (2, true));
        assert_eq!(tries(STOOD_STILL, 1).await, (2, true));
        assert_eq!(tries("23505", 1).await, (1, false));
    }

    #[tokio::test]
    async fn what_gives_way_is_tried_more_often() {
        assert_eq!(tries_of(true, NO_LOCK, TIMES_GIVING_WAY - 1).await, (TIMES_GIVING_WAY, true));
        assert_eq!(tries_of(true, NO_LOCK, TIMES_GIVING_WAY).await, (TIMES_GIVING_WAY, false));
        assert_eq!(tries_of(true, "23505", 1).await, (1, false));
    }
}
