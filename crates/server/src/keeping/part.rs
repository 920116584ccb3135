//! A file that is still being written. It has its name only when it is whole and on the disk.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use tengen_store::beside;

/// A file beside the one that it will be, with `.part` behind its name. It is removed with this value, unless it was kept.
#[derive(Debug)]
pub(crate) struct Part {
    path: PathBuf,
    whole: PathBuf,
    is_kept: bool,
}

impl Part {
    /// The name of the part of a file.
    pub(crate) fn of(whole: &Path) -> PathBuf {
        beside(whole, ".part")
    }

    /// Makes an empty file that its owner alone may read. One that is there is not touched.
    pub(crate) fn new(whole: &Path) -> io::Result<Self> {
        let path = Self::of(whole);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&path)?;
        // SQLite would take it for that of this file.
        let _ = fs::remove_file(Self::journal_of(&path));
        Ok(Self { path, whole: whole.to_owned(), is_kept: false })
    }

    /// Removes a part that nobody writes any more, and what SQLite has left beside it.
    pub(super) fn remove(part: &Path) {
        let _ = fs::remove_file(part);
        let _ = fs::remove_file(Self::journal_of(part));
    }

    fn journal_of(part: &Path) -> PathBuf {
        beside(part, "-journal")
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Brings the bytes to the disk and gives the file its name, unless another file has it. Answers how many bytes there are.
    pub(crate) fn keep(mut self) -> io::Result<u64> {
        let file = File::options().read(true).write(true).open(&self.path)?;
        file.sync_all()?;
        // A rename would take the place of a file that came meanwhile. Some file systems have no links.
        match fs::hard_link(&self.path, &self.whole) {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::AlreadyExists => return Err(error),
            Err(_) if self.whole.symlink_metadata().is_ok() => return Err(ErrorKind::AlreadyExists.into()),
            Err(_) => {
                fs::rename(&self.path, &self.whole)?;
                self.is_kept = true;
            }
        }
        if !self.is_kept {
            fs::remove_file(&self.path)?;
            self.is_kept = true;
        }
        sync_directory_of(&self.whole)?;
        Ok(file.metadata()?.len())
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if !self.is_kept {
            Self::remove(&self.path);
        }
    }
}

/// Brings the names of files to the disk.
pub(super) fn sync_directory_of(file: &Path) -> io::Result<()> {
    #[cfg(unix)]
    if let Some(directory) = file.parent() {
        File::open(directory)?.sync_all()?;
    }
    #[cfg(not(unix))]
    let _ = file;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_part_is_kept_or_leaves_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let whole = directory.path().join("file");
        drop(Part::new(&whole).unwrap());
        assert!(names(directory.path()).is_empty());
        let part = Part::new(&whole).unwrap();
        fs::write(part.path(), "one").unwrap();
        assert_eq!(part.keep().unwrap(), 3);
        assert_eq!(names(directory.path()), ["file"]);
    }

    #[test]
    fn no_file_is_taken_away() {
        let directory = tempfile::tempdir().unwrap();
        let whole = directory.path().join("file");
        let part = Part::new(&whole).unwrap();
        assert_eq!(Part::new(&whole).unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert!(part.path().exists(), "the other part stays");
        fs::write(&whole, "before").unwrap();
        assert_eq!(part.keep().unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&whole).unwrap(), "before");
        assert_eq!(names(directory.path()), ["file"]);
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_may_read_it() {
        use std::os::unix::fs::PermissionsExt;

        let directory = tempfile::tempdir().unwrap();
        let part = Part::new(&directory.path().join("file")).unwrap();
        assert_eq!(part.path().metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
}
