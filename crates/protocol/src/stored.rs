//! Settings and events as the database keeps them, for ever: old shapes must stay readable.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tengen_game::{
    CommandId, CommandRef, Event, EventKind, GameResult, Millis, NewGame, PlayerId, Settings, SettingsError,
};
use tengen_rules::{ByColor, Color, Marks, Neutral, Point, Proposal, Topology, Vertex};

use crate::{NeutralPoint, PerColor, ResultShape, SettingsShape, Text};

/// The version of the shape in which events are written today. Version 1 knew no clocks,
/// version 2 no points that are nobody's, version 3 no clocks given to games without one; their events read as ever.
pub const EVENT_VERSION: u32 = 4;

/// The revision of the rules engine, kept with each game: it grows when the engine would decide an old game otherwise.
pub const ENGINE_REVISION: u32 = 2;

/// A row that can't be read back.
#[derive(Debug, thiserror::Error)]
pub enum StoredError {
    /// Not the JSON it should be.
    #[error("unreadable: {0}")]
    Json(#[from] serde_json::Error),
    /// A vertex that is not on the board.
    #[error("{0} is not on the board")]
    OffBoard(Vertex),
    /// Settings no game can have.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// A shape that this release does not know: it was written by a later one.
    #[error("version {0} of the shape is unknown")]
    Version(u32),
}

/// Settings as they are kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredSettings {
    #[serde(flatten)]
    shape: SettingsShape,
    setup: Vec<Text<Vertex>>,
    engine: u32,
}

impl StoredSettings {
    /// The JSON of a game's settings.
    pub fn write(settings: &Settings) -> Result<String, StoredError> {
        let setup = vertices(settings.topology(), settings.setup());
        Ok(serde_json::to_string(&Self { shape: settings.into(), setup, engine: ENGINE_REVISION })?)
    }

    /// Reads settings back.
    pub fn read(creator: PlayerId, json: &str) -> Result<Settings, StoredError> {
        let Self { shape, setup, .. } = serde_json::from_str(json)?;
        let topology = shape.board.name().topology().map_err(SettingsError::Board)?;
        let setup = points(&topology, &setup)?;
        let wish = NewGame {
            board: shape.board.name(),
            preset: shape.rules.preset.0,
            rules: shape.rules.rules(),
            komi: Some(shape.komi.0),
            handicap: shape.handicap,
            color: shape.color.into(),
            private: shape.private,
            clock: shape.clock.map(Into::into),
            delay: shape.delay,
            opponent: shape.opponent.map(|opponent| opponent.0),
        };
        Ok(Settings::stored(creator, Arc::new(topology), wish, shape.komi.0, setup)?)
    }
}

/// An event as a row of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEvent {
    /// The event's number.
    pub seq: u32,
    /// The version of the body's shape.
    pub v: u32,
    /// When.
    pub at: Millis,
    /// Whose doing it was; nobody's if only time has passed.
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
    result: Option<ResultShape>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Kind {
    Joined {
        players: PerColor<Text<PlayerId>>,
    },
    Played {
        color: Text<Color>,
        #[serde(rename = "move")]
        at: Text<Vertex>,
        captured: Vec<Text<Vertex>>,
        #[serde(default, skip_serializing_if = "is_zero")]
        lag: Millis,
    },
    Passed {
        color: Text<Color>,
        #[serde(default, skip_serializing_if = "is_zero")]
        lag: Millis,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        proposal: Option<StoredProposal>,
    },
    Proposed {
        color: Text<Color>,
        dead: Vec<Text<Vertex>>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        neutral: Vec<Text<Vertex>>,
    },
    Accepted {
        color: Text<Color>,
        version: u32,
    },
    Resumed {
        color: Option<Text<Color>>,
        to_move: Text<Color>,
    },
    Resigned {
        color: Text<Color>,
    },
    Aborted {
        color: Option<Text<Color>>,
    },
    TimedOut {
        color: Text<Color>,
    },
    Claimed {
        color: Text<Color>,
    },
    UndoRequested {
        color: Text<Color>,
        moves: u32,
    },
    UndoAccepted {
        color: Text<Color>,
        request: u32,
        moves: u32,
    },
    UndoRejected {
        color: Text<Color>,
        request: u32,
    },
    Paused {
        color: Text<Color>,
    },
    Unpaused {
        color: Option<Text<Color>>,
    },
    ClockGiven {
        color: Text<Color>,
    },
    Credited {
        millis: Millis,
    },
}

/// Most moves are played without a lag worth a word.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(millis: &Millis) -> bool {
    *millis == 0
}

#[derive(Serialize, Deserialize)]
struct StoredProposal {
    dead: Vec<Text<Vertex>>,
    unsettled: Vec<Text<Vertex>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    neutral: Vec<NeutralPoint>,
}

impl StoredEvent {
    /// The row of an event on this board.
    pub fn write(event: &Event, topology: &Topology) -> Result<Self, StoredError> {
        let kind = match &event.kind {
            EventKind::Joined { players } => {
                Kind::Joined { players: PerColor::from(players.as_ref().map(|id| Text(*id))) }
            }
            EventKind::Played { color, at, captured, lag } => Kind::Played {
                color: Text(*color),
                at: Text(topology.vertex(*at)),
                captured: vertices(topology, captured),
                lag: *lag,
            },
            EventKind::Passed { color, proposal, lag } => Kind::Passed {
                color: Text(*color),
                lag: *lag,
                proposal: proposal.as_ref().map(|proposal| StoredProposal {
                    dead: vertices(topology, &proposal.dead),
                    unsettled: vertices(topology, &proposal.unsettled),
                    neutral: NeutralPoint::of(topology, &proposal.neutral),
                }),
            },
            EventKind::Proposed { color, marks } => {
                let [dead, neutral] = [&marks.dead, &marks.neutral].map(|points| vertices(topology, points));
                Kind::Proposed { color: Text(*color), dead, neutral }
            }
            EventKind::Accepted { color, version } => {
                Kind::Accepted { color: Text(*color), version: *version }
            }
            EventKind::Resumed { color, to_move } => {
                Kind::Resumed { color: color.map(Text), to_move: Text(*to_move) }
            }
            EventKind::Resigned { color } => Kind::Resigned { color: Text(*color) },
            EventKind::Aborted { color } => Kind::Aborted { color: color.map(Text) },
            EventKind::TimedOut { color } => Kind::TimedOut { color: Text(*color) },
            EventKind::Claimed { color } => Kind::Claimed { color: Text(*color) },
            EventKind::UndoRequested { color, moves } => {
                Kind::UndoRequested { color: Text(*color), moves: *moves }
            }
            EventKind::UndoAccepted { color, request, moves } => {
                Kind::UndoAccepted { color: Text(*color), request: *request, moves: *moves }
            }
            EventKind::UndoRejected { color, request } => {
                Kind::UndoRejected { color: Text(*color), request: *request }
            }
            EventKind::Paused { color } => Kind::Paused { color: Text(*color) },
            EventKind::Unpaused { color } => Kind::Unpaused { color: color.map(Text) },
            EventKind::ClockGiven { color } => Kind::ClockGiven { color: Text(*color) },
            EventKind::Credited { millis } => Kind::Credited { millis: *millis },
        };
        let body =
            serde_json::to_string(&Body { kind, result: event.result.as_ref().map(ResultShape::from) })?;
        Ok(Self {
            seq: event.seq,
            v: EVENT_VERSION,
            at: event.at,
            actor: event.actor,
            command: event.command.clone(),
            body,
        })
    }

    /// Reads the row back as the event it was.
    pub fn read(self, topology: &Topology) -> Result<Event, StoredError> {
        if self.v > EVENT_VERSION {
            return Err(StoredError::Version(self.v));
        }
        let Body { kind, result } = serde_json::from_str(&self.body)?;
        let kind = match kind {
            Kind::Joined { players } => {
                EventKind::Joined { players: ByColor { black: players.black.0, white: players.white.0 } }
            }
            Kind::Played { color, at, captured, lag } => EventKind::Played {
                color: color.0,
                at: point(topology, at)?,
                captured: points(topology, &captured)?,
                lag,
            },
            Kind::Passed { color, proposal, lag } => {
                let proposal = proposal
                    .map(|marks| -> Result<Proposal, StoredError> {
                        let dead = points(topology, &marks.dead)?;
                        let unsettled = points(topology, &marks.unsettled)?;
                        let neutral = marks.neutral.into_iter().map(|NeutralPoint { at, reason }| {
                            Ok(Neutral { point: point(topology, at)?, reason: reason.0 })
                        });
                        Ok(Proposal {
                            dead,
                            unsettled,
                            neutral: neutral.collect::<Result<_, StoredError>>()?,
                        })
                    })
                    .transpose()?;
                EventKind::Passed { color: color.0, proposal, lag }
            }
            Kind::Proposed { color, dead, neutral } => {
                let marks = Marks { dead: points(topology, &dead)?, neutral: points(topology, &neutral)? };
                EventKind::Proposed { color: color.0, marks }
            }
            Kind::Accepted { color, version } => EventKind::Accepted { color: color.0, version },
            Kind::Resumed { color, to_move } => {
                EventKind::Resumed { color: color.map(|color| color.0), to_move: to_move.0 }
            }
            Kind::Resigned { color } => EventKind::Resigned { color: color.0 },
            Kind::Aborted { color } => EventKind::Aborted { color: color.map(|color| color.0) },
            Kind::TimedOut { color } => EventKind::TimedOut { color: color.0 },
            Kind::Claimed { color } => EventKind::Claimed { color: color.0 },
            Kind::UndoRequested { color, moves } => EventKind::UndoRequested { color: color.0, moves },
            Kind::UndoAccepted { color, request, moves } => {
                EventKind::UndoAccepted { color: color.0, request, moves }
            }
            Kind::UndoRejected { color, request } => EventKind::UndoRejected { color: color.0, request },
            Kind::Paused { color } => EventKind::Paused { color: color.0 },
            Kind::Unpaused { color } => EventKind::Unpaused { color: color.map(|color| color.0) },
            Kind::ClockGiven { color } => EventKind::ClockGiven { color: color.0 },
            Kind::Credited { millis } => EventKind::Credited { millis },
        };
        let result = result.as_ref().map(GameResult::from);
        Ok(Event { seq: self.seq, at: self.at, actor: self.actor, command: self.command, kind, result })
    }

    /// The command id, if the row has one.
    pub fn command_id(&self) -> Option<&CommandId> {
        self.command.as_ref().map(|command| &command.id)
    }
}

pub(crate) fn vertices(topology: &Topology, points: &[Point]) -> Vec<Text<Vertex>> {
    points.iter().map(|point| Text(topology.vertex(*point))).collect()
}

fn point(topology: &Topology, vertex: Text<Vertex>) -> Result<Point, StoredError> {
    topology.point(vertex.0).ok_or(StoredError::OffBoard(vertex.0))
}

fn points(topology: &Topology, vertices: &[Text<Vertex>]) -> Result<Vec<Point>, StoredError> {
    vertices.iter().map(|vertex| point(topology, *vertex)).collect()
}
