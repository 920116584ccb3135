//! The engines of a bot: so many processes at most, which go from game to game.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_game::GameId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::engine::{Engine, EngineCommand, EngineError};
use crate::mirror::Mirror;

/// The engines of a bot. Each thinks about one game at a time, and between two thoughts it waits for the next one, of whatever game.
#[derive(Debug)]
pub struct Engines {
    most: usize,
    stay: bool,
    turns: Arc<Semaphore>,
    /// For games by days, in front of `turns`: however many of them wait, a live game waits for one of their thoughts at most,
    /// and for none where there are more engines than live games.
    by_days: Arc<Semaphore>,
    shelf: Mutex<Shelf>,
}

#[derive(Debug, Default)]
struct Shelf {
    /// Those that wait; the one that has waited for longest comes first.
    idle: Vec<Mirror>,
    /// The games about which the others think.
    lent: Vec<GameId>,
}

impl Engines {
    /// No engine yet, and so many at most, for so many live games. Whether they stay when their games are over is the operator's choice.
    pub fn new(most: usize, live: usize, stay: bool) -> Arc<Self> {
        let turns = |most| Arc::new(Semaphore::new(most));
        // Where live games may have all engines, they hardly ever have them at once.
        let left_to_live = if live < most { live } else { 1 };
        let by_days = turns(most.saturating_sub(left_to_live).max(1));
        Arc::new(Self { most, stay, turns: turns(most), by_days, shelf: Mutex::default() })
    }

    /// Whether engines stay when their games are over.
    pub fn stay(&self) -> bool {
        self.stay
    }

    /// Whether another game would get an engine at once.
    pub fn has_free(&self) -> bool {
        self.turns.available_permits() > 0
    }

    /// Starts an engine, to see whether it is one. It waits for its first game, if engines stay and there is room for it.
    ///
    /// # Errors
    ///
    /// As [`Engine::start`].
    pub async fn try_out(&self, command: &EngineCommand) -> Result<(), EngineError> {
        // One that was tried before ends where there is no room for two: not even for a moment are there more.
        self.shelf().make_room(self.most);
        let engine = Engine::try_out(command).await?;
        let mut shelf = self.shelf();
        if self.stay && shelf.idle.len() + shelf.lent.len() < self.most {
            shelf.idle.push(Mirror::of(command.clone(), engine));
        }
        Ok(())
    }

    /// An engine for one thought about a game, as soon as one is free. Games by days leave an engine to each live game that there
    /// may be, or one if those may have all; where there is one alone, games by days come one at a time.
    pub async fn lend(self: &Arc<Self>, command: &EngineCommand, game: GameId, by_days: bool) -> Lent {
        // Nobody closes the semaphores.
        let among_slow = if by_days { Arc::clone(&self.by_days).acquire_owned().await.ok() } else { None };
        let turn = Arc::clone(&self.turns).acquire_owned().await.ok();
        let mut shelf = self.shelf();
        let mirror = shelf.take(command, game, self.most);
        shelf.lent.push(game);
        drop(shelf);
        let place = Place { engines: Arc::clone(self), game, back: None, _turns: (turn, among_slow) };
        Lent { mirror, place }
    }

    /// Whether an engine thinks about a game, and does not only wait for its turn to do so.
    pub fn think_about(&self, game: GameId) -> bool {
        self.shelf().lent.contains(&game)
    }

    /// Takes note that a game is over.
    pub fn forget(&self, game: GameId) {
        self.shelf().idle.retain_mut(|mirror| {
            let had = mirror.game() == Some(game);
            if had {
                mirror.forget();
            }
            self.stay || !had
        });
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        // The shelf is whole even if a holder of the lock panicked: each change of it is one call.
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shelf {
    /// Ends a process that waits, if there are as many as there may be.
    fn make_room(&mut self, most: usize) {
        if self.idle.len() + self.lent.len() >= most {
            self.idle.pop();
        }
    }

    /// The engine for a game: the one that has it on its board, or one that has none; else a new one, if there is room or an
    /// engine of another kind has no game; else the one that has waited for longest.
    fn take(&mut self, command: &EngineCommand, game: GameId, most: usize) -> Mirror {
        let fits = |mirror: &Mirror| mirror.command() == command;
        let own = self.idle.iter().position(|mirror| fits(mirror) && mirror.game() == Some(game));
        let free = || self.idle.iter().position(|mirror| fits(mirror) && mirror.game().is_none());
        if let Some(found) = own.or_else(free) {
            return self.idle.remove(found);
        }
        if self.idle.len() + self.lent.len() >= most {
            let useless = self.idle.iter().position(|mirror| mirror.game().is_none());
            match (useless, self.idle.iter().position(fits)) {
                (None, Some(longest)) => return self.idle.remove(longest),
                // The process ends.
                (Some(other), _) => drop(self.idle.remove(other)),
                (None, None) if self.idle.is_empty() => {}
                (None, None) => drop(self.idle.remove(0)),
            }
        }
        Mirror::new(command.clone())
    }
}

/// An engine that thinks about a game. Whoever drops it ends its process, since it may be in the middle of an answer.
#[derive(Debug)]
pub struct Lent {
    /// The engine.
    pub mirror: Mirror,
    place: Place,
}

impl Lent {
    /// The thought is over: others may have the engine.
    pub fn give_back(self) {
        let Self { mirror, mut place } = self;
        place.back = Some(mirror).filter(Mirror::is_running);
        drop(place);
    }
}

#[derive(Debug)]
struct Place {
    engines: Arc<Engines>,
    game: GameId,
    /// The engine, when it comes back.
    back: Option<Mirror>,
    _turns: (Option<OwnedSemaphorePermit>, Option<OwnedSemaphorePermit>),
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut shelf = self.engines.shelf();
        if let Some(found) = shelf.lent.iter().position(|game| *game == self.game) {
            shelf.lent.swap_remove(found);
        }
        // In the same moment, so that nobody counts it twice.
        shelf.idle.extend(self.back.take());
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::pin::Pin;
    use std::task::Poll;

    use super::*;

    fn command(text: &str) -> EngineCommand {
        text.parse().unwrap()
    }

    fn game(number: u8) -> GameId {
        GameId::from_entropy([number; 10])
    }

    /// An engine that has a game on its board, or none.
    fn of(program: &str, on_board: Option<u8>) -> Mirror {
        let mut mirror = Mirror::new(command(program));
        if let Some(number) = on_board {
            mirror.remember(game(number));
        }
        mirror
    }

    /// What the shelf has left, after an engine for this game was taken.
    fn left(idle: Vec<Mirror>, lent: u8, most: usize) -> (Option<GameId>, Vec<(String, Option<GameId>)>) {
        let mut shelf = Shelf { idle, lent: (0..lent).map(|number| game(100 + number)).collect() };
        let taken = shelf.take(&command("go"), game(1), most);
        assert_eq!(taken.command(), &command("go"));
        let program = |mirror: &Mirror| {
            let name = if mirror.command() == &command("go") { "go" } else { "area" };
            name.to_owned()
        };
        (taken.game(), shelf.idle.iter().map(|mirror| (program(mirror), mirror.game())).collect())
    }

    #[test]
    fn a_game_gets_the_engine_that_knows_it_best() {
        let go = |on_board: Option<u8>| ("go".to_owned(), on_board.map(game));
        let area = |on_board: Option<u8>| ("area".to_owned(), on_board.map(game));
        // Its own one; one without a game; a new one, if there is room.
        let all = || vec![of("go", Some(2)), of("go", None), of("go", Some(1))];
        assert_eq!(left(all(), 0, 3), (Some(game(1)), vec![go(Some(2)), go(None)]));
        assert_eq!(left(vec![of("go", Some(2)), of("go", None)], 0, 2), (None, vec![go(Some(2))]));
        assert_eq!(left(vec![of("go", Some(2))], 0, 2), (None, vec![go(Some(2))]));
        // Without room an engine for other games that has none ends, before any game loses its own one.
        assert_eq!(left(vec![of("go", Some(2)), of("area", None)], 0, 2), (None, vec![go(Some(2))]));
        let busy = vec![of("area", Some(4)), of("go", Some(2)), of("go", Some(3))];
        assert_eq!(left(busy, 0, 3), (Some(game(2)), vec![area(Some(4)), go(Some(3))]));
        assert_eq!(left(vec![of("area", Some(4)), of("area", Some(5))], 1, 3), (None, vec![area(Some(5))]));
        assert_eq!(left(Vec::new(), 2, 3), (None, Vec::new()));
    }

    #[tokio::test]
    async fn no_more_think_than_there_are() {
        let engines = Engines::new(1, 1, true);
        let first = lend(&engines, 1, false).await;
        let mut waiting = lend(&engines, 2, false);
        assert!(at_once(&mut waiting).await.is_none(), "there is one engine");
        assert_eq!([1, 2].map(|number| engines.think_about(game(number))), [true, false]);
        drop(first);
        waiting.await.give_back();
        assert!(engines.shelf().lent.is_empty());
    }

    type Lending = Pin<Box<dyn Future<Output = Lent>>>;

    fn lend(engines: &Arc<Engines>, number: u8, by_days: bool) -> Lending {
        let engines = Arc::clone(engines);
        Box::pin(async move { engines.lend(&command("go"), game(number), by_days).await })
    }

    /// The engine, if there is one without waiting.
    async fn at_once(lending: &mut Lending) -> Option<Lent> {
        poll_fn(|context| match lending.as_mut().poll(context) {
            Poll::Ready(lent) => Poll::Ready(Some(lent)),
            Poll::Pending => Poll::Ready(None),
        })
        .await
    }

    #[tokio::test]
    async fn a_live_game_waits_for_one_thought_of_the_games_by_days() {
        let engines = Engines::new(1, 1, true);
        let first = lend(&engines, 1, true).await;
        let (mut slow, mut live) = (lend(&engines, 2, true), lend(&engines, 3, false));
        assert!(at_once(&mut slow).await.is_none() && at_once(&mut live).await.is_none());
        first.give_back();
        // The slow one has waited for longer.
        assert!(at_once(&mut slow).await.is_none());
        let second = at_once(&mut live).await.unwrap();
        assert!(at_once(&mut slow).await.is_none());
        second.give_back();
        assert!(at_once(&mut slow).await.is_some());
    }

    #[tokio::test]
    async fn games_by_days_leave_one_engine_to_others() {
        let engines = Engines::new(3, 3, true);
        let _slow = [lend(&engines, 1, true).await, lend(&engines, 2, true).await];
        assert!(at_once(&mut lend(&engines, 3, true)).await.is_none());
        assert!(at_once(&mut lend(&engines, 4, false)).await.is_some());
        // Nobody waits where there are engines for all live games.
        let engines = Engines::new(3, 2, true);
        let _slow = lend(&engines, 1, true).await;
        assert!(at_once(&mut lend(&engines, 2, true)).await.is_none());
        let _live = lend(&engines, 3, false).await;
        assert!(at_once(&mut lend(&engines, 4, false)).await.is_some());
    }

    #[tokio::test]
    async fn an_engine_stays_or_ends_with_its_game() {
        for (stay, left) in [(true, vec![None, Some(game(2))]), (false, vec![Some(game(2))])] {
            let engines = Engines::new(2, 2, stay);
            engines.shelf().idle = vec![of("go", Some(1)), of("go", Some(2))];
            engines.forget(game(1));
            assert_eq!(engines.shelf().idle.iter().map(Mirror::game).collect::<Vec<_>>(), left);
        }
    }

    #[tokio::test]
    async fn one_that_is_tried_out_ends_where_there_is_no_room_for_another() {
        for (most, left) in [(1, 0), (2, 1)] {
            let engines = Engines::new(most, most, true);
            engines.shelf().idle = vec![of("area", None)];
            // It starts nothing.
            assert!(engines.try_out(&command("/no/such/engine")).await.is_err());
            assert_eq!(engines.shelf().idle.len(), left);
        }
    }
}
