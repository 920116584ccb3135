//! Changes of a database behind the back of its server.

use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};

use crate::server::Data;

/// Does what a statement says. The server must not be running if the database is an SQLite file.
pub(crate) async fn tamper(data: &Data, statement: &str) {
    let statement = AssertSqlSafe(statement.to_owned());
    if let Some(url) = data.database_url() {
        let mut connection = PgConnection::connect(url).await.unwrap();
        sqlx::raw_sql(statement).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    } else {
        let file = format!("sqlite://{}", data.directory().join("tengen.sqlite").display());
        let mut connection = SqliteConnection::connect(&file).await.unwrap();
        sqlx::raw_sql(statement).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }
}
