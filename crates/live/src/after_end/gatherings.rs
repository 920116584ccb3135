//! The followers of games that have ended. They hear of players who come and go, and of rematches.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_clock::Clock;
use tengen_game::{GameId, Millis, PlayerId};
use tengen_protocol::{Presence, Rematch, Text, ToClient};
use tengen_rules::{ByColor, Color};

use crate::followed::Followed;
use crate::followers::Followers;
use crate::readers::House;
use crate::{ConnectionId, Outbox};

/// The followers of games that have ended.
#[derive(Debug)]
pub(crate) struct Gatherings {
    gathered: Mutex<Gathered>,
    clock: Clock,
    house: Arc<dyn House>,
}

#[derive(Debug, Default)]
struct Gathered {
    games: HashMap<GameId, Gathering>,
    /// The games whose followers may have to hear of a change in presence.
    changed: HashSet<GameId>,
}

/// The followers of one game.
#[derive(Debug)]
struct Gathering {
    game: EndedGame,
    followers: Followers,
}

/// The part of an ended game that its followers depend on.
#[derive(Debug, Clone, Copy)]
struct EndedGame(Option<ByColor<PlayerId>>);

impl Followed for EndedGame {
    fn players(&self) -> Option<ByColor<PlayerId>> {
        self.0
    }

    fn is_delayed(&self) -> bool {
        false
    }

    fn claimable_at(&self, _: Color, _: Millis) -> Option<Millis> {
        None
    }
}

impl Gatherings {
    /// Nobody yet.
    pub(crate) fn new(clock: Clock, house: Arc<dyn House>) -> Self {
        Self { gathered: Mutex::default(), clock, house }
    }

    /// Adds a connection.
    pub(super) fn join(&self, id: GameId, players: Option<ByColor<PlayerId>>, outbox: Outbox) {
        let mut gathered = self.lock();
        let nobody = || Gathering { game: EndedGame(players), followers: self.nobody() };
        let Gathering { game, followers } = gathered.games.entry(id).or_insert_with(nobody);
        followers.add(outbox, game);
        gathered.changed.insert(id);
    }

    /// Takes over the followers of a game at its end.
    pub(crate) fn take_over(&self, id: GameId, players: Option<ByColor<PlayerId>>, mut followers: Followers) {
        // Servers tell each other who watches games that go on.
        followers.watched_elsewhere(0);
        if followers.is_empty() {
            return;
        }
        let mut gathered = self.lock();
        match gathered.games.get_mut(&id) {
            Some(here) => here.followers.adopt(followers, &here.game),
            None => _ = gathered.games.insert(id, Gathering { game: EndedGame(players), followers }),
        }
        gathered.changed.insert(id);
    }

    /// Forgets a connection.
    pub(crate) fn leave(&self, id: GameId, connection: ConnectionId) {
        let mut gathered = self.lock();
        let Some(Gathering { game, followers }) = gathered.games.get_mut(&id) else { return };
        followers.remove(connection, game);
        gathered.changed.insert(id);
    }

    /// Takes note of a player who does something.
    pub(super) fn seen(&self, id: GameId, player: PlayerId) {
        if let Some(Gathering { game, followers }) = self.lock().games.get_mut(&id) {
            followers.seen(player, game);
        }
    }

    /// The players' presence.
    pub(super) fn presence(&self, id: GameId, players: Option<ByColor<PlayerId>>) -> Presence {
        match self.lock().games.get(&id) {
            Some(Gathering { game, followers }) => followers.presence(game),
            None => self.nobody().presence(&EndedGame(players)),
        }
    }

    /// Tells of an offered rematch, or that the offer has ended.
    pub(crate) fn tell_of_rematch(&self, id: GameId, rematch: Option<Rematch>) {
        if let Some(gathering) = self.lock().games.get_mut(&id) {
            gathering.followers.send_note(id, &ToClient::Rematch { game: Text(id), rematch }, |_| true);
        }
    }

    /// Tells of players who came or went, in the games where it is time to.
    pub(crate) fn tell(&self) {
        let mut gathered = self.lock();
        let Gathered { games, changed } = &mut *gathered;
        changed.retain(|id| {
            let Some(Gathering { game, followers }) = games.get_mut(id) else { return false };
            let tell_at = followers.tell_at(game);
            if tell_at.is_some_and(|at| at <= self.clock.instant()) {
                followers.tell(*id, game);
            }
            if followers.is_empty() {
                games.remove(id);
                return false;
            }
            followers.tell_at(game).is_some()
        });
    }

    /// Forgets connections that are closed.
    pub(crate) fn tidy(&self) {
        let mut gathered = self.lock();
        let Gathered { games, changed } = &mut *gathered;
        for (id, Gathering { game, followers }) in games {
            followers.tidy(game);
            changed.insert(*id);
        }
    }

    fn nobody(&self) -> Followers {
        Followers::new(self.clock.clone(), Arc::clone(&self.house))
    }

    fn lock(&self) -> MutexGuard<'_, Gathered> {
        self.gathered.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tengen_clock::Hands;
    use tengen_game::State;
    use tengen_protocol::Version;
    use tengen_store::JobChange;

    use super::*;
    use crate::Inbox;

    /// A house that does not play.
    #[derive(Debug)]
    struct Nobody;

    impl House for Nobody {
        fn plays(&self, _: &State) -> bool {
            false
        }

        fn is_here(&self, _: PlayerId) -> bool {
            false
        }

        fn job(&self, _: &State) -> Option<JobChange> {
            None
        }

        fn note_change(&self, _: GameId, _: &State) {}
    }

    /// A game whose followers gather on a clock of their own.
    struct Stage {
        gatherings: Gatherings,
        hands: Hands,
    }

    fn game() -> (GameId, ByColor<PlayerId>) {
        let player = |number| PlayerId::from_entropy([number; 10]);
        (GameId::from_entropy([1; 10]), ByColor { black: player(1), white: player(2) })
    }

    impl Stage {
        fn new() -> Self {
            let (clock, hands) = Clock::by_hand(1_790_000_000_000);
            Self { gatherings: Gatherings::new(clock, Arc::new(Nobody)), hands }
        }

        fn join(&self, player: Option<PlayerId>) -> (ConnectionId, Inbox) {
            let ((id, players), (outbox, inbox)) = (game(), Outbox::open(player, None, Version::V1));
            let connection = outbox.connection;
            self.gatherings.join(id, Some(players), outbox);
            (connection, inbox)
        }

        /// Tells what there is to tell, and answers how often this connection has heard of it.
        fn told(&self, inbox: &mut Inbox) -> usize {
            self.gatherings.tell();
            let mut deliveries = Vec::new();
            inbox.take_ready(&mut deliveries, usize::MAX);
            deliveries.len()
        }
    }

    #[tokio::test]
    async fn presence_is_told_once_a_second_at_most() {
        let stage = Stage::new();
        let (_, mut inbox) = stage.join(None);
        assert_eq!(stage.told(&mut inbox), 1);
        let (connection, _inbox_of_black) = stage.join(Some(game().1.black));
        assert_eq!(stage.told(&mut inbox), 0);
        stage.hands.pass(Duration::from_millis(999)).await;
        assert_eq!(stage.told(&mut inbox), 0);
        stage.hands.pass(Duration::from_millis(1)).await;
        assert_eq!((stage.told(&mut inbox), stage.told(&mut inbox)), (1, 0));
        let (id, players) = game();
        assert!(stage.gatherings.presence(id, Some(players)).black.here);
        // A player who goes and comes back within the second was never away for the others.
        stage.gatherings.leave(id, connection);
        let (_, _inbox_of_black) = stage.join(Some(players.black));
        stage.hands.pass(Duration::from_secs(1)).await;
        assert!(stage.gatherings.presence(id, Some(players)).black.here);
    }

    #[tokio::test]
    async fn a_clock_that_is_put_back_silences_nobody() {
        let stage = Stage::new();
        let (_, mut inbox) = stage.join(None);
        assert_eq!(stage.told(&mut inbox), 1);
        stage.hands.set(1_780_000_000_000);
        let (_, _inbox_of_white) = stage.join(Some(game().1.white));
        stage.hands.pass(Duration::from_secs(1)).await;
        assert_eq!(stage.told(&mut inbox), 1);
    }
}
