//! A batch for SQLite, where the price of a row is the time of the processor, and not the way to the database.

use sqlx::{AssertSqlSafe, Sqlite, SqliteConnection, SqlitePool, Transaction};
use tengen_game::{CommandId, Millis, PlayerId};

use super::stored::Stored;
use crate::games::game::LoggedRow;
use crate::games::headline::{Headline, HeadlineRow};
use crate::games::job;
use crate::games::job::JobChange;
use crate::journal::append::Append;
use crate::pool::StoreError;
use crate::pool::missing_player::ARE_THERE;

/// Stores a batch. Nobody else writes into a file, so an event of which another server has told is not in it: what was decided by such
/// a premise is left out.
pub(super) async fn write(pool: &SqlitePool, appends: &[&Append]) -> Result<Stored, StoreError> {
    let founded: Vec<&Append> = appends.iter().copied().filter(|append| append.premise.is_empty()).collect();
    if founded.len() == appends.len() {
        return write_all(pool, appends).await;
    }
    let stored = write_all(pool, &founded).await?;
    let keys = founded.iter().filter(|append| stored.contains(append)).map(|append| append.key());
    Ok(Stored::These(keys.collect()))
}

async fn write_all(pool: &SqlitePool, appends: &[&Append]) -> Result<Stored, StoreError> {
    if appends.iter().all(|append| append.is_plain()) {
        let mut connection = pool.acquire().await?;
        return insert(&mut connection, appends).await;
    }
    let mut transaction = pool.begin_with("BEGIN IMMEDIATE").await?;
    let seated = seated(&mut transaction, appends).await?;
    let mut stored = insert(&mut transaction, &seated).await?;
    if seated.len() < appends.len() {
        let there = seated.iter().filter(|append| stored.contains(append));
        stored = Stored::These(there.map(|append| append.key()).collect());
    }
    for append in seated.iter().filter(|append| stored.contains(append)) {
        if let Some(headline) = &append.headline {
            update_headline(&mut transaction, append, headline).await?;
        }
        for job in &append.jobs {
            change_job(&mut transaction, append, job).await?;
        }
    }
    update_deadlines(&mut transaction, &seated, &stored).await?;
    transaction.commit().await?;
    Ok(stored)
}

/// The events but for those by which somebody sits down who has been deleted, or at a game with somebody who has.
async fn seated<'a>(
    connection: &mut SqliteConnection,
    appends: &[&'a Append],
) -> Result<Vec<&'a Append>, StoreError> {
    let mut seated = Vec::with_capacity(appends.len());
    for append in appends {
        if let Some(seats) = &append.seats {
            let (black, white): (bool, bool) = sqlx::query_as(ARE_THERE)
                .bind(seats.black.as_str())
                .bind(seats.white.as_str())
                .fetch_one(&mut *connection)
                .await?;
            if !black || !white {
                continue;
            }
        }
        seated.push(*append);
    }
    Ok(seated)
}

/// One statement, which is a transaction by itself if there is none around it.
async fn insert(connection: &mut SqliteConnection, appends: &[&Append]) -> Result<Stored, StoreError> {
    let mut query = sqlx::query(AssertSqlSafe(statement(appends.len())));
    for append in appends {
        let event = &append.event;
        query = query
            .bind(append.game.as_str())
            .bind(event.seq.cast_signed())
            .bind(event.v.cast_signed())
            .bind(event.at)
            .bind(event.actor.as_ref().map(PlayerId::as_str))
            .bind(event.command_id().map(CommandId::as_str))
            .bind(append.fingerprint())
            .bind(event.body.as_str());
    }
    let count = query.execute(&mut *connection).await?.rows_affected();
    if count == appends.len() as u64 {
        return Ok(Stored::All);
    }
    let keys: Vec<_> = appends.iter().map(|append| (append.game.as_str(), append.event.seq)).collect();
    let rows: Vec<LoggedRow> = sqlx::query_as(
        "SELECT events.game_id, events.seq, v, at, actor, command_id, fingerprint, body
         FROM json_each($1) AS sent JOIN events
              ON events.game_id = sent.value ->> 0 AND events.seq = sent.value ->> 1",
    )
    .bind(serde_json::json!(keys).to_string())
    .fetch_all(&mut *connection)
    .await?;
    Stored::found(appends, rows)
}

/// The statement for so many rows. There is one for each power of two, so that few are prepared and all of them stay so;
/// what is not bound is NULL and left out. A batch as JSON would cost twice the time.
fn statement(rows: usize) -> String {
    let mut sql = "INSERT INTO events (game_id, seq, v, at, actor, command_id, fingerprint, body)
        SELECT * FROM (VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        .to_owned();
    for _ in 1..rows.next_power_of_two() {
        sql.push_str(", (?, ?, ?, ?, ?, ?, ?, ?)");
    }
    sql.push_str(") WHERE column1 IS NOT NULL ON CONFLICT DO NOTHING");
    sql
}

async fn update_headline(
    transaction: &mut Transaction<'_, Sqlite>,
    append: &Append,
    headline: &Headline,
) -> Result<(), StoreError> {
    let row = HeadlineRow::new(append.event.at, headline)?;
    sqlx::query(
        "UPDATE games SET phase = $1, black = $2, white = $3, seq = $4, move_count = $5, result = $6, updated_at = $7,
                          winner = $8, ended_by = $9, opening = $10, shown_at = $11
         WHERE id = $12",
    )
    .bind(row.phase)
    .bind(row.black)
    .bind(row.white)
    .bind(append.event.seq.cast_signed())
    .bind(row.move_count)
    .bind(row.result)
    .bind(append.event.at)
    .bind(row.winner)
    .bind(row.ended_by)
    .bind(row.opening)
    .bind(row.shown_at)
    .bind(append.game.as_str())
    .execute(&mut **transaction)
    .await?;
    Ok(())
}

async fn change_job(
    transaction: &mut Transaction<'_, Sqlite>,
    append: &Append,
    change: &JobChange,
) -> Result<(), StoreError> {
    let query = match change.due {
        Some(due) => sqlx::query(job::ADD)
            .bind(change.kind.name())
            .bind(append.game.as_str())
            .bind(append.event.seq.cast_signed())
            .bind(due),
        None => sqlx::query("DELETE FROM jobs WHERE kind = $1 AND key = $2")
            .bind(change.kind.name())
            .bind(append.game.as_str()),
    };
    query.execute(&mut **transaction).await?;
    Ok(())
}

async fn update_deadlines(
    transaction: &mut Transaction<'_, Sqlite>,
    appends: &[&Append],
    stored: &Stored,
) -> Result<(), StoreError> {
    let due: Vec<(&str, Option<Millis>)> = appends
        .iter()
        .filter(|append| stored.contains(append))
        .filter_map(|append| Some((append.game.as_str(), append.new_deadline()?.at())))
        .collect();
    if due.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "UPDATE games SET deadline = due.deadline
         FROM (SELECT value ->> 0 AS id, value ->> 1 AS deadline FROM json_each($1)) AS due
         WHERE games.id = due.id",
    )
    .bind(serde_json::json!(due).to_string())
    .execute(&mut **transaction)
    .await?;
    Ok(())
}
