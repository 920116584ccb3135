//! Games, their logs and lists of them.

use std::fmt;
use std::str::FromStr;

use tengen_game::{CommandRef, Event, GameId, Millis, Phase, PlayerId, Settings};
use tengen_protocol::{PlayerCard, ResultShape, StoredEvent, StoredSettings, Text};

use super::{Store, StoreError, on_reader, on_writer, unreadable};

/// A game without its log.
#[derive(Debug, Clone)]
pub struct GameRow {
    /// The game's id.
    pub id: GameId,
    /// When it was made.
    pub created_at: Millis,
    /// What was agreed before the first move.
    pub settings: Settings,
    /// The game after which this one was offered.
    pub rematch_of: Option<GameId>,
}

/// A game as a list shows it.
#[derive(Debug, Clone)]
pub struct Listed {
    /// The game.
    pub game: GameRow,
    /// The phase it is in.
    pub phase: Phase,
    /// The number of the event that began this phase.
    pub seq: u32,
    /// How many moves were made before this phase.
    pub move_count: usize,
    /// The cards of the creator, Black and White.
    pub creator: PlayerCard,
    /// Black, once the game has started.
    pub black: Option<PlayerCard>,
    /// White, once the game has started.
    pub white: Option<PlayerCard>,
    /// The result, once there is one.
    pub result: Option<ResultShape>,
    /// When this phase began.
    pub updated_at: Millis,
}

/// Which games a list shows.
#[derive(Debug, Clone, Default)]
pub struct GamesFilter {
    /// Only these phases; all of them if there are none.
    pub phases: Vec<Phase>,
    /// Only games of this player.
    pub player: Option<PlayerId>,
    /// Private games, and open ones whose seat is kept for somebody, are listed to this player if they are the player's
    /// own.
    pub viewer: Option<PlayerId>,
    /// Only games behind this place in the list.
    pub after: Option<PageCursor>,
    /// How many at most.
    pub limit: u32,
}

/// A place in a list of games, newest first: the game in front of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageCursor {
    /// When that game was made.
    pub created_at: Millis,
    /// That game.
    pub id: GameId,
}

/// A text that is not a cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a cursor")]
pub struct PageCursorError;

impl fmt::Display for PageCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.created_at, self.id)
    }
}

impl FromStr for PageCursor {
    type Err = PageCursorError;

    fn from_str(text: &str) -> Result<Self, PageCursorError> {
        let (created_at, id) = text.split_once('.').ok_or(PageCursorError)?;
        let created_at = created_at.parse().map_err(|_| PageCursorError)?;
        Ok(Self { created_at, id: id.parse().map_err(|_| PageCursorError)? })
    }
}

#[derive(sqlx::FromRow)]
struct ListedRow {
    id: String,
    creator: String,
    created_at: Millis,
    settings: String,
    phase: String,
    seq: i32,
    move_count: i32,
    result: Option<String>,
    updated_at: Millis,
    creator_name: String,
    creator_guest: bool,
    black: Option<String>,
    black_name: Option<String>,
    black_guest: Option<bool>,
    white: Option<String>,
    white_name: Option<String>,
    white_guest: Option<bool>,
}

#[derive(sqlx::FromRow)]
struct EventRow {
    seq: i32,
    v: i32,
    at: Millis,
    actor: Option<String>,
    command_id: Option<String>,
    fingerprint: Option<i64>,
    body: String,
}

/// Asks for a page of the games whose key column, an indexed one, has this value.
macro_rules! listed_by {
    ($store:expr, $column:literal, $key:expr, $filter:expr) => {{
        let (phases, (created_at, id)) = ($filter.phase_names(), $filter.behind());
        let viewer = $filter.viewer.map(|id| id.to_string()).unwrap_or_default();
        let rows: Result<Vec<ListedRow>, sqlx::Error> = on_reader!($store, pool => {
            sqlx::query_as(concat!(
                "SELECT games.id, games.creator, games.created_at, games.settings, games.phase, games.seq,
                        games.move_count, games.result, games.updated_at,
                        creator.name AS creator_name, creator.guest AS creator_guest,
                        games.black, black.name AS black_name, black.guest AS black_guest,
                        games.white, white.name AS white_name, white.guest AS white_guest
                 FROM games
                 JOIN players AS creator ON creator.id = games.creator
                 LEFT JOIN players AS black ON black.id = games.black
                 LEFT JOIN players AS white ON white.id = games.white
                 WHERE games.",
                $column,
                " = $1 AND games.phase IN ($2, $3, $4, $5)
                   AND (games.private = $6 OR games.creator = $7 OR games.black = $7 OR games.white = $7
                        OR games.opponent = $7)
                   AND (games.opponent IS NULL OR games.phase <> $11 OR games.creator = $7 OR games.opponent = $7)
                   AND (games.created_at, games.id) < ($8, $9)
                 ORDER BY games.created_at DESC, games.id DESC
                 LIMIT $10"
            ))
            .bind($key)
            .bind(phases[0])
            .bind(phases[1])
            .bind(phases[2])
            .bind(phases[3])
            .bind(false)
            .bind(&viewer)
            .bind(created_at)
            .bind(&id)
            .bind(i64::from($filter.limit))
            .bind(Phase::Open.name())
            .fetch_all(pool)
            .await
        });
        rows?
    }};
}

impl Store {
    /// Keeps a new open game, which has to be looked at by its deadline. Answers whether it was kept: a game has one
    /// rematch at a time.
    pub async fn add_game(&self, game: &GameRow, deadline: Option<Millis>) -> Result<bool, StoreError> {
        let settings = StoredSettings::write(&game.settings).map_err(unreadable)?;
        on_writer!(self, pool => {
            sqlx::query(
                "INSERT INTO games (id, creator, created_at, private, settings, phase, seq, move_count, updated_at,
                                    deadline, opponent, rematch_of)
                 VALUES ($1, $2, $3, $4, $5, $6, 0, 0, $3, $7, $8, $9)
                 ON CONFLICT DO NOTHING",
            )
            .bind(game.id.as_str())
            .bind(game.settings.creator().as_str())
            .bind(game.created_at)
            .bind(game.settings.private())
            .bind(&settings)
            .bind(Phase::Open.name())
            .bind(deadline)
            .bind(game.settings.opponent().map(|opponent| opponent.to_string()))
            .bind(game.rematch_of.map(|game| game.to_string()))
            .execute(pool)
            .await
            .map(|done| done.rows_affected() > 0)
        })
        .map_err(StoreError::from)
    }

    /// The rematch of a game that is offered or being played, and who offered it.
    pub async fn rematch(&self, game: GameId) -> Result<Option<(GameId, PlayerId)>, StoreError> {
        let row: Option<(String, String)> = on_reader!(self, pool => {
            sqlx::query_as("SELECT id, creator FROM games WHERE rematch_of = $1 AND phase <> 'finished'")
                .bind(game.as_str())
                .fetch_optional(pool)
                .await
        })?;
        row.map(|(id, creator)| Ok((id.parse().map_err(unreadable)?, creator.parse().map_err(unreadable)?)))
            .transpose()
    }

    /// A game without its log.
    pub async fn game(&self, id: GameId) -> Result<Option<GameRow>, StoreError> {
        let row: Option<(String, Millis, String, Option<String>)> = on_reader!(self, pool => {
            sqlx::query_as("SELECT creator, created_at, settings, rematch_of FROM games WHERE id = $1")
                .bind(id.as_str())
                .fetch_optional(pool)
                .await
        })?;
        row.map(|(creator, created_at, settings, rematch_of)| {
            let rematch_of = rematch_of.map(|game| game.parse()).transpose().map_err(unreadable)?;
            Ok(GameRow { rematch_of, ..game_row(id, &creator, created_at, &settings)? })
        })
        .transpose()
    }

    /// The events of a game above a number, in their order.
    pub async fn events(&self, game: &GameRow, since: u32) -> Result<Vec<Event>, StoreError> {
        let since = i32::try_from(since).unwrap_or(i32::MAX);
        let rows: Vec<EventRow> = on_reader!(self, pool => {
            sqlx::query_as(
                "SELECT seq, v, at, actor, command_id, fingerprint, body FROM events
                 WHERE game_id = $1 AND seq > $2 ORDER BY seq",
            )
            .bind(game.id.as_str())
            .bind(since)
            .fetch_all(pool)
            .await
        })?;
        rows.into_iter()
            .map(|row| stored_event(row)?.read(game.settings.topology()).map_err(unreadable))
            .collect()
    }

    /// One event of a game, as it is stored.
    pub async fn stored_event(&self, game: GameId, seq: u32) -> Result<Option<StoredEvent>, StoreError> {
        let row: Option<EventRow> = on_reader!(self, pool => {
            sqlx::query_as(
                "SELECT seq, v, at, actor, command_id, fingerprint, body FROM events
                 WHERE game_id = $1 AND seq = $2",
            )
            .bind(game.as_str())
            .bind(i32::try_from(seq).unwrap_or(i32::MAX))
            .fetch_optional(pool)
            .await
        })?;
        row.map(stored_event).transpose()
    }

    /// A page of games, newest first.
    ///
    /// Each key column has an index in the order of the list, so a page costs its own length, however many games there
    /// are. A list with several keys (phases, or the seats of a player) is merged from a page for each.
    pub async fn games(&self, filter: &GamesFilter) -> Result<Vec<Listed>, StoreError> {
        let mut rows = Vec::new();
        if let Some(player) = filter.player {
            rows.extend(listed_by!(self, "creator", player.as_str(), filter));
            rows.extend(listed_by!(self, "black", player.as_str(), filter));
            rows.extend(listed_by!(self, "white", player.as_str(), filter));
            rows.extend(listed_by!(self, "opponent", player.as_str(), filter));
        } else {
            for phase in filter.wanted() {
                rows.extend(listed_by!(self, "phase", phase.name(), filter));
            }
        }
        rows.sort_by(|one, other| (other.created_at, &other.id).cmp(&(one.created_at, &one.id)));
        rows.dedup_by(|one, other| one.id == other.id);
        rows.truncate(filter.limit as usize);
        rows.into_iter().map(listed).collect()
    }
}

impl GamesFilter {
    fn wanted(&self) -> impl Iterator<Item = Phase> + '_ {
        Phase::ALL.into_iter().filter(|phase| self.phases.is_empty() || self.phases.contains(phase))
    }

    /// The phases for the four places in the query; one that is not asked for is bound as one that is.
    fn phase_names(&self) -> [&'static str; 4] {
        let first = self.wanted().next().unwrap_or(Phase::Open);
        Phase::ALL.map(|phase| if self.wanted().any(|wanted| wanted == phase) { phase } else { first }.name())
    }

    /// The place behind which the page begins; without a cursor, in front of every game.
    fn behind(&self) -> (Millis, String) {
        self.after.map_or((Millis::MAX, String::new()), |cursor| (cursor.created_at, cursor.id.to_string()))
    }
}

fn game_row(id: GameId, creator: &str, created_at: Millis, settings: &str) -> Result<GameRow, StoreError> {
    let creator = creator.parse().map_err(unreadable)?;
    let settings = StoredSettings::read(creator, settings).map_err(unreadable)?;
    Ok(GameRow { id, created_at, settings, rematch_of: None })
}

fn stored_event(row: EventRow) -> Result<StoredEvent, StoreError> {
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

fn listed(row: ListedRow) -> Result<Listed, StoreError> {
    let id = row.id.parse().map_err(unreadable)?;
    let phase = Phase::ALL
        .into_iter()
        .find(|phase| phase.name() == row.phase)
        .ok_or_else(|| unreadable(format_args!("phase {}", row.phase)))?;
    let creator = card(Some(row.creator.clone()), Some(row.creator_name), Some(row.creator_guest))?;
    Ok(Listed {
        game: game_row(id, &row.creator, row.created_at, &row.settings)?,
        phase,
        seq: row.seq.cast_unsigned(),
        move_count: usize::try_from(row.move_count).map_err(unreadable)?,
        creator: creator.ok_or_else(|| unreadable("a game without creator"))?,
        black: card(row.black, row.black_name, row.black_guest)?,
        white: card(row.white, row.white_name, row.white_guest)?,
        result: row.result.map(|json| serde_json::from_str(&json)).transpose().map_err(unreadable)?,
        updated_at: row.updated_at,
    })
}

fn card(
    id: Option<String>,
    name: Option<String>,
    guest: Option<bool>,
) -> Result<Option<PlayerCard>, StoreError> {
    match (id, name, guest) {
        (Some(id), Some(name), Some(guest)) => {
            Ok(Some(PlayerCard { id: Text(id.parse().map_err(unreadable)?), name, guest }))
        }
        _ => Ok(None),
    }
}
