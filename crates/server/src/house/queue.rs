//! The games in which the house has something to do. Its opponents take turns, so that nobody waits behind the many games of another.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_game::{GameId, PlayerId, State};
use tokio::sync::Notify;

use super::turn::has_something_to_do;
use crate::computers::level_of;

/// How many games may wait before no further one begins: a minute of thinking at the most.
const LONG: usize = 60;

/// The games in which the house has something to do, each once. Of each opponent they are taken in the order in which they came,
/// and the opponents in turns. Cheap to clone.
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
    /// The opponents in the order of their turns.
    turns: VecDeque<PlayerId>,
    /// The games of each of them.
    games: HashMap<PlayerId, VecDeque<GameId>>,
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
            // The house makes no games: the opponent does.
            self.note(game, state.settings().creator());
        }
    }

    /// Whether so many games wait that no further one should begin.
    pub fn is_busy(&self) -> bool {
        self.lock().known.len() >= LONG
    }

    /// Takes note of a game against this opponent that has to be looked at.
    pub fn note(&self, game: GameId, opponent: PlayerId) {
        if !self.is_open() {
            return;
        }
        let mut waiting = self.lock();
        if waiting.known.insert(game) {
            waiting.games.entry(opponent).or_default().push_back(game);
            if waiting.games[&opponent].len() == 1 {
                waiting.turns.push_back(opponent);
            }
            self.inner.noted.notify_one();
        }
    }

    /// Waits for the next game, and says against whom it is.
    pub(super) async fn next(&self) -> (GameId, PlayerId) {
        loop {
            if let Some(game) = self.take() {
                return game;
            }
            self.inner.noted.notified().await;
        }
    }

    fn take(&self) -> Option<(GameId, PlayerId)> {
        let mut waiting = self.lock();
        let opponent = waiting.turns.pop_front()?;
        let games = waiting.games.get_mut(&opponent)?;
        let game = games.pop_front()?;
        if games.is_empty() {
            waiting.games.remove(&opponent);
        } else {
            waiting.turns.push_back(opponent);
        }
        waiting.known.remove(&game);
        if !waiting.turns.is_empty() {
            // One note may stand for several games, and there may be several who wait.
            self.inner.noted.notify_one();
        }
        Some((game, opponent))
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.inner.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(number: u8) -> PlayerId {
        PlayerId::from_entropy([number; 10])
    }

    #[tokio::test]
    async fn a_game_waits_once_and_in_its_order() {
        let [one, two] = [1, 2].map(|number| GameId::from_entropy([number; 10]));
        let queue = Queue::new(true);
        for game in [one, two, one] {
            queue.note(game, player(1));
        }
        assert_eq!((queue.next().await.0, queue.next().await.0), (one, two));
        assert_eq!(queue.take(), None);
        queue.note(one, player(1));
        assert_eq!(queue.next().await, (one, player(1)));
    }

    #[test]
    fn opponents_take_turns() {
        let games: Vec<GameId> = (1..=6).map(|number| GameId::from_entropy([number; 10])).collect();
        let queue = Queue::new(true);
        for game in &games[..4] {
            queue.note(*game, player(1));
        }
        queue.note(games[4], player(2));
        queue.note(games[5], player(3));
        let order: Vec<GameId> = std::iter::from_fn(|| queue.take()).map(|(game, _)| game).collect();
        assert_eq!(order, [0, 4, 5, 1, 2, 3].map(|number| games[number]));
        assert!(!queue.is_busy());
        for number in 0..60 {
            queue.note(GameId::from_entropy([100 + number; 10]), player(number % 7));
        }
        assert!(queue.is_busy());
    }

    #[test]
    fn nothing_waits_for_a_house_that_is_closed() {
        let queue = Queue::new(false);
        queue.note(GameId::from_entropy([1; 10]), player(1));
        assert_eq!(queue.take(), None);
        assert!(!queue.is_here(crate::computers::player_of(tengen_house::Level::First)));
    }
}
