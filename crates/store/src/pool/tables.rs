//! Whether this release may use the tables that it finds, and bringing them up to date.
//!
//! While servers are replaced one after the other, the first one of the new release brings the tables up to date, and those of the release
//! before go on. One of these that starts again finds migrations that it does not know. It may use the tables if each of them
//! only adds to what it knows; they say so in the table `migrations`.

use std::sync::LazyLock;

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::{Connection, PgPool, SqlStr, SqlitePool};

use super::open_error::OpenError;
use super::undone::is_undone;

pub(crate) static SQLITE: LazyLock<Migrator> =
    LazyLock::new(|| migrator(include!(concat!(env!("OUT_DIR"), "/sqlite.rs"))));
pub(crate) static POSTGRES: LazyLock<Migrator> =
    LazyLock::new(|| migrator(include!(concat!(env!("OUT_DIR"), "/postgres.rs"))));

/// How often the tables of a Postgres are tried to be brought up to date in all. Each time Postgres lets a second pass before it
/// finds that servers of the release before and a migration wait for each other.
const TIMES: u32 = 5;

/// A migration of the database, with the release that knows it and whether it only adds, if it says so.
type Applied = (i64, Option<String>, Option<bool>);

/// The migrations that a release does not know which knows those up to a number.
const UNKNOWN: &str = "SELECT version, release, only_adds FROM _sqlx_migrations
    LEFT JOIN migrations ON migrations.number = _sqlx_migrations.version
    WHERE version > $1 ORDER BY version";
/// The same, where no migration says anything.
const UNKNOWN_AND_SILENT: &str =
    "SELECT version, NULL, NULL FROM _sqlx_migrations WHERE version > $1 ORDER BY version";
/// Whether there are such tables.
const POSTGRES_HAS: &str = "SELECT to_regclass($1) IS NOT NULL";
const SQLITE_HAS: &str = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = $1)";

/// Brings tables up to date by running the migrations, unless a later release has.
macro_rules! prepare {
    ($pool:expr, $migrator:expr, $has:expr, $run:expr) => {{
        let (pool, known) = ($pool, last($migrator));
        let has =
            async |table: &'static str| sqlx::query_scalar::<_, bool>($has).bind(table).fetch_one(pool).await;
        let unknown: Vec<Applied> = if !has("_sqlx_migrations").await? {
            Vec::new()
        } else {
            let sql = if has("migrations").await? { UNKNOWN } else { UNKNOWN_AND_SILENT };
            sqlx::query_as(sql).bind(known).fetch_all(pool).await?
        };
        if unknown.is_empty() { $run.await.map_err(OpenError::from) } else { may_use(known, &unknown) }
    }};
}

/// Brings the tables of a Postgres up to date. Those that a later release has only added to stay as they are.
pub(crate) async fn prepare_postgres(pool: &PgPool) -> Result<(), OpenError> {
    prepare!(pool, &POSTGRES, POSTGRES_HAS, migrate_postgres(pool))
}

/// Runs the migrations, and again where one of them and a server of the release before waited for each other.
async fn migrate_postgres(pool: &PgPool) -> Result<(), MigrateError> {
    for _ in 1..TIMES {
        match migrate_postgres_once(pool).await {
            Err(MigrateError::ExecuteMigration(error, number)) if is_undone(&error) => {
                tracing::warn!(number, %error, "a migration gives way to running servers, and is tried again");
            }
            done => return done,
        }
    }
    migrate_postgres_once(pool).await
}

async fn migrate_postgres_once(pool: &PgPool) -> Result<(), MigrateError> {
    let mut connection = pool.acquire().await?;
    let run = POSTGRES.run_direct(None, &mut *connection, false).await;
    if run.is_err() {
        // The connection holds the lock of those who migrate until it ends, and a failure of its end says nothing more.
        let _ = connection.detach().close().await;
    }
    run
}

/// Brings the tables of an SQLite file up to date. Those that a later release has only added to stay as they are.
pub(crate) async fn prepare_sqlite(pool: &SqlitePool) -> Result<(), OpenError> {
    prepare!(pool, &SQLITE, SQLITE_HAS, SQLITE.run(pool))
}

/// Migrations, each with its number, its name and its text, as the build script writes them down.
fn migrator(files: &[(i64, &'static str, &'static str)]) -> Migrator {
    let migration = |&(number, name, sql): &(i64, &'static str, &'static str)| {
        Migration::new(number, name.into(), MigrationType::Simple, SqlStr::from_static(sql), false)
    };
    Migrator::with_migrations(files.iter().map(migration).collect())
}

/// The number of the last migration.
pub(crate) fn last(migrator: &Migrator) -> i64 {
    migrator.iter().map(|migration| migration.version).max().unwrap_or_default()
}

/// Whether a release may use tables to which these migrations, that it does not know, were applied.
fn may_use(known: i64, unknown: &[Applied]) -> Result<(), OpenError> {
    let found = unknown.last().map_or(known, |(number, ..)| *number);
    if let Some((changed, release, _)) = unknown.iter().find(|(.., only_adds)| *only_adds != Some(true)) {
        let release = release.as_deref().unwrap_or("a later one").to_owned();
        return Err(OpenError::LaterTables { found, known, changed: *changed, release });
    }
    tracing::warn!(
        found,
        known,
        "the tables are those of a later release, which has only added to what this one knows"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADDS: &str = "-- Only adds: servers of the release before go on beside those of this one.\n";
    const CHANGES: &str =
        "-- Changes what is there: servers of earlier releases have to be stopped before.\n";
    /// Words of statements that do more than to add.
    const TAKE_AWAY: [&str; 9] = [
        "drop",
        "rename",
        "delete",
        "truncate",
        "update",
        "alter column",
        "set not null",
        "add constraint",
        "unique",
    ];

    /// Whether a statement of a migration only fills one column, which the migration itself adds.
    fn fills_new_column(sql: &str, migration: &str) -> bool {
        let update = sql.trim().strip_prefix("update ").and_then(|rest| rest.split_once(" set "));
        let Some((table, set)) = update else { return false };
        let column = set.split_once(" = ").map_or(set, |(column, _)| column);
        let added = format!("alter table {table} add column {column} ");
        !set.contains(',') && migration.contains(&added)
    }

    /// Why a migration is not as its first line says; nothing if it is.
    fn fault(number: i64, sql: &str) -> Option<String> {
        let only_adds = match (sql.starts_with(ADDS), sql.starts_with(CHANGES)) {
            (false, false) => return Some("its first line does not say whether it only adds".to_owned()),
            (only_adds, _) => only_adds,
        };
        let lines = sql.lines().filter(|line| !line.trim_start().starts_with("--"));
        let text = lines.collect::<Vec<_>>().join(" ").to_lowercase();
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let row = format!("insert into migrations (number, release, only_adds) values ({number}, '");
        let end = if only_adds { "', true)" } else { "', false)" };
        let told = words.split_once(&row).and_then(|(_, rest)| rest.split_once(end));
        if told.is_none_or(|(release, _)| release.is_empty() || release.contains('\'')) {
            return Some("it does not add its row to `migrations`".to_owned());
        }
        // A trigger that keeps rows from being changed takes nothing away, and neither does a new row that goes with one on which it hangs.
        let harmless = [
            "before update on",
            "before delete on",
            "before truncate on",
            "after delete on",
            "on delete cascade",
        ];
        let words = harmless.into_iter().fold(words, |words, harmless| words.replace(harmless, "harmless"));
        // Older servers know nothing of a new column: it may be filled for the rows that are there.
        let words =
            words.split(';').filter(|sql| !fills_new_column(sql, &words)).collect::<Vec<_>>().join(";");
        // Older servers put no rows into a new table, and nothing into a new column: no index of one refuses theirs.
        let new: Vec<&str> =
            words.split("create table ").skip(1).filter_map(|rest| rest.split_whitespace().next()).collect();
        let mut indexes = words.split("create unique index ");
        let before = indexes.next().unwrap_or_default().to_owned();
        let is_added = |table: &str, column: &str| {
            words.contains(&format!(
                "alter table {table} add column {} ",
                column.trim_matches(['(', ')', ';'])
            ))
        };
        let words = indexes.fold(before, |before, index| {
            let mut parts = index.split_whitespace().skip(2);
            let is_new = match (parts.next(), parts.next()) {
                (Some(table), Some(column)) => new.contains(&table) || is_added(table, column),
                _ => false,
            };
            before + if is_new { "create index " } else { "create unique index " } + index
        });
        // Neither does a trigger that takes away rows of a new table.
        let words =
            new.iter().fold(words, |words, table| words.replace(&format!("delete from {table} "), ""));
        let takes = TAKE_AWAY.iter().find(|word| format!(" {words} ").contains(&format!(" {word} ")));
        if let Some(word) = takes.filter(|_| only_adds) {
            return Some(format!("it says that it only adds, and has `{word}`"));
        }
        let mut columns =
            words.split(" add column ").skip(1).map(|rest| rest.split([';', ',']).next().unwrap_or(rest));
        let must_be_filled = |column: &str| column.contains("not null") && !column.contains("default");
        if only_adds && columns.any(must_be_filled) {
            return Some(
                "it says that it only adds, and has a column that older servers leave empty".to_owned(),
            );
        }
        None
    }

    #[test]
    fn each_migration_says_what_it_does_to_older_servers() {
        for migrator in [&SQLITE, &POSTGRES] {
            for migration in migrator.iter().filter(|migration| migration.version >= 17) {
                assert_eq!(fault(migration.version, migration.sql.as_str()), None, "{}", migration.version);
            }
        }
    }

    #[test]
    fn whoever_says_too_much_is_found_out() {
        let row = |only_adds: bool| {
            format!("INSERT INTO migrations (number, release, only_adds) VALUES (20, '0.2.0', {only_adds});")
        };
        let adds = |sql: &str| fault(20, &format!("{ADDS}{sql};\n{}", row(true)));
        assert_eq!(adds("CREATE TABLE new (id INTEGER NOT NULL)"), None);
        assert_eq!(adds("ALTER TABLE games ADD COLUMN new INTEGER NOT NULL DEFAULT 0"), None);
        assert_eq!(adds("-- DROP TABLE games\nALTER TABLE games ADD COLUMN new INTEGER"), None);
        assert_eq!(
            adds("CREATE TRIGGER kept BEFORE DELETE ON games BEGIN SELECT RAISE(ABORT, 'kept'); END"),
            None
        );
        let new = "CREATE TABLE new (game_id TEXT REFERENCES games (id) ON DELETE CASCADE); CREATE UNIQUE INDEX one ON new (game_id)";
        assert_eq!(adds(new), None);
        assert_eq!(
            adds("ALTER TABLE games ADD COLUMN new TEXT; CREATE UNIQUE INDEX one ON games (new)"),
            None
        );
        let ends = |table: &str| {
            adds(&format!(
                "CREATE TABLE new (id INTEGER); CREATE TRIGGER ends AFTER DELETE ON games BEGIN DELETE FROM {table} WHERE id = OLD.id; END"
            ))
        };
        assert_eq!(ends("new"), None);
        assert!(ends("events").is_some());
        let filled = |update: &str| adds(&format!("ALTER TABLE games ADD COLUMN new INTEGER; {update}"));
        assert_eq!(filled("UPDATE games SET new = 1 WHERE phase = 'begun'"), None);
        for update in [
            "UPDATE games SET phase = 'begun'",
            "UPDATE games SET new = 1, phase = 'begun'",
            "UPDATE events SET new = 1",
        ] {
            assert!(filled(update).is_some(), "{update}");
        }
        for sql in [
            "DROP TABLE games",
            "CREATE TABLE new (id INTEGER); CREATE UNIQUE INDEX one ON games (number)",
            "ALTER TABLE games ADD COLUMN new TEXT; CREATE UNIQUE INDEX one ON games (new, number)",
            "ALTER TABLE games DROP COLUMN phase",
            "ALTER TABLE games RENAME COLUMN phase TO stage",
            "ALTER TABLE games ALTER COLUMN phase SET NOT NULL",
            "ALTER TABLE games ADD COLUMN one INTEGER, ADD COLUMN new INTEGER NOT NULL",
            "CREATE UNIQUE INDEX one ON games (number)",
            "UPDATE games SET phase = 'begun'",
        ] {
            assert!(adds(sql).is_some(), "{sql}");
        }
        assert_eq!(fault(20, &format!("{CHANGES}DROP TABLE records;\n{}", row(false))), None);
        assert!(fault(20, &format!("{CHANGES}DROP TABLE records;\n{}", row(true))).is_some());
        assert!(fault(21, &format!("{ADDS}{}", row(true))).is_some(), "it is that of another migration");
        assert!(fault(20, &row(true)).is_some());
    }

    #[test]
    fn tables_of_a_later_release_are_used_if_it_only_added_to_them() {
        let applied = |number, only_adds| (number, Some("0.3.0".to_owned()), only_adds);
        assert!(may_use(17, &[applied(18, Some(true)), applied(19, Some(true))]).is_ok());
        let refused =
            may_use(17, &[applied(18, Some(true)), applied(19, Some(false)), applied(20, Some(true))]);
        let said = refused.unwrap_err().to_string();
        assert!(["20", "17", "19", "0.3.0"].iter().all(|word| said.contains(word)), "{said}");
        // Whoever says nothing may have done anything.
        assert!(may_use(17, &[(18, None, None)]).is_err());
    }
}
