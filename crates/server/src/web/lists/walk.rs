//! The way of an export through its list: page by page, and through the logs of each page portion by portion.

use std::collections::VecDeque;

use tengen_game::PlayerId;
use tengen_lists::{Entry, Lists};
use tengen_store::{GamesFilter, Store};
use tokio::task::spawn_blocking;
use tokio_util::sync::CancellationToken;

use super::archive::Archive;
use super::form::{Form, Writing};
use super::own_part::OwnPart;
use crate::web::error::WebError;

/// How many events are in memory at once, but for a game that has more by itself.
const PORTION: u32 = 2_000;

/// How far an export has come through its list.
pub(in crate::web) struct Walk {
    store: Store,
    lists: Lists,
    /// The address under which the server is known.
    site: Option<String>,
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

/// Ends what is read for a reader who has left: between two queries, for none of them can be ended itself.
fn stays(left: &CancellationToken) -> Result<(), WebError> {
    if left.is_cancelled() { Err(WebError::internal("the reader has left")) } else { Ok(()) }
}

impl Walk {
    /// Through all games that a filter lets through, from these on. The form says how many are on a page.
    pub(super) fn of_games(
        (store, lists, site): (Store, Lists, Option<String>),
        filter: GamesFilter,
        form: Form,
    ) -> Self {
        let filter = GamesFilter { limit: form.page(), ..filter };
        let is_archive = matches!(form, Form::Archive | Form::Own);
        let archive = is_archive.then(|| Box::new(Archive::new()));
        Self { store, lists, site, filter, form, archive, own: None, listed: VecDeque::new(), more: true }
    }

    /// Through everything that belongs to a player: all that the server knows, as JSON, the records, and the games.
    pub(in crate::web) fn of_everything(
        ground: (Store, Lists, Option<String>),
        player: PlayerId,
        known: Vec<u8>,
    ) -> Self {
        let filter = GamesFilter {
            player: Some(player),
            viewer: Some(player),
            with_void: true,
            now: ground.0.clock().now(),
            ..GamesFilter::default()
        };
        Self { own: Some(OwnPart::new(player, known)), ..Self::of_games(ground, filter, Form::Own) }
    }

    /// How the export shows games.
    pub(super) fn form(&self) -> Form {
        self.form
    }

    /// Whether everything is written.
    pub(in crate::web) fn is_over(&self) -> bool {
        !self.more && self.listed.is_empty()
    }

    /// Reads and writes the next portion, as long as the reader has not left.
    pub(in crate::web) async fn portion(&mut self, left: &CancellationToken) -> Result<Vec<u8>, WebError> {
        if let (Some(own), Some(archive)) = (&mut self.own, &mut self.archive)
            && !own.is_written()
        {
            own.write(&self.store, archive).await?;
            return Ok(archive.take());
        }
        if self.listed.is_empty() {
            self.list().await?;
            stays(left)?;
        }
        let games = portion(&mut self.listed);
        let logs = match self.form {
            Form::Summaries => Vec::new(),
            _ => self.lists.logs(&games).await?,
        };
        stays(left)?;
        let mut writing = Writing {
            form: self.form,
            site: self.site.clone(),
            archive: self.archive.take(),
            owner: self.own.as_ref().map(OwnPart::player),
            is_last: self.is_over(),
        };
        // On a thread that nobody else waits for.
        let written = spawn_blocking(move || {
            let text = writing.write(games, logs);
            (writing.archive, text)
        });
        let (archive, text) = written.await.map_err(WebError::internal)?;
        self.archive = archive;
        text
    }

    /// Reads the next page of the list.
    async fn list(&mut self) -> Result<(), WebError> {
        let page = self.lists.page(&self.filter).await?;
        let lengths = match self.form {
            Form::Summaries => vec![0; page.games.len()],
            _ => self.lists.lengths(&page.games).await?,
        };
        self.more = page.next.is_some();
        self.filter.after = page.next;
        self.listed = page.games.into_iter().zip(lengths).collect();
        Ok(())
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
