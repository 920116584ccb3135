//! Players who have been deleted and have games that are not over: a server died between the deletion and the end of the games, or could not end them.

use tengen_game::{Millis, PlayerId};

use super::names::database_time;
use super::player_row::DELETED;
use super::{Store, StoreError, on_reader, unreadable};

/// How many players one look goes through. Those whose names have changed are among them: both are found by the same index.
const AT_ONCE: u32 = 1_000;
/// For how long a deletion has time to end the games itself, in milliseconds.
const GRACE: Millis = 60_000;

/// Whether a player has a place in a game that is not over.
const HAS_GAMES: &str = "
    EXISTS (SELECT 1 FROM games WHERE games.creator = players.id AND games.phase IN ('open', 'playing', 'scoring'))
    OR EXISTS (SELECT 1 FROM games WHERE games.black = players.id AND games.phase IN ('playing', 'scoring'))
    OR EXISTS (SELECT 1 FROM games WHERE games.white = players.id AND games.phase IN ('playing', 'scoring'))
    OR EXISTS (SELECT 1 FROM games WHERE games.opponent = players.id AND games.phase = 'open')";

/// The place of a player among all who were deleted or have another name, in the order in which that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedCursor {
    changed_at: Millis,
    id: String,
}

/// Those of some players who have been deleted and have games that are not over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftBehind {
    /// The players.
    pub players: Vec<PlayerId>,
    /// The place from which the next look goes on; none after the last player.
    pub next: Option<ChangedCursor>,
}

impl Store {
    /// Goes through a thousand players at most who were deleted or renamed, behind a place or from the beginning, and answers the deleted ones who have games
    /// that are not over. Whoever was deleted within the last minute is left out.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn left_behind(&self, after: Option<&ChangedCursor>) -> Result<LeftBehind, StoreError> {
        let query = format!(
            "SELECT id, renamed_at, kind IS NOT NULL AND kind = '{DELETED}' AND ({HAS_GAMES}) AS has_games FROM (
                 SELECT id, renamed_at, kind FROM players
                 WHERE (renamed_at, id) > ($1, $2) AND renamed_at < {} - {GRACE}
                 ORDER BY renamed_at, id LIMIT {AT_ONCE}
             ) AS players ORDER BY renamed_at, id",
            database_time(self)
        );
        let rows: Vec<(String, Millis, bool)> = on_reader!(self, pool => {
            sqlx::query_as(sqlx::AssertSqlSafe(query))
                .bind(after.map_or(Millis::MIN, |place| place.changed_at))
                .bind(after.map_or("", |place| &place.id))
                .fetch_all(pool)
                .await
        })?;
        let is_full = rows.len() >= AT_ONCE as usize;
        let next = rows
            .last()
            .filter(|_| is_full)
            .map(|(id, changed_at, _)| ChangedCursor { changed_at: *changed_at, id: id.clone() });
        let left = rows.into_iter().filter(|(.., has_games)| *has_games);
        let player =
            |(id, ..): (String, Millis, bool)| self.readable("player", &id, id.parse().map_err(unreadable));
        Ok(LeftBehind { players: left.filter_map(player).collect(), next })
    }
}
