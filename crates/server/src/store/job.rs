//! A job: work that follows from what was committed. See [`jobs`](super::jobs) for its life.

use tengen_game::{GameId, Millis};

/// The kinds of jobs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobKind {
    /// A computer has something to do in a game.
    Turn,
    /// A finished game is to be found by its positions.
    Index,
}

impl JobKind {
    /// The name in the table.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Turn => "turn",
            Self::Index => "index",
        }
    }
}

/// The change that an event makes to the jobs of its game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JobChange {
    /// The kind of the job.
    pub kind: JobKind,
    /// The moment from which on the job is to be done, or none if it is done.
    pub due: Option<Millis>,
}

/// A job of a game that this server has taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Job {
    /// The kind.
    pub kind: JobKind,
    /// The game.
    pub game: GameId,
    /// The number of the event from which the job follows.
    pub seq: u32,
    /// How often it has failed.
    pub tries: u32,
}
