//! The limits of clients on this machine, and those of all others.

use std::net::IpAddr;
use std::num::NonZeroU32;

use governor::Quota;

use crate::Options;
use crate::networks::Widths;
use crate::rate::{Rate, of_factor};
use crate::scarce::Scarce;

/// The number of seconds' worth that may come at once.
pub(crate) const BURST: u32 = 10;
/// The factor by which the limits of clients on this machine are wider.
pub(crate) const LOOPBACK: u32 = 1_000;
/// The letters an hour that one client may have the server send as a member or to members, and those where
/// somebody registers.
const LETTERS: NonZeroU32 = NonZeroU32::MIN.saturating_add(29);
/// The number of sockets of one client that may each send as many frames as one may.
const SOCKETS_AT_WORK: u32 = 10;
/// The new connections a second for each request a second.
const ARRIVALS: u32 = 10;
/// The most bytes of answers in memory for one client that does not read them. One answer may be larger.
const UNSENT_BYTES: u64 = 16 * 1_024 * 1_024;

/// The limits of clients on this machine, or of all others.
#[derive(Debug)]
pub(crate) struct ByDistance {
    pub(crate) requests: Rate<IpAddr>,
    pub(crate) guests: Scarce,
    pub(crate) ways_in: Scarce,
    pub(crate) rare_acts: Scarce,
    pub(crate) commands: Rate<IpAddr>,
    pub(crate) letters: Scarce,
    pub(crate) letters_to_newcomers: Scarce,
    pub(crate) arrivals: Scarce,
    /// In KiB.
    pub(crate) records: Rate<IpAddr>,
    /// Of one socket, which is at one server.
    pub(crate) frames: Quota,
    pub(crate) frames_of_all: Rate<IpAddr>,
    pub(crate) connections: u32,
    pub(crate) subscriptions: u32,
    /// In bytes.
    pub(crate) unsent: u64,
}

impl ByDistance {
    /// The limits that the operator set, so many times as wide.
    pub(crate) fn new(options: &Options, factor: u32) -> Self {
        let wide = of_factor;
        let a_second = |limit| Rate::per_second(wide(limit, factor), BURST);
        let frames = wide(options.frames_per_second, factor);
        Self {
            requests: a_second(options.requests_per_second),
            arrivals: Scarce::per_second(wide(options.requests_per_second, ARRIVALS), BURST),
            guests: Scarce::per_minute(wide(options.guests_per_minute, factor), Widths::NARROW),
            // A school comes in side by side, and does what its members do.
            ways_in: Scarce::per_minute(wide(options.guests_per_minute, factor), Widths::WIDE),
            rare_acts: Scarce::per_minute(wide(options.guests_per_minute, factor), Widths::WIDE),
            records: Rate::per_hour(wide(wide(options.record_mib_per_hour, 1_024), factor)),
            letters: Scarce::per_hour(wide(LETTERS, factor), Widths::WIDE),
            letters_to_newcomers: Scarce::per_hour(wide(LETTERS, factor), Widths::NARROW),
            commands: Rate::per_hour(wide(options.commands_per_hour, factor)),
            frames: Quota::per_second(frames).allow_burst(wide(frames, BURST)),
            frames_of_all: a_second(wide(options.frames_per_second, SOCKETS_AT_WORK)),
            connections: wide(options.connections_per_address, factor).get(),
            subscriptions: wide(options.subscriptions_per_address, factor).get(),
            unsent: UNSENT_BYTES * u64::from(factor),
        }
    }

    /// Forgets clients that have not asked for anything in a while.
    pub(crate) fn tidy(&self) {
        for rate in [&self.requests, &self.records, &self.frames_of_all, &self.commands] {
            rate.tidy();
        }
        let scarce = [&self.arrivals, &self.guests, &self.ways_in, &self.rare_acts];
        for scarce in scarce.into_iter().chain([&self.letters, &self.letters_to_newcomers]) {
            scarce.tidy();
        }
    }
}
