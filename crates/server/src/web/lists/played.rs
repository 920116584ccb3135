//! Moves on a board without a game: somebody lays out a position to find the games that were in it.

use std::sync::Arc;

use serde_json::json;
use tengen_protocol::{ProblemCode, read_moves};
use tengen_rules::{Board, Color, Illegal, Stones, Topology, Vertex};

use crate::web::body::malformed;
use crate::web::error::WebError;

/// How many moves are played for one question.
const MOST: usize = 1_000;

/// A move: by whom, and where unless it is a pass.
pub(super) type ColoredMove = (Color, Option<Vertex>);

/// Where moves have led.
pub(in crate::web) struct After {
    /// The stones that are left on the board.
    pub(in crate::web) stones: Stones,
    /// The opponent of the player who moved last.
    pub(in crate::web) to_move: Color,
}

/// Reads moves with commas between them.
pub(in crate::web) fn read(text: &str) -> Result<Vec<ColoredMove>, WebError> {
    read_moves(text, MOST).map_err(|error| malformed(&format!("moves: {error}")))
}

/// Plays the moves, each by the colour that it names. A stone takes chains without a liberty; a move that would take its own
/// stones is refused. A position alone knows no ko, so ko is not looked at.
pub(in crate::web) fn play(
    mut board: Board<Arc<Topology>>,
    moves: &[ColoredMove],
) -> Result<After, WebError> {
    let topology = Arc::clone(board.topology());
    let mut to_move = Color::Black;
    let mut taken = Vec::new();
    for &(color, at) in moves {
        if let Some(vertex) = at {
            let refused = |rule: Illegal| {
                ProblemCode::IllegalMove.with(json!({"rule": rule.rule(), "at": vertex.to_string()}))
            };
            let point = topology.point(vertex).ok_or_else(|| refused(Illegal::OffBoard))?;
            if !board.place(point, color, &mut taken) {
                return Err(refused(Illegal::Occupied).into());
            }
            if taken.contains(&point) {
                return Err(refused(Illegal::Suicide).into());
            }
        }
        to_move = color.opponent();
    }
    Ok(After { stones: board.stones(), to_move })
}
