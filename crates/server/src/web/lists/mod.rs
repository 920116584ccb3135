//! Lists of games: the lobby and the top, histories and their files, positions.

pub(super) mod archive;
mod both_turns;
pub(super) mod export;
pub(super) mod feeds;
mod form;
pub(super) mod histories;
pub(super) mod looking;
mod own_part;
pub(super) mod played;
pub(super) mod positions;
pub(super) mod query;
pub(super) mod walk;
