//! One private Postgres cluster for the test process, with a database of its own for each server.
//!
//! The cluster goes with the process, however that ends: a shell waits for the end of a pipe that only this process
//! holds open, then stops the cluster and removes its directory.

use std::fs::{self, File};
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use sqlx::{AssertSqlSafe, Connection, PgConnection};

use crate::server::lasting_address;

const START_PATIENCE: Duration = Duration::from_mins(1);
const REAPER: &str =
    r#"read -r _; kill -QUIT "$0"; while kill -0 "$0" 2>/dev/null; do sleep 0.1; done; rm -rf "$1""#;

struct Cluster {
    url: String,
    _postgres: Child,
    /// Holds the pipe that the shell waits for.
    _reaper: Child,
}

/// The address of a new, empty database.
pub(crate) async fn new_database() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let cluster = cluster().await;
    let name = format!("tengen_{}", NEXT.fetch_add(1, Ordering::Relaxed));
    administrate(&format!("CREATE DATABASE {name}")).await;
    format!("{cluster}/{name}")
}

/// Runs a statement as the owner of the cluster, outside the database of any server.
pub(crate) async fn administrate(statement: &str) {
    let mut connection = PgConnection::connect(&format!("{}/postgres", cluster().await)).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(statement.to_owned())).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

async fn cluster() -> &'static str {
    static CLUSTER: OnceLock<Result<Cluster, String>> = OnceLock::new();
    let cluster = tokio::task::spawn_blocking(|| CLUSTER.get_or_init(start)).await.unwrap();
    match cluster {
        Ok(cluster) => &cluster.url,
        Err(error) => panic!("no Postgres: {error}"),
    }
}

fn start() -> Result<Cluster, String> {
    let programs = programs().ok_or("initdb is missing: apt-get install postgresql")?;
    let directory =
        tempfile::Builder::new().prefix("tengen-postgres-").tempdir().map_err(|error| error.to_string())?;
    // Postgres refuses to run as root, so root runs it as the user that the package made.
    let owner = (fs::metadata(directory.path()).unwrap().uid() == 0).then(postgres_user).transpose()?;
    if let Some((user, group)) = owner {
        chown(directory.path(), Some(user), Some(group)).map_err(|error| error.to_string())?;
    }
    let program = |name: &str| {
        let mut command = Command::new(programs.join(name));
        command.current_dir(directory.path()).stdin(Stdio::null());
        if let Some((user, group)) = owner {
            command.uid(user).gid(group);
        }
        command
    };

    let data = directory.path().join("data");
    let made = program("initdb")
        .arg("-D")
        .arg(&data)
        .args(["-U", "tengen", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"])
        .output()
        .map_err(|error| error.to_string())?;
    if !made.status.success() {
        return Err(format!("initdb failed: {}", String::from_utf8_lossy(&made.stderr)));
    }

    let port = lasting_address().port();
    let log = directory.path().join("log");
    let mut postgres = program("postgres")
        .arg("-D")
        .arg(&data)
        .args(["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="])
        .args(["-c", &format!("port={port}"), "-c", "max_connections=500"])
        // A power failure is not among the tests; the kill of a server is, and does not hurt Postgres.
        .args(["-c", "fsync=off", "-c", "full_page_writes=off", "-c", "max_wal_size=4GB"])
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
            return Err(format!("postgres did not start: {}", fs::read_to_string(&log).unwrap_or_default()));
        }
        std::thread::sleep(Duration::from_millis(20));
    }

    let reaper = Command::new("sh")
        .args(["-c", REAPER, &postgres.id().to_string()])
        .arg(directory.keep())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .map_err(|error| error.to_string())?;
    Ok(Cluster { url: format!("postgres://tengen@127.0.0.1:{port}"), _postgres: postgres, _reaper: reaper })
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
