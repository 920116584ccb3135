//! One live game: commands in their order, each stored before anybody hears of it.

use std::sync::Arc;
use std::time::Duration;

use tengen_game::{Command, Event as GameEvent, GameId, Millis, Moment, Refusal};
use tengen_protocol::view::Audience;
use tengen_protocol::{Event, Text, ToClient};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, timeout};

use super::followers::{Followers, plays};
use super::live_game::LiveGame;
use super::request::Request;
use super::{CatchUp, OfGame, Outbox, RoomError, Rooms, Sent, Shared};
use crate::clock;
use crate::house::Turn;
use crate::store::{Appended, Outages};

/// How long a room without subscribers waits for the next request before it closes.
const IDLE: Duration = Duration::from_mins(1);
/// How long a room waits after the database failed, before it lets time pass again.
const AGAIN: Duration = Duration::from_secs(1);
/// How often a command is decided again because another server was faster.
pub(super) const TRIES: usize = 8;
/// A log of more events than this is long.
const LONG: u32 = 100;

pub(super) struct Room {
    pub(super) shared: Arc<Shared>,
    pub(super) id: GameId,
    pub(super) game: LiveGame,
    pub(super) followers: Followers,
    /// Set after a commit whose outcome is unknown: the log is read again before anything else is decided.
    pub(super) in_doubt: bool,
    /// When the table says that the game has to be looked at.
    pub(super) deadline: Option<Millis>,
    /// What is known of outages, and how many there were when the game was last compared with them.
    pub(super) outages: watch::Receiver<Outages>,
    pub(super) outages_seen: Option<u64>,
    /// Before this, time is not looked at again: the database was away.
    pub(super) not_before: Option<Instant>,
    /// The number of the last event that spectators have been shown.
    pub(super) shown: u32,
    /// How many watched when it was last told.
    pub(super) watching: usize,
    /// How many connections there were then.
    counted: usize,
    used_at: Instant,
    visits: Visits,
    closed: bool,
}

/// Who has asked for the game since its room was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Visits {
    None,
    /// Only the watch over deadlines. Then there is nothing to wait for: when ten thousand games come due at once, ten
    /// thousand rooms would.
    Watch,
    /// Somebody else.
    Guest,
}

impl Room {
    /// Opens the room, serves its requests, and closes it when it is not needed any more.
    pub(super) async fn run(shared: Arc<Shared>, id: GameId, mut requests: mpsc::Receiver<Request>) {
        match Self::open(&shared, id).await {
            Ok(mut room) => {
                // Whoever opens the door to a game sees what time has made of it.
                room.pass_time().await;
                room.serve(&mut requests).await;
                room.close(requests).await;
            }
            Err(error) => {
                if !matches!(error, RoomError::NoSuchGame) {
                    tracing::error!(game = %id, %error, "a game can't be loaded");
                }
                shared.doors().remove(&id);
                requests.close();
                // The cause goes to whoever opened the door; others who came in meanwhile are told to try again.
                let missing = matches!(error, RoomError::NoSuchGame);
                let mut error = Some(error);
                while let Some(request) = requests.recv().await {
                    let otherwise = if missing { RoomError::NoSuchGame } else { RoomError::Gone };
                    request.refuse(error.take().unwrap_or(otherwise));
                }
            }
        }
    }

    async fn open(shared: &Arc<Shared>, id: GameId) -> Result<Self, RoomError> {
        let game = LiveGame::load(&shared.store, id).await?;
        let deadline = if game.is_finished() { None } else { shared.store.deadline(id).await? };
        let shown = game.visible(Audience::Spectator);
        Ok(Self {
            shared: Arc::clone(shared),
            id,
            game,
            followers: Followers::new(clock::now(), shared.house.clone()),
            in_doubt: false,
            deadline,
            outages: shared.journal.outages(),
            outages_seen: None,
            not_before: None,
            shown,
            watching: 0,
            counted: 0,
            used_at: Instant::now(),
            visits: Visits::None,
            closed: false,
        })
    }

    async fn serve(&mut self, requests: &mut mpsc::Receiver<Request>) {
        loop {
            // What waits in the queue comes before what time does: it may have arrived in time.
            let next = timeout(self.until_next(), requests.recv());
            let next = tokio::select! {
                biased;
                next = next => next,
                // Not while the database is away: what it takes for its return may be the next failure.
                Ok(()) = self.outages.changed(), if self.not_before.is_none() => {
                    self.pass_time().await;
                    continue;
                }
            };
            match next {
                Ok(Some(request)) => {
                    self.used_at = Instant::now();
                    self.handle(request).await;
                    self.count_watchers();
                }
                Ok(None) => return,
                Err(_) => {
                    self.wake().await;
                    self.count_watchers();
                    if self.idle_for() == Duration::ZERO {
                        self.followers.tidy(self.game.state(), clock::now());
                        if self.followers.is_empty() && self.game.next_visible_at().is_none() {
                            return;
                        }
                        self.used_at = Instant::now();
                        self.visits = Visits::Guest;
                    }
                }
            }
        }
    }

    /// Takes note of how many watch. To count them is for when there are more or fewer connections than before.
    fn count_watchers(&mut self) {
        if self.followers.count() != self.counted {
            self.counted = self.followers.count();
            let told = self.tell_watching();
            self.log_failure(told);
        }
    }

    /// How long the room still waits for the next request.
    fn idle_for(&self) -> Duration {
        if self.visits == Visits::Watch {
            return Duration::ZERO;
        }
        IDLE.saturating_sub(self.used_at.elapsed())
    }

    /// How long there is nothing to do by itself.
    fn until_next(&self) -> Duration {
        let idle = self.idle_for();
        let tell = self.followers.tell_at(self.game.state());
        let [tell, held] = [tell, self.not_before].map(|at| at.map(until_instant));
        [Some(idle), tell, held, self.until_due(), self.until_shown()]
            .into_iter()
            .flatten()
            .min()
            .unwrap_or(idle)
    }

    async fn wake(&mut self) {
        if self.followers.tell_at(self.game.state()).is_some_and(|at| at <= Instant::now()) {
            self.followers.tell(self.id, self.game.state());
        }
        let shown = self.show_delayed();
        self.log_failure(shown);
        let held = self.not_before.map(until_instant);
        if held == Some(Duration::ZERO) || self.until_due() == Some(Duration::ZERO) {
            self.pass_time().await;
        }
    }

    async fn pass_time(&mut self) {
        let outcome = self.let_time_pass().await;
        self.not_before = outcome.is_err().then(|| Instant::now() + AGAIN);
        self.log_failure(outcome);
    }

    fn log_failure(&self, outcome: Result<(), RoomError>) {
        if let Err(error) = outcome {
            tracing::error!(game = %self.id, %error, "a game does not go on by itself");
        }
    }

    /// Takes the door away before it shuts, so that it can't take away that of the next room, and sends whoever came in
    /// meanwhile there: a subscriber who stayed here would never hear of anything.
    async fn close(mut self, mut requests: mpsc::Receiver<Request>) {
        self.shared.doors().remove(&self.id);
        requests.close();
        self.closed = true;
        let rooms = Rooms { shared: Arc::clone(&self.shared) };
        while let Some(request) = requests.recv().await {
            // Should that room be closed again already, the request is dropped, and its sender told to try again.
            let _ = rooms.door(self.id).send(request).await;
        }
    }

    async fn handle(&mut self, request: Request) {
        match request {
            Request::LookAt { .. } | Request::HouseTurn { .. } if self.visits == Visits::None => {
                self.visits = Visits::Watch;
            }
            Request::LookAt { .. } | Request::HouseTurn { .. } => {}
            _ => self.visits = Visits::Guest,
        }
        // Nobody may be waiting for an answer any more; then nothing is lost.
        match request {
            Request::Command { sent, answer } => {
                let _ = answer.send(self.command(&sent).await);
            }
            Request::Event { seq, audience, answer } => {
                let _ = answer.send(self.game.event(seq, audience));
            }
            Request::Snapshot { audience, answer } => {
                self.note_visit(audience);
                let presence = self.followers.presence(self.game.state());
                let snapshot = self.settle().await.and_then(|()| self.game.snapshot(audience, presence));
                let _ = answer.send(snapshot);
            }
            Request::Events { since, audience, answer } => {
                self.note_visit(audience);
                let events = self.settle().await.and_then(|()| self.missed(since, audience));
                let events = events.map(|events| (events, self.game.visible(audience)));
                let _ = answer.send(events.map(|events| self.of_game(events)));
            }
            Request::Record { audience, answer } => {
                let record = self
                    .settle()
                    .await
                    .and_then(|()| self.game.record(audience, self.shared.site.as_deref()));
                let _ = answer.send(record.map(|record| self.of_game(record)));
            }
            Request::Subscribe { outbox, since, answer } => {
                let _ = answer.send(self.subscribe(outbox, since).await);
            }
            Request::Unsubscribe { connection } => {
                self.followers.remove(connection, self.game.state(), clock::now());
            }
            Request::HouseTurn { answer } => {
                let turn = self.settle().await.map(|()| Turn::of(self.game.state()));
                let _ = answer.send(turn);
            }
            Request::LookAt { answer } => {
                let _ = answer.send(self.look_at().await);
            }
            Request::Rematch { rematch, answer } => {
                self.game.offer_rematch(rematch);
                let state = self.game.state();
                // Spectators who have not seen the end yet find it in the snapshot that shows it.
                let all_shown = self.game.visible(Audience::Spectator) == state.seq();
                let note = ToClient::Rematch { game: Text(self.id), rematch };
                self.followers.send_note(self.id, &note, |outbox| all_shown || plays(state, outbox));
                let _ = answer.send(Ok(()));
            }
        }
    }

    fn of_game<T>(&self, content: T) -> OfGame<T> {
        OfGame { content, private: self.game.is_private() }
    }

    fn note_visit(&mut self, audience: Audience) {
        if let Audience::Player(player) = audience {
            self.followers.seen(player, self.game.state(), clock::now());
        }
    }

    async fn command(&mut self, sent: &Sent) -> Result<u32, RoomError> {
        if self.in_doubt {
            self.settle().await?;
        }
        self.note_visit(Audience::Player(sent.actor));
        for _ in 0..TRIES {
            self.make_good().await?;
            if let Some(id) = &sent.id
                && let Some(seq) = self.game.state().accepted_as(sent.actor, id, &sent.command)?
            {
                return Ok(seq);
            }
            let event = match self.decide(sent) {
                Ok(event) => event,
                // The player may have seen what another server stored and this room has not read yet.
                Err(_) if self.is_behind().await? => continue,
                // It may be the database that was late, and not the player: what it takes is not given back before it
                // answers again.
                Err(Refusal::TimeIsUp) if self.outages.borrow().lasts => return Err(RoomError::Away),
                Err(Refusal::TimeIsUp) if self.has_outage_to_make_good() => continue,
                Err(refusal) => return Err(refusal.into()),
            };
            match self.commit(event).await? {
                Appended::Stored => return Ok(self.game.state().seq()),
                Appended::Conflict => self.catch_up().await?,
            }
        }
        Err(RoomError::Gone)
    }

    /// Decides a command. A pass may end play, and then the proposal of dead stones takes some ten milliseconds, in
    /// which other rooms must not wait for this thread.
    fn decide(&self, sent: &Sent) -> Result<GameEvent, Refusal> {
        let state = self.game.state();
        let opponent_gone_since = self.followers.opponent_gone_since(state, sent.actor);
        let moment = Moment { opponent_gone_since, ..sent.moment };
        let decide = || state.decide(sent.actor, sent.id.clone(), &sent.command, moment);
        match sent.command {
            Command::Pass { .. } => tokio::task::block_in_place(decide),
            _ => decide(),
        }
    }

    async fn subscribe(&mut self, outbox: Outbox, since: Option<u32>) -> Result<CatchUp, RoomError> {
        self.settle().await?;
        let audience = audience(&outbox);
        self.followers.add(outbox, self.game.state(), clock::now());
        match since {
            None => {
                let presence = self.followers.presence(self.game.state());
                Ok(CatchUp::Snapshot(Box::new(self.game.snapshot(audience, presence)?)))
            }
            Some(since) => {
                let seq = self.game.visible(audience);
                let finished = self.game.is_finished() && seq == self.game.state().seq();
                Ok(CatchUp::Events { events: self.missed(since, audience)?, seq, finished })
            }
        }
    }

    /// The events above a number. A long log takes some milliseconds, in which other rooms must not wait for this thread.
    fn missed(&self, since: u32, audience: Audience) -> Result<Vec<Event>, RoomError> {
        if self.game.state().seq() > LONG {
            tokio::task::block_in_place(|| self.game.events(since, audience))
        } else {
            self.game.events(since, audience)
        }
    }
}

impl Drop for Room {
    /// However a room ends, also by a panic: nobody keeps waiting for what will not come.
    fn drop(&mut self) {
        if self.watching > 0 {
            self.shared.top.unwatched(self.id);
        }
        if !self.closed {
            self.followers.end(self.id, self.game.state().seq());
        }
    }
}

/// How long until then.
pub(super) fn until_instant(at: Instant) -> Duration {
    at.saturating_duration_since(Instant::now())
}

/// As whom a connection sees games.
pub(super) fn audience(outbox: &Outbox) -> Audience {
    outbox.player.map_or(Audience::Spectator, Audience::Player)
}
