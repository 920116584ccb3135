//! Every game of a list in one answer, however many there are.
//!
//! The list is read page by page and its logs portion by portion, each when the one before it has been sent, so that an export
//! takes the memory of a portion, holds no connection to the database while its reader is slow, and ends when the reader
//! goes. A query that is at work then goes on in the database, and keeps the turn until it ends; no other one is begun. Exports take turns,
//! and one client has a part of a processor for all of its own: games that are played come first.

use std::collections::VecDeque;
use std::io;
use std::time::Instant;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tengen_game::PlayerId;
use tengen_limits::Client;
use tengen_lists::{Entry, UnplayedLog};
use tengen_protocol::view::Audience;
use tengen_protocol::{GameLine, GameWithEvents, GameWithEventsV2, Summary, Version};
use tengen_store::GamesFilter;
use tokio::task::spawn_blocking;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::archive::Archive;
use super::own_part::OwnPart;
use crate::app::App;
use crate::web::accept::{NDJSON, SGF, ZIP};
use crate::web::error::WebError;
use crate::web::fresh::encode;
use crate::web::turns::{AtWork, Turns, WorkPlace};

/// One export is at work at a time, for a portion.
static EXPORTS: Turns = Turns::new(1, 64);
/// How many events are in memory at once, but for a game that has more by itself.
const PORTION: u32 = 2_000;

/// How an export shows games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// One line of JSON each, as lists show them.
    Summaries,
    /// The same, each with all its events.
    Events(Version),
    /// Records one after the other, which is one collection.
    Collection,
    /// Files of an archive.
    Archive,
    /// The same of all that belongs to a player, each game also with all its events.
    Own,
}

impl Form {
    const fn media_type(self) -> &'static str {
        match self {
            Self::Summaries | Self::Events(_) => NDJSON,
            Self::Collection => SGF,
            Self::Archive | Self::Own => ZIP,
        }
    }

    /// What browsers should call the file.
    const fn disposition(self) -> &'static str {
        match self {
            Self::Summaries | Self::Events(_) => "inline",
            Self::Collection => "attachment; filename=\"tengen-games.sgf\"",
            Self::Archive => "attachment; filename=\"tengen-games.zip\"",
            Self::Own => "attachment; filename=\"tengen-my-data.zip\"",
        }
    }

    /// How many games of the list are in memory at once.
    const fn page(self) -> u32 {
        match self {
            Self::Summaries => 200,
            Self::Collection | Self::Archive | Self::Own | Self::Events(_) => 50,
        }
    }
}

/// An export on its way.
pub(in crate::web) struct Export {
    app: App,
    client: Client,
    walk: Walk,
    /// What is sent next.
    ready: Bytes,
    place: WorkPlace,
}

/// How far an export has come through its list.
struct Walk {
    app: App,
    filter: GamesFilter,
    form: Form,
    archive: Option<Box<Archive>>,
    /// What comes before the games, of a player's own data.
    own: Option<OwnPart>,
    /// Games of the list that are not written yet, each with the number of its events.
    listed: VecDeque<(Entry, u32)>,
    /// Whether the list goes on behind them.
    more: bool,
}

impl Export {
    /// The answer with all games that the filter lets through.
    pub(super) async fn begin(
        app: App,
        filter: GamesFilter,
        form: Form,
        client: Client,
    ) -> Result<Response, WebError> {
        Self::begin_with(app, filter, form, None, client).await
    }

    /// The answer with everything that belongs to a player: all that the server knows, which the caller has put into JSON, the records, and
    /// the games.
    pub(in crate::web) async fn everything(
        app: App,
        player: PlayerId,
        known: Vec<u8>,
        client: Client,
    ) -> Result<Response, WebError> {
        let filter = GamesFilter {
            player: Some(player),
            viewer: Some(player),
            with_void: true,
            now: app.clock.now(),
            ..GamesFilter::default()
        };
        Self::begin_with(app, filter, Form::Own, Some(OwnPart::new(player, known)), client).await
    }

    async fn begin_with(
        app: App,
        filter: GamesFilter,
        form: Form,
        own: Option<OwnPart>,
        client: Client,
    ) -> Result<Response, WebError> {
        let place = EXPORTS.place(&app.limits, client)?;
        let filter = GamesFilter { limit: form.page(), ..filter };
        let is_archive = matches!(form, Form::Archive | Form::Own);
        let archive = is_archive.then(|| Box::new(Archive::new()));
        let walk = Walk { app: app.clone(), filter, form, archive, own, listed: VecDeque::new(), more: true };
        // What can't be answered at all is said at once.
        let export = Self { app, client, walk, ready: Bytes::new(), place }.read().await?;
        let headers = [
            (header::CONTENT_TYPE, form.media_type()),
            (header::CONTENT_DISPOSITION, form.disposition()),
            (header::CACHE_CONTROL, "no-store"),
            (header::VARY, "accept, accept-encoding, authorization, cookie"),
        ]
        .map(|(name, value)| (name, HeaderValue::from_static(value)));
        let pieces = stream::try_unfold(export, |export| async move {
            // An answer that can't be completed breaks off, so that nobody takes a part for the whole.
            export.next().await.map_err(|error| io::Error::other(error.problem().title))
        });
        Ok((headers, Body::from_stream(pieces)).into_response())
    }

    /// The next piece, and the export behind it.
    async fn next(mut self) -> Result<Option<(Bytes, Self)>, WebError> {
        while self.ready.is_empty() {
            if self.walk.is_over() {
                return Ok(None);
            }
            self = self.read().await?;
        }
        let piece = std::mem::take(&mut self.ready);
        Ok(Some((piece, self)))
    }

    /// Reads the next portion, when it is this client's time and this export's turn.
    async fn read(self) -> Result<Self, WebError> {
        let Self { app, client, mut walk, place, .. } = self;
        let turn = tokio::select! {
            turn = rested_turn(&app, client, &place) => turn?,
            () = app.stop.cancelled() => return Err(WebError::Internal("the server stops".to_owned())),
        };
        let left = CancellationToken::new();
        // Dropped when nobody waits any more.
        let _reader = left.clone().drop_guard();
        // From here on, for the database works for it, too.
        let counted = Counted { app: app.clone(), client, began: Instant::now() };
        let read = turn.work_to_the_end(async move {
            let text = walk.portion(&left).await;
            // Not before: the work goes on when its reader has left.
            drop(counted);
            text.map(|text| (walk, text))
        });
        let (walk, text) = read.await??;
        Ok(Self { app, client, walk, ready: text.into(), place })
    }
}

/// The turn of an export, once its client has rested from what was exported before.
async fn rested_turn(app: &App, client: Client, place: &WorkPlace) -> Result<AtWork, WebError> {
    loop {
        sleep(app.limits.rest(client)).await;
        let turn = place.turn().await?;
        // Meanwhile another export of the same client may have been at work.
        if app.limits.rest(client).is_zero() {
            return Ok(turn);
        }
    }
}

/// Ends what is read for a reader who has left: between two queries, for none of them can be ended itself.
fn stays(left: &CancellationToken) -> Result<(), WebError> {
    if left.is_cancelled() { Err(WebError::Internal("the reader has left".to_owned())) } else { Ok(()) }
}

impl Walk {
    /// Whether everything is written.
    fn is_over(&self) -> bool {
        !self.more && self.listed.is_empty()
    }

    /// Reads and writes the next portion, as long as the reader has not left.
    async fn portion(&mut self, left: &CancellationToken) -> Result<Vec<u8>, WebError> {
        if let (Some(own), Some(archive)) = (&mut self.own, &mut self.archive)
            && !own.is_written()
        {
            own.write(&self.app.store, archive).await?;
            return Ok(archive.take());
        }
        if self.listed.is_empty() {
            self.list().await?;
            stays(left)?;
        }
        let games = portion(&mut self.listed);
        let logs = match self.form {
            Form::Summaries => Vec::new(),
            _ => self.app.lists.logs(&games).await?,
        };
        stays(left)?;
        let mut writing = Writing {
            form: self.form,
            site: self.app.options.public_url.clone(),
            archive: self.archive.take(),
            owner: self.own.as_ref().map(OwnPart::player),
            is_last: self.is_over(),
        };
        // On a thread that nobody else waits for.
        let written = spawn_blocking(move || {
            let text = writing.write(games, logs);
            (writing.archive, text)
        });
        let (archive, text) = written.await.map_err(|error| WebError::Internal(error.to_string()))?;
        self.archive = archive;
        text
    }

    /// Reads the next page of the list.
    async fn list(&mut self) -> Result<(), WebError> {
        let page = self.app.lists.page(&self.filter).await?;
        let lengths = match self.form {
            Form::Summaries => vec![0; page.games.len()],
            _ => self.app.lists.lengths(&page.games).await?,
        };
        self.more = page.next.is_some();
        self.filter.after = page.next;
        self.listed = page.games.into_iter().zip(lengths).collect();
        Ok(())
    }
}

/// What is needed to write a portion.
struct Writing {
    form: Form,
    /// The address under which the server is known.
    site: Option<String>,
    archive: Option<Box<Archive>>,
    /// The player whose own data they are, who sees more than spectators.
    owner: Option<PlayerId>,
    /// Whether nothing comes behind the portion.
    is_last: bool,
}

impl Writing {
    fn write(&mut self, games: Vec<Entry>, logs: Vec<UnplayedLog>) -> Result<Vec<u8>, WebError> {
        let mut text = Vec::new();
        if self.form == Form::Summaries {
            for entry in games {
                text.append(&mut encode(&GameLine::Summary(entry.summary))?);
                text.push(b'\n');
            }
            return Ok(text);
        }
        for (entry, log) in games.into_iter().zip(logs) {
            let game = match log.replay() {
                Ok(game) => game,
                // One damaged log must not hide all other games.
                Err(error) if error.is_of_one_game() => continue,
                Err(error) => return Err(error.into()),
            };
            // A list is the same for everybody, and so is what comes with it.
            let audience = self.owner.map_or(Audience::Spectator, Audience::Player);
            // With its events a game has the moves that led to its beginning, too.
            let settings = game.state().settings().into();
            let summary = Summary { settings, ..entry.summary };
            let site = self.site.as_deref();
            match (&mut self.archive, self.form) {
                (Some(archive), Form::Own) => {
                    let (id, made_at) = (game.id(), game.created_at());
                    let record = game.record(audience, site)?;
                    archive.add_file(&format!("games/tengen-{id}.sgf"), made_at, record.as_bytes())?;
                    let events = game.events_v2(0, audience)?;
                    let line = GameLine::WithEventsV2(GameWithEventsV2 { game: summary, events });
                    archive.add_file(&format!("games/tengen-{id}.json"), made_at, &encode(&line)?)?;
                }
                (Some(archive), _) => archive.add(&game, &game.record(audience, site)?)?,
                (None, Form::Events(version)) => {
                    let line = match version {
                        Version::V1 => GameLine::WithEvents(GameWithEvents {
                            game: summary,
                            events: game.events(0, audience)?,
                        }),
                        Version::V2 => GameLine::WithEventsV2(GameWithEventsV2 {
                            game: summary,
                            events: game.events_v2(0, audience)?,
                        }),
                    };
                    text.append(&mut encode(&line)?);
                    text.push(b'\n');
                }
                (None, _) => {
                    text.extend_from_slice(game.record(audience, site)?.as_bytes());
                    text.push(b'\n');
                }
            }
        }
        if let Some(archive) = &mut self.archive {
            if self.is_last {
                archive.finish()?;
            }
            text = archive.take();
        }
        Ok(text)
    }
}

/// Work whose time is counted when it ends, also when it fails or its reader has left.
struct Counted {
    app: App,
    client: Client,
    began: Instant,
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.app.limits.worked(self.client, self.began.elapsed());
    }
}

/// Takes the next games of a list, one at least, with no more events than belong in memory.
fn portion<T>(listed: &mut VecDeque<(T, u32)>) -> Vec<T> {
    let mut games = Vec::new();
    let mut events = 0u32;
    while let Some((game, length)) = listed.pop_front() {
        events = events.saturating_add(length);
        if !games.is_empty() && events > PORTION {
            listed.push_front((game, length));
            break;
        }
        games.push(game);
    }
    games
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_portion_has_few_events_or_one_game() {
        let lengths = [PORTION + 1, 1, PORTION - 1, 1, u32::MAX, u32::MAX];
        let mut listed: VecDeque<_> = lengths.into_iter().enumerate().collect();
        let portions: Vec<_> = std::iter::repeat_with(|| portion(&mut listed)).take(5).collect();
        assert_eq!(portions, [vec![0], vec![1, 2], vec![3], vec![4], vec![5]]);
        assert!(portion(&mut listed).is_empty());
    }
}
