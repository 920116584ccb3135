//! A transaction, which is the same value for both databases.

use std::fmt::Write as _;

use sqlx::postgres::{PgArguments, PgRow};
use sqlx::query::Query as QueryOf;
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{
    AssertSqlSafe, Encode, FromRow, PgConnection, Postgres, SqlSafeStr, Sqlite, SqliteConnection,
    Transaction, Type,
};

use super::error::StoreError;
use super::store::{Pools, Store};

/// A transaction of either database. What was done in it is undone unless it is committed.
pub(crate) enum Tx {
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Transaction<'static, Postgres>),
}

/// A statement of a transaction. It is one text with `$1` placeholders for both databases.
#[must_use = "nothing is asked before it is carried out"]
pub(crate) enum Query<'t> {
    Sqlite(&'t mut SqliteConnection, QueryOf<'t, Sqlite, SqliteArguments>),
    Postgres(&'t mut PgConnection, QueryOf<'t, Postgres, PgArguments>),
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
pub(crate) trait Read: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> {}

impl<R> Read for R where R: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> {}

impl Store {
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
            Self::Sqlite(open) => Query::Sqlite(open, sqlx::query(sql)),
            Self::Postgres(open) => Query::Postgres(open, sqlx::query(sql)),
        }
    }

    /// A statement that inserts so many rows, each with so many values, which are still to be bound one after the other.
    pub(crate) fn insert(&mut self, into: &str, rows: usize, columns: usize) -> Query<'_> {
        let mut sql = format!("{into} VALUES ");
        for value in 0..rows * columns {
            sql.push_str(match value % columns {
                0 if value == 0 => "(",
                0 => "), (",
                _ => ", ",
            });
            self.push_placeholder(&mut sql, value + 1);
        }
        sql.push(')');
        self.query(AssertSqlSafe(sql))
    }

    /// Adds the placeholder of a value to a text that is put together. SQLite looks for each number among all before it, which takes
    /// long where there are thousands, so there they have none.
    pub(crate) fn push_placeholder(&self, sql: &mut String, number: usize) {
        match self {
            Self::Sqlite(_) => sql.push('?'),
            Self::Postgres(_) => {
                // Writing to a text does not fail.
                let _ = write!(sql, "${number}");
            }
        }
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

impl Query<'_> {
    /// Binds the value of the next placeholder.
    pub(crate) fn bind<'v>(self, value: impl Value<'v>) -> Self {
        match self {
            Self::Sqlite(connection, query) => Self::Sqlite(connection, query.bind(value)),
            Self::Postgres(connection, query) => Self::Postgres(connection, query.bind(value)),
        }
    }

    /// Binds the values of the next placeholders, two or more.
    pub(crate) fn bind_all<'v>(self, values: impl Values<'v>) -> Self {
        values.bind_to(self)
    }

    /// Carries the statement out, and answers how many rows it has changed.
    pub(crate) async fn execute(self) -> Result<u64, StoreError> {
        Ok(match self {
            Self::Sqlite(connection, query) => query.execute(connection).await?.rows_affected(),
            Self::Postgres(connection, query) => query.execute(connection).await?.rows_affected(),
        })
    }

    pub(crate) async fn fetch_one<R: Read>(self) -> Result<R, StoreError> {
        Ok(match self {
            Self::Sqlite(connection, query) => R::from_row(&query.fetch_one(connection).await?)?,
            Self::Postgres(connection, query) => R::from_row(&query.fetch_one(connection).await?)?,
        })
    }

    pub(crate) async fn fetch_optional<R: Read>(self) -> Result<Option<R>, StoreError> {
        Ok(match self {
            Self::Sqlite(connection, query) => {
                query.fetch_optional(connection).await?.map(|row| R::from_row(&row)).transpose()?
            }
            Self::Postgres(connection, query) => {
                query.fetch_optional(connection).await?.map(|row| R::from_row(&row)).transpose()?
            }
        })
    }

    pub(crate) async fn fetch_all<R: Read>(self) -> Result<Vec<R>, StoreError> {
        Ok(match self {
            Self::Sqlite(connection, query) => {
                query.fetch_all(connection).await?.iter().map(R::from_row).collect::<Result<_, _>>()?
            }
            Self::Postgres(connection, query) => {
                query.fetch_all(connection).await?.iter().map(R::from_row).collect::<Result<_, _>>()?
            }
        })
    }
}
