//! The list of a player's own games, put together: a long one comes in several lines, over REST and over the socket.

use tengen_protocol::{OwnLine, OwnNews, Summary};

use crate::Error;

/// More games than a player has at once.
const MOST_GAMES: usize = 100_000;

/// The parts of the list that have come.
#[derive(Debug, Default)]
pub(crate) struct WholeList(Vec<Summary>);

impl WholeList {
    /// The list begins anew.
    pub(crate) fn begin(&mut self) {
        self.0.clear();
    }

    /// Takes a line, and answers it when it is whole.
    pub(crate) fn take(&mut self, line: OwnLine) -> Result<Option<OwnLine>, Error> {
        let OwnLine { seq, news: OwnNews::Games { games, more } } = line else { return Ok(Some(line)) };
        self.0.extend(games);
        if self.0.len() > MOST_GAMES {
            return Err(Error::unreadable(&format_args!("there are more than {MOST_GAMES} games")));
        }
        let games = if more { return Ok(None) } else { std::mem::take(&mut self.0) };
        Ok(Some(OwnLine { seq, news: OwnNews::Games { games, more: false } }))
    }
}
