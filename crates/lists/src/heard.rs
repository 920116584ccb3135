//! Games of other servers that have no room here, as other servers tell of them: sooner than the feed does, and perhaps not at all.

use tengen_game::{GameId, PlayerId};
use tengen_live::RoomError;
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
}

impl Lists {
    /// Takes note of what has happened at another server in a game that has no room here. A list that shows the game, and a player who
    /// listens, are told of it soon.
    pub fn hear(&self, happened: &Happened) {
        let shared = &self.shared;
        let (game, seq) = (happened.game, happened.seq);
        let is_new = seq <= 1 && happened.public;
        if is_new || shared.lobby.shows(game) || shared.top.knows(game) || self.is_listened_to(happened) {
            shared.heard.want(game);
        } else {
            shared.heard.note_told(game, seq);
        }
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
