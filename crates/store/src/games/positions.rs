//! Positions that games have gone through, by which games are found.
//!
//! Only games that everybody may find are in the table, and not before spectators have seen their end: so whatever is asked
//! of it may be told to anybody.

use std::collections::HashMap;

use sqlx::{Postgres, Sqlite, Transaction};
use tengen_game::GameId;
use tengen_rules::PositionKey;

use super::job::JobKind;
use super::step::{AGAIN, Step};
use crate::pool::{Pools, Store, StoreError, unreadable};

/// A game that is to be found by its positions.
#[derive(Debug, Clone)]
pub struct IndexedGame {
    /// The game.
    pub id: GameId,
    /// Its positions; none if it is not to be found.
    pub positions: Vec<IndexedPosition>,
}

/// A position of a game.
#[derive(Debug, Clone, Copy)]
pub struct IndexedPosition {
    /// The key by which it is found.
    pub key: PositionKey,
    /// How the game went on.
    pub step: Step,
    /// After how many moves.
    pub move_number: u16,
}

/// A game that was in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visit {
    /// The number of the game: later ones were indexed later.
    pub game: u32,
    /// After how many moves it was there first.
    pub move_number: u16,
}

/// A row of the table.
type Row = (i64, i32, i16, i16);

/// Gives numbers to those of the games that have none yet, in a transaction, and answers the rows of their positions. The
/// count of numbers is changed first: whoever else wants to give out numbers waits for the end of the transaction.
macro_rules! number_games {
    ($games:expr, $transaction:expr) => {{
        let games: &[IndexedGame] = $games;
        let found = games.iter().filter(|game| !game.positions.is_empty()).count();
        let (last,): (i32,) =
            sqlx::query_as("UPDATE position_index SET games = games + $1 WHERE id = 1 RETURNING games")
                .bind(i32::try_from(found).map_err(unreadable)?)
                .fetch_one(&mut *$transaction)
                .await?;
        let mut next = last - i32::try_from(found).map_err(unreadable)?;
        let mut rows: Vec<Row> = Vec::new();
        for game in games {
            let number = if game.positions.is_empty() {
                0
            } else {
                next += 1;
                next
            };
            let done = sqlx::query("UPDATE games SET number = $1 WHERE id = $2 AND number IS NULL")
                .bind(number)
                .bind(game.id.as_str())
                .execute(&mut *$transaction)
                .await?;
            sqlx::query("DELETE FROM jobs WHERE kind = $1 AND key = $2")
                .bind(JobKind::Index.name())
                .bind(game.id.as_str())
                .execute(&mut *$transaction)
                .await?;
            if done.rows_affected() > 0 {
                rows.extend(game.positions.iter().map(|position| row(number, position)));
            }
        }
        // In the order of the table, so that neighbours are written together.
        rows.sort_unstable();
        rows
    }};
}

fn row(game: i32, position: &IndexedPosition) -> Row {
    let IndexedPosition { key, step, move_number } = position;
    (key.number().cast_signed(), game, step.number(), move_number.cast_signed())
}

impl Store {
    /// Keeps the positions of games, all or none of them, gives the games their numbers, and ends the jobs. Games that another server was
    /// faster with stay as they are.
    pub async fn index_games(&self, games: &[IndexedGame]) -> Result<(), StoreError> {
        match &self.pools {
            Pools::Postgres(pool) => {
                let mut transaction = pool.begin().await?;
                let rows = number_games!(games, transaction);
                insert_postgres(&mut transaction, &rows).await?;
                transaction.commit().await?;
            }
            Pools::Sqlite { writer, .. } => {
                let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
                let rows = number_games!(games, transaction);
                insert_sqlite(&mut transaction, &rows).await?;
                transaction.commit().await?;
            }
        }
        Ok(())
    }

    /// The highest number of a game. All that were given out up to this one are in the table, and none of them changes.
    pub async fn last_indexed(&self) -> Result<u32, StoreError> {
        let (games,): (i32,) = self.read("SELECT games FROM position_index WHERE id = 1").fetch_one().await?;
        Ok(games.cast_unsigned())
    }

    /// How often games with numbers above `from` and up to `to` went on in which way from a position, at most `limit` of
    /// them.
    pub async fn steps_from(
        &self,
        key: PositionKey,
        from: u32,
        to: u32,
        limit: u32,
    ) -> Result<HashMap<Step, u32>, StoreError> {
        let rows: Vec<(i16, i64)> = self
            .among_lists(
                self.read(
                    "SELECT step, COUNT(*) FROM (
                         SELECT step FROM positions WHERE key = $1 AND game > $2 AND game <= $3 LIMIT $4
                     ) AS visits GROUP BY step",
                )
                .bind_all((
                    key.number().cast_signed(),
                    from.cast_signed(),
                    to.cast_signed(),
                    i64::from(limit),
                ))
                .fetch_all(),
            )
            .await?;
        counts(rows)
    }

    /// How often those games went on from a position that count no more, as the staff has declared them void, with numbers up to `to`.
    /// They may be declared so, and count again, at any time, while the rows of a game never change.
    pub async fn void_steps_from(&self, key: PositionKey, to: u32) -> Result<HashMap<Step, u32>, StoreError> {
        let rows: Vec<(i16, i64)> = self
            .among_lists(
                self.read(
                    "SELECT step, COUNT(*) FROM positions
                     WHERE key = $1 AND game IN (
                         SELECT games.number FROM voided_games
                         JOIN games ON games.id = voided_games.game_id
                         WHERE games.number > 0 AND games.number <= $2
                     ) GROUP BY step",
                )
                .bind_all((key.number().cast_signed(), to.cast_signed()))
                .fetch_all(),
            )
            .await?;
        counts(rows)
    }

    /// The games that were in a position, those first that were indexed last; only those with a lower number than `before`.
    pub async fn visits(&self, key: PositionKey, before: u32, limit: u32) -> Result<Vec<Visit>, StoreError> {
        let rows: Vec<(i32, i16)> = self
            .among_lists(
                self.read(
                    "SELECT game, move_number FROM positions
                     WHERE key = $1 AND game < $2 AND (step & $3) = 0 ORDER BY game DESC LIMIT $4",
                )
                .bind_all((key.number().cast_signed(), before.cast_signed(), AGAIN, i64::from(limit)))
                .fetch_all(),
            )
            .await?;
        let visit = |(game, move_number): (i32, i16)| Visit {
            game: game.cast_unsigned(),
            move_number: move_number.cast_unsigned(),
        };
        Ok(rows.into_iter().map(visit).collect())
    }
}

fn counts(rows: Vec<(i16, i64)>) -> Result<HashMap<Step, u32>, StoreError> {
    let read = |(step, count)| Ok((Step::read(step)?, u32::try_from(count).unwrap_or(u32::MAX)));
    rows.into_iter().map(read).collect()
}

async fn insert_postgres(
    transaction: &mut Transaction<'_, Postgres>,
    rows: &[Row],
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO positions (key, game, step, move_number)
         SELECT * FROM unnest($1::bigint[], $2::int[], $3::smallint[], $4::smallint[])",
    )
    .bind(rows.iter().map(|row| row.0).collect::<Vec<_>>())
    .bind(rows.iter().map(|row| row.1).collect::<Vec<_>>())
    .bind(rows.iter().map(|row| row.2).collect::<Vec<_>>())
    .bind(rows.iter().map(|row| row.3).collect::<Vec<_>>())
    .execute(&mut **transaction)
    .await?;
    Ok(())
}

/// The same for SQLite, where the rows travel as one JSON text.
async fn insert_sqlite(transaction: &mut Transaction<'_, Sqlite>, rows: &[Row]) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO positions (key, game, step, move_number)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each($1)",
    )
    .bind(serde_json::json!(rows).to_string())
    .execute(&mut **transaction)
    .await?;
    Ok(())
}
