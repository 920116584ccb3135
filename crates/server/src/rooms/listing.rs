//! Lists of games, as everybody may see them: what the table of games does not know, the logs tell.

use tengen_game::Phase;
use tengen_protocol::{PerColor, PlayerCard, Summary, Text};

use super::{LiveGame, RoomError, Rooms};
use crate::store::{GameRow, GamesFilter, Listed, Opening, PageCursor, Winner};

/// How many games are read from their logs for one page. A page for which more would have to be ends early.
pub const LOGS_OF_A_PAGE: u32 = 25;

/// A part of a list.
#[derive(Debug)]
pub struct Page {
    /// The games, newest first.
    pub games: Vec<Entry>,
    /// The place behind all that was looked at, if there may be more.
    pub next: Option<PageCursor>,
}

/// A game in a list.
#[derive(Debug)]
pub struct Entry {
    /// The game as lists show it: to everybody the same.
    pub summary: Summary,
    /// What the table says of it, which nobody may be shown as it is.
    listed: Listed,
}

impl Rooms {
    /// So many games that a filter lets through, or fewer if there are no more of them, or if too many had to be looked at.
    ///
    /// Everything a list is asked for is asked of what spectators may see: a delayed game is searched by the moves that are
    /// shown, and a page is filled up with other games where one is left out, so that its length tells nothing. How many are
    /// read from their logs is bounded, and depends on nothing but what spectators may see, either.
    pub async fn page(&self, filter: &GamesFilter) -> Result<Page, RoomError> {
        let wanted = filter.limit as usize;
        // One game more than the page shows whether there is a next one.
        let mut asked = GamesFilter { limit: filter.limit.saturating_add(1), ..filter.clone() };
        let mut games: Vec<Entry> = Vec::new();
        let mut unread = LOGS_OF_A_PAGE;
        let mut seen = filter.after;
        loop {
            let found = self.shared.store.games(&asked).await?;
            let next = found.next;
            for listed in found.games {
                let place = listed.place();
                let known = self.known(filter, &listed);
                if known.is_none() {
                    if unread == 0 {
                        return Ok(Page { games, next: seen });
                    }
                    unread -= 1;
                }
                seen = Some(place);
                if let Some(entry) = self.shown(filter, listed, known).await? {
                    games.push(entry);
                    if games.len() > wanted {
                        games.truncate(wanted);
                        let next = games.last().map(|entry| entry.listed.place());
                        return Ok(Page { games, next });
                    }
                }
            }
            if next.is_none() {
                return Ok(Page { games, next: None });
            }
            asked.after = next;
        }
    }

    /// How many events each of these games has.
    pub async fn lengths(&self, games: &[Entry]) -> Result<Vec<u32>, RoomError> {
        Ok(self.shared.store.lengths(&rows(games)).await?)
    }

    /// Games of a list, each with its log.
    pub async fn logs(&self, games: &[Entry]) -> Result<Vec<Result<LiveGame, RoomError>>, RoomError> {
        let logs = self.shared.store.logs(&rows(games)).await?;
        let games = games.iter().zip(logs).map(|(entry, log)| {
            let store = &self.shared.store;
            let Listed { game, creator, black, white, .. } = &entry.listed;
            let mut cards: Vec<PlayerCard> = vec![creator.clone()];
            cards.extend([black, white].into_iter().flatten().cloned());
            let replayed =
                log.map_err(RoomError::from).and_then(|log| LiveGame::replay(game.clone(), cards, log));
            replayed.inspect_err(|error| store.name_damaged(game.id, error))
        });
        Ok(games.collect())
    }

    /// A game as spectators see it, if that is known without its log.
    fn known(&self, filter: &GamesFilter, listed: &Listed) -> Option<Summary> {
        // Of a game that nobody is playing the row says all that spectators may see.
        if listed.shown_at <= filter.now && matches!(listed.phase, Phase::Open | Phase::Finished) {
            return Some(summary(listed));
        }
        match asked_opening(filter, listed) {
            None => self.shared.lobby.find(listed.game.created_at, listed.game.id),
            Some(_) => None,
        }
    }

    /// A game as the list shows it, if it does; `known` is what is known of it without its log.
    async fn shown(
        &self,
        filter: &GamesFilter,
        listed: Listed,
        known: Option<Summary>,
    ) -> Result<Option<Entry>, RoomError> {
        let summary = match known {
            Some(summary) => Ok(summary),
            None => self.live_summary(&listed, asked_opening(filter, &listed)).await,
        };
        match summary {
            Ok(summary) if admits(filter, &summary) => Ok(Some(Entry { summary, listed })),
            // One damaged log must not hide all other games.
            Ok(_) | Err(NotListed::Otherwise | NotListed::Failed(RoomError::Damaged(_))) => Ok(None),
            Err(NotListed::Failed(error)) => Err(error),
        }
    }

    /// A game as its log tells it, if it began with an opening.
    async fn live_summary(&self, listed: &Listed, opening: Option<&Opening>) -> Result<Summary, NotListed> {
        let game = LiveGame::load(&self.shared.store, listed.game.id).await?;
        if let Some(opening) = opening
            && !game.opening()?.begins_with(opening)
        {
            return Err(NotListed::Otherwise);
        }
        Ok(game.summary()?)
    }
}

fn rows(games: &[Entry]) -> Vec<&GameRow> {
    games.iter().map(|entry| &entry.listed.game).collect()
}

/// The opening that has to be looked for in the log of a game.
fn asked_opening<'a>(filter: &'a GamesFilter, listed: &Listed) -> Option<&'a Opening> {
    let veiled = listed.shown_at > filter.now;
    filter.opening.as_ref().filter(|_| veiled || !listed.opening_known)
}

/// Why a game is not in a list.
enum NotListed {
    /// It is not what was asked for.
    Otherwise,
    /// It could not be read.
    Failed(RoomError),
}

impl From<RoomError> for NotListed {
    fn from(error: RoomError) -> Self {
        Self::Failed(error)
    }
}

/// Whether a filter lets a game through as it shows, whatever the table of games says.
fn admits(filter: &GamesFilter, game: &Summary) -> bool {
    let phase = |phase: &Phase| phase.name() == game.phase;
    let ended = game.result.as_ref();
    let winner = ended.map(|result| Winner::of(result.winner.map(|winner| winner.0), result.by));
    let kept = game.phase == Phase::Open.name() && game.settings.opponent.is_some();
    let own = |id| filter.viewer == Some(id);
    (filter.phases.is_empty() || filter.phases.iter().any(phase))
        && (filter.winners.is_empty() || winner.is_some_and(|winner| filter.winners.contains(&winner)))
        && (filter.ended_by.is_empty() || ended.is_some_and(|result| filter.ended_by.contains(&result.by)))
        && filter.min_moves.is_none_or(|moves| game.move_count >= moves as usize)
        && (!kept || own(game.creator.id.0) || game.settings.opponent.is_some_and(|id| own(id.0)))
}

/// A game that nobody is playing, as lists show it: its row says everything.
pub(super) fn summary(listed: &Listed) -> Summary {
    Summary {
        id: Text(listed.game.id),
        seq: listed.seq,
        phase: listed.phase.name().to_owned(),
        created_at: listed.game.created_at,
        updated_at: listed.updated_at,
        settings: (&listed.game.settings).into(),
        creator: listed.creator.clone(),
        players: PerColor { black: listed.black.clone(), white: listed.white.clone() },
        to_move: None,
        move_count: listed.move_count,
        stones: None,
        last_move: None,
        waits: None,
        asked: PerColor { black: None, white: None },
        result: listed.result.clone(),
    }
}
