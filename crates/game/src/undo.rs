//! The request to take moves back.

use tengen_rules::Color;

/// The requests of each player in a game to take back. Each request leaves events behind, and a turn to be
/// made again.
pub const UNDOS_EACH: u32 = 100;

/// A request to take back, which waits for an answer until the position changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UndoRequest {
    /// The player who asks.
    pub color: Color,
    /// The number of the event that asked.
    pub seq: u32,
    /// The number of moves that would be left.
    pub moves: u32,
}
