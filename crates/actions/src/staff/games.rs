//! What the staff does in games.

use serde::{Deserialize, Serialize};
use serde_json::json;
use tengen_audit::Kind;
use tengen_game::{GameId, Phase, Refusal, Ruling, State};
use tengen_live::RoomError;
use tengen_protocol::view::Audience;
use tengen_protocol::{GameAct, ProblemCode, Role, RuledWinner, Snapshot};
use tengen_roles::{Act, Game, GameAct as Right};
use tengen_store::Store;

use super::by::By;
use crate::kit::{Acting, ActionError, Parts, person};

/// Decides a game, declares it void, or has it count again, and writes that down.
pub async fn act_on_game(
    parts: &Parts,
    acting: &Acting,
    id: GameId,
    act: &GameAct,
) -> Result<(), ActionError> {
    let (right, reason) = match act {
        GameAct::Adjudicate { reason, .. } => (Right::Adjudicate, reason),
        GameAct::Void { reason } => (Right::Void, reason),
        GameAct::Restore { reason } => (Right::Restore, reason),
    };
    // Whoever has no right learns nothing of the game.
    acting.may(Act::ToGame(right, Game { is_own: false, highest: None }))?;
    // The staff knows of a delayed game as much as all who look on.
    let game = parts.rooms.snapshot(id, Audience::Spectator).await?;
    let is_over = game.phase == Phase::Finished.name();
    acting.may(Act::ToGame(right, done_to(parts, acting, &game).await?))?;
    parts.clock_is_right()?;
    let by = By::staff(parts, acting).because(reason);
    match act {
        GameAct::Adjudicate { winner, .. } => {
            // A client that goes away meanwhile leaves no entry of a decision that was never tried.
            let (parts, acting, winner, reason) = (parts.clone(), acting.clone(), *winner, reason.clone());
            let decided = tokio::spawn(async move {
                decide(&parts, By::staff(&parts, &acting).because(&reason), id, winner).await
            });
            decided.await.map_err(ActionError::internal)??;
        }
        GameAct::Void { .. } | GameAct::Restore { .. } if !is_over => {
            return Err(ProblemCode::WrongPhase.with(json!({"phase": game.phase})).into());
        }
        GameAct::Void { .. } => _ = mark(&parts.store, by, id, Mark::Void).await?,
        GameAct::Restore { .. } => _ = mark(&parts.store, by, id, Mark::Restore).await?,
    }
    Ok(())
}

/// Whether a game counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// Lists and sums leave it out.
    Void,
    /// It counts again.
    Restore,
}

/// Marks a game, or takes the mark away, for an operator who has no live games at hand, and answers whether it was not so
/// before. Spectators have to have seen its end.
pub async fn mark_game(store: &Store, by: By<'_>, id: GameId, to: Mark) -> Result<bool, ActionError> {
    let right = if to == Mark::Void { Right::Void } else { Right::Restore };
    by.may(Act::ToGame(right, Game { is_own: false, highest: None }))?;
    if store.has_ended(id, by.at).await?.ok_or(ProblemCode::NoSuchGame)? {
        mark(store, by, id, to).await
    } else {
        Err(ProblemCode::WrongPhase.into())
    }
}

async fn mark(store: &Store, by: By<'_>, id: GameId, mark: Mark) -> Result<bool, ActionError> {
    let of = ("game", id.as_str());
    Ok(match mark {
        Mark::Void => store.void_game(id, &by.noted(Kind::Void, of, json!({}))?).await?,
        Mark::Restore => store.restore_game(id, &by.noted(Kind::Restore, of, json!({}))?).await?,
    })
}

/// The game as the rights see it: those are asked who play it, or have offered it and to whom.
async fn done_to(parts: &Parts, acting: &Acting, game: &Snapshot) -> Result<Game, ActionError> {
    let mut done_to = Game { is_own: false, highest: None };
    let players = [&game.players.black, &game.players.white, &game.opponent];
    for card in players.into_iter().flatten().chain([&game.creator]) {
        let player = parts.store.player(card.id.0).await?;
        let person = person(&parts.store, Some(acting.player.id.0), player.as_ref()).await?;
        done_to.is_own |= person.is_actor;
        done_to.highest = higher(done_to.highest, person.role);
    }
    Ok(done_to)
}

/// Writes a decision down and makes it. The entry of the log comes first, for the game is in another transaction: so no decision
/// is without an entry, and one that was refused has a second entry which says so.
async fn decide(parts: &Parts, by: By<'_>, game: GameId, winner: RuledWinner) -> Result<(), ActionError> {
    // What can't be decided any more leaves no entry, but where it ends at this moment.
    let phase = parts.rooms.with_state(game, State::phase).await?.unwrap_or(Phase::Finished);
    if !matches!(phase, Phase::Playing | Phase::Scoring) {
        return Err(Refusal::WrongPhase(phase).into());
    }
    let noted = by.noted(Kind::Adjudicate, ("game", game.as_str()), json!({"winner": winner}))?;
    let seq = parts.store.note(&noted).await?;
    let ruling = Ruling::Adjudicate(winner.color());
    let Err(error) = parts.rooms.rule(game, ruling).await else { return Ok(()) };
    if was_not_done(&error) {
        // At the time of the decision: the clock may have been found to be wrong since.
        let (subject, facts) = (seq.to_string(), json!({"game": game.as_str()}));
        let noted = by.noted_with(Kind::NotDone, ("entry", subject.as_str()), facts, "")?;
        parts.store.note(&noted).await?;
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
