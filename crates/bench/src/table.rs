//! Two clients who play one game after the other, each move as soon as both have seen the last one.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::client::{Kind, Socket};
use crate::failure::Failure;
use crate::stage::Pair;
use crate::supply::{Booked, Supply};

/// The number of the event that starts a game.
const JOINED: u32 = 1;

/// The servers at which the clients of a table are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seats {
    pub(crate) black: SocketAddr,
    pub(crate) white: SocketAddr,
    /// That of somebody who watches, if there is anybody.
    pub(crate) spectator: Option<SocketAddr>,
}

/// Both players are at one server.
impl From<SocketAddr> for Seats {
    fn from(address: SocketAddr) -> Self {
        Self { black: address, white: address, spectator: None }
    }
}

/// Two clients, and perhaps one who watches, each with one connection.
#[derive(Debug)]
pub(crate) struct Table {
    black: Socket,
    white: Socket,
    spectator: Option<Socket>,
    supply: Supply,
    /// The game that is played, unless all games are over.
    game: Option<Booked>,
    /// How many of its moves were made.
    made: u32,
}

impl Table {
    /// Two players sit down at their first game. Where players need not be known there is no pair.
    pub(crate) async fn open(
        seats: impl Into<Seats>,
        pair: Option<&Pair>,
        kind: Kind,
        supply: Supply,
    ) -> Result<Self, Failure> {
        let seats = seats.into();
        let black = Socket::open(seats.black, pair.map(|pair| pair.black.as_str()), kind).await?;
        let white = Socket::open(seats.white, pair.map(|pair| pair.white.as_str()), kind).await?;
        let spectator = match seats.spectator {
            Some(address) => Some(Socket::open(address, None, kind).await?),
            None => None,
        };
        let mut table = Self { black, white, spectator, supply, game: None, made: 0 };
        table.begin_game().await?;
        Ok(table)
    }

    /// Goes on to the next game.
    async fn begin_game(&mut self) -> Result<(), Failure> {
        let last = self.game.take().map(|game| game.id);
        self.made = 0;
        if let Some(game) = self.supply.next().await? {
            self.black.sit_down(&game.id, last.as_deref()).await?;
            self.white.sit_down(&game.id, last.as_deref()).await?;
            if let Some(spectator) = &mut self.spectator {
                spectator.sit_down(&game.id, last.as_deref()).await?;
            }
            self.game = Some(game);
        }
        Ok(())
    }

    /// The game that is played, unless all games are over.
    pub(crate) fn game(&self) -> Option<&Booked> {
        self.game.as_ref()
    }

    /// Makes moves until a moment, or until no games are left. Answers how long each took until all had seen it.
    pub(crate) async fn play_until(&mut self, end: Instant) -> Result<Vec<Duration>, Failure> {
        let mut latencies = Vec::new();
        while self.game.is_some() {
            let began = Instant::now();
            if began >= end {
                break;
            }
            self.make_move().await?;
            latencies.push(began.elapsed());
            self.go_on().await?;
        }
        Ok(latencies)
    }

    /// Makes the next move and waits until all have seen it. Answers its number and its frame as the opponent got it.
    pub(crate) async fn make_move(&mut self) -> Result<(u32, Utf8Bytes), Failure> {
        let game = self.game.as_ref().ok_or("no game is left")?;
        let turn = self.made;
        let at = game.moves.get(turn as usize).ok_or("the game has no more moves")?;
        let command = format!(r#"{{"type":"play","id":"m{turn}","turn":{turn},"at":"{at}"}}"#);
        let frame = format!(r#"{{"type":"command","game":"{}","command":{command}}}"#, game.id);
        let seq = JOINED + turn + 1;
        let (mover, other) = if turn.is_multiple_of(2) {
            (&mut self.black, &mut self.white)
        } else {
            (&mut self.white, &mut self.black)
        };
        mover.send(frame).await?;
        mover.see(seq).await?;
        let seen = other.see(seq).await?;
        if let Some(spectator) = &mut self.spectator {
            spectator.see(seq).await?;
        }
        self.made += 1;
        Ok((seq, seen))
    }

    /// Leaves a game of which no more moves are known, and begins the next. It does not end, or the server would index its positions
    /// meanwhile, which costs more than its moves.
    async fn go_on(&mut self) -> Result<(), Failure> {
        match &self.game {
            Some(game) if self.made as usize >= game.moves.len() => self.begin_game().await,
            _ => Ok(()),
        }
    }
}
