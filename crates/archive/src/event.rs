//! An event as a row of the log.

use serde::{Deserialize, Serialize};
use tengen_game::{CommandId, CommandRef, Event, EventKind, GameResult, Millis, PlayerId};
use tengen_rules::Topology;

use crate::keeps::Keeps;
use crate::kinds::{Kind, KindName};
use crate::{StoredError, StoredResult};

/// The latest version of the shape in which events are written. Version 1 had no clocks, version 2 no points
/// that are nobody's, version 3 no clocks given to games without one, version 4 no rulings of the staff.
/// Events of these versions are still read.
///
/// A server refuses to decide a game with an event of a later version. So that servers of two releases can be
/// at work at once, a release gives its new version to those events alone whose shape is new, and the version
/// before to all others.
pub const EVENT_VERSION: u32 = 5;

/// The version of all events that the release before can read.
const VERSION_BEFORE: u32 = 4;

/// An event as a row of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEvent {
    /// The event's number.
    pub seq: u32,
    /// The version of the body's shape.
    pub v: u32,
    /// When.
    pub at: Millis,
    /// Whose doing it was; nobody's if only time has passed, or the staff has ruled.
    pub actor: Option<PlayerId>,
    /// The client's name for the command and the command's fingerprint.
    pub command: Option<CommandRef>,
    /// The rest, as JSON.
    pub body: String,
}

#[derive(Serialize, Deserialize)]
struct Body {
    #[serde(flatten)]
    kind: Kind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<StoredResult>,
}

impl StoredEvent {
    /// The row of an event on this board.
    ///
    /// # Errors
    ///
    /// None in practice: every event has a JSON.
    pub fn write(event: &Event, topology: &Topology) -> Result<Self, StoredError> {
        let kind = Kind::keep(&event.kind, topology);
        let body = serde_json::to_string(&Body { kind, result: event.result.as_ref().map(Into::into) })?;
        Ok(Self {
            seq: event.seq,
            v: version(&event.kind),
            at: event.at,
            actor: event.actor,
            command: event.command.clone(),
            body,
        })
    }

    /// Reads the row back as the event it was.
    ///
    /// # Errors
    ///
    /// A body that is torn, of another board, or [of a later release](StoredError::is_of_later_release).
    pub fn read(self, topology: &Topology) -> Result<Event, StoredError> {
        if self.is_of_later_release() {
            return Err(StoredError::Version(self.v));
        }
        let Body { kind, result } =
            serde_json::from_str(&self.body).map_err(|error| unread(&self.body, error))?;
        let kind = kind.give_back(topology)?;
        let result = result.map(GameResult::from);
        Ok(Event { seq: self.seq, at: self.at, actor: self.actor, command: self.command, kind, result })
    }

    /// Whether its shape is one of a later release, so that it can't be read here.
    pub fn is_of_later_release(&self) -> bool {
        self.v > EVENT_VERSION
    }

    /// The command id, if the row has one.
    pub fn command_id(&self) -> Option<&CommandId> {
        self.command.as_ref().map(|command| &command.id)
    }
}

/// The version of an event's shape. A player's pause has the shape that it always had.
fn version(kind: &EventKind) -> u32 {
    match kind {
        EventKind::Adjudicated | EventKind::Paused { color: None, .. } => EVENT_VERSION,
        _ => VERSION_BEFORE,
    }
}

/// Why a body can't be read: a kind of event that nobody knows here is one of a later release.
fn unread(body: &str, error: serde_json::Error) -> StoredError {
    #[derive(Deserialize)]
    struct Named {
        #[serde(rename = "type")]
        kind: String,
    }
    match serde_json::from_str(body) {
        Ok(Named { kind }) if KindName::of(&kind).is_none() => StoredError::Kind(kind),
        _ => StoredError::Json(error),
    }
}
