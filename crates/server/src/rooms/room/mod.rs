//! One live game: commands in their order, each stored before anybody hears of it.

mod answers;

use std::sync::Arc;
use std::time::Duration;

use tengen_game::{GameId, Millis};
use tengen_protocol::view::Audience;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, timeout};

use super::followers::Followers;
use super::live_game::LiveGame;
use super::memory::Mark;
use super::request::Request;
use super::{RoomError, Rooms, Shared};
use crate::clock;
use crate::store::Outages;
use crate::trouble;
pub(super) use answers::{LONG, TRIES};

/// How long a room without subscribers waits for the next request before it closes.
const IDLE: Duration = Duration::from_mins(1);
/// How long a room waits after the database failed, before it lets time pass again.
const AGAIN: Duration = Duration::from_secs(1);

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
    /// What others may know of the room without asking it.
    mark: Arc<Mark>,
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
    pub(super) async fn run(
        shared: Arc<Shared>,
        id: GameId,
        mark: Arc<Mark>,
        mut requests: mpsc::Receiver<Request>,
    ) {
        match Self::open(&shared, id, mark).await {
            Ok(mut room) => {
                // Whoever opens the door to a game sees what time has made of it.
                room.pass_time().await;
                room.note_use();
                room.serve(&mut requests).await;
                room.close(requests).await;
            }
            Err(error) => {
                // A game that does not read back is named where it is read.
                if !matches!(error, RoomError::NoSuchGame | RoomError::Damaged(_)) {
                    trouble::log_in_game(id, "a game can't be loaded", &error);
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

    async fn open(shared: &Arc<Shared>, id: GameId, mark: Arc<Mark>) -> Result<Self, RoomError> {
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
            mark,
            closed: false,
        })
    }

    async fn serve(&mut self, requests: &mut mpsc::Receiver<Request>) {
        // A game that has ended needs no room.
        while !self.has_ended() {
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
                Ok(Some(Request::Close)) if !self.is_held() => return,
                Ok(Some(request)) => {
                    self.used_at = Instant::now();
                    self.handle(request).await;
                    self.count_watchers();
                    self.note_use();
                }
                Ok(None) => return,
                Err(_) => {
                    self.wake().await;
                    self.count_watchers();
                    if self.idle_for() == Duration::ZERO {
                        self.followers.tidy(self.game.state(), clock::now());
                        if !self.is_held() {
                            return;
                        }
                        self.used_at = Instant::now();
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

    /// Whether somebody follows the game, or has still to be shown something of it.
    fn is_held(&self) -> bool {
        !self.followers.is_empty() || self.game.next_visible_at().is_some()
    }

    /// Lets others know how much memory the room takes, and whether it is needed.
    fn note_use(&self) {
        self.mark.note(self.game.bytes(), self.is_held());
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
        if let Err(error) = outcome
            && !matches!(error, RoomError::Damaged(_))
        {
            trouble::log_in_game(self.id, "a game does not go on by itself", error);
        }
    }

    /// Takes the door away before it shuts, so that it can't take away that of the next room, and sends whoever came in
    /// meanwhile there: a subscriber who stayed here would never hear of anything. After a game that has ended there is no next
    /// room, and whoever has followed it goes on to do so elsewhere.
    async fn close(mut self, mut requests: mpsc::Receiver<Request>) {
        let (id, rooms, ended) = (self.id, Rooms { shared: Arc::clone(&self.shared) }, self.has_ended());
        {
            let mut doors = self.shared.doors();
            doors.remove(&id);
            if ended {
                let nobody = Followers::new(clock::now(), self.shared.house.clone());
                let followers = std::mem::replace(&mut self.followers, nobody);
                self.shared.gatherings.take_over(id, self.game.state().players(), followers);
            }
        }
        requests.close();
        self.closed = true;
        // The memory is free before the last request is answered.
        drop(self);
        while let Some(request) = requests.recv().await {
            if ended {
                rooms.answer_after_end(id, request).await;
            } else {
                // Should that room be closed again already, the request is dropped, and its sender told to try again.
                let _ = rooms.door(id).send(request).await;
            }
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
