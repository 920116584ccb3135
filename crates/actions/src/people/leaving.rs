//! Players who leave for good: their games end, and everything else is forgotten.

use tengen_game::{Command, PlayerId};
use tengen_live::RoomError;
use tengen_protocol::{PlayerKind, ProblemCode};
use tengen_rules::Color;
use tengen_store::{Deleted, IdleSince, Noted, StoreError, Unfinished};
use tengen_trouble as trouble;

use super::fresh::needs_fresh_sign_in;
use crate::games::{GAMES, command_for};
use crate::kit::{ActionError, AtHome, Parts};

/// The player leaves for good. A guest has nothing by which to prove who it is but the own token.
pub async fn delete_oneself(parts: &Parts, home: &AtHome) -> Result<(), ActionError> {
    if home.player.kind != PlayerKind::Guest {
        needs_fresh_sign_in(parts, home).await?;
    }
    parts.clock_is_right()?;
    leave_to_the_end(parts, home.id()).await
}

/// Forgets a player, and ends the games: to the end, also if whoever asked has gone. It is no failure if the player has
/// left before.
pub(super) async fn leave_to_the_end(parts: &Parts, player: PlayerId) -> Result<(), ActionError> {
    let parts = parts.clone();
    let leaving = tokio::spawn(async move { leave(&parts, player, None).await });
    match leaving.await.map_err(ActionError::internal)?? {
        Deleted::Done { .. } | Deleted::Gone => Ok(()),
        Deleted::LastOwner => Err(ProblemCode::LastOwner.into()),
        Deleted::LastLeader => Err(ProblemCode::LastLeader.into()),
    }
}

/// Forgets a player and the player's bots, and then ends their games. What the staff does is written down.
///
/// All that is forgotten goes in one transaction, with the entry, and before any game ends: a server that dies in between leaves
/// nothing but games, which are found and ended afterwards, as are those that can't be ended now.
///
/// # Errors
///
/// When the database failed before anything was forgotten.
pub(crate) async fn leave(
    parts: &Parts,
    player: PlayerId,
    noted: Option<&Noted<'_>>,
) -> Result<Deleted, StoreError> {
    let deleted = match noted {
        Some(noted) => parts.store.delete_player_by_staff(player, noted).await?,
        None => parts.store.delete_player(player).await?,
    };
    let bots = match &deleted {
        Deleted::Done { ended, bots } => {
            parts.tokens.revoke_all(ended);
            &bots[..]
        }
        // The server at which that happened may be ending the games, or have died.
        Deleted::Gone => &[],
        Deleted::LastOwner | Deleted::LastLeader => return Ok(deleted),
    };
    for gone in bots.iter().chain([&player]) {
        if let Err(error) = end_games(parts, *gone).await {
            trouble::log("games of a deleted player can't be ended", error);
        }
    }
    Ok(deleted)
}

/// Does the same for a guest who has done nothing since, and answers whether it was so. No game ends of a guest who has come back.
pub(crate) async fn forget_idle(
    parts: &Parts,
    guest: PlayerId,
    since: IdleSince,
) -> Result<bool, StoreError> {
    // A use of the last seconds may be in this process alone.
    parts.tokens.note_uses(&parts.store).await;
    let Some(ended) = parts.store.delete_idle_guest(guest, since).await? else { return Ok(false) };
    parts.tokens.revoke_all(&ended);
    end_games(parts, guest).await?;
    Ok(true)
}

/// The games of a player that are not over, and those that are offered to the player.
async fn unfinished(parts: &Parts, player: PlayerId) -> Result<Vec<Unfinished>, StoreError> {
    let mut games = parts.store.unfinished_of(player, GAMES).await?;
    games.extend(parts.store.offered_to(player, GAMES).await?);
    Ok(games)
}

/// Calls open games off, declines those that are offered, and resigns those that go on. One that can't be ended now keeps none of
/// the others from it.
///
/// # Errors
///
/// When the database failed; of several times, the last one.
pub(crate) async fn end_games(parts: &Parts, player: PlayerId) -> Result<(), StoreError> {
    let mut ended = Ok(());
    for unfinished in unfinished(parts, player).await? {
        // Those of a local game name a colour, and it does not matter which.
        let by = |command| Command::By { color: Color::Black, command: Box::new(command) };
        let ways = [
            Command::Abort { reason: None },
            Command::Resign,
            by(Command::Abort { reason: None }),
            by(Command::Resign),
        ];
        for command in ways {
            match command_for(parts, player, unfinished.game, command).await {
                Ok(()) => break,
                // It can't be called off any more, or it has ended meanwhile.
                Err(RoomError::Refused(_)) => {}
                Err(RoomError::Store(error)) => {
                    ended = Err(error);
                    break;
                }
                Err(error) => {
                    trouble::log_in_game(unfinished.game, "a game of somebody who leaves goes on", error);
                }
            }
        }
    }
    ended
}
