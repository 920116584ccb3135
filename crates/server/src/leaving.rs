//! Players who leave for good: their games end, and everything else is forgotten.

use tengen_game::{Command, PlayerId};
use tengen_live::RoomError;
use tengen_protocol::Role;
use tengen_rules::Color;
use tengen_store::{Deleted, IdleSince, Noted, StoreError, Unfinished};
use tengen_trouble as trouble;

use crate::app::App;
use crate::on_behalf::{GAMES, command_for};

/// Ends the games of a player, and forgets everything else, and so with the player's bots, which belong to nobody else. What the
/// staff does is written down.
pub(super) async fn leave_with_bots(
    app: &App,
    player: PlayerId,
    noted: Option<&Noted<'_>>,
) -> Result<Deleted, StoreError> {
    // Asked for before anything ends. Whoever becomes the last one meanwhile keeps all but the games and the bots.
    if app.store.is_last(player, Role::Owner).await? {
        return Ok(Deleted::LastOwner);
    }
    if app.store.leads_alone(player).await? {
        return Ok(Deleted::LastLeader);
    }
    leave_bots(app, player).await?;
    let deleted = leave_noted(app, player, noted).await?;
    if !matches!(deleted, Deleted::LastOwner | Deleted::LastLeader) {
        // Another device may have made one meanwhile. Nobody can any more.
        leave_bots(app, player).await?;
    }
    Ok(deleted)
}

/// Nobody names a bot an owner or the leader of a group, so all of them go.
async fn leave_bots(app: &App, owner: PlayerId) -> Result<(), StoreError> {
    for bot in app.store.bots_of(owner).await? {
        leave(app, bot.id.0).await?;
    }
    Ok(())
}

/// Ends the games of a player, and forgets everything else.
pub(super) async fn leave(app: &App, player: PlayerId) -> Result<Deleted, StoreError> {
    leave_noted(app, player, None).await
}

async fn leave_noted(app: &App, player: PlayerId, noted: Option<&Noted<'_>>) -> Result<Deleted, StoreError> {
    end_games(app, player).await?;
    let deleted = match noted {
        Some(noted) => app.store.delete_player_by_staff(player, noted).await?,
        None => app.store.delete_player(player).await?,
    };
    if let Deleted::Done { ended } = &deleted {
        revoke(app, ended);
    }
    if !matches!(deleted, Deleted::LastOwner | Deleted::LastLeader) {
        // Another device may have begun one meanwhile. Nobody can any more.
        end_games(app, player).await?;
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
