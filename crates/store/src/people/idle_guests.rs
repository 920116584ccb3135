//! Guests who have done nothing for long: they are found a few at a time, and forgotten one by one.
//!
//! A guest does something by using a session or a personal access token. Besides, a guest is not idle who is in a game that goes on, or
//! whose last game ended not long ago: a game by mail takes its time. Nor is one who keeps a record from elsewhere, to which others may
//! have the link. Games that only wait for an opponent keep nobody.

use tengen_game::{Millis, PlayerId};

use super::deleting::{forget_within, hold_to_delete};
use crate::players::names::database_time;
use crate::pool::{Pools, Store, StoreError, unreadable};
use crate::query::untangled::giving_way;

/// How many guests one look goes through.
const AT_ONCE: u32 = 200;

/// Whether a player has done nothing since moment $1: a game that goes on keeps whoever has an opponent in it. Nobody knows when
/// a session without a note was used before moment $2.
const IDLE: &str = "guest AND kind IS NULL AND created_at <= $1
    AND NOT EXISTS (
        SELECT 1 FROM tokens WHERE tokens.player_id = players.id
        AND COALESCE(tokens.last_used_at, CASE WHEN tokens.created_at > $2 THEN tokens.created_at ELSE $2 END) > $1)
    AND NOT EXISTS (
        SELECT 1 FROM access_tokens WHERE access_tokens.player_id = players.id
        AND COALESCE(access_tokens.last_used_at, access_tokens.created_at) > $1)
    AND NOT EXISTS (
        SELECT 1 FROM games WHERE games.black = players.id AND (games.phase IN ('playing', 'scoring') AND games.white <> players.id
        OR (games.phase = 'finished' AND games.updated_at > $1 AND games.ended_by <> 'abort')))
    AND NOT EXISTS (
        SELECT 1 FROM games WHERE games.white = players.id AND (games.phase IN ('playing', 'scoring') AND games.black <> players.id
        OR (games.phase = 'finished' AND games.updated_at > $1 AND games.ended_by <> 'abort')))
    AND NOT EXISTS (SELECT 1 FROM records WHERE records.owner = players.id)";

/// Nothing is left of a player who was never in a game.
const REMOVE: &str = "DELETE FROM players WHERE id = $1
    AND NOT EXISTS (SELECT 1 FROM games WHERE creator = $1) AND NOT EXISTS (SELECT 1 FROM games WHERE opponent = $1)
    AND NOT EXISTS (SELECT 1 FROM games WHERE black = $1) AND NOT EXISTS (SELECT 1 FROM games WHERE white = $1)";

/// The migration since which the use of sessions is noted.
const NOTED_FROM: i64 = 18;

/// The moment since which idle guests have done nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IdleSince {
    at: Millis,
    /// From when on the use of every session was noted.
    noted_from: Millis,
}

/// The place of a guest among all, in the order in which they came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GuestCursor {
    created_at: Millis,
    id: String,
}

/// The idle ones of some guests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdleGuests {
    /// The idle ones.
    pub guests: Vec<PlayerId>,
    /// The place from which the next look goes on; none after the last guest.
    pub next: Option<GuestCursor>,
}

impl Store {
    /// A moment, in milliseconds since 1970, with what it takes to know who was idle since then. Sessions of earlier releases, whose use
    /// nobody has noted, count as used when the tables were brought up to date.
    pub async fn idle_since(&self, at: Millis) -> Result<IdleSince, StoreError> {
        let query = match &self.pools {
            Pools::Postgres(_) => {
                "SELECT (extract(epoch FROM installed_on) * 1000)::BIGINT FROM _sqlx_migrations WHERE version = $1"
            }
            Pools::Sqlite { .. } => {
                "SELECT CAST(unixepoch(installed_on) * 1000 AS INTEGER) FROM _sqlx_migrations WHERE version = $1"
            }
        };
        let row: Option<(Millis,)> = self.read(query).bind(NOTED_FROM).fetch_optional().await?;
        Ok(IdleSince { at, noted_from: row.map_or(Millis::MAX, |(at,)| at) })
    }

    /// Goes through two hundred guests at most, behind a place or from the beginning, and answers those who have done nothing since.
    pub async fn idle_guests(
        &self,
        since: IdleSince,
        after: Option<&GuestCursor>,
    ) -> Result<IdleGuests, StoreError> {
        let query = format!(
            "SELECT id, created_at, {IDLE} AS idle FROM (
                 SELECT id, created_at, guest, kind FROM players
                 WHERE guest AND created_at <= $1 AND (created_at, id) > ($3, $4)
                 ORDER BY created_at, id LIMIT {AT_ONCE}
             ) AS players ORDER BY created_at, id"
        );
        let rows: Vec<(String, Millis, bool)> = self
            .read(sqlx::AssertSqlSafe(query))
            .bind_all((
                since.at,
                since.noted_from,
                after.map_or(Millis::MIN, |place| place.created_at),
                after.map_or("", |place| &place.id),
            ))
            .fetch_all()
            .await?;
        let is_full = rows.len() >= AT_ONCE as usize;
        let next = rows
            .last()
            .filter(|_| is_full)
            .map(|(id, created_at, _)| GuestCursor { created_at: *created_at, id: id.clone() });
        let idle = rows.into_iter().filter(|(.., idle)| *idle);
        let guest =
            |(id, ..): (String, Millis, bool)| self.readable("player", &id, id.parse().map_err(unreadable));
        Ok(IdleGuests { guests: idle.filter_map(guest).collect(), next })
    }

    /// Forgets a guest who has done nothing since, as [`delete_player`](Self::delete_player) does. Nothing is left of one who was
    /// never in a game. Answers the hashes of the tokens that ended; nothing, and nothing was changed, if the guest is gone or
    /// not idle any more.
    pub async fn delete_idle_guest(
        &self,
        guest: PlayerId,
        since: IdleSince,
    ) -> Result<Option<Vec<String>>, StoreError> {
        giving_way(|| async {
            let (id, moment) = (guest.as_str(), database_time(self));
            // Of two servers the second waits for the first, and finds no guest then.
            let claim = format!("UPDATE players SET renamed_at = {moment} WHERE id = $3 AND {IDLE}");
            let mut tx = self.begin().await?;
            hold_to_delete(self, &mut tx, id).await?;
            let claimed = tx
                .query(sqlx::AssertSqlSafe(claim))
                .bind_all((since.at, since.noted_from, id))
                .execute()
                .await?;
            if claimed == 0 {
                return tx.give_up(None).await;
            }
            let ended = forget_within(self, &mut tx, id).await?;
            tx.query(REMOVE).bind(id).execute().await?;
            tx.commit().await?;
            Ok(ended)
        })
        .await
    }
}
