//! Games whose time has come, whether or not anybody is looking.
//!
//! A game that nobody follows has no room. Its deadline is in the table, under an index, so that ten thousand games of
//! several days a move cost one look a second.

use std::collections::HashMap;
use std::time::Duration;

use futures_util::{StreamExt, stream};
use tengen_duties::Repeat;
use tengen_game::GameId;
use tengen_live::{RoomError, Rooms};
use tengen_store::Store;
use tengen_trouble as trouble;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// How often the table is looked at.
const LOOK: Duration = Duration::from_secs(1);
/// How many games are taken at once.
const TAKEN: u32 = 200;
/// How many rooms are asked at the same time.
const AT_ONCE: usize = 16;
/// How long a game that does not read back here is left alone: it is due at every look.
const REST: Duration = Duration::from_mins(10);
/// How many such games are remembered; a database with more has another trouble.
const RESTING: usize = 10_000;

/// Has the games looked at whose time has come, until the server stops.
pub async fn watch(store: Store, rooms: Rooms, stop: CancellationToken) {
    let mut looks = Repeat::every(LOOK, store.clock(), &stop);
    let mut resting = Resting::default();
    while looks.tick().await {
        // By a wrong clock nobody's time has come.
        if store.wrong_clock().is_none() {
            look(&store, &rooms, &stop, &mut resting).await;
        }
    }
}

/// Has all games looked at that are due. After a time without a server very many may be, and what does not read back stays in the
/// way of none behind it.
async fn look(store: &Store, rooms: &Rooms, stop: &CancellationToken, resting: &mut Resting) {
    let mut last = None;
    loop {
        let (due, more) = match store.due_games(store.clock().now(), last.as_ref(), TAKEN).await {
            Ok(due) => due,
            Err(error) => return trouble::log("the deadlines can't be read", error),
        };
        let now = store.clock().instant();
        let outcomes = stream::iter(due.into_iter().filter(|game| !resting.holds(*game, now)))
            .map(|game| {
                let rooms = rooms.clone();
                async move { (game, rooms.look_at(game).await) }
            })
            .buffer_unordered(AT_ONCE)
            .collect::<Vec<_>>()
            .await;
        let (mut failed, mut went_on) = (false, false);
        for (game, outcome) in outcomes {
            match outcome {
                Ok(()) => went_on = true,
                // It is named where it is read.
                Err(error) if error.is_of_one_game() => resting.add(game, now),
                // It is known where it is noticed, and over in a moment.
                Err(RoomError::Away) => failed = true,
                Err(error) => {
                    failed = true;
                    trouble::log_in_game(game, "a game's time has come, and it does not go on", error);
                }
            }
        }
        // When nothing goes on, the others would not either.
        if stop.is_cancelled() || more.is_none() || (failed && !went_on) {
            return;
        }
        last = more;
    }
}

/// The games that do not read back, each with the time until which it is left alone.
#[derive(Debug, Default)]
struct Resting(HashMap<GameId, Instant>);

impl Resting {
    fn add(&mut self, game: GameId, now: Instant) {
        if self.0.len() >= RESTING {
            self.0.retain(|_, until| *until > now);
        }
        if self.0.len() < RESTING {
            self.0.insert(game, now + REST);
        }
    }

    fn holds(&self, game: GameId, now: Instant) -> bool {
        self.0.get(&game).is_some_and(|until| *until > now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_game_is_left_alone_for_a_while() {
        let (mut resting, now) = (Resting::default(), Instant::now());
        let game = |number: usize| {
            let bytes = u64::try_from(number).unwrap().to_be_bytes();
            GameId::from_entropy(std::array::from_fn(|place| bytes.get(place).copied().unwrap_or_default()))
        };
        resting.add(game(0), now);
        assert!(resting.holds(game(0), now + REST / 2) && !resting.holds(game(1), now));
        assert!(!resting.holds(game(0), now + REST));
        for number in 0..2 * RESTING {
            resting.add(game(number), now);
        }
        assert_eq!(resting.0.len(), RESTING);
        resting.add(game(0), now + REST);
        assert_eq!(resting.0.len(), 1);
    }
}
