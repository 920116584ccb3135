//! Tests that end.

use std::pin::Pin;
use std::time::Duration;

use tokio::runtime::Builder;
use tokio::time::timeout;

/// Longer than any test takes on a machine that is busy with others.
const TEST_PATIENCE: Duration = Duration::from_mins(10);

/// A test that ends, even if what it waits for never comes.
pub async fn in_time(test: impl Future<Output = ()>) {
    timeout(TEST_PATIENCE, test).await.expect("the test ends in time");
}

/// Runs a test [in time](in_time), on a runtime of its own with several threads.
///
/// Tests come in boxes: the compiler would make the code that runs a test once more for each of a thousand otherwise.
pub fn run(test: Pin<Box<dyn Future<Output = ()>>>) {
    let runtime = Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(in_time(test));
}

/// Makes two tests of each function that takes a [`Database`](crate::Database). None of them waits for ever.
#[macro_export]
macro_rules! on_both_databases {
    ($($name:ident)*) => {
        $(mod $name {
            #[test]
            fn sqlite() {
                $crate::run(Box::pin(super::$name($crate::Database::Sqlite)));
            }

            #[test]
            fn postgres() {
                $crate::run(Box::pin(super::$name($crate::Database::Postgres)));
            }
        })*
    };
}

/// Makes two tests of each function that takes a [`Database`](crate::Database), of which the one on Postgres
/// is ignored unless it is asked for: `scripts/test --long` does so. For tests of requests, connections,
/// limits, pages and rules. Tests of what is stored, listed or searched, of restarts and of changes at the
/// same moment are made by [`on_both_databases`](crate::on_both_databases).
#[macro_export]
macro_rules! on_sqlite_and_long_on_postgres {
    ($($name:ident)*) => {
        $(mod $name {
            #[test]
            fn sqlite() {
                $crate::run(Box::pin(super::$name($crate::Database::Sqlite)));
            }

            #[test]
            #[ignore = "runs in scripts/test --long"]
            fn postgres() {
                $crate::run(Box::pin(super::$name($crate::Database::Postgres)));
            }
        })*
    };
}

/// Makes a test of each function. None of them waits for ever.
#[macro_export]
macro_rules! once {
    ($($name:ident)*) => {
        $(mod $name {
            #[test]
            fn once() {
                $crate::run(Box::pin(super::$name()));
            }
        })*
    };
}
