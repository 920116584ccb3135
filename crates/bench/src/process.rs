//! The processes that are measured, and what the system says of them.

use std::fs::{self, File};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::failure::Failure;

/// How long a process may take until it listens.
const PATIENCE: Duration = Duration::from_secs(20);
/// Linux counts the time of processes in hundredths of a second.
const TICK: Duration = Duration::from_millis(10);

/// A process that serves on an address of its own; it ends with this value.
#[derive(Debug)]
pub(crate) struct Server {
    child: Child,
    /// Where it listens.
    pub(crate) address: SocketAddr,
}

impl Server {
    /// Starts a process and waits until it says where it listens: `http://ADDR:PORT` in its standard error, which goes to
    /// this file.
    pub(crate) async fn start(command: &mut Command, log: &Path) -> Result<Self, Failure> {
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(File::create(log)?).spawn()?;
        let began = Instant::now();
        loop {
            let said = fs::read_to_string(log)?;
            if let Some((_, line)) = said.split_once("http://").filter(|(_, rest)| rest.contains('\n')) {
                let length = line.bytes().take_while(|&byte| byte.is_ascii_digit() || b".:".contains(&byte));
                let address = line.get(..length.count()).unwrap_or_default().parse();
                return Ok(Self { child, address: address? });
            }
            if child.try_wait()?.is_some() || began.elapsed() > PATIENCE {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("{command:?} does not serve: {said}").into());
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// How much processor time the process has used.
    pub(crate) fn cpu(&self) -> Result<Duration, Failure> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        // The name in brackets may hold anything; user and system time are the 12th and 13th field after it.
        let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
        let ticks = fields.split_whitespace().skip(11).take(2).map(str::parse::<u32>);
        let ticks = ticks.sum::<Result<u32, _>>()?;
        Ok(TICK * ticks)
    }

    /// How much memory the process has in use, in KiB.
    pub(crate) fn memory(&self) -> Result<u64, Failure> {
        self.status("VmRSS:")
    }

    /// How much it had in use at most since [`Server::forget_peak`], in KiB.
    pub(crate) fn peak(&self) -> Result<u64, Failure> {
        self.status("VmHWM:")
    }

    /// Lets the peak begin anew.
    pub(crate) fn forget_peak(&self) -> Result<(), Failure> {
        Ok(fs::write(format!("/proc/{}/clear_refs", self.child.id()), "5")?)
    }

    fn status(&self, name: &str) -> Result<u64, Failure> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
        Ok(line.trim().trim_end_matches(" kB").parse()?)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
