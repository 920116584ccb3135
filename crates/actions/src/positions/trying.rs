//! A move that is tried on a position.

use serde_json::json;
use tengen_protocol::{ProblemCode, Refused, Text, Tried, TryMove};
use tengen_trying::{NotTried, try_move};

use crate::kit::{ActionError, malformed};

/// Tries a move. It tells nothing but the rules, so anybody may ask.
pub fn tried(question: &TryMove) -> Result<Tried, ActionError> {
    try_move(question).map_err(|error| not_tried(&error))
}

fn not_tried(error: &NotTried) -> ActionError {
    let problem = match error {
        NotTried::Settings(error) => Refused::from(error),
        NotTried::Handicap { max } => {
            ProblemCode::InvalidSettings.with(json!({"field": "setup.handicap", "min": 0, "max": max}))
        }
        NotTried::Placement => ProblemCode::InvalidSettings.with(json!({"field": "setup.handicap"})),
        NotTried::NoLiberties(stone) => ProblemCode::InvalidPosition.with(json!({"at": Text(*stone)})),
        NotTried::NotPossible { number, at, why } => {
            let at = at.map_or_else(|| "pass".to_owned(), |vertex| vertex.to_string());
            ProblemCode::IllegalMove.with(json!({"rule": why.rule(), "at": at, "number": number}))
        }
        NotTried::Stones(_) | NotTried::Moves(_) | NotTried::Move(_) => return malformed(&error.to_string()),
    };
    problem.into()
}
