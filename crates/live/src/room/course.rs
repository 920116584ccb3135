//! The course of a game: each event is stored, and then told, whatever caused it.

use std::sync::Arc;

use tengen_archive::StoredEvent;
use tengen_game::{Event as GameEvent, EventKind, GameId, Refusal, State, Waiting};
use tengen_store::Appended;
use tengen_trouble as trouble;
use tokio::time::Instant;

use super::log::{Heard, Log};
use super::publisher::Publisher;
use crate::shared::Shared;
use crate::{LiveGame, RoomError};

/// How often an event is decided again because another server was faster.
pub(super) const TRIES: usize = 8;
/// How many missed events are told one by one, the newest ones.
const TOLD: usize = 20;

/// A game, and those who are told of it.
pub(super) struct Course {
    shared: Arc<Shared>,
    pub(super) log: Log,
    pub(super) publisher: Publisher,
}

impl Course {
    /// Reads a game from the database. Nobody follows it yet.
    pub(super) async fn open(shared: &Arc<Shared>, id: GameId) -> Result<Self, RoomError> {
        let log = Log::open(shared, id).await?;
        let publisher = Publisher::new(shared, log.game());
        let mut course = Self { shared: Arc::clone(shared), log, publisher };
        if shared.store.servers().alive > 1 {
            course.look_elsewhere().await?;
        }
        Ok(course)
    }

    pub(super) fn game(&self) -> &LiveGame {
        self.log.game()
    }

    pub(super) fn state(&self) -> &State {
        self.log.state()
    }

    /// Whether nothing more happens in the game, and everybody has seen its end.
    pub(super) fn has_ended(&self) -> bool {
        self.game().is_finished() && self.publisher.shown() == self.state().seq() && self.log.is_read()
    }

    /// Stores an event, applies it and tells everybody.
    async fn commit(&mut self, event: GameEvent) -> Result<Appended, RoomError> {
        let appended = self.log.store(event).await?;
        if appended == Appended::Stored {
            self.tell()?;
        }
        Ok(appended)
    }

    /// Tells everybody of the event that was stored last: other servers, and whoever listens here.
    pub(super) fn tell(&mut self) -> Result<(), RoomError> {
        self.log.tell_neighbours();
        self.publisher.publish(self.log.game())
    }

    /// Makes sure that the state is that of the log.
    pub(super) async fn settle(&mut self) -> Result<(), RoomError> {
        if self.log.may_be_ahead() {
            self.catch_up().await?;
            self.log.trust();
        }
        Ok(())
    }

    /// Whether another server has stored events that this room had not read.
    pub(super) async fn is_behind(&mut self) -> Result<bool, RoomError> {
        if !self.shared.store.is_shared() {
            return Ok(false);
        }
        let before = self.state().seq();
        self.catch_up().await?;
        Ok(self.state().seq() != before)
    }

    /// Whether a refusal may not be the last word, so that it is to be decided again.
    ///
    /// # Errors
    ///
    /// When that is known in a moment.
    pub(super) async fn may_withdraw(&mut self, refusal: &Refusal) -> Result<bool, RoomError> {
        // Whoever asks may have seen an event that another server stored and this room has not read yet, and one that was heard is no
        // reason to refuse anything before it was read.
        if self.is_behind().await? {
            return Ok(true);
        }
        if *refusal != Refusal::TimeIsUp {
            return Ok(false);
        }
        // The database may have been late, and not the player: its time is given back only when it answers again.
        if self.log.outage_lasts() {
            return Err(RoomError::Away);
        }
        Ok(self.log.has_outage_to_make_good() || self.has_time_coming().await?)
    }

    /// Takes up an event that another server tells of, if it is the next one, and tells everybody of it. Nothing is decided on it
    /// before it was read in the log.
    pub(super) async fn hear(&mut self, row: StoredEvent) -> Result<(), RoomError> {
        match self.log.hear(row).await {
            Heard::Old => Ok(()),
            Heard::Next => self.publisher.publish(self.log.game()),
            Heard::Unclear => self.catch_up().await,
        }
    }

    /// Makes sure that the events up to a number are known; all of the log, if the number is not known.
    pub(super) async fn catch_up_to(&mut self, seq: Option<u32>) -> Result<(), RoomError> {
        if !self.log.is_in_doubt() && seq.is_some_and(|seq| seq <= self.state().seq()) {
            return self.publisher.tell_if_untold(self.log.game());
        }
        self.catch_up().await
    }

    /// Takes up the events that another server has stored, and tells everybody of each.
    pub(super) async fn catch_up(&mut self) -> Result<(), RoomError> {
        let Some(missed) = self.log.missed().await? else { return self.begin_again().await };
        // Where they are many, subscribers see the gap in the numbers and ask for the missing events.
        let told_from = missed.len().saturating_sub(TOLD);
        for (number, event) in missed.into_iter().enumerate() {
            self.log.take_up(event).await?;
            if number >= told_from {
                self.publisher.publish(self.log.game())?;
            }
        }
        self.publisher.tell_if_untold(self.log.game())
    }

    /// Asks which players are at other servers.
    pub(super) async fn look_elsewhere(&mut self) -> Result<(), RoomError> {
        let store = &self.shared.store;
        if store.is_shared() && self.state().players().is_some() {
            let seen = store.presence_elsewhere(&[self.game().id()]).await?;
            let seen: Vec<_> = seen.into_iter().map(|(_, player, elsewhere)| (player, elsewhere)).collect();
            self.publisher.seen_elsewhere(&seen, self.log.state());
        }
        Ok(())
    }

    /// Reads the game anew, because something was told that is not in the log. Whoever was told so comes back and gets all of it.
    async fn begin_again(&mut self) -> Result<(), RoomError> {
        let error = "another server told of an event that is not in the log";
        trouble::log_in_game(self.game().id(), "a game is read anew", error);
        let read = self.log.begin_again().await?;
        self.publisher.begin_again(self.log.game(), read)
    }

    /// When time alone causes an event. The room may hold still until some moment.
    pub(super) fn due_at(&self, held: Option<Instant>) -> Option<Instant> {
        let due = self.shared.clock.instant_at(self.state().due()?);
        Some(held.map_or(due, |held| due.max(held)))
    }

    /// When spectators of a delayed game may see the next event that they have not been shown. That moment may be over: time goes
    /// on while the room does something else.
    pub(super) fn shown_at(&self) -> Option<Instant> {
        if self.state().settings().delay() == 0 {
            return None;
        }
        let at = self.game().visible_after(self.publisher.shown())?;
        Some(self.shared.clock.instant_at(at))
    }

    /// Makes sure that something may be decided by this server's clock.
    pub(super) fn expect_right_clock(&self) -> Result<(), RoomError> {
        match self.shared.store.wrong_clock() {
            Some(ahead_ms) => Err(RoomError::WrongClock { ahead_ms }),
            None => Ok(()),
        }
    }

    /// Stores the events that time alone has caused: a flag falls, a pause is over.
    pub(super) async fn let_time_pass(&mut self) -> Result<(), RoomError> {
        self.expect_right_clock()?;
        if self.log.is_in_doubt() {
            self.settle().await?;
        }
        for _ in 0..TRIES {
            self.make_good().await?;
            let now = self.shared.clock.now();
            // A leap up to now is known by now.
            self.expect_right_clock()?;
            let Some(event) = self.state().lapse(now) else { return Ok(()) };
            if matches!(event.kind, EventKind::TimedOut { .. }) && self.has_time_coming().await? {
                continue;
            }
            if self.commit(event).await? == Appended::Conflict {
                self.catch_up().await?;
            }
        }
        Ok(())
    }

    /// Whether a player whose time is up was at a server that has died, and has time coming that is given back next.
    ///
    /// # Errors
    ///
    /// When that server may have died, which is known in a moment.
    pub(super) async fn has_time_coming(&mut self) -> Result<bool, RoomError> {
        let state = self.state();
        let mover = state.players().zip(state.to_move()).map(|(players, color)| players[color]);
        let (Some(mover), Some((Waiting::Move, flag))) = (mover, state.waits()) else { return Ok(false) };
        if self.shared.store.may_be_lost(self.game().id(), mover, flag).await? {
            return Err(RoomError::Away);
        }
        self.log.has_loss_to_make_good().await
    }

    /// Looks at a game whose time may have come, and puts it off until it may come again.
    pub(super) async fn look_at(&mut self) -> Result<(), RoomError> {
        let seen = self.log.read_deadline().await?;
        self.catch_up().await?;
        let finished = self.game().is_finished();
        self.let_time_pass().await?;
        let ended_now = !finished && self.game().is_finished();
        self.log.put_off(seen, ended_now).await
    }

    /// Gives back the time of an outage, if one was noticed since the game was last compared with the outages.
    pub(super) async fn make_good(&mut self) -> Result<(), RoomError> {
        for _ in 0..TRIES {
            let Some(credit) = self.log.credit().await? else { return Ok(()) };
            let (event, before) = credit.into_parts();
            let outcome = self.commit(event).await;
            if !matches!(outcome, Ok(Appended::Stored)) {
                self.log.not_credited(before);
                outcome?;
                self.catch_up().await?;
            }
        }
        Ok(())
    }
}
