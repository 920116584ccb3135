//! What one transaction of the journal does: rows of the log, and what follows from them in the table of games.

use std::collections::HashSet;

use sqlx::{Postgres, Sqlite, Transaction};
use tengen_game::{CommandId, GameId, Millis, PlayerId};
use tengen_rules::Color;

use super::journal::{Append, Headline, key};
use super::{Pools, Store, StoreError, Winner, unreadable};

/// The numbers that were stored.
pub(super) type Keys = HashSet<(GameId, u32)>;

/// Brings the headline of a game up to date, in the transaction that stores the event behind it.
macro_rules! update_headline {
    ($append:expr, $headline:expr, $transaction:expr) => {{
        let (append, headline): (&Append, &Headline) = ($append, $headline);
        let result = headline.result.as_ref();
        let seat = |color| headline.players.map(|players| players[color].to_string());
        sqlx::query(
            "UPDATE games SET phase = $1, black = $2, white = $3, seq = $4, move_count = $5, result = $6, updated_at = $7,
                              winner = $8, ended_by = $9, opening = $10, shown_at = $11
             WHERE id = $12",
        )
        .bind(headline.phase.name())
        .bind(seat(Color::Black))
        .bind(seat(Color::White))
        .bind(append.event.seq.cast_signed())
        .bind(i32::try_from(headline.move_count).unwrap_or(i32::MAX))
        .bind(result.map(serde_json::to_string).transpose().map_err(unreadable)?)
        .bind(append.event.at)
        .bind(result.map(|result| Winner::of(result.winner.map(|winner| winner.0), result.by).name()))
        .bind(result.map(|result| result.by.name()))
        .bind(headline.opening.as_ref().map(ToString::to_string))
        .bind(headline.shown_at(append.event.at))
        .bind(append.game.as_str())
        .execute(&mut *$transaction)
        .await?;
    }};
}

/// Stores the events whose numbers are still free, all in one transaction, and answers which those were.
pub(super) async fn write_batch(store: &Store, appends: &[Append]) -> Result<Keys, StoreError> {
    match &store.pools {
        Pools::Postgres(pool) => {
            let mut transaction = pool.begin().await?;
            let stored = insert_postgres(&mut transaction, appends).await?;
            for (append, headline) in headlines(appends, &stored) {
                update_headline!(append, headline, transaction);
            }
            if let Some((games, deadlines)) = deadlines(appends, &stored) {
                sqlx::query(
                    "UPDATE games SET deadline = due.deadline
                     FROM (SELECT * FROM unnest($1::text[], $2::bigint[])) AS due (id, deadline)
                     WHERE games.id = due.id",
                )
                .bind(games)
                .bind(deadlines)
                .execute(&mut *transaction)
                .await?;
            }
            transaction.commit().await?;
            Ok(stored)
        }
        Pools::Sqlite { writer, .. } => {
            let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
            let stored = insert_sqlite(&mut transaction, appends).await?;
            for (append, headline) in headlines(appends, &stored) {
                update_headline!(append, headline, transaction);
            }
            if let Some((games, deadlines)) = deadlines(appends, &stored) {
                let due: Vec<_> = games.into_iter().zip(deadlines).collect();
                sqlx::query(
                    "UPDATE games SET deadline = due.deadline
                     FROM (SELECT value ->> 0 AS id, value ->> 1 AS deadline FROM json_each($1)) AS due
                     WHERE games.id = due.id",
                )
                .bind(serde_json::json!(due).to_string())
                .execute(&mut *transaction)
                .await?;
            }
            transaction.commit().await?;
            Ok(stored)
        }
    }
}

/// The games that have to be looked at earlier than before, or never again, each with the time.
fn deadlines(appends: &[Append], stored: &Keys) -> Option<(Vec<String>, Vec<Option<Millis>>)> {
    let due: (Vec<_>, Vec<_>) = appends
        .iter()
        .filter(|append| append.deadline.is_some() || append.ends())
        .filter(|append| stored.contains(&key(append)))
        .map(|append| (append.game.to_string(), append.deadline.filter(|_| !append.ends())))
        .unzip();
    (!due.0.is_empty()).then_some(due)
}

fn headlines<'a>(appends: &'a [Append], stored: &Keys) -> impl Iterator<Item = (&'a Append, &'a Headline)> {
    appends.iter().filter_map(move |append| {
        let headline = append.headline.as_ref()?;
        stored.contains(&key(append)).then_some((append, headline))
    })
}

/// A conflict fails its own event only, not the batch; the rows that come back are those that were stored.
async fn insert_postgres(
    transaction: &mut Transaction<'_, Postgres>,
    appends: &[Append],
) -> Result<Keys, StoreError> {
    let column = |value: fn(&Append) -> String| appends.iter().map(value).collect::<Vec<_>>();
    let number = |value: fn(&Append) -> i32| appends.iter().map(value).collect::<Vec<_>>();
    let rows: Vec<(String, i32)> = sqlx::query_as(
        "INSERT INTO events (game_id, seq, v, at, actor, command_id, fingerprint, body)
         SELECT * FROM unnest($1::text[], $2::int[], $3::int[], $4::bigint[], $5::text[], $6::text[], $7::bigint[], $8::text[])
         ON CONFLICT DO NOTHING
         RETURNING game_id, seq",
    )
    .bind(column(|append| append.game.to_string()))
    .bind(number(|append| append.event.seq.cast_signed()))
    .bind(number(|append| append.event.v.cast_signed()))
    .bind(appends.iter().map(|append| append.event.at).collect::<Vec<_>>())
    .bind(appends.iter().map(|append| append.event.actor.map(|actor| actor.to_string())).collect::<Vec<_>>())
    .bind(appends.iter().map(|append| append.event.command_id().map(ToString::to_string)).collect::<Vec<_>>())
    .bind(appends.iter().map(fingerprint).collect::<Vec<_>>())
    .bind(column(|append| append.event.body.clone()))
    .fetch_all(&mut **transaction)
    .await?;
    keys(rows)
}

/// The same for SQLite, where a batch travels as one JSON text.
async fn insert_sqlite(
    transaction: &mut Transaction<'_, Sqlite>,
    appends: &[Append],
) -> Result<Keys, StoreError> {
    let batch = appends.iter().map(|append| {
        let event = &append.event;
        serde_json::json!([
            append.game.as_str(),
            event.seq,
            event.v,
            event.at,
            event.actor.as_ref().map(PlayerId::as_str),
            event.command_id().map(CommandId::as_str),
            fingerprint(append),
            event.body,
        ])
    });
    let rows: Vec<(String, i32)> = sqlx::query_as(
        "INSERT INTO events (game_id, seq, v, at, actor, command_id, fingerprint, body)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7
         FROM json_each($1) WHERE true
         ON CONFLICT DO NOTHING
         RETURNING game_id, seq",
    )
    .bind(serde_json::Value::Array(batch.collect()).to_string())
    .fetch_all(&mut **transaction)
    .await?;
    keys(rows)
}

fn fingerprint(append: &Append) -> Option<i64> {
    append.event.command.as_ref().map(|command| command.fingerprint.cast_signed())
}

fn keys(rows: Vec<(String, i32)>) -> Result<Keys, StoreError> {
    rows.into_iter().map(|(game, seq)| Ok((game.parse().map_err(unreadable)?, seq.cast_unsigned()))).collect()
}
