//! Files of several games, put together again from the records that were made of them.

use tengen_game::RecordId;
use tengen_records::joined;

use crate::pool::{Store, StoreError, unreadable};

/// A file of several games as far as its records tell it without their bytes: two that are the same have the same bytes. A file only
/// loses records, and of what is left those change alone whose bytes are lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UploadFacts {
    /// How many bytes it had when it came.
    pub length: u64,
    /// How many of its records are there.
    pub records: u64,
    /// How often those of them were changed of which the bytes are lost, because a server of the release before has changed them; zero
    /// if none are.
    pub lost: u64,
}

/// A file of several games, as far as its records are still there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upload {
    /// Its bytes. Of a record whose own are lost its text stands in their place.
    pub bytes: Vec<u8>,
    /// What else is known of it.
    pub facts: UploadFacts,
}

impl Upload {
    /// Whether these are all bytes that came: none of its records is gone, and none has lost its own.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.facts.lost == 0 && self.facts.length == self.bytes.len() as u64
    }
}

/// The file of the record $1, and its facts.
const FACTS: &str = "SELECT record_files.id, record_files.file_length,
        (SELECT COUNT(*) FROM records AS others WHERE others.file_id = records.file_id),
        (SELECT CAST(COALESCE(SUM(CASE WHEN others.original IS NULL THEN others.revision ELSE 0 END), 0) AS BIGINT)
         FROM records AS others WHERE others.file_id = records.file_id)
    FROM records JOIN record_files ON record_files.id = records.file_id
    WHERE records.id = $1";

/// The records of file $1 in their order, the first one with what stands around all of them: in one statement, so that no record goes
/// in between. The questions in it ask nothing of a record, so that either database answers each of them once: what stands around may
/// be all of the file, and is not read for every game.
const PIECES: &str = "SELECT
        CASE WHEN game_in_file = (SELECT MIN(game_in_file) FROM records WHERE file_id = $1)
            THEN (SELECT around FROM record_files WHERE id = $1) END,
        CASE WHEN game_in_file = (SELECT MIN(game_in_file) FROM records WHERE file_id = $1)
            THEN (SELECT file_length FROM record_files WHERE id = $1) END,
        COALESCE(place_in_file, 0), revision, original, CASE WHEN original IS NULL THEN sgf END
    FROM records
    WHERE file_id = $1
    ORDER BY game_in_file";

impl Store {
    /// The id of the file of several games from which a record is, and its facts; nothing for any other record. None of the bytes is read.
    pub async fn about_upload(
        &self,
        record: RecordId,
    ) -> Result<Option<(RecordId, UploadFacts)>, StoreError> {
        let row: Option<(String, i64, i64, i64)> =
            self.read(FACTS).bind(record.as_str()).fetch_optional().await?;
        row.map(|(id, length, records, lost)| {
            let facts = UploadFacts {
                length: length.cast_unsigned(),
                records: records.cast_unsigned(),
                lost: lost.cast_unsigned(),
            };
            Ok((id.parse().map_err(unreadable)?, facts))
        })
        .transpose()
    }

    /// The file of several games that is called by this id, if any of its records is there.
    pub async fn upload(&self, file: RecordId) -> Result<Option<Upload>, StoreError> {
        type Row = (Option<Vec<u8>>, Option<i64>, i64, i64, Option<Vec<u8>>, Option<Vec<u8>>);
        let rows: Vec<Row> = self.among_lists(self.read(PIECES).bind(file.as_str()).fetch_all()).await?;
        let Some((Some(around), Some(length), ..)) = rows.first() else { return Ok(None) };
        let games = rows.iter().map(|(_, _, behind, _, original, text)| {
            let bytes = original.as_deref().or(text.as_deref()).unwrap_or_default();
            (usize::try_from(*behind).unwrap_or_default(), bytes)
        });
        let bytes = joined(around, games);
        let lost = rows.iter().filter(|(.., original, _)| original.is_none());
        let lost: u64 = lost.map(|(_, _, _, revision, ..)| revision.cast_unsigned()).sum();
        let facts = UploadFacts { length: length.cast_unsigned(), records: rows.len() as u64, lost };
        Ok(Some(Upload { bytes, facts }))
    }
}

#[cfg(test)]
mod tests {
    use sqlx::Row as _;
    use tengen_clock::Clock;
    use tengen_game::PlayerId;
    use tengen_protocol::{Player, PlayerKind, Text};
    use tengen_records::read_file;

    use super::*;
    use crate::pool::Pools;
    use crate::pool::connect::Database;

    #[tokio::test]
    async fn what_stands_around_games_is_read_once() {
        let directory = tempfile::tempdir().unwrap();
        let (clock, _hands) = Clock::by_hand(1_790_000_000_000);
        let store = Database::open(None, directory.path(), clock).await.unwrap().store;
        let owner = PlayerId::from_entropy([1; 10]);
        let (name, kind) = ("Ann".to_owned(), PlayerKind::Guest);
        store
            .ensure_player(&Player { id: Text(owner), name, guest: true, kind, created_at: 0 })
            .await
            .unwrap();
        let file = b"one\n(;SZ[9];B[ee])two(;SZ[9];B[cc])three(;SZ[9];B[dd])\n";
        let read = read_file(file).unwrap();
        let records: Vec<_> =
            (0..).zip(read.records).map(|(n, it)| (RecordId::from_entropy([n; 10]), it)).collect();
        let ids: Vec<_> = records.iter().map(|(id, _)| *id).collect();
        store.add_records(owner, 0, &records, read.around.as_ref()).await.unwrap();
        for id in &ids {
            let (file_id, facts) = store.about_upload(*id).await.unwrap().unwrap();
            assert_eq!((file_id, facts.records, facts.lost), (ids[0], 3, 0));
            let upload = store.upload(file_id).await.unwrap().unwrap();
            assert_eq!((upload.bytes.as_slice(), upload.facts, upload.is_whole()), (&file[..], facts, true));
        }
        // The plan reads no row of the file but within a question that is asked once.
        let Pools::Sqlite { reader, .. } = &store.pools else { panic!("an SQLite file was opened") };
        let plan = sqlx::query(sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {PIECES}")));
        let plan = plan.bind(ids[0].as_str()).fetch_all(reader).await.unwrap();
        let steps: Vec<(i64, i64, String)> =
            plan.iter().map(|row| (row.get("id"), row.get("parent"), row.get("detail"))).collect();
        let of_file: Vec<_> = steps.iter().filter(|(.., detail)| detail.contains("record_files")).collect();
        assert_eq!(of_file.len(), 2, "{steps:?}");
        for (_, parent, _) in of_file {
            let (.., question) = steps.iter().find(|(id, ..)| id == parent).unwrap();
            assert!(question.starts_with("SCALAR SUBQUERY"), "{steps:?}");
        }
        assert!(!steps.iter().any(|(.., detail)| detail.contains("TEMP B-TREE")), "{steps:?}");
    }
}
