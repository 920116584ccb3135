//! Taking the turns of the house, one after the other.

use std::time::{Duration, Instant};

use tengen_game::{Command, CommandId, GameId, Millis, Moment, PlayerId};

use super::queue::Job;
use crate::app::App;
use crate::entropy;
use crate::rooms::{RoomError, Sent};
use crate::trouble;

/// How long to wait after the database has failed.
pub(super) const AGAIN: Duration = Duration::from_secs(1);

/// The house's decision in a game.
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
        let job = tokio::select! {
            next = app.house.next(&app.limits) => next,
            () = app.stop.cancelled() => return,
        };
        let (game, opponent) = (job.game, job.opponent);
        match think(&app, job).await {
            Ok(None) => {}
            Ok(Some(answer)) if answer.due <= app.clock.now() => send(&app, answer).await,
            Ok(Some(answer)) => drop(tokio::spawn(send_when_due(app.clone(), answer))),
            Err(error) => put_up_with(&app, game, opponent, error).await,
        }
    }
}

/// Decides on the next action in a game, if there is one.
async fn think(app: &App, job: Job) -> Result<Option<Answer>, RoomError> {
    let Job { game, opponent, hurry } = job;
    let Some(turn) = app.rooms.house_turn(game).await? else { return Ok(None) };
    let (actor, seq, asked_at) = (turn.player, turn.seq, turn.asked_at);
    let mix = |sum: u64, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte));
    let seed = game.as_str().bytes().fold(u64::from(seq), mix);
    let decided = tokio::task::spawn_blocking(move || {
        let began = Instant::now();
        (turn.decide(seed, hurry), began.elapsed())
    });
    let decided = decided.await.map(|(command, time)| {
        if let Some(client) = app.house.client(opponent) {
            app.limits.worked(client, time);
        }
        command
    });
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
    // The player who takes the seat brings the lot for the colours.
    let Ok(lot) = entropy::lot().inspect_err(|error| tracing::error!(%error, "no lot can be drawn")) else {
        return Ok(None);
    };
    let moment = Moment { lot, ..Moment::at(app.clock.now()) };
    // A resignation names no turn: without this it would come though the opponent has taken back.
    let sent = Sent { actor, id, command, moment, answers: Some(seq) };
    Ok(Some(Answer { game, opponent, sent, due: asked_at + Millis::from(pause) }))
}

async fn send_when_due(app: App, answer: Answer) {
    // A clock that was put back makes nobody wait for longer than the pause.
    let left = (answer.due - app.clock.now()).clamp(0, Millis::from(app.options.house_pause));
    tokio::select! {
        () = app.clock.sleep(Duration::from_millis(left.unsigned_abs())) => send(&app, answer).await,
        () = app.stop.cancelled() => {}
    }
}

async fn send(app: &App, Answer { game, opponent, mut sent, .. }: Answer) {
    sent.moment.at = app.clock.now();
    if let Err(error) = app.rooms.command(game, sent).await {
        put_up_with(app, game, opponent, error).await;
    }
}

/// Lets a failed turn be taken again later.
async fn put_up_with(app: &App, game: GameId, opponent: PlayerId, error: RoomError) {
    match error {
        RoomError::NoSuchGame => {}
        // Something has happened meanwhile; should that need an answer, the game is in the queue again.
        RoomError::Refused(refusal) => tracing::debug!(%game, %refusal, "the house was refused"),
        error => {
            trouble::log_in_game(game, "the house can't play", error);
            app.clock.sleep(AGAIN).await;
            app.house.note(game, opponent);
        }
    }
}
