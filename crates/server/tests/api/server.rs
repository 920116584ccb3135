//! The compiled server as a child process, which can be killed and started again on the same address and data.

use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::postgres::{self, Cluster};

const START_PATIENCE: Duration = Duration::from_mins(1);
/// Longer than any test takes on a machine that is busy with others.
const TEST_PATIENCE: Duration = Duration::from_mins(10);
const ANNOUNCEMENT: &str = "tengen is at http://";

/// Which database a test runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Database {
    Sqlite,
    Postgres,
}

/// Makes two tests of each function that takes a [`Database`]. None of them waits for ever.
macro_rules! on_both_databases {
    ($($name:ident)*) => {
        $(mod $name {
            #[tokio::test(flavor = "multi_thread")]
            async fn sqlite() {
                crate::server::in_time(super::$name(crate::server::Database::Sqlite)).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn postgres() {
                crate::server::in_time(super::$name(crate::server::Database::Postgres)).await;
            }
        })*
    };
}

/// Makes a test of each function. None of them waits for ever.
macro_rules! once {
    ($($name:ident)*) => {
        $(mod $name {
            #[tokio::test(flavor = "multi_thread")]
            async fn once() {
                crate::server::in_time(super::$name()).await;
            }
        })*
    };
}

pub(crate) use {on_both_databases, once};

/// A test that ends, even if what it waits for never comes.
pub(crate) async fn in_time(test: impl Future<Output = ()>) {
    timeout(TEST_PATIENCE, test).await.expect("the test ends in time");
}

/// A server and its data, which go when this is dropped.
#[derive(Debug)]
pub(crate) struct Server {
    process: Option<Process>,
    address: SocketAddr,
    options: Vec<String>,
    /// How many files the process may have open, if that is not up to the system.
    files: Option<u32>,
    data: Data,
}

/// Where a server keeps its games. Several servers may share a Postgres.
#[derive(Debug, Clone)]
pub(crate) struct Data {
    directory: Arc<TempDir>,
    database_url: Option<String>,
    /// The Postgres behind the address, if it is there for these servers alone.
    cluster: Option<Arc<Cluster>>,
}

#[derive(Debug)]
struct Process {
    child: Child,
    log: Log,
    reading: JoinHandle<()>,
    /// When it was ready to serve, by its own log.
    ready_at: i64,
}

/// What a server has written to standard error so far.
#[derive(Debug, Clone, Default)]
struct Log(Arc<Mutex<String>>);

impl Data {
    /// An empty database.
    pub(crate) async fn new(database: Database) -> Self {
        let directory = tempfile::Builder::new().prefix("tengen-test-").tempdir().unwrap();
        let database_url = match database {
            Database::Sqlite => None,
            Database::Postgres => Some(postgres::new_database().await),
        };
        Self { directory: Arc::new(directory), database_url, cluster: None }
    }

    /// An empty database in a Postgres that can be stopped without harm to anybody else.
    pub(crate) async fn on_private_postgres() -> Self {
        let cluster = Cluster::private().await;
        let database_url = Some(cluster.new_database().await);
        let directory = tempfile::Builder::new().prefix("tengen-test-").tempdir().unwrap();
        Self { directory: Arc::new(directory), database_url, cluster: Some(cluster) }
    }

    /// The same directory, with another database than the file in it.
    pub(crate) fn with_url(self, url: &str) -> Self {
        Self { database_url: Some(url.to_owned()), ..self }
    }

    pub(crate) fn directory(&self) -> &Path {
        self.directory.path()
    }

    pub(crate) fn database_url(&self) -> Option<&str> {
        self.database_url.as_deref()
    }

    pub(crate) fn private_postgres(&self) -> Option<&Arc<Cluster>> {
        self.cluster.as_ref()
    }
}

impl Server {
    /// A new server with an empty database.
    pub(crate) async fn start(database: Database) -> Self {
        Self::with_options(database, &[]).await
    }

    /// A new server with an empty database and these options besides.
    pub(crate) async fn with_options(database: Database, options: &[&str]) -> Self {
        Self::on(Data::new(database).await, "127.0.0.1:0".parse().unwrap(), options).await
    }

    /// A server on data that may be there before.
    pub(crate) async fn on(data: Data, listen: SocketAddr, options: &[&str]) -> Self {
        let options: Vec<String> = options.iter().map(ToString::to_string).collect();
        Self::launch(data, listen, options, None).await
    }

    /// A new server on SQLite that may have no more than so many files open.
    pub(crate) async fn with_files(files: u32, options: &[&str]) -> Self {
        let data = Data::new(Database::Sqlite).await;
        let options = options.iter().map(ToString::to_string).collect();
        Self::launch(data, "127.0.0.1:0".parse().unwrap(), options, Some(files)).await
    }

    /// A server in the test's own process, of which this is the address and the data.
    pub(crate) fn within(address: SocketAddr, data: Data) -> Self {
        Self { process: None, address, options: Vec::new(), files: None, data }
    }

    async fn launch(data: Data, listen: SocketAddr, options: Vec<String>, files: Option<u32>) -> Self {
        let launched = Process::launch(&data, listen, &options, files).await;
        let (process, address) = launched.expect("the server starts");
        Self { process: Some(process), address, options, files, data }
    }

    /// What the running process has written into its log.
    pub(crate) fn log(&self) -> String {
        self.process.as_ref().expect("a running server").log.text()
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    pub(crate) fn data(&self) -> &Data {
        &self.data
    }

    /// The number of the running process.
    pub(crate) fn process_id(&self) -> u32 {
        self.process.as_ref().and_then(|process| process.child.id()).expect("a running server")
    }

    /// When the running process was ready to serve. It says so itself: whoever reads its log may read it late.
    pub(crate) fn ready_at(&self) -> i64 {
        self.process.as_ref().expect("a running server").ready_at
    }

    /// Closes the pipe that the server's log goes to.
    pub(crate) async fn stop_reading_log(&mut self) {
        let reading = &mut self.process.as_mut().expect("a running server").reading;
        reading.abort();
        assert!(reading.await.is_err_and(|error| error.is_cancelled()));
    }

    /// Ends the server as a crash would.
    pub(crate) async fn kill(&mut self) {
        let mut process = self.process.take().expect("a running server");
        process.child.kill().await.unwrap();
    }

    /// Asks the server to stop and waits until it has.
    pub(crate) async fn stop(&mut self) -> ExitStatus {
        let id = self.process_id().to_string();
        let mut process = self.process.take().expect("a running server");
        assert!(Command::new("kill").args(["-TERM", &id]).status().await.unwrap().success());
        timeout(START_PATIENCE, process.child.wait()).await.expect("the server stops").unwrap()
    }

    /// Starts a server that has ended, on the same address and data.
    pub(crate) async fn start_again(&mut self) {
        assert!(self.process.is_none(), "the server still runs");
        let launched = Process::launch(&self.data, self.address, &self.options, self.files).await;
        let (process, address) = launched.expect("the server starts again");
        assert_eq!(address, self.address);
        self.process = Some(process);
    }
}

/// Starts a server on data that it should refuse, and answers how it ended and what it said.
pub(crate) async fn refused_start(data: &Data) -> (ExitStatus, String) {
    match Process::launch(data, "127.0.0.1:0".parse().unwrap(), &[], None).await {
        Ok(_) => panic!("the server started"),
        Err(ended) => ended,
    }
}

/// Runs `tengen health` against an address.
pub(crate) async fn health(address: SocketAddr) -> ExitStatus {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.args(["health", "--listen", &address.to_string()]).env_clear().stderr(Stdio::null());
    command.status().await.unwrap()
}

/// An address outside the range from which systems hand out ports by themselves, so that no other socket takes it
/// while nobody listens there.
pub(crate) fn lasting_address() -> SocketAddr {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    loop {
        let offset = std::process::id().wrapping_mul(97) + u32::from(NEXT.fetch_add(1, Ordering::Relaxed));
        let port = 12_000 + u16::try_from(offset % 18_000).unwrap();
        if let Ok(probe) = TcpListener::bind(("127.0.0.1", port)) {
            return probe.local_addr().unwrap();
        }
    }
}

impl Process {
    /// Starts the program and waits until it listens; or until it has ended, which is the error.
    async fn launch(
        data: &Data,
        listen: SocketAddr,
        options: &[String],
        files: Option<u32>,
    ) -> Result<(Self, SocketAddr), (ExitStatus, String)> {
        // A process that ignores this signal sees a limit on its files as it would see a full disk: the write fails.
        let mut command = Command::new("sh");
        let files = files.map_or("unlimited".to_owned(), |files| files.to_string());
        let script = r#"trap '' XFSZ; [ "$0" = unlimited ] || ulimit -n "$0"; exec "$@""#;
        command.args(["-c", script, &files, env!("CARGO_BIN_EXE_tengen")]);
        command.args(["serve", "--listen", &listen.to_string(), "--data-dir"]).arg(data.directory());
        command.args(options).env_clear().env("NO_COLOR", "1");
        if let Some(url) = data.database_url() {
            command.env("DATABASE_URL", url);
        }
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).kill_on_drop(true);
        let mut child = command.spawn().unwrap();

        let log = Log::default();
        let (announce, announced) = oneshot::channel();
        let reading = tokio::spawn({
            let (log, mut announce) = (log.clone(), Some(announce));
            let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
            async move {
                while let Ok(Some(line)) = lines.next_line().await {
                    let address = line.split_once(ANNOUNCEMENT).map(|(_, rest)| rest);
                    if let Some(address) = address.and_then(|rest| rest.split_whitespace().next())
                        && let Some(announce) = announce.take()
                    {
                        let _ = announce.send((address.parse().unwrap(), time_of(&line)));
                    }
                    log.add(&line);
                }
            }
        });
        let announced = timeout(START_PATIENCE, announced).await.expect("the server starts or ends");
        if let Ok((address, ready_at)) = announced {
            return Ok((Self { child, log, reading, ready_at }, address));
        }
        let status = child.wait().await.unwrap();
        reading.await.unwrap();
        Err((status, log.text()))
    }
}

/// When a line of the log was written: it begins with the time, such as `2026-11-20T23:27:07.224024Z`, and is hardly ever
/// a day old.
fn time_of(line: &str) -> i64 {
    const DAY: i64 = 24 * 60 * 60 * 1_000;
    let part = |from: usize, digits: usize| line[from..from + digits].parse::<i64>().unwrap();
    let seconds = part(11, 2) * 3_600 + part(14, 2) * 60 + part(17, 2);
    let in_the_day = seconds * 1_000 + part(20, 3);
    let now = now();
    now - (now - in_the_day).rem_euclid(DAY)
}

/// The servers' clock: they run on the same machine.
#[allow(clippy::disallowed_methods, reason = "servers in processes of their own go by the system's clock")]
pub(crate) fn now() -> i64 {
    i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis()).unwrap()
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.start_kill();
        while let Ok(None) = self.child.try_wait() {
            std::thread::sleep(Duration::from_millis(2));
        }
        if std::thread::panicking() {
            eprintln!("--- the server's log:\n{}---", self.log.text());
        }
    }
}

impl Log {
    fn add(&self, line: &str) {
        let mut text = self.0.lock().unwrap();
        text.push_str(line);
        text.push('\n');
    }

    fn text(&self) -> String {
        self.0.lock().unwrap().clone()
    }
}

/// Every test is made by one of the macros above, but for those that take long and are asked for by name.
#[test]
fn no_test_waits_for_ever() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/api")];
    let mut endless = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let lines: Vec<_> = text.lines().collect();
            let plain = lines
                .windows(2)
                .filter(|pair| pair[0].starts_with("#[tokio::test") && !pair[1].starts_with("#[ignore"));
            endless.extend(plain.map(|pair| format!("{}: {}", path.display(), pair[1])));
        }
    }
    assert!(endless.is_empty(), "{endless:#?}");
}
