//! The consequence of a command: an event, or a refusal.

mod agreement;
mod pause;
mod undo;

use tengen_rules::{ByColor, Color, Dead, Ending, Illegal, Marks, Point, Proposal, Vertex, propose_marks};

use crate::actor::Actor;
use crate::event::Outcome;
use crate::{
    AbortReason, Command, CommandId, CommandRef, Event, EventKind, GameResult, Millis, Moment, Phase,
    PlayerId, Refusal, ResultBy, State,
};

impl State {
    /// The event to which a player's command leads at this moment, or the reason for which it is refused.
    /// Changes nothing.
    ///
    /// A command that was accepted before under the same id is not decided again. Ask
    /// [`accepted_as`](Self::accepted_as) first.
    ///
    /// # Errors
    ///
    /// The first [`Refusal`] that applies, in the order of that type. The identity of the player comes first,
    /// then the phase and stale numbers, then the turn, and the rules come last.
    pub fn decide(
        &self,
        actor: PlayerId,
        id: Option<CommandId>,
        command: &Command,
        moment: impl Into<Moment>,
    ) -> Result<Event, Refusal> {
        let moment = moment.into();
        // Clocks of machines step back; the log of a game does not.
        let at = moment.at.max(self.at);
        let moment = Moment { at, ..moment };
        let (color, wish) = command.parts();
        let actor = Actor { player: actor, color };
        let (kind, result) = match wish {
            Command::Join => self.join(actor, moment.lot)?,
            Command::Play { turn, at } => self.play(actor, *turn, *at, &moment)?,
            Command::Pass { turn, confirm } => self.pass(actor, *turn, *confirm, &moment)?,
            Command::Resign => self.resign(actor)?,
            Command::Abort { reason } => self.abort(actor, *reason)?,
            Command::Propose { version, dead, neutral } => {
                self.propose(actor, *version, dead, neutral.as_deref())?
            }
            Command::Accept { version } => self.accept(actor, *version)?,
            Command::Resume { version } => self.resume(actor, *version)?,
            Command::Undo { turn } => self.decide_undo(actor, *turn)?,
            Command::UndoAccept { request } => self.decide_undo_accept(actor, *request, at)?,
            Command::UndoReject { request } => self.decide_undo_reject(actor, *request)?,
            Command::Pause => self.decide_pause(actor, at)?,
            Command::Unpause => self.decide_unpause(actor)?,
            Command::GiveClock => self.decide_give_clock(actor, at)?,
            Command::Claim { outcome } => self.claim(actor, *outcome, &moment)?,
            // No command itself is one.
            Command::By { .. } => return Err(Refusal::NotYourColor),
        };
        Ok(Event {
            seq: self.seq + 1,
            at,
            actor: Some(actor.player),
            command: id.map(|id| CommandRef { id, fingerprint: command.fingerprint() }),
            kind,
            result,
        })
    }

    /// The number of the event to which this very command led, if it was sent and accepted before.
    ///
    /// # Errors
    ///
    /// [`Refusal::CommandIdReused`] when the id was accepted with another command.
    pub fn accepted_as(
        &self,
        actor: PlayerId,
        id: &CommandId,
        command: &Command,
    ) -> Result<Option<u32>, Refusal> {
        match self.commands.get(&(actor, id.clone())) {
            None => Ok(None),
            Some((fingerprint, seq)) if *fingerprint == command.fingerprint() => Ok(Some(*seq)),
            Some(_) => Err(Refusal::CommandIdReused),
        }
    }

    fn join(&self, Actor { player: actor, .. }: Actor, lot: Color) -> Result<Outcome, Refusal> {
        if self.players.is_some() {
            return Err(Refusal::SeatTaken);
        }
        if self.phase != Phase::Open {
            return Err(Refusal::WrongPhase(self.phase));
        }
        let creator = self.settings.creator();
        if self.settings.local() {
            let both = ByColor { black: creator, white: creator };
            return if actor == creator {
                Ok((EventKind::Joined { players: both }, None))
            } else {
                Err(Refusal::NotInvited)
            };
        }
        if actor == creator {
            return Err(Refusal::OwnGame);
        }
        if self.settings.opponent().is_some_and(|opponent| opponent != actor) {
            return Err(Refusal::NotInvited);
        }
        let creator_color = self.settings.creator_color(lot);
        let players = ByColor::from_fn(|color| if color == creator_color { creator } else { actor });
        Ok((EventKind::Joined { players }, None))
    }

    fn play(&self, actor: Actor, turn: u32, at: Vertex, moment: &Moment) -> Result<Outcome, Refusal> {
        let (color, lag) = self.mover(actor, turn, moment)?;
        let illegal = |rule| Refusal::Illegal { rule, at: Some(at) };
        let point = self.settings.topology().point(at).ok_or(illegal(Illegal::OffBoard))?;
        let play = self.game.check(point).map_err(illegal)?;
        let ends = play.ends.is_some() || self.is_last_move();
        let result = ends.then(|| GameResult::without_winner(ResultBy::NoResult));
        Ok((EventKind::Played { color, at: point, captured: play.captured, lag }, result))
    }

    fn pass(&self, actor: Actor, turn: u32, confirm: bool, moment: &Moment) -> Result<Outcome, Refusal> {
        let (color, lag) = self.mover(actor, turn, moment)?;
        let pass = self.game.check_pass().map_err(|rule| Refusal::Illegal { rule, at: None })?;
        let passed = |proposal| EventKind::Passed { color, proposal, lag };
        if pass.ends != Some(Ending::Passes) {
            let ends = pass.ends.is_some() || self.is_last_move();
            if !ends && !confirm {
                self.opponent_ends_play(color)?;
            }
            return Ok((passed(None), ends.then(|| GameResult::without_winner(ResultBy::NoResult))));
        }
        if self.settings.rules().dead == Dead::AsPlayed {
            return Ok((passed(None), Some(self.result_after_pass()?)));
        }
        let proposal = self.server_proposal();
        if self.resumptions_left() > 0 {
            return Ok((passed(Some(proposal.clone())), None));
        }
        // Nobody is asked about dead stones any more, so nobody should lose by not knowing that.
        if !confirm && !proposal.dead.is_empty() {
            return Err(Refusal::PassNeedsConfirmation { dead: self.vertices(&proposal.dead) });
        }
        Ok((passed(None), Some(self.result_after_pass()?)))
    }

    /// The server's own opinion about the position. It takes some milliseconds to form, so it is kept until
    /// the position changes.
    fn server_proposal(&self) -> &Proposal {
        self.proposal.get_or_init(|| propose_marks(self.game.board(), self.settings.rules()))
    }

    /// Refuses a pass if the opponent could then pass and end play with dead stones of the opponent on the
    /// board, which would count as alive. The player who asks for the last resumption may be the one to pass
    /// last, and otherwise the other player would never be asked.
    fn opponent_ends_play(&self, color: Color) -> Result<(), Refusal> {
        if self.settings.rules().dead == Dead::AsPlayed || self.resumptions_left() > 0 {
            return Ok(());
        }
        let mut after = self.game.clone();
        let answer = after.pass().and_then(|_| after.check_pass());
        if answer.is_ok_and(|pass| pass.ends == Some(Ending::Passes)) {
            let theirs = |point: &Point| self.game.board().get(*point) == Some(color.opponent());
            let dead: Vec<Point> = self.server_proposal().dead.iter().copied().filter(theirs).collect();
            if !dead.is_empty() {
                return Err(Refusal::PassNeedsConfirmation { dead: self.vertices(&dead) });
            }
        }
        Ok(())
    }

    /// Whether this is the last turn that a game may have.
    fn is_last_move(&self) -> bool {
        self.turn + 1 >= self.settings.most_turns()
    }

    fn resign(&self, actor: Actor) -> Result<Outcome, Refusal> {
        let color = self.seat(actor)?;
        match self.phase {
            Phase::Playing | Phase::Scoring => {
                Ok((EventKind::Resigned { color }, Some(GameResult::lost(color, ResultBy::Resignation))))
            }
            phase => Err(Refusal::WrongPhase(phase)),
        }
    }

    fn abort(&self, actor: Actor, reason: Option<AbortReason>) -> Result<Outcome, Refusal> {
        let player = actor.player;
        let invited = player == self.settings.creator() || self.settings.opponent() == Some(player);
        let color = if self.players.is_none() && invited { None } else { Some(self.seat(actor)?) };
        match self.phase {
            Phase::Open | Phase::Playing if !self.begun => {
                Ok((EventKind::Aborted { color, reason }, Some(GameResult::without_winner(ResultBy::Abort))))
            }
            Phase::Open | Phase::Playing => Err(Refusal::TooLateToAbort { moves: self.moves.len() }),
            phase => Err(Refusal::WrongPhase(phase)),
        }
    }

    /// The result if the mover passes and every stone on the board is alive. The last pass may hand over a
    /// stone, too.
    fn result_after_pass(&self) -> Result<GameResult, Refusal> {
        let mut game = self.game.clone();
        game.pass().map_err(|_| Refusal::WrongPhase(self.phase))?;
        self.result_of(&game, &Marks::default())
    }

    /// The colour of `actor`, if it is that player's turn in the position with the number `turn`; and the
    /// part of the lag that is given back, in milliseconds.
    fn mover(&self, actor: Actor, turn: u32, moment: &Moment) -> Result<(Color, Millis), Refusal> {
        let color = self.seat(actor)?;
        let Some(to_move) = self.to_move() else { return Err(Refusal::WrongPhase(self.phase)) };
        if turn != self.turn {
            return Err(Refusal::StaleTurn(self.turn));
        }
        if color != to_move {
            return Err(Refusal::NotYourTurn { to_move });
        }
        if self.pause.is_some() {
            return Err(Refusal::Paused);
        }
        let Some(clock) = &self.clock else { return Ok((color, 0)) };
        let lag = if clock.running().is_some() { clock.lag_given(color, moment.lag) } else { 0 };
        clock.check(color, moment.at, lag).map_err(|_| Refusal::TimeIsUp)?;
        Ok((color, lag))
    }

    fn vertices(&self, points: &[Point]) -> Vec<Vertex> {
        points.iter().map(|point| self.settings.topology().vertex(*point)).collect()
    }
}
