//! Taking a seat in a game.

use tengen_entropy as entropy;
use tengen_game::{Command, GameId, Moment, Phase, Refusal};
use tengen_limits::{Client, Kind};
use tengen_live::{RoomError, Sent};
use tengen_protocol::{ProblemCode, Snapshot};

use super::no_bots;
use crate::kit::{ActionError, Actor, Parts, may_join};
use crate::positions::check_beginning;

/// Takes the free seat of a game.
pub async fn join(parts: &Parts, actor: &Actor, id: GameId) -> Result<Snapshot, ActionError> {
    let (player, client) = (actor.id(), actor.client);
    may_join(&parts.store, client, player).await.inspect_err(|error| kept_out(parts, client, error))?;
    if parts.store.is_blocked_from(player, id).await? {
        return Err(ProblemCode::Blocked.into());
    }
    // An offer may be older than the class that is closed now, or than a member's leaving.
    if let Some(offered) = parts.store.game(id).await? {
        let creator = offered.settings.creator();
        let is_within = match parts.enclosures.of_pair(player, Some(creator)).await {
            Err(ActionError::Refused(_)) => false,
            class => class? == offered.enclosed_in,
        };
        if creator != player && !is_within {
            return Err(ProblemCode::NoSuchGame.into());
        }
        // Since it was offered, games may have come to where it begins, and what is free for the creator may be like a game of
        // this player's. Once it has begun, whoever comes late is told so.
        if offered.settings.beginning().is_some() {
            let now = parts.rooms.snapshot(id, actor.audience()).await?;
            if now.phase == Phase::Open.name() && !is_seated(actor, &now) {
                check_beginning(parts, player, client, &offered.settings).await?;
            }
        }
        no_bots::check_joining(&offered.settings, &actor.player)?;
    }
    sit_down(parts, actor, id).await
}

/// Takes the free seat, or the two of one's own local game.
pub(super) async fn sit_down(parts: &Parts, actor: &Actor, id: GameId) -> Result<Snapshot, ActionError> {
    let moment = Moment { lot: entropy::lot()?, ..Moment::at(parts.clock.now()) };
    let sent = Sent { actor: actor.id(), id: None, command: Command::Join, moment, answers: None };
    let outcome = parts.rooms.command(id, sent).await;
    let snapshot = parts.rooms.snapshot(id, actor.audience()).await?;
    match outcome {
        // A player who has the seat already, by an earlier click perhaps, may ask again.
        Err(RoomError::Refused(Refusal::SeatTaken)) if is_seated(actor, &snapshot) => {}
        outcome => _ = outcome?,
    }
    Ok(snapshot)
}

fn is_seated(actor: &Actor, game: &Snapshot) -> bool {
    let seats = [&game.players.black, &game.players.white];
    seats.into_iter().flatten().any(|card| card.id == actor.player.id)
}

/// Counts a client that may not have another game, for the log.
pub(super) fn kept_out(parts: &Parts, client: Client, error: &ActionError) {
    if matches!(error, ActionError::Refused(_)) {
        parts.limits.keep_out(client, Kind::Games);
    }
}
