//! How much memory the rooms take, and which of them can go.
//!
//! A game that somebody follows stays in memory; any other can be read from its log again. So followed games are bounded by
//! their number, and the others by their bytes. The bytes are an estimate ([`LiveGame::bytes`](super::LiveGame)).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};

use tokio::time::Instant;

/// How many bytes the rooms that nobody follows may take, if all rooms together may take as many.
const IDLE_BYTES: usize = 32 << 20;
/// After so many new rooms the idle ones are added up.
const LOOK_EACH: u32 = 32;

/// The memory of all rooms.
#[derive(Debug)]
pub(super) struct Memory {
    taken: Arc<AtomicUsize>,
    most: usize,
    /// How many rooms were opened, around and around.
    opened: AtomicU32,
    began: Instant,
}

/// The facts about a room that are known without asking it. They count as long as the mark is held.
#[derive(Debug)]
pub(super) struct Mark {
    taken: Arc<AtomicUsize>,
    began: Instant,
    bytes: AtomicUsize,
    /// The last use of the room, in milliseconds since the rooms began.
    used_at: AtomicU64,
    held: AtomicBool,
}

impl Memory {
    /// No rooms yet, and so many bytes for all of them.
    pub(super) fn new(most: usize) -> Self {
        Self { taken: Arc::default(), most, opened: AtomicU32::new(0), began: Instant::now() }
    }

    /// How many bytes the rooms take, about.
    pub(super) fn taken(&self) -> usize {
        self.taken.load(Relaxed)
    }

    /// Whether no further game should be read only to be watched.
    pub(super) fn is_full(&self) -> bool {
        self.taken.load(Relaxed) > self.most
    }

    /// Counts a new room, and answers whether it is time to look for idle ones.
    pub(super) fn count_opened(&self) -> bool {
        self.opened.fetch_add(1, Relaxed) % LOOK_EACH == LOOK_EACH - 1
    }

    /// The idle rooms that have to close because all idle rooms together take too much: those whose last use is the longest ago.
    /// They free a quarter of the bytes that idle rooms may take, so that the next look can wait.
    pub(super) fn too_much<R>(&self, rooms: impl Iterator<Item = R>, mark: impl Fn(&R) -> &Mark) -> Vec<R> {
        let most = IDLE_BYTES.min(self.most);
        let mut idle: Vec<R> = rooms.filter(|room| !mark(room).held.load(Relaxed)).collect();
        let bytes = |room: &R| mark(room).bytes.load(Relaxed);
        let mut left: usize = idle.iter().map(bytes).sum();
        if left <= most {
            return Vec::new();
        }
        idle.sort_by_cached_key(|room| mark(room).used_at.load(Relaxed));
        let goes = |room: &R| {
            let goes = left > most / 4 * 3;
            left -= bytes(room).min(left);
            goes
        };
        idle.into_iter().take_while(goes).collect()
    }
}

impl Mark {
    /// The mark of a room that opens. While its game is being read, its size is unknown and the room can't close.
    pub(super) fn new(memory: &Memory) -> Self {
        Self {
            taken: Arc::clone(&memory.taken),
            began: memory.began,
            bytes: AtomicUsize::new(0),
            used_at: AtomicU64::new(0),
            held: AtomicBool::new(true),
        }
    }

    /// Takes note of a use of the room: how many bytes the room takes, and whether somebody needs it.
    pub(super) fn note(&self, bytes: usize, held: bool) {
        let before = self.bytes.swap(bytes, Relaxed);
        if bytes != before {
            // A difference below 0 wraps around, and so does the sum, so that the sum is right.
            self.taken.fetch_add(bytes.wrapping_sub(before), Relaxed);
        }
        self.held.store(held, Relaxed);
        let used_at = self.began.elapsed().as_millis();
        self.used_at.store(u64::try_from(used_at).unwrap_or(u64::MAX), Relaxed);
    }
}

impl Mark {
    /// Whether the room is needed, or has still to be read.
    pub(super) fn is_held(&self) -> bool {
        self.held.load(Relaxed)
    }
}

impl Drop for Mark {
    fn drop(&mut self) {
        self.taken.fetch_sub(self.bytes.load(Relaxed), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(memory: &Memory, mib: usize, used_at: u64, held: bool) -> Mark {
        let mark = Mark::new(memory);
        mark.note(mib << 20, held);
        mark.used_at.store(used_at, Relaxed);
        mark
    }

    #[test]
    fn those_go_that_nobody_needs_and_that_were_not_used_for_longest() {
        let memory = Memory::new(64 << 20);
        let mut rooms: Vec<Mark> = (0..32).map(|number| room(&memory, 1, 32 - number, false)).collect();
        let gone = |rooms: &[Mark]| -> Vec<u64> {
            memory
                .too_much(rooms.iter(), |room| *room)
                .iter()
                .map(|room| room.used_at.load(Relaxed))
                .collect()
        };
        assert_eq!(gone(&rooms), [0; 0], "as many as there may be");
        rooms.push(room(&memory, 40, 0, true));
        assert_eq!(gone(&rooms), [0; 0], "a room that is needed is not among them");
        assert!(memory.is_full());
        rooms.push(room(&memory, 1, 100, false));
        assert_eq!(gone(&rooms), (1..=9).collect::<Vec<_>>());
        rooms.truncate(32);
        assert!(!memory.is_full());
        rooms[0].note(0, false);
        assert_eq!(memory.taken.load(Relaxed), 31 << 20);
        drop(rooms);
        assert_eq!(memory.taken.load(Relaxed), 0);
    }

    #[test]
    fn it_is_looked_once_for_many_new_rooms() {
        let memory = Memory::new(0);
        assert_eq!((0..64).filter(|_| memory.count_opened()).count(), 2);
    }
}
