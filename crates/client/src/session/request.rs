//! The wishes of a session's owner, on their way to its connection.

use tengen_game::{GameId, Millis};
use tengen_protocol::{Command, StateAfter};
use tokio::sync::oneshot;

use crate::Error;

/// How many requests may wait to be taken.
pub(crate) const REQUESTS: usize = 64;

/// A request to the session.
#[derive(Debug)]
pub(crate) enum Request {
    /// Follow a game, from a state of this number on if one is known.
    Follow {
        game: GameId,
        known: Option<(u32, Box<StateAfter>)>,
    },
    Unfollow {
        game: GameId,
    },
    Lobby {
        follow: bool,
    },
    FollowMine {
        since: Option<Millis>,
    },
    UnfollowMine,
    Command {
        game: GameId,
        command: Command,
        answer: oneshot::Sender<Result<u32, Error>>,
    },
}
