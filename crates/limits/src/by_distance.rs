//! The limits of clients on this machine, and those of all others.

use std::net::IpAddr;
use std::num::NonZeroU32;

use governor::clock::{Clock, DefaultClock, QuantaInstant};
use governor::{DefaultKeyedRateLimiter, NotUntil, Quota, RateLimiter};

use crate::{Options, TooMany};

/// How many times as much as a second's worth may come at once.
pub(crate) const BURST: u32 = 10;
/// How many times as wide the limits of clients on this machine are.
pub(crate) const LOOPBACK: u32 = 1_000;
/// How many sockets of one client may send as many frames as one may.
const SOCKETS_AT_WORK: u32 = 10;
/// How many new connections a second there may be for each request a second.
const ARRIVALS: u32 = 10;
/// How many bytes of answers may lie in memory for one client that does not read them. One answer may be larger.
const UNSENT_BYTES: u64 = 16 * 1_024 * 1_024;

/// The limits of clients on this machine, or of all others.
#[derive(Debug)]
pub(crate) struct ByDistance {
    pub(crate) requests: DefaultKeyedRateLimiter<IpAddr>,
    pub(crate) guests: DefaultKeyedRateLimiter<IpAddr>,
    pub(crate) commands: DefaultKeyedRateLimiter<IpAddr>,
    pub(crate) arrivals: DefaultKeyedRateLimiter<IpAddr>,
    /// In KiB.
    pub(crate) records: DefaultKeyedRateLimiter<IpAddr>,
    pub(crate) frames: Quota,
    pub(crate) frames_of_all: DefaultKeyedRateLimiter<IpAddr>,
    pub(crate) connections: u32,
    pub(crate) subscriptions: u32,
    /// In bytes.
    pub(crate) unsent: u64,
}

impl ByDistance {
    /// The limits that the operator set, so many times as wide.
    pub(crate) fn new(options: &Options, factor: u32) -> Self {
        let wide = of_factor;
        let a_second = |limit| {
            let limit = wide(limit, factor);
            Quota::per_second(limit).allow_burst(wide(limit, BURST))
        };
        Self {
            requests: RateLimiter::keyed(a_second(options.requests_per_second)),
            arrivals: RateLimiter::keyed(a_second(wide(options.requests_per_second, ARRIVALS))),
            guests: RateLimiter::keyed(Quota::per_minute(wide(options.guests_per_minute, factor))),
            records: RateLimiter::keyed(Quota::per_hour(wide(
                wide(options.record_mib_per_hour, 1_024),
                factor,
            ))),
            commands: RateLimiter::keyed(Quota::per_hour(wide(options.commands_per_hour, factor))),
            frames: a_second(options.frames_per_second),
            frames_of_all: RateLimiter::keyed(a_second(wide(options.frames_per_second, SOCKETS_AT_WORK))),
            connections: wide(options.connections_per_address, factor).get(),
            subscriptions: wide(options.subscriptions_per_address, factor).get(),
            unsent: UNSENT_BYTES * u64::from(factor),
        }
    }

    /// Forgets clients that have not asked for anything in a while.
    pub(crate) fn tidy(&self) {
        let limiters = [
            &self.requests,
            &self.arrivals,
            &self.guests,
            &self.records,
            &self.frames_of_all,
            &self.commands,
        ];
        for limiter in limiters {
            limiter.retain_recent();
        }
    }
}

/// What a limiter answered, with the time after which it may be asked again.
pub(crate) fn check<T>(
    clock: &DefaultClock,
    outcome: Result<T, NotUntil<QuantaInstant>>,
) -> Result<(), TooMany> {
    outcome.map(|_| ()).map_err(|not_until| TooMany { retry_after: not_until.wait_time_from(clock.now()) })
}

/// A limit so many times as wide.
pub(crate) fn of_factor(limit: NonZeroU32, factor: u32) -> NonZeroU32 {
    limit.saturating_mul(NonZeroU32::MIN.saturating_add(factor.saturating_sub(1)))
}
