//! Tests of what a server does, with a real database and without a socket.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of tests fail the test like the tests themselves"
)]

mod scene;

mod games;
mod groups;
mod people;
mod positions;
mod records;
mod rounds;
mod staff;
mod trees;

/// Runs each of these tests on SQLite and on Postgres.
macro_rules! on_both_databases {
    ($($test:ident)*) => {
        mod on_sqlite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $test() {
                super::$test(&crate::scene::Scene::new(tengen_testbed::Database::Sqlite).await).await;
            })*
        }

        mod on_postgres {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $test() {
                super::$test(&crate::scene::Scene::new(tengen_testbed::Database::Postgres).await).await;
            })*
        }
    };
}

use on_both_databases;
