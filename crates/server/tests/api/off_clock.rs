//! A server on a machine whose clock is set while it runs.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use tempfile::TempDir;
use tengen_testbed::{Program, Server};
use tokio::sync::{Mutex, MutexGuard};

use crate::server::Tengen;

/// Where it stands by how many seconds the clock is off.
static OFF: LazyLock<TempDir> = LazyLock::new(|| TempDir::new().unwrap());
/// All such servers of a process have the same clock, so that one test has it at a time.
static TAKEN: Mutex<()> = Mutex::const_new(());

/// The clock of all servers with [`OffTengen`], which is right at first.
pub(crate) struct OffClock {
    directory: &'static Path,
    _taken: MutexGuard<'static, ()>,
}

impl OffClock {
    /// The clock, when nobody else has it.
    pub(crate) async fn take() -> Self {
        let clock = Self { directory: OFF.path(), _taken: TAKEN.lock().await };
        clock.set("+0");
        clock
    }

    /// Sets it off by some seconds, with their sign.
    pub(crate) fn set(&self, off: &str) {
        // A reader sees the one or the other, and never half of it.
        let next = self.directory.join("next");
        fs::write(&next, off).unwrap();
        fs::rename(next, self.directory.join("off")).unwrap();
    }
}

/// A server with the program [`OffTengen`].
pub(crate) type OffServer = Server<OffTengen>;

/// The program `tengen` with the clock that is set by [`OffClock`].
#[derive(Debug)]
pub(crate) struct OffTengen;

impl Program for OffTengen {
    fn command(arguments: Vec<OsString>) -> Command {
        let mut command = Tengen::command(arguments);
        command.env("LD_PRELOAD", library()).env("FAKETIME_TIMESTAMP_FILE", OFF.path().join("off"));
        // Time passes as it does, and the clock is asked each time.
        command
            .env("DONT_FAKE_MONOTONIC", "1")
            .env("FAKETIME_DONT_FAKE_MONOTONIC", "1")
            .env("FAKETIME_NO_CACHE", "1");
        command
    }
}

/// The library of Debian's `faketime`, which stands between a program and the system's clock.
fn library() -> PathBuf {
    let folders = fs::read_dir("/usr/lib").unwrap().flatten();
    let found =
        folders.map(|folder| folder.path().join("faketime/libfaketime.so.1")).find(|path| path.exists());
    found.expect("faketime is missing: apt-get install faketime")
}
