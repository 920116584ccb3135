//! How much of a game was read in its log, and the rows above that of which other servers have told.

use tengen_archive::StoredEvent;

/// How many events of other servers may be the premise of a decision. With more of them the log is read first.
const PREMISE: u32 = 4;

/// How far a server knows the log of a game.
pub(super) struct Known {
    /// The number of the last event that this server has stored, or read in the log.
    read: u32,
    /// The rows above it, as long as they are few.
    heard: Vec<StoredEvent>,
}

impl Known {
    /// All up to a number was read.
    pub(super) fn up_to(read: u32) -> Self {
        Self { read, heard: Vec::new() }
    }

    /// The number of the last event that was stored or read.
    pub(super) fn read(&self) -> u32 {
        self.read
    }

    /// Takes note of the next event, which follows that of this number, by its row.
    pub(super) fn note_heard(&mut self, row: StoredEvent, after: u32) {
        if self.is_complete(after) && self.heard.len() < PREMISE as usize {
            self.heard.push(row);
        }
    }

    /// The rows of all events from the last one that was read up to a number; nothing if they were too many to be kept.
    pub(super) fn premise(&self, seq: u32) -> Option<Vec<StoredEvent>> {
        self.is_complete(seq).then(|| self.heard.clone())
    }

    fn is_complete(&self, seq: u32) -> bool {
        self.read as usize + self.heard.len() == seq as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(seq: u32) -> StoredEvent {
        StoredEvent { seq, v: 4, at: 0, actor: None, command: None, body: "{}".to_owned() }
    }

    #[test]
    fn what_was_heard_is_a_premise_as_long_as_all_of_it_is_kept() {
        let mut known = Known::up_to(7);
        assert_eq!(known.premise(7), Some(vec![]));
        let mut rows = Vec::new();
        for after in 7..7 + PREMISE {
            known.note_heard(row(after + 1), after);
            rows.push(row(after + 1));
            assert_eq!(known.premise(after + 1), Some(rows.clone()));
        }
        for after in 7 + PREMISE..20 {
            known.note_heard(row(after + 1), after);
            assert_eq!(known.premise(after + 1), None, "{after}");
        }
        assert_eq!((known.read(), known.heard.len()), (7, PREMISE as usize));
    }
}
