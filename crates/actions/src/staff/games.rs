//! What the staff does in games.

use serde_json::json;
use tengen_audit::Kind;
use tengen_game::{GameId, Phase, PlayerId, Refusal, Ruling, State};
use tengen_live::RoomError;
use tengen_protocol::view::Audience;
use tengen_protocol::{GameAct, ProblemCode, Role, RuledWinner, Snapshot};
use tengen_roles::{Act, Game, GameAct as Right};

use super::reason::because;
use crate::kit::{Acting, ActionError, Parts};

/// Decides a game, declares it void, or has it count again, and writes that down.
pub async fn act_on_game(
    parts: &Parts,
    acting: &Acting,
    id: GameId,
    act: GameAct,
) -> Result<(), ActionError> {
    let right = match &act {
        GameAct::Adjudicate { .. } => Right::Adjudicate,
        GameAct::Void { .. } => Right::Void,
        GameAct::Restore { .. } => Right::Restore,
    };
    // Whoever has no right learns nothing of the game.
    acting.may(Act::ToGame(right, Game { is_own: false, highest: None }))?;
    // The staff knows of a delayed game as much as all who look on.
    let game = parts.rooms.snapshot(id, Audience::Spectator).await?;
    let is_over = game.phase == Phase::Finished.name();
    acting.may(Act::ToGame(right, done_to(parts, acting, &game).await?))?;
    parts.clock_is_right()?;
    let actor = acting.player.id.0;
    let noted = |kind, reason: &str| {
        Ok::<_, ActionError>(parts.noted(actor, kind, ("game", id.as_str()), json!({}), because(reason)?))
    };
    match act {
        GameAct::Adjudicate { winner, reason } => {
            // A client that goes away meanwhile leaves no entry of a decision that was never tried.
            let parts = parts.clone();
            let decided = tokio::spawn(async move { decide(&parts, actor, id, winner, &reason).await });
            decided.await.map_err(ActionError::internal)??;
        }
        GameAct::Void { .. } | GameAct::Restore { .. } if !is_over => {
            return Err(ProblemCode::WrongPhase.with(json!({"phase": game.phase})).into());
        }
        GameAct::Void { reason } => {
            parts.store.void_game(id, &noted(Kind::Void, &reason)?).await?;
        }
        GameAct::Restore { reason } => {
            parts.store.restore_game(id, &noted(Kind::Restore, &reason)?).await?;
        }
    }
    Ok(())
}

/// The game as the rights see it: those are asked who play it, or have offered it and to whom.
async fn done_to(parts: &Parts, acting: &Acting, game: &Snapshot) -> Result<Game, ActionError> {
    let mut done_to = Game { is_own: false, highest: None };
    let players = [&game.players.black, &game.players.white, &game.opponent];
    for card in players.into_iter().flatten().chain([&game.creator]) {
        let player = parts.store.player(card.id.0).await?;
        let person = acting.person(parts, player.as_ref()).await?;
        done_to.is_own |= person.is_actor;
        done_to.highest = higher(done_to.highest, person.role);
    }
    Ok(done_to)
}

/// Writes a decision down and makes it. The entry of the log comes first, for the game is in another transaction: so no decision
/// is without an entry, and one that was refused has a second entry which says so.
async fn decide(
    parts: &Parts,
    actor: PlayerId,
    game: GameId,
    winner: RuledWinner,
    reason: &str,
) -> Result<(), ActionError> {
    // What can't be decided any more leaves no entry, but where it ends at this moment.
    let phase = parts.rooms.with_state(game, State::phase).await?.unwrap_or(Phase::Finished);
    if !matches!(phase, Phase::Playing | Phase::Scoring) {
        return Err(Refusal::WrongPhase(phase).into());
    }
    let (facts, aside) = (json!({"winner": winner}), because(reason)?);
    let noted = parts.noted(actor, Kind::Adjudicate, ("game", game.as_str()), facts, aside);
    let seq = parts.store.note(&noted).await?;
    let ruling = Ruling::Adjudicate(winner.color());
    let Err(error) = parts.rooms.rule(game, ruling).await else { return Ok(()) };
    if was_not_done(&error) {
        let (subject, facts) = (seq.to_string(), json!({"game": game.as_str()}));
        parts
            .store
            .note(&parts.noted(actor, Kind::NotDone, ("entry", subject.as_str()), facts, None))
            .await?;
    }
    Err(error.into())
}

/// The higher one of two roles.
fn higher(one: Option<Role>, other: Option<Role>) -> Option<Role> {
    // The highest comes first among all.
    Role::ALL.into_iter().find(|role| one == Some(*role) || other == Some(*role))
}

/// Whether it is sure that nothing was stored.
fn was_not_done(error: &RoomError) -> bool {
    match error {
        RoomError::Refused(_)
        | RoomError::NoSuchGame
        | RoomError::WrongClock { .. }
        | RoomError::Damaged(_)
        | RoomError::LaterRelease(_)
        | RoomError::Full => true,
        RoomError::Store(_) | RoomError::Away | RoomError::Gone => false,
    }
}
