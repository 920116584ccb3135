//! Offers for which there is no place yet.

use std::collections::HashMap;
use std::time::Duration;

use tengen_game::{AbortReason, GameId};
use tokio::time::{Instant, sleep_until};

/// Offers that wait for a place, the moment at which each is declined, and the reason then.
#[derive(Debug)]
pub(crate) struct Waiting {
    patience: Duration,
    until: HashMap<GameId, (Instant, AbortReason)>,
}

impl Waiting {
    /// No offers; each waits for so long.
    pub(crate) fn new(patience: Duration) -> Self {
        Self { patience, until: HashMap::new() }
    }

    /// Lets an offer wait, from when this is told for the first time. The reason is that of the last time.
    pub(crate) fn note(&mut self, game: GameId, reason: AbortReason) {
        let first = || (Instant::now() + self.patience, reason);
        self.until.entry(game).or_insert_with(first).1 = reason;
    }

    /// An offer waits no more.
    pub(crate) fn forget(&mut self, game: GameId) {
        self.until.remove(&game);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.until.is_empty()
    }

    /// Waits until an offer has waited for long enough; for ever if none waits.
    pub(crate) async fn over(&self) {
        match self.until.values().map(|(until, _)| *until).min() {
            Some(first) => sleep_until(first).await,
            None => std::future::pending().await,
        }
    }

    /// Those that have waited for long enough, which wait no more.
    pub(crate) fn take_over(&mut self) -> Vec<(GameId, AbortReason)> {
        let now = Instant::now();
        let over = self.until.extract_if(|_, (until, _)| *until <= now);
        over.map(|(game, (_, reason))| (game, reason)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_offer_waits_once() {
        let (game, other) = (GameId::from_entropy([1; 10]), GameId::from_entropy([2; 10]));
        let mut waiting = Waiting::new(Duration::ZERO);
        waiting.note(game, AbortReason::TooManyGames);
        let (first, _) = waiting.until[&game];
        waiting.note(game, AbortReason::Busy);
        assert_eq!(waiting.until[&game], (first, AbortReason::Busy));
        waiting.note(other, AbortReason::Busy);
        waiting.forget(other);
        waiting.over().await;
        assert_eq!(waiting.take_over(), [(game, AbortReason::Busy)]);
        assert!(waiting.is_empty());
        let mut patient = Waiting::new(Duration::from_hours(1));
        patient.note(game, AbortReason::Busy);
        assert!(patient.take_over().is_empty() && !patient.is_empty());
    }
}
