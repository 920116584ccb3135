//! The spectators: faithful ones, who come back after every fault and miss nothing, and readers that do not read.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::json;
use tengen_testbed::pause;
use tokio_tungstenite::tungstenite::Message;

use super::log::Log;
use super::progress::Progress;
use super::way::Way;
use crate::socket::{Ended, Socket};

const PAUSE: Duration = Duration::from_millis(50);
/// How long readers who do not read stay, in turn: longer than the server waits for a reader, and shorter.
const STAYS: [Duration; 3] = [Duration::from_secs(3), Duration::from_secs(25), Duration::from_secs(1)];

/// Follows some games to their end. Answers the log of each as the socket told it.
pub(super) async fn watch(way: Way, games: Vec<String>, progress: Progress) -> BTreeMap<String, Log> {
    let mut logs: BTreeMap<String, Log> = games.into_iter().map(|game| (game, Log::default())).collect();
    let watching = async {
        while follow(&way, &mut logs).await.is_err() {
            pause(PAUSE, "the server may be down").await;
        }
    };
    progress.unless_over(watching).await;
    logs
}

async fn follow(way: &Way, logs: &mut BTreeMap<String, Log>) -> Result<(), Ended> {
    let mut socket = way.connect(None).await?;
    for (game, log) in logs.iter() {
        subscribe(&mut socket, game, log.0.len()).await?;
    }
    while !logs.values().all(Log::is_over) {
        let mut frame = socket.read().await?;
        match frame["type"].as_str().unwrap() {
            "event" => {
                let game = frame["game"].as_str().unwrap().to_owned();
                let log = logs.get_mut(&game).unwrap();
                if !log.take(frame["event"].take()) {
                    subscribe(&mut socket, &game, log.0.len()).await?;
                }
            }
            "hello" | "subscribed" => {}
            "lagged" => {
                let game = frame["game"].as_str().unwrap();
                subscribe(&mut socket, game, logs[game].0.len()).await?;
            }
            // The database is away.
            "problem" if frame["problem"]["code"] == "unavailable" => {
                pause(PAUSE, "the database may be away").await;
                let game = frame["game"].as_str().unwrap();
                subscribe(&mut socket, game, logs[game].0.len()).await?;
            }
            _ => panic!("{frame}"),
        }
    }
    Ok(())
}

async fn subscribe(socket: &mut Socket, game: &str, since: usize) -> Result<(), Ended> {
    let message = json!({"type": "subscribe", "game": game, "since": since});
    socket.try_send(Message::text(message.to_string())).await.map_err(|_| Ended(None))
}

/// Follows some games without reading a word, goes away, and comes again. The answer is how often.
pub(super) async fn ignore(way: Way, games: Vec<String>, progress: Progress) -> usize {
    let mut times = 0;
    let ignoring = async {
        for stay in STAYS.into_iter().cycle() {
            if let Ok(mut socket) = way.connect_narrow().await {
                let mut asked = Ok(());
                for game in &games {
                    asked = asked.and(subscribe(&mut socket, game, 0).await);
                }
                times += usize::from(asked.is_ok());
                pause(stay, "the reader stays and reads nothing").await;
            }
            pause(PAUSE, "the reader is away").await;
        }
    };
    progress.unless_over(ignoring).await;
    times
}
