//! From where people play against the house, so that its thinking can be counted by address: guests are free, so turns of
//! players alone bound nothing.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tengen_game::PlayerId;
use tengen_limits::Client;
use tokio::time::Instant;

/// How long it is remembered from where a player has played against the house.
const REMEMBER: Duration = Duration::from_hours(24);
/// How many players are remembered, those that have done something last.
const PLAYERS: usize = 10_000;

/// From where each opponent of the house has played last. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub(super) struct Opponents(Arc<Mutex<HashMap<PlayerId, Seen>>>);

#[derive(Debug)]
struct Seen {
    /// Nobody knows it after a restart, until the player does something.
    client: Option<Client>,
    at: Instant,
}

impl Opponents {
    /// Takes note of a player who begins a game against the house.
    pub(super) fn begin(&self, player: PlayerId, client: Client) {
        self.insert(player, Some(client));
    }

    /// Takes note of a player against whom the house has something to do.
    pub(super) fn expect(&self, player: PlayerId) {
        if !self.lock().contains_key(&player) {
            self.insert(player, None);
        }
    }

    /// Takes note of a player who does something, if it is an opponent.
    pub(super) fn note(&self, player: PlayerId, client: Client) {
        if let Some(seen) = self.lock().get_mut(&player) {
            *seen = Seen { client: Some(client), at: Instant::now() };
        }
    }

    /// From where a player has played last, if that is known.
    pub(super) fn client(&self, player: PlayerId) -> Option<Client> {
        self.lock().get(&player).and_then(|seen| seen.client)
    }

    /// Forgets players who have done nothing for long.
    pub(super) fn tidy(&self) {
        self.lock().retain(|_, seen| seen.at.elapsed() < REMEMBER);
    }

    fn insert(&self, player: PlayerId, client: Option<Client>) {
        let mut all = self.lock();
        if all.len() >= PLAYERS
            && !all.contains_key(&player)
            && let Some((oldest, _)) = all.iter().min_by_key(|(_, seen)| seen.at)
        {
            let oldest = *oldest;
            all.remove(&oldest);
        }
        all.insert(player, Seen { client, at: Instant::now() });
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<PlayerId, Seen>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use tengen_limits::{Limits, Options};

    use super::*;

    #[test]
    fn opponents_alone_are_remembered() {
        let limits = Limits::new(&Options::USUAL);
        let [one, other] = [1, 2].map(|number| limits.client([192, 0, 2, number].into(), false));
        let [ann, ben, cho] = [1, 2, 3].map(|number| PlayerId::from_entropy([number; 10]));
        let opponents = Opponents::default();
        opponents.begin(ann, one);
        opponents.expect(ann);
        opponents.expect(ben);
        assert_eq!([ann, ben, cho].map(|player| opponents.client(player)), [Some(one), None, None]);
        for player in [ann, ben, cho] {
            opponents.note(player, other);
        }
        assert_eq!([ann, ben, cho].map(|player| opponents.client(player)), [Some(other), Some(other), None]);
    }
}
