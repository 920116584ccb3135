//! Changes of an account that come in the name of a session which ends before they are made: by a reset, a deletion, or a
//! sign-out elsewhere.

use std::time::Duration;

use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use tengen_testbed::{pause, until};

use crate::member::{at_home, member, texts};
use crate::person::{Providers, voucher};
use crate::rest::Visitor;
use crate::server::{Data, Database, Server, crowded, on_both_databases};

on_both_databases! {
    what_a_session_wants_that_has_ended_is_not_done
    a_bot_that_is_gone_gets_no_token
    a_deleted_member_leaves_no_person_behind
}

/// How long requests have to come as far as a file. Those that are slower find the session ended already.
const MEANWHILE: Duration = Duration::from_secs(1);

/// Waits until so many requests wait for rows that are held: one of them for the transaction that holds a row, the others for their turn.
pub(crate) async fn are_waiting(data: &Data, requests: usize) {
    let Some(url) = data.database_url() else {
        return pause(MEANWHILE, "nobody sees who waits for the lock of a file").await;
    };
    let mut connection = PgConnection::connect(url).await.unwrap();
    let waiting = "SELECT count(*) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'tengen'
             AND wait_event IN ('transactionid', 'tuple')";
    until(async || {
        let (waiting,): (i64,) = sqlx::query_as(waiting).fetch_one(&mut connection).await.unwrap();
        usize::try_from(waiting).unwrap() >= requests
    })
    .await;
}

/// Waits until somebody who would sit down at a game has found one of its players held, and looks again and again. Between two
/// looks nobody has a connection, so it is not seen how many there are.
pub(crate) async fn are_looking(data: &Data) {
    let Some(url) = data.database_url() else { return };
    let mut connection = PgConnection::connect(url).await.unwrap();
    // A connection goes on to tell what was asked last, perhaps before the player was held.
    let looking = "SELECT count(*) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'tengen'
             AND query LIKE '%FOR KEY SHARE NOWAIT%' AND query_start > (
                 SELECT max(xact_start) FROM pg_stat_activity
                 WHERE datname = current_database() AND application_name <> 'tengen' AND state = 'idle in transaction')";
    until(async || {
        let (looking,): (i64,) = sqlx::query_as(looking).fetch_one(&mut connection).await.unwrap();
        looking > 0
    })
    .await;
}

/// An end of all sessions of a player that has begun and holds the tables.
pub(crate) enum Ending {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Ending {
    /// The sessions of a player are ended.
    async fn of_sessions(data: &Data, player: &str) -> Self {
        let end = format!(
            "UPDATE accounts SET password = NULL WHERE player_id = '{player}';
             DELETE FROM tokens WHERE player_id = '{player}'"
        );
        Self::begin(data, &end).await
    }

    /// A bot is deleted.
    async fn of_bot(data: &Data, bot: &str) -> Self {
        let end = format!(
            "UPDATE players SET name = 'Deleted player', kind = 'deleted' WHERE id = '{bot}';
             DELETE FROM names WHERE player_id = '{bot}';
             DELETE FROM accounts WHERE player_id = '{bot}';
             DELETE FROM access_tokens WHERE player_id = '{bot}'"
        );
        Self::begin(data, &end).await
    }

    /// A player is deleted. What goes then stays here, so that what comes is seen.
    pub(crate) async fn of_player(data: &Data, player: &str) -> Self {
        let delete =
            format!("UPDATE players SET name = 'Deleted player', kind = 'deleted' WHERE id = '{player}'");
        // A file has one writer.
        let held = format!("SELECT 1 FROM players WHERE id = '{player}' FOR UPDATE; {delete}");
        Self::begin(data, if data.database_url().is_some() { &held } else { &delete }).await
    }

    async fn begin(data: &Data, end: &str) -> Self {
        if let Some(url) = data.database_url() {
            let mut connection = PgConnection::connect(url).await.unwrap();
            sqlx::raw_sql(AssertSqlSafe(format!("BEGIN; {end}"))).execute(&mut connection).await.unwrap();
            return Self::Postgres(connection);
        }
        let file = format!("sqlite://{}", data.directory().join("tengen.sqlite").display());
        let mut connection = SqliteConnection::connect(&file).await.unwrap();
        let begin = format!("BEGIN IMMEDIATE; {end}");
        sqlx::raw_sql(AssertSqlSafe(begin)).execute(&mut connection).await.unwrap();
        Self::Sqlite(connection)
    }

    pub(crate) async fn done(self) {
        self.end("COMMIT").await;
    }

    /// Nothing was changed.
    pub(crate) async fn taken_back(self) {
        self.end("ROLLBACK").await;
    }

    async fn end(self, statement: &'static str) {
        match self {
            Self::Sqlite(mut connection) => {
                sqlx::raw_sql(statement).execute(&mut connection).await.unwrap();
            }
            Self::Postgres(mut connection) => {
                sqlx::raw_sql(statement).execute(&mut connection).await.unwrap();
            }
        }
    }
}

async fn what_a_session_wants_that_has_ended_is_not_done(database: Database) {
    let providers = Providers::start();
    // All requests wait in the database at once.
    let server = providers.server(database, &[&crowded()]).await;
    let ann = member(&server, "Annabel").await;
    let word = voucher(&ann, "club").await;
    let ending = Ending::of_sessions(server.data(), &ann.id).await;
    let wishes = [
        ("/me/identities", json!({"voucher": word})),
        ("/me/authenticator", json!({})),
        ("/tokens", json!({"name": "Program", "scopes": ["read"]})),
        ("/bots", json!({"name": "Robot Annabel"})),
        ("/sessions/link", json!({})),
    ];
    let mut asked = Vec::new();
    for (path, body) in wishes {
        let ann = ann.clone();
        asked.push(tokio::spawn(async move { ann.post(path, body).await }));
    }
    let changing = ann.clone();
    asked.push(tokio::spawn(async move {
        changing.patch("/me", json!({"password": "twelve other words here"})).await
    }));
    are_waiting(server.data(), asked.len()).await;
    assert!(asked.iter().all(|request| !request.is_finished()), "the tables are held");
    ending.done().await;
    for request in asked {
        request.await.unwrap().refused(401, "unauthenticated");
    }
    for table in ["identities", "authenticators", "access_tokens", "carries"] {
        let left = format!("SELECT player_id FROM {table}");
        assert_eq!(texts(server.data(), &left).await, [""; 0], "{table}");
    }
    let left = "SELECT player_id FROM accounts WHERE owner IS NOT NULL OR password IS NOT NULL";
    assert_eq!(texts(server.data(), left).await, [""; 0]);
    // The provider's word was not used up by that.
    let stranger = Visitor::stranger(&server);
    let wish = json!({"name": "Benedict", "voucher": word});
    assert_eq!(stranger.post("/accounts", wish).await.status, 201);
}

async fn a_bot_that_is_gone_gets_no_token(database: Database) {
    let server = Server::start(database).await;
    let ann = member(&server, "Annabel").await;
    let made = ann.post("/bots", json!({"name": "Robot"})).await.ok();
    let bot = made["player"]["id"].as_str().unwrap().to_owned();
    let deleting = Ending::of_bot(server.data(), &bot).await;
    let asked = tokio::spawn({
        let (ann, path) = (ann.clone(), format!("/bots/{bot}/tokens"));
        async move { ann.post(&path, json!({"name": "Program", "scopes": ["play"]})).await }
    });
    are_waiting(server.data(), 1).await;
    assert!(!asked.is_finished(), "the tables are held");
    deleting.done().await;
    asked.await.unwrap().refused(404, "no_such_player");
    assert_eq!(texts(server.data(), "SELECT hash FROM access_tokens").await, [""; 0]);
}

async fn a_deleted_member_leaves_no_person_behind(database: Database) {
    let providers = Providers::start();
    let server = providers.server(database, &[]).await;
    let stranger = Visitor::stranger(&server);
    for number in 0..5 {
        let ann = member(&server, &format!("Annabel {number}")).await;
        let word = voucher(&ann, "club").await;
        let (linking, making, leaving) = (ann.clone(), ann.clone(), ann.clone());
        let bot = json!({"name": format!("Robot {number}")});
        let (_, _, left) = tokio::join!(
            linking.post("/me/identities", json!({"voucher": word})),
            making.post("/bots", bot),
            leaving.delete("/me"),
        );
        assert_eq!(left.status, 204);
        assert_eq!(texts(server.data(), "SELECT subject FROM identities").await, [""; 0]);
        assert_eq!(
            texts(server.data(), "SELECT player_id FROM accounts WHERE owner IS NOT NULL").await,
            [""; 0]
        );
        assert_eq!(texts(server.data(), "SELECT hash FROM access_tokens").await, [""; 0]);
    }
    // The person is free for somebody else.
    let word = voucher(&stranger, "club").await;
    let wish = json!({"name": "Benedict", "voucher": word});
    let ben = at_home(&stranger, &stranger.post("/accounts", wish).await);
    assert_eq!(ben.get("/me").await.ok()["account"]["password"], Value::Bool(false));
}
