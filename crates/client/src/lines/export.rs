//! All games of a list.

use std::marker::PhantomData;

use reqwest::Url;
use serde::de::DeserializeOwned;
use tengen_game::{GameId, Millis};
use tengen_protocol::{GameWithEvents, Summary};

use super::Source;
use crate::address::Address;
use crate::{Client, Error, GameFilter};

/// A line of an export.
pub(crate) trait ExportLine: DeserializeOwned + Send + 'static {
    /// Whether the server is asked for events.
    const EVENTS: bool;

    /// The game.
    fn game(&self) -> &Summary;
}

impl ExportLine for Summary {
    const EVENTS: bool = false;

    fn game(&self) -> &Summary {
        self
    }
}

impl ExportLine for GameWithEvents {
    const EVENTS: bool = true;

    fn game(&self) -> &Summary {
        &self.game
    }
}

/// An export, and its last game.
pub(crate) struct Export<L> {
    filter: GameFilter,
    last: Option<(Millis, GameId)>,
    line: PhantomData<fn() -> L>,
}

impl<L> Export<L> {
    pub(crate) fn new(filter: GameFilter) -> Self {
        Self { filter, last: None, line: PhantomData }
    }
}

impl<L: ExportLine> Source for Export<L> {
    type Line = L;
    type Item = L;

    const ATTEMPTS: Option<u32> = Some(8);

    fn begin(&mut self, address: &Address) -> Url {
        if let Some((made_at, _)) = self.last {
            // Games that were made in the same millisecond come once more, and are passed over.
            self.filter.until = Some(made_at.saturating_add(1));
        }
        let mut url = self.filter.url(address);
        if L::EVENTS {
            url.query_pairs_mut().append_pair("with", "events");
        }
        url
    }

    fn take(&mut self, line: L) -> Result<Option<L>, Error> {
        let place = (line.game().created_at, line.game().id.0);
        // Newest first, and by id where they are of the same age.
        if self.last.is_some_and(|last| place >= last) {
            return Ok(None);
        }
        self.last = Some(place);
        Ok(Some(line))
    }

    async fn is_over(&self, _: &Client) -> Result<bool, Error> {
        Ok(true)
    }
}
