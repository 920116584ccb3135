//! The file into which the data of a member go. Whoever gives the command writes and owns it, and it has its name only when it is whole.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::outcome::{DeedError, Outcome};
use crate::keeping::Part;

/// A file that is being written. What is there of it is removed with this value, unless it was kept.
#[derive(Debug)]
pub(super) struct Place {
    part: Part,
    open: File,
    file: PathBuf,
}

impl Place {
    /// Makes it, unless a file of that name is there.
    pub(super) fn new(file: &Path) -> Result<Self, DeedError> {
        if file.symlink_metadata().is_ok() {
            return Err(DeedError::FileExists(file.to_owned()));
        }
        let part = Part::new(file).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => DeedError::PartExists(Part::of(file)),
            _ => unwritten(file, error),
        })?;
        let open =
            OpenOptions::new().write(true).open(part.path()).map_err(|error| unwritten(file, error))?;
        Ok(Self { part, open, file: file.to_owned() })
    }

    /// Writes the next bytes.
    pub(super) fn write(&mut self, piece: &[u8]) -> Result<(), DeedError> {
        self.open.write_all(piece).map_err(|error| unwritten(&self.file, error))
    }

    /// Brings it to the disk and gives it its name.
    pub(super) async fn keep(self) -> Result<Outcome, DeedError> {
        let Self { part, file, .. } = self;
        let kept = tokio::task::spawn_blocking(|| part.keep()).await.map_err(io::Error::other);
        let bytes = kept.and_then(|kept| kept).map_err(|error| unwritten(&file, error))?;
        Ok(Outcome { lines: vec![format!("{}: {bytes} bytes", file.display())], ended: Vec::new() })
    }
}

fn unwritten(file: &Path, error: io::Error) -> DeedError {
    match error.kind() {
        io::ErrorKind::AlreadyExists => DeedError::FileExists(file.to_owned()),
        _ => DeedError::File { path: file.to_owned(), error },
    }
}
