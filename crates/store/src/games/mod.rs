//! Games, what follows from their logs, and the jobs that work on them.

pub(crate) mod changes;
pub(crate) mod checking;
pub(crate) mod deadlines;
pub(crate) mod existing;
pub(crate) mod game;
pub(crate) mod headline;
pub(crate) mod job;
mod jobs;
pub(crate) mod opening;
pub(crate) mod positions;
mod results;
pub(crate) mod shown_row;
pub(crate) mod step;
mod unaided;
pub(crate) mod unfinished;
pub(crate) mod voided;
pub(crate) mod winner;
