//! Players who leave for good: their games end, and everything else is forgotten.

use tengen_actions::games::{GAMES, command_for};
use tengen_game::{Command, PlayerId};
use tengen_live::RoomError;
use tengen_rules::Color;
use tengen_store::{Deleted, IdleSince, Noted, StoreError, Unfinished};
use tengen_trouble as trouble;

use crate::app::App;

/// Forgets a player and the player's bots, and then ends their games. What the staff does is written down.
///
/// All that is forgotten goes in one transaction, with the entry, and before any game ends: a server that dies in between leaves
/// nothing but games, which are found and ended afterwards, as are those that can't be ended now.
pub(super) async fn leave(
    app: &App,
    player: PlayerId,
    noted: Option<&Noted<'_>>,
) -> Result<Deleted, StoreError> {
    let deleted = match noted {
        Some(noted) => app.store.delete_player_by_staff(player, noted).await?,
        None => app.store.delete_player(player).await?,
    };
    let bots = match &deleted {
        Deleted::Done { ended, bots } => {
            revoke(app, ended);
            &bots[..]
        }
        // The server at which that happened may be ending the games, or have died.
        Deleted::Gone => &[],
        Deleted::LastOwner | Deleted::LastLeader => return Ok(deleted),
    };
    for gone in bots.iter().chain([&player]) {
        if let Err(error) = end_games(app, *gone).await {
            trouble::log("games of a deleted player can't be ended", error);
        }
    }
    Ok(deleted)
}

/// Does the same for a guest who has done nothing since, and answers whether it was so. No game ends of a guest who has come back.
pub(super) async fn forget_idle(app: &App, guest: PlayerId, since: IdleSince) -> Result<bool, StoreError> {
    // A use of the last seconds may be in this process alone.
    app.tokens.note_uses(&app.store).await;
    let Some(ended) = app.store.delete_idle_guest(guest, since).await? else { return Ok(false) };
    revoke(app, &ended);
    end_games(app, guest).await?;
    Ok(true)
}

fn revoke(app: &App, hashes: &[String]) {
    for hash in hashes {
        app.tokens.revoke_everywhere(hash);
    }
}

/// The games of a player that are not over, and those that are offered to the player.
async fn unfinished(app: &App, player: PlayerId) -> Result<Vec<Unfinished>, StoreError> {
    let mut games = app.store.unfinished_of(player, GAMES).await?;
    games.extend(app.store.offered_to(player, GAMES).await?);
    Ok(games)
}

/// Calls open games off, declines those that are offered, and resigns those that go on. One that can't be ended now keeps none of
/// the others from it.
///
/// # Errors
///
/// When the database failed; of several times, the last one.
pub(super) async fn end_games(app: &App, player: PlayerId) -> Result<(), StoreError> {
    let mut ended = Ok(());
    for unfinished in unfinished(app, player).await? {
        // Those of a local game name a colour, and it does not matter which.
        let by = |command| Command::By { color: Color::Black, command: Box::new(command) };
        let ways = [
            Command::Abort { reason: None },
            Command::Resign,
            by(Command::Abort { reason: None }),
            by(Command::Resign),
        ];
        for command in ways {
            match command_for(app, player, unfinished.game, command).await {
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
