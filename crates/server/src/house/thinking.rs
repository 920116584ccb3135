//! Taking the turns of the house, one after the other.

use std::time::Duration;

use tengen_game::{Command, CommandId, GameId, Millis, Moment, PlayerId};

use super::AGAIN;
use crate::app::App;
use crate::clock;
use crate::entropy;
use crate::rooms::{RoomError, Sent};
use crate::trouble;

/// What the house has decided to do in a game.
#[derive(Debug)]
struct Answer {
    game: GameId,
    opponent: PlayerId,
    sent: Sent,
    /// Before this it is not sent.
    due: Millis,
}

/// Plays until the server stops. An answer that is not due yet waits beside the thinking, so that no game waits for the
/// pause of another one.
pub(super) async fn play(app: App) {
    loop {
        let (game, opponent) = tokio::select! {
            next = app.house.next() => next,
            () = app.stop.cancelled() => return,
        };
        match think(&app, game, opponent).await {
            Ok(None) => {}
            Ok(Some(answer)) if answer.due <= clock::now() => send(&app, answer).await,
            Ok(Some(answer)) => drop(tokio::spawn(send_when_due(app.clone(), answer))),
            Err(error) => put_up_with(&app, game, opponent, error).await,
        }
    }
}

/// Decides what to do in a game, if anything.
async fn think(app: &App, game: GameId, opponent: PlayerId) -> Result<Option<Answer>, RoomError> {
    let Some(turn) = app.rooms.house_turn(game).await? else { return Ok(None) };
    let (actor, seq, asked_at) = (turn.player, turn.seq, turn.asked_at);
    let mix = |sum: u64, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte));
    let seed = game.as_str().bytes().fold(u64::from(seq), mix);
    let decided = tokio::task::spawn_blocking(move || turn.decide(seed)).await;
    let Ok(command) =
        decided.inspect_err(|error| tracing::error!(%game, %error, "the house has lost its mind"))
    else {
        return Ok(None);
    };
    let Some(command) = command else { return Ok(None) };
    let pause = match command {
        Command::Play { .. } | Command::Pass { .. } | Command::Resign => app.options.house_pause,
        _ => 0,
    };
    // The same question has the same answer, so that a command sent again by another server is the same, too.
    let id: Option<CommandId> = format!("house-{seq}").parse().ok();
    let id = id.filter(|_| command != Command::Join);
    // Whoever takes the seat brings the lot for the colours.
    let Ok(lot) = entropy::lot().inspect_err(|error| tracing::error!(%error, "no lot can be drawn")) else {
        return Ok(None);
    };
    let moment = Moment { lot, ..Moment::at(clock::now()) };
    // A resignation names no turn: without this it would come though the opponent has taken back.
    let sent = Sent { actor, id, command, moment, answers: Some(seq) };
    Ok(Some(Answer { game, opponent, sent, due: asked_at + Millis::from(pause) }))
}

async fn send_when_due(app: App, answer: Answer) {
    // A clock that was put back makes nobody wait for longer than the pause.
    let left = (answer.due - clock::now()).clamp(0, Millis::from(app.options.house_pause));
    tokio::select! {
        () = tokio::time::sleep(Duration::from_millis(left.unsigned_abs())) => send(&app, answer).await,
        () = app.stop.cancelled() => {}
    }
}

async fn send(app: &App, Answer { game, opponent, mut sent, .. }: Answer) {
    sent.moment.at = clock::now();
    if let Err(error) = app.rooms.command(game, sent).await {
        put_up_with(app, game, opponent, error).await;
    }
}

/// Tries again later what has failed.
async fn put_up_with(app: &App, game: GameId, opponent: PlayerId, error: RoomError) {
    match error {
        RoomError::NoSuchGame => {}
        // Something has happened meanwhile; should that need an answer, the game is in the queue again.
        RoomError::Refused(refusal) => tracing::debug!(%game, %refusal, "the house was refused"),
        error => {
            trouble::log_in_game(game, "the house can't play", error);
            tokio::time::sleep(AGAIN).await;
            app.house.note(game, opponent);
        }
    }
}
