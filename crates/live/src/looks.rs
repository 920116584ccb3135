//! The games whose players are to be looked for at other servers, until that is done.

use std::collections::HashSet;
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tengen_game::GameId;
use tokio::sync::Notify;
use tokio::time::sleep;

/// How long more games are waited for before the database is asked for these.
const GATHER: Duration = Duration::from_millis(10);

/// The games of which another server has told that players have come or gone, until they are looked for.
#[derive(Debug, Default)]
pub(crate) struct Looks(Mutex<HashSet<GameId>>, Notify);

impl Looks {
    /// Takes note of games. There are never more than have a room here.
    pub(crate) fn ask(&self, games: impl Iterator<Item = GameId>) {
        let mut asked = self.lock();
        asked.extend(games);
        if !asked.is_empty() {
            self.1.notify_one();
        }
    }

    /// Waits for games. A wait that is given up loses none of them.
    pub(crate) async fn asked(&self) {
        self.1.notified().await;
    }

    /// The games of which this server hears, until it has heard of all that come at once.
    pub(crate) async fn gather(&self) -> HashSet<GameId> {
        sleep(GATHER).await;
        mem::take(&mut self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<GameId>> {
        // The set is whole even if a holder of the lock panicked.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
