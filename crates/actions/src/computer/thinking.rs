//! Taking the turns of the house, one after the other.

use std::time::{Duration, Instant};

use tengen_entropy as entropy;
use tengen_game::{Command, CommandId, Millis, Moment};
use tengen_live::{RoomError, Sent};
use tengen_store::{Job, JobKind};
use tengen_trouble as trouble;

use super::parts::Computer;
use super::queue::{AtWork, Taken};
use super::turn::Turn;

/// How long after a failure the database is asked again.
const AGAIN: Duration = Duration::from_secs(1);
/// How long a game that only a server of a later release can read is left alone here.
const REST: Duration = Duration::from_mins(10);

/// The house's decision in a game.
#[derive(Debug)]
struct Answer {
    job: Job,
    sent: Sent,
    /// Before this it is not sent.
    due: Millis,
    at_work: AtWork,
}

/// Plays until the server is about to stop. An answer that is not due yet waits beside the thinking, so that no game waits for the
/// pause of another one.
pub(super) async fn play(computer: Computer) {
    loop {
        let next = tokio::select! {
            biased;
            () = computer.leaving.cancelled() => return computer.stop.cancelled().await,
            () = computer.stop.cancelled() => return,
            next = computer.queue.next(&computer.limits) => next,
        };
        let at_work = computer.queue.guard(&next);
        match computer.store.take_job(JobKind::Turn, next.game, computer.store.clock().now()).await {
            Ok(Some(job)) => take(&computer, next, job, at_work).await,
            // It is done, or another server is at work on it.
            Ok(None) => {}
            Err(error) => trouble::log_in_game(next.game, "the computer can't take its turn", error),
        }
    }
}

async fn take(computer: &Computer, next: Taken, job: Job, at_work: AtWork) {
    match think(computer, next, job).await {
        Ok(Thought::Nothing(job)) => finish(computer, job).await,
        Ok(Thought::Failed(job)) => put_off(computer, job, at_work),
        Ok(Thought::Answer { job, sent, due }) => {
            let answer = Answer { job, sent, due, at_work };
            if due <= computer.store.clock().now() {
                send(computer, answer).await;
            } else {
                drop(tokio::spawn(send_when_due(computer.clone(), answer)));
            }
        }
        Err(error) => put_up_with(computer, job, at_work, error).await,
    }
}

/// The outcome of thinking, with the job as it is by now.
enum Thought {
    /// There is nothing to do, or it is better to wait for the opponent.
    Nothing(Job),
    /// No decision could be made.
    Failed(Job),
    /// An action, which is not sent before it is due.
    Answer { job: Job, sent: Sent, due: Millis },
}

/// Decides on the next action in a game, if there is one.
async fn think(computer: &Computer, next: Taken, job: Job) -> Result<Thought, RoomError> {
    let Taken { game, opponent, hurry } = next;
    let Some(turn) = computer.rooms.with_state(game, Turn::of).await?.flatten() else {
        return Ok(Thought::Nothing(job));
    };
    let (actor, seq, asked_at) = (turn.player, turn.seq, turn.asked_at);
    let job = Job { seq, ..job };
    let mix = |sum: u64, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte));
    let seed = game.as_str().bytes().fold(u64::from(seq), mix);
    let thinking = computer.queue.think();
    let decided = tokio::task::spawn_blocking(move || {
        let (began, _thinking) = (Instant::now(), thinking);
        (turn.decide(seed, hurry), began.elapsed())
    });
    let decided = decided.await.map(|(command, time)| {
        if let Some(client) = computer.queue.client(opponent) {
            computer.limits.worked(client, time);
        }
        command
    });
    let command = match decided {
        Ok(Some(command)) => command,
        Ok(None) => return Ok(Thought::Nothing(job)),
        Err(error) => {
            tracing::error!(%game, %error, "the house has lost its mind");
            return Ok(Thought::Failed(job));
        }
    };
    let pause = match command {
        Command::Play { .. } | Command::Pass { .. } | Command::Resign => computer.pause,
        _ => 0,
    };
    // The same question has the same answer, so that a command sent again by another server is the same, too.
    let id: Option<CommandId> = format!("house-{seq}").parse().ok();
    let id = id.filter(|_| command != Command::Join);
    // The player who takes the seat brings the lot for the colours.
    let Ok(lot) = entropy::lot().inspect_err(|error| tracing::error!(%error, "no lot can be drawn")) else {
        return Ok(Thought::Failed(job));
    };
    let moment = Moment { lot, ..Moment::at(computer.store.clock().now()) };
    // A resignation names no turn: without this it would come though the opponent has taken back.
    let sent = Sent { actor, id, command, moment, answers: Some(seq) };
    Ok(Thought::Answer { job, sent, due: asked_at + Millis::from(pause) })
}

async fn send_when_due(computer: Computer, answer: Answer) {
    let clock = computer.store.clock();
    let sleep = async |longest: Millis| {
        let left = (answer.due - clock.now()).clamp(0, longest);
        clock.sleep(Duration::from_millis(left.unsigned_abs())).await;
    };
    let pause = Millis::from(computer.pause);
    let is_due = async {
        // A clock that was put back makes nobody wait for much longer than the pause.
        sleep(pause).await;
        // While the server's time comes back to the system's, it passes a little more slowly than a sleep.
        sleep(pause / 100 + 1).await;
    };
    tokio::select! {
        () = is_due => {}
        () = computer.stop.cancelled() => return,
    }
    send(&computer, answer).await;
}

async fn send(computer: &Computer, Answer { job, mut sent, at_work, .. }: Answer) {
    sent.moment.at = computer.store.clock().now();
    // The event behind the answer ends the job.
    if let Err(error) = computer.rooms.command(job.key, sent).await {
        put_up_with(computer, job, at_work, error).await;
    }
}

/// Lets a failed turn be taken again later.
async fn put_up_with(computer: &Computer, job: Job, at_work: AtWork, error: RoomError) {
    match error {
        RoomError::NoSuchGame => finish(computer, job).await,
        // Something has happened meanwhile. Should that need an answer, there is another job.
        RoomError::Refused(refusal) => {
            tracing::debug!(game = %job.key, %refusal, "the house was refused");
            finish(computer, job).await;
        }
        // A server of that release takes it. The game is named where it is read.
        RoomError::LaterRelease(_) => {
            give_back(computer, job).await;
            leave_alone(computer, at_work);
        }
        // Nothing has failed: a server with a right clock takes it.
        RoomError::WrongClock { .. } => give_back(computer, job).await,
        error => {
            trouble::log_in_game(job.key, "the house can't play", error);
            put_off(computer, job, at_work);
        }
    }
}

async fn finish(computer: &Computer, job: Job) {
    if let Err(error) = computer.store.finish_job(job).await {
        // It is done again when the lease has ended.
        trouble::log_in_game(job.key, "a turn of the computer is over, and its job is not", error);
    }
}

async fn give_back(computer: &Computer, job: Job) {
    if let Err(error) = computer.store.give_job_back(job).await {
        // Others take it when the lease has ended.
        trouble::log_in_game(job.key, "a turn of the computer can't be given back", error);
    }
}

/// Keeps this server from taking a game for a while, unless there is news of it.
fn leave_alone(computer: &Computer, at_work: AtWork) {
    let computer = computer.clone();
    tokio::spawn(async move {
        tokio::select! {
            () = computer.store.clock().sleep(REST) => {}
            () = computer.stop.cancelled() => {}
        }
        drop(at_work);
    });
}

/// Puts a job off, as soon as the database takes it.
fn put_off(computer: &Computer, job: Job, at_work: AtWork) {
    let computer = computer.clone();
    tokio::spawn(async move {
        while let Err(error) = computer.store.put_off_job(job, computer.store.clock().now()).await {
            trouble::log_in_game(job.key, "a turn of the computer can't be put off", error);
            tokio::select! {
                () = computer.store.clock().sleep(AGAIN) => {}
                () = computer.stop.cancelled() => return,
            }
        }
        drop(at_work);
    });
}
