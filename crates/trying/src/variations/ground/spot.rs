//! Positions on the way to those that are asked for.

use tengen_protocol::Place;
use tengen_rules::{Color, Game, Stones, Vertex};

/// The position that is asked for: that of a place, if a move of this colour comes behind it; of the player
/// to move there, if it is not said whose. In a game both are the same. In a record the colour decides how
/// far the line goes back.
pub(in crate::variations) type Asked = (Place, Option<Color>);

/// A position on the way to those that are asked for.
#[derive(Debug)]
pub(in crate::variations) struct Spot {
    /// The one before it.
    pub(in crate::variations) before: Option<usize>,
    /// The way by which it is reached.
    pub(in crate::variations) reached: Reached,
}

/// The way by which a position is reached.
#[derive(Debug)]
pub(in crate::variations) enum Reached {
    /// A line begins with it.
    Begin(Beginning),
    /// By a move; that of the player to move, if it is not said whose.
    By(Option<Color>, Option<Vertex>),
    /// By a move of a record. Where no line can go on with it, one begins with the position before it.
    Recorded(Color, Option<Vertex>),
}

/// The beginning of a line.
#[derive(Debug)]
pub(in crate::variations) enum Beginning {
    /// The beginning of a game.
    Game(Box<Game>),
    /// Stones of a record, and the player who moves next.
    Stones(Stones, Color),
}
