//! How much one client may ask for.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use tengen_game::PlayerId;

use crate::options::ServeOptions;

/// How many times as much as a second's worth may come at once.
const BURST: u32 = 10;
/// When to try again if too many connections are open: nobody knows when one will close.
const CONNECTION_PAUSE: Duration = Duration::from_secs(1);
/// How many plain connections there may be for each socket or stream.
const CONNECTIONS_FOR_EACH: u32 = 2;
/// How much one client may have done at once of what takes long, answers that are being sent included.
const WORK: u32 = 8;
/// How many times as wide the limits of clients on this machine are.
const LOOPBACK: u32 = 1_000;

/// Too much was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooMany {
    /// After this time it may be asked again.
    pub retry_after: Duration,
}

/// The limits of the server.
#[derive(Debug)]
pub struct Limits {
    near: ByDistance,
    far: ByDistance,
    games: DefaultKeyedRateLimiter<PlayerId>,
    loopback_is_far: bool,
    staying: Counter,
    connected: Counter,
    working: Counter,
    following: Counter,
}

/// The limits of clients on this machine, or of all others.
#[derive(Debug)]
struct ByDistance {
    requests: DefaultKeyedRateLimiter<IpAddr>,
    guests: DefaultKeyedRateLimiter<IpAddr>,
    commands: DefaultKeyedRateLimiter<IpAddr>,
    /// In KiB.
    records: DefaultKeyedRateLimiter<IpAddr>,
    frames: Quota,
    connections: u32,
    subscriptions: u32,
}

impl ByDistance {
    fn new(options: &ServeOptions, factor: u32) -> Self {
        let wide =
            |limit: NonZeroU32, factor: u32| limit.saturating_mul(NonZeroU32::MIN.saturating_add(factor - 1));
        let a_second = |limit| {
            let limit = wide(limit, factor);
            Quota::per_second(limit).allow_burst(wide(limit, BURST))
        };
        Self {
            requests: RateLimiter::keyed(a_second(options.requests_per_second)),
            guests: RateLimiter::keyed(Quota::per_minute(wide(options.guests_per_minute, factor))),
            records: RateLimiter::keyed(Quota::per_hour(wide(
                wide(options.record_mib_per_hour, 1_024),
                factor,
            ))),
            commands: RateLimiter::keyed(Quota::per_hour(wide(options.commands_per_hour, factor))),
            frames: a_second(options.frames_per_second),
            connections: wide(options.connections_per_address, factor).get(),
            subscriptions: wide(options.subscriptions_per_address, factor).get(),
        }
    }
}

impl Limits {
    /// The limits that the operator set.
    pub fn new(options: &ServeOptions) -> Self {
        Self {
            near: ByDistance::new(options, LOOPBACK),
            far: ByDistance::new(options, 1),
            games: RateLimiter::keyed(Quota::per_minute(options.games_per_minute)),
            loopback_is_far: options.limit_loopback,
            staying: Counter::default(),
            connected: Counter::default(),
            working: Counter::default(),
            following: Counter::default(),
        }
    }

    /// Counts a request.
    pub fn request(&self, client: Client) -> Result<(), TooMany> {
        check(self.of(client).requests.check_key(&client.network))
    }

    /// Counts so many requests more, for one that costs as much as these. No request costs more in all than may come at once.
    pub fn more_requests(&self, client: Client, count: u32) -> Result<(), TooMany> {
        let Some(count) = NonZeroU32::new(count.min(BURST - 1)) else { return Ok(()) };
        let outcome = self.of(client).requests.check_key_n(&client.network, count);
        check(outcome.map_err(|_| TooMany { retry_after: CONNECTION_PAUSE })?)
    }

    /// Counts a new guest.
    pub fn guest(&self, client: Client) -> Result<(), TooMany> {
        check(self.of(client).guests.check_key(&client.network))
    }

    /// Counts a new game.
    pub fn game(&self, player: PlayerId, client: Client) -> Result<(), TooMany> {
        if client.near { Ok(()) } else { check(self.games.check_key(&player)) }
    }

    /// Counts a command in a game: most of them are kept for ever.
    pub fn command(&self, client: Client) -> Result<(), TooMany> {
        if client.near { Ok(()) } else { check(self.far.commands.check_key(&client.network)) }
    }

    /// Counts the bytes of a file of records. A file counts for one KiB at least.
    pub fn records(&self, client: Client, bytes: usize) -> Result<(), TooMany> {
        let kib = u32::try_from(bytes.div_ceil(1_024)).ok().and_then(NonZeroU32::new);
        let outcome = self.of(client).records.check_key_n(&client.network, kib.unwrap_or(NonZeroU32::MIN));
        // More at once than ever may come there is not: the limit is a MiB at least, as much as a file.
        check(outcome.map_err(|_| TooMany { retry_after: CONNECTION_PAUSE })?)
    }

    /// The limit on the frames of a new socket.
    pub fn frames(&self, client: Client) -> FrameLimit {
        FrameLimit(RateLimiter::direct(self.of(client).frames))
    }

    /// Counts an open socket or stream until the ticket is dropped.
    pub fn stay(&self, client: Client) -> Result<Ticket, TooMany> {
        self.staying.admit(client, self.of(client).connections)
    }

    /// Counts a connection, whatever it is for, until the ticket is dropped. Each socket begins as one, and browsers open
    /// some more.
    pub fn connection(&self, client: Client) -> Result<Ticket, TooMany> {
        self.connected.admit(client, self.of(client).connections.saturating_mul(CONNECTIONS_FOR_EACH))
    }

    /// Counts a game that is followed until the ticket is dropped. The error says how many may be.
    pub fn follow(&self, client: Client) -> Result<Ticket, u32> {
        let most = self.of(client).subscriptions;
        self.following.admit(client, most).map_err(|_| most)
    }

    /// Counts work that takes long until the ticket is dropped.
    pub fn work(&self, client: Client) -> Result<Ticket, TooMany> {
        self.working.admit(client, if client.near { WORK * LOOPBACK } else { WORK })
    }

    /// Forgets clients that have not asked for anything in a while.
    pub fn tidy(&self) {
        for distance in [&self.near, &self.far] {
            for limiter in [&distance.requests, &distance.guests, &distance.records, &distance.commands] {
                limiter.retain_recent();
            }
        }
        self.games.retain_recent();
    }

    /// Who asks from this address. Nobody for whom a proxy speaks counts as being on this machine.
    pub fn client(&self, address: IpAddr, forwarded: bool) -> Client {
        let near = !self.loopback_is_far && !forwarded && address.to_canonical().is_loopback();
        Client { network: network(address), near }
    }

    fn of(&self, client: Client) -> &ByDistance {
        if client.near { &self.near } else { &self.far }
    }
}

/// Who is asking, as far as limits care.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Client {
    network: IpAddr,
    near: bool,
}

impl Client {
    /// Whether it is on this machine.
    pub fn is_near(self) -> bool {
        self.near
    }

    /// The address, or the network that one household has.
    pub fn network(self) -> IpAddr {
        self.network
    }
}

/// The limit on the frames of one socket.
#[derive(Debug)]
pub struct FrameLimit(DefaultDirectRateLimiter);

impl FrameLimit {
    /// Counts a frame.
    pub fn frame(&self) -> Result<(), TooMany> {
        check(self.0.check())
    }
}

/// How many there are for each client.
#[derive(Debug, Clone, Default)]
struct Counter(Arc<Mutex<HashMap<IpAddr, u32>>>);

impl Counter {
    fn admit(&self, client: Client, most: u32) -> Result<Ticket, TooMany> {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(client.network).or_insert(0);
        if *count >= most {
            return Err(TooMany { retry_after: CONNECTION_PAUSE });
        }
        *count += 1;
        Ok(Ticket { network: client.network, counter: self.clone() })
    }
}

/// One that is counted.
#[derive(Debug)]
pub struct Ticket {
    network: IpAddr,
    counter: Counter,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut open = self.counter.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.network) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.network);
            }
        }
    }
}

fn check<T>(outcome: Result<T, governor::NotUntil<governor::clock::QuantaInstant>>) -> Result<(), TooMany> {
    outcome
        .map(|_| ())
        .map_err(|not_until| TooMany { retry_after: not_until.wait_time_from(DefaultClock::default().now()) })
}

/// What counts as one client: an IPv4 address, or an IPv6 network of 64 bits, all of whose addresses one household has.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64)),
        v4 @ IpAddr::V4(_) => v4,
    }
}
