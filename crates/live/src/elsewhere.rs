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

/// How often the table is asked for all games.
const LOOK: Duration = Duration::from_secs(1);

/// The players of a game whom other servers have seen.
type Seen = Vec<(PlayerId, Elsewhere)>;

impl Rooms {
    /// Tells the other servers who is at the board here, until the server stops.
    pub async fn announce_players(self, stop: CancellationToken) {
        let neighbours = self.shared.neighbours.clone();
        let written = |games| {
            if let Some(neighbours) = &neighbours {
                neighbours.attended(games);
            }
        };
        self.shared.announcer.clone().run(self.shared.store.clone(), written, stop).await;
    }

    /// Tells the rooms which players are at other servers, until the server stops. One query a second is for all games; those of which
    /// another server tells that somebody has come or gone are looked at sooner.
    pub async fn look_for_players_elsewhere(self, stop: CancellationToken) {
        let mut looks = self.shared.clock.ticks(LOOK);
        let mut told = self.shared.told_elsewhere.lock().await;
        loop {
            let games = tokio::select! {
                () = looks.tick() => {
                    // When the last other server has gone, its players have to be seen to go.
                    if self.shared.store.servers().alive < 2 && told.is_empty() {
                        continue;
                    }
                    self.held_games()
                }
                () = self.shared.looks.asked() => self.shared.looks.gather().await,
                () = stop.cancelled() => return,
            };
            if let Err(error) = self.tell_of_players_elsewhere(&games, &mut told).await {
                trouble::log("nobody knows who is at other servers", error);
            }
        }
    }

    async fn tell_of_players_elsewhere(
        &self,
        games: &HashSet<GameId>,
        told: &mut HashMap<GameId, Seen>,
    ) -> Result<(), StoreError> {
        let asked: Vec<GameId> = games.iter().copied().collect();
        let mut seen: BTreeMap<GameId, Seen> = BTreeMap::new();
        for (game, player, elsewhere) in self.shared.store.presence_elsewhere(&asked).await? {
            seen.entry(game).or_default().push((player, elsewhere));
        }
        for of_game in seen.values_mut() {
            of_game.sort_unstable_by_key(|(player, _)| *player);
        }
        // A room that has closed asks by itself when it opens again.
        let held = self.held_games();
        told.retain(|game, _| held.contains(game));
        let is_gone = |game: &&GameId| games.contains(game) && !seen.contains_key(game);
        let gone: Vec<GameId> = told.keys().filter(is_gone).copied().collect();
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
