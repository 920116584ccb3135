//! Whoever does something as a player.

use tengen_game::PlayerId;
use tengen_limits::Client;
use tengen_protocol::Player;
use tengen_protocol::view::Audience;

/// A player who may play and does something, and the client to which that is counted.
#[derive(Debug, Clone)]
pub struct Actor {
    /// The player.
    pub player: Player,
    /// The client.
    pub client: Client,
}

impl Actor {
    /// The player's id.
    pub fn id(&self) -> PlayerId {
        self.player.id.0
    }

    /// The player as one who looks at games.
    pub fn audience(&self) -> Audience {
        Audience::Player(self.id())
    }
}
