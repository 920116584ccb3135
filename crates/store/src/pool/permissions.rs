//! Who may read a data directory: its database has the hashes of all passwords, and the secrets of authenticators as they are.
//!
//! Where there are no modes of files, as on Windows, the directory has the rights of the one above it.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io;
use std::path::Path;

/// Who may read a data directory, beside its owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readers {
    /// Nobody.
    Nobody,
    /// Its group.
    Group,
}

/// Makes a directory that its owner alone may use, unless it is there, and those above it as is usual.
pub(crate) fn make_directory(path: &Path) -> io::Result<()> {
    if let Some(above) = path.parent() {
        fs::create_dir_all(above)?;
    }
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// How a file is opened for appending. One that is made is its owner's alone.
pub(crate) fn appending() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Lets these read a file or a directory, and nobody else. Answers whether its mode was another one.
#[cfg(unix)]
pub(crate) fn keep_for(readers: Readers, path: &Path) -> io::Result<bool> {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    let metadata = fs::metadata(path)?;
    let of_group = match readers {
        Readers::Nobody => 0,
        Readers::Group if metadata.is_dir() => 0o050,
        Readers::Group => 0o040,
    };
    let found = metadata.permissions().mode() & 0o7777;
    let wanted = (found & !0o077) | of_group;
    if found != wanted {
        fs::set_permissions(path, Permissions::from_mode(wanted))?;
    }
    Ok(found != wanted)
}

#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps, reason = "it fails on other systems")]
pub(crate) fn keep_for(_: Readers, _: &Path) -> io::Result<bool> {
    Ok(false)
}
