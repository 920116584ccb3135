//! The limits of one socket.

use std::num::NonZeroU32;

use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};

use crate::by_distance::LOOPBACK;
use crate::rate::{check, of_factor};
use crate::{Client, Kind, Limits, TooMany};

/// The most frames of a socket that may be refused at once; one more each second.
const REFUSALS: NonZeroU32 = NonZeroU32::MIN.saturating_add(59);

/// The limits of one socket.
#[derive(Debug)]
pub struct SocketLimits {
    client: Client,
    frames: DefaultDirectRateLimiter,
    refusals: DefaultDirectRateLimiter,
}

impl SocketLimits {
    /// Counts a frame that was refused before anybody did anything about it. After too many of them the
    /// socket has to go.
    pub fn refusal(&self) -> Result<(), TooMany> {
        check(self.refusals.clock(), self.refusals.check())
    }
}

impl Limits {
    /// The limits of a new socket.
    pub fn socket(&self, client: Client) -> SocketLimits {
        let refusals = if client.near { of_factor(REFUSALS, LOOPBACK) } else { REFUSALS };
        // A new clock asks the processor for its features, which takes a virtual machine longer than all the
        // rest.
        let limiter = |quota| RateLimiter::direct_with_clock(quota, self.games.clock().clone());
        SocketLimits {
            client,
            frames: limiter(self.of(client).frames),
            refusals: limiter(Quota::per_second(NonZeroU32::MIN).allow_burst(refusals)),
        }
    }

    /// Counts a frame, whatever it is: for its socket, and for all sockets of its client.
    pub fn frame(&self, socket: &SocketLimits) -> Result<(), TooMany> {
        let client = socket.client;
        self.note(client, Kind::Frames, check(socket.frames.clock(), socket.frames.check()))?;
        self.count(client, Kind::Frames, &self.of(client).frames_of_all)
    }
}
