//! The games in which the house has something to do. Its opponents take turns, so that nobody waits behind the many games of
//! another; and whoever has had much thought about rests meanwhile. If the house's clock runs out meanwhile, it plays in a hurry.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tengen_clock::Clock;
use tengen_game::{GameId, Millis, PlayerId, State};
use tengen_limits::{Client, Limits};
use tengen_live::House;
use tengen_store::computers::level_of;
use tengen_store::{JobChange, JobKind, end_of_lease};
use tokio::sync::Notify;
use tokio::time::timeout;

use super::opponents::Opponents;
use super::turn::{has_something_to_do, plays};

/// How many games may wait before no further one begins: a minute of thinking at the most.
const LONG: usize = 60;
/// The house does not wait any more with so little on its clock, in milliseconds.
const HURRY: Millis = 10_000;
/// The longest wait after which it is looked again who rests: a player may come from another address.
const LOOK: Duration = Duration::from_secs(1);

/// The games in which the house has something to do, each once. Of each opponent they are taken in the order in which they came,
/// and the opponents in turns. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Queue {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    open: bool,
    clock: Clock,
    opponents: Opponents,
    waiting: Mutex<Waiting>,
    noted: Notify,
    /// How many games are being thought about.
    thinking: AtomicUsize,
}

/// How much the house has to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Load {
    /// How many games wait for their turn.
    pub waiting: usize,
    /// How many games are being thought about, each on a thread of its own.
    pub thinking: usize,
}

/// A game is being thought about, until this is dropped.
#[derive(Debug)]
pub(super) struct Thinking(Queue);

impl Drop for Thinking {
    fn drop(&mut self) {
        self.0.inner.thinking.fetch_sub(1, Relaxed);
    }
}

/// A game whose turn it is in the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Taken {
    pub(super) game: GameId,
    pub(super) opponent: PlayerId,
    /// Whether it must not take long.
    pub(super) hurry: bool,
}

/// A game that waits.
#[derive(Debug)]
struct Waits {
    game: GameId,
    /// When time alone would do something, if that is known.
    due: Option<Millis>,
}

/// The next game of a queue.
#[derive(Debug, PartialEq, Eq)]
enum Next {
    Game(Taken),
    /// All opponents rest, the first of them for so long.
    Rest(Duration),
    Nothing,
}

#[derive(Debug, Default)]
struct Waiting {
    /// The opponents in the order of their turns.
    turns: VecDeque<PlayerId>,
    /// The games of each of them.
    games: HashMap<PlayerId, VecDeque<Waits>>,
    known: HashSet<GameId>,
    /// The games that were taken, and whose answers are not stored yet, each as often as it was taken.
    at_work: HashMap<GameId, u32>,
}

/// A game that was taken, until its answer is stored.
#[derive(Debug)]
pub(super) struct AtWork {
    queue: Queue,
    game: GameId,
}

impl Drop for AtWork {
    fn drop(&mut self) {
        let mut waiting = self.queue.lock();
        if let Some(times) = waiting.at_work.get_mut(&self.game) {
            *times = times.saturating_sub(1);
            if *times == 0 {
                waiting.at_work.remove(&self.game);
            }
        }
    }
}

impl Queue {
    /// An empty queue; nothing ever comes into one that is not `open`.
    pub fn new(open: bool, clock: Clock) -> Self {
        let (opponents, waiting, noted) = (Opponents::default(), Mutex::default(), Notify::new());
        let thinking = AtomicUsize::new(0);
        Self { inner: Arc::new(Inner { open, clock, opponents, waiting, noted, thinking }) }
    }

    /// Whether the house plays at all.
    pub fn is_open(&self) -> bool {
        self.inner.open
    }

    /// Takes note of the address from which a player begins a game against the house.
    pub fn begin(&self, player: PlayerId, client: Client) {
        self.inner.opponents.begin(player, client);
    }

    /// Takes note of the address from which a player does something.
    pub fn note_player(&self, player: PlayerId, client: Client) {
        if self.is_open() {
            self.inner.opponents.note(player, client);
        }
    }

    /// From where a player has done something last.
    pub(super) fn client(&self, player: PlayerId) -> Option<Client> {
        self.inner.opponents.client(player)
    }

    /// Whether so many games wait that no further one should begin. Those of opponents who rest are in nobody's way.
    pub fn is_busy(&self, limits: &Limits) -> bool {
        let waiting = self.lock();
        let ready = waiting.games.iter().filter(|(opponent, _)| self.rest(**opponent, limits).is_zero());
        ready.map(|(_, games)| games.len()).sum::<usize>() >= LONG
    }

    /// How many games wait for a thread, and how many are being thought about.
    pub fn load(&self) -> Load {
        let waiting = self.lock().known.len();
        Load { waiting, thinking: self.inner.thinking.load(Relaxed) }
    }

    /// Counts a game that is being thought about until the answer is dropped.
    pub(super) fn think(&self) -> Thinking {
        self.inner.thinking.fetch_add(1, Relaxed);
        Thinking(self.clone())
    }

    /// Forgets players who have done nothing for long.
    pub fn tidy(&self) {
        self.inner.opponents.tidy();
    }

    /// Takes note of a game against this opponent that has to be looked at, unless this server is at work on it.
    pub fn note(&self, game: GameId, opponent: PlayerId) {
        if !self.lock().at_work.contains_key(&game) {
            self.add(Waits { game, due: None }, opponent);
        }
    }

    /// The guard of a game that was taken: until it is gone, the game is not noted again, unless there is news of it.
    pub(super) fn guard(&self, taken: &Taken) -> AtWork {
        AtWork { queue: self.clone(), game: taken.game }
    }

    fn add(&self, waits: Waits, opponent: PlayerId) {
        if !self.is_open() {
            return;
        }
        self.inner.opponents.expect(opponent);
        let mut waiting = self.lock();
        if waiting.known.insert(waits.game) {
            waiting.games.entry(opponent).or_default().push_back(waits);
            if waiting.games[&opponent].len() == 1 {
                waiting.turns.push_back(opponent);
            }
            self.inner.noted.notify_one();
        } else if let Some(known) =
            waiting.games.get_mut(&opponent).into_iter().flatten().find(|known| known.game == waits.game)
        {
            // A look at the table does not know the time.
            known.due = waits.due.or(known.due);
        }
    }

    /// Waits for the next game.
    pub(super) async fn next(&self, limits: &Limits) -> Taken {
        loop {
            let noted = self.inner.noted.notified();
            match self.take(limits) {
                Next::Game(job) => return job,
                // A new game may be of somebody who need not rest.
                Next::Rest(rest) => drop(timeout(rest.min(LOOK), noted).await),
                Next::Nothing => noted.await,
            }
        }
    }

    fn take(&self, limits: &Limits) -> Next {
        let mut waiting = self.lock();
        let mut rest = None;
        for place in 0..waiting.turns.len() {
            let opponent = waiting.turns[place];
            let left = self.rest(opponent, limits);
            if left.is_zero() {
                return self.take_from(&mut waiting, place, 0, false);
            }
            let until = self.inner.clock.now() + HURRY;
            let mut games = waiting.games.get(&opponent).into_iter().flatten();
            if let Some(urgent) = games.position(|waits| waits.due.is_some_and(|due| due < until)) {
                return self.take_from(&mut waiting, place, urgent, true);
            }
            rest = Some(rest.map_or(left, |least: Duration| least.min(left)));
        }
        rest.map_or(Next::Nothing, Next::Rest)
    }

    /// Takes one of the games of the opponent at this place of the order of turns.
    fn take_from(&self, waiting: &mut Waiting, place: usize, number: usize, hurry: bool) -> Next {
        let Some(opponent) = waiting.turns.remove(place) else { return Next::Nothing };
        let games = waiting.games.entry(opponent).or_default();
        let taken = games.remove(number);
        if games.is_empty() {
            waiting.games.remove(&opponent);
        } else {
            waiting.turns.push_back(opponent);
        }
        let Some(Waits { game, .. }) = taken else { return Next::Nothing };
        waiting.known.remove(&game);
        *waiting.at_work.entry(game).or_default() += 1;
        if !waiting.turns.is_empty() {
            // One note may stand for several games, and there may be several who wait.
            self.inner.noted.notify_one();
        }
        Next::Game(Taken { game, opponent, hurry })
    }

    /// How long nothing is to be thought about an opponent's games.
    fn rest(&self, opponent: PlayerId, limits: &Limits) -> Duration {
        self.client(opponent).map_or(Duration::ZERO, |client| limits.rest(client))
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.inner.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl House for Queue {
    fn plays(&self, state: &State) -> bool {
        plays(state)
    }

    fn is_here(&self, player: PlayerId) -> bool {
        self.is_open() && level_of(player).is_some()
    }

    /// This server holds the job, if its house plays.
    fn job(&self, state: &State) -> Option<JobChange> {
        let lease = self.is_open().then(|| end_of_lease(self.inner.clock.now()));
        has_something_to_do(state).then_some(JobChange { kind: JobKind::Turn, due: Some(0), lease })
    }

    fn note_change(&self, game: GameId, state: &State) {
        if has_something_to_do(state) {
            // The house makes no games: the opponent does.
            self.add(Waits { game, due: state.due() }, state.settings().creator());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A day in 2026.
    const BEGAN: Millis = 1_790_000_000_000;

    /// The games that may be taken, in their order. Nobody is at work on them any more.
    fn taken(queue: &Queue, limits: &Limits) -> Vec<GameId> {
        let next = || match queue.take(limits) {
            Next::Game(taken) => Some(queue.guard(&taken).game),
            Next::Rest(_) | Next::Nothing => None,
        };
        std::iter::from_fn(next).collect()
    }

    /// The limits of a server whose operator has set none.
    fn usual() -> Limits {
        Limits::new(&tengen_limits::Options::USUAL)
    }

    /// A client on another machine, one for each number.
    fn stranger(limits: &Limits, number: u8) -> Client {
        limits.client([192, 0, 2, number].into(), false)
    }

    fn player(number: u8) -> PlayerId {
        PlayerId::from_entropy([number; 10])
    }

    #[tokio::test]
    async fn a_game_waits_once_and_in_its_order() {
        let (clock, _hands) = Clock::by_hand(BEGAN);
        let [one, two] = [1, 2].map(|number| GameId::from_entropy([number; 10]));
        let queue = Queue::new(true, clock.clone());
        let limits = usual();
        for game in [one, two, one] {
            queue.note(game, player(1));
        }
        assert_eq!(taken(&queue, &limits), [one, two]);
        queue.note(one, player(1));
        assert_eq!(queue.next(&limits).await, Taken { game: one, opponent: player(1), hurry: false });
    }

    #[test]
    fn a_game_at_work_waits_again_only_when_there_is_news_of_it() {
        let (clock, _hands) = Clock::by_hand(BEGAN);
        let (game, queue, limits) = (GameId::from_entropy([1; 10]), Queue::new(true, clock), usual());
        queue.note(game, player(1));
        let Next::Game(first) = queue.take(&limits) else { panic!("nothing waits") };
        let at_work = queue.guard(&first);
        queue.note(game, player(1));
        assert_eq!(queue.take(&limits), Next::Nothing);
        // The second time it is taken and let go, the first one is still at work.
        queue.add(Waits { game, due: None }, player(1));
        assert_eq!(taken(&queue, &limits), [game]);
        queue.note(game, player(1));
        assert_eq!(queue.take(&limits), Next::Nothing);
        drop(at_work);
        queue.note(game, player(1));
        assert_eq!(taken(&queue, &limits), [game]);
    }

    #[test]
    fn news_of_a_game_that_waits_tell_when_it_is_due() {
        let (clock, _hands) = Clock::by_hand(BEGAN);
        let (game, limits) = (GameId::from_entropy([1; 10]), usual());
        let queue = Queue::new(true, clock);
        queue.begin(player(1), stranger(&limits, 1));
        limits.worked(stranger(&limits, 1), Duration::from_secs(10));
        queue.note(game, player(1));
        assert!(matches!(queue.take(&limits), Next::Rest(_)));
        queue.add(Waits { game, due: Some(BEGAN + HURRY / 2) }, player(1));
        assert_eq!(queue.take(&limits), Next::Game(Taken { game, opponent: player(1), hurry: true }));
    }

    #[test]
    fn opponents_take_turns() {
        let (clock, _hands) = Clock::by_hand(BEGAN);
        let games: Vec<GameId> = (1..=6).map(|number| GameId::from_entropy([number; 10])).collect();
        let queue = Queue::new(true, clock.clone());
        for game in &games[..4] {
            queue.note(*game, player(1));
        }
        queue.note(games[4], player(2));
        queue.note(games[5], player(3));
        let limits = usual();
        assert_eq!(taken(&queue, &limits), [0, 4, 5, 1, 2, 3].map(|number| games[number]));
        assert!(!queue.is_busy(&limits));
        for number in 0..60 {
            queue.note(GameId::from_entropy([100 + number; 10]), player(number % 7));
        }
        assert!(queue.is_busy(&limits));
    }

    #[tokio::test]
    async fn who_has_had_much_thought_about_rests_and_nobody_else() {
        let (clock, _hands) = Clock::by_hand(BEGAN);
        let games: Vec<GameId> = (1..=60).map(|number| GameId::from_entropy([number; 10])).collect();
        let (queue, limits) = (Queue::new(true, clock.clone()), usual());
        for (number, last) in [(1, 1), (2, 1), (3, 2)] {
            queue.begin(player(number), stranger(&limits, last));
        }
        limits.worked(stranger(&limits, 1), Duration::from_secs(10));
        for (game, number) in games.iter().zip([1, 2, 1, 3].into_iter().chain(std::iter::repeat(1))) {
            queue.note(*game, player(number));
        }
        // Of the address that rests are all games but one, and they keep nobody else from beginning one.
        assert!(!queue.is_busy(&limits));
        assert_eq!(taken(&queue, &limits), [games[3]]);
        let Next::Rest(rest) = queue.take(&limits) else { panic!("nobody rests") };
        assert!(rest > Duration::from_mins(1));
        // A player of whom nothing is known, as after a restart, need not wait for it.
        queue.note(games[3], player(4));
        assert_eq!(queue.next(&limits).await.game, games[3]);
        // Nor must the house lose on time meanwhile.
        let late = GameId::from_entropy([99; 10]);
        queue.add(Waits { game: late, due: Some(clock.now() + HURRY / 2) }, player(1));
        assert_eq!(queue.take(&limits), Next::Game(Taken { game: late, opponent: player(1), hurry: true }));
        assert!(matches!(queue.take(&limits), Next::Rest(_)));
    }

    #[test]
    fn nothing_waits_for_a_house_that_is_closed() {
        let (clock, _hands) = Clock::by_hand(BEGAN);
        let queue = Queue::new(false, clock);
        queue.note(GameId::from_entropy([1; 10]), player(1));
        assert_eq!(queue.take(&usual()), Next::Nothing);
        assert!(!queue.is_here(tengen_store::computers::player_of(tengen_house::Level::First)));
    }
}
