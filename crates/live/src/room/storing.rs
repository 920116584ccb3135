//! The way of a room's events into the log, and of other servers' events from the log into the room.

use tengen_archive::StoredEvent;
use tengen_game::{Event as GameEvent, EventKind};
use tengen_store::{Append, Appended, Headline, JobChange, JobKind};

use super::Room;
use super::opening_after::OpeningAfter;
use crate::RoomError;
use crate::live_game::{damaged, name_damaged};

/// How many missed events are told one by one, the newest ones.
const TOLD: usize = 20;

impl Room {
    /// Stores an event, applies it and tells everybody.
    pub(super) async fn commit(&mut self, event: GameEvent) -> Result<Appended, RoomError> {
        let appended = self.store(event).await?;
        if appended == Appended::Stored {
            self.publish()?;
        }
        Ok(appended)
    }

    /// Stores an event and applies it. Nobody has been told of it yet.
    pub(super) async fn store(&mut self, event: GameEvent) -> Result<Appended, RoomError> {
        let append = self.append(&event)?;
        let deadline = append.deadline;
        let waits_for_house = append.jobs.iter().any(|job| job.kind == JobKind::Turn && job.due.is_some());
        match self.shared.journal.append(append).await {
            Ok(Appended::Stored) => {
                // If this fails, the log is ahead of the room, and the room must read it before it goes on.
                self.in_doubt = true;
                self.game.apply(&self.shared.store, event).await?;
                self.in_doubt = false;
                if waits_for_house {
                    self.shared.house.note_change(self.id, self.game.state());
                }
                self.deadline = if self.game.is_finished() { None } else { deadline.or(self.deadline) };
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
                result: event.result,
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
            jobs: self.jobs(event)?,
            outages: self.outages_seen.unwrap_or_default(),
            gives_back: matches!(event.kind, EventKind::Credited { .. }),
        })
    }

    /// The jobs that begin or end with an event.
    fn jobs(&self, event: &GameEvent) -> Result<Vec<JobChange>, RoomError> {
        let (state, mut jobs) = (self.game.state(), Vec::new());
        if self.shared.house.plays(state) {
            let mut after = state.clone();
            after.apply(event).map_err(damaged)?;
            match self.shared.house.job(&after) {
                Some(job) => jobs.push(job),
                None if self.shared.house.job(state).is_some() => jobs.push(JobChange::done(JobKind::Turn)),
                None => {}
            }
        }
        if event.result.is_some() && !self.game.is_private() {
            // Spectators have to see the end first. Others are due at once, in the order in which they were made.
            let due = match state.settings().delay() {
                0 => self.game.created_at(),
                delay => event.at.saturating_add(delay),
            };
            jobs.push(JobChange { kind: JobKind::Index, due: Some(due), lease: None });
        }
        Ok(jobs)
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

    /// Takes up the events that another server has stored, and tells everybody of each.
    pub(super) async fn catch_up(&mut self) -> Result<(), RoomError> {
        let missed = self.game.missed(&self.shared.store).await?;
        // Where they are many, subscribers see the gap in the numbers and ask for the missing events.
        let told_from = missed.len().saturating_sub(TOLD);
        for (number, event) in missed.into_iter().enumerate() {
            let applied = self.game.apply(&self.shared.store, event).await;
            name_damaged(&self.shared.store, self.id, &applied);
            applied?;
            if number >= told_from {
                self.publish()?;
            }
        }
        // The room may have found an event in the log when it opened.
        if self.told < self.stored_elsewhere {
            self.tell_readers()?;
        }
        Ok(())
    }
}
