//! Agreement about dead stones: marks, acceptances, and the way back to play.

use tengen_rules::{ByColor, Color, DeadError, Game, Point, ResumeFirst, Vertex};

use crate::decide::Outcome;
use crate::time_system::LOOK_AT_PROPOSAL;
use crate::{EventKind, GameResult, Millis, Phase, PlayerId, Refusal, State};

/// How many times each player may mark dead stones in one scoring phase, so that marking can't go on for ever.
pub const PROPOSALS_EACH: u8 = 10;

/// The marks on dead stones and who has accepted them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agreement {
    /// Counts every change of the marks over the whole game and never starts again.
    pub version: u32,
    /// Stones marked as dead: whole chains, in the order of the board.
    pub dead: Vec<Point>,
    /// Stones about which the server had no opinion when play stopped.
    pub unsettled: Vec<Point>,
    /// Who has accepted this version.
    pub accepted: ByColor<bool>,
    /// How many times each player may still mark in this scoring phase.
    pub proposals_left: ByColor<u8>,
    /// When play goes on if the players have not agreed, in milliseconds.
    pub deadline: Millis,
}

impl Agreement {
    /// Takes up new marks. The opponent gets time to look at them.
    pub(crate) fn proposed(&mut self, color: Color, version: u32, dead: &[Point], at: Millis) {
        self.version = version;
        self.dead = dead.to_vec();
        self.accepted = ByColor::default();
        self.proposals_left[color] = self.proposals_left[color].saturating_sub(1);
        self.deadline = self.deadline.max(at + LOOK_AT_PROPOSAL);
    }
}

impl State {
    /// New marks. Who has accepted does not change them any more: the opponent may be about to accept, too.
    pub(crate) fn propose(&self, actor: PlayerId, version: u32, dead: &[Vertex]) -> Result<Outcome, Refusal> {
        let (color, agreement) = self.party(actor, version)?;
        if agreement.accepted[color] {
            return Err(Refusal::AlreadyAccepted);
        }
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

    pub(crate) fn accept(&self, actor: PlayerId, version: u32) -> Result<Outcome, Refusal> {
        let (color, agreement) = self.party(actor, version)?;
        if agreement.accepted[color] {
            return Err(Refusal::AlreadyAccepted);
        }
        let both = agreement.accepted[color.opponent()];
        let result = if both { Some(self.result_of(&self.game, &agreement.dead)?) } else { None };
        Ok((EventKind::Accepted { color, version }, result))
    }

    pub(crate) fn resume(&self, actor: PlayerId, version: u32) -> Result<Outcome, Refusal> {
        let (color, _) = self.party(actor, version)?;
        Ok((
            EventKind::Resumed { color: Some(color), to_move: self.first_after_resumption(Some(color)) },
            None,
        ))
    }

    /// What becomes of an agreement that did not come about in time: as if the one who has not accepted had asked for
    /// play to go on, and nobody if neither has.
    pub(crate) fn agreement_lapses(&self) -> EventKind {
        let accepted = self.agreement.as_ref().map(|agreement| agreement.accepted).unwrap_or_default();
        let requester = match (accepted.black, accepted.white) {
            (true, false) => Some(Color::White),
            (false, true) => Some(Color::Black),
            _ => None,
        };
        EventKind::Resumed { color: None, to_move: self.first_after_resumption(requester) }
    }

    fn first_after_resumption(&self, requester: Option<Color>) -> Color {
        match (self.settings.rules().resume_first, requester) {
            (ResumeFirst::OpponentOfRequester, Some(color)) => color.opponent(),
            _ => self.game.to_move(),
        }
    }

    pub(crate) fn result_of(&self, game: &Game, dead: &[Point]) -> Result<GameResult, Refusal> {
        let score = self.score_of(game, dead).map_err(|error| self.invalid_marks(error))?;
        Ok(GameResult::score(score.winner(self.settings.rules().ties), score.margin()))
    }

    fn invalid_marks(&self, error: DeadError) -> Refusal {
        Refusal::InvalidMarks(self.settings.topology().vertex(error.point()))
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
}
