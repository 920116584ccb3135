//! The pictures that were made last.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_game::{GameId, RecordId};

/// How many bytes of pictures are kept: some hundred.
const MOST_BYTES: usize = 16 << 20;

/// The subject of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pictured {
    /// Tengen itself.
    Tengen,
    /// A game.
    Game(GameId),
    /// A record.
    Record(RecordId),
}

/// A picture of a game at some event, or of a record after some change.
#[derive(Debug, Clone)]
pub struct Kept {
    /// The number of the last event or change that it shows; 0 for subjects without any.
    pub seq: u32,
    /// The PNG.
    pub png: Arc<[u8]>,
}

/// The pictures that were made last, one of each game or record. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Pictures {
    shelf: Arc<Mutex<Shelf>>,
}

#[derive(Debug, Default)]
struct Shelf {
    pictures: HashMap<Pictured, Kept>,
    /// The subjects of the pictures, that of the oldest picture first.
    order: VecDeque<Pictured>,
    bytes: usize,
}

impl Pictures {
    /// The picture at an event, if it is kept.
    pub fn find(&self, of: Pictured, seq: u32) -> Option<Arc<[u8]>> {
        self.lock().pictures.get(&of).filter(|kept| kept.seq == seq).map(|kept| Arc::clone(&kept.png))
    }

    /// Keeps a picture, and forgets the one of an earlier position and those that were made first.
    pub fn keep(&self, of: Pictured, kept: Kept) {
        let mut shelf = self.lock();
        shelf.remove(of);
        shelf.bytes += kept.png.len();
        shelf.pictures.insert(of, kept);
        shelf.order.push_back(of);
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
    fn remove(&mut self, of: Pictured) {
        if let Some(kept) = self.pictures.remove(&of) {
            self.bytes -= kept.png.len();
            self.order.retain(|other| *other != of);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u8) -> Pictured {
        Pictured::Game(GameId::from_entropy([number; 10]))
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
