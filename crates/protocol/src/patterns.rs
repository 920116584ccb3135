//! Texts that are words or patterns without a type of their own.

use tengen_game::{Phase, Waiting};
use tengen_rules::LineName;

/// The phases of a game.
pub(crate) fn phases() -> Vec<&'static str> {
    Phase::ALL.iter().map(|phase| phase.name()).collect()
}

/// The things that a game may wait for.
pub(crate) fn waits() -> Vec<&'static str> {
    Waiting::ALL.iter().map(|waiting| waiting.name()).collect()
}

/// The parts of a score.
pub(crate) fn score_lines() -> Vec<&'static str> {
    LineName::ALL.iter().map(|name| name.name()).collect()
}

/// A character for each point, row by row from the top left.
pub(crate) const STONES: &str = "^[.BW]*$";

/// A vertex, or a pass.
pub(crate) const MOVE: &str = "^(pass|[A-HJ-Z]([1-9]|1[0-9]|2[0-5]))$";
