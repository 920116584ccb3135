//! A batch for Postgres: one statement, whatever is in it, and so one trip.

use serde_json::{Value, json};
use sqlx::PgConnection;
use tengen_archive::StoredEvent;
use tengen_game::{CommandId, GameId, Millis, PlayerId};

use super::stored::Stored;
use crate::games::game::LoggedRow;
use crate::games::headline::HeadlineRow;
use crate::games::job::JobChange;
use crate::journal::append::{Append, NewDeadline};
use crate::pool::StoreError;

/// The rows of a batch.
macro_rules! sent {
    () => {
        "SELECT * FROM unnest($1::text[], $2::int[], $3::int[], $4::bigint[], $5::text[], $6::text[], $7::bigint[], $8::text[])
             AS sent (game_id, seq, v, at, actor, command_id, fingerprint, body)"
    };
}

/// Events that change nothing in the table of games. A number that somebody else has taken is there as well, so the feed
/// tells of all of them.
macro_rules! events {
    ($unfounded:expr, $founded:expr) => {
        concat!(
            "WITH noted AS (
                INSERT INTO commits (origin, games, seqs) VALUES ($9, $1, $2)
            ) ",
            $unfounded,
            " INSERT INTO events (game_id, seq, v, at, actor, command_id, fingerprint, body) ",
            sent!(),
            $founded,
            " ON CONFLICT DO NOTHING"
        )
    };
}

/// Events of which some change a headline, bring a deadline forward, or begin or end a job. A statement may change a row but once,
/// so headline and deadline are one change; and it does so only if the event behind it was stored.
macro_rules! events_and_games {
    ($unfounded:expr, $founded:expr) => {
        concat!(
            "WITH noted AS (
                INSERT INTO commits (origin, games, seqs) VALUES ($9, $1, $2)
            )",
            $unfounded,
            ", stored AS (
                INSERT INTO events (game_id, seq, v, at, actor, command_id, fingerprint, body) ",
            sent!(),
            $founded,
            "
                ON CONFLICT DO NOTHING
                RETURNING game_id, seq
            ), changed AS (
                UPDATE games SET
                    phase = CASE WHEN headed THEN change.phase ELSE games.phase END,
                    black = CASE WHEN headed THEN change.black ELSE games.black END,
                    white = CASE WHEN headed THEN change.white ELSE games.white END,
                    seq = CASE WHEN headed THEN change.seq ELSE games.seq END,
                    move_count = CASE WHEN headed THEN change.move_count ELSE games.move_count END,
                    result = CASE WHEN headed THEN change.result ELSE games.result END,
                    updated_at = CASE WHEN headed THEN change.updated_at ELSE games.updated_at END,
                    winner = CASE WHEN headed THEN change.winner ELSE games.winner END,
                    ended_by = CASE WHEN headed THEN change.ended_by ELSE games.ended_by END,
                    opening = CASE WHEN headed THEN change.opening ELSE games.opening END,
                    shown_at = CASE WHEN headed THEN change.shown_at ELSE games.shown_at END,
                    deadline = CASE WHEN due THEN change.deadline ELSE games.deadline END
                FROM unnest($10::text[], $11::int[], $12::bool[], $13::text[], $14::text[], $15::text[], $16::int[], $17::text[],
                            $18::bigint[], $19::text[], $20::text[], $21::text[], $22::bigint[], $23::bool[], $24::bigint[])
                     AS change (id, seq, headed, phase, black, white, move_count, result,
                                updated_at, winner, ended_by, opening, shown_at, due, deadline)
                JOIN stored ON stored.game_id = change.id AND stored.seq = change.seq
                WHERE games.id = change.id
            ), job AS (
                SELECT job.* FROM unnest($25::text[], $26::text[], $27::int[], $28::bigint[], $29::bigint[]) AS job (kind, key, seq, due, lease)
                JOIN stored ON stored.game_id = job.key AND stored.seq = job.seq
            ), begun AS (
                INSERT INTO jobs (kind, key, seq, due, holder, lease)
                SELECT kind, key, seq, due, CASE WHEN lease IS NULL THEN NULL ELSE $9 END, COALESCE(lease, 0)
                FROM job WHERE due IS NOT NULL
                ON CONFLICT (kind, key) DO UPDATE SET
                    seq = EXCLUDED.seq, due = EXCLUDED.due, holder = EXCLUDED.holder, lease = EXCLUDED.lease, tries = 0
            ), ended AS (
                DELETE FROM jobs USING job WHERE jobs.kind = job.kind AND jobs.key = job.key AND job.due IS NULL
            )
            SELECT count(*) FROM stored"
        )
    };
}

/// The games of which a premise is not in the log. Each is looked up by its key: a join would read all of the log, as Postgres
/// does not know how few premises there are.
macro_rules! unfounded {
    ($premises:literal) => {
        concat!(
            ", unfounded AS (
                SELECT premise.game_id
                FROM json_to_recordset(",
            $premises,
            "::json) AS premise (game_id text, seq int, v int, at bigint, actor text, command_id text, fingerprint bigint, body text)
                WHERE (
                    SELECT (events.v, events.at, events.actor, events.command_id, events.fingerprint, events.body)
                           IS NOT DISTINCT FROM
                           (premise.v, premise.at, premise.actor, premise.command_id, premise.fingerprint, premise.body)
                    FROM events
                    WHERE events.game_id = premise.game_id AND events.seq = premise.seq
                ) IS NOT TRUE
            )"
        )
    };
}

/// Leaves out the events of these games.
macro_rules! founded {
    () => {
        " WHERE NOT EXISTS (SELECT FROM unfounded WHERE unfounded.game_id = sent.game_id)"
    };
}

/// The games at which somebody would sit down who has been deleted, or sit with somebody who has. A deletion that comes later
/// waits for this. One that is under way is not waited for: events of other games would wait with it. Whoever is held counts as
/// not there, and the room of that game alone asks once more ([`Store::expect_players`](crate::pool::Store::expect_players)).
macro_rules! unseated {
    ($games:literal, $players:literal) => {
        concat!(
            ", unseated AS MATERIALIZED (
                SELECT seat.game_id
                FROM unnest(",
            $games,
            "::text[], ",
            $players,
            "::text[]) AS seat (game_id, player)
                WHERE NOT EXISTS (
                    SELECT FROM players
                    WHERE players.id = seat.player AND players.kind IS DISTINCT FROM 'deleted'
                    FOR KEY SHARE SKIP LOCKED
                )
            )"
        )
    };
}

/// Leaves out the events of these games.
macro_rules! seated {
    () => {
        " AND NOT EXISTS (SELECT FROM unseated WHERE unseated.game_id = sent.game_id)"
    };
}

const EVENTS: &str = events!("", "");
const EVENTS_ON_PREMISES: &str = events!(unfounded!("$10"), founded!());
const EVENTS_AND_GAMES: &str = events_and_games!("", "");
const EVENTS_AND_GAMES_ON_PREMISES: &str = events_and_games!(unfounded!("$30"), founded!());
/// Somebody sits down by one of the events.
const EVENTS_AND_GAMES_AND_SEATS: &str =
    events_and_games!(concat!(unfounded!("$30"), unseated!("$31", "$32")), concat!(founded!(), seated!()));

/// What the log has under the numbers of a batch.
const FOUND: &str = "
    SELECT events.game_id, events.seq, v, at, actor, command_id, fingerprint, body
    FROM events JOIN unnest($1::text[], $2::int[]) AS sent (game_id, seq)
         ON events.game_id = sent.game_id AND events.seq = sent.seq";

/// Stores a batch.
pub(super) async fn write(
    connection: &mut PgConnection,
    origin: i64,
    appends: &[&Append],
) -> Result<Stored, StoreError> {
    let games: Vec<&str> = appends.iter().map(|append| append.game.as_str()).collect();
    let numbers: Vec<i32> = appends.iter().map(|append| append.event.seq.cast_signed()).collect();
    macro_rules! bind_events {
        ($query:expr) => {
            $query
                .bind(&games)
                .bind(&numbers)
                .bind(appends.iter().map(|append| append.event.v.cast_signed()).collect::<Vec<_>>())
                .bind(appends.iter().map(|append| append.event.at).collect::<Vec<_>>())
                .bind(appends.iter().map(|append| actor(append)).collect::<Vec<_>>())
                .bind(appends.iter().map(|append| command(append)).collect::<Vec<_>>())
                .bind(appends.iter().map(|append| append.fingerprint()).collect::<Vec<_>>())
                .bind(appends.iter().map(|append| append.event.body.as_str()).collect::<Vec<_>>())
                .bind(origin)
        };
    }
    let premises = premises(appends);
    let changes: Vec<Change<'_>> =
        appends.iter().filter_map(|append| Change::of(append).transpose()).collect::<Result<_, _>>()?;
    let jobs: Vec<(&Append, &JobChange)> =
        appends.iter().flat_map(|append| append.jobs.iter().map(move |job| (*append, job))).collect();
    let seats: Vec<(&str, &str)> = appends
        .iter()
        .filter_map(|append| append.seats.as_ref().map(|seats| (append.game.as_str(), seats)))
        .flat_map(|(game, seats)| [(game, seats.black.as_str()), (game, seats.white.as_str())])
        .collect();
    let count = if changes.is_empty() && jobs.is_empty() && seats.is_empty() {
        let query = match &premises {
            None => bind_events!(sqlx::query(EVENTS)),
            Some(premises) => bind_events!(sqlx::query(EVENTS_ON_PREMISES)).bind(premises),
        };
        query.execute(&mut *connection).await?.rows_affected()
    } else {
        let head = |change: &Change<'_>| change.head.is_some();
        macro_rules! column {
            ($column:expr) => {
                changes.iter().map($column).collect::<Vec<_>>()
            };
        }
        let job_kinds: Vec<&str> = jobs.iter().map(|(_, job)| job.kind.name()).collect();
        let job_games: Vec<&str> = jobs.iter().map(|(append, _)| append.game.as_str()).collect();
        let job_numbers: Vec<i32> = jobs.iter().map(|(append, _)| append.event.seq.cast_signed()).collect();
        let job_dues: Vec<Option<Millis>> = jobs.iter().map(|(_, job)| job.due).collect();
        let job_leases: Vec<Option<Millis>> = jobs.iter().map(|(_, job)| job.lease).collect();
        let statement = match (seats.is_empty(), premises.is_some()) {
            (true, false) => EVENTS_AND_GAMES,
            (true, true) => EVENTS_AND_GAMES_ON_PREMISES,
            (false, _) => EVENTS_AND_GAMES_AND_SEATS,
        };
        let mut query = bind_events!(sqlx::query_as(statement))
            .bind(column!(|change| change.append.game.as_str()))
            .bind(column!(|change| change.append.event.seq.cast_signed()))
            .bind(column!(head))
            .bind(column!(|change| change.head.as_ref().map(|head| head.phase)))
            .bind(column!(|change| change.head.as_ref().and_then(|head| head.black.as_deref())))
            .bind(column!(|change| change.head.as_ref().and_then(|head| head.white.as_deref())))
            .bind(column!(|change| change.head.as_ref().map(|head| head.move_count)))
            .bind(column!(|change| change.head.as_ref().and_then(|head| head.result.as_deref())))
            .bind(column!(|change| change.append.event.at))
            .bind(column!(|change| change.head.as_ref().and_then(|head| head.winner)))
            .bind(column!(|change| change.head.as_ref().and_then(|head| head.ended_by)))
            .bind(column!(|change| change.head.as_ref().and_then(|head| head.opening.as_deref())))
            .bind(column!(|change| change.head.as_ref().map(|head| head.shown_at)))
            .bind(column!(|change| change.deadline.is_some()))
            .bind(column!(|change| change.deadline.and_then(NewDeadline::at)))
            .bind(job_kinds)
            .bind(job_games)
            .bind(job_numbers)
            .bind(job_dues)
            .bind(job_leases);
        if !seats.is_empty() {
            let (games, players): (Vec<&str>, Vec<&str>) = seats.into_iter().unzip();
            query = query.bind(premises.as_deref().unwrap_or("[]")).bind(games).bind(players);
        } else if let Some(premises) = &premises {
            query = query.bind(premises);
        }
        let (count,): (i64,) = query.fetch_one(&mut *connection).await?;
        count.cast_unsigned()
    };
    if count == appends.len() as u64 {
        return Ok(Stored::All);
    }
    let rows: Vec<LoggedRow> =
        sqlx::query_as(FOUND).bind(&games).bind(&numbers).fetch_all(&mut *connection).await?;
    Stored::found(appends, rows)
}

/// What an event changes in the row of its game.
struct Change<'a> {
    append: &'a Append,
    head: Option<HeadlineRow>,
    deadline: Option<NewDeadline>,
}

impl<'a> Change<'a> {
    fn of(append: &'a Append) -> Result<Option<Self>, StoreError> {
        let row = |headline| HeadlineRow::new(append.event.at, headline);
        let head = append.headline.as_ref().map(row).transpose()?;
        let deadline = append.new_deadline();
        Ok((head.is_some() || deadline.is_some()).then_some(Self { append, head, deadline }))
    }
}

/// The premises of a batch as JSON, if there are any.
fn premises(appends: &[&Append]) -> Option<String> {
    let row = |game: GameId, event: &StoredEvent| {
        json!({
            "game_id": game.as_str(),
            "seq": event.seq,
            "v": event.v,
            "at": event.at,
            "actor": event.actor.as_ref().map(PlayerId::as_str),
            "command_id": event.command_id().map(CommandId::as_str),
            "fingerprint": event.command.as_ref().map(|command| command.fingerprint.cast_signed()),
            "body": event.body,
        })
    };
    let rows: Vec<Value> = appends
        .iter()
        .flat_map(|append| append.premise.iter().map(|event| row(append.game, event)))
        .collect();
    (!rows.is_empty()).then(|| Value::from(rows).to_string())
}

fn actor(append: &Append) -> Option<&str> {
    append.event.actor.as_ref().map(PlayerId::as_str)
}

fn command(append: &Append) -> Option<&str> {
    append.event.command_id().map(CommandId::as_str)
}
