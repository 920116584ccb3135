//! Values on their way.

use sqlx::postgres::PgArguments;
use sqlx::query::Query;
use sqlx::sqlite::SqliteRow;
use sqlx::{Postgres, Row};

use super::tables::Kind;

/// The values of a column, as Postgres takes them.
pub(super) enum Values {
    Texts(Vec<Option<String>>),
    Flags(Vec<Option<bool>>),
    Smalls(Vec<Option<i16>>),
    Ints(Vec<Option<i32>>),
    Bigs(Vec<Option<i64>>),
    Bytes(Vec<Option<Vec<u8>>>),
}

impl Values {
    pub(super) fn new(kind: Kind) -> Self {
        match kind {
            Kind::Text => Self::Texts(Vec::new()),
            Kind::Flag => Self::Flags(Vec::new()),
            Kind::Small => Self::Smalls(Vec::new()),
            Kind::Int => Self::Ints(Vec::new()),
            Kind::Big => Self::Bigs(Vec::new()),
            Kind::Bytes => Self::Bytes(Vec::new()),
        }
    }

    /// Takes the value of a row, and answers how many bytes it has, unless that is known.
    pub(super) fn take(&mut self, row: &SqliteRow, column: usize) -> Result<usize, sqlx::Error> {
        match self {
            Self::Texts(values) => {
                let value: Option<String> = row.try_get(column)?;
                let bytes = value.as_ref().map_or(0, String::len);
                values.push(value);
                return Ok(bytes);
            }
            Self::Bytes(values) => {
                let value: Option<Vec<u8>> = row.try_get(column)?;
                let bytes = value.as_ref().map_or(0, Vec::len);
                values.push(value);
                return Ok(bytes);
            }
            Self::Flags(values) => values.push(row.try_get(column)?),
            Self::Smalls(values) => values.push(row.try_get(column)?),
            Self::Ints(values) => values.push(row.try_get(column)?),
            Self::Bigs(values) => values.push(row.try_get(column)?),
        }
        Ok(0)
    }

    pub(super) fn bind(self, query: Query<'_, Postgres, PgArguments>) -> Query<'_, Postgres, PgArguments> {
        match self {
            Self::Texts(values) => query.bind(values),
            Self::Flags(values) => query.bind(values),
            Self::Smalls(values) => query.bind(values),
            Self::Ints(values) => query.bind(values),
            Self::Bigs(values) => query.bind(values),
            Self::Bytes(values) => query.bind(values),
        }
    }
}
