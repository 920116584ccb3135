//! The known part of a followed game: the numbers decide on updates and questions.

/// A game that is followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Following {
    /// The last number that was yielded; none before the first snapshot.
    seen: Option<u32>,
    /// Whether the server was asked, and has not yet said that all is told.
    asked: bool,
    /// Whether something was not yielded because there was no room.
    behind: bool,
}

/// The action after a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It is the next, and is to be yielded.
    Yield,
    /// It is known, or will come again.
    Leave,
    /// Something is missing: ask the server for all above this number, or for a snapshot.
    Ask(Option<u32>),
}

impl Following {
    pub(crate) fn new(since: Option<u32>) -> Self {
        Self { seen: since, asked: false, behind: false }
    }

    /// The server is asked now: for all above this number, or for a snapshot.
    pub(crate) fn ask(&mut self) -> Option<u32> {
        (self.asked, self.behind) = (true, false);
        self.seen
    }

    pub(crate) fn event(&mut self, seq: u32) -> Verdict {
        match self.seen {
            _ if self.behind => Verdict::Leave,
            None => Verdict::Leave,
            Some(seen) if seq <= seen => Verdict::Leave,
            Some(seen) if seq == seen + 1 => Verdict::Yield,
            Some(_) if self.asked => Verdict::Leave,
            Some(_) => Verdict::Ask(self.ask()),
        }
    }

    pub(crate) fn snapshot(&self) -> Verdict {
        if self.behind { Verdict::Leave } else { Verdict::Yield }
    }

    /// All up to this number was told.
    pub(crate) fn subscribed(&mut self, seq: u32) -> Verdict {
        self.asked = false;
        match self.seen {
            _ if self.behind => Verdict::Leave,
            Some(seen) if seq < seen => {
                self.seen = None;
                Verdict::Ask(self.ask())
            }
            Some(seen) if seq > seen => Verdict::Ask(self.ask()),
            _ => Verdict::Leave,
        }
    }

    /// An event or a snapshot of this number was yielded.
    pub(crate) fn yielded(&mut self, seq: u32) {
        self.seen = Some(seq);
    }

    /// A snapshot was yielded, and live events follow.
    pub(crate) fn began(&mut self, seq: u32) {
        (self.seen, self.asked) = (Some(seq), false);
    }

    /// There was no room.
    pub(crate) fn fall_behind(&mut self) {
        self.behind = true;
    }

    pub(crate) fn is_behind(&self) -> bool {
        self.behind
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_yielded_once_and_in_order() {
        let mut game = Following::new(Some(3));
        assert_eq!(game.ask(), Some(3));
        assert_eq!(game.event(3), Verdict::Leave);
        assert_eq!(game.event(4), Verdict::Yield);
        game.yielded(4);
        assert_eq!(game.event(6), Verdict::Leave, "the server has not told all yet");
        assert_eq!(game.event(5), Verdict::Yield);
        game.yielded(5);
        assert_eq!(game.subscribed(5), Verdict::Leave);
        assert_eq!(game.event(7), Verdict::Ask(Some(5)));
        assert_eq!(game.event(8), Verdict::Leave);
        assert_eq!(game.event(6), Verdict::Yield);
    }

    #[test]
    fn another_log_begins_with_a_snapshot() {
        let mut game = Following::new(Some(9));
        game.ask();
        assert_eq!(game.subscribed(4), Verdict::Ask(None));
        assert_eq!(game.event(5), Verdict::Leave);
        assert_eq!(game.snapshot(), Verdict::Yield);
        game.began(5);
        assert_eq!(game.event(6), Verdict::Yield);
    }

    #[test]
    fn without_room_nothing_is_lost() {
        let mut game = Following::new(None);
        assert_eq!(game.ask(), None);
        assert_eq!(game.snapshot(), Verdict::Yield);
        game.began(2);
        assert_eq!(game.event(3), Verdict::Yield);
        game.fall_behind();
        assert_eq!(
            (game.event(3), game.event(4), game.subscribed(4)),
            (Verdict::Leave, Verdict::Leave, Verdict::Leave)
        );
        assert!(game.is_behind());
        assert_eq!(game.ask(), Some(2));
        assert_eq!(game.event(3), Verdict::Yield);
    }
}
