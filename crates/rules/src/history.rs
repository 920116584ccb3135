//! Every position of a game, for the rules against repetition.

use crate::surface::Surface;
use crate::{Board, Color, Point};

/// The positions of a game in order: the first one, and the one after each ply. A ply is a play or a pass.
///
/// Each position is kept as its changes since the one before. A position is looked up by its hash, but counts as found
/// only if the stones are equal, so the answer is exact. The stones are worked out backwards from the board as it
/// stands. This is rarely needed: equal hashes nearly always mean a move that is refused.
#[derive(Clone, Debug)]
pub(crate) struct History {
    entries: Vec<Entry>,
    /// The stones that were taken off, ply by ply.
    taken: Vec<Point>,
    /// The latest entry with each hash.
    latest: Latest,
}

/// One position of the game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    hash: u64,
    /// The point of the stone that made the position, if a stone did.
    at: Point,
    /// How many stones had been taken off in the game before the position.
    taken: u32,
    /// The entry before this one with the same hash, or [`NONE`].
    previous: u32,
    /// The player to move in the position.
    pub(crate) to_move: Color,
    /// The player whose stone made the position; `None` after a pass. The first position counts as made by the player
    /// who does not move first.
    pub(crate) made_by: Option<Color>,
}

/// No entry.
const NONE: u32 = u32::MAX;

impl History {
    /// A history that begins with this position.
    pub(crate) fn new<S: Surface>(board: &Board<S>, to_move: Color) -> History {
        // Most games have about as many plies as the board has points, and no more stones are taken off than played.
        let size = board.surface().size();
        let mut history = History {
            entries: Vec::with_capacity(size + 1),
            taken: Vec::with_capacity(size),
            latest: Latest::new(size + 1),
        };
        history.push(board.hash(), to_move, Some(to_move.opponent()), board.surface().outside(), &[]);
        history
    }

    /// How many positions there are. The number of the next one.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Adds the position after a ply: `at` and `taken` are the stone that was played and those that it took off.
    #[inline]
    pub(crate) fn push(
        &mut self,
        hash: u64,
        to_move: Color,
        made_by: Option<Color>,
        at: Point,
        taken: &[Point],
    ) {
        let number = index(self.entries.len());
        self.taken.extend_from_slice(taken);
        let previous = self.latest.replace(hash, number, &self.entries);
        let taken = index(self.taken.len());
        self.entries.push(Entry { hash, at, taken, previous, to_move, made_by });
    }

    /// Whether any position has this hash: nearly always no, and quickly known.
    #[inline]
    pub(crate) fn may_contain(&self, hash: u64) -> bool {
        self.latest.get(hash, &self.entries) != NONE
    }

    /// The entries, latest first, of the position that the board would have after a stone of that colour at `at`
    /// and the removal of `captured`; `hash` is the hash of that position.
    pub(crate) fn matching<S: Surface>(
        &self,
        hash: u64,
        board: &Board<S>,
        (at, color): (Point, Color),
        captured: &[Point],
    ) -> impl Iterator<Item = (usize, Entry)> + '_ {
        let mut past: Vec<Option<Color>> = board.surface().points().map(|point| board.get(point)).collect();
        let mut wanted = past.clone();
        wanted[at.index()] = Some(color);
        for point in captured {
            wanted[point.index()] = None;
        }
        let mut stands = self.entries.len();
        let mut next = self.latest.get(hash, &self.entries);
        std::iter::from_fn(move || {
            loop {
                let number = next as usize;
                let entry = *self.entries.get(number)?;
                next = entry.previous;
                while stands > number + 1 {
                    stands -= 1;
                    self.take_back(stands, &mut past);
                }
                if past == wanted {
                    return Some((number, entry));
                }
            }
        })
    }

    /// Turns the position of an entry into the one before it.
    fn take_back(&self, number: usize, position: &mut [Option<Color>]) {
        let (Some(before), Some(entry)) = (self.entries.get(number - 1), self.entries.get(number)) else {
            return;
        };
        let Some(color) = entry.made_by else { return };
        let taken = &self.taken[before.taken as usize..entry.taken as usize];
        // In suicide the stone itself is among those taken off.
        let owner = if taken.contains(&entry.at) { color } else { color.opponent() };
        for point in taken {
            position[point.index()] = Some(owner);
        }
        position[entry.at.index()] = None;
    }
}

/// A number of an entry or of stones; no game is so long that it does not fit.
#[inline]
fn index(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(NONE)
}

/// The latest entry with each hash, in a flat table. A slot has the upper half of the hash above the number of the
/// entry and one; 0 is a free slot.
#[derive(Clone, Debug)]
struct Latest {
    slots: Vec<u64>,
    used: usize,
}

impl Latest {
    /// A table with room for so many hashes.
    fn new(hashes: usize) -> Latest {
        Latest { slots: vec![0; (2 * hashes + 1).next_power_of_two().max(16)], used: 0 }
    }

    /// The slot of a hash, or the free slot where it would be. At least half of the slots are free.
    #[inline]
    fn slot(&self, hash: u64, entries: &[Entry]) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = low(hash) & mask;
        loop {
            let found = self.slots[slot & mask];
            if found == 0 {
                return slot;
            }
            let same_half = (found ^ hash) >> 32 == 0;
            if same_half && entries.get(low(found) - 1).is_some_and(|entry| entry.hash == hash) {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    #[inline]
    fn get(&self, hash: u64, entries: &[Entry]) -> u32 {
        number(self.slots[self.slot(hash, entries)])
    }

    /// Makes this number the latest with its hash, and answers the one before.
    #[inline]
    fn replace(&mut self, hash: u64, latest: u32, entries: &[Entry]) -> u32 {
        let slot = self.slot(hash, entries);
        let before = number(self.slots[slot]);
        self.slots[slot] = (hash >> 32 << 32) | u64::from(latest.wrapping_add(1));
        if before == NONE {
            self.used += 1;
            if 2 * self.used >= self.slots.len() {
                self.grow(entries, hash, latest);
            }
        }
        before
    }

    #[cold]
    fn grow(&mut self, entries: &[Entry], newest: u64, latest: u32) {
        self.slots = vec![0; 2 * self.slots.len()];
        let mask = self.slots.len() - 1;
        let numbered = (0..).zip(entries.iter().map(|entry| entry.hash));
        for (number, hash) in numbered.chain([(latest, newest)]) {
            let mut slot = low(hash) & mask;
            // A later entry with the same hash replaces an earlier one.
            while self.slots[slot] != 0
                && ((self.slots[slot] ^ hash) >> 32 != 0
                    || entries.get(low(self.slots[slot]) - 1).is_some_and(|entry| entry.hash != hash))
            {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = (hash >> 32 << 32) | u64::from(number.wrapping_add(1));
        }
    }
}

/// The lower half.
#[inline]
const fn low(word: u64) -> usize {
    (word & 0xffff_ffff) as usize
}

/// The entry of a slot.
#[inline]
fn number(slot: u64) -> u32 {
    u32::try_from(slot & 0xffff_ffff).unwrap_or(0).wrapping_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SplitMix;

    #[test]
    fn the_table_finds_the_latest_of_each_hash() {
        let mut random = SplitMix::new(5);
        let mut history = History { entries: Vec::new(), taken: Vec::new(), latest: Latest::new(1) };
        // Few lower halves, so that slots collide; few hashes, so that they come back.
        let hashes: Vec<u64> =
            (0..300).map(|_| (random.next_u64() << 32) | (random.next_u64() % 7)).collect();
        let mut pushed: Vec<u64> = Vec::new();
        for _ in 0..2000 {
            let hash = hashes[random.below(hashes.len())];
            let expected = pushed.iter().rposition(|&earlier| earlier == hash);
            assert_eq!(history.may_contain(hash), expected.is_some());
            history.push(hash, Color::Black, None, Point::at(0), &[]);
            let previous = history.entries[pushed.len()].previous;
            assert_eq!((previous != NONE).then_some(previous as usize), expected);
            pushed.push(hash);
        }
    }
}
