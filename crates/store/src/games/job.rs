//! A job: work that follows from what was committed. See [`jobs`](super::jobs) for its life.

use std::time::Duration;

use tengen_game::{GameId, Millis};

/// How long a lease lasts. The process that has it renews it each few seconds, see [`RENEWED_EVERY`].
pub(crate) const LEASE: Duration = Duration::from_secs(15);
/// How often a process renews its leases.
pub const RENEWED_EVERY: Duration = Duration::from_secs(4);

/// The statement for a job that begins, or begins anew, where no lease is needed.
pub(crate) const ADD: &str = "INSERT INTO jobs (kind, key, seq, due) VALUES ($1, $2, $3, $4)
    ON CONFLICT (kind, key) DO UPDATE SET seq = excluded.seq, due = excluded.due, tries = 0";

/// The kinds of jobs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobKind {
    /// A computer has something to do in a game.
    Turn,
    /// A finished game is to be found by its positions.
    Index,
    /// A pair of a round is to have its game.
    Pair,
}

impl JobKind {
    /// The name in the table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Turn => "turn",
            Self::Index => "index",
            Self::Pair => "pair",
        }
    }
}

/// The change that an event makes to the jobs of its game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JobChange {
    /// The kind of the job.
    pub kind: JobKind,
    /// The moment from which on the job is to be done, 0 if that is at once, or none if it is done.
    pub due: Option<Millis>,
    /// The end of the lease of this process, if it begins with the job by itself.
    pub lease: Option<Millis>,
}

impl JobChange {
    /// The job is done.
    pub const fn done(kind: JobKind) -> Self {
        Self { kind, due: None, lease: None }
    }
}

/// The end of a lease that begins now.
pub fn end_of_lease(now: Millis) -> Millis {
    now.saturating_add(Millis::try_from(LEASE.as_millis()).unwrap_or(Millis::MAX))
}

/// A job that this server has taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Job<Key = GameId> {
    /// The kind.
    pub kind: JobKind,
    /// What it is about: a game, or a pair of a round.
    pub key: Key,
    /// The number of the event from which the job follows.
    pub seq: u32,
    /// How often it has failed.
    pub tries: u32,
}
