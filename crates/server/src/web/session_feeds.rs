//! What a socket follows beside games: the lobby, and the player's own games.

use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tengen_game::Millis;
use tengen_protocol::{OwnLine, ToClient};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::caller::Anyone;
use super::error::WebError;
use crate::app::App;
use crate::limits::TooMany;
use crate::rooms::{Lobby, NumberedFeed, OwnFeed};

/// How often a socket may ask for its own games in the long run, and how far it may be ahead of that: each time they are read.
const MINE_EACH: Duration = Duration::from_secs(1);
const MINE_AHEAD: Duration = Duration::from_secs(5);

/// The feeds of a socket.
#[derive(Debug, Default)]
pub(super) struct SessionFeeds {
    lobby: Option<NumberedFeed<Lobby>>,
    mine: Option<mpsc::Receiver<OwnLine>>,
    /// Up to when the time for reading the own games is spent.
    mine_paid_until: Option<Instant>,
}

impl SessionFeeds {
    /// Follows the lobby from now on, which is told whole at first.
    pub(super) fn follow_lobby(&mut self, app: &App) {
        self.lobby = Some(NumberedFeed::open(app.lobby.clone(), None));
    }

    /// Wants no more of the lobby.
    pub(super) fn leave_lobby(&mut self) {
        self.lobby = None;
    }

    /// Follows the caller's own games. What is read for that is read beside the socket, which has other things to do.
    pub(super) async fn follow_mine(
        &mut self,
        app: &App,
        caller: &Anyone,
        since: Option<Millis>,
    ) -> Result<(), WebError> {
        let player = caller.viewing()?.id.0;
        self.mine_asked(Instant::now())?;
        let mut feed = OwnFeed::open(app.rooms.clone(), player, since).await?;
        let (lines, mine) = mpsc::channel(1);
        self.mine = Some(mine);
        tokio::spawn(async move {
            loop {
                let line = tokio::select! {
                    line = feed.next() => line,
                    () = lines.closed() => return,
                };
                if lines.send(line).await.is_err() {
                    return;
                }
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

    /// The next frame, whenever there is one. Whoever stops waiting loses none.
    pub(super) async fn next(&mut self) -> Utf8Bytes {
        loop {
            tokio::select! {
                update = next_update(&mut self.lobby) => match update {
                    Some(frame) => return frame,
                    None => self.lobby = None,
                },
                line = next_line(&mut self.mine) => match line {
                    // Shapes made of texts and numbers always encode.
                    Some(line) => {
                        let frame = ToClient::Mine { line: Box::new(line) };
                        return serde_json::to_string(&frame).unwrap_or_default().into();
                    }
                    None => self.mine = None,
                },
            }
        }
    }
}

/// The next change of the lobby; never, for who does not follow it.
async fn next_update(lobby: &mut Option<NumberedFeed<Lobby>>) -> Option<Utf8Bytes> {
    match lobby {
        Some(updates) => updates.next().await.map(|line| line.text),
        None => std::future::pending().await,
    }
}

/// What happens next in the own games; never, for who does not follow them.
async fn next_line(mine: &mut Option<mpsc::Receiver<OwnLine>>) -> Option<OwnLine> {
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
