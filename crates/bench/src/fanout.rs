//! One game with many spectators: how long until the last of them has a move.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use futures_util::{StreamExt, TryStreamExt, stream};
use socket2::{Domain, Type};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::client::{Kind, Socket, event_number};
use crate::failure::Failure;
use crate::latency::Latencies;
use crate::moves::random_games;
use crate::report::{self, Goal};
use crate::stage::{Database, Stage};
use crate::supply::{Booked, Supply};
use crate::table::Table;

/// How many sockets are opened at once.
const AT_ONCE: usize = 64;
/// How many moves a burst has.
pub(crate) const BURST: usize = 20;
/// How many readers stall, where some do.
const STALLED: usize = 50;
/// How long the last delivery may take before the run counts as failed.
const PATIENCE: Duration = Duration::from_secs(30);
/// The most moves that a game here has.
pub(crate) const LONGEST: usize = 380;

/// How many spectators there are and how many moves they see.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Load {
    pub(crate) spectators: usize,
    pub(crate) stalled: usize,
    /// Moves before the first that counts: they also fill what stalled readers do not empty.
    pub(crate) warm_up: usize,
    pub(crate) single: usize,
    pub(crate) bursts: usize,
}

/// What a server did.
#[derive(Debug, Clone)]
pub(crate) struct Run {
    pub(crate) single: Latencies,
    pub(crate) bursts: Latencies,
    frames: Vec<String>,
}

/// Measures and prints it.
pub(crate) async fn measure(stage: &Stage) -> Result<(), Failure> {
    let moves = random_games(LONGEST)?.swap_remove(0);
    for spectators in stage.pick(&[1_000, 5_000][..], &[200][..]) {
        let many = *spectators > 1_000;
        let load = Load {
            spectators: *spectators,
            stalled: 0,
            warm_up: if many || stage.quick { 20 } else { 200 },
            single: if many || stage.quick { 20 } else { 60 },
            bursts: stage.pick(5, 2),
        };
        compare(stage, load, &moves).await?;
    }
    Ok(())
}

async fn compare(stage: &Stage, load: Load, moves: &Arc<[String]>) -> Result<(), Failure> {
    let rounds = stage.pick(3, 1);
    let spectators = load.spectators;
    report::line(&format!("fanout: {spectators} spectators, best of {rounds} (load {})", report::load()));
    let (mut tengen, mut raw, mut beside) = (Best::default(), Best::default(), Best::default());
    for _ in 0..rounds {
        let run = at_tengen(stage, load, moves).await?;
        raw.take(&at_raw(stage, load, moves, &run.frames).await?);
        tengen.take(&run);
        if spectators <= 1_000 {
            beside.take(&at_tengen(stage, Load { stalled: STALLED, ..load }, moves).await?);
        }
    }
    tengen.tell("tengen");
    raw.tell("loop of writes");
    if spectators <= 1_000 {
        beside.tell(&format!("beside {STALLED} stalled readers"));
    }
    let (single, burst) = if spectators <= 1_000 { (1.2, 1.3) } else { (1.3, 1.5) };
    let goals =
        [("one move", tengen.single, raw.single, single), ("a burst", tengen.burst, raw.burst, burst)];
    for (name, tengen, raw, most) in goals {
        report::goal(&format!("{name} beside the loop of writes"), tengen / raw, Goal::AtMost(most));
    }
    if spectators <= 1_000 {
        let times = beside.single / tengen.single;
        report::goal("one move with stalled readers beside one without", times, Goal::AtMost(1.25));
    }
    Ok(())
}

/// The best of several runs, in milliseconds.
#[derive(Debug, Clone, Copy)]
struct Best {
    single: f64,
    slowest: f64,
    burst: f64,
}

impl Default for Best {
    fn default() -> Self {
        Self { single: f64::INFINITY, slowest: f64::INFINITY, burst: f64::INFINITY }
    }
}

impl Best {
    fn take(&mut self, run: &Run) {
        self.single = self.single.min(run.single.millis(50));
        self.slowest = self.slowest.min(run.single.millis(95));
        self.burst = self.burst.min(run.bursts.millis(50));
    }

    fn tell(&self, name: &str) {
        report::line(&format!(
            "  {name:26} to the last delivery: one move p50 {:>7.2} ms, p95 {:>7.2} ms   burst of {BURST} p50 {:>8.2} ms",
            self.single, self.slowest, self.burst,
        ));
    }
}

async fn at_tengen(stage: &Stage, load: Load, moves: &Arc<[String]>) -> Result<Run, Failure> {
    let instance = stage.open(Database::Sqlite).await?;
    let pair = instance.pairs(1).await?.remove(0);
    let id = instance.game(&pair).await?;
    let booked = Booked { id: id.clone(), moves: Arc::clone(moves) };
    let table = Table::open(instance.address(), Some(&pair), Kind::Plain, Supply::One(Some(booked))).await?;
    let stalled = stream::iter(0..load.stalled).map(|_| stalled(instance.address(), &id));
    let stalled: Vec<Socket> = stalled.buffer_unordered(AT_ONCE).try_collect().await?;
    let run = watch(&[instance.address()], &id, table, load).await;
    drop(stalled);
    run
}

async fn at_raw(stage: &Stage, load: Load, moves: &Arc<[String]>, frames: &[String]) -> Result<Run, Failure> {
    let rival = stage.open_rival("raw", frames).await?;
    let id = "0".repeat(16);
    let booked = Booked { id: id.clone(), moves: Arc::clone(moves) };
    let table = Table::open(rival.server.address(), None, Kind::Plain, Supply::One(Some(booked))).await?;
    watch(&[rival.server.address()], &id, table, load).await
}

/// Opens a socket that follows the game and never reads. With a small window and small segments the system keeps small
/// buffers at both ends.
async fn stalled(address: SocketAddr, game: &str) -> Result<Socket, Failure> {
    let stream = socket2::Socket::new(Domain::IPV4, Type::STREAM, None)?;
    stream.set_recv_buffer_size(4_096)?;
    stream.set_tcp_mss(536)?;
    stream.connect(&address.into())?;
    stream.set_nonblocking(true)?;
    let mut socket = Socket::over(TcpStream::from_std(stream.into())?, address, None, Kind::Plain).await?;
    socket.subscribe(game).await?;
    Ok(socket)
}

/// The spectators sit down, at these servers in turn, and the players play.
pub(crate) async fn watch(
    addresses: &[SocketAddr],
    game: &str,
    mut table: Table,
    load: Load,
) -> Result<Run, Failure> {
    let crowd = Arc::new(Crowd::new(load.spectators));
    let sockets = stream::iter(addresses.iter().cycle().take(load.spectators)).map(|address| async {
        let mut socket = Socket::open(*address, None, Kind::Plain).await?;
        socket.subscribe(game).await?;
        Ok::<_, Failure>(socket)
    });
    let mut sockets = sockets.buffer_unordered(AT_ONCE);
    // They end with the run.
    let mut spectators = JoinSet::new();
    while let Some(mut socket) = sockets.try_next().await? {
        let crowd = Arc::clone(&crowd);
        spectators.spawn(async move {
            while let Ok(frame) = socket.next().await {
                if let Some(seq) = event_number(&frame) {
                    crowd.saw(seq);
                }
            }
        });
    }
    let (mut single, mut bursts, mut frames) = (Vec::new(), Vec::new(), Vec::new());
    let counts = std::iter::repeat_n(1, load.warm_up + load.single);
    for (number, count) in counts.chain(std::iter::repeat_n(BURST, load.bursts)).enumerate() {
        let began = Instant::now();
        let mut last = 0;
        for _ in 0..count {
            let (seq, frame) = table.make_move().await?;
            frames.push(frame.to_string());
            last = seq;
        }
        let took = timeout(PATIENCE, crowd.all_saw(last)).await?.saturating_duration_since(began);
        match count {
            BURST => bursts.push(took),
            _ if number >= load.warm_up => single.push(took),
            _ => {}
        }
    }
    Ok(Run { single: Latencies::new(single), bursts: Latencies::new(bursts), frames })
}

/// Who has seen which event.
#[derive(Debug)]
struct Crowd {
    size: usize,
    /// How many have seen each event, and when the last of them did.
    seen: Vec<(AtomicUsize, OnceLock<Instant>)>,
    last: Notify,
}

impl Crowd {
    fn new(size: usize) -> Self {
        let seen = (0..LONGEST + 2).map(|_| (AtomicUsize::new(0), OnceLock::new())).collect();
        Self { size, seen, last: Notify::new() }
    }

    fn saw(&self, seq: u32) {
        let Some((count, last)) = self.seen.get(seq as usize) else { return };
        if count.fetch_add(1, Ordering::Relaxed) + 1 == self.size {
            let _ = last.set(Instant::now());
            self.last.notify_one();
        }
    }

    /// Waits until everybody has seen the event, and answers when the last one did.
    async fn all_saw(&self, seq: u32) -> Instant {
        loop {
            if let Some(at) = self.seen.get(seq as usize).and_then(|(_, last)| last.get()) {
                return *at;
            }
            self.last.notified().await;
        }
    }
}
