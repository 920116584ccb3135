//! Records that players keep.

use tengen_game::{Millis, PlayerId, RecordId};
use tengen_protocol::record::{RecordHeadline, RecordSummary};
use tengen_protocol::{PlayerCard, Text};
use tengen_records::{KeptRecord, RecordFile};

use super::audit::{Noted, note_act};
use super::{PageCursor, Store, StoreError, on_reader, on_writer, player_row, unreadable};

/// The facts beside a record: its owner and the moment of its import.
#[derive(Debug, Clone)]
pub struct AboutRecord {
    /// When it came.
    pub created_at: Millis,
    /// Who brought it.
    pub owner: PlayerCard,
    /// How often it was changed.
    pub revision: u32,
    /// How many bytes it takes.
    pub size: u64,
    /// How many nodes it has; the most that there may be, if that does not read back.
    pub nodes: u32,
}

/// So many bytes of a file a node takes at about, in records of games that somebody has played.
const BYTES_OF_NODE: u64 = 20;

impl AboutRecord {
    /// How much work it is to read its file, by the bytes that a usual one with as many nodes has at least: a node may be a single byte.
    pub fn work(&self) -> u64 {
        self.size.max(u64::from(self.nodes) * BYTES_OF_NODE)
    }
}

/// The outcome of a change of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rewritten {
    /// It is done, and has this number.
    Done(u32),
    /// The record was changed meanwhile, or is gone. Nothing was changed.
    Stale,
}

/// How much one player keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kept {
    /// How many records.
    pub records: u64,
    /// How many bytes they have together.
    pub bytes: u64,
}

/// The outcome of a request to delete a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Removal {
    /// The record is gone.
    Removed,
    /// The record is another player's.
    NotTheOwner,
    /// There was no such record.
    Nothing,
}

impl Store {
    /// How much a player keeps.
    pub async fn kept_records(&self, owner: PlayerId) -> Result<Kept, StoreError> {
        // Postgres adds numbers up to one of another type, which neither driver reads alike.
        let (records, bytes): (i64, i64) = on_reader!(self, pool => {
            sqlx::query_as("SELECT COUNT(*), CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM records WHERE owner = $1")
                .bind(owner.as_str())
                .fetch_one(pool)
                .await
        })?;
        Ok(Kept { records: records.cast_unsigned(), bytes: bytes.cast_unsigned() })
    }

    /// How many bytes the records of all players have together. It reads an index from end to end.
    pub async fn bytes_of_records(&self) -> Result<u64, StoreError> {
        let (bytes,): (i64,) = on_reader!(self, pool => {
            sqlx::query_as("SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM records").fetch_one(pool).await
        })?;
        Ok(bytes.cast_unsigned())
    }

    /// Keeps records of a player, all or none.
    pub async fn add_records(
        &self,
        owner: PlayerId,
        created_at: Millis,
        records: &[(RecordId, KeptRecord)],
    ) -> Result<(), StoreError> {
        on_writer!(self, pool => {
            let mut transaction = pool.begin().await?;
            for (id, record) in records {
                let headline = serde_json::to_string(&record.headline).map_err(unreadable)?;
                sqlx::query(
                    "INSERT INTO records (id, owner, created_at, headline, sgf, original, size)
                     VALUES ($1, $2, $3, $4, $5, $6, $7)",
                )
                .bind(id.as_str())
                .bind(owner.as_str())
                .bind(created_at)
                .bind(headline)
                .bind(record.sgf.as_bytes())
                .bind(record.original.as_deref())
                .bind(i64::try_from(record.size()).unwrap_or(i64::MAX))
                .execute(&mut *transaction)
                .await?;
            }
            transaction.commit().await?;
        });
        Ok(())
    }

    /// The facts beside the record with this id.
    pub async fn about_record(&self, id: RecordId) -> Result<Option<AboutRecord>, StoreError> {
        type Row = (Millis, String, i64, i64, String, String, Option<String>);
        let row: Option<Row> = on_reader!(self, pool => {
            sqlx::query_as(
                "SELECT records.created_at, records.owner, records.revision, records.size, records.headline, players.name, players.kind
                 FROM records JOIN players ON players.id = records.owner
                 WHERE records.id = $1",
            )
            .bind(id.as_str())
            .fetch_optional(pool)
            .await
        })?;
        row.map(|(created_at, owner, revision, size, headline, name, kind)| {
            let owner = player_row::card(&owner, name, kind.as_deref())?;
            let revision = u32::try_from(revision).map_err(unreadable)?;
            let headline = serde_json::from_str::<RecordHeadline>(&headline);
            let nodes = headline.map_or(u32::MAX, |headline| headline.node_count);
            Ok(AboutRecord { created_at, owner, revision, size: size.cast_unsigned(), nodes })
        })
        .transpose()
    }

    /// The headline of the record with this id, as lists show it.
    pub async fn record_headline(&self, id: RecordId) -> Result<Option<RecordHeadline>, StoreError> {
        let row: Option<(String,)> = on_reader!(self, pool => {
            sqlx::query_as("SELECT headline FROM records WHERE id = $1")
                .bind(id.as_str())
                .fetch_optional(pool)
                .await
        })?;
        row.map(|(headline,)| serde_json::from_str(&headline).map_err(unreadable)).transpose()
    }

    /// The file of the record with this id, as it was after so many changes.
    pub async fn record_file(&self, id: RecordId) -> Result<Option<(RecordFile, u32)>, StoreError> {
        let row: Option<(Vec<u8>, Option<String>, i64)> = on_reader!(self, pool => {
            sqlx::query_as("SELECT sgf, numbers, revision FROM records WHERE id = $1")
                .bind(id.as_str())
                .fetch_optional(pool)
                .await
        })?;
        row.map(|(sgf, numbers, revision)| {
            Ok((file_of(sgf, numbers)?, u32::try_from(revision).map_err(unreadable)?))
        })
        .transpose()
    }

    /// Writes a record anew that was changed so many times before. Of the bytes from which it was made, `original` are kept if there are none yet.
    pub async fn rewrite_record(
        &self,
        id: RecordId,
        revision: u32,
        file: &RecordFile,
        headline: &RecordHeadline,
        original: Option<&[u8]>,
    ) -> Result<Rewritten, StoreError> {
        let headline = serde_json::to_string(headline).map_err(unreadable)?;
        let numbers = (!file.numbers.are_places()).then(|| file.numbers.to_string());
        let size = file.sgf.len() + numbers.as_ref().map_or(0, String::len);
        let is_done = on_writer!(self, pool => {
            sqlx::query(
                "UPDATE records SET revision = revision + 1, sgf = $3, numbers = $5, headline = $6,
                     original = COALESCE(original, $7),
                     size = CAST($4 AS BIGINT) + COALESCE(LENGTH(COALESCE(original, $7)), 0)
                 WHERE id = $1 AND revision = $2",
            )
            .bind(id.as_str())
            .bind(i64::from(revision))
            .bind(file.sgf.as_bytes())
            .bind(i64::try_from(size).unwrap_or(i64::MAX))
            .bind(numbers)
            .bind(headline)
            .bind(original)
            .execute(pool)
            .await
            .map(|done| done.rows_affected() > 0)
        })?;
        Ok(if is_done { Rewritten::Done(revision.saturating_add(1)) } else { Rewritten::Stale })
    }

    /// A page of a player's records behind a place, newest first, and its last place if more follow. A record of which the
    /// headline does not read back is named in the log and left out.
    pub async fn records_of(
        &self,
        owner: PlayerId,
        after: Option<PageCursor<RecordId>>,
        limit: u32,
    ) -> Result<(Vec<RecordSummary>, Option<PageCursor<RecordId>>), StoreError> {
        let (before, id) =
            after.map_or((Millis::MAX, String::new()), |place| (place.created_at, place.id.to_string()));
        let mut rows: Vec<(String, Millis, String)> = on_reader!(self, pool => {
            sqlx::query_as(
                "SELECT id, created_at, headline FROM records
                 WHERE owner = $1 AND (created_at < $2 OR (created_at = $2 AND id < $3))
                 ORDER BY created_at DESC, id DESC LIMIT $4",
            )
            .bind(owner.as_str())
            .bind(before)
            .bind(&id)
            .bind(i64::from(limit) + 1)
            .fetch_all(pool)
            .await
        })?;
        let has_more = rows.len() > limit as usize;
        rows.truncate(limit as usize);
        let place = |(id, created_at, _): &(String, Millis, String)| {
            Some(PageCursor { created_at: *created_at, id: id.parse().ok()? })
        };
        let next = rows.iter().rev().filter(|_| has_more).find_map(place);
        let read = |id: &str, created_at, headline: &str| {
            let headline: RecordHeadline = serde_json::from_str(headline).map_err(unreadable)?;
            Ok(RecordSummary { id: Text(id.parse().map_err(unreadable)?), created_at, headline })
        };
        let summary = |(id, created_at, headline): (String, Millis, String)| {
            self.readable("record", &id, read(&id, created_at, &headline))
        };
        Ok((rows.into_iter().filter_map(summary).collect(), next))
    }

    /// Takes a record away, if it is this player's.
    pub async fn remove_record(&self, id: RecordId, owner: PlayerId) -> Result<Removal, StoreError> {
        let removed = on_writer!(self, pool => {
            sqlx::query("DELETE FROM records WHERE id = $1 AND owner = $2")
                .bind(id.as_str())
                .bind(owner.as_str())
                .execute(pool)
                .await
                .map(|done| done.rows_affected() > 0)
        })?;
        if removed {
            return Ok(Removal::Removed);
        }
        let other: Option<(String,)> = on_reader!(self, pool => {
            sqlx::query_as("SELECT owner FROM records WHERE id = $1").bind(id.as_str()).fetch_optional(pool).await
        })?;
        Ok(if other.is_some() { Removal::NotTheOwner } else { Removal::Nothing })
    }

    /// Removes a record, whosever it is, and writes that down. Answers whether there was one.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn remove_record_by_staff(&self, id: RecordId, noted: &Noted<'_>) -> Result<bool, StoreError> {
        on_writer!(self, pool => {
            let mut transaction = pool.begin().await?;
            let gone = sqlx::query("DELETE FROM records WHERE id = $1").bind(id.as_str()).execute(&mut *transaction).await?;
            if gone.rows_affected() == 0 {
                transaction.rollback().await?;
                return Ok(false);
            }
            note_act!(transaction, noted);
            transaction.commit().await?;
        });
        Ok(true)
    }
}

/// A file from its row.
pub(super) fn file_of(sgf: Vec<u8>, numbers: Option<String>) -> Result<RecordFile, StoreError> {
    let sgf = String::from_utf8(sgf).map_err(unreadable)?;
    let numbers = numbers.map(|numbers| numbers.parse().map_err(unreadable)).transpose()?;
    Ok(RecordFile { sgf, numbers: numbers.unwrap_or_default() })
}
