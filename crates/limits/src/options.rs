//! The limits that an operator may set.

use std::num::NonZeroU32;

/// The limits that an operator may set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Requests a second from one address; ten times as many may come at once.
    pub requests_per_second: NonZeroU32,
    /// New guests a minute from one address.
    pub guests_per_minute: NonZeroU32,
    /// Letters an hour that verify for all clients together, and as many that sign in; so many may leave at
    /// once.
    pub letters_per_hour: NonZeroU32,
    /// New games a minute of one player.
    pub games_per_minute: NonZeroU32,
    /// Moves and other commands an hour from one address; so many may come at once.
    pub commands_per_hour: NonZeroU32,
    /// Records an hour from one address, in MiB; so many may come at once.
    pub record_mib_per_hour: NonZeroU32,
    /// Frames a second on one socket, and a tenth of those of one address; ten times as many may come at
    /// once.
    pub frames_per_second: NonZeroU32,
    /// Sockets and streams open at once from one address.
    pub connections_per_address: NonZeroU32,
    /// Games followed at once from one address, over all its sockets and streams.
    pub subscriptions_per_address: NonZeroU32,
    /// The share of one processor for one address, in percent.
    pub processor_percent_per_address: u32,
    /// Whether clients on this machine are held to the same limits; otherwise theirs are a thousand times as
    /// wide.
    pub limit_loopback: bool,
}

impl Options {
    /// The limits of a server whose operator has set none.
    pub const USUAL: Self = Self {
        requests_per_second: number(20),
        guests_per_minute: number(20),
        letters_per_hour: number(1_000),
        games_per_minute: number(20),
        commands_per_hour: number(60_000),
        record_mib_per_hour: number(64),
        frames_per_second: number(20),
        connections_per_address: number(200),
        subscriptions_per_address: number(400),
        processor_percent_per_address: 20,
        limit_loopback: false,
    };
}

/// A number as it is written above, where none is zero.
const fn number(number: u32) -> NonZeroU32 {
    NonZeroU32::MIN.saturating_add(number.saturating_sub(1))
}
