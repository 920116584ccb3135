//! Records with the bytes from which they were made.

use tengen_game::RecordId;
use tengen_protocol::records::RecordHeadline;
use tengen_records::{Brought, RecordFile};

use super::kept::file_of;
use crate::pool::{Store, StoreError, unreadable};

/// A record, and the bytes from which it was made.
#[derive(Debug, Clone)]
pub struct BroughtRecord {
    /// Its file.
    pub file: RecordFile,
    /// The bytes, where they are not the text of the file as it came.
    pub original: Option<Vec<u8>>,
    /// What lists show of it, with the encoding in which the bytes were read.
    pub headline: RecordHeadline,
    /// How often it was changed.
    pub revision: u32,
    /// Whether it came to a server that keeps every byte. Earlier releases did not.
    pub came_whole: bool,
    /// The file of several games from which it is, called by the id that its first record had.
    pub upload: Option<RecordId>,
}

impl BroughtRecord {
    /// The record as it was brought. Earlier releases kept no bytes: until somebody changes one of their records, its text is what came.
    pub fn brought(&self) -> Brought<'_> {
        let brought = Brought {
            file: &self.file,
            original: self.original.as_deref(),
            encoding: &self.headline.encoding,
        };
        if self.revision > 0 {
            brought
        } else if self.came_whole {
            Brought { original: brought.original.or(Some(self.file.sgf.as_bytes())), ..brought }
        } else {
            brought.as_it_came()
        }
    }

    /// Whether its bytes are there as they came. Of a record of an earlier release of which some are kept nobody knows: they may be
    /// those that its text was before it was changed.
    pub fn has_its_bytes(&self) -> Option<bool> {
        let is_known = self.came_whole || self.original.is_none();
        is_known.then(|| self.came_whole && (self.original.is_some() || self.revision == 0))
    }

    /// The bytes that are to be kept from the next change on, if they are not yet: those that are the text of the record until then.
    pub fn unkept(&self) -> Option<Vec<u8>> {
        let is_kept = self.original.is_some() || self.revision > 0 || self.brought().is_told_by_text();
        (!is_kept).then(|| self.brought().bytes().into_owned())
    }
}

impl Store {
    /// The record with this id, and the bytes from which it was made.
    pub async fn brought_record(&self, id: RecordId) -> Result<Option<BroughtRecord>, StoreError> {
        type Row = (Vec<u8>, Option<Vec<u8>>, Option<String>, String, i64, Option<i32>, Option<String>);
        let row: Option<Row> = self
            .read(
                "SELECT sgf, original, numbers, headline, revision, game_in_file, file_id
                 FROM records WHERE id = $1",
            )
            .bind(id.as_str())
            .fetch_optional()
            .await?;
        row.map(|(sgf, original, numbers, headline, revision, game, file)| {
            Ok(BroughtRecord {
                file: file_of(sgf, numbers)?,
                original,
                headline: serde_json::from_str(&headline).map_err(unreadable)?,
                revision: u32::try_from(revision).map_err(unreadable)?,
                came_whole: game.is_some(),
                upload: file.map(|id| id.parse().map_err(unreadable)).transpose()?,
            })
        })
        .transpose()
    }
}
