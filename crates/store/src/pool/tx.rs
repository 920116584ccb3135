//! Statements and transactions, which are the same values for both databases.

use std::fmt::Write as _;

use futures_util::{StreamExt, TryStreamExt};
use sqlx::postgres::{PgArguments, PgRow};
use sqlx::query::Query as QueryOf;
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{
    AssertSqlSafe, Encode, FromRow, PgConnection, PgPool, Postgres, SqlSafeStr, Sqlite, SqliteConnection,
    SqlitePool, Transaction, Type,
};

use super::error::StoreError;
use super::store::{Pools, Store};

/// A transaction of either database. What was done in it is undone unless it is committed.
pub(crate) enum Tx {
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Transaction<'static, Postgres>),
}

/// A statement, of a transaction or by itself. It is one text with `$1` placeholders for both databases.
#[must_use = "nothing is asked before it is carried out"]
pub(crate) enum Query<'q> {
    Sqlite(On<&'q mut SqliteConnection, &'q SqlitePool>, QueryOf<'q, Sqlite, SqliteArguments>),
    Postgres(On<&'q mut PgConnection, &'q PgPool>, QueryOf<'q, Postgres, PgArguments>),
}

/// By what a statement is carried out: the connection of a transaction, or one that is free.
pub(crate) enum On<C, P> {
    Connection(C),
    Pool(P),
}

/// What either database takes as a value.
pub(crate) trait Value<'v>:
    Encode<'v, Sqlite> + Type<Sqlite> + Encode<'v, Postgres> + Type<Postgres>
{
}

impl<'v, V> Value<'v> for V where V: Encode<'v, Sqlite> + Type<Sqlite> + Encode<'v, Postgres> + Type<Postgres> {}

/// The values of several placeholders, in their order.
pub(crate) trait Values<'v> {
    fn bind_to(self, query: Query<'_>) -> Query<'_>;
}

macro_rules! values {
    ($($name:ident: $value:ident),*) => {
        impl<'v, $($value: Value<'v>),*> Values<'v> for ($($value,)*) {
            fn bind_to(self, query: Query<'_>) -> Query<'_> {
                let ($($name,)*) = self;
                query$(.bind($name))*
            }
        }
    };
}

values!(one: A, two: B);
values!(one: A, two: B, three: C);
values!(one: A, two: B, three: C, four: D);
values!(one: A, two: B, three: C, four: D, five: E);
values!(one: A, two: B, three: C, four: D, five: E, six: F);
values!(one: A, two: B, three: C, four: D, five: E, six: F, seven: G);
values!(one: A, two: B, three: C, four: D, five: E, six: F, seven: G, eight: H);
values!(one: A, two: B, three: C, four: D, five: E, six: F, seven: G, eight: H, nine: I);
values!(one: A, two: B, three: C, four: D, five: E, six: F, seven: G, eight: H, nine: I, ten: J);

/// What is read from a row of either database.
pub(crate) trait Read: Send + for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> {}

impl<R> Read for R where R: Send + for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> {}

impl Store {
    /// A statement by itself that reads, whose values are still to be bound.
    pub(crate) fn read(&self, sql: impl SqlSafeStr) -> Query<'_> {
        match &self.pools {
            Pools::Sqlite { reader, .. } => Query::Sqlite(On::Pool(reader), sqlx::query(sql)),
            Pools::Postgres(pool) => Query::Postgres(On::Pool(pool), sqlx::query(sql)),
        }
    }

    /// The same of one that may write.
    pub(crate) fn write(&self, sql: impl SqlSafeStr) -> Query<'_> {
        match &self.pools {
            Pools::Sqlite { writer, .. } => Query::Sqlite(On::Pool(writer), sqlx::query(sql)),
            Pools::Postgres(pool) => Query::Postgres(On::Pool(pool), sqlx::query(sql)),
        }
    }

    /// Begins a transaction that may write.
    pub(crate) async fn begin(&self) -> Result<Tx, StoreError> {
        Ok(match &self.pools {
            Pools::Sqlite { writer, .. } => Tx::Sqlite(writer.begin().await?),
            Pools::Postgres(pool) => Tx::Postgres(pool.begin().await?),
        })
    }
}

impl Tx {
    /// A statement of this transaction, whose values are still to be bound.
    pub(crate) fn query(&mut self, sql: impl SqlSafeStr) -> Query<'_> {
        match self {
            Self::Sqlite(open) => Query::Sqlite(On::Connection(open), sqlx::query(sql)),
            Self::Postgres(open) => Query::Postgres(On::Connection(open), sqlx::query(sql)),
        }
    }

    /// A statement that inserts so many rows, each with so many values, which are still to be bound one after the other.
    pub(crate) fn insert(&mut self, into: &str, rows: usize, columns: usize) -> Query<'_> {
        let is_numbered = matches!(self, Self::Postgres(_));
        let mut sql = format!("{into} VALUES ");
        for value in 0..rows * columns {
            sql.push_str(match value % columns {
                0 if value == 0 => "(",
                0 => "), (",
                _ => ", ",
            });
            push_placeholder(&mut sql, is_numbered, value + 1);
        }
        sql.push(')');
        self.query(AssertSqlSafe(sql))
    }

    pub(crate) async fn commit(self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(open) => open.commit().await?,
            Self::Postgres(open) => open.commit().await?,
        }
        Ok(())
    }

    /// Undoes all that was done, and answers with this outcome.
    pub(crate) async fn give_up<T>(self, outcome: T) -> Result<T, StoreError> {
        match self {
            Self::Sqlite(open) => open.rollback().await?,
            Self::Postgres(open) => open.rollback().await?,
        }
        Ok(outcome)
    }
}

/// Adds the placeholder of a value to a text that is put together. SQLite looks for each number among all before it, which takes
/// long where there are thousands, so there they have none.
pub(crate) fn push_placeholder(sql: &mut String, is_numbered: bool, number: usize) {
    if is_numbered {
        // Writing to a text does not fail.
        let _ = write!(sql, "${number}");
    } else {
        sql.push('?');
    }
}

/// Carries a statement out by one of the four, and makes an answer of what comes of it.
macro_rules! carried_out {
    ($query:expr, $connection:ident, $statement:ident => $come:expr, $found:ident => $answer:expr) => {
        match $query {
            Query::Sqlite(On::Connection($connection), $statement) => {
                let $found = $come;
                $answer
            }
            Query::Sqlite(On::Pool($connection), $statement) => {
                let $found = $come;
                $answer
            }
            Query::Postgres(On::Connection($connection), $statement) => {
                let $found = $come;
                $answer
            }
            Query::Postgres(On::Pool($connection), $statement) => {
                let $found = $come;
                $answer
            }
        }
    };
}

impl Query<'_> {
    /// Binds the value of the next placeholder.
    pub(crate) fn bind<'v>(self, value: impl Value<'v>) -> Self {
        match self {
            Self::Sqlite(on, query) => Self::Sqlite(on, query.bind(value)),
            Self::Postgres(on, query) => Self::Postgres(on, query.bind(value)),
        }
    }

    /// Binds the values of the next placeholders, two or more.
    pub(crate) fn bind_all<'v>(self, values: impl Values<'v>) -> Self {
        values.bind_to(self)
    }

    /// Carries the statement out, and answers how many rows it has changed.
    pub(crate) async fn execute(self) -> Result<u64, StoreError> {
        carried_out!(self, on, query => query.execute(on).await?, done => Ok(done.rows_affected()))
    }

    pub(crate) async fn fetch_one<R: Read>(self) -> Result<R, StoreError> {
        carried_out!(self, on, query => query.fetch_one(on).await?, row => Ok(R::from_row(&row)?))
    }

    pub(crate) async fn fetch_optional<R: Read>(self) -> Result<Option<R>, StoreError> {
        carried_out!(self, on, query => query.fetch_optional(on).await?, row => {
            Ok(row.map(|row| R::from_row(&row)).transpose()?)
        })
    }

    pub(crate) async fn fetch_all<R: Read>(self) -> Result<Vec<R>, StoreError> {
        carried_out!(self, on, query => query.fetch(on), rows => {
            Ok(rows.map(|row| R::from_row(&row?)).try_collect().await?)
        })
    }
}
