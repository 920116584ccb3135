//! The position in which a game begins.

use serde::{Deserialize, Serialize};
use tengen_game::BeginningWish;
use tengen_rules::{Color, Vertex};

use crate::word::Word;

/// A position as it is kept, with the moves that led to it: each with its player, and where unless it was a
/// pass.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Position {
    stones: String,
    to_move: Word<Color>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    moves: Vec<(Word<Color>, Option<Word<Vertex>>)>,
}

impl From<BeginningWish> for Position {
    fn from(BeginningWish { stones, to_move, moves }: BeginningWish) -> Self {
        let moves = moves.into_iter().map(|(color, at)| (Word(color.unwrap_or(to_move)), at.map(Word)));
        Self { stones, to_move: Word(to_move), moves: moves.collect() }
    }
}

impl From<Position> for BeginningWish {
    fn from(position: Position) -> Self {
        let moves = position.moves.into_iter().map(|(color, at)| (Some(color.0), at.map(|at| at.0)));
        Self { stones: position.stones, to_move: position.to_move.0, moves: moves.collect() }
    }
}
