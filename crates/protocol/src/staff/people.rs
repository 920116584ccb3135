//! People with roles, and the history of a player as the staff sees it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::Millis;

use crate::{AuditEntry, Case, FormerName, Player, PlayerCard, Role, Sanction};

/// The answer to `GET /staff`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StaffList {
    /// Everybody who has a role, the highest roles first.
    pub staff: Vec<Staff>,
}

/// Somebody who has a role.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Staff {
    /// The player.
    pub player: Player,
    /// The roles, the highest first.
    pub roles: Vec<Role>,
}

/// The answer to `GET /staff/players/{id}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerHistory {
    /// The player.
    pub player: Player,
    /// The player's roles on the server, the highest first.
    pub roles: Vec<Role>,
    /// The names of the last half year, the latest first.
    pub former_names: Vec<FormerName>,
    /// The cases that concern the player or a bot of the player, the latest first, 50 at most.
    pub cases: Vec<Case>,
    /// The sanctions of the player, the latest first, 50 at most.
    pub sanctions: Vec<Sanction>,
    /// The acts of the staff on the player, the latest first, 100 at most.
    pub entries: Vec<AuditEntry>,
    /// The cards of those who did it.
    pub players: Vec<PlayerCard>,
}

/// The answer to `GET /staff/players/{id}/networks`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NetworkList {
    /// The networks from which the player came in the last thirty days, the latest first, 60 at most.
    pub networks: Vec<Network>,
}

/// A network from which a player came, without its address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Network {
    /// The number of bits of the address that make it: 32 or 128 for one address, 24, 64 or 48 for the
    /// network around it.
    pub prefix: u8,
    /// By this two are told apart: the beginning of a hash with a key of this server.
    pub name: String,
    /// When the player came from there first in this time.
    pub first_at: Millis,
    /// When the player came from there last, to about an hour.
    pub last_at: Millis,
    /// Others who came from there, the latest first, 20 at most.
    pub others: Vec<PlayerCard>,
    /// Whether there are more of them.
    pub more: bool,
}
