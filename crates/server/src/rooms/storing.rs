//! How the events of a room get into the log, and what others have put there gets into the room.

use tengen_game::{Event as GameEvent, EventKind};
use tengen_protocol::{ResultShape, StoredEvent};

use super::RoomError;
use super::live_game::damaged;
use super::opening_after::OpeningAfter;
use super::room::Room;
use crate::store::{Append, Appended, Headline};

impl Room {
    /// Stores an event, takes it up and tells everybody.
    pub(super) async fn commit(&mut self, event: GameEvent) -> Result<Appended, RoomError> {
        let append = self.append(&event)?;
        let deadline = append.deadline;
        match self.shared.journal.append(append).await {
            Ok(Appended::Stored) => {
                // Should this fail, the log is ahead of the room, which must read it before it goes on.
                self.in_doubt = true;
                self.game.apply(&self.shared.store, event).await?;
                self.in_doubt = false;
                self.deadline = if self.game.is_finished() { None } else { deadline.or(self.deadline) };
                self.publish()?;
                Ok(Appended::Stored)
            }
            Ok(Appended::Conflict) => Ok(Appended::Conflict),
            Err(error) => {
                self.in_doubt = true;
                Err(error.into())
            }
        }
    }

    /// The row of an event, and the headline of the game if the event changes it.
    fn append(&self, event: &GameEvent) -> Result<Append, RoomError> {
        let state = self.game.state();
        let opening = OpeningAfter::new(state, event);
        let phase = event.begins().or_else(|| opening.changes().then(|| state.phase()));
        let headline = phase.map(|phase| {
            let players = match &event.kind {
                EventKind::Joined { players } => Some(*players),
                _ => state.players(),
            };
            Headline {
                phase,
                players,
                move_count: opening.after,
                result: event.result.as_ref().map(ResultShape::from),
                opening: opening.settled(phase),
                delay: state.settings().delay(),
            }
        });
        let stored = StoredEvent::write(event, state.settings().topology())
            .inspect_err(|error| self.shared.store.name_damaged(self.id, error))
            .map_err(damaged)?;
        Ok(Append {
            game: self.id,
            event: stored,
            headline,
            deadline: self.brought_forward(event),
            outages: self.outages_seen.unwrap_or_default(),
        })
    }

    /// Makes sure that the state is that of the log.
    pub(super) async fn settle(&mut self) -> Result<(), RoomError> {
        if self.in_doubt || self.shared.store.is_shared() {
            self.catch_up().await?;
            self.in_doubt = false;
        }
        Ok(())
    }

    /// Whether another server has stored events that this room had not read.
    pub(super) async fn is_behind(&mut self) -> Result<bool, RoomError> {
        if !self.shared.store.is_shared() {
            return Ok(false);
        }
        let before = self.game.state().seq();
        self.catch_up().await?;
        Ok(self.game.state().seq() > before)
    }

    pub(super) async fn catch_up(&mut self) -> Result<(), RoomError> {
        let before = self.game.state().seq();
        self.game.catch_up(&self.shared.store).await?;
        let missed = before..self.game.state().seq();
        if missed.len() > 1 {
            // Subscribers see the gap in the numbers and ask for what is in it.
            tracing::debug!(game = %self.id, events = missed.len(), "caught up with another server");
        }
        if missed.is_empty() { Ok(()) } else { self.publish() }
    }
}
