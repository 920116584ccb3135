//! The followers of games that have ended. They hear of players who come and go, and of rematches.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tengen_game::{GameId, Millis, PlayerId};
use tengen_protocol::{Presence, Rematch, Text, ToClient};
use tengen_rules::{ByColor, Color};
use tokio::time::Instant;

use crate::clock;
use crate::house;
use crate::rooms::followed::Followed;
use crate::rooms::followers::Followers;
use crate::rooms::{ConnectionId, Outbox};

/// The followers of games that have ended.
#[derive(Debug)]
pub(in crate::rooms) struct Gatherings {
    gathered: Mutex<Gathered>,
    house: house::Queue,
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
    pub(in crate::rooms) fn new(house: house::Queue) -> Self {
        Self { gathered: Mutex::default(), house }
    }

    /// Adds a connection.
    pub(super) fn join(&self, id: GameId, players: Option<ByColor<PlayerId>>, outbox: Outbox) {
        let mut gathered = self.lock();
        let nobody = || Gathering {
            game: EndedGame(players),
            followers: Followers::new(clock::now(), self.house.clone()),
        };
        let Gathering { game, followers } = gathered.games.entry(id).or_insert_with(nobody);
        followers.add(outbox, game, clock::now());
        gathered.changed.insert(id);
    }

    /// Takes over the followers of a game at its end.
    pub(in crate::rooms) fn take_over(
        &self,
        id: GameId,
        players: Option<ByColor<PlayerId>>,
        followers: Followers,
    ) {
        if followers.is_empty() {
            return;
        }
        let mut gathered = self.lock();
        match gathered.games.get_mut(&id) {
            Some(here) => here.followers.adopt(followers, &here.game, clock::now()),
            None => _ = gathered.games.insert(id, Gathering { game: EndedGame(players), followers }),
        }
        gathered.changed.insert(id);
    }

    /// Forgets a connection.
    pub(in crate::rooms) fn leave(&self, id: GameId, connection: ConnectionId) {
        let mut gathered = self.lock();
        let Some(Gathering { game, followers }) = gathered.games.get_mut(&id) else { return };
        followers.remove(connection, game, clock::now());
        gathered.changed.insert(id);
    }

    /// Takes note of a player who does something.
    pub(super) fn seen(&self, id: GameId, player: PlayerId) {
        if let Some(Gathering { game, followers }) = self.lock().games.get_mut(&id) {
            followers.seen(player, game, clock::now());
        }
    }

    /// The players' presence.
    pub(super) fn presence(&self, id: GameId, players: Option<ByColor<PlayerId>>) -> Presence {
        match self.lock().games.get(&id) {
            Some(Gathering { game, followers }) => followers.presence(game),
            None => Followers::new(clock::now(), self.house.clone()).presence(&EndedGame(players)),
        }
    }

    /// Tells of an offered rematch, or that the offer has ended.
    pub(super) fn tell_of_rematch(&self, id: GameId, rematch: Option<Rematch>) {
        if let Some(gathering) = self.lock().games.get_mut(&id) {
            gathering.followers.send_note(id, &ToClient::Rematch { game: Text(id), rematch }, |_| true);
        }
    }

    /// Tells of players who came or went, in the games where it is time to.
    pub(in crate::rooms) fn tell(&self) {
        let mut gathered = self.lock();
        let Gathered { games, changed } = &mut *gathered;
        changed.retain(|id| {
            let Some(Gathering { game, followers }) = games.get_mut(id) else { return false };
            let tell_at = followers.tell_at(game);
            if tell_at.is_some_and(|at| at <= Instant::now()) {
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
    pub(in crate::rooms) fn tidy(&self) {
        let mut gathered = self.lock();
        let Gathered { games, changed } = &mut *gathered;
        for (id, Gathering { game, followers }) in games {
            followers.tidy(game, clock::now());
            changed.insert(*id);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Gathered> {
        self.gathered.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
