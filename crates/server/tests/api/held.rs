//! A commit that has to wait.

use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tengen_testbed::until;

use crate::server::Data;
use crate::table::Table;

/// The number of a game's next event, which another transaction has taken and not committed: the server has to wait to store it.
pub(crate) struct Held(PgConnection);

impl Held {
    pub(crate) async fn take(table: &Table, data: &Data) -> Self {
        let mut connection = PgConnection::connect(data.database_url().unwrap()).await.unwrap();
        let (game, seq) = (&table.game, table.seq + 1);
        let insert = format!(
            "BEGIN; INSERT INTO events (game_id, seq, v, at, body) VALUES ('{game}', {seq}, 1, 0, '{{}}')"
        );
        sqlx::raw_sql(AssertSqlSafe(insert)).execute(&mut connection).await.unwrap();
        Self(connection)
    }

    /// Waits until the server's commit waits.
    pub(crate) async fn is_met(&mut self) {
        let waiting = "SELECT count(*) FROM pg_stat_activity
             WHERE datname = current_database() AND wait_event = 'transactionid'";
        until(async || {
            // Within a transaction the activity stays as it was seen first.
            sqlx::raw_sql("SELECT pg_stat_clear_snapshot()").execute(&mut self.0).await.unwrap();
            sqlx::query_scalar::<_, i64>(waiting).fetch_one(&mut self.0).await.unwrap() > 0
        })
        .await;
    }

    pub(crate) async fn release(mut self) {
        sqlx::raw_sql("ROLLBACK").execute(&mut self.0).await.unwrap();
    }
}

/// Waits for the next sign of life: until another one is due, no batch waits for that.
pub(crate) async fn next_sign(data: &Data) {
    let mut connection = PgConnection::connect(data.database_url().unwrap()).await.unwrap();
    let mut first = None;
    until(async || {
        let (alive_at,): (i64,) =
            sqlx::query_as("SELECT alive_at FROM service").fetch_one(&mut connection).await.unwrap();
        *first.get_or_insert(alive_at) != alive_at
    })
    .await;
}
