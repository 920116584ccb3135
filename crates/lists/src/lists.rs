//! The lists of this process.

use std::sync::Arc;

use tengen_clock::Clock;
use tengen_game::GameId;
use tengen_live::{LiveGame, Readers, RoomError, Watching};
use tengen_store::Store;
use tokio::sync::Semaphore;

use crate::position_counts::PositionCounts;
use crate::refresh::show;
use crate::summaries::Summaries;
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
        };
        Self { shared: Arc::new(shared) }
    }

    /// The open and live games in short.
    pub fn lobby(&self) -> &Lobby {
        &self.shared.lobby
    }

    /// The live games at which most people look.
    pub fn top(&self) -> &Top {
        &self.shared.top
    }
}

impl Readers for Lists {
    fn stored(&self, game: &LiveGame) -> Result<(), RoomError> {
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
}
