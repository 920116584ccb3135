//! A room's game and its log: the room's events go into the log, and those of other servers come out of it.

use std::sync::Arc;

use tengen_archive::StoredEvent;
use tengen_game::{Event as GameEvent, EventKind, GameId, Millis, PlayerId, State};
use tengen_protocol::{PlayerCard, Rematch};
use tengen_rules::ByColor;
use tengen_store::{Append, Appended, JobChange, JobKind, Outages};
use tokio::sync::watch;

use super::headline::headline_after;
use super::known::Known;
use crate::live_game::{damaged, name_damaged};
use crate::shared::Shared;
use crate::{LiveGame, RoomError};

/// The game as this server knows it, and the way of its events into the log.
pub(super) struct Log {
    shared: Arc<Shared>,
    game: LiveGame,
    /// How far the log was read. Events above that were heard from other servers.
    known: Known,
    /// The row that was stored last, until other servers are told of it.
    untold: Option<StoredEvent>,
    /// Set after a commit whose outcome is unknown: the log is read again before anything else is decided.
    in_doubt: bool,
    /// Set when an event was read that only a server of a later release can read.
    left_to_later: bool,
    /// The game's deadline in the table.
    deadline: Option<Millis>,
    /// The noticed outages, and their count when the game was last compared with them.
    outages: watch::Receiver<Outages>,
    outages_seen: Option<u64>,
}

/// An event that gives the time of an outage back.
pub(super) struct Credit {
    pub(super) event: GameEvent,
    /// The count of outages to return to if the event is not stored.
    before: Option<u64>,
}

/// An event of which another server has told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Heard {
    /// It is known.
    Old,
    /// It was the next one, and is applied.
    Next,
    /// The log has to be read: events before it are missing, it is not the one that is known by its number, or more belongs to it than it
    /// says.
    Unclear,
}

impl Log {
    /// Reads a game from the database.
    pub(super) async fn open(shared: &Arc<Shared>, id: GameId) -> Result<Self, RoomError> {
        let game = LiveGame::load(&shared.store, id).await?;
        let deadline = if game.is_finished() { None } else { shared.store.deadline(id).await? };
        Ok(Self {
            shared: Arc::clone(shared),
            known: Known::up_to(game.state().seq()),
            untold: None,
            game,
            in_doubt: false,
            left_to_later: false,
            deadline,
            outages: shared.journal.outages(),
            outages_seen: None,
        })
    }

    pub(super) fn game(&self) -> &LiveGame {
        &self.game
    }

    pub(super) fn state(&self) -> &State {
        self.game.state()
    }

    /// Shows players by these cards from now on.
    pub(super) fn rename(&mut self, cards: &[PlayerCard]) {
        self.game.rename(cards);
    }

    pub(super) fn offer_rematch(&mut self, rematch: Option<Rematch>) {
        self.game.offer_rematch(rematch);
    }

    /// Whether the outcome of a commit is unknown.
    pub(super) fn is_in_doubt(&self) -> bool {
        self.in_doubt
    }

    /// Whether all of the game was stored or read by this server. Nobody is refused by anything else.
    pub(super) fn is_read(&self) -> bool {
        !self.in_doubt && !self.is_heard()
    }

    /// Whether the last events were heard from other servers.
    fn is_heard(&self) -> bool {
        self.known.read() < self.state().seq()
    }

    /// Whether the log may be ahead of the game.
    pub(super) fn may_be_ahead(&self) -> bool {
        self.in_doubt || self.shared.store.is_shared()
    }

    /// Takes note that the log may be ahead of the game.
    pub(super) fn doubt(&mut self) {
        self.in_doubt = true;
    }

    /// Takes note that all of the log has been read.
    pub(super) fn trust(&mut self) {
        self.in_doubt = false;
    }

    /// Takes note that the log has all of the game.
    fn note_read(&mut self) {
        self.known = Known::up_to(self.state().seq());
    }

    /// Stores an event and applies it. Nobody has been told of it yet. If it was decided by events that nobody here has read, it is
    /// stored only if the log has the same.
    pub(super) async fn store(&mut self, event: GameEvent) -> Result<Appended, RoomError> {
        let Some(premise) = self.known.premise(self.state().seq()) else { return Ok(Appended::Conflict) };
        let append = Append { premise, ..self.append(&event)? };
        let row = self.shared.neighbours.as_ref().map(|_| append.event.clone());
        let deadline = append.deadline;
        let waits_for_house = append.jobs.iter().any(|job| job.kind == JobKind::Turn && job.due.is_some());
        match self.shared.journal.append(append).await {
            Ok(Appended::Stored) => {
                // If this fails, the log is ahead of the room, and the room must read it before it goes on.
                self.in_doubt = true;
                self.game.apply(&self.shared.store, event).await?;
                self.in_doubt = false;
                self.note_read();
                self.untold = row;
                if waits_for_house {
                    self.shared.house.note_change(self.game.id(), self.game.state());
                }
                self.deadline = if self.game.is_finished() { None } else { deadline.or(self.deadline) };
                Ok(Appended::Stored)
            }
            Ok(Appended::Conflict) => {
                if let EventKind::Joined { players } = &event.kind {
                    self.expect_there(event.actor, players).await?;
                }
                Ok(Appended::Conflict)
            }
            Err(error) => {
                self.in_doubt = true;
                Err(error.into())
            }
        }
    }

    /// Makes sure that those are there who were to sit down: nobody who has been deleted does.
    async fn expect_there(
        &self,
        actor: Option<PlayerId>,
        players: &ByColor<PlayerId>,
    ) -> Result<(), RoomError> {
        let maker = actor.unwrap_or(players.black);
        let other = if maker == players.black { players.white } else { players.black };
        Ok(self.shared.store.expect_players(maker, other).await?)
    }

    /// Tells other servers of the event that was stored last.
    pub(super) fn tell_neighbours(&mut self) {
        if let Some(neighbours) = &self.shared.neighbours
            && let Some(row) = self.untold.take()
        {
            neighbours.stored(&self.game, row);
            if self.game.is_finished()
                && let Some(earlier) = self.game.rematch_of()
            {
                // As it is told here where the end shows.
                neighbours.offered(earlier, None);
            }
        }
    }

    /// Takes up an event that another server tells of, if that can be done without reading. The end is read at once, for a game that
    /// has ended needs no room.
    pub(super) async fn hear(&mut self, row: StoredEvent) -> Heard {
        let (seq, number) = (self.state().seq(), row.seq);
        if self.in_doubt || number > seq + 1 {
            return Heard::Unclear;
        }
        if number <= self.known.read() {
            return Heard::Old;
        }
        let Ok(event) = row.clone().read(self.state().settings().topology()) else { return Heard::Unclear };
        if number <= seq {
            return if self.game.numbered(number) == Some(&event) { Heard::Old } else { Heard::Unclear };
        }
        if event.result.is_some() || matches!(event.kind, EventKind::Joined { .. }) {
            return Heard::Unclear;
        }
        match self.game.apply(&self.shared.store, event).await {
            Ok(()) => {
                self.known.note_heard(row, seq);
                self.note_time();
                Heard::Next
            }
            Err(_) => Heard::Unclear,
        }
    }

    /// The events that another server has stored, and that are not applied yet. All others have been read then. Nothing, if the log has
    /// not those that were heard.
    pub(super) async fn missed(&mut self) -> Result<Option<Vec<GameEvent>>, RoomError> {
        let stored = self.game.stored_above(&self.shared.store, self.known.read()).await;
        let mut stored = self.note_later_release(stored)?;
        let heard = self.game.above(self.known.read());
        if !stored.starts_with(heard) {
            return Ok(None);
        }
        stored.drain(..heard.len());
        self.note_read();
        Ok(Some(stored))
    }

    /// Applies an event of the log.
    pub(super) async fn take_up(&mut self, event: GameEvent) -> Result<(), RoomError> {
        let applied = self.game.apply(&self.shared.store, event).await;
        name_damaged(&self.shared.store, self.game.id(), &applied);
        self.note_read();
        self.note_time();
        applied
    }

    /// Takes note of an event of another server after which time runs that did not run before: the game was not compared with outages then.
    fn note_time(&mut self) {
        let last = self.game.numbered(self.state().seq());
        if last.is_some_and(|event| matches!(event.kind, EventKind::Unpaused { .. })) {
            self.outages_seen = None;
        }
    }

    /// Reads the whole game from the database. Answers the number up to which it was as it is there.
    pub(super) async fn begin_again(&mut self) -> Result<u32, RoomError> {
        let before = self.known.read();
        let game = LiveGame::load(&self.shared.store, self.game.id()).await;
        self.game = self.note_later_release(game)?;
        self.note_read();
        Ok(before)
    }

    /// Takes note of a log that only a server of a later release can read.
    fn note_later_release<T>(&mut self, read: Result<T, RoomError>) -> Result<T, RoomError> {
        self.left_to_later |= matches!(read, Err(RoomError::LaterRelease(_)));
        read
    }

    /// Whether the game has gone on in a way that only a server of a later release can read. Nothing is decided here any more.
    pub(super) fn is_left_to_later(&self) -> bool {
        self.left_to_later
    }

    /// The row of an event, and the headline of the game if the event changes it.
    fn append(&self, event: &GameEvent) -> Result<Append, RoomError> {
        let state = self.game.state();
        let headline = headline_after(state, event);
        let stored = StoredEvent::write(event, state.settings().topology())
            .inspect_err(|error| self.shared.store.name_damaged(self.game.id(), error))
            .map_err(damaged)?;
        Ok(Append {
            game: self.game.id(),
            event: stored,
            headline,
            deadline: self.brought_forward(event),
            jobs: self.jobs(event)?,
            outages: self.outages_seen.unwrap_or_default(),
            gives_back: matches!(event.kind, EventKind::Credited { .. }),
            premise: Vec::new(),
            seats: match &event.kind {
                EventKind::Joined { players } => Some(*players),
                _ => None,
            },
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

    /// The deadline after this event, if the one in the table is later or has come. A deadline that has come counts as later,
    /// because another server may have put it off.
    fn brought_forward(&self, event: &GameEvent) -> Option<Millis> {
        let due = self.game.state().due_after(event)?;
        let stands = self.deadline.is_some_and(|stored| stored <= due && stored > self.shared.clock.now());
        (!stands).then_some(due)
    }

    /// The deadline in the table, whatever this server believes.
    pub(super) async fn read_deadline(&self) -> Result<Option<Millis>, RoomError> {
        Ok(self.shared.store.deadline(self.game.id()).await?)
    }

    /// Puts the game's deadline off, from the one in the table until its time may come again.
    pub(super) async fn put_off(&mut self, seen: Option<Millis>, ended_now: bool) -> Result<(), RoomError> {
        let next = self.game.state().look_again_at(self.shared.clock.now());
        // An event that was stored meanwhile has brought the deadline forward itself if need be, and the last event of a game
        // has removed it.
        if seen != next && !ended_now {
            self.shared.store.put_off(self.game.id(), seen, next).await?;
        }
        self.deadline = next;
        Ok(())
    }

    /// Waits until an outage begins or ends. Answers whether there is one to hear of.
    pub(super) async fn outages_change(&mut self) -> bool {
        self.outages.changed().await.is_ok()
    }

    /// Whether the database is away.
    pub(super) fn outage_lasts(&self) -> bool {
        self.outages.borrow().lasts
    }

    /// Whether an outage was noticed since the game was last compared with the outages.
    pub(super) fn has_outage_to_make_good(&self) -> bool {
        self.outages_seen != Some(self.outages.borrow().noticed)
    }

    /// Whether a server has died at which those were who are waited for, and the game was not compared with that. It will be.
    pub(super) async fn has_loss_to_make_good(&mut self) -> Result<bool, RoomError> {
        let (store, state) = (&self.shared.store, self.game.state());
        let is_lost = !store.losses(self.game.id(), &waited_for(state), state.at()).await?.is_empty();
        if is_lost {
            self.outages_seen = None;
        }
        Ok(is_lost)
    }

    /// Compares the game with the outages that were noticed since the last time, and answers the event that gives their time back, if
    /// there is time to give back.
    pub(super) async fn credit(&mut self) -> Result<Option<Credit>, RoomError> {
        let noticed = self.outages.borrow().noticed;
        if self.outages_seen == Some(noticed) {
            return Ok(None);
        }
        if self.game.state().time_counts_until().is_none() {
            // No clock runs, so there is no time to give back.
            self.outages_seen = Some(noticed);
            return Ok(None);
        }
        let (store, state) = (&self.shared.store, self.game.state());
        let mut outages = store.outages(state.at()).await?;
        outages.extend(store.losses(self.game.id(), &waited_for(state), state.at()).await?);
        let event = state.make_good(&outages, self.shared.clock.now());
        let before = self.outages_seen.replace(noticed);
        Ok(event.map(|event| Credit { event, before }))
    }

    /// Takes note that an event which gives time back was not stored. The game is compared again.
    pub(super) fn not_credited(&mut self, before: Option<u64>) {
        self.outages_seen = before;
    }
}

/// The players whose time runs: the one to move, and both where both have something to do.
fn waited_for(state: &State) -> Vec<PlayerId> {
    let Some(players) = state.players() else { return Vec::new() };
    match state.to_move() {
        Some(color) if state.pause().is_none() => vec![players[color]],
        _ => vec![players.black, players.white],
    }
}

impl Credit {
    /// The event, and the count of outages to return to if it is not stored.
    pub(super) fn into_parts(self) -> (GameEvent, Option<u64>) {
        (self.event, self.before)
    }
}
