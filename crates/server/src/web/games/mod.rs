//! One game: making it, seeing it, playing in it, following it.

pub(super) mod events;
pub(super) mod game;
