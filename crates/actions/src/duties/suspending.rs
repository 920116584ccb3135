//! The games of players who may not play: offers are called off, and games by days stand still for a suspension, a week at most.
//!
//! Sockets end by the tokens' change, so in games at one sitting a suspended player is away like anybody who has gone. A game is
//! not in the transaction of the sanction, so each sanction is seen to until that is done, whichever server of the database dies
//! meanwhile.

use std::time::Duration;

use tengen_duties::Repeat;
use tengen_game::{Command, GameId, Millis, PlayerId, Ruling};
use tengen_live::RoomError;
use tengen_protocol::{Sanction, SanctionKind};
use tengen_rules::Color;
use tengen_store::{StoreError, Unfinished, Unsettled};
use tengen_trouble as trouble;

use crate::games::{GAMES, command_for};
use crate::kit::Parts;

/// How often it is looked whether a sanction is still to be seen to.
const LOOK: Duration = Duration::from_secs(15);
/// How many sanctions are seen to at a look.
const AT_ONCE: u32 = 20;

/// Sees to the games of players who were suspended or may play again, until the server stops. Several servers may do so at once:
/// each ruling is made once, and refused then.
pub async fn watch(parts: Parts) {
    let mut looks = Repeat::every(LOOK, &parts.clock, &parts.stop);
    while looks.tick().await {
        if parts.store.wrong_clock().is_none() {
            settle(&parts).await;
        }
    }
}

/// Sees to the games of the players whose sanctions are new, or were lifted.
pub async fn settle(parts: &Parts) {
    let settled = async {
        for unsettled in parts.store.unsettled_sanctions(AT_ONCE).await? {
            see_to(parts, &unsettled).await?;
            parts.store.settle_sanction(&unsettled.sanction).await?;
        }
        Ok::<_, StoreError>(())
    };
    if let Err(error) = settled.await {
        trouble::log("games of a suspended player can't be seen to yet", error);
    }
}

async fn see_to(parts: &Parts, Unsettled { sanction, players }: &Unsettled) -> Result<(), StoreError> {
    for player in players {
        for unfinished in parts.store.unfinished_of(*player, GAMES).await? {
            if sanction.is_in_force(parts.clock.now()) {
                hold(parts, *player, unfinished, sanction).await?;
            } else if !unfinished.open {
                let_go_on(parts, *player, unfinished.game).await?;
            }
        }
        if sanction.is_in_force(parts.clock.now()) {
            for offered in parts.store.offered_to(*player, GAMES).await? {
                call_off(parts, *player, offered.game).await?;
            }
        }
    }
    Ok(())
}

/// Calls an open game off, and has one by days stand still for a suspension.
async fn hold(
    parts: &Parts,
    player: PlayerId,
    unfinished: Unfinished,
    sanction: &Sanction,
) -> Result<(), StoreError> {
    if unfinished.open {
        return call_off(parts, player, unfinished.game).await;
    }
    match (sanction.kind, sanction.until) {
        (SanctionKind::Suspension, Some(until)) => {
            rule(parts, unfinished.game, Ruling::Pause { until }).await
        }
        // A banned player does not come back, so nobody has to wait.
        _ => Ok(()),
    }
}

/// Calls an offer off, or declines it.
async fn call_off(parts: &Parts, player: PlayerId, game: GameId) -> Result<(), StoreError> {
    done(game, command_for(parts, player, game, Command::Abort { reason: None }).await)
}

/// Ends the pause of the staff in a game, unless the opponent is suspended as well: then it lasts as long as that.
async fn let_go_on(parts: &Parts, player: PlayerId, game: GameId) -> Result<(), StoreError> {
    let paused = parts
        .rooms
        .with_state(game, |state| {
            let pause = state.pause().filter(|pause| pause.color.is_none())?;
            Some((pause.until, state.players()?))
        })
        .await;
    let (until, players) = match paused {
        Ok(Some(Some(paused))) => paused,
        Ok(_) => return Ok(()),
        Err(error) => return done(game, Err(error)),
    };
    let opponent =
        [Color::Black, Color::White].map(|color| players[color]).into_iter().find(|id| *id != player);
    let held_until = match opponent {
        Some(opponent) => {
            parts.store.sanction_in_force(opponent, parts.clock.now()).await?.as_ref().and_then(end_of_pause)
        }
        None => None,
    };
    if held_until.is_some_and(|held_until| held_until >= until) {
        return Ok(());
    }
    rule(parts, game, Ruling::Unpause).await?;
    match held_until {
        Some(until) => rule(parts, game, Ruling::Pause { until }).await,
        None => Ok(()),
    }
}

/// Until when games stand still for a sanction.
fn end_of_pause(sanction: &Sanction) -> Option<Millis> {
    sanction.until.filter(|_| sanction.kind == SanctionKind::Suspension)
}

async fn rule(parts: &Parts, game: GameId, ruling: Ruling) -> Result<(), StoreError> {
    done(game, parts.rooms.rule(game, ruling).await.map(|_| ()))
}

/// A game that refuses is as it should be, or can't be otherwise.
fn done(game: GameId, outcome: Result<(), RoomError>) -> Result<(), StoreError> {
    match outcome {
        Ok(()) | Err(RoomError::Refused(_)) => Ok(()),
        Err(RoomError::Store(error)) => Err(error),
        Err(error) => {
            trouble::log_in_game(game, "a game of a suspended player is not as it should be", error);
            Ok(())
        }
    }
}
