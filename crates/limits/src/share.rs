//! The part of the limits that one of several servers lets through.
//!
//! Servers don't tell each other who asks for what, so each lets a part through. Were that one of as many
//! parts as there are servers, a client whose connections are all at one server would have a fraction of what
//! it had before there were others. With twice that part, nobody has less in all than at one server, and
//! nobody more than twice as much.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The number of servers that may each let as much through as one alone.
pub(crate) const UNDIVIDED: u32 = 2;

/// The number of servers that share the limits, but [`UNDIVIDED`] at least.
#[derive(Debug)]
pub(crate) struct Share(AtomicU32);

impl Default for Share {
    /// One server, which has no others.
    fn default() -> Self {
        Self(AtomicU32::new(UNDIVIDED))
    }
}

impl Share {
    /// Sets the number of servers, this one included.
    pub(crate) fn set(&self, servers: u32) {
        self.0.store(servers.max(UNDIVIDED), Relaxed);
    }

    /// The cost of one count here in a server's time or rate, in parts of which one server alone takes
    /// [`UNDIVIDED`].
    pub(crate) fn cost(&self) -> u32 {
        self.0.load(Relaxed)
    }

    /// The part of this server in a limit of things at once; one at least, unless there may be none.
    pub(crate) fn of(&self, most: u64) -> u64 {
        let part = u128::from(most) * u128::from(UNDIVIDED) / u128::from(self.cost());
        u64::try_from(part).unwrap_or(most).max(most.min(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(servers: u32) -> Share {
        let share = Share::default();
        share.set(servers);
        share
    }

    #[test]
    fn all_servers_together_let_through_what_one_does_and_at_most_twice_that() {
        for servers in [0, 1, 2] {
            assert_eq!(share(servers).of(200), 200);
        }
        assert_eq!([3, 10, 400, 401, u32::MAX].map(|servers| share(servers).of(200)), [133, 40, 1, 1, 1]);
        for servers in 1..=100_u32 {
            for most in u64::from(servers.div_ceil(UNDIVIDED))..=300 {
                let all = share(servers).of(most) * u64::from(servers);
                assert!((most..=2 * most).contains(&all), "{servers} servers, {most}: {all}");
            }
        }
    }

    #[test]
    fn nothing_becomes_nothing_by_being_shared_and_nothing_stays_nothing() {
        assert_eq!([0, 1, u64::MAX].map(|most| share(u32::MAX).of(most)), [0, 1, (1 << 33) + 2]);
        assert_eq!(share(1).of(u64::MAX), u64::MAX);
    }
}
