//! Records with the bytes from which they were made.

use tengen_game::RecordId;
use tengen_protocol::record::RecordHeadline;
use tengen_records::{Brought, RecordFile};

use super::records::file_of;
use super::{Store, StoreError, on_reader, unreadable};

/// A record, and the bytes from which it was made.
#[derive(Debug, Clone)]
pub struct BroughtRecord {
    /// Its file.
    pub file: RecordFile,
    /// The bytes, where the text of the file does not tell them.
    pub original: Option<Vec<u8>>,
    /// What lists show of it, with the encoding in which the bytes were read.
    pub headline: RecordHeadline,
    /// How often it was changed.
    pub revision: u32,
}

impl BroughtRecord {
    /// The record as it was brought. Earlier releases kept no bytes: until somebody changes one of their records, its text is what came.
    pub fn brought(&self) -> Brought<'_> {
        let brought = Brought {
            file: &self.file,
            original: self.original.as_deref(),
            encoding: &self.headline.encoding,
        };
        if self.revision == 0 { brought.as_it_came() } else { brought }
    }

    /// The bytes that are to be kept from the next change on, if they are not yet: those of a record of an earlier release that
    /// nobody has changed.
    pub fn unkept(&self) -> Option<Vec<u8>> {
        let is_kept = self.original.is_some() || self.revision > 0 || self.brought().is_told_by_text();
        (!is_kept).then(|| self.brought().bytes().into_owned())
    }
}

impl Store {
    /// The record with this id, and the bytes from which it was made.
    pub async fn brought_record(&self, id: RecordId) -> Result<Option<BroughtRecord>, StoreError> {
        type Row = (Vec<u8>, Option<Vec<u8>>, Option<String>, String, i64);
        let row: Option<Row> = on_reader!(self, pool => {
            sqlx::query_as("SELECT sgf, original, numbers, headline, revision FROM records WHERE id = $1")
                .bind(id.as_str())
                .fetch_optional(pool)
                .await
        })?;
        row.map(|(sgf, original, numbers, headline, revision)| {
            Ok(BroughtRecord {
                file: file_of(sgf, numbers)?,
                original,
                headline: serde_json::from_str(&headline).map_err(unreadable)?,
                revision: u32::try_from(revision).map_err(unreadable)?,
            })
        })
        .transpose()
    }
}
