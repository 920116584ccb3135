//! Lists of games, as everybody may see them. Facts that the table of games lacks come from the logs.

use tengen_game::{Event, GameId, GameResult, Phase};
use tengen_live::{LiveGame, RoomError, aside};
use tengen_protocol::{PerColor, PlayerCard, ResultShape, SettingsShape, Summary, Text};
use tengen_store::{GameRow, GamesFilter, Listed, Opening, PageCursor, Store, StoreError, Winner};

use super::Lists;

/// How many games are read from their logs for one page. A page that needs more ends early.
pub const LOGS_OF_A_PAGE: u32 = 25;

/// How many queries are made for one page: each answers as many games as the page may have, and few of them are left out.
const PARTS_OF_A_PAGE: u32 = 10;
/// How many games a query is for at least.
const SHORTEST_PART: u32 = 20;

/// How many games of a page are read at once: so many that few queries are made, and so few that moves need not wait for a whole
/// page of logs.
pub(super) const TOGETHER: usize = 4;

/// A part of a list.
#[derive(Debug)]
pub struct Page {
    /// The games, newest first.
    pub games: Vec<Entry>,
    /// The place behind the last game that was looked at, if there may be more games.
    pub next: Option<PageCursor>,
}

/// A game in a list.
#[derive(Debug)]
pub struct Entry {
    /// The game as lists show it, the same to everybody.
    pub summary: Summary,
    /// The game's row, which may tell more than spectators may see.
    listed: Listed,
}

/// The log of a game in a list as it was read. Playing it through takes a while, and may belong on another thread.
#[derive(Debug)]
pub struct UnplayedLog {
    store: Store,
    game: GameRow,
    cards: Vec<PlayerCard>,
    log: Result<Vec<Event>, StoreError>,
}

impl UnplayedLog {
    /// The game to which the log leads. A log that can't be played through is named in the server's own log.
    pub fn replay(self) -> Result<LiveGame, RoomError> {
        let Self { store, game, cards, log } = self;
        let id = game.id;
        let replayed = log
            .map_err(RoomError::from)
            .and_then(|log| LiveGame::replay(store.clock().clone(), game, cards, log));
        replayed.inspect_err(|error| error.name_game(&store, id))
    }
}

/// A game that a list looks at.
struct Found {
    listed: Listed,
    /// The game as spectators see it, if that is known without its log.
    known: Option<Summary>,
}

impl Lists {
    /// So many games that a filter lets through, or fewer if there are no more, or if too many had to be looked at. Where that is so, the
    /// page says where it stopped.
    ///
    /// The filter is applied to the part of a game that spectators may see: a delayed game is searched by the moves that are
    /// shown. A page is filled up with other games where one is left out, so that its length tells nothing. The number of games
    /// that are looked up by their logs is bounded, and depends on nothing that is hidden from spectators.
    pub async fn page(&self, filter: &GamesFilter) -> Result<Page, RoomError> {
        let wanted = filter.limit as usize;
        // One game more than the page shows whether there is a next one.
        let limit = filter.limit.saturating_add(1).max(SHORTEST_PART);
        let mut asked = GamesFilter { limit, ..filter.clone() };
        let mut games: Vec<Entry> = Vec::new();
        let mut unread = LOGS_OF_A_PAGE;
        let mut parts = 0;
        loop {
            let listed = self.shared.store.games(&asked).await?;
            let (looked_at, is_cut) = self.look(filter, listed.games, &mut unread);
            let seen = looked_at.last().map(|found| found.listed.place()).or(asked.after);
            let mut looked_at = self.recall(filter, looked_at).await?.into_iter().peekable();
            while looked_at.peek().is_some() {
                let portion = looked_at.by_ref().take(TOGETHER).collect();
                games.extend(self.shown(filter, portion).await?);
                if games.len() > wanted {
                    games.truncate(wanted);
                    let next = games.last().map(|entry| entry.listed.place());
                    return Ok(Page { games, next });
                }
            }
            if is_cut {
                return Ok(Page { games, next: seen });
            }
            parts += 1;
            if listed.next.is_none() || listed.is_cut || parts == PARTS_OF_A_PAGE {
                return Ok(Page { games, next: listed.next });
            }
            asked.after = listed.next;
        }
    }

    /// The games of a list up to the one for which no log may be read any more, and whether there is such a one.
    fn look(&self, filter: &GamesFilter, listed: Vec<Listed>, unread: &mut u32) -> (Vec<Found>, bool) {
        let mut looked_at = Vec::with_capacity(listed.len());
        for listed in listed {
            let known = self.known(filter, &listed);
            if known.is_none() {
                let Some(left) = unread.checked_sub(1) else { return (looked_at, true) };
                *unread = left;
            }
            looked_at.push(Found { listed, known });
        }
        (looked_at, false)
    }

    /// The same games, with those that an earlier list has read and in which nothing has happened since.
    async fn recall(&self, filter: &GamesFilter, mut looked_at: Vec<Found>) -> Result<Vec<Found>, RoomError> {
        let is_asked =
            |found: &&mut Found| found.known.is_none() && asked_opening(filter, &found.listed).is_none();
        let asked: Vec<&mut Found> = looked_at.iter_mut().filter(is_asked).collect();
        let ids: Vec<GameId> = asked.iter().map(|found| found.listed.game.id).collect();
        let numbers = self.shared.store.last_numbers(&ids).await?;
        for Found { listed, known } in asked {
            let number = numbers.get(&listed.game.id);
            *known = number.and_then(|number| self.shared.summaries.find(listed.game.id, *number));
        }
        Ok(looked_at)
    }

    /// The games that the list shows. Logs tell of those that are not known without them.
    async fn shown(&self, filter: &GamesFilter, portion: Vec<Found>) -> Result<Vec<Entry>, RoomError> {
        let unknown: Vec<_> =
            portion.iter().filter(|found| found.known.is_none()).map(|found| &found.listed).collect();
        let mut logs = self.unplayed(&unknown).await?.into_iter();
        let mut shown = Vec::with_capacity(portion.len());
        for Found { listed, known } in portion {
            let summary = match known {
                Some(summary) => Some(summary),
                None => match logs.next() {
                    // Playing a long game through takes its time, in which no other connection must wait for this thread.
                    Some(log) => aside(|| self.told_by(log, asked_opening(filter, &listed)))?,
                    None => None,
                },
            };
            let summary = summary.filter(|summary| admits(filter, summary));
            shown.extend(summary.map(|summary| Entry { summary, listed }));
        }
        Ok(shown)
    }

    /// A game as its log tells it, if it began with an opening.
    fn told_by(&self, log: UnplayedLog, opening: Option<&Opening>) -> Result<Option<Summary>, RoomError> {
        let game = match log.replay() {
            Ok(game) => game,
            // One damaged log must not hide all other games.
            Err(error) if error.is_of_one_game() => return Ok(None),
            Err(error) => return Err(error),
        };
        if let Some(opening) = opening
            && !game.opening()?.begins_with(opening)
        {
            return Ok(None);
        }
        let summary = game.summary()?;
        self.shared.summaries.keep(&summary);
        Ok(Some(summary))
    }

    /// How many events each of these games has.
    pub async fn lengths(&self, games: &[Entry]) -> Result<Vec<u32>, RoomError> {
        let ids: Vec<GameId> = games.iter().map(|entry| entry.listed.game.id).collect();
        let numbers = self.shared.store.last_numbers(&ids).await?;
        Ok(ids.iter().map(|id| numbers.get(id).copied().unwrap_or_default()).collect())
    }

    /// The logs of games of a list.
    pub async fn logs(&self, games: &[Entry]) -> Result<Vec<UnplayedLog>, RoomError> {
        self.unplayed(&games.iter().map(|entry| &entry.listed).collect::<Vec<_>>()).await
    }

    /// The logs of games, in the order of the games: one query reads all of them.
    pub(super) async fn unplayed(&self, games: &[&Listed]) -> Result<Vec<UnplayedLog>, RoomError> {
        let rows: Vec<&GameRow> = games.iter().map(|listed| &listed.game).collect();
        let logs = self.shared.store.logs(&rows).await?;
        let unplayed = games.iter().zip(logs).map(|(listed, log)| {
            let Listed { game, creator, black, white, .. } = listed;
            let mut cards = vec![creator.clone()];
            cards.extend([black, white].into_iter().flatten().cloned());
            UnplayedLog { store: self.shared.store.clone(), game: game.clone(), cards, log }
        });
        Ok(unplayed.collect())
    }

    /// A game as spectators see it, if that is known without its log.
    fn known(&self, filter: &GamesFilter, listed: &Listed) -> Option<Summary> {
        // The row of a game that nobody is playing tells all that spectators may see.
        if listed.shown_at <= filter.now && matches!(listed.phase, Phase::Open | Phase::Finished) {
            return Some(summary(listed));
        }
        match asked_opening(filter, listed) {
            None => self.shared.lobby.find(listed.game.created_at, listed.game.id),
            Some(_) => None,
        }
    }
}

/// The opening that has to be looked for in the log of a game.
fn asked_opening<'a>(filter: &'a GamesFilter, listed: &Listed) -> Option<&'a Opening> {
    let veiled = listed.shown_at > filter.now;
    filter.opening.as_ref().filter(|_| veiled || !listed.opening_known)
}

/// Whether a filter lets a game through as spectators see it, whatever the table of games says.
fn admits(filter: &GamesFilter, game: &Summary) -> bool {
    let phase = |phase: &Phase| phase.name() == game.phase;
    let ended = game.result.as_ref().map(GameResult::from);
    let winner = ended.as_ref().map(Winner::of);
    let kept = game.phase == Phase::Open.name() && game.settings.opponent.is_some();
    let own = |id| filter.viewer == Some(id);
    (filter.phases.is_empty() || filter.phases.iter().any(phase))
        && (filter.winners.is_empty() || winner.is_some_and(|winner| filter.winners.contains(&winner)))
        && (filter.ended_by.is_empty() || ended.is_some_and(|result| filter.ended_by.contains(&result.by)))
        && filter.min_moves.is_none_or(|moves| game.move_count >= moves as usize)
        && (!kept || own(game.creator.id.0) || game.settings.opponent.is_some_and(|id| own(id.0)))
}

/// A game that nobody is playing, as lists show it, from its row alone.
pub(super) fn summary(listed: &Listed) -> Summary {
    Summary {
        id: Text(listed.game.id),
        seq: listed.seq,
        phase: listed.phase.name().to_owned(),
        created_at: listed.game.created_at,
        updated_at: listed.updated_at,
        settings: SettingsShape::in_lists(&listed.game.settings),
        creator: listed.creator.clone(),
        players: PerColor { black: listed.black.clone(), white: listed.white.clone() },
        to_move: None,
        move_count: listed.move_count,
        stones: None,
        last_move: None,
        waits: None,
        asked: PerColor { black: None, white: None },
        result: listed.result.as_ref().map(ResultShape::from),
    }
}
