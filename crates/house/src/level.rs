//! How strong the opponent is.

/// How strong the opponent is, which is how much it computes for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// For players who have just learnt the rules.
    First,
    /// For players who have won some games.
    Second,
    /// The best that it can do within a few seconds.
    Third,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 3] = [Level::First, Level::Second, Level::Third];

    /// The stable number of the level, from 1.
    pub const fn number(self) -> u8 {
        match self {
            Level::First => 1,
            Level::Second => 2,
            Level::Third => 3,
        }
    }

    /// How many moves all random games of one search may have together. It bounds the time on boards of every size: a
    /// processor plays some millions a second.
    pub(crate) const fn moves(self) -> usize {
        match self {
            Level::First => 6_000,
            Level::Second => 150_000,
            Level::Third => 3_000_000,
        }
    }
}
