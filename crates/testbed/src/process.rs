//! A program that serves, as a process of its own.

use std::io;
use std::net::SocketAddr;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use thiserror::Error;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// How long a process may take until it serves, and until it has ended.
const PATIENCE: Duration = Duration::from_mins(1);
/// Before the address in the line that tells it; the second where the process encrypts.
const ANNOUNCEMENTS: [&str; 2] = [" is at http://", " is at https://"];

/// A process that serves on an address of its own. It ends with this value.
#[derive(Debug)]
pub struct Process {
    child: Child,
    log: Log,
    reading: JoinHandle<()>,
    /// The line that told the address.
    announcement: String,
    address: SocketAddr,
}

/// Why a process does not serve.
#[derive(Debug, Error)]
pub enum NotServing {
    /// There is no process.
    #[error(transparent)]
    NotStarted(#[from] io::Error),
    /// It has ended.
    #[error("it has ended, {status}:\n{log}")]
    Ended {
        /// Its exit status.
        status: ExitStatus,
        /// Its log until then.
        log: String,
    },
    /// It goes on and does not say where it listens.
    #[error("it does not say where it listens:\n{log}")]
    Silent {
        /// Its log until then.
        log: String,
    },
}

/// What a process has written to standard error so far.
#[derive(Debug, Clone, Default)]
struct Log(Arc<Mutex<String>>);

impl Process {
    /// Starts a program and waits until it says where it listens: `is at http://ADDRESS:PORT` in a line of its standard error, or https.
    pub async fn start(command: std::process::Command) -> Result<Self, NotServing> {
        Self::start_within(PATIENCE, command).await
    }

    async fn start_within(patience: Duration, command: std::process::Command) -> Result<Self, NotServing> {
        let mut command = Command::from(command);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).kill_on_drop(true);
        let mut child = command.spawn()?;
        let log = Log::default();
        let (announce, announced) = oneshot::channel();
        let reading = tokio::spawn({
            let (log, mut announce) = (log.clone(), Some(announce));
            let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
            async move {
                while let Ok(Some(line)) = lines.next_line().await {
                    log.add(&line);
                    if let Some(address) = announced_in(&line)
                        && let Some(announce) = announce.take()
                    {
                        let _ = announce.send((address, line));
                    }
                }
            }
        });
        match timeout(patience, announced).await {
            Ok(Ok((address, announcement))) => {
                return Ok(Self { child, log, reading, announcement, address });
            }
            // A process that has closed its standard error may go on.
            Ok(Err(_)) => {
                if let Ok(status) = timeout(patience, child.wait()).await {
                    return Err(NotServing::Ended { status: status?, log: log.text() });
                }
            }
            Err(_) => {}
        }
        child.kill().await?;
        Err(NotServing::Silent { log: log.text() })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its number.
    pub fn id(&self) -> u32 {
        self.child.id().expect("a process that runs")
    }

    /// When it was ready to serve, in milliseconds since 1970. It says so itself: its log may be read late.
    pub fn ready_at(&self) -> i64 {
        time_of(&self.announcement)
    }

    /// What it has written to standard error so far.
    pub fn log(&self) -> String {
        self.log.text()
    }

    /// Closes the pipe that its standard error goes to.
    pub async fn stop_reading_log(&mut self) {
        self.reading.abort();
        assert!((&mut self.reading).await.is_err_and(|error| error.is_cancelled()));
    }

    /// Ends it as a crash would.
    pub async fn kill(mut self) {
        self.child.kill().await.unwrap();
    }

    /// Asks it to stop and waits until it has.
    pub async fn stop(mut self) -> ExitStatus {
        self.stopped().await
    }

    /// The same, and its whole log.
    pub async fn stop_and_tell(mut self) -> (ExitStatus, String) {
        let status = self.stopped().await;
        timeout(PATIENCE, &mut self.reading).await.expect("the log ends").unwrap();
        (status, self.log())
    }

    async fn stopped(&mut self) -> ExitStatus {
        let id = self.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().await.unwrap().success());
        timeout(PATIENCE, self.child.wait()).await.expect("the process stops").unwrap()
    }
}

/// The address that a line of a log tells.
fn announced_in(line: &str) -> Option<SocketAddr> {
    let (_, rest) = ANNOUNCEMENTS.iter().find_map(|announcement| line.split_once(announcement))?;
    rest.split_whitespace().next()?.parse().ok()
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

/// The servers' clock, in milliseconds since 1970: they run on the same machine.
#[allow(clippy::disallowed_methods, reason = "servers in processes of their own go by the system's clock")]
pub fn now() -> i64 {
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

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[tokio::test]
    async fn a_process_serves_where_it_says() {
        let script = "echo early >&2; echo 'it is at http://127.0.0.1:4711 now' >&2; exec sleep 60";
        let process = Process::start(shell(script)).await.unwrap();
        assert_eq!(process.address(), "127.0.0.1:4711".parse().unwrap());
        assert_eq!(process.log(), "early\nit is at http://127.0.0.1:4711 now\n");
        let (status, log) = process.stop_and_tell().await;
        assert!(!status.success());
        assert_eq!(log.lines().count(), 2);
    }

    #[tokio::test]
    async fn a_process_that_ends_says_why() {
        let ended = Process::start(shell("echo no room >&2; exit 3")).await.unwrap_err();
        let NotServing::Ended { status, log } = ended else { panic!("{ended}") };
        assert_eq!((status.code(), log.as_str()), (Some(3), "no room\n"));
        let missing = Process::start(Command::new("/no/such/program")).await.unwrap_err();
        assert!(matches!(missing, NotServing::NotStarted(_)), "{missing}");
    }

    #[tokio::test]
    async fn a_process_that_says_nothing_is_not_waited_for() {
        for script in ["exec sleep 60", "exec sleep 60 2>&-"] {
            let silent = Process::start_within(Duration::from_millis(200), shell(script)).await.unwrap_err();
            assert!(matches!(silent, NotServing::Silent { .. }), "{silent}");
        }
    }

    #[test]
    fn a_line_tells_its_time() {
        let day = 24 * 60 * 60 * 1_000;
        let at = time_of("2026-11-20T23:27:07.224024Z  INFO tengen is at http://127.0.0.1:1");
        assert_eq!(at.rem_euclid(day), ((23 * 60 + 27) * 60 + 7) * 1_000 + 224);
        assert!((now() - day..=now()).contains(&at));
    }
}
