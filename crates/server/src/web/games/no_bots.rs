//! Games that take no bots: nobody in them is a program that the server knows as one.
//!
//! A guest may be somebody's program, too, and no server can tell. So this keeps out those who say what they are.

use serde_json::json;
use tengen_game::{GameId, Settings};
use tengen_protocol::{Player, PlayerKind, ProblemCode};

use crate::app::App;
use crate::web::error::WebError;

/// Whether a game with these settings may be made by this player, and offered to this one.
pub(super) fn check_new(
    settings: &Settings,
    creator: &Player,
    opponent: Option<&Player>,
) -> Result<(), WebError> {
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

/// Whether a player may join a game. The kind of a bot and the settings of a game never change, so this holds also when the
/// player is seated. Of a game that is not there nothing is said.
pub(super) async fn check_joining(app: &App, player: &Player, id: GameId) -> Result<(), WebError> {
    if player.kind != PlayerKind::Bot {
        return Ok(());
    }
    match app.store.game(id).await? {
        Some(game) if game.settings.no_bots() => Err(ProblemCode::NoBots.into()),
        _ => Ok(()),
    }
}
