//! A lock that keeps every writer of events waiting, as a long backup or somebody at the database's own prompt would.

use sqlx::{Connection, PgConnection, SqliteConnection};

use crate::server::Data;

/// The lock, as long as it is held.
#[derive(Debug)]
pub(crate) enum Lock {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Lock {
    pub(crate) async fn take(data: &Data) -> Self {
        if let Some(url) = data.database_url() {
            let mut connection = PgConnection::connect(url).await.unwrap();
            sqlx::raw_sql("BEGIN; LOCK TABLE events IN SHARE MODE").execute(&mut connection).await.unwrap();
            Self::Postgres(connection)
        } else {
            let file = format!("sqlite://{}", data.directory().join("tengen.sqlite").display());
            let mut connection = SqliteConnection::connect(&file).await.unwrap();
            sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut connection).await.unwrap();
            Self::Sqlite(connection)
        }
    }

    pub(crate) async fn release(self) {
        let released = match self {
            Self::Sqlite(mut connection) => {
                sqlx::raw_sql("ROLLBACK").execute(&mut connection).await.map(|_| ())
            }
            Self::Postgres(mut connection) => {
                sqlx::raw_sql("ROLLBACK").execute(&mut connection).await.map(|_| ())
            }
        };
        released.unwrap();
    }
}
