//! Reading all games with their logs, for `tengen check-database`, and mending the headlines in their rows; and looking for files of
//! several games that do not fit the records.

use std::collections::HashMap;

use tengen_game::{Event, GameId, Millis};

use super::game::{EventRow, GameRow, LoggedRow, event, game_row};
use super::shown_row::ShownRow;
use crate::pool::{Pools, Store, StoreError, Tx, unreadable};
use crate::query::from_row::from_row;
use crate::query::pieces::Pieces;

/// How many games are read at once, with all of their events.
const AT_ONCE: i64 = 16;

/// A game as the database has it.
#[derive(Debug)]
pub struct StoredGame {
    /// Its id, which may be none.
    pub id: String,
    /// What lists show of it.
    pub shown: ShownRow,
    /// Its settings and its log, if they read back.
    pub read: Result<(GameRow, Vec<Event>), StoreError>,
}

/// A game's row.
struct WholeRow {
    id: String,
    creator: String,
    created_at: Millis,
    settings: String,
    shown: ShownRow,
}

from_row!(WholeRow { id, creator, created_at, settings }, shown);

/// The columns of [`WholeRow`].
const COLUMNS: &str =
    "id, creator, created_at, settings, private, opponent, board, rules, handicap, phase, black, white, seq,
    move_count, result, updated_at, winner, ended_by, opening, shown_at";

/// How a transaction begins in which all is read as it is at one moment.
const ONE_MOMENT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/// Which games are read.
enum Games<'a> {
    /// The first ones behind an id.
    Behind(&'a str),
    /// One, which no other transaction may change meanwhile.
    Alone(&'a str),
}

impl Games<'_> {
    fn query(&self, is_postgres: bool) -> Pieces {
        let mut pieces = Pieces::default();
        pieces.sql("SELECT ").sql(COLUMNS).sql(" FROM games WHERE id ");
        match self {
            Self::Behind(id) => pieces.sql("> ").text(*id).sql(" ORDER BY id LIMIT ").number(AT_ONCE),
            Self::Alone(id) if is_postgres => pieces.sql("= ").text(*id).sql(" FOR UPDATE"),
            Self::Alone(id) => pieces.sql("= ").text(*id),
        };
        pieces
    }
}

/// Reads games with their logs in a transaction.
async fn read(tx: &mut Tx, games: Games<'_>) -> Result<Vec<StoredGame>, StoreError> {
    let is_postgres = matches!(tx, Tx::Postgres(_));
    let rows: Vec<WholeRow> = games.query(is_postgres).query(tx).fetch_all().await?;
    let mut logs: HashMap<String, Vec<EventRow>> = HashMap::new();
    if !rows.is_empty() {
        let mut query = Pieces::default();
        query.sql(
            "SELECT game_id, seq, v, at, actor, command_id, fingerprint, body FROM events WHERE game_id IN ",
        );
        query.texts(rows.iter().map(|row| row.id.as_str())).sql(" ORDER BY game_id, seq");
        let events: Vec<LoggedRow> = query.query(tx).fetch_all().await?;
        for LoggedRow { game_id, event } in events {
            logs.entry(game_id).or_default().push(event);
        }
    }
    Ok(rows.into_iter().map(|row| stored_game(row, &mut logs)).collect())
}

/// Writes the columns of a game's row in a transaction.
async fn write(tx: &mut Tx, id: &str, row: ShownRow) -> Result<(), StoreError> {
    tx.query(
        "UPDATE games SET private = $1, opponent = $2, board = $3, rules = $4, handicap = $5, phase = $6, black = $7,
                          white = $8, seq = $9, move_count = $10, result = $11, updated_at = $12, winner = $13,
                          ended_by = $14, opening = $15, shown_at = $16
         WHERE id = $17",
    )
    .bind_all((row.private, row.opponent, row.board, row.rules, row.handicap, row.phase, row.black, row.white))
    .bind_all((row.seq, row.move_count, row.result, row.updated_at, row.winner, row.ended_by, row.opening))
    .bind_all((row.shown_at, id))
    .execute()
    .await?;
    Ok(())
}

impl Store {
    /// The next games behind an id, in the order of their ids, with their logs, all as they are at one moment. None are left if
    /// there are none; the first ones are behind the empty id.
    pub async fn next_games(&self, behind: &str) -> Result<Vec<StoredGame>, StoreError> {
        let mut tx = match &self.pools {
            Pools::Postgres(pool) => Tx::Postgres(pool.begin_with(ONE_MOMENT).await?),
            Pools::Sqlite { reader, .. } => Tx::Sqlite(reader.begin().await?),
        };
        read(&mut tx, Games::Behind(behind)).await
    }

    /// Mends the row of a game in one transaction: `mended` is given the game as it is then, and answers the row that it should
    /// have, if that is another one. Answers whether there was something to mend.
    pub async fn mend_row(
        &self,
        id: &str,
        mended: impl Fn(&StoredGame) -> Option<ShownRow>,
    ) -> Result<bool, StoreError> {
        let mut tx = match &self.pools {
            Pools::Postgres(pool) => Tx::Postgres(pool.begin().await?),
            Pools::Sqlite { writer, .. } => Tx::Sqlite(writer.begin_with("BEGIN IMMEDIATE").await?),
        };
        let games = read(&mut tx, Games::Alone(id)).await?;
        let Some(row) = games.first().and_then(mended) else { return tx.give_up(false).await };
        write(&mut tx, id, row).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// The next ids behind one under which there are events and no game, in their order.
    pub async fn next_orphans(&self, behind: &str) -> Result<Vec<String>, StoreError> {
        self.next_ids(
            "SELECT DISTINCT game_id FROM events
             WHERE game_id > $1 AND NOT EXISTS (SELECT 1 FROM games WHERE games.id = events.game_id)
             ORDER BY game_id LIMIT $2",
            behind,
        )
        .await
    }

    /// The next ids behind one of files of several games from which no record is there, in their order.
    pub async fn next_left_files(&self, behind: &str) -> Result<Vec<String>, StoreError> {
        self.next_ids(
            "SELECT id FROM record_files
             WHERE id > $1 AND NOT EXISTS (SELECT 1 FROM records WHERE records.file_id = record_files.id)
             ORDER BY id LIMIT $2",
            behind,
        )
        .await
    }

    /// Removes a file of several games from which no record is there.
    pub async fn remove_left_file(&self, id: &str) -> Result<(), StoreError> {
        self.write(
            "DELETE FROM record_files
             WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM records
             WHERE records.file_id = record_files.id)",
        )
        .bind(id)
        .execute()
        .await?;
        Ok(())
    }

    /// The next ids behind one of records whose file of several games is not there, in their order.
    pub async fn next_records_without_files(&self, behind: &str) -> Result<Vec<String>, StoreError> {
        self.next_ids(
            "SELECT id FROM records
             WHERE id > $1 AND file_id IS NOT NULL
                 AND NOT EXISTS (SELECT 1 FROM record_files WHERE record_files.id = records.file_id)
             ORDER BY id LIMIT $2",
            behind,
        )
        .await
    }

    /// The ids that a query finds behind one, which it is given with how many are read at once.
    async fn next_ids(&self, query: &'static str, behind: &str) -> Result<Vec<String>, StoreError> {
        let rows: Vec<(String,)> = self.read(query).bind_all((behind, AT_ONCE)).fetch_all().await?;
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }
}

fn stored_game(row: WholeRow, logs: &mut HashMap<String, Vec<EventRow>>) -> StoredGame {
    let WholeRow { id, creator, created_at, settings, shown } = row;
    let rows = logs.remove(&id).unwrap_or_default();
    let read = || {
        let game = game_row(id.parse::<GameId>().map_err(unreadable)?, &creator, created_at, &settings)?;
        let log = rows.into_iter().map(|row| event(row, &game)).collect::<Result<_, _>>()?;
        Ok((game, log))
    };
    let read = read();
    StoredGame { id, shown, read }
}
