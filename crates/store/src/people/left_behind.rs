//! Players who have been deleted and have games that are not over: a server died between the deletion and the end of the games,
//! or could not end them.
//!
//! They are found by the games: those that are not over are few, and those who were ever deleted are not.

use std::collections::BTreeSet;

use tengen_game::{Millis, PlayerId};

use crate::players::names::database_time;
use crate::players::player_row::DELETED;
use crate::pool::{Store, StoreError, unreadable};

/// How many games one look goes through, so that all of a large server are gone through within an hour.
const AT_ONCE: u32 = 2_000;
/// For how long a deletion has time to end the games itself, in milliseconds.
const GRACE: Millis = 60_000;

/// The games in a phase behind a place, and their players: those who sit there, or whoever has made the game and whoever is asked.
macro_rules! in_phase {
    ($phase:literal, $players:literal) => {
        concat!(
            "SELECT * FROM (SELECT id, created_at, ",
            $players,
            " FROM games WHERE phase = '",
            $phase,
            "' AND (created_at, id) < ($1, $2) ORDER BY created_at DESC, id DESC LIMIT $3) AS ",
            $phase
        )
    };
}

/// Some games that are not over, the newest first.
const GAMES: &str = concat!(
    in_phase!("open", "creator AS one, opponent AS other"),
    " UNION ALL ",
    in_phase!("playing", "black AS one, white AS other"),
    " UNION ALL ",
    in_phase!("scoring", "black AS one, white AS other"),
    " ORDER BY created_at DESC, id DESC LIMIT $3"
);

/// The place of a game among all that are not over, the newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnfinishedCursor {
    created_at: Millis,
    id: String,
}

/// Those who have a place in some games that are not over, and have been deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftBehind {
    /// The players, each once.
    pub players: Vec<PlayerId>,
    /// The place from which the next look goes on; none after the last game.
    pub next: Option<UnfinishedCursor>,
}

impl Store {
    /// Goes through two thousand games at most that are not over, behind a place or from the newest one, and answers those of
    /// their players who have been deleted. Whoever was deleted within the last minute is left out.
    pub async fn left_behind(&self, after: Option<&UnfinishedCursor>) -> Result<LeftBehind, StoreError> {
        self.left_behind_among(AT_ONCE, after).await
    }

    async fn left_behind_among(
        &self,
        at_once: u32,
        after: Option<&UnfinishedCursor>,
    ) -> Result<LeftBehind, StoreError> {
        let moment = database_time(self);
        // Each player is looked up by the key: a join would read all players who were ever deleted.
        let deleted = |player: &str| {
            format!(
                "(SELECT id FROM players WHERE players.id = unfinished.{player} AND kind = '{DELETED}'
                  AND COALESCE(renamed_at, 0) < {moment} - {GRACE})"
            )
        };
        let query = format!(
            "SELECT id, created_at, {} AS one, {} AS other FROM ({GAMES}) AS unfinished ORDER BY created_at DESC, id DESC",
            deleted("one"),
            deleted("other")
        );
        let rows: Vec<(String, Millis, Option<String>, Option<String>)> = self
            .read(sqlx::AssertSqlSafe(query))
            .bind_all((
                after.map_or(Millis::MAX, |place| place.created_at),
                after.map_or("", |place| &place.id),
                i64::from(at_once),
            ))
            .fetch_all()
            .await?;
        let is_full = rows.len() >= at_once as usize;
        let next = rows
            .last()
            .filter(|_| is_full)
            .map(|(id, created_at, ..)| UnfinishedCursor { created_at: *created_at, id: id.clone() });
        let deleted: BTreeSet<String> =
            rows.into_iter().flat_map(|(.., one, other)| [one, other]).flatten().collect();
        let player = |id: String| self.readable("player", &id, id.parse().map_err(unreadable));
        Ok(LeftBehind { players: deleted.into_iter().filter_map(player).collect(), next })
    }
}

#[cfg(test)]
mod tests {
    use sqlx::AssertSqlSafe;
    use tengen_clock::Clock;

    use super::*;
    use crate::pool::Pools;
    use crate::pool::connect::Database;

    /// A day in 2026.
    const NOW: Millis = 1_790_000_000_000;
    /// Three players.
    const ANN: &str = "annannannannanna";
    const BEN: &str = "benbenbenbenbenb";
    const CAT: &str = "catcatcatcatcatc";

    /// Games that are over, open and under way: who made each, whom it is offered to, and who plays, in the order in which they were made.
    fn games() -> String {
        let text = |player: Option<&str>| player.map_or("NULL".to_owned(), |player| format!("'{player}'"));
        let games = [
            ("scoring", BEN, None, Some(BEN), Some(CAT)),
            ("playing", BEN, None, Some(BEN), Some(ANN)),
            ("finished", ANN, None, Some(ANN), Some(BEN)),
            ("playing", ANN, None, Some(BEN), Some(BEN)),
            ("open", BEN, Some(CAT), None, None),
            ("open", BEN, None, None, None),
        ];
        let rows = games.iter().enumerate().map(|(number, (phase, creator, opponent, black, white))| {
            let seats = [*opponent, *black, *white].map(text).join(", ");
            format!(
                "('game-{number}', '{creator}', {number}, FALSE, '{{}}', '{phase}', {seats}, 1, 0, {number})"
            )
        });
        rows.collect::<Vec<_>>().join(", ")
    }

    #[tokio::test]
    async fn the_deleted_are_found_by_their_games_the_newest_game_first() {
        let directory = tempfile::tempdir().unwrap();
        let (clock, _hands) = Clock::by_hand(NOW);
        let store = Database::open(None, directory.path(), clock).await.unwrap().store;
        let Pools::Sqlite { writer, .. } = &store.pools else { unreachable!("a file was opened") };
        let rows = format!(
            "INSERT INTO players (id, name, guest, created_at) VALUES ('{ANN}', 'Ann', TRUE, 1), ('{BEN}', 'Ben', TRUE, 1), ('{CAT}', 'Cat', TRUE, 1);
             INSERT INTO games (id, creator, created_at, private, settings, phase, opponent, black, white, seq, move_count, updated_at)
             VALUES {};
             UPDATE players SET kind = 'deleted', renamed_at = 1 WHERE id IN ('{ANN}', '{CAT}')",
            games()
        );
        sqlx::raw_sql(AssertSqlSafe(rows)).execute(writer).await.unwrap();
        let (ann, cat): (PlayerId, PlayerId) = (ANN.parse().unwrap(), CAT.parse().unwrap());
        let all = store.left_behind(None).await.unwrap();
        assert_eq!(all, LeftBehind { players: vec![ann, cat], next: None });
        let (mut found, mut after) = (Vec::new(), None);
        for _ in 0..3 {
            let LeftBehind { players, next } = store.left_behind_among(2, after.as_ref()).await.unwrap();
            found.push(players);
            after = next;
        }
        // Whoever has only made a game that others play has no place in it.
        assert_eq!((found, after), (vec![vec![cat], vec![ann], vec![cat]], None));
        let just_now = format!("UPDATE players SET renamed_at = {}", database_time(&store));
        sqlx::raw_sql(AssertSqlSafe(just_now)).execute(writer).await.unwrap();
        assert!(store.left_behind(None).await.unwrap().players.is_empty());
    }
}
