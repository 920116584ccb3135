//! The socket of a running server, through which whoever may read the database asks for a copy of it, or has it work on players.

use std::fs::{self, Permissions};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use socket2::{Domain, SockAddr, Socket, Type};
use tengen_store::Directory;
use tengen_trouble as trouble;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::unix::OwnedWriteHalf;
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::copy::{CopyError, copy};
use super::wire::{Answer, LONGEST_LINE, Request, SOCKET};
use crate::admin::{Deed, carry_out, hand_out};
use crate::app::App;

/// How many connections there may be at once; one copy is made at a time.
const CONNECTIONS: usize = 8;
/// How long to wait after the system could not accept a connection.
const AGAIN: Duration = Duration::from_secs(1);

/// The socket. It is removed when the server stops.
#[derive(Debug)]
pub(crate) struct Desk {
    listener: UnixListener,
    socket: PathBuf,
    database: PathBuf,
}

impl Desk {
    /// Opens the socket in a locked directory. One that a killed server has left is replaced.
    pub(crate) fn open(directory: &Directory) -> io::Result<Self> {
        let path = directory.path().join(SOCKET);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let socket = Socket::new(Domain::UNIX, Type::STREAM, None)?;
        socket.bind(&SockAddr::unix(&path)?)?;
        // Nobody is connected before it listens.
        fs::set_permissions(&path, Permissions::from_mode(0o600))?;
        socket.set_nonblocking(true)?;
        socket.listen(i32::try_from(CONNECTIONS).unwrap_or(i32::MAX))?;
        let listener = UnixListener::from_std(OwnedFd::from(socket).into())?;
        Ok(Self { listener, socket: path, database: directory.database() })
    }

    /// Answers until `stop` is cancelled. A copy that is under way is called off then.
    pub(crate) async fn serve(self: Arc<Self>, app: App) {
        let stop = app.stop.clone();
        let turn = Arc::new(Semaphore::new(1));
        let mut connections = JoinSet::new();
        loop {
            let accepted = tokio::select! {
                () = stop.cancelled() => break,
                Some(_) = connections.join_next() => continue,
                accepted = self.listener.accept(), if connections.len() < CONNECTIONS => accepted,
            };
            match accepted {
                Ok((stream, _)) => {
                    connections.spawn(answer(
                        stream,
                        self.database.clone(),
                        turn.clone(),
                        app.clone(),
                        stop.child_token(),
                    ));
                }
                // Mostly there are too many open files for the moment.
                Err(error) => {
                    trouble::log("nobody can ask for anything at the server's socket", error);
                    tokio::select! {
                        () = stop.cancelled() => break,
                        () = sleep(AGAIN) => {}
                    }
                }
            }
        }
        while connections.join_next().await.is_some() {}
        let _ = fs::remove_file(&self.socket);
    }
}

/// Reads a request and answers it. Whoever goes away calls it off.
async fn answer(
    stream: UnixStream,
    database: PathBuf,
    turn: Arc<Semaphore>,
    app: App,
    stop: CancellationToken,
) {
    let (reader, mut writer) = stream.into_split();
    let mut reader = BufReader::new(reader.take(LONGEST_LINE));
    let mut line = String::new();
    let read = tokio::select! {
        () = stop.cancelled() => return,
        read = reader.read_line(&mut line) => read,
    };
    if read.is_err() {
        return;
    }
    let answered = match serde_json::from_str(&line) {
        Ok(Request::Backup(file)) => {
            let gone = {
                let stop = stop.clone();
                async move {
                    let _ = reader.read_u8().await;
                    stop.cancel();
                }
            };
            back_up(&database, Path::new(&file), &turn, &stop, gone).await
        }
        Ok(Request::Admin(deed)) => carry(&app, &deed).await,
        Ok(Request::Export { name, reason }) => {
            let sent = tokio::select! {
                () = stop.cancelled() => return,
                sent = send_data(&app, &name, &reason, &mut writer) => sent,
            };
            if let Err(error) = sent {
                tracing::warn!(%error, "the data of a member were not handed out to their end");
            }
            return;
        }
        Err(error) => Answer::Refused(format!("the server does not understand: {error}")),
    };
    // Whoever has asked may have gone.
    let _ = say(&mut writer, &answered).await;
}

async fn say(writer: &mut OwnedWriteHalf, answer: &Answer) -> io::Result<()> {
    let mut line = serde_json::to_vec(answer)?;
    line.push(b'\n');
    writer.write_all(&line).await
}

/// Hands out everything that the server keeps of a member. Where it can't be read to its end, the end is missing, too.
async fn send_data(app: &App, name: &str, reason: &str, writer: &mut OwnedWriteHalf) -> io::Result<()> {
    let site = app.options.public_url.as_deref();
    let mut data = match hand_out(&app.store, (name, reason), site, app.clock.now()).await {
        Ok(data) => data,
        Err(error) => return say(writer, &Answer::Refused(error.to_string())).await,
    };
    say(writer, &Answer::Begun).await?;
    while let Some(piece) = data.piece().await.map_err(io::Error::other)? {
        // A length of zero is the end.
        if !piece.is_empty() {
            writer.write_u32(u32::try_from(piece.len()).map_err(io::Error::other)?).await?;
            writer.write_all(&piece).await?;
        }
    }
    writer.write_u32(0).await
}

/// Works on players, and closes what is open by tokens that have ended.
async fn carry(app: &App, deed: &Deed) -> Answer {
    match carry_out(&app.store, deed, app.options.public_url.as_deref(), app.clock.now()).await {
        Ok(outcome) => {
            for hash in &outcome.ended {
                app.tokens.revoke_everywhere(hash);
            }
            Answer::Carried(outcome)
        }
        Err(error) => Answer::Refused(error.to_string()),
    }
}

async fn back_up(
    database: &Path,
    file: &Path,
    turn: &Semaphore,
    stop: &CancellationToken,
    gone: impl Future<Output = ()>,
) -> Answer {
    let copied = {
        // A copy that is called off has to end by itself, so that its part is removed after the last write.
        let copied = async {
            let _turn = tokio::select! {
                () = stop.cancelled() => return Err(CopyError::Interrupted),
                turn = turn.acquire() => turn,
            };
            tracing::info!(file = %file.display(), "a backup begins");
            copy(database, file, stop).await
        };
        tokio::pin!(copied, gone);
        tokio::select! {
            copied = &mut copied => copied,
            () = gone => copied.await,
        }
    };
    match copied {
        Ok(bytes) => {
            tracing::info!(file = %file.display(), bytes, "a backup was made");
            Answer::Done(bytes)
        }
        Err(error) => {
            tracing::warn!(file = %file.display(), %error, "a backup was not made");
            Answer::Refused(error.to_string())
        }
    }
}
