//! The servers that the others took for dead, as the database has it. One that the machine lets wait for long is among them.

use sqlx::{Connection, PgConnection};

use crate::faults::outages::Outage;
use crate::server::Server;

/// The most time, in milliseconds, that is given back when a server dies.
const MOST: i64 = 10_000;

/// When that was. It cost nobody anything for certain, because the others were there.
pub(super) async fn of(server: &Server) -> Vec<Outage> {
    let url = server.data().database_url().expect("a Postgres");
    let mut postgres = PgConnection::connect(url).await.unwrap();
    let rows: Vec<(i64, i64)> =
        sqlx::query_as("SELECT began_at, ended_at FROM losses").fetch_all(&mut postgres).await.unwrap();
    postgres.close().await.unwrap();
    assert!(rows.iter().all(|(from, to)| (0..=MOST).contains(&(to - from))), "{rows:?}");
    rows.into_iter().map(|(from, to)| Outage { from, to: from, over_by: to }).collect()
}
