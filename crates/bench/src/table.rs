//! Two clients who play one game after the other, each move as soon as both have seen the last one.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::client::Socket;
use crate::failure::Failure;
use crate::stage::{Instance, Pair};

/// The number of the event that starts a game.
const JOINED: u32 = 1;

/// A game to be played.
#[derive(Debug, Clone)]
pub(crate) struct Booked {
    /// Its id.
    pub(crate) id: String,
    /// Where stones are played, Black first; then whose turn it is resigns.
    pub(crate) moves: Arc<[String]>,
}

/// Two clients, each with one connection.
#[derive(Debug)]
pub(crate) struct Table {
    black: Socket,
    white: Socket,
    games: VecDeque<Booked>,
    /// How many moves of the first game were made.
    made: u32,
}

impl Table {
    /// The two players sit down at a Tengen server. They follow all their games from the beginning.
    pub(crate) async fn open(instance: &Instance, pair: &Pair, games: Vec<Booked>) -> Result<Self, Failure> {
        let mut black = Socket::open(instance.address(), Some(&pair.black)).await?;
        let mut white = Socket::open(instance.address(), Some(&pair.white)).await?;
        for game in &games {
            black.subscribe(&game.id).await?;
            white.subscribe(&game.id).await?;
        }
        Ok(Self { black, white, games: games.into(), made: 0 })
    }

    /// The two players sit down at a server that knows neither players nor games before they subscribe.
    pub(crate) async fn open_at_rival(address: SocketAddr, games: Vec<Booked>) -> Result<Self, Failure> {
        let mut black = Socket::open(address, None).await?;
        let mut white = Socket::open(address, None).await?;
        for game in &games {
            black.subscribe(&game.id).await?;
            white.subscribe(&game.id).await?;
        }
        Ok(Self { black, white, games: games.into(), made: 0 })
    }

    /// Makes so many moves, or fewer if no games are left; resigning counts as one. Answers how long each took until both
    /// had seen it.
    pub(crate) async fn play(&mut self, moves: usize) -> Result<Vec<Duration>, Failure> {
        let mut latencies = Vec::with_capacity(moves);
        for _ in 0..moves {
            if self.games.is_empty() {
                break;
            }
            let began = Instant::now();
            self.make_move().await?;
            latencies.push(began.elapsed());
        }
        Ok(latencies)
    }

    /// Makes the next move and waits until both have seen it. Answers its number and its frame as the opponent got it.
    pub(crate) async fn make_move(&mut self) -> Result<(u32, Utf8Bytes), Failure> {
        let game = self.games.front().ok_or("no game is left")?;
        let turn = self.made;
        let command = match game.moves.get(turn as usize) {
            Some(at) => format!(r#"{{"type":"play","id":"m{turn}","turn":{turn},"at":"{at}"}}"#),
            None => format!(r#"{{"type":"resign","id":"m{turn}"}}"#),
        };
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
        self.made += 1;
        if self.made as usize > game.moves.len() {
            self.games.pop_front();
            self.made = 0;
        }
        Ok((seq, seen))
    }
}
