//! The answers of a room to its requests.

use tengen_game::{Command, Event as GameEvent, Moment, Refusal};
use tengen_protocol::view::Audience;
use tengen_protocol::{Refused, Text, ToClient};
use tengen_store::Appended;
use tracing::{Instrument, Span, info_span};

use super::Room;
use super::course::{Course, TRIES};
use crate::followers::plays;
use crate::request::{Answer, Request};
use crate::{CatchUp, OfGame, Outbox, RoomError, Sent, aside};

/// The event of a command or of a ruling.
pub(super) struct Accepted {
    pub(super) seq: u32,
    /// Whether nobody has been told of it yet: the command did not come before.
    pub(super) untold: bool,
}

impl Room {
    pub(super) async fn handle(&mut self, request: Request) {
        match request {
            Request::LookAt { .. } | Request::State { .. } | Request::Game { .. } => self.timer.looked_at(),
            Request::CatchUp { .. }
            | Request::Heard { .. }
            | Request::SeenElsewhere { .. }
            | Request::Renamed { .. }
            | Request::WatchedElsewhere
            | Request::Close => {}
            _ => self.timer.visited(),
        }
        // If the asker waits no more, the answer is dropped, and nothing is lost.
        match request {
            Request::Command { sent, answer, span } => self.command(&sent, answer).instrument(span).await,
            Request::Rule { ruling, answer, span } => self.rule(ruling, answer).instrument(span).await,
            Request::Event { seq, audience, answer } => {
                let _ = answer.send(self.course.game().event(seq, audience));
            }
            Request::Snapshot { audience, version, answer } => {
                self.note_visit(audience);
                let presence = self.course.publisher.presence(self.course.state());
                let snapshot = self
                    .course
                    .settle()
                    .await
                    .and_then(|()| self.course.game().snapshot(audience, presence, version));
                let _ = answer.send(snapshot);
            }
            Request::Events { since, audience, version, answer } => {
                self.note_visit(audience);
                let events = self
                    .course
                    .settle()
                    .await
                    .and_then(|()| self.course.game().event_list(since, audience, version));
                let _ = answer.send(events.map(|events| self.of_game(events)));
            }
            Request::Record { audience, answer } => {
                let record = self
                    .course
                    .settle()
                    .await
                    .and_then(|()| self.course.game().record(audience, self.shared.site.as_deref()));
                let _ = answer.send(record.map(|record| self.of_game(record)));
            }
            Request::Subscribe { outbox, since, answer } => {
                let _ = answer.send(self.subscribe(outbox, since).await);
            }
            Request::Unsubscribe { connection } => {
                let Course { log, publisher, .. } = &mut self.course;
                publisher.remove(connection, log.state());
            }
            Request::State { read } => match self.course.settle().await {
                Ok(()) => read.read(Some(self.course.state())),
                Err(error) => read.refuse(error),
            },
            Request::Game { read } => {
                let settled = self.course.settle().await;
                read.read(settled.map(|()| self.course.game()));
            }
            Request::LookAt { answer } => {
                let _ = answer.send(self.course.look_at().await);
            }
            Request::CatchUp { seq } => {
                self.course.publisher.note_stored_elsewhere(seq);
                let outcome = self.course.catch_up_to(seq).await;
                self.read_on_later(outcome);
            }
            Request::Heard { event } => {
                let outcome = self.course.hear(event).await;
                self.read_on_later(outcome);
            }
            Request::SeenElsewhere { seen } => {
                let Course { log, publisher, .. } = &mut self.course;
                publisher.seen_elsewhere(&seen, log.state());
            }
            Request::Renamed { cards } => self.course.log.rename(&cards),
            Request::WatchedElsewhere => self.course.publisher.watched_elsewhere(),
            // Somebody has come in meanwhile.
            Request::Close => {}
            Request::Rematch { rematch, answer } => {
                let Course { log, publisher, .. } = &mut self.course;
                log.offer_rematch(rematch);
                let state = log.state();
                // Spectators who have not seen the end yet find the rematch in the snapshot that shows the end.
                let all_shown = publisher.shown() == state.seq();
                let note = ToClient::Rematch { game: Text(self.id), rematch };
                publisher.send_note(&note, |outbox| all_shown || plays(state, outbox));
                let _ = answer.send(Ok(()));
            }
        }
    }

    /// Reads the log later on if that has failed.
    fn read_on_later(&mut self, outcome: Result<(), RoomError>) {
        if outcome.is_err() {
            self.course.log.doubt();
            self.timer.try_again_later();
        }
        self.log_failure(outcome);
    }

    fn of_game<T>(&self, content: T) -> OfGame<T> {
        OfGame { content, private: self.course.game().is_private() }
    }

    fn note_visit(&mut self, audience: Audience) {
        if let Audience::Player(player) = audience {
            let Course { log, publisher, .. } = &mut self.course;
            publisher.seen(player, log.state());
        }
    }

    /// Carries a command out. The answer goes before anybody is told of the event, so that on a connection it comes first.
    async fn command(&mut self, sent: &Sent, answer: Answer<u32>) {
        let outcome = self.accept(sent).await;
        self.answer(outcome, answer);
    }

    /// Answers whoever has caused an event, and tells everybody of it.
    pub(super) fn answer(&mut self, outcome: Result<Accepted, RoomError>, answer: Answer<u32>) {
        let untold = outcome.as_ref().is_ok_and(|accepted| accepted.untold);
        Span::current().record("stored", outcome.is_ok());
        if let Err(RoomError::Refused(refusal)) = &outcome {
            Span::current().record("error.type", Refused::from(refusal).code.name());
        }
        let _ = answer.send(outcome.map(|accepted| accepted.seq));
        if untold {
            let told = self.course.tell();
            self.log_failure(told);
        }
    }

    async fn accept(&mut self, sent: &Sent) -> Result<Accepted, RoomError> {
        self.course.expect_right_clock()?;
        if self.course.log.is_in_doubt() {
            self.course.settle().await?;
        }
        self.note_visit(Audience::Player(sent.actor));
        for _ in 0..TRIES {
            self.course.make_good().await?;
            if let Some(id) = &sent.id {
                let known = self.course.state().accepted_as(sent.actor, id, &sent.command);
                if known != Ok(None) && !self.course.log.is_read() {
                    // Somebody has told that it came before. The log has the last word.
                    self.course.catch_up().await?;
                    continue;
                }
                if let Some(seq) = known? {
                    return Ok(Accepted { seq, untold: false });
                }
            }
            if matches!(sent.command.bare(), Command::Claim { .. }) {
                self.course.look_elsewhere().await?;
            }
            let event = match self.decide(sent) {
                Ok(event) => event,
                Err(refusal) if self.course.may_withdraw(&refusal).await? => continue,
                Err(refusal) => return Err(refusal.into()),
            };
            if let Some(accepted) = self.store(event).await? {
                return Ok(accepted);
            }
        }
        Err(RoomError::Gone)
    }

    /// Stores an event that was decided by what is known here; nothing, if another server was faster.
    pub(super) async fn store(&mut self, event: GameEvent) -> Result<Option<Accepted>, RoomError> {
        let span = info_span!(target: "tengen_traces", "store");
        match self.course.log.store(event).instrument(span).await? {
            Appended::Stored => Ok(Some(Accepted { seq: self.course.state().seq(), untold: true })),
            Appended::Conflict => {
                self.course.catch_up().await?;
                Ok(None)
            }
        }
    }

    /// Decides a command. A pass may end play, and then the proposal of dead stones takes some ten milliseconds, in
    /// which other rooms must not wait for this thread.
    fn decide(&self, sent: &Sent) -> Result<GameEvent, Refusal> {
        let state = self.course.state();
        if sent.answers.is_some_and(|seq| seq != state.seq()) {
            return Err(Refusal::StaleTurn(state.turn()));
        }
        let opponent_gone_since = self.course.publisher.opponent_gone_since(state, sent.actor);
        let moment = Moment { opponent_gone_since, ..sent.moment };
        let decide = || state.decide(sent.actor, sent.id.clone(), &sent.command, moment);
        match sent.command.bare() {
            Command::Pass { .. } => aside(decide),
            _ => decide(),
        }
    }

    async fn subscribe(&mut self, outbox: Outbox, since: Option<u32>) -> Result<CatchUp, RoomError> {
        self.course.settle().await?;
        let (audience, version) = (outbox.audience(), outbox.version);
        if self.is_refused(&outbox) {
            self.timer.turned_away();
            return Err(RoomError::Full);
        }
        let Course { log, publisher, .. } = &mut self.course;
        let since = since.filter(|since| publisher.has_told_the_log_up_to(*since));
        // Whoever comes now is shown as much as the others, and the next event together with them.
        publisher.show_delayed(log.game())?;
        publisher.add(outbox, log.game());
        let (game, state) = (log.game(), log.state());
        let seq = publisher.shown_to(audience, game);
        match since {
            None => {
                let snapshot = game.snapshot_until(seq, audience, publisher.presence(state), version)?;
                Ok(CatchUp::Snapshot(Box::new(snapshot)))
            }
            Some(since) => {
                let finished = game.is_finished() && seq == state.seq();
                Ok(CatchUp::Events {
                    events: publisher.missed(game, since, seq, audience, version)?,
                    seq,
                    finished,
                })
            }
        }
    }

    /// Whether there is no memory left for another game that is only watched. Its players always get in. A game that is in memory
    /// for somebody else is open to everybody.
    fn is_refused(&self, outbox: &Outbox) -> bool {
        self.course.publisher.is_alone()
            && self.shared.memory.is_full()
            && !plays(self.course.state(), outbox)
    }
}
