//! The way to NATS and back.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::rustls::ClientConfig;
use async_nats::{Client, ConnectOptions, Event};
use tengen_clock::Clock;
use tengen_duties::Duties;
use tengen_trouble as trouble;
use tokio::sync::{Mutex, mpsc, watch};
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;

use crate::addresses::{Addresses, Credentials};
use crate::counts::{Counts, Dropped, Figures};
use crate::inbox::{Inbox, Reader};
use crate::seal::{Seal, Secret};

/// How many lines may wait to be sent.
const WAITING: usize = 8_192;
/// How many bytes they may have together.
const WAITING_BYTES: usize = 8 << 20;
/// From so many bytes on a message is sent as it is, and further lines go with the next one. Beyond that, it is one line alone.
const MESSAGE: usize = 32 << 10;
/// How many bytes a line may have: less than NATS takes in one message.
const LINE: usize = 256 << 10;
/// How many messages may wait to be read.
const UNREAD: usize = 1_024;
/// How many messages may be on their way to the connection.
const ON_THE_WAY: usize = 16;
/// How often NATS is asked for a sign of life. After three of them without an answer it is away.
const PING: Duration = Duration::from_secs(2);
/// How long a connection may take to open, and a message to reach it.
const PATIENCE: Duration = Duration::from_secs(5);
/// The pauses between two attempts to connect: the first one, which doubles, up to the longest one.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(3);
/// The trouble of an operator whose NATS is away.
const AWAY: &str = "NATS is away: servers follow each other by the database alone, once a second";

/// The parts of a bus.
#[derive(Debug, Clone)]
pub struct Options {
    /// Where NATS is.
    pub addresses: Addresses,
    /// Whom encrypted connections trust. Without it NATS can't prove anything, and those addresses are of no use that ask for
    /// encryption.
    pub tls: Option<ClientConfig>,
    /// The subject of all messages: every server of the database, and nobody else, sends and hears there.
    pub subject: String,
    /// The secret of these servers.
    pub secret: Secret,
    /// The number of this process.
    pub own: i64,
    /// The time.
    pub clock: Clock,
}

/// Why there can be no bus.
#[derive(Debug, thiserror::Error)]
pub enum BusError {
    /// The library refuses the options.
    #[error("NATS: {0}")]
    Refused(String),
}

/// Whether NATS is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Health {
    /// Whether there is a connection.
    pub connected: bool,
    /// Since when that has been so.
    pub since: Instant,
}

/// The sending end; cheap to clone. Nobody waits for it.
#[derive(Debug, Clone)]
pub struct Bus(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    lines: mpsc::Sender<String>,
    waiting_bytes: AtomicUsize,
    counts: Arc<Counts>,
    health: watch::Receiver<Health>,
}

impl Bus {
    /// Opens a bus. It connects in the background, for as long as that takes, and whenever the connection is lost; until the
    /// stop of the duties, of which bringing lines to NATS is one.
    ///
    /// # Errors
    ///
    /// When the options are refused.
    pub async fn open(options: Options, duties: &Duties) -> Result<(Self, Inbox), BusError> {
        let stop = duties.stop().clone();
        let Options { addresses, tls, subject, secret, own, clock } = options;
        let refused = |error: &dyn std::fmt::Display| BusError::Refused(error.to_string());
        let seal = Seal::new(&secret, &subject).ok_or_else(|| refused(&"the secret is empty"))?;
        let counts = Arc::new(Counts::default());
        let (tell, health) = watch::channel(Health { connected: false, since: clock.instant() });
        let client = wishes(&addresses, tls)
            .event_callback({
                let (clock, counts, stop) = (clock.clone(), Arc::clone(&counts), stop.clone());
                move |event| {
                    heed(&event, &tell, &clock, &counts, &stop);
                    std::future::ready(())
                }
            })
            .connect(&addresses.servers[..])
            .await
            .map_err(|error| refused(&error.kind()))?;
        let subscriber = client.subscribe(subject.clone()).await.map_err(|error| refused(&error))?;
        let (lines, queue) = mpsc::channel(WAITING);
        let bus = Self(Arc::new(Shared {
            lines,
            waiting_bytes: AtomicUsize::new(0),
            counts: Arc::clone(&counts),
            health,
        }));
        let sender =
            Sender { bus: bus.clone(), client, subject, seal: seal.clone(), own, clock: clock.clone() };
        let (sender, queue) = (Arc::new(sender), Arc::new(Mutex::new(queue)));
        duties.again("bus", move || {
            let (sender, queue, stop) = (Arc::clone(&sender), Arc::clone(&queue), stop.clone());
            async move {
                let mut queue = queue.lock().await;
                tokio::select! {
                    () = sender.run(&mut queue) => {}
                    () = stop.cancelled() => {}
                }
            }
        });
        Ok((bus, Inbox { subscriber, reader: Reader { seal, clock, own, counts } }))
    }

    /// Sends a line to all other servers, unless there is no way or no room. Lines that wait go together.
    pub fn send(&self, line: String) {
        let shared = &self.0;
        let bytes = line.len();
        let fits = bytes <= LINE && shared.waiting_bytes.load(Ordering::Relaxed) + bytes <= WAITING_BYTES;
        shared.waiting_bytes.fetch_add(bytes, Ordering::Relaxed);
        if !fits || shared.lines.try_send(line).is_err() {
            shared.waiting_bytes.fetch_sub(bytes, Ordering::Relaxed);
            shared.counts.dropped(Dropped::Full, 1);
        }
    }

    /// Whether NATS is there, and every change of that.
    pub fn health(&self) -> watch::Receiver<Health> {
        self.0.health.clone()
    }

    /// Figures about the messages so far.
    pub fn figures(&self) -> Figures {
        self.0.counts.figures()
    }
}

fn wishes(addresses: &Addresses, tls: Option<ClientConfig>) -> ConnectOptions {
    let options = ConnectOptions::new()
        .name("tengen")
        .no_echo()
        .retry_on_initial_connect()
        .ignore_discovered_servers()
        .client_capacity(ON_THE_WAY)
        .subscription_capacity(UNREAD)
        .ping_interval(PING)
        .connection_timeout(PATIENCE)
        .reconnect_delay_callback(pause_before);
    let options = match tls {
        Some(config) => options.tls_client_config(config),
        None => options,
    };
    match addresses.credentials.clone() {
        Some(Credentials::User { name, password }) => options.user_and_password(name, password),
        Some(Credentials::Token(token)) => options.token(token),
        None => options,
    }
}

/// The pause before an attempt to connect, the first of which has the number 1.
fn pause_before(attempt: usize) -> Duration {
    match attempt {
        0 | 1 => Duration::ZERO,
        later => {
            let doubled = u32::try_from(later - 2).ok().and_then(|times| 2_u32.checked_pow(times));
            doubled
                .and_then(|times| FIRST_PAUSE.checked_mul(times))
                .map_or(LONGEST_PAUSE, |pause| pause.min(LONGEST_PAUSE))
        }
    }
}

/// Takes note of something that has happened to the connection.
fn heed(
    event: &Event,
    health: &watch::Sender<Health>,
    clock: &Clock,
    counts: &Counts,
    stop: &CancellationToken,
) {
    let now = |connected| {
        health.send_if_modified(|health| {
            let is_news = health.connected != connected;
            if is_news {
                *health = Health { connected, since: clock.instant() };
            }
            is_news
        })
    };
    match event {
        Event::Connected => {
            now(true);
            tracing::info!("NATS is there");
        }
        Event::Disconnected | Event::Closed => {
            now(false);
            // A bus that is closed loses nothing.
            if !stop.is_cancelled() {
                trouble::log(AWAY, "the connection was lost");
            }
        }
        Event::SlowConsumer(_) => {
            counts.dropped(Dropped::Behind, 1);
            trouble::log("messages from NATS come faster than they are read", "some are left out");
        }
        Event::ServerError(error) => trouble::log("NATS refuses something", error),
        Event::ClientError(error) => trouble::log(AWAY, error),
        Event::LameDuckMode | Event::Draining => {}
    }
}

/// Brings lines to NATS.
struct Sender {
    bus: Bus,
    client: Client,
    subject: String,
    seal: Seal,
    own: i64,
    clock: Clock,
}

impl Sender {
    async fn run(&self, queue: &mut mpsc::Receiver<String>) {
        let mut next = None;
        loop {
            let Some(mut lines) = (match next.take() {
                Some(line) => Some(line),
                None => queue.recv().await,
            }) else {
                return;
            };
            let mut count = 1;
            while lines.len() < MESSAGE
                && let Ok(line) = queue.try_recv()
            {
                if lines.len() + line.len() > MESSAGE {
                    next = Some(line);
                    break;
                }
                lines.push('\n');
                lines.push_str(&line);
                count += 1;
            }
            // Between the lines are line feeds, which did not wait.
            self.bus.0.waiting_bytes.fetch_sub(lines.len() + 1 - count, Ordering::Relaxed);
            self.send(&lines, count as u64).await;
        }
    }

    /// Sends a message of so many lines, unless NATS is away: later it would be late.
    async fn send(&self, lines: &str, count: u64) {
        let counts = &self.bus.0.counts;
        if self.client.connection_state() != State::Connected {
            return counts.dropped(Dropped::Away, count);
        }
        let message = self.seal.write(self.own, self.clock.now(), lines);
        match timeout(PATIENCE, self.client.publish(self.subject.clone(), message)).await {
            Ok(Ok(())) => counts.sent(),
            Ok(Err(error)) => {
                counts.dropped(Dropped::Away, count);
                trouble::log("a message can't be given to NATS", error);
            }
            Err(_) => counts.dropped(Dropped::Away, count),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_up_to_some_seconds() {
        let pauses = [1, 2, 3, 4, 7, 8, 9, 40, usize::MAX].map(|attempt| pause_before(attempt).as_millis());
        assert_eq!(pauses, [0, 50, 100, 200, 1_600, 3_000, 3_000, 3_000, 3_000]);
    }
}
