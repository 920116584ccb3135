//! Rows for tables, in the shapes of the server's store.

use sqlx::{Connection, PgConnection, SqliteConnection};

use crate::failure::Failure;
use crate::stage::Instance;

/// How many rows one statement takes: SQLite counts values, and has an end.
const ROWS: usize = 1_000;

/// A value of a column.
#[derive(Debug, Clone)]
pub(super) enum Value {
    Text(String),
    Number(i64),
    Flag(bool),
    Nothing,
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

/// The rows of a table, with the words before them: `INSERT INTO` it and its columns.
#[derive(Debug)]
pub(super) struct Rows {
    pub(super) head: &'static str,
    pub(super) rows: Vec<Vec<Value>>,
}

/// Writes rows by a connection of either driver.
macro_rules! write_all {
    ($tables:expr, $connection:expr) => {{
        let mut connection = $connection;
        for Rows { head, rows } in $tables {
            for some in rows.chunks(ROWS) {
                let mut query = sqlx::QueryBuilder::new(*head);
                query.push_values(some, |mut row, values| {
                    for value in values {
                        match value {
                            Value::Text(text) => row.push_bind(text.as_str()),
                            Value::Number(number) => row.push_bind(*number),
                            Value::Flag(flag) => row.push_bind(*flag),
                            Value::Nothing => row.push("NULL"),
                        };
                    }
                });
                query.build().execute(&mut connection).await?;
            }
        }
        // What autovacuum would have done by tomorrow.
        sqlx::query("ANALYZE").execute(&mut connection).await?;
        connection.close().await?;
    }};
}

/// Writes the rows, table after table.
pub(super) async fn write(instance: &Instance, tables: &[Rows]) -> Result<(), Failure> {
    if let Some(url) = &instance.url {
        write_all!(tables, PgConnection::connect(url).await?);
    } else {
        write_all!(tables, SqliteConnection::connect(&instance.sqlite()).await?);
    }
    Ok(())
}
