//! What a command would do.

use tengen_rules::{
    ByColor, Color, Dead, DeadError, Ending, Game, Illegal, Point, ResumeFirst, Vertex, propose_dead,
};

use crate::{
    Agreement, Command, CommandId, CommandRef, Event, EventKind, GameResult, Millis, Phase, PlayerId,
    Refusal, ResultBy, State,
};

/// A game may be called off as long as fewer moves than this were made.
const MOVES_TO_ABORT: usize = 2;

/// What an accepted command leads to: the kind of event, and the result if it ends the game.
type Outcome = (EventKind, Option<GameResult>);

impl State {
    /// The event that a player's command leads to at the time `at`, or why it is refused. Changes nothing.
    ///
    /// A command that was accepted before under the same id is [not decided again](Self::accepted_as): ask that first.
    ///
    /// # Errors
    ///
    /// The first [`Refusal`] that applies, in the order of that type: who is asking comes before the phase and stale
    /// numbers, those before whose turn it is, and the rules come last.
    pub fn decide(
        &self,
        actor: PlayerId,
        id: Option<CommandId>,
        command: &Command,
        at: Millis,
    ) -> Result<Event, Refusal> {
        let (kind, result) = match command {
            Command::Join { lot } => self.join(actor, *lot)?,
            Command::Play { turn, at } => self.play(actor, *turn, *at)?,
            Command::Pass { turn, confirm } => self.pass(actor, *turn, *confirm)?,
            Command::Resign => self.resign(actor)?,
            Command::Abort => self.abort(actor)?,
            Command::Propose { version, dead } => self.propose(actor, *version, dead)?,
            Command::Accept { version } => self.accept(actor, *version)?,
            Command::Resume { version } => self.resume(actor, *version)?,
        };
        Ok(Event {
            seq: self.seq + 1,
            // Clocks of machines step back; the log of a game does not.
            at: at.max(self.at),
            actor,
            command: id.map(|id| CommandRef { id, fingerprint: command.fingerprint() }),
            kind,
            result,
        })
    }

    /// The number of the event to which this very command led when it was sent before, if it was.
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

    fn join(&self, actor: PlayerId, lot: Color) -> Result<Outcome, Refusal> {
        if self.players.is_some() {
            return Err(Refusal::SeatTaken);
        }
        if self.phase != Phase::Open {
            return Err(Refusal::WrongPhase(self.phase));
        }
        let creator = self.settings.creator();
        if actor == creator {
            return Err(Refusal::OwnGame);
        }
        let creator_color = self.settings.creator_color(lot);
        let players = ByColor::from_fn(|color| if color == creator_color { creator } else { actor });
        Ok((EventKind::Joined { players }, None))
    }

    fn play(&self, actor: PlayerId, turn: u32, at: Vertex) -> Result<Outcome, Refusal> {
        let color = self.mover(actor, turn)?;
        let illegal = |rule| Refusal::Illegal { rule, at };
        let point = self.settings.topology().point(at).ok_or(illegal(Illegal::OffBoard))?;
        let play = self.game.check(point).map_err(illegal)?;
        let ends = play.ends.is_some() || self.is_last_move();
        let result = ends.then(|| GameResult::without_winner(ResultBy::NoResult));
        Ok((EventKind::Played { color, at: point, captured: play.captured }, result))
    }

    fn pass(&self, actor: PlayerId, turn: u32, confirm: bool) -> Result<Outcome, Refusal> {
        let color = self.mover(actor, turn)?;
        // In the phase `Playing` a pass is always legal; the phase says what the rules' refusal would.
        let pass = self.game.check_pass().map_err(|_| Refusal::WrongPhase(self.phase))?;
        let passed = |proposal| EventKind::Passed { color, proposal };
        if pass.ends != Some(Ending::Passes) {
            let ends = pass.ends.is_some() || self.is_last_move();
            return Ok((passed(None), ends.then(|| GameResult::without_winner(ResultBy::NoResult))));
        }
        if self.settings.rules().dead == Dead::AsPlayed {
            return Ok((passed(None), Some(self.result_after_pass()?)));
        }
        // It takes some milliseconds, so it is kept for whoever asks again about the same position.
        let proposal = self.proposal.get_or_init(|| propose_dead(self.game.board()));
        if self.resumptions_left() > 0 {
            return Ok((passed(Some(proposal.clone())), None));
        }
        // Nobody is asked about dead stones any more, so nobody should lose by not knowing that.
        if !confirm && !proposal.dead.is_empty() {
            return Err(Refusal::PassNeedsConfirmation { dead: self.vertices(&proposal.dead) });
        }
        Ok((passed(None), Some(self.result_after_pass()?)))
    }

    /// Whether the next move is the last that a game may have.
    fn is_last_move(&self) -> bool {
        self.moves.len() + 1 >= self.settings.most_moves()
    }

    fn resign(&self, actor: PlayerId) -> Result<Outcome, Refusal> {
        let color = self.seat(actor)?;
        match self.phase {
            Phase::Playing | Phase::Scoring => {
                Ok((EventKind::Resigned { color }, Some(GameResult::resignation(color))))
            }
            phase => Err(Refusal::WrongPhase(phase)),
        }
    }

    fn abort(&self, actor: PlayerId) -> Result<Outcome, Refusal> {
        let color = if self.players.is_none() && actor == self.settings.creator() {
            None
        } else {
            Some(self.seat(actor)?)
        };
        match self.phase {
            Phase::Open | Phase::Playing if self.moves.len() < MOVES_TO_ABORT => {
                Ok((EventKind::Aborted { color }, Some(GameResult::without_winner(ResultBy::Abort))))
            }
            Phase::Open | Phase::Playing => Err(Refusal::TooLateToAbort { moves: self.moves.len() }),
            phase => Err(Refusal::WrongPhase(phase)),
        }
    }

    fn propose(&self, actor: PlayerId, version: u32, dead: &[Vertex]) -> Result<Outcome, Refusal> {
        let (color, agreement) = self.party(actor, version)?;
        if agreement.proposals_left[color] == 0 {
            return Err(Refusal::NoProposalsLeft);
        }
        let topology = self.settings.topology();
        let mut points = Vec::with_capacity(dead.len());
        for vertex in dead {
            points.push(topology.point(*vertex).ok_or(Refusal::InvalidMarks(*vertex))?);
        }
        points.sort_unstable();
        points.dedup();
        self.score_with(&points).map_err(|error| self.invalid_marks(error))?;
        Ok((EventKind::Proposed { color, dead: points }, None))
    }

    fn accept(&self, actor: PlayerId, version: u32) -> Result<Outcome, Refusal> {
        let (color, agreement) = self.party(actor, version)?;
        if agreement.accepted[color] {
            return Err(Refusal::AlreadyAccepted);
        }
        let both = agreement.accepted[color.opponent()];
        let result = if both { Some(self.result_of(&self.game, &agreement.dead)?) } else { None };
        Ok((EventKind::Accepted { color, version }, result))
    }

    fn resume(&self, actor: PlayerId, version: u32) -> Result<Outcome, Refusal> {
        let (color, _) = self.party(actor, version)?;
        let to_move = match self.settings.rules().resume_first {
            ResumeFirst::OpponentOfRequester => color.opponent(),
            ResumeFirst::NextInTurn => self.game.to_move(),
        };
        Ok((EventKind::Resumed { color, to_move }, None))
    }

    /// The result if the mover passes and every stone on the board is alive. The last pass may hand over a stone, too.
    fn result_after_pass(&self) -> Result<GameResult, Refusal> {
        let mut game = self.game.clone();
        game.pass().map_err(|_| Refusal::WrongPhase(self.phase))?;
        self.result_of(&game, &[])
    }

    fn result_of(&self, game: &Game, dead: &[Point]) -> Result<GameResult, Refusal> {
        let score = self.score_of(game, dead).map_err(|error| self.invalid_marks(error))?;
        Ok(GameResult::score(score.winner(self.settings.rules().ties), score.margin()))
    }

    fn invalid_marks(&self, error: DeadError) -> Refusal {
        Refusal::InvalidMarks(self.settings.topology().vertex(error.point()))
    }

    fn seat(&self, actor: PlayerId) -> Result<Color, Refusal> {
        self.color_of(actor).ok_or(Refusal::NotAPlayer)
    }

    /// The colour of a player whose turn it is in the position of the number `turn`.
    fn mover(&self, actor: PlayerId, turn: u32) -> Result<Color, Refusal> {
        let color = self.seat(actor)?;
        let Some(to_move) = self.to_move() else { return Err(Refusal::WrongPhase(self.phase)) };
        if turn != self.turn {
            return Err(Refusal::StaleTurn(self.turn));
        }
        if color == to_move { Ok(color) } else { Err(Refusal::NotYourTurn { to_move }) }
    }

    /// A player who takes part in the agreement of the number `version`.
    fn party(&self, actor: PlayerId, version: u32) -> Result<(Color, &Agreement), Refusal> {
        let color = self.seat(actor)?;
        match &self.agreement {
            Some(agreement) if self.phase == Phase::Scoring => {
                if version == agreement.version {
                    Ok((color, agreement))
                } else {
                    Err(Refusal::StaleVersion(agreement.version))
                }
            }
            _ => Err(Refusal::WrongPhase(self.phase)),
        }
    }

    fn vertices(&self, points: &[Point]) -> Vec<Vertex> {
        points.iter().map(|point| self.settings.topology().vertex(*point)).collect()
    }
}
