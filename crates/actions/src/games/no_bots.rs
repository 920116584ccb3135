//! Games that take no bots: nobody in them is a program that the server knows as one.
//!
//! A guest may be somebody's program, too, and no server can tell. So this keeps out those who say what they are.

use serde_json::json;
use tengen_game::Settings;
use tengen_protocol::{Player, PlayerKind, ProblemCode};

use crate::kit::ActionError;

/// Whether a game with these settings may be made by this player, and offered to this one.
pub(super) fn check_new(
    settings: &Settings,
    creator: &Player,
    opponent: Option<&Player>,
) -> Result<(), ActionError> {
    if !settings.no_bots() {
        return Ok(());
    }
    let is = |player: &Player, kind| player.kind == kind;
    if is(creator, PlayerKind::Bot) || opponent.is_some_and(|player| is(player, PlayerKind::Bot)) {
        return Err(ProblemCode::NoBots.into());
    }
    // Whoever asks the server's own computer for a game wants a program: the wish contradicts itself.
    if opponent.is_some_and(|player| is(player, PlayerKind::Computer)) {
        return Err(ProblemCode::InvalidSettings.with(json!({"field": "no_bots"})).into());
    }
    Ok(())
}

/// Whether a player may join a game with these settings. These and the kind of a bot never change, so this holds also when the player
/// is seated.
pub(super) fn check_joining(settings: &Settings, player: &Player) -> Result<(), ActionError> {
    if settings.no_bots() && player.kind == PlayerKind::Bot {
        Err(ProblemCode::NoBots.into())
    } else {
        Ok(())
    }
}
