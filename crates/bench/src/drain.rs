//! One of three servers is asked to stop while ten thousand sockets are open on it, over two proxies: how long until all of them
//! are back at the others, and how long moves take meanwhile.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{StreamExt, TryStreamExt, stream};
use tengen_testbed::{HAPROXY, Nats, Proxy, lasting_address};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval_at, sleep, timeout};

use crate::comer::{Comer, Present, Return, Returns, Seen, Wish};
use crate::failure::Failure;
use crate::latency::Latencies;
use crate::moves::random_games;
use crate::report::{self, Goal};
use crate::stage::{Instance, Pair, Setup, Stage};

/// How many sockets are opened at once.
const AT_ONCE: usize = 64;
/// How many games are made at once: an address may have some that wait for their second player.
const GAMES_AT_ONCE: usize = 8;
/// The most moves of a game here: more than are played.
const LENGTH: usize = 300;
/// Between two moves of a table.
const PACE: Duration = Duration::from_secs(1);
/// The number of the event that starts a game. The moves follow.
const JOINED: u32 = 1;
/// How long anything may take that should happen soon, before the run counts as failed.
const PATIENCE: Duration = Duration::from_mins(2);
/// Between two looks at whether it has happened.
const EACH_LOOK: Duration = Duration::from_millis(50);
/// The code of a socket whose client is asked to come back.
const RESTART: u16 = 1012;

/// All servers know the proxies.
const BEHIND_PROXIES: [&str; 2] = ["--trusted-proxy", "127.0.0.1"];
/// The first one leaves, and all guests and games are made there from one address.
const FIRST: [&str; 8] = [
    "--trusted-proxy",
    "127.0.0.1",
    "--drain",
    "20",
    "--guests-per-minute",
    "100000",
    "--requests-per-second",
    "10000",
];

/// Measures and prints it.
pub(crate) async fn measure(stage: &Stage) -> Result<(), Failure> {
    let (sockets, games) = (stage.pick(10_000, 300), stage.pick(100, 20));
    let calm = Duration::from_secs(stage.pick(20, 3));
    report::line(&format!(
        "drain: {sockets} sockets over two proxies, {games} games at a move each second (load {})",
        report::load()
    ));
    let house = House::open(stage).await?;
    let returns = Arc::new(Returns::default());
    let crowd = Crowd::gather(&house, sockets, games, &returns).await?;
    let House { first, proxies, place } = house;
    let others = place.fill(stage, &proxies).await?;
    let played = crowd.live_through(first, calm, &returns).await?;
    drop(others);
    tell(&played, sockets, &returns.all())
}

/// A server, the places of two more, and two proxies that lead to all of them.
struct House {
    first: Instance,
    proxies: [Proxy; 2],
    place: Place,
}

/// Where two more servers will be.
struct Place {
    database: String,
    nats: Nats,
    addresses: [SocketAddr; 2],
}

impl House {
    async fn open(stage: &Stage) -> Result<Self, Failure> {
        let (database, nats) = (stage.new_database().await?, Nats::start().await);
        let url = nats.url();
        let addresses = [lasting_address(), lasting_address(), lasting_address()];
        let first = Setup {
            database_url: Some(database.clone()),
            nats: Some(&url),
            listen: Some(addresses[0]),
            options: &FIRST,
        };
        let first = stage.launch(first).await?;
        let proxies = [Proxy::start(&HAPROXY, &addresses).await, Proxy::start(&HAPROXY, &addresses).await];
        let place = Place { database, nats, addresses: [addresses[1], addresses[2]] };
        proxies_say("DOWN", &proxies).await?;
        Ok(Self { first, proxies, place })
    }
}

impl Place {
    /// Starts the two, and waits until both proxies lead there.
    async fn fill(self, stage: &Stage, proxies: &[Proxy; 2]) -> Result<(Self, [Instance; 2]), Failure> {
        let url = self.nats.url();
        let setup = |listen| Setup {
            database_url: Some(self.database.clone()),
            nats: Some(&url),
            listen: Some(listen),
            options: &BEHIND_PROXIES,
        };
        let [second, third] = self.addresses.map(setup);
        let others = [stage.launch(second).await?, stage.launch(third).await?];
        proxies_say("UP", proxies).await?;
        Ok((self, others))
    }
}

/// Waits until both proxies have said this of the second and the third server.
async fn proxies_say(state: &str, proxies: &[Proxy; 2]) -> Result<(), Failure> {
    let said = || {
        let of = |proxy: &Proxy| {
            let said = proxy.said();
            ["tengen2", "tengen3"].iter().all(|server| said.contains(&format!("tengen/{server} is {state}")))
        };
        proxies.iter().all(of)
    };
    until(&format!("the proxies find servers {state}"), said).await
}

/// Looks again and again until something has happened.
async fn until(what: &str, happened: impl Fn() -> bool) -> Result<(), Failure> {
    let looks = async {
        while !happened() {
            sleep(EACH_LOOK).await;
        }
    };
    timeout(PATIENCE, looks).await.map_err(|_| format!("not in {} s: {what}", PATIENCE.as_secs()).into())
}

/// Two players with sockets that come back.
struct Table {
    game: String,
    moves: Arc<[String]>,
    players: [(mpsc::Sender<Wish>, watch::Receiver<Seen>); 2],
}

/// A move, and how long it took until both players had seen it.
#[derive(Debug, Clone, Copy)]
struct Made {
    began: Instant,
    took: Duration,
}

impl Table {
    /// Plays until it is told to end. The time of a move whose player has no socket at the moment begins all the same.
    async fn play(
        mut self,
        number: usize,
        games: usize,
        mut end: watch::Receiver<bool>,
    ) -> Result<Vec<Made>, Failure> {
        // Not all in the same moment.
        let first = Instant::now() + PACE.mul_f64(number as f64 / games as f64);
        let mut ticks = interval_at(first.into(), PACE);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut made = Vec::new();
        for (turn, at) in (0..).zip(&*Arc::clone(&self.moves)) {
            tokio::select! {
                _ = ticks.tick() => {}
                _ = end.wait_for(|end| *end) => return Ok(made),
            }
            let began = Instant::now();
            let seq = JOINED + turn + 1;
            let command = format!(r#"{{"type":"play","id":"m{turn}","turn":{turn},"at":"{at}"}}"#);
            let frame = format!(r#"{{"type":"command","game":"{}","command":{command}}}"#, self.game);
            self.players[turn as usize % 2].0.send(Wish { frame, seq }).await?;
            for (_, seen) in &mut self.players {
                let saw = timeout(PATIENCE, seen.wait_for(|seen| seen.seq >= seq)).await;
                saw.map_err(|_| format!("a player waits for move {turn}"))??;
            }
            made.push(Made { began, took: began.elapsed() });
        }
        Err("a game has no more moves".into())
    }
}

/// All clients, and the tables at which some of them play.
struct Crowd {
    tables: Vec<Table>,
    /// Each client's game.
    seen: Vec<(usize, watch::Receiver<Seen>)>,
    /// They end with this value.
    clients: JoinSet<Result<(), Failure>>,
}

/// What has happened to the crowd.
struct Played {
    made: Vec<Made>,
    asked: Instant,
    /// All are back, and the server has ended.
    over: Instant,
    /// The load of the machine shortly before.
    load: String,
    /// The server had ended by itself, so long after it was asked.
    ended: Duration,
}

impl Crowd {
    /// Everybody comes, in turns over the proxies: two players for each game and then those who watch.
    async fn gather(
        house: &House,
        sockets: usize,
        games: usize,
        returns: &Arc<Returns>,
    ) -> Result<Self, Failure> {
        let first = &house.first;
        let pairs: Vec<Pair> = first.pairs(games).await?;
        let booked = stream::iter(&pairs).map(|pair| first.game(pair));
        let booked: Vec<String> = booked.buffered(GAMES_AT_ONCE).try_collect().await?;
        let token = |number: usize| {
            let pair = pairs.get(number % games)?;
            match number / games {
                0 => Some(pair.black.as_str()),
                1 => Some(pair.white.as_str()),
                _ => None,
            }
        };
        let comers = (0..sockets).map(|number| {
            let door = house.proxies[(number / games + number) % 2].address;
            Comer::new(number, door, token(number), &booked[number % games])
        });
        let comers: Vec<Comer> = comers.collect::<Result<_, _>>()?;
        let mut came = stream::iter(comers).map(Comer::come).buffered(AT_ONCE);
        let (mut clients, mut seen, mut mouths) = (JoinSet::new(), Vec::new(), Vec::new());
        while let Some(present) = came.try_next().await? {
            let number = seen.len();
            seen.push((number % games, present.seen()));
            let (mouth, wishes) = mpsc::channel(1);
            let plays = number / games < 2;
            if plays {
                mouths.push(mouth);
            }
            let returns = Arc::clone(returns);
            clients.spawn(stay(present, returns, plays.then_some(wishes)));
        }
        let moves = random_games(LENGTH)?;
        let tables = booked.into_iter().enumerate().map(|(number, game)| {
            let player = |at: usize| Some((mouths.get(at)?.clone(), seen.get(at)?.1.clone()));
            let players = [player(number)?, player(games + number)?];
            Some(Table { game, moves: Arc::clone(&moves[number % moves.len()]), players })
        });
        let tables = tables.collect::<Option<_>>().ok_or("there are too few sockets for the players")?;
        Ok(Self { tables, seen, clients })
    }

    /// The tables play, the server is asked to stop, all come back, and the tables go on for a while. A client's failure is one
    /// of the run.
    async fn live_through(
        mut self,
        first: Instance,
        calm: Duration,
        returns: &Returns,
    ) -> Result<Played, Failure> {
        let games = self.tables.len();
        let (end, ended) = watch::channel(false);
        let mut playing = JoinSet::new();
        for (number, table) in self.tables.drain(..).enumerate() {
            playing.spawn(table.play(number, games, ended.clone()));
        }
        let Self { seen, mut clients, .. } = self;
        let events = async {
            sleep(calm).await;
            if !returns.all().is_empty() {
                return Err("sockets ended before the server was asked to stop".into());
            }
            let (load, asked) = (report::load(), Instant::now());
            first.stop().await?;
            let ended = asked.elapsed();
            until("all sockets are back", || seen.iter().all(|(_, seen)| is_back(*seen.borrow()))).await?;
            let over = Instant::now();
            sleep(calm).await;
            end.send_replace(true);
            Ok::<_, Failure>((asked, over, load, ended))
        };
        let (mut made, mut last, mut found) = (Vec::new(), vec![0; games], None);
        let mut events = std::pin::pin!(events);
        while found.is_none() || !playing.is_empty() {
            tokio::select! {
                // A client's failure is the reason of a table's.
                biased;
                Some(failed) = clients.join_next() => failed??,
                happened = &mut events, if found.is_none() => found = Some(happened?),
                Some(played) = playing.join_next() => made.extend(played??),
            }
        }
        // Everybody has what the others have.
        for (game, seen) in &seen {
            last[*game] = seen.borrow().seq.max(last[*game]);
        }
        let all = || seen.iter().all(|(game, seen)| seen.borrow().there && seen.borrow().seq == last[*game]);
        tokio::select! {
            all = until("all sockets have all events", all) => all?,
            Some(failed) = clients.join_next() => failed??,
        }
        let (asked, over, load, ended) = found.ok_or("nothing has happened")?;
        Ok(Played { made, asked, over, load, ended })
    }
}

fn is_back(seen: Seen) -> bool {
    seen.there && seen.returns > 0
}

async fn stay(
    present: Present,
    returns: Arc<Returns>,
    wishes: Option<mpsc::Receiver<Wish>>,
) -> Result<(), Failure> {
    present.stay(&returns, wishes).await
}

/// Prints what was found.
fn tell(played: &Played, sockets: usize, returns: &[Return]) -> Result<(), Failure> {
    let Played { made, asked, over, load, ended } = played;
    let last = returns.iter().map(|one| one.back).max().ok_or("nobody came back")?;
    let all_back = last.saturating_duration_since(*asked).as_secs_f64();
    let away = returns.iter().map(|one| one.back.saturating_duration_since(one.ended)).collect();
    let away = Latencies::new(away);
    report::line(&format!("  load before the signal {load}, after it {}", report::load()));
    report::line(&format!(
        "  the server ended with success {:.1} s after the signal, the last socket was back after {all_back:.1} s",
        ended.as_secs_f64()
    ));
    let otherwise = returns.iter().filter(|one| one.code != Some(RESTART)).count();
    let failed: u32 = returns.iter().map(|one| one.failed).sum();
    report::line(&format!(
        "  {} returns of {sockets} sockets, {otherwise} of them unasked, {failed} attempts failed",
        returns.len()
    ));
    report::line(&format!(
        "  away: p50 {:.1} ms, p99 {:.1} ms, at most {:.1} ms",
        away.millis(50),
        away.millis(99),
        away.millis(100)
    ));
    let moves = |name: &str, is_in: &dyn Fn(Instant) -> bool| {
        let took: Vec<_> = made.iter().filter(|made| is_in(made.began)).map(|made| made.took).collect();
        let (count, took) = (took.len(), Latencies::new(took));
        report::line(&format!(
            "  {count:>5} moves {name:16} p50 {:>7.2} ms   p99 {:>7.2} ms   at most {:>7.2} ms",
            took.millis(50),
            took.millis(99),
            took.millis(100)
        ));
        took.millis(99)
    };
    moves("before the drain", &|began| began < *asked);
    let during = moves("during it", &|began| (*asked..*over).contains(&began));
    moves("after it", &|began| began >= *over);
    report::goal("seconds until all sockets are back", all_back, Goal::AtMost(30.0));
    report::goal("ms of 99 of 100 moves during the drain", during, Goal::AtMost(1_000.0));
    Ok(())
}
