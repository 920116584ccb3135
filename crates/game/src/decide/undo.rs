//! Taking moves back, by agreement.

use tengen_rules::Color;

use crate::actor::Actor;
use crate::event::Outcome;
use crate::{EventKind, Millis, Phase, Refusal, State, UNDOS_EACH, UndoRequest};

impl State {
    /// Asks to take back the player's own last move, and the opponent's answer with it, if there was one.
    /// Each player may ask once in a position, and [`UNDOS_EACH`] times in a game. A resumption can't be
    /// taken back.
    pub(crate) fn decide_undo(&self, actor: Actor, turn: u32) -> Result<Outcome, Refusal> {
        let color = self.seat(actor)?;
        if self.phase != Phase::Playing {
            return Err(Refusal::WrongPhase(self.phase));
        }
        if turn != self.turn {
            return Err(Refusal::StaleTurn(self.turn));
        }
        if self.undo.is_some() || self.undo_asked[color] == Some(turn) {
            return Err(Refusal::AlreadyAsked);
        }
        if self.undos_asked[color] >= UNDOS_EACH {
            return Err(Refusal::NoUndosLeft);
        }
        let since = self.resumed.last().map_or(0, |(moves, _)| *moves);
        let last = self.moves.iter().skip(since).rposition(|earlier| earlier.color == color);
        let moves = since + last.ok_or(Refusal::NothingToUndo)?;
        Ok((EventKind::UndoRequested { color, moves: u32::try_from(moves).unwrap_or(u32::MAX) }, None))
    }

    pub(crate) fn decide_undo_accept(
        &self,
        actor: Actor,
        request: u32,
        at: Millis,
    ) -> Result<Outcome, Refusal> {
        let (color, asked) = self.asked(actor, request)?;
        if asked.color == color {
            return Err(Refusal::OnlyTheOpponent);
        }
        self.in_time(at)?;
        Ok((EventKind::UndoAccepted { color, request, moves: asked.moves }, None))
    }

    pub(crate) fn decide_undo_reject(&self, actor: Actor, request: u32) -> Result<Outcome, Refusal> {
        let (color, _) = self.asked(actor, request)?;
        Ok((EventKind::UndoRejected { color, request }, None))
    }

    fn asked(&self, actor: Actor, request: u32) -> Result<(Color, UndoRequest), Refusal> {
        let color = self.seat(actor)?;
        if self.phase != Phase::Playing {
            return Err(Refusal::WrongPhase(self.phase));
        }
        let asked = self.undo.filter(|asked| asked.seq == request);
        Ok((color, asked.ok_or(Refusal::NoSuchRequest)?))
    }
}
