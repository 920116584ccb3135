//! Private Postgres clusters: one for the test process, with a database of its own for each server, and one for each
//! server whose Postgres is to be stopped and started again.
//!
//! A cluster goes with the process, however that ends: a shell waits for the end of a pipe that only this process
//! holds open, then stops the cluster and removes its directory.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, mpsc};
use std::time::{Duration, Instant};

use sqlx::{AssertSqlSafe, Connection, PgConnection};

use crate::address::lasting_address;
use crate::authority::Certified;
use crate::{migrated, scratch};

const START_PATIENCE: Duration = Duration::from_mins(1);
/// The file of its number is there while Postgres runs.
const REAPER: &str = r#"read -r _; if read -r postgres <"$0/data/postmaster.pid"; then kill -QUIT "$postgres"
    while kill -0 "$postgres" 2>/dev/null; do sleep 0.1; done; fi; rm -rf "$0""#;

/// A Postgres of this process alone.
#[derive(Debug)]
pub struct Cluster {
    url: String,
    port: u16,
    directory: PathBuf,
    programs: PathBuf,
    /// Whether connections may be encrypted.
    encrypts: bool,
    /// Postgres refuses to run as root, so root runs it as the user that the package made.
    owner: Option<(u32, u32)>,
    postgres: Mutex<Option<Child>>,
    /// Holds the pipe that the shell waits for.
    _reaper: Child,
}

/// The database of the shared cluster that the others are copies of.
const MIGRATED: &str = "tengen_migrated";

/// A database in the cluster that all servers of this process share. It is dropped with this: an empty one
/// takes 8 MB, and a run of all tests makes more than a thousand.
#[derive(Debug)]
pub(crate) struct SharedDatabase {
    url: String,
}

impl SharedDatabase {
    /// A new one without tables.
    pub(crate) async fn empty() -> Self {
        Self { url: Self::cluster().await.new_database().await }
    }

    /// A new one with all tables and nothing in them.
    pub(crate) async fn migrated() -> Self {
        // The files are copied as they are: no log of the copy is written, which takes longer.
        let template = format!("TEMPLATE {MIGRATED} STRATEGY FILE_COPY");
        Self { url: Self::cluster().await.create_database(&template).await }
    }

    async fn cluster() -> &'static Cluster {
        static CLUSTER: OnceLock<Result<Cluster, String>> = OnceLock::new();
        let make = || {
            let cluster = Cluster::new(None)?;
            let url = format!("{}/{MIGRATED}", cluster.url);
            migrated::alone(async {
                administrate(&url, &format!("CREATE DATABASE {MIGRATED}")).await;
                migrated::migrate_postgres(&url).await;
            });
            Ok(cluster)
        };
        let cluster = tokio::task::spawn_blocking(move || CLUSTER.get_or_init(make)).await.unwrap();
        cluster.as_ref().unwrap_or_else(|error| panic!("no Postgres: {error}"))
    }

    /// Its address.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for SharedDatabase {
    fn drop(&mut self) {
        static SWEEPER: OnceLock<mpsc::Sender<String>> = OnceLock::new();
        // Nothing but room on the disk depends on it.
        let _ = SWEEPER.get_or_init(start_sweeper).send(self.url.clone());
    }
}

/// A thread that drops the databases at these addresses, with the connections that servers still have: no test waits for it.
fn start_sweeper() -> mpsc::Sender<String> {
    let (sender, swept) = mpsc::channel::<String>();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        for url in swept {
            let (_, name) = url.rsplit_once('/').unwrap();
            runtime.block_on(administrate(&url, &format!("DROP DATABASE {name} WITH (FORCE)")));
        }
    });
    sender
}

/// Runs a statement as the owner of the cluster of this database, outside the database of any server.
pub async fn administrate(database_url: &str, statement: &str) {
    let (cluster, _) = database_url.rsplit_once('/').unwrap();
    let mut connection = PgConnection::connect(&format!("{cluster}/postgres")).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(statement.to_owned())).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

impl Cluster {
    /// A cluster that nobody else uses.
    pub async fn private() -> Arc<Self> {
        Self::started(None).await
    }

    /// A cluster that nobody else uses and that encrypts for those who ask for it, with this certificate.
    pub async fn encrypting(certified: Certified) -> Arc<Self> {
        Self::started(Some(certified)).await
    }

    async fn started(certified: Option<Certified>) -> Arc<Self> {
        let cluster = tokio::task::spawn_blocking(move || Self::new(certified.as_ref())).await.unwrap();
        Arc::new(cluster.unwrap_or_else(|error| panic!("no Postgres: {error}")))
    }

    /// The address of a new, empty database.
    pub async fn new_database(&self) -> String {
        self.create_database("").await
    }

    /// The address of a new database that is made in this way.
    async fn create_database(&self, way: &str) -> String {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("tengen_{}", NEXT.fetch_add(1, Ordering::Relaxed));
        let url = format!("{}/{name}", self.url);
        administrate(&url, &format!("CREATE DATABASE {name} {way}")).await;
        url
    }

    /// Stops Postgres as an operator does who does not wait for its clients: it closes their connections.
    pub async fn stop(&self) {
        let mut postgres = self.postgres.lock().unwrap().take().expect("a Postgres that runs");
        let interrupt = Command::new("kill").args(["-INT", &postgres.id().to_string()]).status().unwrap();
        assert!(interrupt.success());
        let status = tokio::task::spawn_blocking(move || postgres.wait()).await.unwrap().unwrap();
        assert!(status.success(), "{status}");
    }

    /// Starts Postgres again, on the same port and data.
    pub async fn start_again(self: &Arc<Self>) {
        let cluster = Arc::clone(self);
        tokio::task::spawn_blocking(move || cluster.start()).await.unwrap().unwrap();
    }

    fn new(certified: Option<&Certified>) -> Result<Self, String> {
        let programs = programs().ok_or("initdb is missing: apt-get install postgresql")?;
        let directory = scratch::directory("tengen-postgres-").map_err(|error| error.to_string())?.keep();
        // From now on the shell removes it, whatever happens.
        let reaper = Command::new("/bin/sh")
            .args(["-c", REAPER])
            .arg(&directory)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .map_err(|error| error.to_string())?;
        let owner = (fs::metadata(&directory).unwrap().uid() == 0).then(postgres_user).transpose()?;
        if let Some((user, group)) = owner {
            chown(&directory, Some(user), Some(group)).map_err(|error| error.to_string())?;
        }
        let port = lasting_address().port();
        let url = format!("postgres://tengen@127.0.0.1:{port}");
        let postgres = Mutex::new(None);
        let encrypts = certified.is_some();
        let cluster = Self { url, port, directory, programs, encrypts, owner, postgres, _reaper: reaper };
        let made = cluster
            .program("initdb")
            .args(["-U", "tengen", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"])
            .output()
            .map_err(|error| error.to_string())?;
        if !made.status.success() {
            return Err(format!("initdb failed: {}", String::from_utf8_lossy(&made.stderr)));
        }
        if let Some(Certified { certificate, key }) = certified {
            cluster.keep("server.crt", certificate).and_then(|()| cluster.keep("server.key", key))?;
        }
        cluster.start()?;
        Ok(cluster)
    }

    /// One of the server's programs, at work on the cluster's data.
    fn program(&self, name: &str) -> Command {
        let mut command = Command::new(self.programs.join(name));
        command.current_dir(&self.directory).stdin(Stdio::null()).arg("-D").arg(self.directory.join("data"));
        if let Some((user, group)) = self.owner {
            command.uid(user).gid(group);
        }
        command
    }

    /// Writes a file into the cluster's data, for Postgres alone: it takes no key that others may read.
    fn keep(&self, name: &str, content: &str) -> Result<(), String> {
        let file = self.directory.join("data").join(name);
        fs::write(&file, content).map_err(|error| error.to_string())?;
        fs::set_permissions(&file, Permissions::from_mode(0o600)).map_err(|error| error.to_string())?;
        let Some((user, group)) = self.owner else { return Ok(()) };
        chown(&file, Some(user), Some(group)).map_err(|error| error.to_string())
    }

    fn start(&self) -> Result<(), String> {
        let log = self.directory.join("log");
        let mut postgres = self
            .program("postgres")
            .args(["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="])
            .args(["-c", &format!("port={}", self.port), "-c", "max_connections=500"])
            .args(["-c", if self.encrypts { "ssl=on" } else { "ssl=off" }])
            // A power failure is not among the tests; the kill of a server is, and does not hurt Postgres.
            .args(["-c", "fsync=off", "-c", "full_page_writes=off", "-c", "synchronous_commit=off"])
            // Nobody copies the log, and the data may lie in memory.
            .args(["-c", "wal_level=minimal", "-c", "max_wal_senders=0", "-c", "max_wal_size=128MB"])
            // No database lives long enough to be worth sweeping, and no query of a test is worth compiling.
            .args(["-c", "autovacuum=off", "-c", "jit=off"])
            .stdout(Stdio::null())
            .stderr(File::create(&log).unwrap())
            // Ctrl-C at the terminal is for the test process; the cluster goes after it.
            .process_group(0)
            .spawn()
            .map_err(|error| error.to_string())?;
        let began = Instant::now();
        while !fs::read_to_string(&log).unwrap_or_default().contains("ready to accept connections") {
            if postgres.try_wait().unwrap().is_some() || began.elapsed() > START_PATIENCE {
                let _ = postgres.kill();
                let log = fs::read_to_string(&log).unwrap_or_default();
                return Err(format!("postgres did not start: {log}"));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        *self.postgres.lock().unwrap() = Some(postgres);
        Ok(())
    }
}

/// Where the server's programs are: in the newest of Debian's directories, or on the path.
fn programs() -> Option<PathBuf> {
    let mut debian: Vec<(u32, PathBuf)> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))))
        .collect();
    debian.sort();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places = debian.into_iter().rev().map(|(_, place)| place).chain(std::env::split_paths(&path));
    let complete = |place: &Path| ["initdb", "postgres"].iter().all(|name| place.join(name).exists());
    places.into_iter().find(|place| complete(place))
}

fn postgres_user() -> Result<(u32, u32), String> {
    let id = |flag| {
        let output =
            Command::new("id").args([flag, "postgres"]).output().map_err(|error| error.to_string())?;
        let number = String::from_utf8_lossy(&output.stdout).trim().parse();
        number.map_err(|_| "there is no user postgres: apt-get install postgresql".to_owned())
    };
    Ok((id("-u")?, id("-g")?))
}
