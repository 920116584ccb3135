//! Every game of a list in one answer, however many there are.
//!
//! The list is read page by page, each when the one before it has been sent, so that an export takes the memory of a page,
//! holds no connection to the database while its reader is slow, and ends when the reader goes.

use std::io;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tengen_protocol::view::Audience;
use tengen_protocol::{GameLine, GameWithEvents};
use tokio::task::block_in_place;

use super::accept::{NDJSON, SGF, ZIP};
use super::archive::Archive;
use super::error::WebError;
use super::fresh::encode;
use crate::app::App;
use crate::limits::Ticket;
use crate::rooms::{LiveGame, Page, RoomError};
use crate::store::GamesFilter;

/// How an export shows games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// One line of JSON each, as lists show them.
    Summaries,
    /// The same, each with all its events.
    Events,
    /// Records one after the other, which is one collection.
    Collection,
    /// Files of an archive.
    Archive,
}

impl Form {
    const fn media_type(self) -> &'static str {
        match self {
            Self::Summaries | Self::Events => NDJSON,
            Self::Collection => SGF,
            Self::Archive => ZIP,
        }
    }

    /// What browsers should call the file.
    const fn disposition(self) -> &'static str {
        match self {
            Self::Summaries | Self::Events => "inline",
            Self::Collection => "attachment; filename=\"tengen-games.sgf\"",
            Self::Archive => "attachment; filename=\"tengen-games.zip\"",
        }
    }

    /// How many games are in memory at once.
    const fn page(self) -> u32 {
        match self {
            Self::Summaries => 200,
            Self::Collection | Self::Archive => 50,
            Self::Events => 10,
        }
    }
}

/// An export on its way.
pub(super) struct Export {
    app: App,
    filter: GamesFilter,
    form: Form,
    archive: Option<Archive>,
    /// What is sent next.
    ready: Bytes,
    more: bool,
    _ticket: Ticket,
}

impl Export {
    /// The answer with all games that the filter lets through.
    pub(super) async fn begin(
        app: App,
        filter: GamesFilter,
        form: Form,
        ticket: Ticket,
    ) -> Result<Response, WebError> {
        let filter = GamesFilter { limit: form.page(), ..filter };
        let archive = (form == Form::Archive).then(Archive::new);
        let mut export =
            Self { app, filter, form, archive, ready: Bytes::new(), more: true, _ticket: ticket };
        // What can't be answered at all is said at once.
        export.read().await?;
        let headers = [
            (header::CONTENT_TYPE, form.media_type()),
            (header::CONTENT_DISPOSITION, form.disposition()),
            (header::CACHE_CONTROL, "no-store"),
            (header::VARY, "accept, accept-encoding, authorization, cookie"),
        ]
        .map(|(name, value)| (name, HeaderValue::from_static(value)));
        let pieces = stream::try_unfold(export, |mut export| async move {
            let piece = export.next().await?;
            Ok::<_, io::Error>(piece.map(|piece| (piece, export)))
        });
        Ok((headers, Body::from_stream(pieces)).into_response())
    }

    /// The next piece. An answer that can't be completed breaks off, so that nobody takes a part for the whole.
    async fn next(&mut self) -> Result<Option<Bytes>, io::Error> {
        while self.ready.is_empty() {
            if !self.more {
                return Ok(None);
            }
            if self.app.stop.is_cancelled() {
                return Err(io::Error::other("the server stops"));
            }
            if let Err(error) = self.read().await {
                return Err(io::Error::other(error.problem().title));
            }
        }
        Ok(Some(std::mem::take(&mut self.ready)))
    }

    /// Reads the next page.
    async fn read(&mut self) -> Result<(), WebError> {
        let page = self.app.rooms.page(&self.filter).await?;
        let logs = match self.form {
            Form::Summaries => Vec::new(),
            _ => self.app.rooms.logs(&page).await?,
        };
        self.more = page.next.is_some();
        self.filter.after = page.next;
        // Some hundred moves to be replayed take their time, in which nobody else must wait for this thread.
        let written = block_in_place(|| self.write(page, logs))?;
        self.ready = written.into();
        Ok(())
    }

    fn write(&mut self, page: Page, logs: Vec<Result<LiveGame, RoomError>>) -> Result<Vec<u8>, WebError> {
        let mut text = Vec::new();
        if self.form == Form::Summaries {
            for entry in page.games {
                text.append(&mut encode(&GameLine::Summary(entry.summary))?);
                text.push(b'\n');
            }
            return Ok(text);
        }
        for (entry, game) in page.games.into_iter().zip(logs) {
            let game = match game {
                Ok(game) => game,
                // One damaged log must not hide all other games.
                Err(RoomError::Damaged(_)) => continue,
                Err(error) => return Err(error.into()),
            };
            // A list is the same for everybody, and so is what comes with it.
            let (audience, site) = (Audience::Spectator, self.app.options.public_url.as_deref());
            match &mut self.archive {
                None if self.form == Form::Events => {
                    let game = GameWithEvents { game: entry.summary, events: game.events(0, audience)? };
                    text.append(&mut encode(&GameLine::WithEvents(game))?);
                    text.push(b'\n');
                }
                None => {
                    text.extend_from_slice(game.record(audience, site)?.as_bytes());
                    text.push(b'\n');
                }
                Some(archive) => archive.add(&game, &game.record(audience, site)?)?,
            }
        }
        if let Some(archive) = &mut self.archive {
            if !self.more {
                archive.finish()?;
            }
            text = archive.take();
        }
        Ok(text)
    }
}
