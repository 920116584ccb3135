//! The lobby and the top live games, as they change.

use reqwest::Url;
use tengen_protocol::{LobbyLine, TopLine};

use super::{Lines, Source};
use crate::address::Address;
use crate::{Client, Error};

impl Client {
    /// The open and live public games as they come and go: from the line of this number on, if the server still knows it,
    /// else from a whole list on. It never ends by itself. A session's
    /// [`follow_lobby`](crate::Session::follow_lobby) tells the same.
    pub fn lobby_stream(&self, since: Option<u64>) -> Lines<LobbyLine> {
        Lines::open(self.clone(), LobbyLines(since))
    }

    /// The live games at which most people look, position by position: from the line of this number on, if the server
    /// still knows it, else from a whole list on. It never ends by itself.
    pub fn top_stream(&self, since: Option<u64>) -> Lines<TopLine> {
        Lines::open(self.clone(), TopLines(since))
    }
}

/// The lobby, and the number of the last line.
struct LobbyLines(Option<u64>);

impl Source for LobbyLines {
    type Line = LobbyLine;
    type Item = LobbyLine;

    fn begin(&mut self, address: &Address) -> Url {
        numbered(address, "lobby/stream", self.0)
    }

    fn take(&mut self, line: LobbyLine) -> Result<Option<LobbyLine>, Error> {
        let (LobbyLine::Lobby { seq, .. } | LobbyLine::LobbyUpdate { seq, .. }) = &line;
        self.0 = Some(*seq);
        Ok(Some(line))
    }

    async fn is_over(&self, _: &Client) -> Result<bool, Error> {
        Ok(false)
    }
}

/// The top live games, and the number of the last line.
struct TopLines(Option<u64>);

impl Source for TopLines {
    type Line = TopLine;
    type Item = TopLine;

    fn begin(&mut self, address: &Address) -> Url {
        numbered(address, "top/stream", self.0)
    }

    fn take(&mut self, line: TopLine) -> Result<Option<TopLine>, Error> {
        let (TopLine::Top { seq, .. } | TopLine::TopUpdate { seq, .. }) = &line;
        self.0 = Some(*seq);
        Ok(Some(line))
    }

    async fn is_over(&self, _: &Client) -> Result<bool, Error> {
        Ok(false)
    }
}

/// Where a stream goes on after a number.
pub(super) fn numbered(address: &Address, path: &str, since: Option<impl ToString>) -> Url {
    let mut url = address.of(path);
    if let Some(since) = since {
        url.query_pairs_mut().append_pair("since", &since.to_string());
    }
    url
}
