//! The games in which the house has something to do.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_game::{GameId, PlayerId, State};
use tokio::sync::Notify;

use super::turn::has_something_to_do;
use crate::computers::level_of;

/// The games in which the house has something to do, each once, in the order in which they came. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Queue {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    open: bool,
    waiting: Mutex<Waiting>,
    noted: Notify,
}

#[derive(Debug, Default)]
struct Waiting {
    order: VecDeque<GameId>,
    known: HashSet<GameId>,
}

impl Queue {
    /// An empty queue; nothing ever comes into one that is not `open`.
    pub fn new(open: bool) -> Self {
        Self { inner: Arc::new(Inner { open, waiting: Mutex::default(), noted: Notify::new() }) }
    }

    /// Whether the house plays at all.
    pub fn is_open(&self) -> bool {
        self.inner.open
    }

    /// Whether this is a player of the house, who never leaves the board.
    pub fn is_here(&self, player: PlayerId) -> bool {
        self.is_open() && level_of(player).is_some()
    }

    /// Takes note of a game whose state has changed.
    pub fn note_change(&self, game: GameId, state: &State) {
        if has_something_to_do(state) {
            self.note(game);
        }
    }

    /// Takes note of a game that has to be looked at.
    pub fn note(&self, game: GameId) {
        if !self.is_open() {
            return;
        }
        let mut waiting = self.lock();
        if waiting.known.insert(game) {
            waiting.order.push_back(game);
            self.inner.noted.notify_one();
        }
    }

    /// Waits for the next game.
    pub(super) async fn next(&self) -> GameId {
        loop {
            if let Some(game) = self.take() {
                return game;
            }
            self.inner.noted.notified().await;
        }
    }

    fn take(&self) -> Option<GameId> {
        let mut waiting = self.lock();
        let game = waiting.order.pop_front()?;
        waiting.known.remove(&game);
        if !waiting.order.is_empty() {
            // One note may stand for several games, and there may be several who wait.
            self.inner.noted.notify_one();
        }
        Some(game)
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.inner.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_game_waits_once_and_in_its_order() {
        let [one, two] = [1, 2].map(|number| GameId::from_entropy([number; 10]));
        let queue = Queue::new(true);
        for game in [one, two, one] {
            queue.note(game);
        }
        assert_eq!((queue.next().await, queue.next().await), (one, two));
        assert_eq!(queue.take(), None);
        queue.note(one);
        assert_eq!(queue.next().await, one);
    }

    #[test]
    fn nothing_waits_for_a_house_that_is_closed() {
        let queue = Queue::new(false);
        queue.note(GameId::from_entropy([1; 10]));
        assert_eq!(queue.take(), None);
        assert!(!queue.is_here(crate::computers::player_of(tengen_house::Level::First)));
    }
}
