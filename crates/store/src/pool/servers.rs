//! The servers of a database, as each of them knows them.

use tengen_game::Millis;

/// By how many milliseconds a server's clock may differ from the database's. With more a player would gain or lose by being at
/// one server and not at another.
const CLOCK_TOLERANCE: Millis = 2_000;

/// What a server knows of the servers of its database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Servers {
    /// How many there are, this one included.
    pub alive: u32,
    /// By how many milliseconds this server's clock was ahead of the database's when they were last compared; less than 0 if it was
    /// behind.
    pub clock_ahead: Millis,
    /// How many times this server was not in the table before it said that it is there.
    pub(crate) joined: u64,
    /// How many times losses or outages were noticed that this server had not known.
    pub(crate) lost_time: u64,
    /// How far this server's clock had leapt by then.
    pub(crate) leapt: Millis,
}

impl Default for Servers {
    /// One server, whose clock is the only one.
    fn default() -> Self {
        Self { alive: 1, clock_ahead: 0, joined: 0, lost_time: 0, leapt: 0 }
    }
}

impl Servers {
    /// By how many milliseconds this server's clock, which has leapt so far by now, is ahead of the database's, if that is so much that
    /// it is wrong.
    pub(crate) fn wrong_clock(&self, leapt: Millis) -> Option<Millis> {
        let ahead = self.clock_ahead + leapt - self.leapt;
        (ahead.abs() > CLOCK_TOLERANCE).then_some(ahead)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_seconds_are_not_too_much() {
        for (clock_ahead, wrong) in
            [(0, false), (2_000, false), (-2_000, false), (2_001, true), (-3_600_000, true)]
        {
            let servers = Servers { clock_ahead, ..Servers::default() };
            assert_eq!(servers.wrong_clock(0), wrong.then_some(clock_ahead));
        }
    }

    #[test]
    fn a_leap_counts_before_the_clocks_are_compared_again() {
        let servers = Servers { clock_ahead: 500, leapt: 20_000, ..Servers::default() };
        assert_eq!(servers.wrong_clock(20_000), None);
        assert_eq!(servers.wrong_clock(40_000), Some(20_500));
        let away = Servers { clock_ahead: 3_600_000, leapt: 3_600_000, ..Servers::default() };
        assert_eq!((away.wrong_clock(3_600_000), away.wrong_clock(0)), (Some(3_600_000), None));
    }
}
