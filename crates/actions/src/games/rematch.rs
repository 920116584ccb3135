//! Another game, colours swapped.

use tengen_game::{Colors, GameId, NewGame, Phase, PlayerId, Refusal};
use tengen_live::RoomError;
use tengen_protocol::{ProblemCode, Snapshot};
use tengen_rules::Color;

use super::joining::{join, sit_down};
use super::making::{open, wished};
use crate::kit::{ActionError, Actor, Parts};

/// How often a rematch is looked for when two players ask at the same moment.
const TRIES: usize = 3;

/// Offers a rematch, or takes the seat in the one that the opponent has offered. Answers the game, and whether it is new.
pub async fn rematch(parts: &Parts, actor: &Actor, id: GameId) -> Result<(Snapshot, bool), ActionError> {
    let player = actor.id();
    let earlier = parts.store.game(id).await?.ok_or(ProblemCode::NoSuchGame)?;
    let snapshot = parts.rooms.snapshot(id, actor.audience()).await?;
    let phase = Phase::ALL.into_iter().find(|phase| phase.name() == snapshot.phase).unwrap_or(Phase::Playing);
    let wrong_phase = Refusal::WrongPhase(phase);
    let (color, opponent) = match seats(&snapshot, player) {
        Some(seats) => seats,
        None if phase == Phase::Open && snapshot.creator.id == actor.player.id => {
            return Err(wrong_phase.into());
        }
        None => return Err(ProblemCode::NotAPlayer.into()),
    };
    if phase != Phase::Finished {
        return Err(wrong_phase.into());
    }
    let is_local = earlier.settings.local();
    for _ in 0..TRIES {
        if let Some((offered, by)) = parts.store.rematch(id).await? {
            let game = if is_local {
                sit_down(parts, actor, offered).await?
            } else if by == player {
                parts.rooms.snapshot(offered, actor.audience()).await?
            } else {
                join(parts, actor, offered).await?
            };
            return Ok((game, false));
        }
        let color = if color == Color::Black { Colors::White } else { Colors::Black };
        let opponent = (!is_local).then_some(opponent);
        let wish = NewGame { color, opponent, ..earlier.settings.wish() };
        let row = wished(parts, actor, wish, Some(id)).await?;
        // Nothing is kept if the opponent was faster.
        if let Some(game) = open(parts, actor, row).await? {
            return Ok((game, true));
        }
    }
    Err(RoomError::Gone.into())
}

/// A player's colour, and the opponent.
fn seats(game: &Snapshot, player: PlayerId) -> Option<(Color, PlayerId)> {
    let [black, white] = [game.players.black.as_ref()?.id.0, game.players.white.as_ref()?.id.0];
    match player {
        _ if player == black => Some((Color::Black, white)),
        _ if player == white => Some((Color::White, black)),
        _ => None,
    }
}
