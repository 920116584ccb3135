//! Which files are checked, and in which order.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use tengen_check::Format;
use walkdir::WalkDir;

/// A file to check, or a folder that can't be listed.
#[derive(Debug)]
pub(super) struct Found {
    /// Its path, as it was named or below a folder that was named.
    pub(super) path: PathBuf,
    /// Why there is nothing to read.
    pub(super) error: Option<String>,
}

/// The files named, in their order, and in place of each folder all records below it, sorted by name within each
/// folder. Only the names of the folders on the way to the current file are in memory.
pub(super) fn below(named: &[PathBuf]) -> impl Iterator<Item = Found> {
    named.iter().flat_map(|path| -> Box<dyn Iterator<Item = Found>> {
        if path.is_dir() && !is_standard_input(path) {
            Box::new(WalkDir::new(path).sort_by_file_name().into_iter().filter_map(record))
        } else {
            Box::new(std::iter::once(Found { path: path.clone(), error: None }))
        }
    })
}

/// Whether a path stands for standard input. A file of that name is `./-`.
pub(super) fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// An entry of a folder, if it is a record or can't be seen. Links to files are followed, links to folders are not, so
/// that no circle of links is walked for ever.
fn record(entry: walkdir::Result<walkdir::DirEntry>) -> Option<Found> {
    match entry {
        Ok(entry) => {
            let is_record = has_ending(entry.path()) && !entry.path().is_dir();
            is_record.then(|| Found { path: entry.into_path(), error: None })
        }
        Err(error) => {
            let path = error.path().map(Path::to_owned).unwrap_or_default();
            let reason = error.io_error().map_or_else(|| error.to_string(), io::Error::to_string);
            Some(Found { path, error: Some(reason) })
        }
    }
}

fn has_ending(path: &Path) -> bool {
    let ending = path.extension().and_then(OsStr::to_str);
    ending.and_then(Format::with_ending).is_some()
}
