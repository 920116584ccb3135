//! The pictures that were made last.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_game::GameId;

/// How many bytes of pictures are kept: some hundred.
const MOST_BYTES: usize = 16 << 20;

/// A picture of a game at some event.
#[derive(Debug, Clone)]
pub struct Kept {
    /// The number of the last event that it shows.
    pub seq: u32,
    /// The PNG.
    pub png: Arc<[u8]>,
}

/// The pictures that were made last, one for each game. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Pictures {
    shelf: Arc<Mutex<Shelf>>,
}

#[derive(Debug, Default)]
struct Shelf {
    pictures: HashMap<GameId, Kept>,
    /// The games of the pictures, the one that was made first in front.
    order: VecDeque<GameId>,
    bytes: usize,
}

impl Pictures {
    /// The picture of a game at an event, if it is kept.
    pub fn find(&self, game: GameId, seq: u32) -> Option<Arc<[u8]>> {
        self.lock().pictures.get(&game).filter(|kept| kept.seq == seq).map(|kept| Arc::clone(&kept.png))
    }

    /// Keeps a picture, and forgets the one of an earlier position and those that were made first.
    pub fn keep(&self, game: GameId, kept: Kept) {
        let mut shelf = self.lock();
        shelf.remove(game);
        shelf.bytes += kept.png.len();
        shelf.pictures.insert(game, kept);
        shelf.order.push_back(game);
        while shelf.bytes > MOST_BYTES
            && let Some(&first) = shelf.order.front()
        {
            shelf.remove(first);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shelf {
    fn remove(&mut self, game: GameId) {
        if let Some(kept) = self.pictures.remove(&game) {
            self.bytes -= kept.png.len();
            self.order.retain(|other| *other != game);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u8) -> GameId {
        GameId::from_entropy([number; 10])
    }

    #[test]
    fn a_game_has_one_picture_and_the_first_ones_go() {
        let pictures = Pictures::default();
        let png = |bytes: usize| Arc::from(vec![0; bytes]);
        pictures.keep(game(1), Kept { seq: 1, png: png(MOST_BYTES / 2) });
        pictures.keep(game(1), Kept { seq: 2, png: png(MOST_BYTES / 2) });
        assert!(pictures.find(game(1), 1).is_none());
        pictures.keep(game(2), Kept { seq: 1, png: png(MOST_BYTES / 2) });
        assert!(pictures.find(game(1), 2).is_some() && pictures.find(game(2), 1).is_some());
        pictures.keep(game(3), Kept { seq: 1, png: png(1) });
        assert!(pictures.find(game(1), 2).is_none(), "the oldest went");
        assert!(pictures.find(game(2), 1).is_some() && pictures.find(game(3), 1).is_some());
        assert_eq!(pictures.lock().bytes, MOST_BYTES / 2 + 1);
    }
}
