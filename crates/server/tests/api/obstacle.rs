//! An obstacle between a server and its database.

use std::process::Command;
use std::sync::Arc;

use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tengen_testbed::{Cluster, administrate};

use crate::lock::Lock;
use crate::server::Server;

/// A way in which a database is away.
#[derive(Debug)]
pub(crate) enum Obstacle {
    /// Postgres has closed all connections and takes no new ones.
    Cut { url: String },
    /// Postgres takes no new connections, and open ones do not answer.
    Hangs { url: String, backends: Vec<String> },
    /// Postgres has been stopped.
    Stopped(Arc<Cluster>),
    /// Somebody else holds the write lock of the SQLite file.
    Locked(Lock),
    /// The disk is full.
    Full { server: String },
    /// Postgres answers, and stores nothing.
    ReadOnly { url: String },
}

fn run(program: &str, arguments: &[&str]) {
    assert!(Command::new(program).args(arguments).status().unwrap().success(), "{program} {arguments:?}");
}

fn signal(name: &str, processes: &[String]) {
    let processes: Vec<&str> = processes.iter().map(String::as_str).collect();
    run("kill", &[&["-s", name], &processes[..]].concat());
}

/// Lets Postgres take new connections to a database, or none.
async fn allow_connections(url: &str, allowed: bool) {
    let (_, database) = url.rsplit_once('/').unwrap();
    administrate(url, &format!("ALTER DATABASE {database} ALLOW_CONNECTIONS {allowed}")).await;
}

/// Closes the connections to a database, and waits until each of them is gone.
pub(crate) async fn close_connections(url: &str) {
    let (_, database) = url.rsplit_once('/').unwrap();
    // The second time it waits.
    for terminate in ["pg_terminate_backend(pid)", "pg_terminate_backend(pid, 5000)"] {
        let backends = format!("FROM pg_stat_activity WHERE datname = '{database}'");
        administrate(url, &format!("SELECT {terminate} {backends}")).await;
    }
}

/// Lets new transactions in a database change something, or nothing.
async fn set_read_only(url: &str, read_only: bool) {
    let (_, database) = url.rsplit_once('/').unwrap();
    administrate(url, &format!("ALTER DATABASE {database} SET default_transaction_read_only = {read_only}"))
        .await;
    // It holds for new connections.
    close_connections(url).await;
}

impl Obstacle {
    pub(crate) async fn cut(server: &Server) -> Self {
        let url = server.data().database_url().unwrap().to_owned();
        allow_connections(&url, false).await;
        close_connections(&url).await;
        Self::Cut { url }
    }

    pub(crate) async fn hang(server: &Server) -> Self {
        let url = server.data().database_url().unwrap().to_owned();
        let mut connection = PgConnection::connect(&url).await.unwrap();
        let others =
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
        let rows: Vec<(i32,)> =
            sqlx::query_as(AssertSqlSafe(others)).fetch_all(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        allow_connections(&url, false).await;
        let backends: Vec<String> = rows.into_iter().map(|(process,)| process.to_string()).collect();
        assert!(!backends.is_empty());
        signal("STOP", &backends);
        Self::Hangs { url, backends }
    }

    pub(crate) async fn stop(server: &Server) -> Self {
        let cluster = server.data().private_postgres().expect("a Postgres of its own");
        cluster.stop().await;
        Self::Stopped(Arc::clone(cluster))
    }

    pub(crate) async fn lock(server: &Server) -> Self {
        Self::Locked(Lock::take(server.data()).await)
    }

    pub(crate) fn full(server: &Server) -> Self {
        let server = server.process_id().to_string();
        run("prlimit", &["--pid", &server, "--fsize=1:unlimited"]);
        Self::Full { server }
    }

    /// Postgres as it is on a disk that is full, where only reading works; for a file that is the system's limit.
    pub(crate) async fn nothing_stored(server: &Server) -> Self {
        let Some(url) = server.data().database_url() else { return Self::full(server) };
        set_read_only(url, true).await;
        Self::ReadOnly { url: url.to_owned() }
    }

    pub(crate) async fn remove(self) {
        match self {
            Self::Cut { url } => allow_connections(&url, true).await,
            Self::Hangs { url, backends } => {
                signal("CONT", &backends);
                allow_connections(&url, true).await;
            }
            Self::Stopped(cluster) => cluster.start_again().await,
            Self::Locked(lock) => lock.release().await,
            Self::ReadOnly { url } => set_read_only(&url, false).await,
            Self::Full { server } => run("prlimit", &["--pid", &server, "--fsize=unlimited:unlimited"]),
        }
    }
}
