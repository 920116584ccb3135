//! Files of several games, put together again from the records that were made of them.

use tengen_game::RecordId;
use tengen_protocol::record::RecordHeadline;
use tengen_records::joined;

use super::{Store, StoreError, on_reader};

/// A file of several games, as far as its records are still there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upload {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// How many of its records are there.
    pub records: usize,
    /// Whether these are all bytes that came: none of its records is gone.
    pub is_whole: bool,
    /// The encoding in which its records were read, if it is one for all of them: files of several may have been joined.
    pub encoding: Option<String>,
}

/// The records of file $1 in their order, the first one with what stands around all of them: in one statement, so that no record goes
/// in between.
const PIECES: &str = "SELECT
        CASE WHEN ROW_NUMBER() OVER (ORDER BY records.game_in_file) = 1 THEN record_files.around END,
        record_files.file_length, COALESCE(records.place_in_file, 0), records.revision, records.original,
        CASE WHEN records.original IS NULL THEN records.sgf END, records.headline
    FROM record_files JOIN records ON records.file_id = record_files.id
    WHERE record_files.id = $1
    ORDER BY records.game_in_file";

impl Store {
    /// How many bytes the file of several games had from which a record is; nothing for any other record.
    pub async fn length_of_upload(&self, id: RecordId) -> Result<Option<u64>, StoreError> {
        let row: Option<(i64,)> = on_reader!(self, pool => {
            sqlx::query_as(
                "SELECT record_files.file_length FROM records JOIN record_files ON record_files.id = records.file_id
                 WHERE records.id = $1",
            )
            .bind(id.as_str())
            .fetch_optional(pool)
            .await
        })?;
        Ok(row.map(|(length,)| length.cast_unsigned()))
    }

    /// The file of several games that is called by this id, if any of its records is there. Of a record that a server of the release
    /// before has changed the bytes may be lost: then its text stands in their place, and the file is not whole.
    pub async fn upload(&self, file: RecordId) -> Result<Option<Upload>, StoreError> {
        type Row = (Option<Vec<u8>>, i64, i64, i64, Option<Vec<u8>>, Option<Vec<u8>>, String);
        let rows: Vec<Row> = on_reader!(self, pool => {
            sqlx::query_as(PIECES).bind(file.as_str()).fetch_all(pool).await
        })?;
        let Some((Some(around), length, ..)) = rows.first() else { return Ok(None) };
        let games = rows.iter().map(|(_, _, behind, _, original, text, _)| {
            let bytes = original.as_deref().or(text.as_deref()).unwrap_or_default();
            (usize::try_from(*behind).unwrap_or_default(), bytes)
        });
        let bytes = joined(around, games);
        let is_lost = |(_, _, _, revision, original, ..): &Row| original.is_none() && *revision > 0;
        let is_whole = usize::try_from(*length).is_ok_and(|length| length == bytes.len());
        let is_whole = is_whole && !rows.iter().any(is_lost);
        let encoding = common(rows.iter().map(|(.., headline)| headline));
        Ok(Some(Upload { bytes, records: rows.len(), is_whole, encoding }))
    }
}

/// The encoding of records with these headlines, if it is the same in all of them.
fn common<'a>(headlines: impl Iterator<Item = &'a String>) -> Option<String> {
    let mut encodings = headlines.map(|headline| {
        let headline: Option<RecordHeadline> = serde_json::from_str(headline).ok();
        headline.map(|headline| headline.encoding)
    });
    let first = encodings.next()??;
    encodings.all(|other| other.as_ref() == Some(&first)).then_some(first)
}
