//! Players as their table has them.

use tengen_game::{GroupId, Millis, PlayerId};
use tengen_protocol::{Player, PlayerCard, PlayerKind, Text};

use super::computers::level_of;
use crate::pool::{StoreError, unreadable};

/// Id, name, kind and beginning of a player.
pub(crate) type PlayerRow = (String, String, Option<String>, Millis);

/// The player to whom a token belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bearer {
    /// The player.
    pub player: Player,
    /// Until when the player may not play, by the sanction that lasts longest; a moment that never comes for a ban, and perhaps
    /// one that has passed.
    pub suspended_until: Option<Millis>,
    /// Whether there is a warning that the player has not read.
    pub is_warned: bool,
    /// The closed class in which the account was made, as long as the player is a pupil there.
    pub enclosed_in: Option<GroupId>,
    /// The latest change of the token's rights that all of this follows, by the database's clock, as other servers hear of it;
    /// never, if there was none lately or there are no others.
    pub changed_at: Option<Millis>,
}

/// Id, name, kind and beginning of a player, until when the player may not play, whether there is a warning, the closed class,
/// and the change.
pub(crate) type BearerRow =
    (String, String, Option<String>, Millis, Option<Millis>, bool, Option<String>, Option<Millis>);

/// The player to whom a token belongs, from the table.
pub(crate) fn bearer(row: BearerRow) -> Result<Bearer, StoreError> {
    let (id, name, kind, created_at, suspended_until, is_warned, enclosed_in, changed_at) = row;
    let enclosed_in = enclosed_in.map(|id| id.parse().map_err(unreadable)).transpose()?;
    let player = player((id, name, kind, created_at))?;
    Ok(Bearer { player, suspended_until, is_warned, enclosed_in, changed_at })
}

/// A player as the table has it.
pub(crate) fn player((id, name, kind, created_at): PlayerRow) -> Result<Player, StoreError> {
    let PlayerCard { id, name, guest, kind } = card(&id, name, kind.as_deref())?;
    Ok(Player { id, name, guest, kind, created_at })
}

/// A player as games show one, from the table.
pub(crate) fn card(id: &str, name: String, kind: Option<&str>) -> Result<PlayerCard, StoreError> {
    let id = id.parse().map_err(unreadable)?;
    let kind = kind_of(id, kind);
    Ok(PlayerCard { id: Text(id), name, guest: kind == PlayerKind::Guest, kind })
}

/// The kind of a player by the word in the table. The server knows its computers by their ids alone. A word of a later release is that of
/// somebody with an account.
fn kind_of(id: PlayerId, word: Option<&str>) -> PlayerKind {
    if level_of(id).is_some() {
        return PlayerKind::Computer;
    }
    match word {
        None => PlayerKind::Guest,
        Some(BOT) => PlayerKind::Bot,
        Some(DELETED) => PlayerKind::Deleted,
        Some(_) => PlayerKind::Member,
    }
}

/// The words for kinds in the table. Guests and computers have none.
pub(crate) const MEMBER: &str = "member";
pub(crate) const BOT: &str = "bot";
pub(crate) const DELETED: &str = "deleted";

#[cfg(test)]
mod tests {
    use tengen_house::Level;

    use super::*;
    use crate::players::computers::player_of;

    #[test]
    fn computers_are_known_by_their_ids_and_all_others_by_the_word() {
        let drawn = PlayerId::from_entropy([7; 10]);
        for (word, kind) in [
            (None, PlayerKind::Guest),
            (Some("member"), PlayerKind::Member),
            (Some("bot"), PlayerKind::Bot),
            (Some("deleted"), PlayerKind::Deleted),
            (Some("of a later release"), PlayerKind::Member),
        ] {
            assert_eq!(kind_of(drawn, word), kind);
            assert_eq!(kind_of(player_of(Level::ALL[0]), word), PlayerKind::Computer);
        }
    }
}
