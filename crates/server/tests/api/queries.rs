//! How many queries a request costs.

use sqlx::{Connection, PgConnection};

use crate::obstacle::close_connections;
use crate::server::Server;

/// How many transactions of Postgres a piece of work takes, of one query each if there is nothing to be written.
///
/// The server makes some by itself meanwhile: a hundred or two when many games have just begun. They count as well, so the work
/// has to be done often.
pub(crate) async fn queries_each(server: &Server, times: i64, work: impl AsyncFn()) -> i64 {
    let url = server.data().database_url().unwrap();
    let before = transactions(url).await;
    for _ in 0..times {
        work().await;
    }
    (transactions(url).await - before) / times
}

/// How many transactions a database has seen. Its connections are closed for that, because each of them counts its own for a while.
async fn transactions(url: &str) -> i64 {
    close_connections(url).await;
    let (cluster, name) = url.rsplit_once('/').unwrap();
    let mut connection = PgConnection::connect(&format!("{cluster}/postgres")).await.unwrap();
    let query = "SELECT xact_commit FROM pg_stat_database WHERE datname = $1";
    sqlx::query_scalar(query).bind(name).fetch_one(&mut connection).await.unwrap()
}
