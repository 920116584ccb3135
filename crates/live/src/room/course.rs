//! The course of a game: each event is stored, and then told, whatever caused it.

use std::sync::Arc;

use tengen_game::{Event as GameEvent, GameId, State};
use tengen_store::Appended;
use tokio::time::Instant;

use super::log::Log;
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
        Ok(Self { shared: Arc::clone(shared), log, publisher })
    }

    pub(super) fn game(&self) -> &LiveGame {
        self.log.game()
    }

    pub(super) fn state(&self) -> &State {
        self.log.state()
    }

    /// Whether nothing more happens in the game, and everybody has seen its end.
    pub(super) fn has_ended(&self) -> bool {
        self.game().is_finished() && self.publisher.shown() == self.state().seq() && !self.log.is_in_doubt()
    }

    /// Stores an event, applies it and tells everybody.
    async fn commit(&mut self, event: GameEvent) -> Result<Appended, RoomError> {
        let appended = self.log.store(event).await?;
        if appended == Appended::Stored {
            self.publisher.publish(self.log.game())?;
        }
        Ok(appended)
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
        Ok(self.state().seq() > before)
    }

    /// Takes up the events that another server has stored, and tells everybody of each.
    pub(super) async fn catch_up(&mut self) -> Result<(), RoomError> {
        let missed = self.log.missed().await?;
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

    /// When time alone causes an event. The room may hold still until some moment.
    pub(super) fn due_at(&self, held: Option<Instant>) -> Option<Instant> {
        let due = self.shared.clock.instant_at(self.state().due()?);
        Some(held.map_or(due, |held| due.max(held)))
    }

    /// When spectators of a delayed game may see the next event.
    pub(super) fn shown_at(&self) -> Option<Instant> {
        if self.state().settings().delay() == 0 {
            None
        } else {
            self.game().next_visible_at().map(|at| self.shared.clock.instant_at(at))
        }
    }

    /// Stores the events that time alone has caused: a flag falls, a pause is over.
    pub(super) async fn let_time_pass(&mut self) -> Result<(), RoomError> {
        if self.log.is_in_doubt() {
            self.settle().await?;
        }
        for _ in 0..TRIES {
            self.make_good().await?;
            let Some(event) = self.state().lapse(self.shared.clock.now()) else { return Ok(()) };
            if self.commit(event).await? == Appended::Conflict {
                self.catch_up().await?;
            }
        }
        Ok(())
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
