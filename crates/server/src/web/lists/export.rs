//! Every game of a list in one answer, however many there are.
//!
//! The list is read page by page and its logs portion by portion, each when the one before it has been sent, so that an export
//! takes the memory of a portion, holds no connection to the database while its reader is slow, and ends when the reader
//! goes. A query that is at work then goes on in the database, and keeps the turn until it ends; no other one is begun. Exports take turns,
//! with each other and with whatever else looks through lists for the same client, and one client has a part of a processor for all of
//! its own: games that are played come first.

use std::io;
use std::time::Instant;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tengen_actions::kit::{AtWork, WorkPlace};
use tengen_game::PlayerId;
use tengen_limits::{Client, Limits, ListTurn};
use tengen_lists::Lists;
use tengen_store::{GamesFilter, Store};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::both_turns::both_turns;
use super::form::Form;
use super::walk::Walk;
use crate::app::App;
use crate::web::error::WebError;

/// An export on its way.
pub(in crate::web) struct Export {
    app: App,
    client: Client,
    walk: Walk,
    /// What is sent next.
    ready: Bytes,
    place: WorkPlace,
}

impl Export {
    /// The answer with all games that the filter lets through.
    pub(super) async fn begin(
        app: App,
        filter: GamesFilter,
        form: Form,
        client: Client,
    ) -> Result<Response, WebError> {
        let walk = Walk::of_games(ground(&app), filter, form);
        Self::begin_with(app, walk, client).await
    }

    /// The answer with everything that belongs to a player: all that the server knows, which the caller has put into JSON, the records, and
    /// the games.
    pub(in crate::web) async fn everything(
        app: App,
        player: PlayerId,
        known: Vec<u8>,
        client: Client,
    ) -> Result<Response, WebError> {
        let walk = Walk::of_everything(ground(&app), player, known);
        Self::begin_with(app, walk, client).await
    }

    async fn begin_with(app: App, walk: Walk, client: Client) -> Result<Response, WebError> {
        let place = app.turns.exports.place(&app.limits, client)?;
        let form = walk.form();
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
        let (own_turn, turn) = tokio::select! {
            turns = rested_turn(&app.limits, client, &place) => turns?,
            () = app.stop.cancelled() => return Err(WebError::internal("the server stops")),
        };
        let left = CancellationToken::new();
        // Dropped when nobody waits any more.
        let _reader = left.clone().drop_guard();
        // From here on, for the database works for it, too.
        let counted = Counted { app: app.clone(), client, began: Instant::now() };
        let read = turn.work_to_the_end(async move {
            let text = walk.portion(&left).await;
            // Not before: the work goes on when its reader has left.
            drop((counted, own_turn));
            text.map(|text| (walk, text))
        });
        let (walk, text) = read.await??;
        Ok(Self { app, client, walk, ready: text.into(), place })
    }
}

/// What an export reads from, and the address under which the server is known.
fn ground(app: &App) -> (Store, Lists, Option<String>) {
    (app.store.clone(), app.lists.clone(), app.options.public_url.clone())
}

/// The turns of an export among what looks through lists for its client, and among all exports, once the client has rested from what was
/// exported before.
async fn rested_turn(
    limits: &Limits,
    client: Client,
    place: &WorkPlace,
) -> Result<(ListTurn, AtWork), WebError> {
    loop {
        sleep(limits.rest(client)).await;
        let turns = both_turns(limits, client, place).await?;
        // Meanwhile another export of the same client may have been at work.
        if limits.rest(client).is_zero() {
            return Ok(turns);
        }
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

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::sync::Arc;
    use std::time::Duration;

    use tengen_limits::Options;
    use tokio::time::timeout;

    use super::*;
    use tengen_actions::kit::Turns;

    const BARELY: Duration = Duration::from_millis(20);

    #[tokio::test]
    async fn an_export_takes_turns_with_the_other_lists_of_its_client() {
        let all = Turns::new(1, 2);
        let limits = Arc::new(Limits::new(&Options::USUAL));
        let [one, other] = [1, 2].map(|last| limits.client(Ipv4Addr::new(192, 0, 2, last).into(), false));
        let [place, others] = [one, other].map(|client| all.place(&limits, client).unwrap());
        let look = limits.look(one).await.unwrap();
        assert!(timeout(BARELY, rested_turn(&limits, one, &place)).await.is_err());
        // Nobody else waits for that.
        drop(rested_turn(&limits, other, &others).await.unwrap());
        drop(look);
        let turns = rested_turn(&limits, one, &place).await.unwrap();
        assert!(timeout(BARELY, limits.look(one)).await.is_err());
        drop(turns);
        drop(limits.look(one).await.unwrap());
    }
}
