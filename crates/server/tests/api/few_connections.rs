//! A server that may have few connections to Postgres.

use sqlx::{Connection, PgConnection};
use tengen_store as store;
use tengen_testbed::until;

use crate::rest::Visitor;
use crate::server::{Database, Server, connections, once};

once! {
    requests_share_the_connections_that_a_server_may_have
}

const REQUESTS: usize = 12;
/// The fewest that a server may have.
const CONNECTIONS: u16 = store::Database::LEAST_CONNECTIONS;
const AT_ONCE: usize = CONNECTIONS as usize;

/// How many connections wait for a table that is held.
pub(crate) async fn waiting(connection: &mut PgConnection) -> usize {
    let waiting = "SELECT count(*) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'tengen' AND wait_event = 'relation'";
    let (waiting,): (i64,) = sqlx::query_as(waiting).fetch_one(connection).await.unwrap();
    usize::try_from(waiting).unwrap()
}

async fn requests_share_the_connections_that_a_server_may_have() {
    let server = Server::with_options(Database::Postgres, &[&connections(CONNECTIONS)]).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let mut holder = PgConnection::connect(server.data().database_url().unwrap()).await.unwrap();
    sqlx::raw_sql("BEGIN; LOCK TABLE records IN ACCESS EXCLUSIVE MODE").execute(&mut holder).await.unwrap();
    let asked: Vec<_> = (0..REQUESTS)
        .map(|_| {
            let ann = ann.clone();
            tokio::spawn(async move { ann.get("/records").await.status })
        })
        .collect();
    until(async || waiting(&mut holder).await == AT_ONCE).await;
    // The others wait for a connection, and are told in the end that there is none.
    until(async || asked.iter().filter(|request| request.is_finished()).count() == REQUESTS - AT_ONCE).await;
    assert_eq!(waiting(&mut holder).await, AT_ONCE);
    sqlx::raw_sql("COMMIT").execute(&mut holder).await.unwrap();
    let mut answers = Vec::new();
    for request in asked {
        answers.push(request.await.unwrap());
    }
    answers.sort_unstable();
    assert_eq!(answers, [[200; AT_ONCE].as_slice(), &[503; REQUESTS - AT_ONCE]].concat());
}
