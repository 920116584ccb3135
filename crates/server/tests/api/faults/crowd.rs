//! Everybody who takes part in a run, and the logs that they have seen.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use futures_util::future::join_all;
use futures_util::stream::{self, StreamExt};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use super::client::{Client, Played, Seat};
use super::log::Log;
use super::progress::Progress;
use super::spectators::{ignore, watch};
use super::way::Way;
use crate::rest::Visitor;
use crate::server::Server;

/// The numbers of spectators who read and of readers who do not, and the games that each of them follows.
const SPECTATORS: usize = 8;
const SLOW_READERS: usize = 6;
const FOLLOWED: usize = 12;
/// The number of guests who arrive at a time.
const ARRIVALS: usize = 20;
/// The number of games that wait for a player at a time: each of several servers allows one address some.
const OPEN: usize = 10;

/// The clock of a game, by its number: every system in turn, so slow that no flag falls of whoever thinks for this time, and so
/// short that overtime comes, and none.
pub(super) fn clock(number: usize, pace: Duration) -> Value {
    let pace = u64::try_from(pace.as_millis()).unwrap();
    match number % 6 {
        0 => json!({"system": "byo-yomi", "main": 200, "periods": 40, "period": 1_000 + pace}),
        1 => json!({"system": "fischer", "main": 60_000, "increment": 2_000 + pace, "max": 90_000}),
        2 => json!({"system": "canadian", "main": 200, "stones": 8, "period": 60_000 + 8 * pace}),
        3 => json!({"system": "absolute", "main": 300_000}),
        4 => json!({"system": "simple", "period": 30_000}),
        _ => Value::Null,
    }
}

/// The games and their players.
pub(super) struct Tables {
    pub(super) games: Vec<String>,
    players: Vec<Visitor>,
    /// How long players think about each move.
    pub(super) pace: Duration,
}

/// Everybody, at work.
pub(super) struct Crowd {
    playing: Vec<JoinHandle<Played>>,
    watching: Vec<JoinHandle<BTreeMap<String, Log>>>,
    ignoring: Vec<JoinHandle<usize>>,
}

/// The logs that the crowd has seen.
pub(super) struct Seen {
    /// By game, and Black before White.
    pub(super) played: Vec<Played>,
    pub(super) watched: Vec<BTreeMap<String, Log>>,
    ignored: usize,
    /// The number of tasks that failed, because the server told something wrong.
    pub(super) failed: usize,
}

impl Tables {
    pub(super) async fn new(server: &Server, games: usize, pace: Duration) -> Self {
        let mut players = Vec::new();
        while players.len() < 2 * games {
            let names = (players.len()..2 * games).take(ARRIVALS).map(|number| format!("Player {number}"));
            players.extend(join_all(names.map(|name| guest(server, name))).await);
        }
        let pairs =
            players.chunks(2).enumerate().map(|(number, players)| sit_down(players, clock(number, pace)));
        let games = stream::iter(pairs).buffered(OPEN).collect().await;
        Self { games, players, pace }
    }

    /// Black and White of a game.
    pub(super) fn players(&self, number: usize) -> [&Visitor; 2] {
        [&self.players[2 * number], &self.players[2 * number + 1]]
    }

    /// The games that one of `readers` readers follows.
    fn followed(&self, reader: usize, readers: usize) -> Vec<String> {
        let first = reader * self.games.len() / readers;
        self.games.iter().cycle().skip(first).take(FOLLOWED.min(self.games.len())).cloned().collect()
    }
}

impl Crowd {
    pub(super) fn gather(server: &Server, tables: &Tables, progress: &Progress) -> Self {
        let play = |(number, player): (usize, &Visitor)| {
            let (course, color) = (number / 2, ["black", "white"][number % 2]);
            let (player, game) = (player.clone(), tables.games[course].clone());
            let seat = Seat { player, game, color, course, pace: tables.pace };
            tokio::spawn(Client::new(Way::new(server, number), seat, progress.clone()).play())
        };
        let way = |reader| Way::new(server, tables.players.len() + reader);
        let watch =
            |reader| tokio::spawn(watch(way(reader), tables.followed(reader, SPECTATORS), progress.clone()));
        let ignore = |reader| {
            let games = tables.followed(reader, SLOW_READERS);
            tokio::spawn(ignore(way(reader), games, progress.clone()))
        };
        Self {
            playing: tables.players.iter().enumerate().map(play).collect(),
            watching: (0..SPECTATORS).map(watch).collect(),
            ignoring: (0..SLOW_READERS).map(ignore).collect(),
        }
    }

    /// Players stay until their games are over, and spectators until they have seen it; but nobody for ever.
    pub(super) async fn leaves(self, progress: &Progress) -> Seen {
        let done = || {
            self.playing.iter().all(JoinHandle::is_finished)
                && self.watching.iter().all(JoinHandle::is_finished)
        };
        if progress.until(|_| done()).await.is_err() {
            println!("not everybody has come to the end");
        }
        progress.end();
        let mut failed = 0;
        let played = join_all(self.playing).await.into_iter().map(|played| or_failed(played, &mut failed));
        let played = played.collect();
        let watched = join_all(self.watching).await.into_iter().map(|logs| or_failed(logs, &mut failed));
        let watched = watched.collect();
        let ignored =
            join_all(self.ignoring).await.into_iter().map(|times| or_failed(times, &mut failed)).sum();
        Seen { played, watched, ignored, failed }
    }
}

/// The outcome of a task, or an empty one if it failed. The reason of a failure is on standard error.
fn or_failed<T: Default>(outcome: Result<T, tokio::task::JoinError>, failed: &mut usize) -> T {
    outcome.unwrap_or_else(|_| {
        *failed += 1;
        T::default()
    })
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sum = |count: fn(&Played) -> usize| self.played.iter().map(count).sum::<usize>();
        for (name, count) in [
            ("commands sent again", sum(|played| played.sent_again)),
            ("of them stored before", sum(|played| played.stored_before)),
            ("connections lost", sum(|played| played.connections.saturating_sub(1))),
            ("frames torn in the middle", sum(|played| played.torn)),
            ("players who vanished for a moment", sum(|played| played.vanished)),
            ("logs that spectators followed", self.watched.iter().map(BTreeMap::len).sum()),
            ("readers who did not read", self.ignored),
        ] {
            writeln!(f, "  {name:<42}{count:>7}")?;
        }
        Ok(())
    }
}

async fn guest(server: &Server, name: String) -> Visitor {
    Visitor::guest(server, &name).await
}

/// Two players sit down; the answer is their game.
async fn sit_down(players: &[Visitor], clock: Value) -> String {
    let board = json!({"width": 9, "height": 9});
    let settings = json!({"board": board, "rules": "aga", "color": "black", "clock": clock});
    let game = players[0].new_game(settings).await["id"].as_str().unwrap().to_owned();
    players[1].join(&game).await.ok();
    game
}
