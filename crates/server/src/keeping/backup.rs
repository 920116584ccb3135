//! `tengen backup`: asks the server that runs, or copies the database itself, and removes copies that are kept no longer.

use std::path::{Path, PathBuf};

use tengen_clock::Clock;
use tengen_store::{Directory, OpenError};
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;

use super::copy::{CopyError, check_name, copy};
use super::part::Part;
use super::rotation::{self, Policy};
use super::say;
use crate::options::BackupOptions;
use crate::signals::stop_on_signal;

/// Why there is no backup.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The games are not in a file.
    #[error(
        "the games are in Postgres (DATABASE_URL): back it up by pg_dump, or by pg_basebackup with an archive of its log, from \
         which any moment can be restored; docs/operations/backups.md says how, under \"Backups of Postgres\""
    )]
    Postgres,
    /// There is no database, or its directory can't be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The copy can't be made.
    #[error(transparent)]
    Copy(#[from] CopyError),
    /// The name can't be told to a server.
    #[error("{} is no name in UTF-8", .0.display())]
    Name(PathBuf),
    /// Somebody holds the lock and does not answer.
    #[error(
        "{} is in use by another tengen that takes no request for a backup: {error}. A server takes them when it has started; other \
         commands end by themselves",
        .directory.display()
    )]
    NoAnswer {
        /// The data directory.
        directory: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The server has ended before its answer.
    #[error("the server has ended without an answer; no backup was made")]
    Ended,
    /// The server says why.
    #[error("{0}")]
    Refused(String),
    /// The server has written a file that is not this command's.
    #[error(
        "the server has written {} ({bytes} bytes), and no such file is here. If nobody has moved it since, the server has folders of its \
         own, as in a container or under systemd (PrivateTmp, ProtectHome), and the copy lies among these: remove it there, and name a \
         folder that is the same for both, such as one beside the data directory; docs/operations/backups.md says more, under \"Where a \
         copy may go\"",
        .file.display()
    )]
    Elsewhere {
        /// The file that was asked for.
        file: PathBuf,
        /// How long the copy is.
        bytes: u64,
    },
    /// The server has written a file at which this command can't look.
    #[error("the server has written {} ({bytes} bytes), and this command can't look at it: {error}", .file.display())]
    Unseen {
        /// The file that was asked for.
        file: PathBuf,
        /// How long the copy is.
        bytes: u64,
        /// Why.
        error: std::io::Error,
    },
    /// The machine's clock shows a year in which no copy is made.
    #[error("the clock of this machine is wrong, and the name of a copy tells the time")]
    Clock,
    /// The new copy is there, and older ones that are not kept are as well.
    #[error("{} can't be removed: {error}", .path.display())]
    NotRemoved {
        /// The copy, or the folder.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The system refused something.
    #[error(transparent)]
    System(#[from] std::io::Error),
}

/// Makes a copy of the database and says so; and then removes the copies of the same folder that are kept no longer, and says that, too.
pub async fn backup(options: &BackupOptions) -> Result<(), BackupError> {
    if options.database_url.is_some() {
        return Err(BackupError::Postgres);
    }
    let stop = CancellationToken::new();
    let signals = tokio::spawn(stop_on_signal(stop.clone())?);
    let file = std::path::absolute(place(options)?)?;
    let bytes = match Directory::with_database(&options.data_dir) {
        Ok(directory) => copy(&directory.database(), &file, &stop).await?,
        Err(OpenError::InUse(directory)) => ask(&directory, &file, &stop).await?,
        Err(error) => return Err(error.into()),
    };
    signals.abort();
    say(&format!("{}: {bytes} bytes", file.display()));
    if let Some(folder) = &options.into {
        let number = |wish: Option<u16>| wish.map_or(0, usize::from);
        let policy = Policy {
            newest: number(options.keep),
            daily: number(options.keep_daily),
            weekly: number(options.keep_weekly),
        };
        remove_superfluous(folder, policy, &file)?;
    }
    Ok(())
}

/// Where the copy goes.
fn place(options: &BackupOptions) -> Result<PathBuf, BackupError> {
    let Some(folder) = &options.into else {
        // The options ask for one of the two.
        return Ok(options.file.clone().unwrap_or_default());
    };
    let name = rotation::name(now()?);
    // A name that is not read back would stay for ever.
    if rotation::made_at(&name).is_none() {
        return Err(BackupError::Clock);
    }
    Ok(folder.join(name))
}

fn now() -> Result<OffsetDateTime, BackupError> {
    let seconds = Clock::system().now().div_euclid(1_000);
    OffsetDateTime::from_unix_timestamp(seconds).map_err(|_| BackupError::Clock)
}

/// Removes the copies of a folder that are not kept, and parts of copies that nobody makes any more. What is neither, by its
/// name, stays, and so does the `new` copy.
fn remove_superfluous(folder: &Path, policy: Policy, new: &Path) -> Result<(), BackupError> {
    if policy.is_none() {
        return Ok(());
    }
    let now = now()?;
    let not_removed = |path: &Path| {
        let path = path.to_owned();
        move |error| BackupError::NotRemoved { path, error }
    };
    let entries = std::fs::read_dir(folder).map_err(not_removed(folder))?;
    // Names that are no text are not those of copies.
    let names: Vec<String> = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    for part in names.iter().filter(|name| rotation::is_left_part(name, now)) {
        Part::remove(&folder.join(part));
    }
    let is_new = |name: &str| new.file_name().is_some_and(|new| new == name);
    let superfluous = policy.superfluous(names.iter().map(String::as_str), now);
    for name in superfluous.into_iter().filter(|name| !is_new(name)) {
        let file = folder.join(name);
        std::fs::remove_file(&file).map_err(not_removed(&file))?;
        say(&format!("{}: removed", file.display()));
    }
    let to_come = names.iter().filter(|name| rotation::made_at(name).is_some_and(|at| at > now));
    // Names are in the order of their times. One line tells of all, however many nights had a wrong clock.
    if let Some(newest) = to_come.clone().max() {
        say(&format!(
            "{}: copies with a time to come in their names, up to {newest}: {}. They are neither counted nor removed. Is the clock of this \
             machine behind? Else they were made while it was ahead: rename or remove them by hand",
            folder.display(),
            to_come.count()
        ));
    }
    Ok(())
}

/// Asks the server of a directory for a copy, and answers how many bytes this has.
#[cfg(unix)]
async fn ask(directory: &Path, file: &Path, stop: &CancellationToken) -> Result<u64, BackupError> {
    use super::wire::{Answer, LONGEST_LINE, Request, SOCKET};
    use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
    use tokio::net::UnixStream;

    check_name(file)?;
    let name = file.to_str().ok_or_else(|| BackupError::Name(file.to_owned()))?;
    let stream = UnixStream::connect(directory.join(SOCKET))
        .await
        .map_err(|error| BackupError::NoAnswer { directory: directory.to_owned(), error })?;
    let (reader, mut writer) = stream.into_split();
    let mut request = serde_json::to_vec(&Request::Backup(name.to_owned())).map_err(std::io::Error::from)?;
    request.push(b'\n');
    writer.write_all(&request).await?;
    let mut line = String::new();
    let mut reader = BufReader::new(reader.take(LONGEST_LINE));
    {
        let read = reader.read_line(&mut line);
        tokio::pin!(read);
        let read = tokio::select! {
            read = &mut read => read,
            () = stop.cancelled() => {
                // The server removes its part before it answers.
                writer.shutdown().await?;
                read.await
            }
        };
        if read.is_err() {
            line.clear();
        }
    }
    match serde_json::from_str(&line) {
        Ok(Answer::Done(bytes)) => is_here(file, bytes),
        Ok(Answer::Refused(reason)) => Err(BackupError::Refused(reason)),
        Ok(Answer::Carried(_) | Answer::Begun) | Err(_) => {
            // It was not there before, and the server that wrote it is not there any more.
            Part::remove(&Part::of(file));
            Err(BackupError::Ended)
        }
    }
}

/// Whether the copy of so many bytes that the server has written is here. The server may see other folders than this command does.
#[cfg(unix)]
fn is_here(file: &Path, bytes: u64) -> Result<u64, BackupError> {
    match file.metadata() {
        Ok(copy) if copy.len() == bytes => Ok(bytes),
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(BackupError::Unseen { file: file.to_owned(), bytes, error })
        }
        Ok(_) | Err(_) => Err(BackupError::Elsewhere { file: file.to_owned(), bytes }),
    }
}

#[cfg(not(unix))]
async fn ask(directory: &Path, file: &Path, _: &CancellationToken) -> Result<u64, BackupError> {
    check_name(file)?;
    let error = std::io::Error::new(
        std::io::ErrorKind::Unsupported,
        "without Unix sockets, as on this system, a running server can't be asked: stop it first",
    );
    Err(BackupError::NoAnswer { directory: directory.to_owned(), error })
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::fs;

    use tempfile::TempDir;
    use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
    use tokio::net::UnixListener;

    use super::super::wire::{Answer, SOCKET};
    use super::*;

    /// Asks a server for a copy that answers that it has written some bytes, and has written them into this file.
    async fn asked(folder: &Path, file: &Path, written: &Path) -> Result<u64, BackupError> {
        let listener = UnixListener::bind(folder.join(SOCKET)).unwrap();
        let serving = async {
            let (reader, mut writer) = listener.accept().await.unwrap().0.into_split();
            BufReader::new(reader).read_line(&mut String::new()).await.unwrap();
            fs::write(written, "a copy").unwrap();
            let mut answer = serde_json::to_vec(&Answer::Done(6)).unwrap();
            answer.push(b'\n');
            writer.write_all(&answer).await.unwrap();
        };
        let stop = CancellationToken::new();
        let (answer, ()) = tokio::join!(ask(folder, file, &stop), serving);
        fs::remove_file(folder.join(SOCKET)).unwrap();
        answer
    }

    #[tokio::test]
    async fn a_copy_in_folders_of_the_servers_own_is_none_here() {
        let folder = TempDir::new().unwrap();
        let [here, elsewhere] = ["here", "elsewhere"].map(|name| folder.path().join(name));
        let error = asked(folder.path(), &here, &elsewhere).await.unwrap_err();
        assert!(matches!(&error, BackupError::Elsewhere { file, bytes: 6 } if *file == here), "{error}");
        assert!(error.to_string().contains("no such file is here"), "{error}");
        assert_eq!(asked(folder.path(), &here, &here).await.unwrap(), 6);
        // Another file of that name, and a place where nobody can look.
        assert!(matches!(is_here(&here, 7), Err(BackupError::Elsewhere { bytes: 7, .. })));
        assert!(matches!(is_here(&here.join("copy"), 6), Err(BackupError::Unseen { bytes: 6, .. })));
    }
}
