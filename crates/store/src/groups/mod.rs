//! Classes and clubs: their members, tasks and rounds.

pub(crate) mod cards;
pub(crate) mod held_group;
pub(crate) mod invitations;
pub(crate) mod life;
pub(crate) mod lists;
pub(crate) mod members;
mod memberships;
pub(crate) mod requests;
pub(crate) mod round_games;
pub(crate) mod rounds;
mod task_counts;
mod task_games;
pub(crate) mod tasks;
