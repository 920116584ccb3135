//! The WebSocket: its door, its frames, and the session of a connection.

pub(super) mod door;
pub(super) mod incoming;
pub(super) mod lag;
pub(super) mod left;
pub(super) mod session;
pub(super) mod session_commands;
pub(super) mod session_feeds;
pub(super) mod session_sink;
