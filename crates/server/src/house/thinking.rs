//! Taking the turns of the house, one after the other.

use tengen_game::{Command, CommandId, GameId, Moment};

use super::AGAIN;
use crate::app::App;
use crate::clock;
use crate::entropy;
use crate::rooms::{RoomError, Sent};

/// Plays until the server stops.
pub(super) async fn play(app: App) {
    loop {
        let game = tokio::select! {
            game = app.house.next() => game,
            () = app.stop.cancelled() => return,
        };
        match take_turn(&app, game).await {
            Ok(()) | Err(RoomError::NoSuchGame) => {}
            // Something has happened meanwhile; should that need an answer, the game is in the queue again.
            Err(RoomError::Refused(refusal)) => tracing::debug!(%game, %refusal, "the house was refused"),
            Err(error) => {
                tracing::warn!(%game, %error, "the house can't play");
                tokio::time::sleep(AGAIN).await;
                app.house.note(game);
            }
        }
    }
}

async fn take_turn(app: &App, game: GameId) -> Result<(), RoomError> {
    let Some(turn) = app.rooms.house_turn(game).await? else { return Ok(()) };
    let (player, seq) = (turn.player, turn.seq);
    let mix = |sum: u64, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte));
    let seed = game.as_str().bytes().fold(u64::from(seq), mix);
    let decided = tokio::task::spawn_blocking(move || turn.decide(seed)).await;
    let Ok(command) =
        decided.inspect_err(|error| tracing::error!(%game, %error, "the house has lost its mind"))
    else {
        return Ok(());
    };
    let Some(command) = command else { return Ok(()) };
    // The same question has the same answer, so that a command sent again by another server is the same, too.
    let id: Option<CommandId> = format!("house-{seq}").parse().ok();
    let id = id.filter(|_| command != Command::Join);
    // Whoever takes the seat brings the lot for the colours.
    let Ok(lot) = entropy::lot().inspect_err(|error| tracing::error!(%error, "no lot can be drawn")) else {
        return Ok(());
    };
    let sent = Sent { actor: player, id, command, moment: Moment { lot, ..Moment::at(clock::now()) } };
    app.rooms.command(game, sent).await.map(|_| ())
}
