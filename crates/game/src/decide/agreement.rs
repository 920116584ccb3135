//! Marks, acceptances, and the way back to play.

use tengen_rules::{Color, Game, MarkError, Marks, Point, ResumeFirst, Vertex};

use crate::actor::Actor;
use crate::event::Outcome;
use crate::{Agreement, EventKind, GameResult, Phase, Refusal, State};

impl State {
    /// New marks. A player who has accepted may not change them any more, because the opponent may be about
    /// to accept, too. Where `neutral` is left out, the points that are nobody's stay as they are.
    pub(crate) fn propose(
        &self,
        actor: Actor,
        version: u32,
        dead: &[Vertex],
        neutral: Option<&[Vertex]>,
    ) -> Result<Outcome, Refusal> {
        let (color, agreement) = self.party(actor, version)?;
        if agreement.accepted[color] {
            return Err(Refusal::AlreadyAccepted);
        }
        if agreement.proposals_left[color] == 0 {
            return Err(Refusal::NoProposalsLeft);
        }
        let dead = self.marked(dead)?;
        let neutral =
            neutral.map_or_else(|| Ok(agreement.marks.neutral.clone()), |points| self.marked(points))?;
        let marks = Marks { dead, neutral };
        self.score_with(&marks).map_err(|error| self.invalid_marks(error))?;
        Ok((EventKind::Proposed { color, marks }, None))
    }

    /// The points of these vertices, each once, in the order of the board.
    fn marked(&self, vertices: &[Vertex]) -> Result<Vec<Point>, Refusal> {
        let topology = self.settings.topology();
        let point = |vertex: &Vertex| topology.point(*vertex).ok_or(Refusal::InvalidMarks(*vertex));
        let mut points = vertices.iter().map(point).collect::<Result<Vec<_>, _>>()?;
        points.sort_unstable();
        points.dedup();
        Ok(points)
    }

    pub(crate) fn accept(&self, actor: Actor, version: u32) -> Result<Outcome, Refusal> {
        let (color, agreement) = self.party(actor, version)?;
        if agreement.accepted[color] {
            return Err(Refusal::AlreadyAccepted);
        }
        let both = agreement.accepted[color.opponent()];
        let result = if both { Some(self.result_of(&self.game, &agreement.marks)?) } else { None };
        Ok((EventKind::Accepted { color, version }, result))
    }

    pub(crate) fn resume(&self, actor: Actor, version: u32) -> Result<Outcome, Refusal> {
        let (color, _) = self.party(actor, version)?;
        Ok((
            EventKind::Resumed { color: Some(color), to_move: self.first_after_resumption(Some(color)) },
            None,
        ))
    }

    /// The event when the time to agree is over. If one player has accepted, the game goes on as if the other
    /// one had asked for play to go on. If neither has, it goes on as if neither had asked.
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

    pub(crate) fn result_of(&self, game: &Game, marks: &Marks) -> Result<GameResult, Refusal> {
        let score = self.score_of(game, marks).map_err(|error| self.invalid_marks(error))?;
        Ok(GameResult::score(score.winner(self.settings.rules().ties), score.margin()))
    }

    fn invalid_marks(&self, error: MarkError) -> Refusal {
        Refusal::InvalidMarks(self.settings.topology().vertex(error.point()))
    }

    /// A player who takes part in the agreement of the number `version`. In a pause nobody does.
    fn party(&self, actor: Actor, version: u32) -> Result<(Color, &Agreement), Refusal> {
        let color = self.seat(actor)?;
        match &self.agreement {
            Some(agreement) if self.phase == Phase::Scoring => {
                if version != agreement.version {
                    return Err(Refusal::StaleVersion(agreement.version));
                }
                if self.pause.is_some() {
                    return Err(Refusal::Paused);
                }
                Ok((color, agreement))
            }
            _ => Err(Refusal::WrongPhase(self.phase)),
        }
    }
}
