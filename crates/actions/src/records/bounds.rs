//! How many records a player may keep, and how much a file that a player brings may have.

use tengen_protocol::{Player, PlayerKind};
use tengen_records::Bounds;

/// What there is for one player.
#[derive(Debug)]
pub struct RecordBounds {
    /// What one file has at most, and one record after a change.
    pub file: Bounds,
    /// How many records one player keeps at most.
    pub records: u64,
    /// How many bytes these have together.
    pub bytes: u64,
}

/// A guest costs nothing to make, and a member may have many bots: neither makes much room.
static SMALL: RecordBounds = RecordBounds { file: Bounds::SMALL, records: 1_000, bytes: 64 << 20 };
/// A member brings whole books. Of all players together the operator says how much is kept.
static GREAT: RecordBounds = RecordBounds { file: Bounds::GREAT, records: 10_000, bytes: 256 << 20 };

/// What there is for this player.
pub fn bounds_of(player: &Player) -> &'static RecordBounds {
    if player.kind == PlayerKind::Member { &GREAT } else { &SMALL }
}

#[cfg(test)]
mod tests {
    use tengen_game::PlayerId;
    use tengen_protocol::Text;

    use super::*;

    #[test]
    fn members_have_room_for_collections() {
        for (kind, file, records, mib) in [
            (PlayerKind::Guest, Bounds::SMALL, 1_000, 64),
            (PlayerKind::Bot, Bounds::SMALL, 1_000, 64),
            (PlayerKind::Member, Bounds::GREAT, 10_000, 256),
        ] {
            let id = Text(PlayerId::from_entropy([1; 10]));
            let guest = kind == PlayerKind::Guest;
            let player = Player { id, name: "Ann".to_owned(), guest, kind, created_at: 0 };
            let bounds = bounds_of(&player);
            assert_eq!((bounds.file, bounds.records, bounds.bytes), (file, records, mib << 20), "{kind:?}");
        }
    }
}
