//! What happens in a player's own games.

use reqwest::Url;
use tengen_game::Millis;
use tengen_protocol::{OwnLine, OwnNews, Summary};

use super::list_lines::numbered;
use super::{Lines, Source};
use crate::address::Address;
use crate::{Client, Error};

/// More games than a player has at once.
const MOST_GAMES: usize = 100_000;

impl Client {
    /// What happens in the player's own games, offers included: from the line of this number on, which any moment of the
    /// past is, or, without one, from the list of all that are not over. That list is one line, however many they are. It
    /// never ends by itself. A session's [`follow_mine`](crate::Session::follow_mine) tells the same.
    ///
    /// ```no_run
    /// # async fn welcome(client: tengen_client::Client) -> Result<(), tengen_client::Error> {
    /// use tengen_client::protocol::OwnNews;
    ///
    /// let mut news = client.own_stream(None);
    /// while let Some(line) = news.next().await? {
    ///     if let OwnNews::Offered { game } = line.news {
    ///         client.join(game.id.0).await?;
    ///     }
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn own_stream(&self, since: Option<Millis>) -> Lines<OwnLine> {
        Lines::open(self.clone(), OwnLines { since, whole: WholeLines::default() })
    }
}

/// Puts a list that comes in several lines together.
#[derive(Debug, Default)]
pub(crate) struct WholeLines(Vec<Summary>);

impl WholeLines {
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

/// The lines, and the number of the last one.
struct OwnLines {
    since: Option<Millis>,
    whole: WholeLines,
}

impl Source for OwnLines {
    type Line = OwnLine;
    type Item = OwnLine;

    fn begin(&mut self, address: &Address) -> Url {
        self.whole.begin();
        numbered(address, "me/stream", self.since)
    }

    fn take(&mut self, line: OwnLine) -> Result<Option<OwnLine>, Error> {
        let line = self.whole.take(line)?;
        self.since = line.as_ref().map(|line| line.seq).or(self.since);
        Ok(line)
    }

    async fn is_over(&self, _: &Client) -> Result<bool, Error> {
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_in_parts_is_one_line() {
        let read = |json| serde_json::from_str::<OwnLine>(json).unwrap();
        let part = read(r#"{"seq": 0, "type": "games", "games": [], "more": true}"#);
        let end = read(r#"{"seq": 7, "type": "games", "games": [], "more": false}"#);
        let mut lines = OwnLines { since: None, whole: WholeLines::default() };
        assert_eq!(lines.take(part).unwrap(), None);
        assert_eq!(lines.since, None, "whoever breaks off here begins anew");
        assert_eq!(lines.take(end.clone()).unwrap(), Some(end));
        assert_eq!(lines.since, Some(7));
    }
}
