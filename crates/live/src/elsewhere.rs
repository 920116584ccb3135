//! Players who are at other servers, for the games with somebody at them here.
//!
//! What is told here is for the eye alone: a room that decides something because of an absence asks the table itself.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Duration;

use tengen_game::{GameId, PlayerId};
use tengen_store::{Elsewhere, StoreError};
use tengen_trouble as trouble;
use tokio_util::sync::CancellationToken;

use crate::Rooms;
use crate::request::Request;

/// How often the table is asked.
const LOOK: Duration = Duration::from_secs(1);

/// The players of a game whom other servers have seen.
type Seen = Vec<(PlayerId, Elsewhere)>;

impl Rooms {
    /// Tells the rooms which players are at other servers, until the server stops. One query a second is for all games.
    pub async fn look_for_players_elsewhere(self, stop: CancellationToken) {
        let mut looks = self.shared.clock.ticks(LOOK);
        let mut told = HashMap::new();
        loop {
            tokio::select! {
                () = looks.tick() => {}
                () = stop.cancelled() => return,
            }
            // When the last other server has gone, its players have to be seen to go.
            if (self.shared.store.servers().alive > 1 || !told.is_empty())
                && let Err(error) = self.tell_of_players_elsewhere(&mut told).await
            {
                trouble::log("nobody knows who is at other servers", error);
            }
        }
    }

    async fn tell_of_players_elsewhere(&self, told: &mut HashMap<GameId, Seen>) -> Result<(), StoreError> {
        let held = self.held_games();
        let games: Vec<GameId> = held.iter().copied().collect();
        let mut seen: BTreeMap<GameId, Seen> = BTreeMap::new();
        for (game, player, elsewhere) in self.shared.store.presence_elsewhere(&games).await? {
            seen.entry(game).or_default().push((player, elsewhere));
        }
        for of_game in seen.values_mut() {
            of_game.sort_unstable_by_key(|(player, _)| *player);
        }
        // A room that has closed asks by itself when it opens again.
        told.retain(|game, _| held.contains(game));
        let gone: Vec<GameId> = told.keys().filter(|game| !seen.contains_key(game)).copied().collect();
        seen.extend(gone.into_iter().map(|game| (game, Seen::new())));
        for (game, seen) in seen {
            if told.get(&game) == Some(&seen) {
                continue;
            }
            let Some(door) = self.shared.open_door(game) else { continue };
            // A room with a full queue is told at the next look.
            if door.try_send(Request::SeenElsewhere { seen: seen.clone() }).is_ok() {
                if seen.is_empty() {
                    told.remove(&game)
                } else {
                    told.insert(game, seen)
                };
            }
        }
        Ok(())
    }

    /// The games that somebody follows here.
    fn held_games(&self) -> HashSet<GameId> {
        let doors = self.shared.doors();
        doors.iter().filter(|(_, door)| door.mark.is_held()).map(|(game, _)| *game).collect()
    }
}
