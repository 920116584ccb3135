//! Turns, and their effects.

use crate::Point;

/// A turn: a stone or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A stone on an empty point.
    Play(Point),
    /// No stone.
    Pass,
}

/// Why play is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The players passed one after the other, as the rules want it.
    Passes,
    /// A long cycle came back for the third time: there is no result.
    NoResult,
}

/// The effect of a play, done or not yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Play {
    /// The stones that are taken off, sorted: the opponent's, or in suicide the player's own, with the one just
    /// played among them.
    pub captured: Vec<Point>,
    /// Whether it ends play.
    pub ends: Option<Ending>,
}

/// The effect of a pass, done or not yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pass {
    /// Whether it ends play.
    pub ends: Option<Ending>,
    /// Whether it takes the button.
    pub takes_button: bool,
}
