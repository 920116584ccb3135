//! Games beside which people try moves and ask for estimates: whether those who play feel it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};
use tengen_house::estimate;
use tengen_rules::{Board, Color, HalfPoints, Stones, Topology};
use tengen_yielding::Asides;
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::beside::{by_turns, open_tables};
use crate::failure::Failure;
use crate::latency::Latencies;
use crate::moves::{SIDE, random_games, random_stones};
use crate::people::{client, tell};
use crate::report::{self, Goal};
use crate::stage::{Database, Instance, Stage};
use crate::table::Table;

/// Each person tries a move as often as this: two a second.
const EACH_TRY: Duration = Duration::from_millis(500);
/// So many tried moves are kept at once: a page waits a moment for more of them.
const KEPT_AT_ONCE: usize = 2;
/// An estimate is asked for as often as this by all people together.
const EACH_ESTIMATE: Duration = Duration::from_millis(500);
/// The moves that one person tries, each behind the one before it, until the line begins again.
const LINE: usize = 120;
/// So many positions are estimated: more than the server remembers answers to while it is asked.
const POSITIONS: usize = 1_000;
/// Estimates that the server does not make.
static ASIDES: Asides = Asides::new("estimates");

/// The people who are measured.
#[derive(Debug, Clone, Args)]
pub(crate) struct Trying {
    #[command(flatten)]
    stage: Stage,
}

impl Trying {
    /// Measures and prints it.
    pub(crate) async fn measure(&self) -> Result<(), Failure> {
        let stage = &self.stage;
        let (count, span) = (stage.pick(200, 10), Duration::from_secs(stage.pick(30, 4)));
        report::line(&format!("trying: {count} people beside {count} games (load {})", report::load()));
        for database in stage.databases() {
            let instance = stage.open(database).await?;
            report::line(&format!("  {}", database.name()));
            let tables = open_tables(&instance, count).await?;
            let readers = Arc::new(Readers::of(&instance, &tables).await?);
            let (tables, both) = by_turns(tables, span, || Arc::clone(&readers).try_moves()).await?;
            goal(database, count, "tried moves", both.tell());
            readers.times.tell();
            let (tables, both) = by_turns(tables, span, || Arc::clone(&readers).estimate()).await?;
            goal(database, count, "estimates", both.tell());
            readers.times.tell();
            let (_tables, both) = by_turns(tables, span, || Arc::clone(&readers).estimate_here()).await?;
            let times = both.tell();
            let name = database.name();
            report::line(&format!("  {name}, p99 beside estimates that another process makes: {times:.2}"));
        }
        Ok(())
    }
}

fn goal(database: Database, count: usize, beside: &str, times: f64) {
    let name = format!("{}, p99 of moves of {count} games beside {beside}", database.name());
    report::goal(&name, times, Goal::AtMost(1.5));
}

/// People who read games.
struct Readers {
    api: String,
    http: Client,
    all: Vec<Reader>,
    /// Positions that are in no game.
    positions: Vec<String>,
    begun: AtomicUsize,
    asked: AtomicUsize,
    times: Times,
}

/// Somebody who tries moves beside a game.
struct Reader {
    token: String,
    game: String,
    /// Moves from the empty board on.
    line: Arc<[String]>,
}

/// How long the answers took.
#[derive(Default)]
struct Times {
    tried: Mutex<Vec<Duration>>,
    kept: Mutex<Vec<Duration>>,
    estimated: Mutex<Vec<Duration>>,
    /// How many questions came too early.
    early: AtomicUsize,
}

impl Times {
    /// Prints those that there are, and begins anew.
    fn tell(&self) {
        for (name, times) in
            [("a tried move", &self.tried), ("moves kept", &self.kept), ("an estimate", &self.estimated)]
        {
            let times = std::mem::take(&mut *times.lock().unwrap_or_else(PoisonError::into_inner));
            if !times.is_empty() {
                let count = times.len();
                tell(name, &Latencies::new(times));
                report::line(&format!("    {count} in all"));
            }
        }
        let early = self.early.swap(0, Ordering::Relaxed);
        if early > 0 {
            report::line(&format!("    {early} came too early, and again"));
        }
    }
}

impl Readers {
    /// One reader for each game.
    async fn of(instance: &Instance, tables: &[Table]) -> Result<Self, Failure> {
        let lines = random_games(LINE)?;
        let pairs = instance.pairs(tables.len().div_ceil(2)).await?;
        let tokens = pairs.into_iter().flat_map(|pair| [pair.black, pair.white]);
        let mut all = Vec::new();
        for (number, (table, token)) in tables.iter().zip(tokens).enumerate() {
            let game = table.game().ok_or("a table without a game")?.id.clone();
            all.push(Reader { token, game, line: Arc::clone(&lines[number % lines.len()]) });
        }
        let api = format!("http://{}/api/v1", instance.address());
        let (begun, asked) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let positions = random_stones(POSITIONS, LINE)?;
        Ok(Self { api, http: client()?, all, positions, begun, asked, times: Times::default() })
    }

    /// Everybody tries two moves a second, and keeps them.
    async fn try_moves(self: Arc<Self>) -> Result<(), Failure> {
        let count = u32::try_from(self.all.len())?;
        let begun = self.begun.fetch_add(1, Ordering::Relaxed);
        let mut trying = JoinSet::new();
        for place in 0..count {
            let readers = Arc::clone(&self);
            trying.spawn(async move {
                sleep(EACH_TRY * place / count).await;
                readers.try_on(place as usize, begun).await
            });
        }
        while let Some(tried) = trying.join_next().await {
            tried??;
        }
        Ok(())
    }

    /// `begun` tells how often all have begun: each time has its own nodes.
    async fn try_on(&self, place: usize, begun: usize) -> Result<(), Failure> {
        let reader = &self.all[place];
        let mut moments = interval(EACH_TRY);
        moments.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut waiting = Vec::new();
        for number in 0_usize.. {
            moments.tick().await;
            let at = number % reader.line.len();
            let round = number / reader.line.len();
            let question = json!({
                "board": {"width": 19, "height": 19}, "rules": "japanese",
                "moves": reader.line[..at].join(","), "move": reader.line[at],
            });
            let began = Instant::now();
            let answer = self.ask(reader, Method::POST, "/positions/play", &question).await?;
            note(&self.times.tried, began.elapsed());
            if answer.get("illegal").is_some() {
                return Err(format!("a move of a random game is illegal: {answer}").into());
            }
            let id = |at: usize| format!("{begun}-{round}-{at}");
            waiting.push(match at.checked_sub(1) {
                Some(before) => json!({"id": id(at), "parent": id(before), "move": reader.line[at]}),
                None => json!({"id": id(at), "from": {"move": 0, "event": 1}, "move": reader.line[at]}),
            });
            if waiting.len() < KEPT_AT_ONCE {
                continue;
            }
            let changes = json!({"changes": std::mem::take(&mut waiting)});
            let began = Instant::now();
            self.ask(reader, Method::PATCH, &format!("/games/{}/variations", reader.game), &changes).await?;
            note(&self.times.kept, began.elapsed());
        }
        Ok(())
    }

    /// One after the other asks for an estimate of another position.
    async fn estimate(self: Arc<Self>) -> Result<(), Failure> {
        let mut moments = interval(EACH_ESTIMATE);
        moments.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            moments.tick().await;
            let number = self.asked.fetch_add(1, Ordering::Relaxed);
            let reader = &self.all[number % self.all.len()];
            let stones = &self.positions[number % self.positions.len()];
            let question = json!({
                "board": {"width": 19, "height": 19}, "rules": "japanese", "stones": stones, "to_move": "black",
            });
            let began = Instant::now();
            self.ask(reader, Method::POST, "/positions/estimate", &question).await?;
            note(&self.times.estimated, began.elapsed());
        }
    }

    /// Makes the same estimates as often in this process, also on threads that give way: so much the processor alone costs the games.
    async fn estimate_here(self: Arc<Self>) -> Result<(), Failure> {
        let mut moments = interval(EACH_ESTIMATE);
        moments.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let topology = Arc::new(Topology::grid(SIDE, SIDE)?);
        for stones in self.positions.iter().cycle() {
            moments.tick().await;
            let board = Board::from_stones(Arc::clone(&topology), &Stones::parse(&topology, stones)?)?;
            let made = move || {
                ASIDES.run(move |goes_on| estimate(&board, Color::Black, HalfPoints::ZERO, 1, goes_on))
            };
            spawn_blocking(made).await?.0.ok_or("an estimate found no thread")?;
        }
        Ok(())
    }

    /// Asks, and comes again as a page does where that was too early.
    async fn ask(&self, reader: &Reader, method: Method, path: &str, body: &Value) -> Result<Value, Failure> {
        loop {
            let request = self.http.request(method.clone(), format!("{}{path}", self.api));
            let request = request.bearer_auth(&reader.token).header("content-type", "application/json");
            let answer = request.body(body.to_string()).send().await?;
            let (status, bytes) = (answer.status(), answer.bytes().await?);
            match status {
                StatusCode::OK => return Ok(serde_json::from_slice(&bytes)?),
                StatusCode::TOO_MANY_REQUESTS => {
                    self.times.early.fetch_add(1, Ordering::Relaxed);
                    let problem: Value = serde_json::from_slice(&bytes)?;
                    let pause = problem.pointer("/params/retry_after_ms").and_then(Value::as_u64);
                    sleep(Duration::from_millis(pause.unwrap_or(1_000))).await;
                }
                _ => return Err(format!("{path}: {status} {}", String::from_utf8_lossy(&bytes)).into()),
            }
        }
    }
}

fn note(times: &Mutex<Vec<Duration>>, time: Duration) {
    times.lock().unwrap_or_else(PoisonError::into_inner).push(time);
}
