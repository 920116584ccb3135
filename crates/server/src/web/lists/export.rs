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
use tengen_lists::Entry;
use tengen_store::GamesFilter;
use tokio::task::spawn_blocking;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::archive::Archive;
use super::form::{Form, Writing};
use super::own_part::OwnPart;
use crate::app::App;
use crate::web::error::WebError;
use crate::web::turns::{AtWork, Turns, WorkPlace};

/// One export is at work at a time, for a portion.
static EXPORTS: Turns = Turns::new(1, 64);
/// How many events are in memory at once, but for a game that has more by itself.
const PORTION: u32 = 2_000;

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
