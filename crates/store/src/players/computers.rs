//! The server's own players: which ids are those of computers, and how they are shown.
//!
//! Their ids never change, and the table of players says nothing that an id does not: so whether a player is a computer
//! is decided here alone, and no name that a guest takes can pass for one.

use tengen_game::PlayerId;
use tengen_house::Level;
use tengen_protocol::{PlayerCard, PlayerKind, Text};

/// The player of a level.
pub fn player_of(level: Level) -> PlayerId {
    // Spelt in the digits of ids; no drawn id is likely to be the same.
    let id = format!("tengen{:010}", level.number());
    id.parse().unwrap_or_else(|_| PlayerId::from_entropy([0; 10]))
}

/// The same as games show it.
pub fn card(level: Level) -> PlayerCard {
    let id = player_of(level);
    PlayerCard {
        id: Text(id),
        name: format!("Computer {}", level.number()),
        guest: false,
        kind: PlayerKind::Computer,
    }
}

/// The level of a computer.
pub fn level_of(player: PlayerId) -> Option<Level> {
    // Asked for each seat after each event, and nearly always of somebody else.
    let number: u8 = player.as_str().strip_prefix("tengen")?.parse().ok()?;
    Level::ALL.into_iter().find(|level| level.number() == number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_has_a_player_of_its_own() {
        for level in Level::ALL {
            assert_eq!(level_of(player_of(level)), Some(level));
            assert_eq!(card(level).kind, PlayerKind::Computer);
        }
        let drawn = PlayerId::from_entropy([7; 10]);
        assert_eq!(level_of(drawn), None);
    }
}
