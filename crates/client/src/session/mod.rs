//! A WebSocket that is kept.

mod connection;
mod following;
mod request;
mod socket;
mod update;
mod waiting;
mod wanted;

use std::pin::Pin;
use std::task::{Context, Poll};

use futures_util::Stream;
use tengen_game::{GameId, Millis};
use tengen_protocol::{Command, Snapshot, StateAfter};
use tokio::sync::{mpsc, oneshot};

use crate::Error;
use connection::Connection;
use request::{REQUESTS, Request};
use update::UPDATES;

pub(crate) use socket::Door;
pub use update::Update;

/// Follows games, the lobby and the player's own games over a WebSocket that comes back by itself.
///
/// What happens in a game that is followed is yielded once each, in order and without a gap, however often the
/// connection breaks and however slowly updates are read: the session knows the last number it has yielded and asks
/// the server for those above it. Commands that were not answered are sent again, which is safe, for the server knows
/// them by their ids. Pauses between attempts to connect grow from a quarter of a second to fifteen seconds.
///
/// The session is a [`Stream`] as well. It ends, after one error, when the server does not know the token or says what
/// this client can't read; everything else it waits for. Dropping it ends it, too.
#[derive(Debug)]
pub struct Session {
    updates: mpsc::Receiver<Result<Update, Error>>,
    commands: Commands,
}

/// Sends commands in a session. A clone sends in the same session.
#[derive(Debug, Clone)]
pub struct Commands {
    requests: mpsc::Sender<Request>,
}

impl Session {
    pub(crate) fn open(door: Door, token: Option<String>) -> Self {
        let (updates_in, updates) = mpsc::channel(UPDATES);
        let (requests, requests_out) = mpsc::channel(REQUESTS);
        tokio::spawn(Connection::new(door, token, requests_out, updates_in).run());
        Self { updates, commands: Commands { requests } }
    }

    /// The next update. After an error there is none but [`Error::Ended`].
    ///
    /// It may be dropped while it waits, as in `tokio::select!`: nothing is lost.
    pub async fn next(&mut self) -> Result<Update, Error> {
        self.updates.recv().await.unwrap_or(Err(Error::Ended))
    }

    /// Follows a game: from a snapshot on that is known, or, without one, from the snapshot on that comes first. Following a
    /// game again begins anew.
    ///
    /// The server tells the changes of the state alone, and the session adds them up: each event has the whole state after
    /// it. The illegal points are told to the player who is to move.
    pub async fn follow(&self, game: GameId, known: Option<&Snapshot>) -> Result<(), Error> {
        let known = known.map(|snapshot| (snapshot.seq, Box::new(StateAfter::from(snapshot))));
        self.commands.request(Request::Follow { game, known }).await
    }

    /// Does not follow a game any more. Updates that wait already are still yielded.
    pub async fn unfollow(&self, game: GameId) -> Result<(), Error> {
        self.commands.request(Request::Unfollow { game }).await
    }

    /// Follows the open and live games of the server.
    pub async fn follow_lobby(&self) -> Result<(), Error> {
        self.commands.request(Request::Lobby { follow: true }).await
    }

    /// Does not follow the lobby any more.
    pub async fn unfollow_lobby(&self) -> Result<(), Error> {
        self.commands.request(Request::Lobby { follow: false }).await
    }

    /// Follows the player's own games, offers included: from a number on that is known, which any moment of the past is,
    /// or, without one, from the list of all that are not over.
    pub async fn follow_mine(&self, since: Option<Millis>) -> Result<(), Error> {
        self.commands.request(Request::FollowMine { since }).await
    }

    /// Does not follow the player's own games any more.
    pub async fn unfollow_mine(&self) -> Result<(), Error> {
        self.commands.request(Request::UnfollowMine).await
    }

    /// Where commands are sent.
    pub fn commands(&self) -> &Commands {
        &self.commands
    }
}

impl Stream for Session {
    type Item = Result<Update, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.updates.poll_recv(context)
    }
}

impl Commands {
    /// Sends a command and waits until it is on the server's disk: answers the number of its event, or why it was
    /// refused.
    ///
    /// While the server is away, or busy, it waits: the command is sent again until it is answered. Who drops the
    /// future does not know whether the command counts, and may send the same one again with the same id.
    pub async fn send(&self, game: GameId, command: Command) -> Result<u32, Error> {
        let (answer, answered) = oneshot::channel();
        self.request(Request::Command { game, command, answer }).await?;
        answered.await.unwrap_or(Err(Error::Ended))
    }

    async fn request(&self, request: Request) -> Result<(), Error> {
        self.requests.send(request).await.map_err(|_| Error::Ended)
    }
}
