//! How many games a bot plays, of which kind, and with whom.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use tengen_game::{GameId, PlayerId};
use tengen_protocol::{PerColor, Snapshot};
use tokio::task::Id;

use crate::fits::Speed;

/// How many games there may be.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Games that are played at one sitting.
    pub live: usize,
    /// Games that are played now and then.
    pub correspondence: usize,
    /// Games with one opponent.
    pub each: usize,
}

/// What a seat tells of its game while it plays.
#[derive(Debug, Default)]
pub struct Standing {
    opponent: OnceLock<PlayerId>,
    at_leisure: AtomicBool,
}

impl Standing {
    /// Takes note of the opponent of a player, who stays the same once somebody has joined.
    pub fn note_opponent(&self, game: &Snapshot, me: PlayerId) {
        let PerColor { black, white } = &game.players;
        let mut players = [black, white].into_iter().flatten().map(|card| card.id.0);
        if let Some(other) = players.find(|player| *player != me) {
            // Told twice, it is the same.
            let _ = self.opponent.set(other);
        }
    }

    /// Takes note of whether the game goes on only now and then, though it has no clock for that.
    pub fn note_leisure(&self, at_leisure: bool) {
        self.at_leisure.store(at_leisure, Ordering::Relaxed);
    }
}

/// The games of a bot.
#[derive(Debug)]
pub(crate) struct Places {
    limits: Limits,
    taken: HashMap<GameId, Taken>,
}

#[derive(Debug)]
struct Taken {
    seat: Id,
    speed: Speed,
    standing: Arc<Standing>,
}

impl Taken {
    /// Whether the game is played now and then.
    fn is_slow(&self) -> bool {
        self.speed == Speed::Correspondence || self.standing.at_leisure.load(Ordering::Relaxed)
    }

    /// Whether it is, or may come to be.
    fn may_be_slow(&self) -> bool {
        self.is_slow() || self.speed == Speed::Untimed
    }

    /// Whether it is an offer of the bot's own that nobody has taken.
    fn is_offer(&self) -> bool {
        self.standing.opponent.get().is_none()
    }
}

impl Places {
    pub(crate) fn new(limits: Limits) -> Self {
        Self { limits, taken: HashMap::new() }
    }

    /// Takes note of a seat in a game.
    pub(crate) fn take(&mut self, game: GameId, seat: Id, speed: Speed, standing: Arc<Standing>) {
        self.taken.insert(game, Taken { seat, speed, standing });
    }

    /// The game of a seat, which is over.
    pub(crate) fn leave(&mut self, seat: Id) -> Option<GameId> {
        let game = self.taken.iter().find(|(_, taken)| taken.seat == seat).map(|(game, _)| *game)?;
        self.taken.remove(&game);
        Some(game)
    }

    /// Whether the bot sits in a game.
    pub(crate) fn holds(&self, game: GameId) -> bool {
        self.taken.contains_key(&game)
    }

    /// How many games there are.
    pub(crate) fn count(&self) -> usize {
        self.taken.len()
    }

    /// Whether there is room for another game so fast.
    pub(crate) fn is_free(&self, speed: Speed) -> bool {
        self.is_free_without(speed, None)
    }

    /// The same, if one game were not.
    fn is_free_without(&self, speed: Speed, game: Option<GameId>) -> bool {
        let others =
            || self.taken.iter().filter(move |(other, _)| Some(**other) != game).map(|(_, taken)| taken);
        let slow = others().filter(|taken| taken.is_slow()).count();
        // Whatever may become slow has its room among the slow ones from the beginning, so that it never keeps a live place for days.
        let slow_is_free = others().filter(|taken| taken.may_be_slow()).count() < self.limits.correspondence;
        // A game that waits for its opponent leaves its live place to others. There may be more slow ones than room for them after a start
        // with smaller limits.
        let surplus = slow.saturating_sub(self.limits.correspondence);
        let live_is_free = others().count() - slow + surplus < self.limits.live;
        match speed {
            Speed::Correspondence => slow_is_free,
            Speed::Live => live_is_free,
            // Where no slow games are wanted, those without a clock count as live for good.
            Speed::Untimed => live_is_free && (slow_is_free || self.limits.correspondence == 0),
        }
    }

    /// An offer of the bot's own whose place a game so fast could have.
    pub(crate) fn offer_in_the_way(&self, speed: Speed) -> Option<GameId> {
        let mut offers = self.taken.iter().filter(|(_, taken)| taken.is_offer()).map(|(game, _)| *game);
        offers.find(|offer| self.is_free_without(speed, Some(*offer)))
    }

    /// Whether there may be another game with a player.
    pub(crate) fn may_play(&self, opponent: PlayerId) -> bool {
        self.with(opponent) < self.limits.each
    }

    /// Whether another game may be offered to this player, to whom all offers are; or to anybody.
    pub(crate) fn may_offer(&self, opponent: Option<PlayerId>) -> bool {
        opponent.is_none_or(|opponent| self.with(opponent) + self.offered() < self.limits.each)
    }

    fn with(&self, opponent: PlayerId) -> usize {
        self.taken.values().filter(|taken| taken.standing.opponent.get() == Some(&opponent)).count()
    }

    /// How many games wait for somebody to join.
    pub(crate) fn offered(&self) -> usize {
        self.taken.values().filter(|taken| taken.is_offer()).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u8) -> GameId {
        GameId::from_entropy([number; 10])
    }

    fn player(number: u8) -> PlayerId {
        PlayerId::from_entropy([number; 10])
    }

    /// The number of a task, which only a task has.
    async fn seat() -> Id {
        let task = tokio::spawn(async {});
        let id = task.id();
        task.await.unwrap();
        id
    }

    async fn take(places: &mut Places, number: u8, speed: Speed) -> Arc<Standing> {
        let standing = Arc::new(Standing::default());
        places.take(game(number), seat().await, speed, Arc::clone(&standing));
        standing
    }

    #[tokio::test]
    async fn fast_and_slow_games_are_counted_apart() {
        let mut places = Places::new(Limits { live: 1, correspondence: 2, each: 9 });
        let untimed = take(&mut places, 1, Speed::Untimed).await;
        assert_eq!(
            [Speed::Live, Speed::Untimed, Speed::Correspondence].map(|speed| places.is_free(speed)),
            [false, false, true]
        );
        // Its opponent makes it wait.
        untimed.note_leisure(true);
        assert!(places.is_free(Speed::Live) && places.is_free(Speed::Untimed));
        // There is no room for a third of that kind, so one without a clock, which might become one, is not taken.
        take(&mut places, 2, Speed::Correspondence).await;
        assert!(places.is_free(Speed::Live));
        assert!(!places.is_free(Speed::Untimed) && !places.is_free(Speed::Correspondence));
        // Whichever is there all the same counts as live.
        take(&mut places, 3, Speed::Correspondence).await;
        assert!(!places.is_free(Speed::Live));
        untimed.note_leisure(false);
        assert!(!places.is_free(Speed::Live));
        let (seat, held) = (places.taken[&game(1)].seat, places.holds(game(1)));
        assert_eq!((held, places.leave(seat)), (true, Some(game(1))));
        assert!(places.is_free(Speed::Live) && !places.holds(game(1)));
        assert_eq!((places.leave(seat), places.count()), (None, 2));
    }

    #[tokio::test]
    async fn a_game_without_a_clock_is_live_where_no_slow_games_are_wanted() {
        let mut places = Places::new(Limits { live: 1, correspondence: 0, each: 9 });
        assert!(places.is_free(Speed::Untimed) && !places.is_free(Speed::Correspondence));
        take(&mut places, 1, Speed::Untimed).await.note_leisure(true);
        assert!(!places.is_free(Speed::Live));
    }

    #[tokio::test]
    async fn an_own_offer_makes_room_if_that_is_of_use() {
        let mut places = Places::new(Limits { live: 1, correspondence: 1, each: 9 });
        assert_eq!(places.offer_in_the_way(Speed::Live), None);
        let offer = take(&mut places, 1, Speed::Live).await;
        assert_eq!(places.offer_in_the_way(Speed::Live), Some(game(1)));
        let by_days = take(&mut places, 2, Speed::Correspondence).await;
        by_days.opponent.set(player(1)).unwrap();
        assert_eq!(places.offer_in_the_way(Speed::Correspondence), None);
        offer.opponent.set(player(2)).unwrap();
        assert_eq!(places.offer_in_the_way(Speed::Live), None, "it is a game");
    }

    #[tokio::test]
    async fn nobody_has_more_games_than_one_may() {
        let mut places = Places::new(Limits { live: 9, correspondence: 9, each: 1 });
        let first = take(&mut places, 1, Speed::Live).await;
        assert!(places.may_play(player(1)));
        assert_eq!(places.offered(), 1);
        assert!(!places.may_offer(Some(player(1))) && places.may_offer(None));
        first.opponent.set(player(1)).unwrap();
        assert!(!places.may_play(player(1)) && places.may_play(player(2)));
        assert_eq!(places.offered(), 0);
        assert!(!places.may_offer(Some(player(1))) && places.may_offer(Some(player(2))));
    }
}
