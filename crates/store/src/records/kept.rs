//! Records that players keep.

use tengen_game::{Millis, PlayerId, RecordId};
use tengen_protocol::records::{RecordHeadline, RecordSummary};
use tengen_protocol::{PlayerCard, Text};
use tengen_records::{Around, KeptRecord, RecordFile, work_of, work_of_nodes};

use crate::players::player_row;
use crate::pool::{Store, StoreError, unreadable};
use crate::query::cursor::PageCursor;
use crate::staff::audit::{Noted, note_act};

/// The facts beside a record: its owner and the moment of its import.
#[derive(Debug, Clone)]
pub struct AboutRecord {
    /// When it came.
    pub created_at: Millis,
    /// Who brought it.
    pub owner: PlayerCard,
    /// How often it was changed.
    pub revision: u32,
    /// How much work it is to read its file, by the bytes of a usual one.
    pub work: u64,
}

/// A record that is shown, as it was after so many changes.
#[derive(Debug, Clone)]
pub struct ShownRecord {
    /// Its file.
    pub file: RecordFile,
    /// How often it was changed.
    pub revision: u32,
    /// What lists show of it.
    pub headline: Option<RecordHeadline>,
}

/// The text of a record that takes no more bytes is looked through for how much work it is ([`work_of`]); of a greater one its
/// bytes and its nodes say that it is much.
pub const MOST_WEIGHED: u64 = 64 << 10;

/// How many records player $1 has, and how many bytes. Postgres adds numbers up to one of another type, which neither driver reads
/// alike.
const KEPT: &str = "SELECT COUNT(*), CAST(COALESCE(SUM(size), 0) + (
        SELECT COALESCE(SUM(size), 0) FROM record_files WHERE owner = $1) AS BIGINT)
    FROM records WHERE owner = $1";
/// How many bytes those of all players have.
const KEPT_BY_ALL: &str = "SELECT CAST(COALESCE(SUM(size), 0) + (
        SELECT COALESCE(SUM(size), 0) FROM record_files) AS BIGINT)
    FROM records";

/// How many records one statement inserts: those of a book keep moves waiting for the time of some statements, and not of one for each.
const ROWS: usize = 100;

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
    /// How many bytes they have together, with what stood around them in files of several games.
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
        let (records, bytes): (i64, i64) = self.read(KEPT).bind(owner.as_str()).fetch_one().await?;
        Ok(Kept { records: records.cast_unsigned(), bytes: bytes.cast_unsigned() })
    }

    /// How many bytes the records of all players have together, with those around them in files of several games. It reads two
    /// indexes from end to end.
    pub async fn bytes_of_records(&self) -> Result<u64, StoreError> {
        let (bytes,): (i64,) = self.read(KEPT_BY_ALL).fetch_one().await?;
        Ok(bytes.cast_unsigned())
    }

    /// Keeps records of a player, all or none, with what stood around them in their file if it had several games: the file is
    /// called by the id of its first record.
    pub async fn add_records(
        &self,
        owner: PlayerId,
        created_at: Millis,
        records: &[(RecordId, KeptRecord)],
        around: Option<&Around>,
    ) -> Result<(), StoreError> {
        let file = records.first().map(|(id, _)| *id).zip(around);
        let file_id = file.map(|(id, _)| id);
        let headlines = records.iter().map(|(_, record)| serde_json::to_string(&record.headline));
        let headlines: Vec<String> = headlines.collect::<Result<_, _>>().map_err(unreadable)?;
        let mut tx = self.begin().await?;
        if let Some((id, Around { bytes, file_length })) = file {
            tx.query(
                "INSERT INTO record_files (id, owner, created_at, around, size, file_length)
                 VALUES ($1, $2, $3, $4, $5, $6)",
            )
            .bind_all((
                id.as_str(),
                owner.as_str(),
                created_at,
                bytes.as_slice(),
                i64::try_from(bytes.len()).unwrap_or(i64::MAX),
                i64::try_from(*file_length).unwrap_or(i64::MAX),
            ))
            .execute()
            .await?;
        }
        for (records, headlines) in records.chunks(ROWS).zip(headlines.chunks(ROWS)) {
            let into = "INSERT INTO records (id, owner, created_at, headline, sgf, original, size, file_id, game_in_file, place_in_file)";
            let mut insert = tx.insert(into, records.len(), 10);
            for ((id, record), headline) in records.iter().zip(headlines) {
                let size = i64::try_from(record.size()).unwrap_or(i64::MAX);
                insert = insert.bind_all((id.as_str(), owner.as_str(), created_at, headline.as_str()));
                insert = insert.bind_all((record.sgf.as_bytes(), record.original.as_deref(), size));
                insert = insert.bind(file_id.as_ref().map(RecordId::as_str));
                insert = insert.bind(i32::try_from(record.place.game).unwrap_or(i32::MAX));
                insert = insert.bind(i64::try_from(record.place.behind).unwrap_or(i64::MAX));
            }
            insert.execute().await?;
        }
        tx.commit().await
    }

    /// The facts beside the record with this id.
    pub async fn about_record(&self, id: RecordId) -> Result<Option<AboutRecord>, StoreError> {
        type Row = (Millis, String, i64, i64, i64, Option<Vec<u8>>, String, String, Option<String>);
        let row: Option<Row> = self
            .read(
                "SELECT records.created_at, records.owner, records.revision, records.size,
                     CAST(LENGTH(records.sgf) AS BIGINT),
                     CASE WHEN LENGTH(records.sgf) <= $2 THEN records.sgf END,
                     records.headline, players.name, players.kind
                 FROM records JOIN players ON players.id = records.owner
                 WHERE records.id = $1",
            )
            .bind_all((id.as_str(), MOST_WEIGHED.cast_signed()))
            .fetch_optional()
            .await?;
        row.map(|(created_at, owner, revision, size, length, sgf, headline, name, kind)| {
            let owner = player_row::card(&owner, name, kind.as_deref())?;
            let revision = u32::try_from(revision).map_err(unreadable)?;
            // A headline that does not read back keeps nobody from the record.
            let nodes =
                serde_json::from_str(&headline).map_or(0, |headline: RecordHeadline| headline.node_count);
            let text = sgf.map_or(0, |sgf| work_of(&sgf));
            // The text, and what is beside it: the numbers of its nodes, and the bytes from which it was made.
            let bytes = length.max(size.saturating_sub(length)).cast_unsigned();
            let work = text.max(work_of_nodes(nodes)).max(bytes);
            Ok(AboutRecord { created_at, owner, revision, work })
        })
        .transpose()
    }

    /// The headline of the record with this id, as lists show it.
    pub async fn record_headline(&self, id: RecordId) -> Result<Option<RecordHeadline>, StoreError> {
        let row: Option<(String,)> = self
            .read("SELECT headline FROM records WHERE id = $1")
            .bind(id.as_str())
            .fetch_optional()
            .await?;
        row.map(|(headline,)| serde_json::from_str(&headline).map_err(unreadable)).transpose()
    }

    /// The file of the record with this id, as it was after so many changes.
    pub async fn record_file(&self, id: RecordId) -> Result<Option<(RecordFile, u32)>, StoreError> {
        let row: Option<(Vec<u8>, Option<String>, i64)> = self
            .read("SELECT sgf, numbers, revision FROM records WHERE id = $1")
            .bind(id.as_str())
            .fetch_optional()
            .await?;
        row.map(|(sgf, numbers, revision)| {
            Ok((file_of(sgf, numbers)?, u32::try_from(revision).map_err(unreadable)?))
        })
        .transpose()
    }

    /// The same with what lists show of it; nothing, where that does not read back, which keeps nobody from the record.
    pub async fn shown_record(&self, id: RecordId) -> Result<Option<ShownRecord>, StoreError> {
        let row: Option<(Vec<u8>, Option<String>, i64, String)> = self
            .read("SELECT sgf, numbers, revision, headline FROM records WHERE id = $1")
            .bind(id.as_str())
            .fetch_optional()
            .await?;
        row.map(|(sgf, numbers, revision, headline)| {
            Ok(ShownRecord {
                file: file_of(sgf, numbers)?,
                revision: u32::try_from(revision).map_err(unreadable)?,
                headline: serde_json::from_str(&headline).ok(),
            })
        })
        .transpose()
    }

    /// Writes a record anew that was changed so many times before. Of the bytes from which it was made, `original` are kept if
    /// there are none yet.
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
        let is_done = self
            .write(
                "UPDATE records SET revision = revision + 1, sgf = $3, numbers = $5, headline = $6,
                     original = COALESCE(original, $7),
                     size = CAST($4 AS BIGINT) + COALESCE(LENGTH(COALESCE(original, $7)), 0)
                 WHERE id = $1 AND revision = $2",
            )
            .bind_all((
                id.as_str(),
                i64::from(revision),
                file.sgf.as_bytes(),
                i64::try_from(size).unwrap_or(i64::MAX),
                numbers,
                headline,
                original,
            ))
            .execute()
            .await?
            > 0;
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
        let mut rows: Vec<(String, Millis, String)> = self
            .read(
                "SELECT id, created_at, headline FROM records
                 WHERE owner = $1 AND (created_at < $2 OR (created_at = $2 AND id < $3))
                 ORDER BY created_at DESC, id DESC LIMIT $4",
            )
            .bind_all((owner.as_str(), before, &id, i64::from(limit) + 1))
            .fetch_all()
            .await?;
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
        let removed = self
            .write("DELETE FROM records WHERE id = $1 AND owner = $2")
            .bind_all((id.as_str(), owner.as_str()))
            .execute()
            .await?
            > 0;
        if removed {
            return Ok(Removal::Removed);
        }
        let other: Option<(String,)> =
            self.read("SELECT owner FROM records WHERE id = $1").bind(id.as_str()).fetch_optional().await?;
        Ok(if other.is_some() { Removal::NotTheOwner } else { Removal::Nothing })
    }

    /// Removes a record, whosever it is, and writes that down. Answers whether there was one.
    pub async fn remove_record_by_staff(&self, id: RecordId, noted: &Noted<'_>) -> Result<bool, StoreError> {
        let mut tx = self.begin().await?;
        let gone = tx.query("DELETE FROM records WHERE id = $1").bind(id.as_str()).execute().await?;
        if gone == 0 {
            return tx.give_up(false).await;
        }
        note_act(&mut tx, noted).await?;
        tx.commit().await?;
        Ok(true)
    }
}

/// A file from its row.
pub(crate) fn file_of(sgf: Vec<u8>, numbers: Option<String>) -> Result<RecordFile, StoreError> {
    let sgf = String::from_utf8(sgf).map_err(unreadable)?;
    let numbers = numbers.map(|numbers| numbers.parse().map_err(unreadable)).transpose()?;
    Ok(RecordFile { sgf, numbers: numbers.unwrap_or_default() })
}

#[cfg(test)]
mod tests {
    use tengen_clock::Clock;
    use tengen_protocol::{Player, PlayerKind};
    use tengen_records::read_file;

    use super::*;
    use crate::pool::connect::Database;

    /// A text as a kept record. Nobody reads it: it is only weighed.
    fn kept(text: &str) -> KeptRecord {
        let record = read_file(b"(;SZ[19];B[dd])").unwrap().records.pop().unwrap();
        KeptRecord { sgf: text.to_owned(), ..record }
    }

    #[tokio::test]
    async fn small_files_are_kept_as_the_work_that_they_are() {
        let directory = tempfile::tempdir().unwrap();
        let (clock, _hands) = Clock::by_hand(1_790_000_000_000);
        let store = Database::open(None, directory.path(), clock).await.unwrap().store;
        let owner = PlayerId::from_entropy([1; 10]);
        let (name, kind) = ("Ann".to_owned(), PlayerKind::Guest);
        let player = Player { id: Text(owner), name, guest: true, kind, created_at: 0 };
        store.ensure_player(&player).await.unwrap();
        let played = format!("(;SZ[19]PB[Ann]PW[Ben]{})", ";B[dd]C[00:12];W[pp]".repeat(150));
        let nodes = format!("(;SZ[19]{})", ";".repeat(50_000));
        let points = format!("(;SZ[19]{})", ";AB[aa:ss];AE[aa:ss]".repeat(273));
        let most = format!("(;SZ[25]{})", ";AB[aa:yy];AE[aa:yy]".repeat(209));
        let long = format!("(;SZ[19]C[{}])", "a".repeat(70_000));
        let texts = [(&played, false), (&nodes, true), (&points, true), (&most, true), (&long, true)];
        for (number, (text, is_great)) in (0..).zip(texts) {
            let id = RecordId::from_entropy([number; 10]);
            store.add_records(owner, 0, &[(id, kept(text))], None).await.unwrap();
            let about = store.about_record(id).await.unwrap().unwrap();
            assert_eq!(about.work > MOST_WEIGHED, is_great, "{} bytes are {}", text.len(), about.work);
        }
    }
}
