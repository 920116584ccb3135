//! The server is killed in the middle of a hundred games, again and again. No acknowledged move is lost, none is made
//! twice, and the clients go on by themselves.

mod client;

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases};
use client::{Client, MOVES, Played};

on_both_databases! {
    a_hundred_games_survive_kills
}

const GAMES: usize = 100;
/// The server is killed when so many in a hundred of all moves are acknowledged.
const KILLS: [usize; 3] = [15, 45, 80];

async fn a_hundred_games_survive_kills(database: Database) {
    let began = Instant::now();
    let mut server = Server::at_lasting_address(database).await;
    let players = join_all((0..2 * GAMES).map(|n| guest(&server, n))).await;
    let games = join_all(players.chunks(2).map(seat)).await;

    let acknowledged = Arc::new(AtomicUsize::new(0));
    let clients: Vec<_> = players
        .iter()
        .enumerate()
        .map(|(n, player)| {
            let (game, color) = (games[n / 2].clone(), ["black", "white"][n % 2]);
            Client::new(&server, player.clone(), game, color, n / 2, Arc::clone(&acknowledged))
        })
        .map(|client| tokio::spawn(client.play()))
        .collect();

    let mut killed_at = Vec::new();
    for percent in KILLS {
        while acknowledged.load(Ordering::Relaxed) < GAMES * MOVES * percent / 100 {
            assert!(
                !clients.iter().any(|client| client.is_finished() && killed_at.is_empty()),
                "a client gave up"
            );
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        server.kill().await;
        killed_at.push(acknowledged.load(Ordering::Relaxed));
        server.start_again().await;
    }
    let played: Vec<Played> =
        join_all(clients).await.into_iter().map(|played| played.expect("a client")).collect();

    // A last time, so that the log comes from the database and from nowhere else.
    server.kill().await;
    server.start_again().await;
    let mut count = Count::default();
    for (n, game) in games.iter().enumerate() {
        let logs = [players[2 * n].events(game).await, players[2 * n + 1].events(game).await];
        count.add(&played[2 * n..=2 * n + 1], &logs);
    }
    println!(
        "{database:?}: {GAMES} games, {} moves acknowledged, killed {} times (after {killed_at:?}), \
         {} reconnects, {} commands sent again ({} of them stored before), {} lost, {} doubled, {:.1} s",
        count.acknowledged,
        KILLS.len() + 1,
        played.iter().map(|played| played.connections - 1).sum::<usize>(),
        played.iter().map(|played| played.sent_again).sum::<usize>(),
        played.iter().map(|played| played.stored_before).sum::<usize>(),
        count.lost,
        count.doubled,
        began.elapsed().as_secs_f64(),
    );
    assert_eq!(count.acknowledged, GAMES * (MOVES + 1));
    assert_eq!((count.lost, count.doubled), (0, 0));
}

/// Two players sit down; the answer is their game.
async fn seat(players: &[Visitor]) -> String {
    let settings = json!({"board": {"width": 9, "height": 9}, "rules": "aga", "color": "black"});
    let game = players[0].new_game(settings).await["id"].as_str().unwrap().to_owned();
    players[1].join(&game).await.ok();
    game
}

#[derive(Default)]
struct Count {
    acknowledged: usize,
    lost: usize,
    doubled: usize,
}

impl Count {
    /// Compares what the two clients of a game know with the log as each of them may see it.
    fn add(&mut self, played: &[Played], logs: &[Vec<Value>; 2]) {
        let numbers: Vec<u64> = logs[0].iter().map(|event| event["seq"].as_u64().unwrap()).collect();
        assert_eq!(numbers, (1..=logs[0].len() as u64).collect::<Vec<_>>());
        // Somebody sat down, moves, and the one who was to move next resigned. Where a first move was waited for when the
        // server was killed, that time was given back.
        let turns: Vec<u64> = logs[0]
            .iter()
            .filter(|event| event["type"] != "credited")
            .map(|event| event["state"]["turn"].as_u64().unwrap())
            .collect();
        assert_eq!(turns.len(), MOVES + 2);
        assert_eq!(turns[..=MOVES], (0..=MOVES as u64).collect::<Vec<_>>());
        let mut commands = HashSet::new();
        for (played, log) in played.iter().zip(logs) {
            assert_eq!(played.log, *log, "a client knows another log than the database");
            let own: BTreeMap<&str, u64> = log
                .iter()
                .filter_map(|event| Some((event["command"].as_str()?, event["seq"].as_u64()?)))
                .collect();
            let sent = log.iter().filter(|event| event["command"].is_string()).count();
            self.doubled += sent - own.len();
            for (id, seq) in &played.acknowledged {
                self.acknowledged += 1;
                if own.get(id.as_str()) != Some(seq) {
                    self.lost += 1;
                }
                if !commands.insert((&played.player, id)) {
                    self.doubled += 1;
                }
            }
        }
    }
}

async fn guest(server: &Server, number: usize) -> Visitor {
    Visitor::guest(server, &format!("Player {number}")).await
}
