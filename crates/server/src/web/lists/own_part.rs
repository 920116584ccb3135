//! The part of an export of one's own data that comes before the games: what the server knows of the player, and the records that the player
//! has brought.

use tengen_game::PlayerId;
use tengen_protocol::record::RecordSummary;
use tengen_store::{PageCursor, Store};

use super::archive::Archive;
use crate::web::error::WebError;

/// How many records are in memory at once. Each has a MiB at most.
const RECORDS: u32 = 8;

/// What is still to be written of it.
pub(super) struct OwnPart {
    player: PlayerId,
    /// What the server knows, as JSON.
    known: Option<Vec<u8>>,
    after: Option<PageCursor<tengen_game::RecordId>>,
    more: bool,
}

impl OwnPart {
    pub(super) fn new(player: PlayerId, known: Vec<u8>) -> Self {
        Self { player, known: Some(known), after: None, more: true }
    }

    /// Whose data they are.
    pub(super) fn player(&self) -> PlayerId {
        self.player
    }

    /// Whether all of it is written.
    pub(super) fn is_written(&self) -> bool {
        !self.more
    }

    /// Writes the next piece.
    pub(super) async fn write(&mut self, store: &Store, archive: &mut Archive) -> Result<(), WebError> {
        if let Some(known) = self.known.take() {
            archive.add_file("tengen-account.json", store.clock().now(), &known)?;
        }
        let (records, next) = store.records_of(self.player, self.after, RECORDS).await?;
        for RecordSummary { id, created_at, .. } in records {
            // One that was removed meanwhile is nobody's any more.
            if let Some(file) = store.record_file(id.0).await? {
                archive.add_file(&format!("records/tengen-{}.sgf", id.0), created_at, file.as_bytes())?;
            }
        }
        self.more = next.is_some();
        self.after = next;
        Ok(())
    }
}
