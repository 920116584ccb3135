//! Games and their logs.

use std::collections::HashMap;

use tengen_archive::{StoredEvent, StoredSettings};
use tengen_game::{CommandRef, Event, GameId, GroupId, Millis, PlayerId, Settings};
use tengen_rules::Topology;

use super::job;
use super::job::{JobChange, JobKind};
use crate::pool::{Pools, Store, StoreError, unread, unreadable};
use crate::query::from_row::from_row;
use crate::query::pieces::Pieces;

/// The statement for a new game.
macro_rules! add {
    () => {
        "INSERT INTO games (id, creator, created_at, private, settings, phase, seq, move_count, updated_at,
                            deadline, opponent, rematch_of, board, rules, handicap, shown_at, enclosed_in)
         VALUES ($1, $2, $3, $4, $5, $6, 0, 0, $3, $7, $8, $9, $10, $11, $12, $13, $14)
         ON CONFLICT DO NOTHING"
    };
}

/// The statement for a new game, within a transaction.
pub(crate) const ADD: &str = add!();

/// The row of a new game in the feed.
pub(crate) const TELL: &str =
    "INSERT INTO commits (origin, games, seqs) SELECT $1, ARRAY[id], ARRAY[0] FROM games WHERE id = $2";

/// The same in one statement, with its row in the feed, and with its job if it is due some time.
const ADD_AND_TELL: &str = concat!(
    "WITH added AS (",
    add!(),
    " RETURNING id), job AS (
         INSERT INTO jobs (kind, key, seq, due, holder, lease)
         SELECT $16, id, 0, $17, CASE WHEN $18::bigint IS NULL THEN NULL ELSE $15 END, COALESCE($18, 0)
         FROM added WHERE $17::bigint IS NOT NULL
     ) INSERT INTO commits (origin, games, seqs) SELECT $15, ARRAY[id], ARRAY[0] FROM added"
);

/// Binds a new game, its settings as they are kept and its deadline to a query that begins with [`ADD`].
macro_rules! bind_game {
    ($query:expr, $game:expr, $settings:expr, $deadline:expr) => {
        $query
            .bind($game.id.as_str())
            .bind($game.settings.creator().as_str())
            .bind($game.created_at)
            .bind($game.settings.private())
            .bind($settings)
            .bind(tengen_game::Phase::Open.name())
            .bind($deadline)
            .bind($game.settings.opponent().map(|opponent| opponent.to_string()))
            .bind($game.rematch_of.map(|game| game.to_string()))
            .bind($game.settings.board().to_string())
            .bind($game.settings.preset().name())
            .bind(i32::from($game.settings.handicap()))
            .bind(if $game.settings.delay() > 0 { tengen_game::Millis::MAX } else { 0 })
            .bind($game.enclosed_in.map(|group| group.to_string()))
    };
}

pub(crate) use bind_game;

/// A game without its log.
#[derive(Debug, Clone)]
pub struct GameRow {
    /// The game's id.
    pub id: GameId,
    /// When it was made.
    pub created_at: Millis,
    /// The agreements before the first move.
    pub settings: Settings,
    /// The game after which this one was offered.
    pub rematch_of: Option<GameId>,
    /// The closed class within which it is played: nobody else sees it.
    pub enclosed_in: Option<GroupId>,
}

/// The columns of a game without its log.
struct KeptRow {
    id: String,
    creator: String,
    created_at: Millis,
    settings: String,
    rematch_of: Option<String>,
    enclosed_in: Option<String>,
}

from_row!(KeptRow { id, creator, created_at, settings, rematch_of, enclosed_in });

impl KeptRow {
    fn read(self) -> Result<GameRow, StoreError> {
        let id = self.id.parse().map_err(unreadable)?;
        let rematch_of = self.rematch_of.map(|game| game.parse()).transpose().map_err(unreadable)?;
        let enclosed_in = self.enclosed_in.map(|group| group.parse()).transpose().map_err(unreadable)?;
        let game = game_row(id, &self.creator, self.created_at, &self.settings)?;
        Ok(GameRow { rematch_of, enclosed_in, ..game })
    }
}

/// An event in the columns of its row, and its game.
pub(crate) struct LoggedRow {
    pub(crate) game_id: String,
    pub(crate) event: EventRow,
}

from_row!(LoggedRow { game_id }, event);

/// An event in the columns of its row.
pub(crate) struct EventRow {
    seq: i32,
    v: i32,
    at: Millis,
    actor: Option<String>,
    command_id: Option<String>,
    fingerprint: Option<i64>,
    body: String,
}

from_row!(EventRow { seq, v, at, actor, command_id, fingerprint, body });

impl Store {
    /// Keeps a new open game, which has to be looked at by its deadline, with the job of a computer's turn if it has one.
    /// Answers whether it was kept: a game has one rematch at a time.
    pub async fn add_game(
        &self,
        game: &GameRow,
        deadline: Option<Millis>,
        turn: Option<JobChange>,
    ) -> Result<bool, StoreError> {
        let settings = StoredSettings::write(&game.settings).map_err(unreadable)?;
        let rows = match &self.pools {
            Pools::Postgres(pool) => {
                let query =
                    bind_game!(sqlx::query(ADD_AND_TELL), game, &settings, deadline).bind(self.origin);
                let due = turn.and_then(|turn| turn.due);
                let lease = turn.and_then(|turn| turn.lease);
                query.bind(JobKind::Turn.name()).bind(due).bind(lease).execute(pool).await?.rows_affected()
            }
            Pools::Sqlite { writer, .. } => {
                let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
                let added = bind_game!(sqlx::query(ADD), game, &settings, deadline);
                let rows = added.execute(&mut *transaction).await?.rows_affected();
                if let Some(due) = turn.and_then(|turn| turn.due).filter(|_| rows > 0) {
                    sqlx::query(job::ADD)
                        .bind(JobKind::Turn.name())
                        .bind(game.id.as_str())
                        .bind(0_i32)
                        .bind(due)
                        .execute(&mut *transaction)
                        .await?;
                }
                transaction.commit().await?;
                rows
            }
        };
        Ok(rows > 0)
    }

    /// The rematch of a game that is offered or being played, and who offered it.
    pub async fn rematch(&self, game: GameId) -> Result<Option<(GameId, PlayerId)>, StoreError> {
        let row: Option<(String, String)> = self
            .read("SELECT id, creator FROM games WHERE rematch_of = $1 AND phase <> 'finished'")
            .bind(game.as_str())
            .fetch_optional()
            .await?;
        row.map(|(id, creator)| Ok((id.parse().map_err(unreadable)?, creator.parse().map_err(unreadable)?)))
            .transpose()
    }

    /// A game without its log.
    pub async fn game(&self, id: GameId) -> Result<Option<GameRow>, StoreError> {
        let row: Option<KeptRow> = self
            .read(
                "SELECT id, creator, created_at, settings, rematch_of, enclosed_in FROM games WHERE id = $1",
            )
            .bind(id.as_str())
            .fetch_optional()
            .await?;
        row.map(KeptRow::read).transpose()
    }

    /// Games without their logs, in any order. Those that do not read back are named in the log and left out.
    pub async fn game_rows(&self, ids: &[GameId]) -> Result<Vec<GameRow>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let mut pieces = Pieces::default();
        pieces
            .sql("SELECT id, creator, created_at, settings, rematch_of, enclosed_in FROM games WHERE id IN ");
        pieces.texts(ids.iter().map(GameId::as_str));
        let rows: Vec<KeptRow> = pieces.read(self).fetch_all().await?;
        let read = |row: KeptRow| {
            let id = row.id.clone();
            self.readable("game", &id, row.read())
        };
        Ok(rows.into_iter().filter_map(read).collect())
    }

    /// The events of a game above a number, in their order.
    pub async fn events(&self, game: &GameRow, since: u32) -> Result<Vec<Event>, StoreError> {
        let since = i32::try_from(since).unwrap_or(i32::MAX);
        let rows: Vec<EventRow> = self
            .read(
                "SELECT seq, v, at, actor, command_id, fingerprint, body FROM events
                 WHERE game_id = $1 AND seq > $2 ORDER BY seq",
            )
            .bind_all((game.id.as_str(), since))
            .fetch_all()
            .await?;
        rows.into_iter().map(|row| event(row, game)).collect()
    }

    /// The logs of some games, in the order of the games, each as far as it reads back.
    pub async fn logs(&self, games: &[&GameRow]) -> Result<Vec<Result<Vec<Event>, StoreError>>, StoreError> {
        let mut logs = self.rows_above(games.iter().map(|game| (game.id, 0))).await?;
        let log = |game: &&GameRow| {
            let rows = logs.remove(game.id.as_str()).unwrap_or_default();
            rows.into_iter().map(|row| event(row, game)).collect()
        };
        Ok(games.iter().map(log).collect())
    }

    /// The events of some games on one board, for each above a number, in the order of the games; none of a game of which they don't
    /// read back, which is named in the log.
    pub async fn later_events(
        &self,
        games: &[(GameId, u32)],
        board: &Topology,
    ) -> Result<Vec<Option<Vec<Event>>>, StoreError> {
        let mut logs = self.rows_above(games.iter().copied()).await?;
        let later = |(game, _): &(GameId, u32)| {
            let rows = logs.remove(game.as_str()).unwrap_or_default();
            let events = rows.into_iter().map(|row| event_on(row, board)).collect();
            self.readable("game", game.as_str(), events)
        };
        Ok(games.iter().map(later).collect())
    }

    /// The rows of the events of some games, for each above a number, in their order.
    async fn rows_above(
        &self,
        games: impl ExactSizeIterator<Item = (GameId, u32)>,
    ) -> Result<HashMap<String, Vec<EventRow>>, StoreError> {
        let mut logs: HashMap<String, Vec<EventRow>> = HashMap::with_capacity(games.len());
        if games.len() == 0 {
            return Ok(logs);
        }
        let mut pieces = Pieces::default();
        let mut before = "WITH known (game, seq) AS (VALUES (";
        for (game, since) in games {
            pieces.sql(before).text(game.as_str()).sql(", ").number(since);
            before = "), (";
        }
        pieces.sql(
            ")) SELECT events.game_id, events.seq, events.v, events.at, events.actor, events.command_id, events.fingerprint, events.body
             FROM known JOIN events ON events.game_id = known.game AND events.seq > known.seq
             ORDER BY events.game_id, events.seq",
        );
        let rows: Vec<LoggedRow> = pieces.read(self).fetch_all().await?;
        for LoggedRow { game_id, event } in rows {
            logs.entry(game_id).or_default().push(event);
        }
        Ok(logs)
    }

    /// One event of a game, as it is stored.
    pub async fn stored_event(&self, game: GameId, seq: u32) -> Result<Option<StoredEvent>, StoreError> {
        let row: Option<EventRow> = self
            .read(
                "SELECT seq, v, at, actor, command_id, fingerprint, body FROM events
                 WHERE game_id = $1 AND seq = $2",
            )
            .bind_all((game.as_str(), i32::try_from(seq).unwrap_or(i32::MAX)))
            .fetch_optional()
            .await?;
        row.map(stored_event).transpose()
    }
}

pub(crate) fn game_row(
    id: GameId,
    creator: &str,
    created_at: Millis,
    settings: &str,
) -> Result<GameRow, StoreError> {
    let creator = creator.parse().map_err(unreadable)?;
    let settings = StoredSettings::read(creator, settings).map_err(unread)?;
    Ok(GameRow { id, created_at, settings, rematch_of: None, enclosed_in: None })
}

pub(crate) fn event(row: EventRow, game: &GameRow) -> Result<Event, StoreError> {
    event_on(row, game.settings.topology())
}

fn event_on(row: EventRow, board: &Topology) -> Result<Event, StoreError> {
    stored_event(row)?.read(board).map_err(unread)
}

pub(crate) fn stored_event(row: EventRow) -> Result<StoredEvent, StoreError> {
    let command = match (row.command_id, row.fingerprint) {
        (Some(id), Some(fingerprint)) => {
            Some(CommandRef { id: id.parse().map_err(unreadable)?, fingerprint: fingerprint.cast_unsigned() })
        }
        _ => None,
    };
    Ok(StoredEvent {
        seq: row.seq.cast_unsigned(),
        v: row.v.cast_unsigned(),
        at: row.at,
        actor: row.actor.map(|actor| actor.parse()).transpose().map_err(unreadable)?,
        command,
        body: row.body,
    })
}
