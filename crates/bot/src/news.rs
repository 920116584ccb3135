//! News that the server tells a bot at once, so that it need not look.

use tengen_client::{Client, Lines};
use tengen_protocol::{OwnLine, OwnNews};

/// The stream of the bot's own games, as long as the server has one.
#[derive(Debug)]
pub(crate) struct News(Option<Lines<OwnLine>>);

impl News {
    /// The news from now on.
    pub(crate) fn of(client: &Client) -> Self {
        Self(Some(client.own_stream(None)))
    }

    /// The next piece of news. It never comes when the server refuses to tell; while the server is away it waits. Nothing is
    /// lost when this is dropped while it waits.
    pub(crate) async fn next(&mut self) -> OwnNews {
        while let Some(lines) = &mut self.0 {
            match lines.next().await {
                Ok(Some(line)) => return line.news,
                Ok(None) => self.0 = None,
                Err(error) => {
                    tracing::warn!(%error, "offers are only found by looking for them");
                    self.0 = None;
                }
            }
        }
        std::future::pending().await
    }
}
