//! A server that may have few connections to Postgres.

use sqlx::{Connection, PgConnection};
use tengen_testbed::until;

use crate::rest::Visitor;
use crate::server::{Database, Server, once};

once! {
    requests_share_the_connections_that_a_server_may_have
}

const REQUESTS: usize = 12;
const CONNECTIONS: usize = 4;

/// How many connections wait for a table that is held.
async fn waiting(connection: &mut PgConnection) -> usize {
    let waiting = "SELECT count(*) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'tengen' AND wait_event = 'relation'";
    let (waiting,): (i64,) = sqlx::query_as(waiting).fetch_one(connection).await.unwrap();
    usize::try_from(waiting).unwrap()
}

async fn requests_share_the_connections_that_a_server_may_have() {
    let server = Server::with_options(Database::Postgres, &["--database-connections", "4"]).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let mut holder = PgConnection::connect(server.data().database_url().unwrap()).await.unwrap();
    sqlx::raw_sql("BEGIN; LOCK TABLE records IN ACCESS EXCLUSIVE MODE").execute(&mut holder).await.unwrap();
    let asked: Vec<_> = (0..REQUESTS)
        .map(|_| {
            let ann = ann.clone();
            tokio::spawn(async move { ann.get("/records").await.status })
        })
        .collect();
    until(async || waiting(&mut holder).await == CONNECTIONS).await;
    // The others wait for a connection, and are told in the end that there is none.
    until(async || asked.iter().filter(|request| request.is_finished()).count() == REQUESTS - CONNECTIONS)
        .await;
    assert_eq!(waiting(&mut holder).await, CONNECTIONS);
    sqlx::raw_sql("COMMIT").execute(&mut holder).await.unwrap();
    let mut answers = Vec::new();
    for request in asked {
        answers.push(request.await.unwrap());
    }
    answers.sort_unstable();
    assert_eq!(answers, [[200; CONNECTIONS].as_slice(), &[503; REQUESTS - CONNECTIONS]].concat());
}
