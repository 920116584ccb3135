//! All of an SQLite database into an empty Postgres, for `tengen transfer`.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use futures_util::TryStreamExt;
use sqlx::postgres::PgArguments;
use sqlx::query::Query;
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, PgConnection, Postgres, Row, SqlitePool};

use super::{Pools, Store, StoreError};

/// How many rows are sent at once, and how many bytes of texts and files after which no further row waits.
const ROWS: usize = 2_000;
const BYTES: usize = 4 * 1024 * 1024;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    /// 0 or 1 in SQLite.
    Flag,
    /// `SMALLINT` in Postgres.
    Small,
    /// `INTEGER` in Postgres.
    Int,
    /// `BIGINT` in Postgres.
    Big,
    Bytes,
}

use Kind::{Big, Bytes, Flag, Int, Small, Text};

/// A table that both databases have.
struct Table {
    name: &'static str,
    columns: &'static [(&'static str, Kind)],
    /// In which order its rows are read.
    order: &'static str,
    /// A column that refers to other rows of the table: it is filled when all of them are there.
    within: Option<&'static str>,
}

const fn table(name: &'static str, order: &'static str, columns: &'static [(&'static str, Kind)]) -> Table {
    Table { name, columns, order, within: None }
}

/// The tables, each behind those to which it refers.
const TABLES: [Table; 24] = [
    table(
        "players",
        "id",
        &[
            ("id", Text),
            ("name", Text),
            ("guest", Flag),
            ("created_at", Big),
            ("kind", Text),
            ("renamed_at", Big),
            ("named", Flag),
        ],
    ),
    table(
        "names",
        "small",
        &[
            ("small", Text),
            ("written", Text),
            ("plain", Text),
            ("player_id", Text),
            ("name", Text),
            ("guest", Flag),
            ("begun_at", Big),
            ("ended_at", Big),
        ],
    ),
    table(
        "accounts",
        "player_id",
        &[
            ("player_id", Text),
            ("created_at", Big),
            ("password", Text),
            ("password_at", Big),
            ("renamed_at", Big),
            ("terms", Text),
            ("terms_at", Big),
            ("preferences", Text),
            ("owner", Text),
        ],
    ),
    table("known_devices", "player_id, hash", &[("player_id", Text), ("hash", Text), ("used_at", Big)]),
    table(
        "invitations",
        "id",
        &[
            ("id", Text),
            ("hash", Text),
            ("inviter", Text),
            ("note", Text),
            ("created_at", Big),
            ("expires_at", Big),
            ("places", Int),
            ("left_places", Int),
        ],
    ),
    table(
        "authenticators",
        "player_id",
        &[("player_id", Text), ("secret", Text), ("made_at", Big), ("confirmed_at", Big), ("last_step", Big)],
    ),
    table("recovery_codes", "player_id, hash", &[("player_id", Text), ("hash", Text)]),
    table("mails", "player_id", &[("player_id", Text), ("mail", Text), ("key", Text), ("verified_at", Big)]),
    table(
        "mail_links",
        "hash",
        &[("hash", Text), ("player_id", Text), ("purpose", Text), ("mail", Text), ("expires_at", Big)],
    ),
    table("follows", "player_id, other", &[("player_id", Text), ("other", Text), ("since", Big)]),
    table("blocks", "player_id, other", &[("player_id", Text), ("other", Text), ("since", Big)]),
    table("grants", "player_id, role", &[("player_id", Text), ("role", Text), ("granted_at", Big)]),
    table(
        "tokens",
        "hash",
        &[
            ("hash", Text),
            ("player_id", Text),
            ("created_at", Big),
            ("device", Text),
            ("last_used_at", Big),
            ("signed_in_at", Big),
        ],
    ),
    table("carries", "player_id", &[("player_id", Text), ("hash", Text), ("expires_at", Big)]),
    table(
        "access_tokens",
        "id",
        &[
            ("id", Text),
            ("hash", Text),
            ("player_id", Text),
            ("name", Text),
            ("can_read", Flag),
            ("can_play", Flag),
            ("created_at", Big),
            ("expires_at", Big),
            ("last_used_at", Big),
        ],
    ),
    Table {
        within: Some("rematch_of"),
        ..table(
            "games",
            "id",
            &[
                ("id", Text),
                ("creator", Text),
                ("created_at", Big),
                ("private", Flag),
                ("settings", Text),
                ("phase", Text),
                ("black", Text),
                ("white", Text),
                ("seq", Int),
                ("move_count", Int),
                ("result", Text),
                ("updated_at", Big),
                ("deadline", Big),
                ("opponent", Text),
                ("rematch_of", Text),
                ("board", Text),
                ("rules", Text),
                ("handicap", Int),
                ("shown_at", Big),
                ("winner", Text),
                ("ended_by", Text),
                ("opening", Text),
                ("number", Int),
            ],
        )
    },
    table(
        "events",
        "game_id, seq",
        &[
            ("game_id", Text),
            ("seq", Int),
            ("v", Int),
            ("at", Big),
            ("actor", Text),
            ("command_id", Text),
            ("fingerprint", Big),
            ("body", Text),
        ],
    ),
    table(
        "records",
        "id",
        &[
            ("id", Text),
            ("owner", Text),
            ("created_at", Big),
            ("headline", Text),
            ("sgf", Bytes),
            ("size", Big),
        ],
    ),
    table("service", "id", &[("id", Int), ("alive_at", Big)]),
    table("outages", "began_at", &[("began_at", Big), ("ended_at", Big)]),
    table("position_index", "id", &[("id", Int), ("games", Int)]),
    table(
        "positions",
        "key, game, step",
        &[("key", Big), ("game", Int), ("step", Small), ("move_number", Small)],
    ),
    table("proof", "id", &[("id", Int), ("number", Big)]),
    table(
        "jobs",
        "kind, key",
        &[
            ("kind", Text),
            ("key", Text),
            ("seq", Int),
            ("due", Big),
            ("holder", Big),
            ("lease", Big),
            ("tries", Int),
        ],
    ),
];

/// The tables that an empty database has rows in: the first ones, from which a server goes on counting.
const NEVER_EMPTY: [&str; 2] = ["position_index", "proof"];
/// The tables of Postgres alone. They stay empty: what is in them tells servers of one another.
const ELSEWHERE: [&str; 5] = ["commits", "servers", "presence", "losses", "ended_sessions"];
/// The tables of Postgres whose rows its migrations have made: each database has its own.
const ITS_OWN: [&str; 3] = ["bus", "migrations", "_sqlx_migrations"];

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
        error: sqlx::Error,
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

/// The values of a column, as Postgres takes them.
enum Values {
    Texts(Vec<Option<String>>),
    Flags(Vec<Option<bool>>),
    Smalls(Vec<Option<i16>>),
    Ints(Vec<Option<i32>>),
    Bigs(Vec<Option<i64>>),
    Bytes(Vec<Option<Vec<u8>>>),
}

impl Values {
    fn new(kind: Kind) -> Self {
        match kind {
            Text => Self::Texts(Vec::new()),
            Flag => Self::Flags(Vec::new()),
            Small => Self::Smalls(Vec::new()),
            Int => Self::Ints(Vec::new()),
            Big => Self::Bigs(Vec::new()),
            Bytes => Self::Bytes(Vec::new()),
        }
    }

    /// Takes the value of a row, and answers how many bytes it has, unless that is known.
    fn take(&mut self, row: &SqliteRow, column: usize) -> Result<usize, sqlx::Error> {
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

    fn bind(self, query: Query<'_, Postgres, PgArguments>) -> Query<'_, Postgres, PgArguments> {
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

impl Kind {
    /// The name of the type in Postgres.
    fn name(self) -> &'static str {
        match self {
            Text => "text",
            Flag => "boolean",
            Small => "smallint",
            Int => "integer",
            Big => "bigint",
            Bytes => "bytea",
        }
    }
}

impl Table {
    fn kind(&self, column: &str) -> Kind {
        self.columns.iter().find(|(name, _)| *name == column).map_or(Text, |(_, kind)| *kind)
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
        let columns = [("id", Text), (within, self.kind(within))];
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
                let refused = |error| TransferError::Rows { table: self.name, error };
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
