//! The processes that are measured, and what the system says of them.

use std::fs;
use std::net::SocketAddr;
use std::process::Command;
use std::time::Duration;

use tengen_testbed::Process;

use crate::failure::Failure;

/// Linux counts the time of processes in hundredths of a second.
const TICK: Duration = Duration::from_millis(10);

/// A process that serves and is measured.
#[derive(Debug)]
pub(crate) struct Server(Process);

impl Server {
    /// Starts a process and waits until it says where it listens.
    pub(crate) async fn start(command: Command) -> Result<Self, Failure> {
        let name = format!("{command:?}");
        let started = Process::start(command).await;
        Ok(Self(started.map_err(|error| format!("{name} does not serve: {error}"))?))
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.0.address()
    }

    /// Asks the process to stop and waits until it has. Any other end than success is an error.
    pub(crate) async fn stop(self) -> Result<(), Failure> {
        let status = self.0.stop().await;
        if status.success() { Ok(()) } else { Err(format!("a server has ended otherwise: {status}").into()) }
    }

    /// How much processor time the process has used.
    pub(crate) fn cpu(&self) -> Result<Duration, Failure> {
        cpu(self.0.id())
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
        Ok(fs::write(format!("/proc/{}/clear_refs", self.0.id()), "5")?)
    }

    fn status(&self, name: &str) -> Result<u64, Failure> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.0.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
        Ok(line.trim().trim_end_matches(" kB").parse()?)
    }
}

/// How much processor time a process has used.
pub(crate) fn cpu(process: u32) -> Result<Duration, Failure> {
    let times = Times::of(&fs::read_to_string(format!("/proc/{process}/stat"))?)?;
    Ok(TICK * times.own)
}

/// How much processor time a process and its children have used, also those that have ended.
pub(crate) fn cpu_of_family(parent: u32) -> Result<Duration, Failure> {
    let times = Times::of(&fs::read_to_string(format!("/proc/{parent}/stat"))?)?;
    let mut ticks = times.own + times.ended_children;
    for entry in fs::read_dir("/proc")? {
        // A process may end between the two looks at it; then its parent has its time.
        let Ok(stat) = fs::read_to_string(entry?.path().join("stat")) else { continue };
        let times = Times::of(&stat)?;
        if times.parent == parent {
            ticks += times.own;
        }
    }
    Ok(TICK * ticks)
}

/// What the system says of a process, times in ticks.
struct Times {
    parent: u32,
    own: u32,
    ended_children: u32,
}

impl Times {
    /// Reads `/proc/PID/stat`.
    fn of(stat: &str) -> Result<Self, Failure> {
        // The name in brackets may hold anything. The parent is the second field after it; the times of the process are the 12th
        // and the 13th, those of its ended children the 14th and the 15th.
        let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
        let fields: Vec<&str> = fields.split_whitespace().collect();
        let number = |field: usize| {
            let text = fields.get(field - 1).ok_or("a process without times")?;
            Ok::<u32, Failure>(text.parse()?)
        };
        Ok(Self {
            parent: number(2)?,
            own: number(12)? + number(13)?,
            ended_children: number(14)? + number(15)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_found_behind_any_name() {
        let stat = "4242 (post) gres) S 17 4242 4242 0 -1 4194304 5 6 0 0 100 20 3 4 20 0 1 0 99 0 0";
        let times = Times::of(stat).unwrap();
        assert_eq!((times.parent, times.own, times.ended_children), (17, 120, 7));
        assert!(Times::of("4242 (gone)").is_err());
    }
}
