//! Many sockets that watch the lobby while games go on: the bytes that each of them is sent.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt, stream};
use serde_json::{Map, Value};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

use crate::client::{Kind, Socket, number_place};
use crate::failure::Failure;
use crate::moves::random_games;
use crate::report::{self, Goal};
use crate::stage::{Database, Instance, Stage};
use crate::supply::{Booked, Supply};
use crate::table::Table;

/// How many sockets and games are opened at once.
const AT_ONCE: usize = 64;
/// The time between two moves of a game.
const PACE: Duration = Duration::from_secs(5);
/// How long the last lines may take to arrive.
const SETTLE: Duration = Duration::from_secs(2);
/// The beginning of an update's frame.
const UPDATE: &str = r#"{"type":"lobby_update""#;
/// The wish to watch.
const SUBSCRIBE: &str = r#"{"type":"subscribe_lobby"}"#;

/// The bytes of each line of the lobby: by its number, how many were sent and to how many sockets.
type Sent = Arc<Mutex<BTreeMap<u64, (usize, usize)>>>;

/// Measures and prints it.
pub(crate) async fn measure(stage: &Stage) -> Result<(), Failure> {
    let (watchers, games) = stage.pick((2_000, 200), (100, 20));
    let span = stage.pick(Duration::from_secs(20), PACE);
    report::line(&format!(
        "lobby: {watchers} sockets and {games} games at a move in {} s, for {} s (load {})",
        PACE.as_secs(),
        span.as_secs(),
        report::load(),
    ));
    let instance = stage.open(Database::Sqlite).await?;
    let began = Instant::now();
    let mut players = play(&instance, games).await?;
    // A socket of version 1 is told whole games, from which the changes follow.
    let changes = Sent::default();
    let mut tasks = JoinSet::new();
    tasks.spawn(note_changes(open(&instance, Kind::Plain).await?, Arc::clone(&changes)));
    let sent = Sent::default();
    let sockets = stream::iter(0..watchers).map(|_| open(&instance, Kind::Page));
    let mut sockets = sockets.buffer_unordered(AT_ONCE);
    while let Some(socket) = sockets.try_next().await? {
        tasks.spawn(count(socket, Arc::clone(&sent)));
    }
    drop(sockets);
    // All games have had a move meanwhile, and nothing is left of the moment at which they began.
    sleep_until((began + PACE).max(Instant::now() + SETTLE)).await;
    let (first, processor) = (last_number(&changes), instance.server.cpu()?);
    sleep(span).await;
    let (last, processor) = (last_number(&changes), instance.server.cpu()?.saturating_sub(processor));
    sleep(SETTLE).await;
    if let Some(ended) = players.try_join_next().or_else(|| tasks.try_join_next()) {
        return Err(ended?.err().unwrap_or_else(|| "a socket has ended".into()));
    }
    let total = |lines: &Sent| {
        let lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.range(first + 1..=last).fold((0, 0), |sum, (_, line)| (sum.0 + line.0, sum.1 + line.1))
    };
    let ((changed, lines), (bytes, frames)) = (total(&changes), total(&sent));
    if lines == 0 || frames == 0 {
        return Err("no move was told".into());
    }
    let seconds = span.as_secs_f64();
    let each = bytes as f64 / watchers as f64;
    report::line(&format!(
        "  {lines} lines, {:.1} a second; of them {:.1}% reached each socket as they were",
        lines as f64 / seconds,
        100.0 * frames as f64 / (lines * watchers) as f64,
    ));
    report::line(&format!(
        "  a second, each socket: {:.0} bytes, {:.0} of what changed; processor of the server {:.0}%, {:.1} us a frame",
        each / seconds,
        changed as f64 / seconds,
        100.0 * processor.as_secs_f64() / seconds,
        processor.as_secs_f64() * 1e6 / frames as f64,
    ));
    report::goal("bytes beside raw writes of what changed", each / changed as f64, Goal::AtMost(1.5));
    Ok(())
}

/// Starts the games, each of which has a move in its turn. They end with the answer.
async fn play(instance: &Instance, games: usize) -> Result<JoinSet<Result<(), Failure>>, Failure> {
    let moves = random_games(200)?;
    let pairs = instance.pairs(games).await?;
    let tables = stream::iter(pairs.into_iter().enumerate()).map(|(number, pair)| {
        let moves = Arc::clone(&moves[number % moves.len()]);
        async move {
            let booked = Booked { id: instance.game(&pair).await?, moves };
            Table::open(instance.address(), Some(&pair), Kind::Plain, Supply::One(Some(booked))).await
        }
    });
    let tables: Vec<Table> = tables.buffer_unordered(AT_ONCE).try_collect().await?;
    let mut players = JoinSet::new();
    for (number, mut table) in tables.into_iter().enumerate() {
        players.spawn(async move {
            let mut next = Instant::now() + PACE.mul_f64(number as f64 / games as f64);
            loop {
                sleep_until(next).await;
                table.make_move().await?;
                next += PACE;
            }
        });
    }
    Ok(players)
}

async fn open(instance: &Instance, kind: Kind) -> Result<Socket, Failure> {
    let mut socket = Socket::open(instance.address(), None, kind).await?;
    socket.send(SUBSCRIBE.to_owned()).await?;
    socket.wait_for("lobby").await?;
    Ok(socket)
}

/// Counts the bytes of the updates on a socket.
async fn count(mut socket: Socket, sent: Sent) -> Result<(), Failure> {
    loop {
        let frame = socket.next().await?;
        if let Some(number) = line_number(&frame) {
            note(&sent, number, frame.len());
        }
    }
}

/// Notes the bytes of what each update has changed: the members of a game that are not as they were, its id, and whole games that
/// are new.
async fn note_changes(mut socket: Socket, changes: Sent) -> Result<(), Failure> {
    let mut known: HashMap<String, Map<String, Value>> = HashMap::new();
    loop {
        let frame = socket.next().await?;
        let Some(number) = line_number(&frame) else { continue };
        let line: Value = serde_json::from_str(&frame)?;
        let mut bytes =
            line["removed"].as_array().filter(|gone| !gone.is_empty()).map_or(0, |gone| gone.len() * 19);
        for game in line["games"].as_array().into_iter().flatten().filter_map(Value::as_object) {
            let id = game.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
            // The comma or the bracket behind it counts, too.
            bytes += 1 + match known.get(&id) {
                Some(before) => Value::from(difference(before, game)).to_string().len(),
                None => Value::from(game.clone()).to_string().len(),
            };
            known.insert(id, game.clone());
        }
        note(&changes, number, bytes);
    }
}

/// The members of a game that have changed. Of the board only the points that have changed.
fn difference(before: &Map<String, Value>, after: &Map<String, Value>) -> Map<String, Value> {
    let changed = after.iter().filter(|(name, value)| *name == "id" || before.get(*name) != Some(value));
    let told = changed.map(|(name, value)| match (before.get(name), value) {
        (Some(Value::String(old)), Value::String(new)) if name == "stones" && old.len() == new.len() => {
            let points = old.chars().zip(new.chars()).enumerate().filter(|(_, (old, new))| old != new);
            let points = points.map(|(at, (_, is))| serde_json::json!({ "at": at, "is": is.to_string() }));
            (name.clone(), Value::from(points.collect::<Vec<_>>()))
        }
        _ => (name.clone(), value.clone()),
    });
    told.collect()
}

fn note(lines: &Sent, number: u64, bytes: usize) {
    let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
    let line = lines.entry(number).or_default();
    *line = (line.0 + bytes, line.1 + 1);
}

fn last_number(lines: &Sent) -> u64 {
    lines.lock().unwrap_or_else(PoisonError::into_inner).last_key_value().map_or(0, |(number, _)| *number)
}

/// The number of the line in a frame, if it is an update.
fn line_number(frame: &str) -> Option<u64> {
    let (start, end) = number_place(frame).filter(|_| frame.starts_with(UPDATE))?;
    frame.get(start..end)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_difference_has_the_id_the_changed_members_and_the_changed_points() {
        let map = |value: Value| value.as_object().cloned().unwrap();
        let before =
            map(json!({"id": "a", "seq": 1, "stones": "..B", "creator": {"name": "Ann"}, "waits": 7}));
        let after =
            map(json!({"id": "a", "seq": 2, "stones": ".W.", "creator": {"name": "Ann"}, "waits": null}));
        let told = json!({"id": "a", "seq": 2, "stones": [{"at": 1, "is": "W"}, {"at": 2, "is": "."}], "waits": null});
        assert_eq!(Value::from(difference(&before, &after)), told);
        assert_eq!(line_number(r#"{"type":"lobby_update","seq":31,"games":[]}"#), Some(31));
        assert_eq!(line_number(r#"{"type":"lobby","seq":31,"games":[]}"#), None);
    }
}
