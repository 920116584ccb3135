//! The changes of the state by events.

use std::sync::OnceLock;

use tengen_rules::{ByColor, Color, Illegal, Move, Proposal};

use crate::{
    Agreement, Clock, Event, EventKind, GameResult, Millis, MoveMade, PROPOSALS_EACH, Pause, Phase, ResultBy,
    State, UndoRequest,
};

/// An event that does not continue the game: the log is damaged or belongs to another game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The number is not the next one.
    #[error("event {found} where {expected} is next")]
    Number {
        /// The next number.
        expected: u32,
        /// The event's number.
        found: u32,
    },
    /// The rules refuse the move.
    #[error("event {seq}: {rule}")]
    Illegal {
        /// The event's number.
        seq: u32,
        /// The rule.
        rule: Illegal,
    },
    /// The event can't happen in this phase.
    #[error("event {seq} does not belong in the phase {}", .phase.name())]
    Phase {
        /// The event's number.
        seq: u32,
        /// The phase of the game.
        phase: Phase,
    },
}

impl State {
    /// Folds the next event into the state.
    ///
    /// # Errors
    ///
    /// When the event does not continue this game. The state is then good for nothing but the error message.
    pub fn apply(&mut self, event: &Event) -> Result<(), ReplayError> {
        if event.seq != self.seq + 1 {
            return Err(ReplayError::Number { expected: self.seq + 1, found: event.seq });
        }
        let misplaced = ReplayError::Phase { seq: event.seq, phase: self.phase };
        let refused = |rule| ReplayError::Illegal { seq: event.seq, rule };
        let at = event.at;
        match &event.kind {
            EventKind::Joined { players } => {
                self.players = Some(*players);
                self.first_move_by = at + self.settings.patience().first_move;
                self.moved_at = at;
            }
            EventKind::Played { color, at: point, lag, .. } => {
                let play = self.game.play(*point).map_err(refused)?;
                self.made(*color, Move::Play(*point), play.captured, at, *lag);
            }
            EventKind::Passed { color, proposal, lag } => {
                self.game.pass().map_err(refused)?;
                self.made(*color, Move::Pass, Vec::new(), at, *lag);
                match (proposal, &event.result) {
                    (Some(proposal), _) => self.begin_scoring(proposal.clone(), at),
                    // Nobody is asked: every stone on the board is alive.
                    (None, Some(GameResult { by: ResultBy::Score, .. })) => self.settle_as_played(at),
                    (None, _) => {}
                }
            }
            EventKind::Proposed { color, marks } => {
                self.version += 1;
                let agreement = self.agreement.as_mut().ok_or(misplaced)?;
                agreement.proposed(*color, self.version, marks, at);
            }
            EventKind::Accepted { color, .. } => {
                self.agreement.as_mut().ok_or(misplaced)?.accepted[*color] = true;
            }
            EventKind::Resumed { to_move, .. } => {
                self.agreement.take().ok_or(misplaced)?;
                self.resume_play(*to_move, at);
            }
            // Earlier agreements of the players do not decide the game.
            EventKind::Resigned { .. } | EventKind::Aborted { .. } | EventKind::Adjudicated => {
                self.agreement = None;
            }
            EventKind::TimedOut { .. } | EventKind::Claimed { .. } => {}
            EventKind::UndoRequested { color, moves } => {
                self.undo = Some(UndoRequest { color: *color, seq: event.seq, moves: *moves });
                self.undo_asked[*color] = Some(self.turn);
                self.undos_asked[*color] += 1;
            }
            EventKind::UndoAccepted { moves, .. } => {
                self.undo.take().ok_or(misplaced)?;
                self.take_back(*moves as usize, at).map_err(refused)?;
            }
            EventKind::UndoRejected { .. } => drop(self.undo.take().ok_or(misplaced)?),
            EventKind::Paused { color: Some(color), .. } => {
                let budget = &mut self.pauses_left[*color];
                budget.times = budget.times.saturating_sub(1);
                self.pause = Some(Pause { color: Some(*color), since: at, until: at + budget.millis });
                if let Some(clock) = &mut self.clock {
                    clock.stop(at);
                }
            }
            EventKind::Paused { color: None, until } => self.begin_staff_pause(at, until.ok_or(misplaced)?),
            EventKind::Unpaused { .. } => {
                let pause = self.pause.take().ok_or(misplaced)?;
                match pause.color {
                    Some(color) => self.pauses_left[color].spend(at - pause.since),
                    None => self.end_staff_pause(pause.until, at),
                }
                if self.phase == Phase::Playing {
                    self.run_clock(at);
                }
            }
            EventKind::ClockGiven { .. } => {
                self.clock_givable_at().ok_or(misplaced)?;
                self.clock = Some(Clock::given(&self.settings.patience()));
                self.run_clock(at);
            }
            EventKind::Credited { millis } => self.credit(*millis),
        }
        self.note_presence(event);
        self.phase = event.begins().unwrap_or(self.phase);
        self.result = event.result;
        if self.result.is_some() {
            self.pause = None;
            self.undo = None;
            if let Some(clock) = &mut self.clock {
                clock.stop(at);
            }
        }
        if let (Some(actor), Some(command)) = (event.actor, &event.command) {
            self.commands.insert((actor, command.id.clone()), (command.fingerprint, event.seq));
        }
        self.proposal = OnceLock::new();
        self.seq = event.seq;
        self.at = at;
        Ok(())
    }

    /// Notes a move that the rules have taken in.
    fn made(
        &mut self,
        color: Color,
        made: Move,
        captured: Vec<tengen_rules::Point>,
        at: Millis,
        lag: Millis,
    ) {
        if let Some(clock) = &mut self.clock {
            clock.moved(color, at, lag);
        }
        let time_left = self.clock.as_ref().map(|clock| clock.time(color, at));
        self.moves.push(MoveMade { color, made, captured, time_left });
        self.moved_at = at;
        self.turn += 1;
        self.undo = None;
        if !self.begun {
            self.begun = self.moves.iter().any(|earlier| earlier.color != color);
            self.first_move_by = at + self.settings.patience().first_move;
        }
        self.run_clock(at);
    }

    /// Lets the time of the player to move run, once both have moved.
    fn run_clock(&mut self, at: Millis) {
        if let Some(clock) = &mut self.clock
            && self.begun
            && self.pause.is_none()
        {
            clock.start(self.game.to_move(), at);
        }
    }

    fn begin_scoring(&mut self, proposal: Proposal, at: Millis) {
        // A game that begins behind a pass comes here by the next one: then nobody's first move is waited for
        // any more.
        self.begun = true;
        self.version += 1;
        if let Some(clock) = &mut self.clock {
            clock.stop(at);
        }
        self.agreement = Some(Agreement {
            version: self.version,
            marks: proposal.marks(),
            unsettled: proposal.unsettled,
            proposed_neutral: proposal.neutral,
            accepted: ByColor::default(),
            proposals_left: ByColor { black: PROPOSALS_EACH, white: PROPOSALS_EACH },
            deadline: at + self.settings.patience().scoring,
        });
    }

    fn settle_as_played(&mut self, at: Millis) {
        self.begin_scoring(Proposal::default(), at);
        if let Some(agreement) = &mut self.agreement {
            agreement.accepted = ByColor { black: true, white: true };
        }
    }

    /// Play goes on, and each clock shows some time at least, for a player who did not expect the resumption.
    /// A game without a clock gets one, so that no player can resume play and then just wait.
    fn resume_play(&mut self, to_move: Color, at: Millis) {
        self.version += 1;
        self.turn += 1;
        self.resumed.push((self.moves.len(), to_move));
        self.game.resume(to_move);
        let patience = self.settings.patience();
        match &mut self.clock {
            Some(clock) => clock.top_up(patience.resumed),
            // A local game keeps nobody waiting.
            None if self.settings.local() => {}
            None => self.clock = Some(Clock::given(&patience)),
        }
        self.run_clock(at);
    }

    /// The position after so many moves comes back, and with it the positions that superko remembers.
    fn take_back(&mut self, moves: usize, at: Millis) -> Result<(), Illegal> {
        let mut game = self.settings.game().map_err(|_| Illegal::OffBoard)?;
        let mut resumed = self.resumed.iter().peekable();
        for count in 0..=moves.min(self.moves.len()) {
            while let Some((_, first)) = resumed.next_if(|(after, _)| *after == count) {
                game.resume(*first);
            }
            match self.moves.get(count).filter(|_| count < moves) {
                Some(MoveMade { made: Move::Play(point), .. }) => drop(game.play(*point)?),
                Some(MoveMade { made: Move::Pass, .. }) => drop(game.pass()?),
                None => {}
            }
        }
        self.game = game;
        self.moves.truncate(moves);
        self.moved_at = at;
        self.turn += 1;
        if !self.begun {
            self.first_move_by = self.time_goes_on_at(at) + self.settings.patience().first_move;
        }
        self.run_clock(at);
        Ok(())
    }
}
