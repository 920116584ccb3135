//! The computer of one server.

use std::sync::Arc;

use tengen_limits::Limits;
use tengen_live::Rooms;
use tengen_store::Store;
use tokio_util::sync::CancellationToken;

use super::queue::Queue;

/// The computer of one server: the games that it plays, and how much it may think about them. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Computer {
    /// The database, in which its jobs are.
    pub store: Store,
    /// The live games.
    pub rooms: Rooms,
    /// The games in which it has something to do.
    pub queue: Queue,
    /// How much of its thinking one client may have.
    pub limits: Arc<Limits>,
    /// How many games it thinks about at the same time, each on a thread of its own; 0: it does not play.
    pub threads: u8,
    /// How long after the opponent's move its own comes at the earliest, in milliseconds.
    pub pause: u32,
    /// Cancelled when the server is about to stop: from then on other servers take the turns.
    pub leaving: CancellationToken,
    /// Cancelled when the server stops.
    pub stop: CancellationToken,
}
