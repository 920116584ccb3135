//! What stands between a server and its database.

use std::process::Command;

use sqlx::{AssertSqlSafe, Connection, PgConnection};

use crate::lock::Lock;
use crate::postgres::administrate;
use crate::server::Server;

/// A way in which a database is away.
#[derive(Debug)]
pub(crate) enum Obstacle {
    /// Postgres has closed all connections and takes no new ones.
    Cut { database: String },
    /// Postgres takes no new connections, and those that are open do not answer.
    Hangs { database: String, backends: Vec<String> },
    /// Somebody else holds the write lock of the SQLite file.
    Locked(Lock),
    /// The disk is full.
    Full { server: String },
}

fn run(program: &str, arguments: &[&str]) {
    assert!(Command::new(program).args(arguments).status().unwrap().success(), "{program} {arguments:?}");
}

fn signal(name: &str, processes: &[String]) {
    let processes: Vec<&str> = processes.iter().map(String::as_str).collect();
    run("kill", &[&["-s", name], &processes[..]].concat());
}

fn name_of_database(server: &Server) -> String {
    server.data().database_url().unwrap().rsplit('/').next().unwrap().to_owned()
}

impl Obstacle {
    pub(crate) async fn cut(server: &Server) -> Self {
        let database = name_of_database(server);
        administrate(&format!("ALTER DATABASE {database} ALLOW_CONNECTIONS false")).await;
        // The second time it waits until each of them is gone.
        for terminate in ["pg_terminate_backend(pid)", "pg_terminate_backend(pid, 5000)"] {
            let backends = format!("FROM pg_stat_activity WHERE datname = '{database}'");
            administrate(&format!("SELECT {terminate} {backends}")).await;
        }
        Self::Cut { database }
    }

    pub(crate) async fn hang(server: &Server) -> Self {
        let database = name_of_database(server);
        let mut connection = PgConnection::connect(server.data().database_url().unwrap()).await.unwrap();
        let others =
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
        let rows: Vec<(i32,)> =
            sqlx::query_as(AssertSqlSafe(others)).fetch_all(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        administrate(&format!("ALTER DATABASE {database} ALLOW_CONNECTIONS false")).await;
        let backends: Vec<String> = rows.into_iter().map(|(process,)| process.to_string()).collect();
        assert!(!backends.is_empty());
        signal("STOP", &backends);
        Self::Hangs { database, backends }
    }

    pub(crate) async fn lock(server: &Server) -> Self {
        Self::Locked(Lock::take(server.data()).await)
    }

    pub(crate) fn full(server: &Server) -> Self {
        let server = server.process_id().to_string();
        run("prlimit", &["--pid", &server, "--fsize=1:unlimited"]);
        Self::Full { server }
    }

    pub(crate) async fn remove(self) {
        match self {
            Self::Cut { database } => {
                administrate(&format!("ALTER DATABASE {database} ALLOW_CONNECTIONS true")).await;
            }
            Self::Hangs { database, backends } => {
                signal("CONT", &backends);
                administrate(&format!("ALTER DATABASE {database} ALLOW_CONNECTIONS true")).await;
            }
            Self::Locked(lock) => lock.release().await,
            Self::Full { server } => run("prlimit", &["--pid", &server, "--fsize=unlimited:unlimited"]),
        }
    }
}
