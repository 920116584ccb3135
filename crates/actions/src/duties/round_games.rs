//! The games of rounds. A round is stored whole, and from then on each pair has a job until it has a game with both players in it,
//! or a problem: whichever server dies meanwhile, another one or the next start goes on.
//!
//! The call that makes a round sees to its pairs at once, and this duty to those that are left. Both do the same, and may do it at
//! the same time: a pair gets one game, and both sit down in it once.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures_util::FutureExt;
use tengen_duties::Repeat;
use tengen_entropy::{self as entropy, NoEntropy};
use tengen_game::{Colors, Command, GameId, GroupId, Millis, Moment, NewGame, PlayerId, Refusal};
use tengen_live::{RoomError, Sent};
use tengen_protocol::{Player, ProblemCode};
use tengen_store::{Job, JobKind, PairKey, Store, StoreError, StoredPair};
use tengen_trouble as trouble;

use super::walk::walk;
use crate::games::{Origin, command_for, keep, row};
use crate::kit::{ActionError, Parts, UnderWay};

/// How often the table is looked at.
const LOOK: Duration = Duration::from_secs(1);
/// How many pairs are taken at once: so few that another server has the others, and that a lease outlasts them.
const TAKEN: u32 = 20;
/// How old a round may be for a game of it to begin, an hour in milliseconds: later nobody waits for it, and a clock would run against
/// players who have gone.
const LATE: Millis = 3_600_000;
/// How long a server of the release before may be at work on a round, in milliseconds: its pairs have no jobs.
const OF_OTHERS: Millis = 600_000;

/// Why a pair has no game now.
#[derive(Debug, PartialEq, Eq)]
enum Unmade {
    /// It gets none, by the problem of this code.
    Refused(String),
    /// The same, and this game, in which one of the two does not sit, was called off.
    Withdrawn(GameId, String),
    /// It may get one a moment later.
    Passing(String),
    /// Another server was faster, and sees to it.
    Elsewhere,
}

/// Makes the games that are left until the server stops.
pub async fn watch(parts: Parts) {
    let mut looks = Repeat::every(LOOK, &parts.clock, &parts.stop);
    while looks.tick().await {
        match make_some(&parts).await {
            // A round may have a hundred.
            Ok(true) => looks.at_once(),
            Ok(false) => {}
            Err(error) => trouble::log("games of rounds can't be made", error),
        }
    }
}

/// Gives pairs that servers of the release before have left without a game a problem, until the server stops. Most of these had one,
/// which such a server does not keep.
pub async fn watch_lost_pairs(parts: Parts) {
    walk(&parts, "pairs that were left without a game can't be marked", |_: Option<()>| mark(&parts)).await;
}

/// Marks all such pairs at once: there are few at any time, and an index has them alone.
async fn mark(parts: &Parts) -> Result<Option<()>, StoreError> {
    parts.store.refuse_lost_pairs(parts.clock.now() - OF_OTHERS).await?;
    Ok(None)
}

/// Does the same at the start of a server that is alone, so that nobody is at work on any round.
pub async fn refuse_lost_pairs(store: &Store) {
    match store.refuse_lost_pairs(Millis::MAX).await {
        Ok(0) => {}
        Ok(pairs) => tracing::warn!(pairs, "pairs of rounds had been left without a game, and now say so"),
        Err(error) => tracing::error!(%error, "pairs that were left without a game can't be marked yet"),
    }
}

/// Sees to the pairs of a new round, as far as nothing stands in the way: what is left then is seen to later. The round is under way as
/// long as that.
pub(crate) async fn make_all(parts: Parts, pairs: Vec<PairKey>, under_way: UnderWay) {
    for key in pairs {
        if !make(&parts, Job { kind: JobKind::Pair, key, seq: 0, tries: 0 }).await {
            break;
        }
    }
    drop(under_way);
}

/// The closed class within which two players of a round play, if they do.
pub(crate) async fn may_meet(
    parts: &Parts,
    black: PlayerId,
    white: PlayerId,
) -> Result<Option<GroupId>, ActionError> {
    for player in [black, white] {
        if parts.store.sanction_in_force(player, parts.clock.now()).await?.is_some() {
            return Err(ProblemCode::Suspended.into());
        }
    }
    if parts.store.is_blocked_between(black, white).await? {
        return Err(ProblemCode::Blocked.into());
    }
    parts.enclosures.of_pair(black, Some(white)).await
}

/// Sees to some pairs, and answers whether more are waiting and anything goes on.
async fn make_some(parts: &Parts) -> Result<bool, StoreError> {
    let jobs = parts.store.take_pairs(parts.clock.now(), TAKEN).await?;
    let is_full = jobs.len() == TAKEN as usize;
    let mut goes_on = false;
    for job in jobs.into_iter().filter(|job| !parts.rounds_under_way.holds(job.key.group)) {
        if parts.stop.is_cancelled() {
            return Ok(false);
        }
        goes_on |= make(parts, job).await;
    }
    Ok(is_full && goes_on)
}

/// Sees to a pair: makes its game and seats both, or notes why there is none. Answers whether that is done.
async fn make(parts: &Parts, job: Job<PairKey>) -> bool {
    // One that panics is put off as well, so that those behind it have their turn.
    let begun = AssertUnwindSafe(begin(parts, job.key)).catch_unwind().await;
    let ended = match begun.unwrap_or_else(|_| Err(Unmade::Passing("it panicked".to_owned()))) {
        Ok(()) => parts.store.finish_job(job).await,
        Err(Unmade::Refused(code)) => parts.store.refuse_pair(job.key, &code, None).await,
        Err(Unmade::Withdrawn(game, code)) => parts.store.refuse_pair(job.key, &code, Some(game)).await,
        Err(Unmade::Elsewhere) => Ok(()),
        Err(Unmade::Passing(error)) => {
            trouble::log("the game of a pair can't be made yet", error);
            if let Err(error) = parts.store.put_off_job(job, parts.clock.now()).await {
                trouble::log("the game of a pair can't be put off", error);
            }
            return false;
        }
    };
    // Otherwise it is found as it is at the next look.
    ended
        .inspect_err(|error| trouble::log("the game of a pair is made, and its job is not over", error))
        .is_ok()
}

/// Sees to it that a pair has a game with both players in it.
async fn begin(parts: &Parts, key: PairKey) -> Result<(), Unmade> {
    let Some(pair) = parts.store.stored_pair(key).await? else { return Ok(()) };
    let Some(game) = pair.game else {
        if pair.is_refused {
            return Ok(());
        }
        let enclosed_in = may_begin(parts, &pair).await?;
        let game = keep_game(parts, key, &pair, enclosed_in).await?;
        return or_withdraw(parts, &pair, game, seat(parts, &pair, game).await).await;
    };
    // Whoever was here before may have come so far.
    if both_sit(parts, game).await? {
        return Ok(());
    }
    let seated = match may_begin(parts, &pair).await {
        Ok(_) => seat(parts, &pair, game).await,
        Err(refused) => Err(refused),
    };
    or_withdraw(parts, &pair, game, seated).await
}

/// The closed class within which a pair plays, if it does. What has changed since the round was made counts.
async fn may_begin(parts: &Parts, pair: &StoredPair) -> Result<Option<GroupId>, Unmade> {
    // A clock that leaps while a round is made would have it be too late for all that is left, and games begin at a wrong time.
    if let Some(ahead_ms) = parts.store.wrong_clock() {
        return Err(RoomError::WrongClock { ahead_ms }.into());
    }
    if let Some(obstacle) = pair.obstacle {
        return Err(obstacle.into());
    }
    if parts.clock.now().saturating_sub(pair.made_at) > LATE {
        return Err(ProblemCode::NotMade.into());
    }
    Ok(may_meet(parts, pair.black, pair.white).await?)
}

/// Keeps the game of a pair, and tells of it.
async fn keep_game(
    parts: &Parts,
    key: PairKey,
    pair: &StoredPair,
    enclosed_in: Option<GroupId>,
) -> Result<GameId, Unmade> {
    let [black, white] = [player(parts, pair.black).await?, player(parts, pair.white).await?];
    let wish = NewGame { color: Colors::Black, opponent: Some(pair.white), ..pair.wish()? };
    let row = row(parts, pair.black, wish, enclosed_in)?;
    let id = row.id;
    let kept = keep(parts, (&black, Some(&white)), row, Origin::Pair(key)).await?;
    kept.map(|_| id).ok_or(Unmade::Elsewhere)
}

async fn player(parts: &Parts, id: PlayerId) -> Result<Player, Unmade> {
    parts.store.player(id).await?.ok_or_else(|| ProblemCode::NoSuchPlayer.into())
}

/// Seats White. Black, who made the game, sits down with the opponent.
async fn seat(parts: &Parts, pair: &StoredPair, game: GameId) -> Result<(), Unmade> {
    let moment = Moment { lot: entropy::lot()?, ..Moment::at(parts.clock.now()) };
    let sent = Sent { actor: pair.white, id: None, command: Command::Join, moment, answers: None };
    match parts.rooms.command(game, sent).await {
        // Nobody but White may have the seat.
        Ok(_) | Err(RoomError::Refused(Refusal::SeatTaken)) => Ok(()),
        // It has ended before White sat down.
        Err(RoomError::Refused(_)) => Err(ProblemCode::NotMade.into()),
        Err(error) => Err(error.into()),
    }
}

/// Calls a game off in which one of the two may not sit: it is none of a round.
async fn or_withdraw(
    parts: &Parts,
    pair: &StoredPair,
    game: GameId,
    seated: Result<(), Unmade>,
) -> Result<(), Unmade> {
    let Err(Unmade::Refused(code)) = seated else { return seated };
    match command_for(parts, pair.black, game, Command::Abort { reason: None }).await {
        // It may be over already.
        Ok(()) | Err(RoomError::Refused(_)) => {}
        Err(error) => return Err(error.into()),
    }
    // Another server may have seated both meanwhile.
    if both_sit(parts, game).await? { Ok(()) } else { Err(Unmade::Withdrawn(game, code)) }
}

/// Whether both players of a game sit in it, or did until its end.
async fn both_sit(parts: &Parts, game: GameId) -> Result<bool, RoomError> {
    match parts.rooms.read(game, |game| game.state().players().is_some()).await {
        // It is there, and is named where it is read.
        Err(RoomError::Damaged(_)) => Ok(true),
        read => read,
    }
}

impl From<RoomError> for Unmade {
    fn from(error: RoomError) -> Self {
        match error {
            RoomError::Refused(refusal) => ActionError::from(refusal).into(),
            RoomError::Store(error) => error.into(),
            // The server can't, or the database says that a game is there and is not. No pair is told that.
            error => Self::Passing(error.to_string()),
        }
    }
}

impl From<ActionError> for Unmade {
    fn from(error: ActionError) -> Self {
        match error {
            ActionError::Refused(refused) => Self::Refused(refused.code.name().to_owned()),
            ActionError::Store(error) => error.into(),
            error => Self::Passing(error.to_string()),
        }
    }
}

impl From<StoreError> for Unmade {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NoPlayer(_) => ProblemCode::NoSuchPlayer.into(),
            error => Self::Passing(error.to_string()),
        }
    }
}

impl From<ProblemCode> for Unmade {
    fn from(code: ProblemCode) -> Self {
        Self::Refused(code.name().to_owned())
    }
}

impl From<NoEntropy> for Unmade {
    fn from(error: NoEntropy) -> Self {
        Self::Passing(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use tengen_store::MissingPlayer;

    use super::*;

    #[test]
    fn a_pair_is_told_what_its_game_refuses_and_the_log_the_rest() {
        let refused = [
            (RoomError::Refused(Refusal::SeatTaken), ProblemCode::SeatTaken),
            (RoomError::Store(StoreError::NoPlayer(MissingPlayer::Maker)), ProblemCode::NoSuchPlayer),
        ];
        for (error, code) in refused {
            assert_eq!(Unmade::from(error), Unmade::Refused(code.name().to_owned()));
        }
        let passing = [
            RoomError::NoSuchGame,
            RoomError::Store(StoreError::Crowded),
            RoomError::Away,
            RoomError::WrongClock { ahead_ms: 3_600_000 },
            RoomError::Damaged("an event".to_owned()),
            RoomError::LaterRelease("an event".to_owned()),
            RoomError::Full,
            RoomError::Gone,
        ];
        for error in passing {
            let words = error.to_string();
            assert_eq!(Unmade::from(error), Unmade::Passing(words));
        }
    }
}
