//! The beginning and the end of a pause.

use crate::actor::Actor;
use crate::event::Outcome;
use crate::{EventKind, Millis, Pause, Phase, Refusal, State};

impl State {
    /// Either player may pause, on either's turn.
    pub(crate) fn decide_pause(&self, actor: Actor, at: Millis) -> Result<Outcome, Refusal> {
        let color = self.seat(actor)?;
        if self.phase != Phase::Playing {
            return Err(Refusal::WrongPhase(self.phase));
        }
        if self.pause.is_some() {
            return Err(Refusal::Paused);
        }
        self.in_time(at)?;
        if self.clock.as_ref().is_none_or(|clock| clock.running().is_none()) {
            return Err(Refusal::NothingToPause);
        }
        if self.pauses_left[color].is_empty() {
            return Err(Refusal::NoPausesLeft);
        }
        Ok((EventKind::Paused { color: Some(color), until: None }, None))
    }

    /// Ends a pause. Only the player who has paused may end it, and no player one of the staff.
    pub(crate) fn decide_unpause(&self, actor: Actor) -> Result<Outcome, Refusal> {
        let color = self.seat(actor)?;
        if self.phase != Phase::Playing {
            return Err(Refusal::WrongPhase(self.phase));
        }
        match &self.pause {
            None => Err(Refusal::NotPaused),
            Some(Pause { color: None, .. }) => Err(Refusal::Paused),
            Some(pause) if pause.color != Some(color) => Err(Refusal::OnlyTheOpponent),
            Some(_) => Ok((EventKind::Unpaused { color: Some(color) }, None)),
        }
    }
}
