//! All of an SQLite database into an empty Postgres, for `tengen transfer`.

mod tables;
mod values;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use futures_util::TryStreamExt;
use sqlx::{AssertSqlSafe, PgConnection, SqlitePool};

use crate::pool::failure::Failure;
use crate::pool::{Pools, Store, StoreError};
use tables::{ELSEWHERE, ITS_OWN, Kind, NEVER_EMPTY, TABLES, Table};
use values::Values;

/// How many rows are sent at once, and how many bytes of texts and files after which no further row waits.
const ROWS: usize = 2_000;
const BYTES: usize = 4 * 1024 * 1024;

/// Why nothing was transferred. Both databases are as they were.
#[derive(Debug, thiserror::Error)]
pub enum TransferError {
    /// A database failed.
    #[error("nothing was transferred: {0}")]
    Store(#[from] StoreError),
    /// A row of one database has no place in the other.
    #[error("nothing was transferred: Postgres refuses rows of the table {table}: {error}")]
    Rows {
        /// The table.
        table: &'static str,
        /// What Postgres says.
        error: Failure,
    },
    /// The way leads from SQLite to Postgres.
    #[error("a transfer leads from an SQLite file to Postgres")]
    Direction,
    /// Somebody has begun with the other database.
    #[error(
        "the Postgres database is not empty: the table {0} has rows; make a new one and transfer to that"
    )]
    NotEmpty(&'static str),
    /// A table or a column is not in the list of this program.
    #[error("nothing was transferred: the tables are not those that this program knows: {0}")]
    Columns(String),
    /// Rows are missing afterwards.
    #[error("nothing was transferred: the table {table} has {from} rows, and {to} of them arrived")]
    Missing {
        /// The table.
        table: &'static str,
        /// How many rows there are.
        from: i64,
        /// How many rows arrived.
        to: i64,
    },
}

impl From<sqlx::Error> for TransferError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

impl Store {
    /// Copies all rows of this SQLite file, which nobody else writes, into an empty Postgres with the same tables, in one
    /// transaction. Answers how many rows each table has in both, as they were counted afterwards.
    ///
    /// # Errors
    ///
    /// When either database fails, the other one is not empty, or rows are missing. Then the other one stays empty.
    pub async fn transfer(&self, to: &Self) -> Result<Vec<(&'static str, i64)>, TransferError> {
        let (Pools::Sqlite { reader: from, .. }, Pools::Postgres(to)) = (&self.pools, &to.pools) else {
            return Err(TransferError::Direction);
        };
        let mut transaction = to.begin().await?;
        // Games of players who have been deleted are there, and stay.
        sqlx::query("SET LOCAL tengen.transfer = 'on'").execute(&mut *transaction).await?;
        expect_columns(from, &mut transaction).await?;
        expect_empty(&mut transaction).await?;
        for table in &TABLES {
            table.copy(from, &mut transaction).await?;
        }
        // Whoever was at work on a job is none of the servers to come.
        sqlx::query("UPDATE jobs SET holder = NULL, lease = 0 WHERE holder IS NOT NULL")
            .execute(&mut *transaction)
            .await?;
        let mut counts = Vec::new();
        for Table { name, .. } in &TABLES {
            let sql = format!("SELECT count(*) FROM {name}");
            let (from,): (i64,) = sqlx::query_as(AssertSqlSafe(sql.as_str())).fetch_one(from).await?;
            let (to,): (i64,) =
                sqlx::query_as(AssertSqlSafe(sql.as_str())).fetch_one(&mut *transaction).await?;
            if from != to {
                return Err(TransferError::Missing { table: name, from, to });
            }
            counts.push((*name, to));
        }
        transaction.commit().await?;
        Ok(counts)
    }
}

/// Makes sure that both databases have the tables and columns of [`TABLES`] and no others, so that none is left behind.
async fn expect_columns(from: &SqlitePool, to: &mut PgConnection) -> Result<(), TransferError> {
    let columns = || {
        TABLES.iter().flat_map(|table| table.columns.iter().map(|(name, kind)| (table.name, *name, *kind)))
    };
    let sqlite: Vec<(String, String)> = sqlx::query_as(
        "SELECT tables.name, columns.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
         WHERE tables.type = 'table' AND tables.name NOT IN ('_sqlx_migrations', 'migrations')
           AND tables.name NOT LIKE 'sqlite%'",
    )
    .fetch_all(from)
    .await?;
    let known = columns().map(|(table, column, _)| format!("{table}.{column}"));
    compare(
        "SQLite",
        &known.collect(),
        sqlite.into_iter().map(|(table, column)| format!("{table}.{column}")),
    )?;
    let postgres: Vec<(String, String, String)> = sqlx::query_as(
        "SELECT table_name::text, column_name::text, data_type::text FROM information_schema.columns
         WHERE table_schema = current_schema() AND table_name <> ALL($1)",
    )
    .bind([&ELSEWHERE[..], &ITS_OWN].concat())
    .fetch_all(to)
    .await?;
    let known = columns().map(|(table, column, kind)| format!("{table}.{column} {}", kind.name()));
    let found = postgres.into_iter().map(|(table, column, kind)| format!("{table}.{column} {kind}"));
    compare("Postgres", &known.collect(), found)
}

fn compare(
    database: &str,
    known: &BTreeSet<String>,
    found: impl Iterator<Item = String>,
) -> Result<(), TransferError> {
    let found: BTreeSet<_> = found.collect();
    match known.symmetric_difference(&found).next() {
        Some(column) => Err(TransferError::Columns(format!("{database}, {column}"))),
        None => Ok(()),
    }
}

/// Locks all tables, so that a server that starts meanwhile waits, and makes sure that nothing is in them.
async fn expect_empty(to: &mut PgConnection) -> Result<(), TransferError> {
    let tables = TABLES.iter().map(|table| table.name).chain(ELSEWHERE);
    let names: Vec<_> = tables.clone().collect();
    let lock = format!("LOCK TABLE {} IN SHARE ROW EXCLUSIVE MODE", names.join(", "));
    sqlx::raw_sql(AssertSqlSafe(lock)).execute(&mut *to).await?;
    for table in tables {
        if NEVER_EMPTY.contains(&table) {
            sqlx::raw_sql(AssertSqlSafe(format!("DELETE FROM {table}"))).execute(&mut *to).await?;
            continue;
        }
        let sql = format!("SELECT 1 FROM {table} LIMIT 1");
        if sqlx::query(AssertSqlSafe(sql)).fetch_optional(&mut *to).await?.is_some() {
            return Err(TransferError::NotEmpty(table));
        }
    }
    Ok(())
}

impl Table {
    fn kind(&self, column: &str) -> Kind {
        self.columns.iter().find(|(name, _)| *name == column).map_or(Kind::Text, |(_, kind)| *kind)
    }

    /// Copies the rows, some at a time.
    async fn copy(&self, from: &SqlitePool, to: &mut PgConnection) -> Result<(), TransferError> {
        let columns: Vec<_> =
            self.columns.iter().copied().filter(|(name, _)| Some(*name) != self.within).collect();
        let names = list(columns.iter().map(|(name, _)| *name));
        let insert = format!("INSERT INTO {} ({names}) SELECT {names} FROM {}", self.name, rows(&columns));
        let read = format!("SELECT {names} FROM {} ORDER BY {}", self.name, self.order);
        self.send(from, to, &columns, &read, &insert).await?;
        let Some(within) = self.within else { return Ok(()) };
        let columns = [("id", Kind::Text), (within, self.kind(within))];
        let update = format!(
            "UPDATE {} SET {within} = sent.{within} FROM {} WHERE {}.id = sent.id",
            self.name,
            rows(&columns),
            self.name
        );
        let read = format!(
            "SELECT id, {within} FROM {} WHERE {within} IS NOT NULL ORDER BY {}",
            self.name, self.order
        );
        self.send(from, to, &columns, &read, &update).await
    }

    /// Reads rows of one database and gives them to a statement of the other, as many at a time as fit.
    async fn send(
        &self,
        from: &SqlitePool,
        to: &mut PgConnection,
        columns: &[(&str, Kind)],
        read: &str,
        write: &str,
    ) -> Result<(), TransferError> {
        let fresh = || columns.iter().map(|(_, kind)| Values::new(*kind)).collect::<Vec<_>>();
        let mut found = sqlx::query(AssertSqlSafe(read)).fetch(from);
        let (mut values, mut count, mut bytes) = (fresh(), 0, 0);
        loop {
            let row = found.try_next().await?;
            if let Some(row) = &row {
                for (column, values) in values.iter_mut().enumerate() {
                    bytes += values.take(row, column)?;
                }
                count += 1;
            }
            if count > 0 && (row.is_none() || count == ROWS || bytes >= BYTES) {
                let query = sqlx::query(AssertSqlSafe(write));
                let query = std::mem::replace(&mut values, fresh())
                    .into_iter()
                    .fold(query, |query, values| values.bind(query));
                let refused = |error| TransferError::Rows { table: self.name, error: Failure(error) };
                query.execute(&mut *to).await.map_err(refused)?;
                (count, bytes) = (0, 0);
            }
            if row.is_none() {
                return Ok(());
            }
        }
    }
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// The rows of a statement, as a table `sent`: each parameter has all values of a column.
fn rows(columns: &[(&str, Kind)]) -> String {
    let mut sql = "UNNEST(".to_owned();
    for (index, (_, kind)) in columns.iter().enumerate() {
        let comma = if index > 0 { ", " } else { "" };
        // Writing to a text does not fail.
        let _ = write!(sql, "{comma}${}::{}[]", index + 1, kind.name());
    }
    let _ = write!(sql, ") AS sent ({})", list(columns.iter().map(|(name, _)| *name)));
    sql
}
