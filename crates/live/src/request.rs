//! The requests to a room.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tengen_archive::StoredEvent;
use tengen_game::{Command, CommandId, Moment, PlayerId, Ruling, State};
use tengen_protocol::view::Audience;
use tengen_protocol::{Event, PlayerCard, Rematch, Snapshot, Version, VersionedEventList};
use tengen_store::Elsewhere;
use tokio::sync::oneshot::{self, error::TryRecvError};
use tracing::Span;

use super::delivery::CatchUp;
use super::error::RoomError;
use super::live_game::LiveGame;
use super::mailbox::{ConnectionId, Outbox};

/// A command on its way to a game.
#[derive(Debug, Clone)]
pub struct Sent {
    /// Whose it is.
    pub actor: PlayerId,
    /// The client's own name for it.
    pub id: Option<CommandId>,
    /// What is asked for.
    pub command: Command,
    /// The circumstances, as far as the connection knows them.
    pub moment: Moment,
    /// The number of the last event that it answers, if it is good for nothing after another one.
    pub answers: Option<u32>,
}

/// Something of a game.
#[derive(Debug, Clone)]
pub struct OfGame<T> {
    /// What was asked for.
    pub content: T,
    /// Whether lists leave the game out.
    pub private: bool,
}

pub(super) type Answer<T> = oneshot::Sender<Result<T, RoomError>>;

/// A command that its room has: the answer to come, the number of the event once it is on disk.
#[derive(Debug)]
pub struct Posted(oneshot::Receiver<Result<u32, RoomError>>);

impl Posted {
    /// The answer, if it is there already.
    pub fn take_ready(&mut self) -> Option<Result<u32, RoomError>> {
        match self.0.try_recv() {
            Ok(answer) => Some(answer),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Closed) => Some(Err(RoomError::Gone)),
        }
    }
}

impl From<oneshot::Receiver<Result<u32, RoomError>>> for Posted {
    fn from(answer: oneshot::Receiver<Result<u32, RoomError>>) -> Self {
        Self(answer)
    }
}

impl Future for Posted {
    type Output = Result<u32, RoomError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.0).poll(context).map(|answered| answered.unwrap_or(Err(RoomError::Gone)))
    }
}

/// Somebody who reads something from the state of a game, if the game goes on.
pub(crate) struct ReadState(Box<Read>);

/// Takes the state, nothing of a game that has ended, or the error of a room that can't tell.
type Read = dyn FnOnce(Result<Option<&State>, RoomError>) + Send;

impl ReadState {
    pub(crate) fn new<T: Send + 'static>(
        read: impl FnOnce(&State) -> T + Send + 'static,
        answer: Answer<Option<T>>,
    ) -> Self {
        Self(Box::new(move |state| drop(answer.send(state.map(|state| state.map(read))))))
    }

    /// Has the state read; nothing, if the game has ended.
    pub(crate) fn read(self, state: Option<&State>) {
        (self.0)(Ok(state));
    }

    pub(crate) fn refuse(self, error: RoomError) {
        (self.0)(Err(error));
    }
}

impl fmt::Debug for ReadState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ReadState")
    }
}

/// Somebody who reads something from a game, whether or not it goes on.
pub(crate) struct ReadGame(Box<ReadWhole>);

/// Takes the game, or the error of a room that can't tell.
type ReadWhole = dyn FnOnce(Result<&LiveGame, RoomError>) + Send;

impl ReadGame {
    pub(crate) fn new<T: Send + 'static>(
        read: impl FnOnce(&LiveGame) -> T + Send + 'static,
        answer: Answer<T>,
    ) -> Self {
        Self(Box::new(move |game| drop(answer.send(game.map(read)))))
    }

    /// Has the game read, or tells why it can't be.
    pub(crate) fn read(self, game: Result<&LiveGame, RoomError>) {
        (self.0)(game);
    }
}

impl fmt::Debug for ReadGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ReadGame")
    }
}

/// A request to a room, and the way back for its answer.
#[derive(Debug)]
pub(super) enum Request {
    Command {
        sent: Sent,
        answer: Answer<u32>,
        /// From the moment at which the command is posted.
        span: Span,
    },
    Rule {
        ruling: Ruling,
        answer: Answer<u32>,
        /// From the moment at which the ruling is posted.
        span: Span,
    },
    Event {
        seq: u32,
        audience: Audience,
        answer: Answer<Event>,
    },
    Snapshot {
        audience: Audience,
        version: Version,
        answer: Answer<Snapshot>,
    },
    Events {
        since: u32,
        audience: Audience,
        version: Version,
        answer: Answer<OfGame<VersionedEventList>>,
    },
    Record {
        audience: Audience,
        answer: Answer<OfGame<String>>,
    },
    Subscribe {
        outbox: Outbox,
        since: Option<u32>,
        answer: Answer<CatchUp>,
    },
    Unsubscribe {
        connection: ConnectionId,
    },
    State {
        read: ReadState,
    },
    Game {
        read: ReadGame,
    },
    LookAt {
        answer: Answer<()>,
    },
    Rematch {
        rematch: Option<Rematch>,
        answer: Answer<()>,
    },
    /// Another server has stored events of the game, up to this number if it is known. If it is not, the readers are told by
    /// somebody else.
    CatchUp {
        seq: Option<u32>,
    },
    /// What other servers have seen of the players. Whoever is not among them was seen by none.
    SeenElsewhere {
        seen: Vec<(PlayerId, Elsewhere)>,
    },
    /// Another server tells of an event that it has stored. It is not read from the log.
    Heard {
        event: StoredEvent,
    },
    /// Players have other names now, or are of another kind.
    Renamed {
        cards: Arc<[PlayerCard]>,
    },
    /// The number of those who watch the game at other servers has changed.
    WatchedElsewhere,
    /// The memory is needed for other games. A room that is in use stays.
    Close,
}

impl Request {
    pub(super) fn refuse(self, error: RoomError) {
        match self {
            Self::Command { answer, .. } | Self::Rule { answer, .. } => drop(answer.send(Err(error))),
            Self::Event { answer, .. } => drop(answer.send(Err(error))),
            Self::Snapshot { answer, .. } => drop(answer.send(Err(error))),
            Self::Events { answer, .. } => drop(answer.send(Err(error))),
            Self::State { read } => read.refuse(error),
            Self::Game { read } => read.read(Err(error)),
            Self::Record { answer, .. } => drop(answer.send(Err(error))),
            Self::Subscribe { answer, .. } => drop(answer.send(Err(error))),
            Self::LookAt { answer } | Self::Rematch { answer, .. } => drop(answer.send(Err(error))),
            Self::Unsubscribe { .. }
            | Self::CatchUp { .. }
            | Self::Heard { .. }
            | Self::SeenElsewhere { .. }
            | Self::Renamed { .. }
            | Self::WatchedElsewhere
            | Self::Close => {}
        }
    }
}
