//! Pauses: the clock stands still, within a budget, and nothing comes back that was spent.

use tengen_rules::Color;

use crate::decide::Outcome;
use crate::time_system::PAUSES_EACH;
use crate::{EventKind, Millis, Phase, PlayerId, Refusal, State};

/// A game that stands still.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pause {
    /// Who has paused it.
    pub color: Color,
    /// Since when.
    pub since: Millis,
    /// When the budget is used up and the clock runs again.
    pub until: Millis,
}

/// What a player may still pause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PauseBudget {
    /// How long in all.
    pub millis: Millis,
    /// How often.
    pub times: u8,
}

impl PauseBudget {
    pub(crate) fn new(millis: Millis) -> Self {
        Self { millis, times: if millis > 0 { PAUSES_EACH } else { 0 } }
    }

    pub(crate) fn spend(&mut self, millis: Millis) {
        self.millis = (self.millis - millis).max(0);
    }

    fn is_empty(self) -> bool {
        self.millis == 0 || self.times == 0
    }
}

impl State {
    /// Either player may pause, on either's turn.
    pub(crate) fn decide_pause(&self, actor: PlayerId, at: Millis) -> Result<Outcome, Refusal> {
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
        Ok((EventKind::Paused { color }, None))
    }

    /// Who has paused ends the pause.
    pub(crate) fn decide_unpause(&self, actor: PlayerId) -> Result<Outcome, Refusal> {
        let color = self.seat(actor)?;
        if self.phase != Phase::Playing {
            return Err(Refusal::WrongPhase(self.phase));
        }
        match &self.pause {
            None => Err(Refusal::NotPaused),
            Some(pause) if pause.color != color => Err(Refusal::OnlyTheOpponent),
            Some(_) => Ok((EventKind::Unpaused { color: Some(color) }, None)),
        }
    }

    /// What a player may still pause.
    pub fn pauses_left(&self, color: Color) -> PauseBudget {
        self.pauses_left[color]
    }
}
