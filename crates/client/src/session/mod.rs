//! A WebSocket that is kept.

mod connection;
mod following;
mod socket;
mod waiting;
mod wanted;

use std::pin::Pin;
use std::task::{Context, Poll};

use futures_util::Stream;
use tengen_game::{GameId, Millis};
use tengen_protocol::{Command, Event, OwnLine, Player, Presence, Problem, Rematch, Snapshot, Summary};
use tokio::sync::{mpsc, oneshot};

use crate::Error;
use crate::address::Address;
use connection::Connection;

/// How many updates may wait to be read. When they are more, games are read again from the server's log instead.
const UPDATES: usize = 256;
/// How many requests may wait to be taken.
const REQUESTS: usize = 64;

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

/// What a session tells.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Update {
    /// There is a connection, the first or another one.
    Connected {
        /// Who the session is, if it has a token.
        player: Option<Player>,
        /// The server's clock.
        now: Millis,
    },
    /// The connection is gone; the session tries to come back.
    Disconnected,
    /// A game as it is. It comes where nothing was known of the game, and where what was known is not the server's any
    /// more (it may have been restored from a backup): it replaces all that was known.
    Snapshot {
        /// The game.
        game: GameId,
        /// All of it.
        snapshot: Box<Snapshot>,
    },
    /// Something happened in a game: the number after the last one.
    Event {
        /// The game.
        game: GameId,
        /// What.
        event: Box<Event>,
    },
    /// Who is at the board. These have no numbers, and are left out where there is no room for them.
    Presence {
        /// The game.
        game: GameId,
        /// Who.
        presence: Presence,
    },
    /// Another game is offered after a finished one, or not any more. Left out where there is no room, too.
    Rematch {
        /// The finished game.
        game: GameId,
        /// The offer.
        rematch: Option<Rematch>,
    },
    /// The open and live games, newest first: replaces what was known of the lobby.
    Lobby {
        /// The games.
        games: Vec<Summary>,
    },
    /// What changed in the lobby.
    LobbyUpdate {
        /// New and changed games.
        games: Vec<Summary>,
        /// Games that left.
        removed: Vec<GameId>,
    },
    /// A line about the player's own games: what it says of a game replaces what was known of it, and a list of all
    /// replaces everything.
    Mine {
        /// The line; a list is whole, however many games it has.
        line: Box<OwnLine>,
    },
    /// Something that was asked for can't be done; a game named here is not followed any more. Refused commands are
    /// not told here but where they were sent.
    Problem {
        /// The game, if it was about one.
        game: Option<GameId>,
        /// Why.
        problem: Box<Problem>,
    },
}

/// What the session is asked for.
#[derive(Debug)]
pub(crate) enum Request {
    Follow { game: GameId, since: Option<u32> },
    Unfollow { game: GameId },
    Lobby { follow: bool },
    FollowMine { since: Option<Millis> },
    UnfollowMine,
    Command { game: GameId, command: Command, answer: oneshot::Sender<Result<u32, Error>> },
}

impl Session {
    pub(crate) fn open(address: Address, token: Option<String>) -> Self {
        let (updates_in, updates) = mpsc::channel(UPDATES);
        let (requests, requests_out) = mpsc::channel(REQUESTS);
        tokio::spawn(Connection::new(address, token, requests_out, updates_in).run());
        Self { updates, commands: Commands { requests } }
    }

    /// The next update. After an error there is none but [`Error::Ended`].
    ///
    /// It may be dropped while it waits, as in `tokio::select!`: nothing is lost.
    pub async fn next(&mut self) -> Result<Update, Error> {
        self.updates.recv().await.unwrap_or(Err(Error::Ended))
    }

    /// Follows a game: from a number on that is known, or, without one, from a snapshot on. Following a game again
    /// begins anew.
    pub async fn follow(&self, game: GameId, since: Option<u32>) -> Result<(), Error> {
        self.commands.request(Request::Follow { game, since }).await
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
