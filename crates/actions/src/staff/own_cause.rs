//! Causes of whoever acts as staff, in which that one does nothing to the other side.

use std::iter;

use tengen_game::PlayerId;
use tengen_protocol::ProblemCode;
use tengen_store::Store;

use crate::games::GAMES;
use crate::kit::ActionError;

/// Refuses what somebody of the staff wants to do to a player with whom that one, or a bot of that one, is in a game that goes on.
pub(super) async fn plays_no_game_with(
    store: &Store,
    actor: PlayerId,
    player: PlayerId,
) -> Result<(), ActionError> {
    let theirs = store.unfinished_of(player, GAMES).await?;
    let bots = store.bots_of(actor).await?.into_iter().map(|bot| bot.id.0);
    for one in iter::once(actor).chain(bots) {
        let own = store.unfinished_of(one, GAMES).await?;
        if own.iter().any(|own| theirs.iter().any(|theirs| theirs.game == own.game)) {
            return Err(ProblemCode::NotDuringTheGame.into());
        }
    }
    Ok(())
}

/// Refuses what would take away a report about somebody of the staff, or a bot of that one, before it is answered.
pub(super) async fn is_not_reported_by(
    store: &Store,
    actor: PlayerId,
    player: PlayerId,
) -> Result<(), ActionError> {
    if store.has_reported(player, actor).await? { Err(ProblemCode::NotAllowed.into()) } else { Ok(()) }
}
