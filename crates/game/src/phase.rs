//! The phases of a game.

/// The phases of a game, in their order; from scoring it may go back to playing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Waits for an opponent.
    Open,
    /// Stones are played.
    Playing,
    /// The players agree on dead stones.
    Scoring,
    /// There is a result; nothing happens any more.
    Finished,
}

impl Phase {
    /// Every phase.
    pub const ALL: [Self; 4] = [Self::Open, Self::Playing, Self::Scoring, Self::Finished];

    /// The name in JSON and in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Playing => "playing",
            Self::Scoring => "scoring",
            Self::Finished => "finished",
        }
    }
}
