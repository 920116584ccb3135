//! Games of other servers that have no room here, as other servers tell of them: sooner than the feed does, and perhaps not at all.

use tengen_game::{GameId, PlayerId};
use tengen_live::{LiveGame, RoomError};
use tengen_protocol::Moved;
use tengen_trouble as trouble;
use tokio_util::sync::CancellationToken;

use super::{Lists, refresh};

/// Something that has happened in a game at another server.
#[derive(Debug, Clone)]
pub struct Happened {
    /// The game.
    pub game: GameId,
    /// The number of its last event; 0 of a new game.
    pub seq: u32,
    /// Its players; before both are there, the player who made the game, and the player to whom it is offered.
    pub players: Vec<PlayerId>,
    /// Whether lists may show the game, now or later.
    pub public: bool,
    /// The event as lists show it, if it was a move in a game that a list of the other server shows.
    pub moved: Option<Moved>,
}

impl Lists {
    /// Whether a list that is told of each move shows a game.
    pub fn show(&self, game: &LiveGame) -> bool {
        let shared = &self.shared;
        shared.lobby.shows(game.id()) || shared.top.knows(game.id())
    }

    /// Takes note of what has happened at another server in a game that has no room here. A list that shows the game, and a player who
    /// listens, are told of it soon.
    pub fn hear(&self, happened: &Happened) {
        let shared = &self.shared;
        let (game, seq) = (happened.game, happened.seq);
        if self.is_listened_to(happened) {
            // A player is told of the whole game.
            shared.heard.want(game);
        } else if happened.moved.as_ref().is_some_and(|moved| self.take_up(moved)) {
            shared.heard.note_told(game, seq);
        } else if seq <= 1 && happened.public || shared.lobby.shows(game) || shared.top.knows(game) {
            shared.heard.want(game);
        } else {
            shared.heard.note_told(game, seq);
        }
    }

    /// Takes up a move in the lists that show its game. Answers whether all that do have it now, without a look at the game itself: one for
    /// each move would cost several times as much as the move does at its own server.
    fn take_up(&self, moved: &Moved) -> bool {
        let (lobby, top) = (&self.shared.lobby, &self.shared.top);
        let is_done = lobby.take_up(moved);
        if is_done
            && top.knows(moved.id.0)
            && let Some(entry) = lobby.entry(moved.id.0)
        {
            top.changed(&entry);
        }
        is_done
    }

    /// Whether a player of the game listens.
    fn is_listened_to(&self, happened: &Happened) -> bool {
        let own_games = &self.shared.own_games;
        happened.players.iter().any(|player| own_games.is_wanted(happened.game, *player))
    }

    /// Reads the games of which other servers have told, each once however much has happened in it, until the server stops.
    pub async fn read_heard(self, stop: CancellationToken) {
        loop {
            while let Some(game) = self.shared.heard.take() {
                if let Err(error) = self.read_and_tell(game).await {
                    trouble::log("games of other servers can't be read", error);
                }
            }
            tokio::select! {
                () = self.shared.heard.news.notified() => {}
                () = stop.cancelled() => return,
            }
        }
    }

    async fn read_and_tell(&self, game: GameId) -> Result<(), RoomError> {
        let shared = &self.shared;
        let Some(live) = refresh::read(&shared.store, game).await? else { return Ok(()) };
        refresh::show_or_log(&live, &shared.lobby, Some(&shared.top));
        shared.heard.note_told(game, live.state().seq());
        shared.own_games.tell(&live)
    }
}
