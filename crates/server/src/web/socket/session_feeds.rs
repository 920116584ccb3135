//! The feeds that a socket follows beside games: the lobby, and the player's own games.

use std::time::Duration;

use tengen_game::{GameId, Millis};
use tengen_limits::TooMany;
use tengen_lists::{Lobby, NumberedFeed, OwnFeed};
use tengen_live::RoomError;
use tengen_live::SharedText;
use tengen_protocol::{OwnLine, ToClient, Version};
use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::app::App;
use crate::web::caller::Anyone;
use crate::web::client::Client;
use crate::web::error::WebError;

/// How often a socket may ask for its own games in the long run, and how far it may be ahead of that: each time they are read.
const MINE_EACH: Duration = Duration::from_secs(1);
const MINE_AHEAD: Duration = Duration::from_secs(5);

/// The feeds of a socket.
#[derive(Debug, Default)]
pub(super) struct SessionFeeds {
    lobby: Option<NumberedFeed<Lobby>>,
    mine: Option<mpsc::Receiver<Result<OwnLine, RoomError>>>,
    /// Up to when the time for reading the own games is spent.
    mine_paid_until: Option<Instant>,
}

impl SessionFeeds {
    /// Follows the lobby from now on, which is told whole at first. That of a pupil of a closed class has no games.
    pub(super) fn follow_lobby(&mut self, app: &App, caller: &Anyone) {
        let is_enclosed = caller.eyes().enclosed_in.is_some();
        let lobby = if is_enclosed { Lobby::new() } else { app.lists.lobby().clone() };
        self.lobby = Some(NumberedFeed::open(lobby, None));
    }

    /// Whether the lobby is followed.
    pub(super) fn follows_lobby(&self) -> bool {
        self.lobby.is_some()
    }

    /// Wants no more of the lobby.
    pub(super) fn leave_lobby(&mut self) {
        self.lobby = None;
    }

    /// Follows the caller's own games, save one. A task beside the socket reads them: there may be many, and the socket has
    /// other things to do, and its time counts for the client like that of the socket. Should the database be away, a problem
    /// comes in the place of the lines.
    pub(super) fn follow_mine(
        &mut self,
        app: &App,
        client: Client,
        caller: &Anyone,
        since: Option<Millis>,
        except: Option<GameId>,
    ) -> Result<(), WebError> {
        let player = caller.viewing()?.id.0;
        self.mine_asked(Instant::now())?;
        let (app, (lines, mine)) = (app.clone(), mpsc::channel(1));
        self.mine = Some(mine);
        tokio::spawn(async move {
            let feed = async {
                app.limits.rested(client).await;
                OwnFeed::open(app.lists.clone(), player, since, except).await
            };
            let telling = app.limits.attend(client, tell_mine(feed, &lines));
            tokio::select! {
                () = telling => {}
                () = lines.closed() => {}
            }
        });
        Ok(())
    }

    /// Counts a request for the own games, and refuses it if there were too many of late.
    fn mine_asked(&mut self, now: Instant) -> Result<(), TooMany> {
        let paid_until = self.mine_paid_until.map_or(now, |until| until.max(now));
        let too_early = (paid_until - now).checked_sub(MINE_AHEAD).filter(|wait| !wait.is_zero());
        if let Some(retry_after) = too_early {
            return Err(TooMany { retry_after });
        }
        self.mine_paid_until = Some(paid_until + MINE_EACH);
        Ok(())
    }

    /// Wants no more of the own games.
    pub(super) fn leave_mine(&mut self) {
        self.mine = None;
    }

    /// The text of the next frame in a version of the protocol, whenever there is one. It may be dropped while it waits: no frame is lost.
    pub(in crate::web) async fn next(&mut self, version: Version) -> SharedText {
        loop {
            tokio::select! {
                update = next_update(&mut self.lobby, version) => match update {
                    Some(text) => return text,
                    None => self.lobby = None,
                },
                line = next_line(&mut self.mine) => match line {
                    // Shapes made of texts and numbers always encode.
                    Some(line) => return serde_json::to_string(&mine(line)).unwrap_or_default().into(),
                    None => self.mine = None,
                },
            }
        }
    }
}

/// The next change of the lobby; never, for a socket that does not follow it.
async fn next_update(lobby: &mut Option<NumberedFeed<Lobby>>, version: Version) -> Option<SharedText> {
    match lobby {
        Some(updates) => updates.next().await.map(|line| line.text(version).clone()),
        None => std::future::pending().await,
    }
}

/// Sends the changes in a player's own games, as long as somebody receives them.
async fn tell_mine(
    feed: impl Future<Output = Result<OwnFeed, RoomError>>,
    lines: &mpsc::Sender<Result<OwnLine, RoomError>>,
) {
    match feed.await {
        Ok(mut feed) => while lines.send(Ok(feed.next().await)).await.is_ok() {},
        // A client that has left meanwhile need not know.
        Err(error) => _ = lines.send(Err(error)).await,
    }
}

/// The frame of a line, or of the failure to read any.
fn mine(line: Result<OwnLine, RoomError>) -> ToClient {
    match line {
        Ok(line) => ToClient::Mine { line: Box::new(line) },
        Err(error) => ToClient::Problem { game: None, id: None, problem: WebError::from(error).problem() },
    }
}

/// The next change in the own games; never, for a socket that does not follow them.
async fn next_line(
    mine: &mut Option<mpsc::Receiver<Result<OwnLine, RoomError>>>,
) -> Option<Result<OwnLine, RoomError>> {
    match mine {
        Some(lines) => lines.recv().await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_games_are_read_a_few_times_at_once_and_then_once_a_second() {
        let (mut feeds, now) = (SessionFeeds::default(), Instant::now());
        let at_once = (0..20).take_while(|_| feeds.mine_asked(now).is_ok()).count();
        assert_eq!(at_once, 6);
        let wait = feeds.mine_asked(now).unwrap_err().retry_after;
        assert_eq!(wait, MINE_EACH);
        assert!(feeds.mine_asked(now + wait).is_ok());
        assert!(feeds.mine_asked(now + wait).is_err());
        assert!(feeds.mine_asked(now + Duration::from_mins(1)).is_ok());
    }
}
