//! Changes of a database behind the back of its server.

use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};

use crate::server::{Data, Database, Server};

/// Executes a statement. The server must not be running if the database is an SQLite file.
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

/// The number that a query answers. The server may be running.
pub(crate) async fn number(data: &Data, query: &str) -> i64 {
    let query = AssertSqlSafe(query.to_owned());
    if let Some(url) = data.database_url() {
        let mut connection = PgConnection::connect(url).await.unwrap();
        return sqlx::query_scalar(query).fetch_one(&mut connection).await.unwrap();
    }
    let file = format!("sqlite://{}", data.directory().join("tengen.sqlite").display());
    let mut connection = SqliteConnection::connect(&file).await.unwrap();
    sqlx::query_scalar(query).fetch_one(&mut connection).await.unwrap()
}

/// The beginning of a statement that has the table `numbers` with a column `n`, from 1 on, and each of these as an id.
pub(crate) fn numbers(database: Database, count: u64) -> (String, &'static str) {
    match database {
        Database::Sqlite => (
            format!(
                "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {count})"
            ),
            "printf('%016d', n)",
        ),
        Database::Postgres => {
            (format!("WITH numbers (n) AS (SELECT generate_series(1, {count}))"), "lpad(n::text, 16, '0')")
        }
    }
}

/// Makes a number of copies of a game and its log, older by a number of milliseconds. The copies have the numbers from 1 on as their ids.
pub(crate) fn copies(database: Database, game: &str, count: u64, older: i64) -> String {
    let (numbers, id) = numbers(database, count);
    format!(
        "{numbers} INSERT INTO games (id, creator, created_at, private, settings, phase, black, white, seq, move_count,
                                     updated_at, deadline)
         SELECT {id}, creator, created_at - {older}, private, settings, phase, black, white, seq, move_count,
                updated_at - {older}, deadline - {older}
         FROM games, numbers WHERE id = '{game}';
         {numbers} INSERT INTO events (game_id, seq, v, at, actor, command_id, fingerprint, body)
         SELECT {id}, seq, v, at - {older}, actor, command_id, fingerprint, body
         FROM events, numbers WHERE game_id = '{game}';"
    )
}

/// Restarts the server, and moves all events of a game into the past meanwhile, by milliseconds.
pub(crate) async fn played_earlier(server: &mut Server, game: &str, millis: i64) {
    server.stop().await;
    let statements = [
        format!("UPDATE events SET at = at - {millis} WHERE game_id = '{game}'"),
        format!(
            "UPDATE games SET created_at = created_at - {millis}, updated_at = updated_at - {millis},
                              deadline = deadline - {millis} WHERE id = '{game}'"
        ),
    ];
    for statement in statements {
        tamper(server.data(), &statement).await;
    }
    server.start_again().await;
}

/// Takes back all migrations from the seventh on. A release that adds tables has them taken back here.
///
/// The row of each migration stays, so that a caller may take back more before it deletes them.
pub(crate) fn sixth_migration(database: Database) -> impl Iterator<Item = &'static str> {
    const LATER: [&str; 92] = [
        "DROP TABLE strangers_answers",
        "DROP TRIGGER records_end_their_files",
        "DROP FUNCTION IF EXISTS records_end_their_files CASCADE",
        "DROP INDEX records_by_file",
        "ALTER TABLE records DROP COLUMN file_id",
        "ALTER TABLE records DROP COLUMN game_in_file",
        "ALTER TABLE records DROP COLUMN place_in_file",
        "DROP TABLE record_files",
        "DROP INDEX players_suspended",
        "DROP TABLE card_salt",
        "DROP TABLE kept_answers",
        "DROP FUNCTION IF EXISTS players_are_there CASCADE",
        "DROP TRIGGER games_need_their_players",
        "DROP TRIGGER records_need_their_players",
        "DROP TRIGGER tokens_need_their_players",
        "DROP TRIGGER access_tokens_need_their_players",
        "DROP TRIGGER carries_need_their_players",
        "ALTER TABLE records DROP COLUMN original",
        "ALTER TABLE records DROP COLUMN numbers",
        "ALTER TABLE records DROP COLUMN revision",
        "DROP TABLE tree_snapshots",
        "DROP TABLE shared_variations",
        "DROP TABLE gone_variations",
        "DROP TABLE variation_nodes",
        "DROP TABLE variation_trees",
        "DROP TABLE replayed_tasks",
        "DROP TABLE group_tasks",
        "DROP INDEX games_enclosed",
        "ALTER TABLE games DROP COLUMN enclosed_in",
        "DROP TABLE round_pairs",
        "DROP TABLE rounds",
        "DROP TABLE cards",
        "DROP TABLE group_invitations",
        "DROP TABLE group_requests",
        "DROP TABLE group_members",
        "DROP TABLE groups",
        "DROP INDEX tokens_by_group",
        "ALTER TABLE tokens DROP COLUMN group_id",
        "ALTER TABLE carries DROP COLUMN group_id",
        "DROP TABLE networks",
        "DROP TABLE network_key",
        "DROP TABLE announcements",
        "DROP TABLE voided_games",
        "DROP TABLE sanctions",
        "ALTER TABLE players DROP COLUMN suspended_until",
        "DROP TABLE reports",
        "DROP TABLE waiting_cases",
        "DROP TABLE cases",
        "ALTER TABLE access_tokens DROP COLUMN can_staff",
        "DROP TABLE audit_asides",
        "DROP TABLE audit_head",
        "DROP TABLE audit",
        "DROP FUNCTION IF EXISTS audit_stays",
        "DROP INDEX grants_by_role",
        "DROP TABLE passkeys",
        "DROP INDEX players_guests",
        "DROP TABLE vouchers",
        "DROP TABLE pending_sign_ins",
        "DROP TABLE identities",
        "DROP INDEX accounts_by_owner",
        "DROP TABLE blocks",
        "DROP TABLE follows",
        "DROP TABLE mail_links",
        "DROP TABLE mails",
        "DROP TABLE recovery_codes",
        "DROP TABLE authenticators",
        "DROP TABLE grants",
        "DROP TABLE invitations",
        "DROP TABLE known_devices",
        "DROP TABLE accounts",
        "DROP TABLE names",
        "DROP INDEX players_renamed",
        "DROP INDEX players_unnamed",
        "ALTER TABLE players DROP COLUMN kind",
        "ALTER TABLE players DROP COLUMN renamed_at",
        "ALTER TABLE players DROP COLUMN named",
        "ALTER TABLE tokens DROP COLUMN signed_in_at",
        "DROP TABLE carries",
        "DROP TABLE IF EXISTS ended_sessions",
        "DROP INDEX tokens_by_player",
        "ALTER TABLE tokens DROP COLUMN last_used_at",
        "ALTER TABLE tokens DROP COLUMN device",
        "DROP TABLE migrations",
        "DROP TABLE jobs",
        "DROP TABLE IF EXISTS commits",
        "DROP TABLE IF EXISTS servers",
        "DROP TABLE IF EXISTS presence",
        "DROP TABLE IF EXISTS losses",
        "DROP TABLE IF EXISTS bus",
        "DROP TABLE proof",
        "DROP INDEX games_results_of_black",
        "DROP INDEX games_results_of_white",
    ];
    // SQLite has no functions of its own, and on Postgres triggers go with them.
    let unknown = if database == Database::Postgres { "DROP TRIGGER" } else { "DROP FUNCTION" };
    let known = move |statement: &&str| !statement.starts_with(unknown);
    second_key(database).iter().copied().chain(LATER.into_iter().filter(known))
}

/// The keys that the log had before the ninth migration.
pub(crate) fn second_key(database: Database) -> &'static [&'static str] {
    match database {
        Database::Sqlite => &[
            "ALTER TABLE events RENAME TO events_with_one_key",
            "CREATE TABLE events (
                 game_id TEXT NOT NULL REFERENCES games (id), seq INTEGER NOT NULL, v INTEGER NOT NULL,
                 at INTEGER NOT NULL, actor TEXT, command_id TEXT, fingerprint INTEGER, body TEXT NOT NULL,
                 PRIMARY KEY (game_id, seq), UNIQUE (game_id, actor, command_id)
             ) STRICT, WITHOUT ROWID",
            "INSERT INTO events SELECT * FROM events_with_one_key",
            "DROP TABLE events_with_one_key",
        ],
        Database::Postgres => &["ALTER TABLE events
                 ADD CONSTRAINT events_game_id_fkey FOREIGN KEY (game_id) REFERENCES games (id),
                 ADD CONSTRAINT events_game_id_actor_command_id_key UNIQUE (game_id, actor, command_id)"],
    }
}
