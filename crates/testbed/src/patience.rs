//! Tests that end.

use std::time::Duration;

use tokio::time::timeout;

/// Longer than any test takes on a machine that is busy with others.
const TEST_PATIENCE: Duration = Duration::from_mins(10);

/// A test that ends, even if what it waits for never comes.
pub async fn in_time(test: impl Future<Output = ()>) {
    timeout(TEST_PATIENCE, test).await.expect("the test ends in time");
}

/// Makes two tests of each function that takes a [`Database`](crate::Database). None of them waits for ever.
#[macro_export]
macro_rules! on_both_databases {
    ($($name:ident)*) => {
        $(mod $name {
            #[tokio::test(flavor = "multi_thread")]
            async fn sqlite() {
                $crate::in_time(super::$name($crate::Database::Sqlite)).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn postgres() {
                $crate::in_time(super::$name($crate::Database::Postgres)).await;
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
            #[tokio::test(flavor = "multi_thread")]
            async fn sqlite() {
                $crate::in_time(super::$name($crate::Database::Sqlite)).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            #[ignore = "runs in scripts/test --long"]
            async fn postgres() {
                $crate::in_time(super::$name($crate::Database::Postgres)).await;
            }
        })*
    };
}

/// Makes a test of each function. None of them waits for ever.
#[macro_export]
macro_rules! once {
    ($($name:ident)*) => {
        $(mod $name {
            #[tokio::test(flavor = "multi_thread")]
            async fn once() {
                $crate::in_time(super::$name()).await;
            }
        })*
    };
}
