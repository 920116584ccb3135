//! Lists of games.

use tengen_archive::StoredResult;
use tengen_game::{GameId, GameResult, Millis, Phase};
use tengen_protocol::PlayerCard;

use super::filter::GamesFilter;
use super::keys::Key;
use crate::games::game::{GameRow, game_row};
use crate::games::voided::NOT_VOID;
use crate::players::player_row;
use crate::pool::{Store, StoreError, unread, unreadable};
use crate::query::cursor::{PageCursor, begin_of_minute};
use crate::query::from_row::from_row;
use crate::query::pieces::{Piece, Pieces};

/// How many games a part of a list is looked for among, for each way to find them.
const LOOKED_AT: u32 = 10_000;
/// Among so many it is looked for first: most parts are full then, and where these end is found at once.
const FIRST_LOOK: u32 = 500;

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
    pub result: Option<GameResult>,
    /// When this phase began.
    pub updated_at: Millis,
    /// The moment from which on spectators may see all of this row.
    pub shown_at: Millis,
    /// Whether the first moves, as the list was asked for them, are known without the log.
    pub opening_known: bool,
}

impl Listed {
    /// The place of the game in a list.
    pub fn place(&self) -> PageCursor {
        PageCursor { created_at: self.game.created_at, id: self.game.id }
    }
}

/// A part of a list.
#[derive(Debug)]
pub struct Part {
    /// The games that read back, newest first.
    pub games: Vec<Listed>,
    /// The place behind all that were found, also behind those that do not read back; `None` if no more can follow.
    pub next: Option<PageCursor>,
    /// Whether it has fewer than were asked for, because behind that place no more were looked at.
    pub is_cut: bool,
}

/// Rows of a list, and the place at which the search for them stopped before there were enough.
struct Found {
    rows: Vec<ListedRow>,
    stop: Option<PageCursor>,
}

fn count(rows: &[ListedRow]) -> u32 {
    u32::try_from(rows.len()).unwrap_or(u32::MAX)
}

struct ListedRow {
    id: String,
    creator: String,
    created_at: Millis,
    settings: String,
    rematch_of: Option<String>,
    phase: String,
    seq: i32,
    move_count: i32,
    result: Option<String>,
    updated_at: Millis,
    shown_at: Millis,
    opening: Option<String>,
    number: Option<i32>,
    creator_name: String,
    creator_kind: Option<String>,
    black: Option<String>,
    black_name: Option<String>,
    black_kind: Option<String>,
    white: Option<String>,
    white_name: Option<String>,
    white_kind: Option<String>,
}

from_row!(ListedRow {
    id,
    creator,
    created_at,
    settings,
    rematch_of,
    phase,
    seq,
    move_count,
    result,
    updated_at,
    shown_at,
    opening,
    number,
    creator_name,
    creator_kind,
    black,
    black_name,
    black_kind,
    white,
    white_name,
    white_kind
});

// Every game has a creator; the outer join keeps SQLite from going through players in search of games.
const SELECT: &str =
    "SELECT games.id, games.creator, games.created_at, games.settings, games.rematch_of,
            games.phase, games.seq, games.move_count, games.result, games.updated_at, games.shown_at, games.opening, games.number,
            creator.name AS creator_name, creator.kind AS creator_kind,
            games.black, black.name AS black_name, black.kind AS black_kind,
            games.white, white.name AS white_name, white.kind AS white_kind
     FROM games
     LEFT JOIN players AS creator ON creator.id = games.creator
     LEFT JOIN players AS black ON black.id = games.black
     LEFT JOIN players AS white ON white.id = games.white";

impl Store {
    /// A page of games, newest first, and with them some that may have to be left out: of those that are being played, or
    /// that spectators have not seen the end of, the columns do not know everything that is asked for. A game that does not
    /// read back is named in the log and left out.
    ///
    /// Each key has an index in the order of the list, so a page costs its own length and what the filter leaves out on the
    /// way: ten thousand games of a key at most, however many there are. A list with several keys is merged from a page for each.
    pub async fn games(&self, filter: &GamesFilter) -> Result<Part, StoreError> {
        let _place = self.place_among_lists().await?;
        self.games_at_once(filter).await
    }

    /// The same for the server's own work, which waits for no list that somebody asks for.
    pub async fn games_at_once(&self, filter: &GamesFilter) -> Result<Part, StoreError> {
        let mut found = self.look(filter, FIRST_LOOK).await?;
        if let Some(stop) = found.stop {
            let limit = filter.limit.saturating_sub(count(&found.rows));
            let filter = GamesFilter { limit, after: Some(stop), ..filter.clone() };
            let further = self.look(&filter, LOOKED_AT - FIRST_LOOK).await?;
            found.rows.extend(further.rows);
            found.stop = further.stop;
        }
        let is_full = count(&found.rows) >= filter.limit;
        let place =
            |row: &ListedRow| Some(PageCursor { created_at: row.created_at, id: row.id.parse().ok()? });
        let last = found.rows.iter().rev().filter(|_| is_full).find_map(place);
        let is_cut = found.stop.is_some();
        let games = found.rows.into_iter().filter_map(|row| self.listed(row)).collect();
        Ok(Part { games, next: last.or(found.stop), is_cut })
    }

    /// The games of a list among the next ones of each key, so many of them or a few more.
    async fn look(&self, filter: &GamesFilter, most: u32) -> Result<Found, StoreError> {
        let keys = filter.keys();
        let mut floors = Vec::with_capacity(keys.len());
        for key in &keys {
            floors.push(self.floor(filter, *key, most).await?);
        }
        // What is older than the floor of one key is not known of all.
        let floor = floors.into_iter().flatten().max();
        let mut rows: Vec<ListedRow> = Vec::new();
        for key in &keys {
            let mut pieces = filter.conditions(*key, floor);
            pieces.0.insert(0, Piece::Sql(SELECT));
            pieces.sql(" ORDER BY games.created_at DESC, games.id DESC LIMIT ").number(filter.limit);
            rows.extend(pieces.read(self).fetch_all::<ListedRow>().await?);
        }
        if keys.len() > 1 {
            rows.sort_by(|one, other| (other.created_at, &other.id).cmp(&(one.created_at, &one.id)));
            rows.dedup_by(|one, other| one.id == other.id);
            rows.truncate(filter.limit as usize);
        }
        // Not the last game itself, which may be private: its id is told to nobody.
        let id = GameId::from_entropy([0; 10]);
        let is_full = count(&rows) >= filter.limit;
        let stop = floor.filter(|_| !is_full).map(|created_at| PageCursor { created_at, id });
        Ok(Found { rows, stop })
    }

    /// When the last of so many games of a key was made, if there are more.
    async fn floor(&self, filter: &GamesFilter, key: Key, most: u32) -> Result<Option<Millis>, StoreError> {
        if let Some(pieces) = key.number(LOOKED_AT + 1) {
            let (number,): (i64,) = pieces.read(self).fetch_one().await?;
            // So few are found by themselves, also if they are far apart in the list.
            if number <= i64::from(LOOKED_AT) {
                return Ok(None);
            }
        }
        let Some(mut pieces) = filter.in_order(key) else { return Ok(None) };
        pieces.0.insert(0, Piece::Sql("SELECT games.created_at FROM games"));
        pieces.sql(" ORDER BY games.created_at DESC, games.id DESC LIMIT 1 OFFSET ").number(most);
        let floor: Option<(Millis,)> = pieces.read(self).fetch_optional().await?;
        Ok(floor.map(|(made_at,)| begin_of_minute(made_at)).filter(|floor| filter.goes_on_below(*floor)))
    }

    /// The games that the table of positions knows under these numbers, each with its number, in any order; none that the staff
    /// has declared void. Those that do not read back are named in the log and left out.
    pub async fn games_by_number(&self, numbers: &[u32]) -> Result<Vec<(u32, Listed)>, StoreError> {
        if numbers.is_empty() {
            return Ok(Vec::new());
        }
        let mut pieces = Pieces::default();
        pieces.sql(SELECT).sql(" WHERE games.number > 0 AND games.number IN ").numbers(numbers);
        pieces.sql(" AND ").sql(NOT_VOID);
        let rows: Vec<ListedRow> = self.among_lists(pieces.read(self).fetch_all()).await?;
        let numbered =
            |row: ListedRow| Some((row.number.unwrap_or_default().cast_unsigned(), self.listed(row)?));
        Ok(rows.into_iter().filter_map(numbered).collect())
    }

    /// Games as a list shows them, in any order. Those that do not read back are named in the log and left out.
    pub async fn games_by_id(&self, ids: &[GameId]) -> Result<Vec<Listed>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let mut pieces = Pieces::default();
        pieces.sql(SELECT).sql(" WHERE games.id IN ").texts(ids.iter().map(GameId::as_str));
        let rows: Vec<ListedRow> = pieces.read(self).fetch_all().await?;
        Ok(rows.into_iter().filter_map(|row| self.listed(row)).collect())
    }

    /// The game of a row, if it reads back.
    fn listed(&self, row: ListedRow) -> Option<Listed> {
        let id = row.id.clone();
        self.readable("game", &id, listed(row))
    }
}

fn listed(row: ListedRow) -> Result<Listed, StoreError> {
    let id = row.id.parse().map_err(unreadable)?;
    let phase = Phase::ALL
        .into_iter()
        .find(|phase| phase.name() == row.phase)
        .ok_or_else(|| unreadable(format_args!("phase {}", row.phase)))?;
    let rematch_of = row.rematch_of.map(|game| game.parse()).transpose().map_err(unreadable)?;
    let creator = card(Some(row.creator.clone()), Some(row.creator_name), row.creator_kind.as_deref())?;
    Ok(Listed {
        game: GameRow { rematch_of, ..game_row(id, &row.creator, row.created_at, &row.settings)? },
        phase,
        seq: row.seq.cast_unsigned(),
        move_count: usize::try_from(row.move_count).map_err(unreadable)?,
        creator: creator.ok_or_else(|| unreadable("a game without creator"))?,
        black: card(row.black, row.black_name, row.black_kind.as_deref())?,
        white: card(row.white, row.white_name, row.white_kind.as_deref())?,
        result: row.result.map(|json| StoredResult::read(&json)).transpose().map_err(unread)?,
        updated_at: row.updated_at,
        shown_at: row.shown_at,
        opening_known: row.opening.is_some(),
    })
}

fn card(
    id: Option<String>,
    name: Option<String>,
    kind: Option<&str>,
) -> Result<Option<PlayerCard>, StoreError> {
    match (id, name) {
        (Some(id), Some(name)) => player_row::card(&id, name, kind).map(Some),
        _ => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tengen_clock::Clock;
    use tengen_game::PlayerId;
    use tokio::time::timeout;

    use super::*;
    use crate::pool::connect::Database;

    #[tokio::test]
    async fn lists_leave_half_of_the_readers_to_everything_else() {
        let directory = tempfile::tempdir().unwrap();
        let (clock, _hands) = Clock::by_hand(1_000);
        let store = Database::open(None, directory.path(), clock).await.unwrap().store;
        let taken = [store.place_among_lists().await.unwrap(), store.place_among_lists().await.unwrap()];
        let filter = GamesFilter { limit: 1, ..GamesFilter::default() };
        assert!(timeout(Duration::from_millis(50), store.games(&filter)).await.is_err());
        // What the server looks for itself waits for none of them.
        assert!(store.games_at_once(&filter).await.unwrap().games.is_empty());
        assert!(store.player(PlayerId::from_entropy([1; 10])).await.unwrap().is_none());
        drop(taken);
        assert!(store.games(&filter).await.unwrap().games.is_empty());
    }
}
