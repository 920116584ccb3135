//! A client who follows a game and comes back whenever the socket ends, as pages do: with the number of the last event.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, watch};
use tokio::time::sleep;

use crate::client::{Kind, Next, Socket, event_number};
use crate::failure::Failure;

/// The address of the first client. All of this network are this machine's own.
const FIRST_HOME: Ipv4Addr = Ipv4Addr::new(127, 1, 0, 1);
/// Before the next attempt to come back.
const PAUSE: Duration = Duration::from_millis(100);

/// Who follows which game, and from where.
#[derive(Debug, Clone)]
pub(crate) struct Comer {
    /// An address of its own, as clients of a proxy have.
    home: Ipv4Addr,
    door: SocketAddr,
    token: Option<String>,
    game: String,
}

/// A command that is sent until its event has come.
#[derive(Debug)]
pub(crate) struct Wish {
    /// The frame. It may be sent again: the command has an id.
    pub(crate) frame: String,
    /// The number of its event.
    pub(crate) seq: u32,
}

/// An end of a socket, and the way back.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Return {
    /// How the socket ended.
    pub(crate) code: Option<u16>,
    pub(crate) ended: Instant,
    /// The client has all events again.
    pub(crate) back: Instant,
    /// Attempts without success.
    pub(crate) failed: u32,
}

/// The returns of all clients.
#[derive(Debug, Default)]
pub(crate) struct Returns(Mutex<Vec<Return>>);

impl Returns {
    fn note(&self, one: Return) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(one);
    }

    /// Those so far.
    pub(crate) fn all(&self) -> Vec<Return> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// What a client has seen.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Seen {
    /// The number of the last event.
    pub(crate) seq: u32,
    /// How often the client has come back.
    pub(crate) returns: u32,
    /// Whether its socket is open and has all events.
    pub(crate) there: bool,
}

/// A client whose socket is open.
#[derive(Debug)]
pub(crate) struct Present {
    comer: Comer,
    socket: Socket,
    seen: watch::Sender<Seen>,
}

impl Comer {
    /// The client with this number, who finds the servers behind a door.
    pub(crate) fn new(
        number: usize,
        door: SocketAddr,
        token: Option<&str>,
        game: &str,
    ) -> Result<Self, Failure> {
        let home = Ipv4Addr::from_bits(FIRST_HOME.to_bits() + u32::try_from(number)?);
        Ok(Self { home, door, token: token.map(str::to_owned), game: game.to_owned() })
    }

    /// Comes for the first time.
    pub(crate) async fn come(self) -> Result<Present, Failure> {
        let seen = watch::Sender::new(Seen::default());
        match self.attempt(&seen).await? {
            Some(socket) => Ok(Present { comer: self, socket, seen }),
            None => Err("a socket ended before it had a game's events".into()),
        }
    }

    /// Opens a socket and takes the events since the last one. Nothing if the socket can't be opened, or has ended.
    async fn attempt(&self, seen: &watch::Sender<Seen>) -> Result<Option<Socket>, Failure> {
        let opened = Socket::open_from(self.home, self.door, self.token.as_deref(), Kind::Plain).await;
        let Ok(mut socket) = opened else { return Ok(None) };
        let since = seen.borrow().seq;
        let subscribe = format!(r#"{{"type":"subscribe","game":"{}","since":{since}}}"#, self.game);
        if socket.send(subscribe).await.is_err() {
            return Ok(None);
        }
        loop {
            match socket.next_or_end().await? {
                Next::Text(text) if text.starts_with(r#"{"type":"subscribed""#) => break,
                Next::Text(text) => note_event(seen, &text)?,
                Next::End(_) => return Ok(None),
            }
        }
        seen.send_modify(|seen| seen.there = true);
        Ok(Some(socket))
    }
}

impl Present {
    /// What the client has seen, from now on.
    pub(crate) fn seen(&self) -> watch::Receiver<Seen> {
        self.seen.subscribe()
    }

    /// Follows the game and fulfils wishes, for ever: it ends by an error alone.
    pub(crate) async fn stay(
        self,
        returns: &Returns,
        mut wishes: Option<mpsc::Receiver<Wish>>,
    ) -> Result<(), Failure> {
        let Self { comer, mut socket, seen } = self;
        let mut open: Option<Wish> = None;
        loop {
            if open.as_ref().is_some_and(|wish| seen.borrow().seq >= wish.seq) {
                open = None;
            }
            tokio::select! {
                next = socket.next_or_end() => match next? {
                    Next::Text(text) => note_event(&seen, &text)?,
                    Next::End(code) => {
                        socket = comer.come_back(code, socket, &seen, returns).await?;
                        if let Some(wish) = open.as_ref().filter(|wish| seen.borrow().seq < wish.seq) {
                            // A socket that can't be written to ends.
                            let _ = socket.send(wish.frame.clone()).await;
                        }
                    }
                },
                wish = next_wish(&mut wishes), if open.is_none() => {
                    let _ = socket.send(wish.frame.clone()).await;
                    open = Some(wish);
                }
            }
        }
    }
}

impl Comer {
    /// Opens another socket in the place of one that has ended, as soon as that succeeds.
    async fn come_back(
        &self,
        code: Option<u16>,
        last: Socket,
        seen: &watch::Sender<Seen>,
        returns: &Returns,
    ) -> Result<Socket, Failure> {
        let ended = Instant::now();
        seen.send_modify(|seen| seen.there = false);
        last.see_off().await;
        let mut failed = 0;
        loop {
            if let Some(socket) = self.attempt(seen).await? {
                returns.note(Return { code, ended, back: Instant::now(), failed });
                seen.send_modify(|seen| seen.returns += 1);
                return Ok(socket);
            }
            failed += 1;
            sleep(PAUSE).await;
        }
    }
}

/// The next wish of a client who has any.
async fn next_wish(wishes: &mut Option<mpsc::Receiver<Wish>>) -> Wish {
    if let Some(wishes) = wishes
        && let Some(wish) = wishes.recv().await
    {
        return wish;
    }
    std::future::pending().await
}

/// Notes the number of an event. A gap would be an event that the client has missed.
fn note_event(seen: &watch::Sender<Seen>, frame: &str) -> Result<(), Failure> {
    let Some(seq) = event_number(frame) else { return Ok(()) };
    let last = seen.borrow().seq;
    if seq != last + 1 {
        return Err(format!("event {seq} came after event {last}").into());
    }
    seen.send_modify(|seen| seen.seq = seq);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_that_is_missing_is_an_error() {
        let seen = watch::Sender::new(Seen::default());
        let event = |seq: u32| format!(r#"{{"type":"event","game":"g","event":{{"seq":{seq},"v":1}}}}"#);
        assert!(note_event(&seen, &event(1)).is_ok());
        assert!(note_event(&seen, r#"{"type":"ack","game":"g","id":"m","seq":2}"#).is_ok());
        assert!(note_event(&seen, &event(3)).is_err());
        assert!(note_event(&seen, &event(2)).is_ok());
        assert_eq!(seen.borrow().seq, 2);
    }
}
