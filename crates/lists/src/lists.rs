//! The lists of this process.

use std::sync::{Arc, Mutex, PoisonError};

use tengen_clock::Clock;
use tengen_game::GameId;
use tengen_live::{LiveGame, Readers, RoomError, Watching};
use tengen_protocol::PlayerCard;
use tengen_store::{Position, Store};
use tokio::sync::Semaphore;
use tokio::time::Instant;

use crate::asked_position::AskedPosition;
use crate::heard_games::HeardGames;
use crate::position_counts::PositionCounts;
use crate::refresh::show;
use crate::summaries::Summaries;
use crate::withheld::{Asker, Estimable, Withheld};
use crate::{Lobby, OwnGames, Top};

/// How many readers of own games read from the database at the same moment.
const OWN_READS: usize = 2;

/// The lists of this process; cheap to clone.
#[derive(Debug, Clone)]
pub struct Lists {
    pub(crate) shared: Arc<Shared>,
}

#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) clock: Clock,
    pub(crate) store: Store,
    pub(crate) lobby: Lobby,
    pub(crate) top: Top,
    pub(crate) own_games: OwnGames,
    /// Turns to read what a reader of own games does not know.
    pub(crate) own_reads: Semaphore,
    pub(crate) position_counts: PositionCounts,
    pub(crate) summaries: Summaries,
    withheld: Withheld,
    /// The games of which another server has told.
    pub(crate) heard: HeardGames,
    /// How far the commits of other servers are known here.
    pub(crate) followed: Mutex<Option<Followed>>,
}

/// How far this process has followed the commits of other servers.
#[derive(Debug, Clone, Copy)]
pub struct Followed {
    /// When it last looked, and knew all afterwards.
    pub looked_at: Instant,
    /// All commits up to this one are known; none if it is to begin again.
    pub position: Option<Position>,
}

impl Lists {
    /// Lists with this lobby, and an empty top.
    pub fn new(store: Store, lobby: Lobby) -> Self {
        let shared = Shared {
            clock: store.clock().clone(),
            store,
            lobby,
            top: Top::new(),
            own_games: OwnGames::default(),
            own_reads: Semaphore::new(OWN_READS),
            position_counts: PositionCounts::default(),
            summaries: Summaries::default(),
            withheld: Withheld::default(),
            heard: HeardGames::default(),
            followed: Mutex::default(),
        };
        Self { shared: Arc::new(shared) }
    }

    /// The open and live games in short.
    pub fn lobby(&self) -> &Lobby {
        &self.shared.lobby
    }

    /// How far the commits of other servers are known here. None, if there can be no other server, or before the first look.
    pub fn followed(&self) -> Option<Followed> {
        *self.shared.followed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn note_followed(&self, followed: Followed) {
        *self.shared.followed.lock().unwrap_or_else(PoisonError::into_inner) = Some(followed);
    }

    /// Whether somebody may have a position estimated now, as far as games are concerned that go on without estimates.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn is_estimable(&self, asked: &AskedPosition, asker: Asker) -> Result<Estimable, RoomError> {
        let (store, withheld) = (&self.shared.store, &self.shared.withheld);
        let mut answer = Estimable::Yes;
        for on_one_board in asked.on_all_boards() {
            match withheld.ask(store, &on_one_board, asker).await? {
                Estimable::Yes => {}
                // A game on another board may be one that can be named.
                Estimable::Withheld(None) => answer = Estimable::Withheld(None),
                other => return Ok(other),
            }
        }
        Ok(answer)
    }

    /// Shows players by these cards from now on.
    pub fn rename(&self, cards: &[PlayerCard]) {
        self.shared.summaries.forget_all();
        self.shared.lobby.rename(cards);
        self.shared.top.rename(cards);
    }

    /// The live games at which most people look.
    pub fn top(&self) -> &Top {
        &self.shared.top
    }
}

impl Readers for Lists {
    fn stored(&self, game: &LiveGame) -> Result<(), RoomError> {
        self.shared.withheld.note(game);
        self.shared.own_games.tell(game)
    }

    fn shown(&self, game: &LiveGame) -> Result<(), RoomError> {
        show(game, &self.shared.lobby, Some(&self.shared.top))
    }

    fn watched(&self, game: &LiveGame, watching: Watching) -> Result<(), RoomError> {
        self.shared.top.watching(&game.summary()?, watching);
        Ok(())
    }

    fn unwatched(&self, game: GameId) {
        self.shared.top.unwatched(game);
    }

    fn watched_elsewhere(&self, game: GameId, watching: Watching) {
        self.shared.top.watched_elsewhere(game, watching);
    }
}
