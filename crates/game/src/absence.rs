//! Players who have left, and the opponent's choice then.

use tengen_rules::{ByColor, Color};

use crate::actor::Actor;
use crate::event::Outcome;
use crate::{ClaimOutcome, Event, EventKind, GameResult, Millis, Moment, Phase, Refusal, ResultBy, State};

impl State {
    /// From when on the opponent of `color` may claim the game, if the player of `color` has been away since
    /// `gone_since` and stays away. `None` where absence does not end a game.
    ///
    /// The moment is never sooner than the game's patience after the last event of the absent player. Nor is
    /// it sooner after an event during which players may well have been away: a pause, the scoring phase, an
    /// outage of the server. A player who did not see a resumption or a clock coming has as long as the
    /// clocks show then.
    pub fn claimable_at(&self, color: Color, gone_since: Millis) -> Option<Millis> {
        let patience = self.patience_with_absence()?;
        Some((gone_since + patience).max(self.present_until[color]))
    }

    /// Ends the game because the opponent has left. Refused where players may come and go; in the scoring
    /// phase, which its own deadline ends; and before the game has begun, when either player may call it off.
    pub(crate) fn claim(
        &self,
        actor: Actor,
        outcome: ClaimOutcome,
        moment: &Moment,
    ) -> Result<Outcome, Refusal> {
        let color = self.seat(actor)?;
        if self.phase != Phase::Playing {
            return Err(Refusal::WrongPhase(self.phase));
        }
        if self.pause.is_some() {
            return Err(Refusal::Paused);
        }
        // A player who has lost on time can't win by having stayed.
        self.in_time(moment.at)?;
        self.patience_with_absence().ok_or(Refusal::NotClaimable)?;
        let gone_since = moment.opponent_gone_since;
        let claimable_at = gone_since.and_then(|since| self.claimable_at(color.opponent(), since));
        if claimable_at.is_none_or(|from| moment.at < from) {
            return Err(Refusal::OpponentNotAway { claimable_at });
        }
        let result = match outcome {
            ClaimOutcome::Win => GameResult::lost(color.opponent(), ResultBy::Absence),
            ClaimOutcome::Abort => GameResult::without_winner(ResultBy::Abort),
        };
        Ok((EventKind::Claimed { color }, Some(result)))
    }

    /// The time that a player may be away, if absence ends the game at all. Before the game has begun it does
    /// not: then the opponent may call the game off. Nobody is absent from a local game.
    fn patience_with_absence(&self) -> Option<Millis> {
        self.settings.patience().absence.filter(|_| self.begun && !self.settings.local())
    }

    /// Notes until when nobody counts as absent after this event.
    pub(crate) fn note_presence(&mut self, event: &Event) {
        let patience = self.settings.patience();
        let Some(absence) = patience.absence else { return };
        let both = match event.kind {
            EventKind::Joined { .. } | EventKind::Unpaused { .. } | EventKind::Credited { .. } => absence,
            EventKind::Resumed { .. } | EventKind::ClockGiven { .. } => absence.max(patience.resumed),
            _ => 0,
        };
        let until = event.at + both;
        self.present_until = ByColor::from_fn(|color| self.present_until[color].max(until));
        if let Some(color) = event.actor.and_then(|actor| self.color_of(actor)) {
            self.present_until[color] = event.at + absence;
        }
    }
}
