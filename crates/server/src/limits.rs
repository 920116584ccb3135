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
    open: Arc<Mutex<HashMap<IpAddr, u32>>>,
}

/// The limits of clients on this machine, or of all others.
#[derive(Debug)]
struct ByDistance {
    requests: DefaultKeyedRateLimiter<IpAddr>,
    guests: DefaultKeyedRateLimiter<IpAddr>,
    frames: Quota,
    connections: u32,
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
            frames: a_second(options.frames_per_second),
            connections: wide(options.connections_per_address, factor).get(),
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
            open: Arc::default(),
        }
    }

    /// Counts a request.
    pub fn request(&self, address: IpAddr) -> Result<(), TooMany> {
        check(self.of(address).requests.check_key(&network(address)))
    }

    /// Counts a new guest.
    pub fn guest(&self, address: IpAddr) -> Result<(), TooMany> {
        check(self.of(address).guests.check_key(&network(address)))
    }

    /// Counts a new game.
    pub fn game(&self, player: PlayerId, address: IpAddr) -> Result<(), TooMany> {
        if self.is_near(address) { Ok(()) } else { check(self.games.check_key(&player)) }
    }

    /// The limit on the frames of a new socket.
    pub fn frames(&self, address: IpAddr) -> FrameLimit {
        FrameLimit(RateLimiter::direct(self.of(address).frames))
    }

    /// Counts an open socket or stream until the ticket is dropped; none if there are too many.
    pub fn connection(&self, address: IpAddr) -> Option<Ticket> {
        let most = self.of(address).connections;
        let address = network(address);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(address).or_insert(0);
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Ticket { address, open: Arc::clone(&self.open) })
    }

    /// Forgets clients that have not asked for anything in a while.
    pub fn tidy(&self) {
        for limiter in [&self.near.requests, &self.near.guests, &self.far.requests, &self.far.guests] {
            limiter.retain_recent();
        }
        self.games.retain_recent();
    }

    fn is_near(&self, address: IpAddr) -> bool {
        !self.loopback_is_far && address.to_canonical().is_loopback()
    }

    fn of(&self, address: IpAddr) -> &ByDistance {
        if self.is_near(address) { &self.near } else { &self.far }
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

/// One open socket or stream.
#[derive(Debug)]
pub struct Ticket {
    address: IpAddr,
    open: Arc<Mutex<HashMap<IpAddr, u32>>>,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.address);
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
