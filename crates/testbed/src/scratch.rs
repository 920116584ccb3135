//! Directories of tests, which go with them.

use std::io;
use std::path::Path;

use tempfile::TempDir;

/// Memory that looks like a disk. What is written there costs no disk, and a file is copied in no time.
const MEMORY: &str = "/dev/shm";
/// So many bytes must be free in it: data that fill the memory would end other programs.
const ROOM: u64 = 2 << 30;

/// A new directory: in memory, unless there is little of it or the user has said with `TMPDIR` where
/// temporary files belong.
///
/// # Errors
///
/// When no directory can be made.
pub(crate) fn directory(prefix: &str) -> io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    let builder = builder.prefix(prefix);
    if std::env::var_os("TMPDIR").is_none()
        && has_room(Path::new(MEMORY))
        && let Ok(directory) = builder.tempdir_in(MEMORY)
    {
        return Ok(directory);
    }
    builder.tempdir()
}

fn has_room(place: &Path) -> bool {
    rustix::fs::statvfs(place).is_ok_and(|system| system.f_bavail.saturating_mul(system.f_frsize) >= ROOM)
}
