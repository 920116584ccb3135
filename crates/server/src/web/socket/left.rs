//! What is left of a socket that is closed: rooms still know the connection.

use tengen_game::GameId;
use tengen_live::{ConnectionId, Inbox};

use crate::app::App;
use crate::guests::Guest;

/// What is left of a socket that is closed.
pub(super) struct Left {
    app: App,
    connection: ConnectionId,
    /// For as long as it is there, the connection counts as one.
    _inbox: Inbox,
    /// The games that the client followed.
    games: Vec<GameId>,
    /// Whether the client was asked to go, and is a player who comes back elsewhere.
    comes_back: bool,
}

impl Left {
    pub(super) fn new(
        app: App,
        connection: ConnectionId,
        inbox: Inbox,
        games: Vec<GameId>,
        comes_back: bool,
    ) -> Self {
        Self { app, connection, _inbox: inbox, games, comes_back }
    }

    /// Has rooms forget the connection. A player who was asked to go is not away: the connection counts until the client is back.
    pub(super) async fn follow_to_the_end(self, guest: &Guest) {
        if self.comes_back && !self.games.is_empty() {
            guest.comes_back().await;
        }
        for game in self.games {
            self.app.rooms.unsubscribe(game, self.connection).await;
        }
    }
}
