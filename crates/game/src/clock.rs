//! The clock of a game: both players' times, whose is running, and the network's share.

use tengen_rules::{ByColor, Color};

use crate::{Millis, PlayerTime, TimeSystem, TimeUp};

/// The most that is given back for the network with one move, in milliseconds.
pub const LAG_A_MOVE: Millis = 1_000;
/// The most that the bank of given-back time holds, and its content at the beginning.
const LAG_BANK: Millis = 3_000;
/// The time that each own move puts back into the bank.
const LAG_REFILL: Millis = 200;
/// The divisor that bounds all time given back for the network together: a tenth of the time that the game
/// has given the player. A player who answers pings late on purpose seems to be far away.
pub const LAG_PART: Millis = 10;
/// The time by which the fall of a flag is put off after the player's time is over, in milliseconds. The
/// clocks of two servers may differ, and a move that came in time has to be on disk first.
pub const FLAG_GRACE: Millis = 300;

/// A clock that somebody has started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clock {
    system: TimeSystem,
    times: ByColor<PlayerTime>,
    /// Whose time runs, and since when; nobody's while the game is stopped.
    running: Option<(Color, Millis)>,
    /// The delay of the network that can still be given back.
    lag_bank: ByColor<Millis>,
    /// The time that the game has given each player: the spent part, and the part that is left.
    given: ByColor<Millis>,
    /// The time that was given back for the network in all.
    lag_given_back: ByColor<Millis>,
}

impl Clock {
    /// A stopped clock at the beginning of a game.
    pub(crate) fn new(system: TimeSystem) -> Self {
        let time = PlayerTime::new(&system);
        Self {
            system,
            times: ByColor { black: time, white: time },
            running: None,
            lag_bank: ByColor { black: LAG_BANK, white: LAG_BANK },
            given: ByColor { black: time.left(&system), white: time.left(&system) },
            lag_given_back: ByColor::default(),
        }
    }

    /// The time system. It is not that of the settings if play resumed in a game without a clock.
    pub fn system(&self) -> TimeSystem {
        self.system
    }

    /// Whose time runs, and since when.
    pub fn running(&self) -> Option<(Color, Millis)> {
        self.running
    }

    /// A player's time as it is at a moment. Once the flag was due, nothing is left.
    pub fn time(&self, color: Color, at: Millis) -> PlayerTime {
        let time = self.times[color];
        match self.running {
            Some((runs, since)) if runs == color => time.think(&self.system, at - since).unwrap_or_default(),
            _ => time,
        }
    }

    /// When the flag is due, if time runs.
    pub fn flag(&self) -> Option<(Color, Millis)> {
        let (color, since) = self.running?;
        Some((color, since + self.times[color].left(&self.system)))
    }

    /// When the flag falls: not before every move that was made in time can have arrived and be on disk.
    pub(crate) fn flag_falls(&self) -> Option<(Color, Millis)> {
        let (color, due) = self.flag()?;
        Some((color, due + self.lag_left(color) + FLAG_GRACE))
    }

    /// Before this no flag can be due after a move of this colour.
    pub(crate) fn earliest_flag(&self, color: Color, at: Millis, lag_given: Millis) -> Millis {
        let mut next = self.clone();
        next.moved(color, at, lag_given);
        at + next.times.iter().map(|(_, time)| time.left(&self.system)).min().unwrap_or(0)
    }

    /// The part of the measured lag that is given back with this move.
    pub(crate) fn lag_given(&self, color: Color, lag: Millis) -> Millis {
        lag.clamp(0, self.lag_left(color))
    }

    /// The most time that may be given back for the network with the next move.
    fn lag_left(&self, color: Color) -> Millis {
        let of_the_game = self.given[color] / LAG_PART - self.lag_given_back[color];
        self.lag_bank[color].min(LAG_A_MOVE).min(of_the_game).max(0)
    }

    /// Whether a player's move at this moment comes in time.
    pub(crate) fn check(&self, color: Color, at: Millis, lag_given: Millis) -> Result<(), TimeUp> {
        match self.running {
            Some((runs, since)) if runs == color => {
                self.times[color].think(&self.system, at - since - lag_given).map(|_| ())
            }
            _ => Ok(()),
        }
    }

    /// Lets a player's time run.
    pub(crate) fn start(&mut self, color: Color, at: Millis) {
        self.stop(at);
        self.running = Some((color, at));
    }

    /// Stops the clock without a move: the time of thinking is spent, and a period is not made whole.
    pub(crate) fn stop(&mut self, at: Millis) {
        if let Some((color, _)) = self.running {
            self.times[color] = self.time(color, at);
            self.running = None;
        }
    }

    /// Stops the clock by a move.
    pub(crate) fn moved(&mut self, color: Color, at: Millis, lag_given: Millis) {
        if self.running.is_some_and(|(runs, _)| runs == color) {
            self.stop(at - lag_given);
            self.set_time(color, self.times[color].moved(&self.system));
            self.lag_given_back[color] += lag_given;
            self.lag_bank[color] = (self.lag_bank[color] - lag_given + LAG_REFILL).clamp(0, LAG_BANK);
        }
    }

    /// Gives both players at least this much main time.
    pub(crate) fn top_up(&mut self, main: Millis) {
        for color in Color::ALL {
            let time = self.times[color];
            self.set_time(color, PlayerTime { main: time.main.max(main), ..time });
        }
    }

    /// Gives a player this time, which is no less than there was.
    fn set_time(&mut self, color: Color, time: PlayerTime) {
        self.given[color] += time.left(&self.system) - self.times[color].left(&self.system);
        self.times[color] = time;
    }

    /// Takes time that nobody could use, because no server was there, out of the thinking.
    pub(crate) fn credit(&mut self, millis: Millis) {
        if let Some((_, since)) = &mut self.running {
            *since += millis;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: Color = Color::Black;

    fn ten_seconds() -> Clock {
        let mut clock = Clock::new(TimeSystem::Absolute { main: 10_000 });
        clock.start(BLACK, 1_000);
        clock
    }

    #[test]
    fn only_the_running_time_grows_less() {
        let clock = ten_seconds();
        assert_eq!(clock.time(BLACK, 4_000).main, 7_000);
        assert_eq!(clock.time(Color::White, 4_000).main, 10_000);
        assert_eq!(clock.time(BLACK, 99_000), PlayerTime::default());
        assert_eq!(clock.time(BLACK, 0).main, 10_000, "a clock that steps back takes nothing");
        assert_eq!(clock.flag(), Some((BLACK, 11_000)));
    }

    #[test]
    fn a_flag_waits_for_the_moves_that_are_under_way() {
        let clock = ten_seconds();
        assert_eq!(clock.flag_falls(), Some((BLACK, 11_000 + LAG_A_MOVE + FLAG_GRACE)));
        assert_eq!(clock.check(BLACK, 11_000, 0), Ok(()));
        assert_eq!(clock.check(BLACK, 11_001, 0), Err(TimeUp));
        assert_eq!(clock.check(BLACK, 11_250, clock.lag_given(BLACK, 250)), Ok(()));
        assert_eq!(clock.check(BLACK, 11_251, clock.lag_given(BLACK, 250)), Err(TimeUp));
    }

    #[test]
    fn lag_is_given_back_within_a_quota_that_refills() {
        let mut clock = Clock::new(TimeSystem::Absolute { main: 60_000 });
        clock.start(BLACK, 1_000);
        let mut at = 1_000;
        let mut given = Vec::new();
        for _ in 0..6 {
            let back = clock.lag_given(BLACK, 5_000);
            given.push(back);
            at += 1_000;
            clock.moved(BLACK, at, back);
            clock.start(BLACK, at);
        }
        // 3000 in the bank, at most 1000 a move, 200 back each time.
        assert_eq!(given, [1_000, 1_000, 1_000, 600, 200, 200]);
        assert_eq!(clock.time(BLACK, at).main, 60_000 - 6_000 + 4_000);
        assert_eq!(clock.lag_given(BLACK, -5), 0, "nobody can lose by lag");
    }

    #[test]
    fn no_more_lag_is_given_back_than_a_tenth_of_the_time() {
        // The time given back to each player with moves of two seconds and a lag of a second each.
        type Given = [Millis; 8];
        let examples: [(TimeSystem, Given); 5] = [
            (TimeSystem::Absolute { main: 10_000 }, [1_000, 0, 0, 0, 0, 0, 0, 0]),
            (TimeSystem::Absolute { main: 32_000 }, [1_000, 1_000, 1_000, 200, 0, 0, 0, 0]),
            // Each move adds a tenth of the increment.
            (
                TimeSystem::Fischer { main: 10_000, increment: 1_500, max: 60_000 },
                [1_000, 150, 150, 150, 150, 150, 150, 150],
            ),
            // In a period a tenth of what the move has taken comes back, and of what was given back no more.
            (TimeSystem::Simple { period: 5_000 }, [500, 200, 200, 200, 200, 200, 200, 200]),
            (
                TimeSystem::ByoYomi { main: 0, periods: 3, period: 5_000 },
                [1_000, 700, 200, 200, 200, 200, 200, 200],
            ),
        ];
        for (system, given) in examples {
            let (mut clock, mut at) = (Clock::new(system), 0);
            for (number, expected) in given.into_iter().enumerate() {
                clock.start(BLACK, at);
                let back = clock.lag_given(BLACK, 1_000);
                at += 2_000 + back;
                assert_eq!(back, expected, "{system:?}, move {number}");
                let (_, due) = clock.flag().unwrap();
                assert_eq!(clock.flag_falls(), Some((BLACK, due + back + FLAG_GRACE)), "{system:?}");
                clock.moved(BLACK, at, back);
            }
        }
    }

    #[test]
    fn a_resumption_gives_time_that_lag_is_measured_by() {
        let mut clock = ten_seconds();
        clock.moved(BLACK, 5_000, 1_000);
        assert_eq!(clock.lag_given(BLACK, 1_000), 0);
        // Seven seconds are left, and five more are given.
        clock.top_up(12_000);
        assert_eq!(clock.lag_given(BLACK, 1_000), 500);
    }

    #[test]
    fn a_stop_is_no_move() {
        let mut clock = Clock::new(TimeSystem::ByoYomi { main: 0, periods: 2, period: 30_000 });
        clock.start(BLACK, 0);
        clock.stop(20_000);
        assert_eq!(clock.time(BLACK, 500_000).period, 10_000);
        clock.start(BLACK, 500_000);
        assert_eq!(clock.flag(), Some((BLACK, 540_000)), "10 s of this period and another one");
        clock.moved(BLACK, 505_000, 0);
        assert_eq!(clock.time(BLACK, 600_000), PlayerTime { main: 0, period: 30_000, periods: 2, stones: 0 });
    }

    #[test]
    fn time_without_a_server_is_nobodys() {
        let mut clock = ten_seconds();
        clock.credit(60_000);
        assert_eq!(clock.time(BLACK, 65_000).main, 6_000);
        assert_eq!(clock.flag(), Some((BLACK, 71_000)));
    }
}
