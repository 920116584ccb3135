//! The actions of a room that time alone causes.

use std::time::Duration;

use tengen_game::{Event as GameEvent, Millis};
use tengen_store::Appended;

use super::{Room, TRIES};
use crate::RoomError;

impl Room {
    /// How long until time alone causes an event.
    pub(super) fn until_due(&self) -> Option<Duration> {
        let due = self.shared.clock.until(self.game.state().due()?);
        let held = self.until(self.not_before);
        Some(due.max(held.unwrap_or_default()))
    }

    /// How long until spectators of a delayed game may see the next event.
    pub(super) fn until_shown(&self) -> Option<Duration> {
        if self.game.state().settings().delay() == 0 {
            None
        } else {
            self.game.next_visible_at().map(|at| self.shared.clock.until(at))
        }
    }

    /// Stores the events that time alone has caused: a flag falls, a pause is over.
    pub(super) async fn let_time_pass(&mut self) -> Result<(), RoomError> {
        if self.in_doubt {
            self.settle().await?;
        }
        for _ in 0..TRIES {
            self.make_good().await?;
            let Some(event) = self.game.state().lapse(self.shared.clock.now()) else { return Ok(()) };
            if self.commit(event).await? == Appended::Conflict {
                self.catch_up().await?;
            }
        }
        Ok(())
    }

    /// Looks at a game whose time may have come, and puts it off until it may come again.
    pub(super) async fn look_at(&mut self) -> Result<(), RoomError> {
        let seen = self.shared.store.deadline(self.id).await?;
        self.catch_up().await?;
        let finished = self.game.is_finished();
        self.let_time_pass().await?;
        let next = self.game.state().look_again_at(self.shared.clock.now());
        let ended_now = !finished && self.game.is_finished();
        // An event that was stored meanwhile has brought the deadline forward itself if need be, and the last event of a game
        // has removed it.
        if seen != next && !ended_now {
            self.shared.store.put_off(self.id, seen, next).await?;
        }
        self.deadline = next;
        Ok(())
    }

    /// Gives back the time of an outage, if one was noticed since the game was last compared with the outages.
    pub(super) async fn make_good(&mut self) -> Result<(), RoomError> {
        for _ in 0..TRIES {
            let noticed = self.outages.borrow().noticed;
            if self.outages_seen == Some(noticed) {
                return Ok(());
            }
            if self.game.state().time_counts_until().is_none() {
                // No clock runs, so there is no time to give back.
                self.outages_seen = Some(noticed);
                return Ok(());
            }
            let outages = self.shared.store.outages(self.game.state().at()).await?;
            let event = self.game.state().make_good(&outages, self.shared.clock.now());
            let before = self.outages_seen.replace(noticed);
            let Some(event) = event else { return Ok(()) };
            let outcome = self.commit(event).await;
            if !matches!(outcome, Ok(Appended::Stored)) {
                self.outages_seen = before;
                outcome?;
                self.catch_up().await?;
            }
        }
        Ok(())
    }

    /// Whether an outage was noticed since the game was last compared with the outages.
    pub(super) fn has_outage_to_make_good(&self) -> bool {
        self.outages_seen != Some(self.outages.borrow().noticed)
    }

    /// The deadline after this event, if the one in the table is later or has come. A deadline that has come counts as later,
    /// because another server may have put it off.
    pub(super) fn brought_forward(&self, event: &GameEvent) -> Option<Millis> {
        let due = self.game.state().due_after(event)?;
        let stands = self.deadline.is_some_and(|stored| stored <= due && stored > self.shared.clock.now());
        (!stands).then_some(due)
    }
}
