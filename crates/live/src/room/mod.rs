//! One live game: commands in their order, each stored before anybody hears of it.

mod answers;
mod opening_after;
mod passing_time;
mod storing;
mod telling;

use std::sync::Arc;
use std::time::Duration;

use tengen_game::{GameId, Millis, PlayerId};
use tengen_protocol::view::Audience;
use tengen_rules::ByColor;
use tengen_store::Outages;
use tengen_trouble as trouble;
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

use crate::followers::Followers;
use crate::memory::Mark;
use crate::recent_events::RecentEvents;
use crate::request::Request;
use crate::shared::Shared;
use crate::{LiveGame, RoomError, Watching};

/// How often a command is decided again because another server was faster.
const TRIES: usize = 8;
/// How long a room without subscribers waits for the next request before it closes.
const IDLE: Duration = Duration::from_mins(1);
/// How long a room waits after the database failed, before it lets time pass again.
const AGAIN: Duration = Duration::from_secs(1);

pub(crate) struct Room {
    pub(super) shared: Arc<Shared>,
    pub(super) id: GameId,
    pub(super) game: LiveGame,
    pub(super) followers: Followers,
    /// The last events, for followers who speak version 2 of the protocol.
    pub(super) recent: RecentEvents,
    /// Set after a commit whose outcome is unknown: the log is read again before anything else is decided.
    pub(super) in_doubt: bool,
    /// The game's deadline in the table.
    pub(super) deadline: Option<Millis>,
    /// The noticed outages, and their count when the game was last compared with them.
    pub(super) outages: watch::Receiver<Outages>,
    pub(super) outages_seen: Option<u64>,
    /// The room lets no time pass before this moment, because the database was away.
    pub(super) not_before: Option<Instant>,
    /// The number of the last event that spectators have been shown.
    pub(super) shown: u32,
    /// The number of the last event of which this room has told the readers, if there is one.
    pub(super) told: Option<u32>,
    /// The highest number that another server is known to have stored.
    pub(super) stored_elsewhere: Option<u32>,
    /// The number of watchers that was told last.
    pub(super) watching: Watching,
    /// The basis of the last count.
    counted: Option<Counted>,
    used_at: Instant,
    visits: Visits,
    /// The room's mark, which others read without asking the room.
    mark: Arc<Mark>,
    closed: bool,
}

/// What a room leaves when it closes.
pub(crate) struct Left {
    /// The requests that came in meanwhile. No more will come.
    pub(crate) requests: mpsc::Receiver<Request>,
    /// Whether the game has ended, and needs no other room.
    pub(crate) ended: bool,
}

/// The visits to the game since its room was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Visits {
    None,
    /// Only the watch over deadlines. Then there is nothing to wait for: when ten thousand games come due at once, ten
    /// thousand rooms would.
    Watch,
    /// Somebody else.
    Guest,
}

/// The basis of the number of watchers: the connections, the players among them, and whether others may watch at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Counted {
    changes: u64,
    players: Option<ByColor<PlayerId>>,
    public: bool,
}

impl Room {
    /// Opens the room, serves its requests, and closes it when it is not needed any more. Answers what it leaves.
    pub(crate) async fn run(
        shared: Arc<Shared>,
        id: GameId,
        mark: Arc<Mark>,
        mut requests: mpsc::Receiver<Request>,
    ) -> Left {
        match Self::open(&shared, id, mark).await {
            Ok(mut room) => {
                let shown = room.show_where_time_shows();
                room.log_failure(shown);
                // The first answer already shows the events that time alone has caused.
                room.pass_time().await;
                room.note_use();
                room.serve(&mut requests).await;
                room.close(requests)
            }
            Err(error) => {
                // A game that does not read back is named where it is read.
                if !matches!(error, RoomError::NoSuchGame | RoomError::Damaged(_)) {
                    trouble::log_in_game(id, "a game can't be loaded", &error);
                }
                shared.doors().remove(&id);
                requests.close();
                // The first request gets the cause; requests that came in meanwhile are told to try again.
                let missing = matches!(error, RoomError::NoSuchGame);
                let mut error = Some(error);
                while let Some(request) = requests.recv().await {
                    let otherwise = if missing { RoomError::NoSuchGame } else { RoomError::Gone };
                    request.refuse(error.take().unwrap_or(otherwise));
                }
                Left { requests, ended: false }
            }
        }
    }

    async fn open(shared: &Arc<Shared>, id: GameId, mark: Arc<Mark>) -> Result<Self, RoomError> {
        let game = LiveGame::load(&shared.store, id).await?;
        let deadline = if game.is_finished() { None } else { shared.store.deadline(id).await? };
        let shown = game.visible(Audience::Spectator);
        Ok(Self {
            shared: Arc::clone(shared),
            id,
            game,
            followers: Followers::new(shared.clock.clone(), Arc::clone(&shared.house)),
            recent: RecentEvents::default(),
            in_doubt: false,
            deadline,
            outages: shared.journal.outages(),
            outages_seen: None,
            not_before: None,
            shown,
            told: None,
            stored_elsewhere: None,
            watching: Watching::default(),
            counted: None,
            used_at: shared.clock.instant(),
            visits: Visits::None,
            mark,
            closed: false,
        })
    }

    async fn serve(&mut self, requests: &mut mpsc::Receiver<Request>) {
        let clock = self.shared.clock.clone();
        // A game that has ended needs no room.
        while !self.has_ended() {
            // Requests in the queue come before time's own events: they may have arrived in time.
            let next = clock.timeout(self.until_next(), requests.recv());
            let next = tokio::select! {
                biased;
                next = next => next,
                // A room that waits after a failure of the database goes on waiting: the next failure may follow the return.
                Ok(()) = self.outages.changed(), if self.not_before.is_none() => {
                    self.pass_time().await;
                    self.count_watchers();
                    continue;
                }
            };
            match next {
                Ok(Some(Request::Close)) if !self.is_held() => return,
                // What happens elsewhere is no visit here, and keeps no room open.
                Ok(Some(request @ Request::CatchUp { .. })) => {
                    self.handle(request).await;
                    self.count_watchers();
                    self.note_use();
                }
                Ok(Some(request)) => {
                    self.used_at = self.shared.clock.instant();
                    self.handle(request).await;
                    self.count_watchers();
                    self.note_use();
                }
                Ok(None) => return,
                Err(_) => {
                    self.wake().await;
                    self.count_watchers();
                    if self.idle_for() == Duration::ZERO {
                        self.followers.tidy(self.game.state());
                        if !self.is_held() {
                            return;
                        }
                        self.used_at = self.shared.clock.instant();
                        self.visits = Visits::Guest;
                    }
                    self.note_use();
                }
            }
        }
    }

    /// Whether nothing more happens in the game, and everybody has seen its end.
    fn has_ended(&self) -> bool {
        let state = self.game.state();
        self.game.is_finished() && self.shown == state.seq() && !self.in_doubt
    }

    /// Whether somebody follows the game, or spectators have not yet seen all of it.
    fn is_held(&self) -> bool {
        !self.followers.is_empty() || self.game.next_visible_at().is_some()
    }

    /// Notes in the mark how much memory the room takes, and whether it is needed.
    fn note_use(&self) {
        self.mark.note(self.game.bytes() + self.recent.bytes(), self.is_held());
    }

    /// Counts the watchers again, if the basis of the count has changed.
    fn count_watchers(&mut self) {
        let (state, changes) = (self.game.state(), self.followers.changes());
        let counted = Some(Counted { changes, players: state.players(), public: self.game.is_public() });
        if self.counted != counted {
            self.counted = counted;
            let told = self.tell_watching();
            self.log_failure(told);
        }
    }

    /// How long the room still waits for the next request.
    fn idle_for(&self) -> Duration {
        if self.visits == Visits::Watch {
            return Duration::ZERO;
        }
        IDLE.saturating_sub(self.shared.clock.since(self.used_at))
    }

    /// How long the room has nothing to do by itself.
    fn until_next(&self) -> Duration {
        let idle = self.idle_for();
        let tell = self.followers.tell_at(self.game.state());
        let [tell, held] = [tell, self.not_before].map(|at| self.until(at));
        [Some(idle), tell, held, self.until_due(), self.until_shown()]
            .into_iter()
            .flatten()
            .min()
            .unwrap_or(idle)
    }

    /// How long until a moment, if there is one.
    pub(super) fn until(&self, moment: Option<Instant>) -> Option<Duration> {
        moment.map(|moment| self.shared.clock.until_instant(moment))
    }

    async fn wake(&mut self) {
        if self.followers.tell_at(self.game.state()).is_some_and(|at| at <= self.shared.clock.instant()) {
            self.followers.tell(self.id, self.game.state());
        }
        let shown = self.show_delayed();
        self.log_failure(shown);
        let held = self.until(self.not_before);
        if held == Some(Duration::ZERO) || self.until_due() == Some(Duration::ZERO) {
            self.pass_time().await;
        }
    }

    async fn pass_time(&mut self) {
        let outcome = self.let_time_pass().await;
        self.not_before = None;
        if outcome.is_err() {
            self.try_again_later();
        }
        self.log_failure(outcome);
    }

    /// Lets no time pass for a moment, and then reads the log again if that is needed.
    fn try_again_later(&mut self) {
        self.not_before = Some(self.shared.clock.instant() + AGAIN);
    }

    pub(super) fn log_failure(&self, outcome: Result<(), RoomError>) {
        if let Err(error) = outcome
            && !matches!(error, RoomError::Damaged(_))
        {
            trouble::log_in_game(self.id, "a game does not go on by itself", error);
        }
    }

    /// Removes the room's door before the room closes, so that it can't remove the door of the next room. The followers of a game that
    /// has ended go to the gatherings.
    fn close(mut self, mut requests: mpsc::Receiver<Request>) -> Left {
        let (id, ended) = (self.id, self.has_ended());
        {
            let mut doors = self.shared.doors();
            doors.remove(&id);
            if ended {
                let nobody = Followers::new(self.shared.clock.clone(), Arc::clone(&self.shared.house));
                let followers = std::mem::replace(&mut self.followers, nobody);
                self.shared.gatherings.take_over(id, self.game.state().players(), followers);
            }
        }
        requests.close();
        self.closed = true;
        // The room's memory is free here, before the last request is answered.
        Left { requests, ended }
    }
}

impl Drop for Room {
    /// Runs however a room ends, also by a panic, so that nobody waits for answers that will not come.
    fn drop(&mut self) {
        if self.watching.connections > 0 {
            self.shared.readers.unwatched(self.id);
        }
        if !self.closed {
            self.followers.end(self.id, self.game.state().seq());
        }
    }
}
