//! The wishes of a session's owner, on their way to its connection.

use tengen_game::{GameId, Millis};
use tengen_protocol::Command;
use tokio::sync::oneshot;

use crate::Error;

/// How many requests may wait to be taken.
pub(crate) const REQUESTS: usize = 64;

/// A request to the session.
#[derive(Debug)]
pub(crate) enum Request {
    Follow { game: GameId, since: Option<u32> },
    Unfollow { game: GameId },
    Lobby { follow: bool },
    FollowMine { since: Option<Millis> },
    UnfollowMine,
    Command { game: GameId, command: Command, answer: oneshot::Sender<Result<u32, Error>> },
}
