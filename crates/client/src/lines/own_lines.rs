//! The changes in a player's own games.

use reqwest::Url;
use tengen_game::Millis;
use tengen_protocol::OwnLine;

use super::list_lines::numbered;
use super::{Lines, Source};
use crate::address::Address;
use crate::whole_list::WholeList;
use crate::{Client, Error};

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
        Lines::open(self.clone(), OwnLines { since, whole: WholeList::default() })
    }
}

/// The lines, and the number of the last one.
struct OwnLines {
    since: Option<Millis>,
    whole: WholeList,
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
        let mut lines = OwnLines { since: None, whole: WholeList::default() };
        assert_eq!(lines.take(part).unwrap(), None);
        assert_eq!(lines.since, None, "whoever breaks off here begins anew");
        assert_eq!(lines.take(end.clone()).unwrap(), Some(end));
        assert_eq!(lines.since, Some(7));
    }
}
