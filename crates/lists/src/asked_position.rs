//! A position that somebody asks for.

use std::sync::Arc;

use tengen_rules::{BoardName, Color, Stones, Topology};

/// A position that somebody asks for.
#[derive(Debug, Clone)]
pub struct AskedPosition {
    /// The board's name.
    pub board: BoardName,
    /// The board.
    pub topology: Arc<Topology>,
    /// The stones on it.
    pub stones: Stones,
    /// The player to move.
    pub to_move: Color,
}
