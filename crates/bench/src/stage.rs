//! The server that is measured, on a database of its own, with players and games.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use futures_util::{StreamExt, TryStreamExt, stream};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tempfile::TempDir;
use tengen_client::Client;
use tengen_protocol::{ColorWish, NewGame, RulesWish, TimeSystemShape};
use tengen_rules::Preset;

use crate::failure::Failure;
use crate::process::Server;

/// How many requests are under way at once while players and games are made.
const AT_ONCE: usize = 16;

/// What is needed to measure.
#[derive(Debug, Clone, Args)]
pub(crate) struct Stage {
    /// The program of the server.
    #[arg(long, value_name = "FILE")]
    tengen: PathBuf,
    /// Where databases are made for the time of a measurement: on the disk that counts.
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// A Postgres cluster in which databases may be made, as `postgres://user@host:port`.
    #[arg(long, value_name = "URL")]
    postgres: Option<String>,
    /// The first process of that cluster, whose processor time is measured with that of its children.
    #[arg(long, value_name = "PID", requires = "postgres")]
    postgres_process: Option<u32>,
    /// Less of everything, to see that all works.
    #[arg(long)]
    pub(crate) quick: bool,
}

/// How a server is started.
#[derive(Debug, Default)]
pub(crate) struct Setup<'a> {
    /// The database in the cluster; without it the server has a file.
    pub(crate) database_url: Option<String>,
    /// The NATS by which it hears of other servers.
    pub(crate) nats: Option<&'a str>,
    /// Where it listens, if not on a free port.
    pub(crate) listen: Option<SocketAddr>,
    /// Further words of its command line.
    pub(crate) options: &'a [&'a str],
}

/// What a server keeps its games in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Database {
    /// A file.
    Sqlite,
    /// The cluster.
    Postgres,
}

impl Database {
    /// The name in reports.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "Postgres",
        }
    }
}

impl Stage {
    /// The databases there are.
    pub(crate) fn databases(&self) -> Vec<Database> {
        let postgres = self.postgres.as_ref().map(|_| Database::Postgres);
        std::iter::once(Database::Sqlite).chain(postgres).collect()
    }

    /// The first of the database's own processes, if it has any that can be watched.
    pub(crate) fn process_of(&self, database: Database) -> Option<u32> {
        match database {
            Database::Sqlite => None,
            Database::Postgres => self.postgres_process,
        }
    }

    /// One of two values.
    pub(crate) fn pick<T>(&self, full: T, quick: T) -> T {
        if self.quick { quick } else { full }
    }

    /// A directory that goes with the value.
    pub(crate) fn directory(&self) -> Result<TempDir, Failure> {
        Ok(tempfile::Builder::new().prefix("tengen-bench-").tempdir_in(&self.dir)?)
    }

    /// The address of a new database in the cluster.
    pub(crate) async fn new_database(&self) -> Result<String, Failure> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let cluster = self.postgres.as_deref().ok_or("there is no Postgres")?;
        let name = format!("bench_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let mut connection = PgConnection::connect(&format!("{cluster}/postgres")).await?;
        sqlx::raw_sql(AssertSqlSafe(format!("CREATE DATABASE {name}"))).execute(&mut connection).await?;
        connection.close().await?;
        Ok(format!("{cluster}/{name}"))
    }

    /// Starts a server on a new database.
    pub(crate) async fn open(&self, database: Database) -> Result<Instance, Failure> {
        let url = match database {
            Database::Postgres => Some(self.new_database().await?),
            Database::Sqlite => None,
        };
        self.launch(Setup { database_url: url, ..Setup::default() }).await
    }

    /// Starts so many servers on a new database of the cluster, which hear of each other by this NATS.
    pub(crate) async fn open_several(&self, count: usize, nats: &str) -> Result<Vec<Instance>, Failure> {
        let url = self.new_database().await?;
        let mut instances = Vec::new();
        // The first one makes the tables.
        while instances.len() < count {
            let setup = Setup { database_url: Some(url.clone()), nats: Some(nats), ..Setup::default() };
            instances.push(self.launch(setup).await?);
        }
        Ok(instances)
    }

    /// Starts a server.
    pub(crate) async fn launch(&self, setup: Setup<'_>) -> Result<Instance, Failure> {
        let directory = self.directory()?;
        self.launch_in(directory, setup).await
    }

    /// Stops a server, and starts it again on the same database.
    pub(crate) async fn start_again(&self, instance: Instance) -> Result<Instance, Failure> {
        let Instance { server, url, directory, .. } = instance;
        server.stop().await?;
        self.launch_in(directory, Setup { database_url: url, ..Setup::default() }).await
    }

    async fn launch_in(&self, directory: TempDir, setup: Setup<'_>) -> Result<Instance, Failure> {
        let Setup { database_url: url, nats, listen, options } = setup;
        let listen = listen.unwrap_or_else(|| SocketAddr::from((Ipv4Addr::LOCALHOST, 0)));
        let mut command = Command::new(&self.tengen);
        command.args(["--listen", &listen.to_string(), "--log", "info"]).args(options);
        command.arg("--data-dir").arg(directory.path()).env_remove("DATABASE_URL").env_remove("NATS_URL");
        if let Some(url) = &url {
            command.arg("--database-url").arg(url);
        }
        if let Some(nats) = nats {
            command.args(["--nats-url", nats]);
        }
        let began = Instant::now();
        let server = Server::start(command).await?;
        let started_in = began.elapsed();
        let client = Client::new(&format!("http://{}", server.address()))?;
        Ok(Instance { server, url, started_in, client, directory })
    }

    /// Starts this program again as one of the servers that it compares with.
    pub(crate) async fn open_rival(&self, name: &str, frames: &[String]) -> Result<Rival, Failure> {
        let directory = self.directory()?;
        let file = directory.path().join("frames");
        std::fs::write(&file, frames.join("\n"))?;
        let mut command = Command::new(std::env::current_exe()?);
        command.arg(name).arg(file);
        let server = Server::start(command).await?;
        Ok(Rival { server, _directory: directory })
    }
}

/// A server that Tengen is compared with.
#[derive(Debug)]
pub(crate) struct Rival {
    /// The process.
    pub(crate) server: Server,
    _directory: TempDir,
}

/// A running Tengen server.
#[derive(Debug)]
pub(crate) struct Instance {
    /// The process.
    pub(crate) server: Server,
    /// The address of its database, unless that is a file.
    pub(crate) url: Option<String>,
    /// How long it took until it listened.
    pub(crate) started_in: Duration,
    client: Client,
    directory: TempDir,
}

/// Two players.
#[derive(Debug, Clone)]
pub(crate) struct Pair {
    /// Black's token.
    pub(crate) black: String,
    /// White's.
    pub(crate) white: String,
}

impl Instance {
    /// A client of it that is nobody in particular.
    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.server.address()
    }

    /// The address of the file in which the server keeps its games, if it does.
    pub(crate) fn sqlite(&self) -> String {
        format!("sqlite://{}/tengen.sqlite", self.directory.path().display())
    }

    /// Asks it to stop and waits until it has. Any other end than success is an error.
    pub(crate) async fn stop(self) -> Result<(), Failure> {
        self.server.stop().await
    }

    /// Makes so many pairs of guests.
    pub(crate) async fn pairs(&self, count: usize) -> Result<Vec<Pair>, Failure> {
        let guest = || async {
            let (guest, _) = self.client.guest(None).await?;
            Ok::<_, Failure>(guest.token().ok_or("a guest without a token")?.to_owned())
        };
        let pair = |_| async move { Ok(Pair { black: guest().await?, white: guest().await? }) };
        stream::iter(0..count).map(pair).buffer_unordered(AT_ONCE).try_collect().await
    }

    /// Makes a game of a pair and starts it: 19x19, Japanese rules, byo-yomi that nobody will use up.
    pub(crate) async fn game(&self, pair: &Pair) -> Result<String, Failure> {
        let wish = NewGame {
            rules: RulesWish::from(Preset::Japanese),
            color: ColorWish::Black,
            clock: Some(TimeSystemShape::ByoYomi { main: 3_600_000, periods: 5, period: 30_000 }),
            ..NewGame::default()
        };
        let game = self.client.clone().with_token(&pair.black).create_game(&wish).await?.id.0;
        self.client.clone().with_token(&pair.white).join(game).await?;
        Ok(game.to_string())
    }
}
