//! Reading structs from rows.

/// Lets a struct read itself from a row of either database whose columns have the names of its fields. The fields behind the
/// braces are structs of the same row.
macro_rules! from_row {
    ($row:ident { $($column:ident),* $(,)? } $(, $part:ident)*) => {
        from_row!(sqlx::sqlite::SqliteRow => $row { $($column),* } $(, $part)*);
        from_row!(sqlx::postgres::PgRow => $row { $($column),* } $(, $part)*);
    };
    ($read:ty => $row:ident { $($column:ident),* } $(, $part:ident)*) => {
        impl<'r> sqlx::FromRow<'r, $read> for $row {
            fn from_row(row: &'r $read) -> sqlx::Result<Self> {
                Ok(Self {
                    $($column: sqlx::Row::try_get(row, stringify!($column))?,)*
                    $($part: sqlx::FromRow::from_row(row)?,)*
                })
            }
        }
    };
}

pub(crate) use from_row;
