//! The part of an export of one's own data that comes before the games: what the server knows of the player, the records that the player
//! has brought, and the trees of variations with their links.

use std::collections::BTreeSet;

use tengen_game::{PlayerId, RecordId};
use tengen_protocol::records::RecordSummary;
use tengen_protocol::{OwnShare, Text};
use tengen_store::{PageCursor, Shared, Store, TreeOf};

use super::archive::Archive;
use crate::web::error::WebError;
use crate::web::fresh::encode;

/// How many records are in a piece at most, and after how many bytes of records it ends. One record has some MiB at most, with
/// the bytes from which it was made, and so has a file of several.
const RECORDS: u32 = 8;
const PIECE: usize = 4 << 20;
/// How many trees are written at once. Each has little more than a MiB at most.
const TREES: usize = 8;

/// What is still to be written of it.
pub(super) struct OwnPart {
    player: PlayerId,
    /// What the server knows, as JSON.
    known: Option<Vec<u8>>,
    after: Option<PageCursor<RecordId>>,
    is_behind_records: bool,
    /// The files of several games that are written: each once, with the first of its records.
    files: BTreeSet<RecordId>,
    /// The trees of variations that are still to be written, once it is their turn.
    trees: Option<Vec<TreeOf>>,
    more: bool,
}

impl OwnPart {
    pub(super) fn new(player: PlayerId, known: Vec<u8>) -> Self {
        Self {
            player,
            known: Some(known),
            after: None,
            is_behind_records: false,
            files: BTreeSet::new(),
            trees: None,
            more: true,
        }
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
        if self.is_behind_records {
            return self.write_trees(store, archive).await;
        }
        let (records, next) = store.records_of(self.player, self.after, RECORDS).await?;
        let mut bytes = 0;
        for RecordSummary { id, created_at, .. } in records {
            if bytes > PIECE {
                return Ok(());
            }
            // One that was removed meanwhile is nobody's any more.
            if let Some(record) = store.brought_record(id.0).await? {
                let name = format!("records/tengen-{}.sgf", id.0);
                archive.add_file(&name, created_at, record.file.sgf.as_bytes())?;
                bytes += record.file.sgf.len() + record.original.as_ref().map_or(0, Vec::len);
                let brought = record.brought();
                if let Some(original) = brought.original {
                    let name = format!("records/originals/{}.{}", id.0, brought.ending());
                    archive.add_file(&name, created_at, original)?;
                }
                if let Some(file) = record.upload.filter(|file| self.files.insert(*file))
                    && let Some(upload) = store.upload(file).await?
                {
                    let name = format!("records/files/{file}.{}", brought.ending());
                    archive.add_file(&name, created_at, &upload.bytes)?;
                    bytes += upload.bytes.len();
                }
            }
            self.after = Some(PageCursor { created_at, id: id.0 });
        }
        self.is_behind_records = next.is_none();
        self.after = next;
        Ok(())
    }

    /// Writes to whom the trees are shown, if they are to anybody.
    async fn write_shares(&self, store: &Store, archive: &mut Archive) -> Result<(), WebError> {
        let shares = store.shares(self.player, None).await?.into_iter().map(|Shared { of, share }| {
            let (game, record) = match of {
                TreeOf::Game(id) => (Some(Text(id)), None),
                TreeOf::Record(id) => (None, Some(Text(id))),
            };
            OwnShare { game, record, share }
        });
        let shares: Vec<OwnShare> = shares.collect();
        if shares.is_empty() {
            return Ok(());
        }
        archive.add_file("variations/shares.json", store.clock().now(), &encode(&shares)?)
    }

    /// Writes the next trees of variations.
    async fn write_trees(&mut self, store: &Store, archive: &mut Archive) -> Result<(), WebError> {
        let mut trees = if let Some(trees) = self.trees.take() {
            trees
        } else {
            self.write_shares(store, archive).await?;
            store.trees_of(self.player).await?
        };
        for of in trees.split_off(trees.len().saturating_sub(TREES)) {
            let name = match of {
                TreeOf::Game(id) => format!("variations/tengen-{id}.json"),
                TreeOf::Record(id) => format!("variations/tengen-record-{id}.json"),
            };
            let tree = store.variations(self.player, of, None).await?;
            archive.add_file(&name, store.clock().now(), &encode(&tree)?)?;
        }
        self.more = !trees.is_empty();
        self.trees = Some(trees);
        Ok(())
    }
}
