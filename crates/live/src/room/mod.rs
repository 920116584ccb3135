//! One live game: commands in their order, each stored before anybody hears of it.
//!
//! A [`Room`] is the task of a game. Its [`Course`] is the game itself: the [log](log) that is written, and the [publisher](publisher)
//! that tells of it. Its [`Timer`] says how long it waits.

mod answers;
mod course;
mod headline;
mod known;
mod log;
mod opening_after;
mod publisher;
mod rulings;
mod timer;

use std::sync::Arc;
use tengen_game::GameId;
use tengen_trouble as trouble;
use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::RoomError;
use crate::memory::Mark;
use crate::request::Request;
use crate::shared::Shared;
use course::Course;
pub use headline::headline_after;
use timer::Timer;

/// The room of one game.
pub(crate) struct Room {
    shared: Arc<Shared>,
    id: GameId,
    course: Course,
    timer: Timer,
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
                if let Err(error) = room.course.publisher.show_where_time_shows(room.course.game()) {
                    trouble::log_in_game(id, "a game can't be shown", error);
                }
                // The first answer already shows the events that time alone has caused.
                room.pass_time().await;
                room.note_use();
                room.serve(&mut requests).await;
                room.close(requests)
            }
            Err(error) => {
                // A game that does not read back is named where it is read.
                if !matches!(error, RoomError::NoSuchGame) && !error.is_of_one_game() {
                    trouble::log_in_game(id, "a game can't be loaded", &error);
                }
                shared.doors().remove(&id);
                requests.close();
                // The first request gets the cause; requests that came in meanwhile are told to try again, if that may help.
                let otherwise = || match &error {
                    RoomError::NoSuchGame => RoomError::NoSuchGame,
                    RoomError::LaterRelease(error) => RoomError::LaterRelease(error.clone()),
                    _ => RoomError::Gone,
                };
                let mut waiting = Vec::new();
                while let Some(request) = requests.recv().await {
                    waiting.push((request, otherwise()));
                }
                let mut error = Some(error);
                for (request, otherwise) in waiting {
                    request.refuse(error.take().unwrap_or(otherwise));
                }
                Left { requests, ended: false }
            }
        }
    }

    async fn open(shared: &Arc<Shared>, id: GameId, mark: Arc<Mark>) -> Result<Self, RoomError> {
        let course = Course::open(shared, id).await?;
        let timer = Timer::new(shared.clock.clone());
        Ok(Self { shared: Arc::clone(shared), id, course, timer, mark, closed: false })
    }

    async fn serve(&mut self, requests: &mut mpsc::Receiver<Request>) {
        let clock = self.shared.clock.clone();
        // A game that has ended needs no room, and one that has become unreadable can have none.
        while !self.course.has_ended() && !self.course.log.is_left_to_later() {
            // Requests in the queue come before time's own events: they may have arrived in time.
            let next = clock.timeout_at(self.next_at(), requests.recv());
            let next = tokio::select! {
                biased;
                next = next => next,
                // A room that waits after a failure of the database goes on waiting: the next failure may follow the return.
                true = self.course.log.outages_change(), if self.timer.held_until().is_none() => {
                    self.pass_time().await;
                    self.count_watchers();
                    continue;
                }
            };
            match next {
                Ok(Some(Request::Close)) if !self.is_held() => return,
                Ok(Some(request)) => {
                    // What happens elsewhere is no visit here, and keeps no room open.
                    if !matches!(
                        request,
                        Request::CatchUp { .. }
                            | Request::Heard { .. }
                            | Request::SeenElsewhere { .. }
                            | Request::Renamed { .. }
                            | Request::WatchedElsewhere
                    ) {
                        self.timer.used();
                    }
                    // The request is answered with all that time shows by now, and the followers know no less.
                    self.show_delayed();
                    self.handle(request).await;
                    self.count_watchers();
                    self.note_use();
                }
                Ok(None) => return,
                Err(_) => {
                    self.wake().await;
                    self.count_watchers();
                    if self.has_come(self.timer.idle_at()) {
                        self.course.publisher.tidy(self.course.log.state());
                        if !self.is_held() {
                            return;
                        }
                        self.timer.used();
                        self.timer.visited();
                    }
                    self.note_use();
                }
            }
        }
    }

    /// Whether somebody follows the game, or spectators have not yet seen all of it.
    fn is_held(&self) -> bool {
        !self.course.publisher.is_alone() || self.course.shown_at().is_some()
    }

    /// Notes in the mark how much memory the room takes, and whether it is needed.
    fn note_use(&self) {
        self.mark.note(self.course.game().bytes() + self.course.publisher.bytes(), self.is_held());
    }

    fn count_watchers(&mut self) {
        let told = self.course.publisher.count_watchers(self.course.log.game());
        self.log_failure(told);
    }

    /// The moment up to which the room has nothing to do by itself. It is a moment and no time from now, because time passes
    /// between its calculation and the wait.
    fn next_at(&self) -> Instant {
        let (idle, held) = (self.timer.idle_at(), self.timer.held_until());
        let tell = self.course.publisher.tell_at(self.course.state());
        [tell, held, self.course.due_at(held), self.course.shown_at()]
            .into_iter()
            .flatten()
            .fold(idle, Instant::min)
    }

    async fn wake(&mut self) {
        let Course { log, publisher, .. } = &mut self.course;
        publisher.tell_presence(log.state());
        self.show_delayed();
        let held = self.timer.held_until();
        if [held, self.course.due_at(held)].into_iter().flatten().any(|at| self.has_come(at)) {
            self.pass_time().await;
        }
    }

    fn show_delayed(&mut self) {
        let Course { log, publisher, .. } = &mut self.course;
        let shown = publisher.show_delayed(log.game());
        self.log_failure(shown);
    }

    fn has_come(&self, moment: Instant) -> bool {
        moment <= self.shared.clock.instant()
    }

    async fn pass_time(&mut self) {
        let outcome = self.course.let_time_pass().await;
        self.timer.go_on();
        if outcome.is_err() {
            self.timer.try_again_later();
        }
        self.log_failure(outcome);
    }

    fn log_failure(&self, outcome: Result<(), RoomError>) {
        // A game that does not read back is named where it is read, and a wrong clock where it is noticed.
        if let Err(error) = outcome
            && !matches!(error, RoomError::WrongClock { .. } | RoomError::Away)
            && !error.is_of_one_game()
        {
            trouble::log_in_game(self.id, "a game does not go on by itself", error);
        }
    }

    /// Removes the room's door before the room closes, so that it can't remove the door of the next room. The followers of a game that
    /// has ended go to the gatherings.
    fn close(mut self, mut requests: mpsc::Receiver<Request>) -> Left {
        let (id, ended) = (self.id, self.course.has_ended());
        {
            let mut doors = self.shared.doors();
            doors.remove(&id);
            if ended {
                let followers = self.course.publisher.take_followers();
                self.shared.gatherings.take_over(id, self.course.state().players(), followers);
            }
        }
        if self.course.log.is_left_to_later() {
            // Whoever comes back is told why there is nothing more to hear.
            self.course.publisher.end(self.course.state().seq());
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
        self.course.publisher.forget_watchers();
        if !self.closed {
            self.course.publisher.end(self.course.state().seq());
        }
    }
}
