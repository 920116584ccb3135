//! What a room is asked for.

use tengen_protocol::view::Audience;
use tengen_protocol::{Event, Rematch, Snapshot};
use tokio::sync::oneshot;

use crate::house::Turn;

use super::{CatchUp, ConnectionId, OfGame, Outbox, RoomError, Sent};

type Answer<T> = oneshot::Sender<Result<T, RoomError>>;

/// What a room is asked for, and where the answer goes.
#[derive(Debug)]
pub(super) enum Request {
    Command {
        sent: Sent,
        answer: Answer<u32>,
    },
    Event {
        seq: u32,
        audience: Audience,
        answer: Answer<Event>,
    },
    Snapshot {
        audience: Audience,
        answer: Answer<Snapshot>,
    },
    Events {
        since: u32,
        audience: Audience,
        answer: Answer<OfGame<(Vec<Event>, u32)>>,
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
    HouseTurn {
        answer: Answer<Option<Turn>>,
    },
    LookAt {
        answer: Answer<()>,
    },
    Rematch {
        rematch: Option<Rematch>,
        answer: Answer<()>,
    },
    /// The memory is needed for other games. A room that is in use stays.
    Close,
}

impl Request {
    pub(super) fn refuse(self, error: RoomError) {
        match self {
            Self::Command { answer, .. } => drop(answer.send(Err(error))),
            Self::Event { answer, .. } => drop(answer.send(Err(error))),
            Self::Snapshot { answer, .. } => drop(answer.send(Err(error))),
            Self::Events { answer, .. } => drop(answer.send(Err(error))),
            Self::HouseTurn { answer } => drop(answer.send(Err(error))),
            Self::Record { answer, .. } => drop(answer.send(Err(error))),
            Self::Subscribe { answer, .. } => drop(answer.send(Err(error))),
            Self::LookAt { answer } | Self::Rematch { answer, .. } => drop(answer.send(Err(error))),
            Self::Unsubscribe { .. } | Self::Close => {}
        }
    }
}
