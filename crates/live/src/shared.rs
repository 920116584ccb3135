//! The parts that all rooms of a process share, and the doors of the rooms.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_clock::Clock;
use tengen_game::{GameId, PlayerId};
use tengen_store::{Announcer, Elsewhere, Journal, Store};
use tokio::sync::{mpsc, oneshot};

use crate::after_end::{Gatherings, KeptGames};
use crate::looks::Looks;
use crate::memory::{Mark, Memory};
use crate::request::Request;
use crate::watched_elsewhere::WatchedElsewhere;
use crate::{House, Neighbours, Readers};

/// The parts that all rooms share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) clock: Clock,
    pub(crate) store: Store,
    pub(crate) journal: Journal,
    /// Where the other servers are told who is here.
    pub(crate) announcer: Announcer,
    pub(crate) readers: Arc<dyn Readers>,
    pub(crate) house: Arc<dyn House>,
    /// The other servers, if there are any that can be told.
    pub(crate) neighbours: Option<Arc<dyn Neighbours>>,
    /// Where browsers find the server, if the operator says so.
    pub(crate) site: Option<String>,
    pub(crate) doors: Mutex<HashMap<GameId, Door>>,
    pub(crate) memory: Memory,
    pub(crate) kept: KeptGames,
    pub(crate) gatherings: Gatherings,
    pub(crate) watched_elsewhere: WatchedElsewhere,
    /// The games whose players are to be looked for at other servers.
    pub(crate) looks: Looks,
    /// What rooms were told last of players at other servers.
    pub(crate) told_elsewhere: tokio::sync::Mutex<HashMap<GameId, Vec<(PlayerId, Elsewhere)>>>,
}

/// Where requests for a room go, and what is known of it without asking.
#[derive(Debug)]
pub(crate) struct Door {
    pub(crate) requests: mpsc::Sender<Request>,
    pub(crate) mark: Arc<Mark>,
}

impl Shared {
    /// The door of a game's room, if there is one.
    pub(crate) fn open_door(&self, game: GameId) -> Option<mpsc::Sender<Request>> {
        let doors = self.doors();
        doors.get(&game).map(|door| &door.requests).filter(|door| !door.is_closed()).cloned()
    }

    /// Tells the followers of a finished game that the rematch is offered no more. Should nobody follow it, the next visitor reads
    /// that from the table.
    pub(crate) fn tell_of_withdrawal(self: &Arc<Self>, game: GameId) {
        let Some(door) = self.open_door(game) else {
            return self.gatherings.tell_of_rematch(game, None);
        };
        let shared = Arc::clone(self);
        tokio::spawn(async move {
            let (answer, _) = oneshot::channel();
            if door.send(Request::Rematch { rematch: None, answer }).await.is_err() {
                shared.gatherings.tell_of_rematch(game, None);
            }
        });
    }

    /// Asks rooms that nobody follows to close, those first that were used last a long time ago, if they take too much
    /// memory together.
    pub(crate) fn close_idle_rooms(&self) {
        let doors = self.doors();
        for door in self.memory.too_much(doors.values(), |door| &door.mark) {
            // A room with a full queue is not idle.
            let _ = door.requests.try_send(Request::Close);
        }
    }

    pub(crate) fn doors(&self) -> MutexGuard<'_, HashMap<GameId, Door>> {
        // The map is whole even if a holder of the lock panicked: each change of it is one call.
        self.doors.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
