//! News of other servers, for the parts of this one.

use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;

use tengen_bus::Inbox;
use tengen_game::Millis;
use tengen_lists::{Happened, Lists};
use tengen_live::{Rooms, Watching};
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

use crate::news::{EventNews, GameNews, News};

/// Ends all that is open by the token with this hash: of a token whose rights have changed, all that was opened before that moment.
pub type Revoke = Box<dyn Fn(&str, Option<Millis>) + Send + Sync>;

/// The parts of a server that hear news.
pub struct Ears {
    /// The games that go on here.
    pub rooms: Rooms,
    /// The lists of games.
    pub lists: Lists,
    /// Whoever ends all that is open by a token.
    pub revoke: Revoke,
}

impl Debug for Ears {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ears").finish_non_exhaustive()
    }
}

/// Hears news until the server stops, or the inbox has ended: then each further call returns at once, and such a duty is down. Nothing
/// here waits for the database.
pub async fn listen(inbox: Arc<Mutex<Inbox>>, ears: Arc<Ears>, stop: CancellationToken) {
    let mut inbox = inbox.lock().await;
    loop {
        let message = tokio::select! {
            message = inbox.next() => message,
            () = stop.cancelled() => return,
        };
        let Some(message) = message else { return };
        for line in message.lines.lines() {
            match News::read(line) {
                Ok(news) => {
                    if !ears.hear(message.from, news) {
                        inbox.note_unreadable();
                    }
                }
                Err(error) => {
                    tracing::debug!(%error, "news that can't be read");
                    inbox.note_unreadable();
                }
            }
        }
    }
}

impl Ears {
    /// Answers whether it could read all of them: those of a later release it can't.
    fn hear(&self, from: i64, news: News) -> bool {
        match news {
            News::Event(news) => return self.hear_of_event(*news),
            News::Game(GameNews { game, players, public }) => {
                let players = players.into_iter().map(|player| player.0).collect();
                self.lists.hear(&Happened { game: game.0, seq: 0, players, public, moved: None });
            }
            News::Rematch { game, rematch } => self.rooms.hear_of_rematch(game.0, rematch),
            News::Watching { game, connections, addresses } => {
                self.rooms.hear_of_watchers(game.0, from, Watching { connections, addresses });
            }
            News::Attended { games } => {
                self.rooms.hear_of_players(games.into_iter().map(|game| game.0));
            }
            News::Revoked { token, changed_at } => (self.revoke)(&token, changed_at),
            News::Unknown => return false,
        }
        true
    }

    /// A game that has a room here is left to its room, which tells the lists. Of an event that can't be read here the room reads in the
    /// log. Answers whether it could be read.
    fn hear_of_event(&self, news: EventNews) -> bool {
        let EventNews { game, players, public, event, moved } = news;
        let (game, event) = (game.0, tengen_archive::StoredEvent::from(event));
        let (seq, readable) = (event.seq, !event.is_of_later_release());
        let is_told =
            if readable { self.rooms.hear(game, event) } else { self.rooms.catch_up(game, Some(seq)) };
        if !is_told {
            let players = players.into_iter().map(|player| player.0).collect();
            self.lists.hear(&Happened { game, seq, players, public, moved });
        }
        readable
    }
}
