//! A clock that is too simple to be wrong: for each player a list of thoughts and moves, counted anew each time.

use tengen_game::{Event, EventKind, Millis, Patience, Phase, PlayerTime, State, TimeSystem};
use tengen_rules::{ByColor, Color};

/// A player's use of the time.
#[derive(Debug, Clone, Copy)]
enum Entry {
    /// Thought for so long, perhaps not to the end.
    Thought(Millis),
    Moved,
    /// Play resumed: at least so much main time.
    Resumed(Millis),
}

/// The clock as the events tell it, without asking the state for any time.
#[derive(Debug)]
pub(crate) struct ClockModel {
    system: Option<TimeSystem>,
    patience: Patience,
    entries: ByColor<Vec<Entry>>,
    have_moved: ByColor<bool>,
    paused: bool,
    thinking: Option<(Color, Millis)>,
    /// The time that outages took from the present thought.
    credited: Millis,
    lag_bank: ByColor<Millis>,
    lag_given_back: ByColor<Millis>,
}

impl ClockModel {
    pub(crate) fn new(system: Option<TimeSystem>) -> Self {
        Self {
            system,
            patience: Patience::of(system.as_ref()),
            entries: ByColor { black: Vec::new(), white: Vec::new() },
            have_moved: ByColor::default(),
            paused: false,
            thinking: None,
            credited: 0,
            lag_bank: ByColor { black: 3_000, white: 3_000 },
            lag_given_back: ByColor::default(),
        }
    }

    /// The part of this lag that a move of this player may win back now.
    pub(crate) fn lag(&self, color: Color, measured: Millis) -> Millis {
        if self.thinking.is_none() {
            return 0;
        }
        let entries = &self.entries[color];
        let thought = |entry: &Entry| if let Entry::Thought(millis) = entry { *millis } else { 0 };
        let spent: Millis = entries.iter().map(thought).sum();
        let begins = self.thinking.map_or(0, |(_, since)| since);
        let left = match (self.system, self.time(color, begins)) {
            (Some(TimeSystem::ByoYomi { period, .. }), Some(time)) => {
                time.main + time.period + Millis::from(time.periods - 1) * period
            }
            (_, Some(time)) => time.main + time.period,
            _ => 0,
        };
        let of_the_game = (spent + left) / 10 - self.lag_given_back[color];
        measured.min(1_000).min(self.lag_bank[color]).min(of_the_game).max(0)
    }

    /// Takes up an event; `after` names the player to move then.
    pub(crate) fn follow(&mut self, event: &Event, after: &State) {
        let thinker = self.thinking;
        match &event.kind {
            EventKind::Played { color, lag, .. } | EventKind::Passed { color, lag, .. } => {
                self.ends_thought(event.at - lag);
                if thinker.is_some() {
                    self.entries[*color].push(Entry::Moved);
                    self.lag_given_back[*color] += lag;
                    self.lag_bank[*color] = (self.lag_bank[*color] - lag + 200).min(3_000);
                }
                self.have_moved[*color] = true;
            }
            EventKind::Paused { .. } => {
                self.ends_thought(event.at);
                self.paused = true;
            }
            EventKind::Unpaused { .. } => self.paused = false,
            EventKind::UndoAccepted { .. } => self.ends_thought(event.at),
            EventKind::Credited { millis } => self.credited += millis,
            EventKind::Resumed { .. } => {
                // A game that begins behind a pass is scored when one player has passed.
                self.have_moved = ByColor { black: true, white: true };
                if self.system.is_none() {
                    self.system = Some(TimeSystem::Simple { period: self.patience.resumed });
                } else {
                    for color in Color::ALL {
                        self.entries[color].push(Entry::Resumed(self.patience.resumed));
                    }
                }
            }
            EventKind::ClockGiven { .. } => {
                self.system = Some(TimeSystem::Simple { period: self.patience.resumed });
            }
            _ => {}
        }
        let runs = self.system.is_some()
            && after.phase() == Phase::Playing
            && self.have_moved.black
            && self.have_moved.white
            && !self.paused;
        match after.to_move() {
            Some(color) if runs && self.thinking.is_none() => {
                self.thinking = Some((color, event.at));
                self.credited = 0;
            }
            Some(_) if runs => {}
            _ => self.ends_thought(event.at),
        }
    }

    fn ends_thought(&mut self, at: Millis) {
        if let Some((color, since)) = self.thinking.take() {
            self.entries[color].push(Entry::Thought((at - since - self.credited).max(0)));
            self.credited = 0;
        }
    }

    /// Whether a time is measured at all.
    pub(crate) fn is_there(&self) -> bool {
        self.system.is_some()
    }

    /// The player who thinks.
    pub(crate) fn thinker(&self) -> Option<Color> {
        self.thinking.map(|(color, _)| color)
    }

    /// A player's time; `None` once the flag was due.
    pub(crate) fn time(&self, color: Color, at: Millis) -> Option<PlayerTime> {
        let system = self.system?;
        let mut entries = self.entries[color].clone();
        if let Some((_, since)) = self.thinking.filter(|(thinker, _)| *thinker == color) {
            entries.push(Entry::Thought((at - since - self.credited).max(0)));
        }
        let mut left = match system {
            TimeSystem::Absolute { main } | TimeSystem::Fischer { main, .. } => [main, 0, 0, 0],
            TimeSystem::ByoYomi { main, periods, period } => [main, period, i64::from(periods), 0],
            TimeSystem::Canadian { main, stones, period } => [main, period, 0, i64::from(stones)],
            TimeSystem::Simple { period } => [0, period, 0, 0],
        };
        for entry in entries {
            match entry {
                Entry::Thought(millis) => spend(&system, &mut left, millis)?,
                Entry::Moved => make_move(&system, &mut left),
                Entry::Resumed(main) => left[0] = left[0].max(main),
            }
        }
        let [main, period, periods, stones] = left;
        let count = |count: i64| u32::try_from(count).unwrap();
        Some(PlayerTime { main, period, periods: count(periods), stones: count(stones) })
    }
}

/// Main time first, then period after period. `None` when there is no more.
fn spend(system: &TimeSystem, left: &mut [Millis; 4], mut millis: Millis) -> Option<()> {
    let [main, period, periods, _] = left;
    for part in [main, &mut *period] {
        let spent = millis.min(*part);
        *part -= spent;
        millis -= spent;
    }
    while millis > 0 {
        let TimeSystem::ByoYomi { period: whole, .. } = *system else { return None };
        *periods -= 1;
        if *periods == 0 {
            return None;
        }
        let spent = millis.min(whole);
        *period = whole - spent;
        millis -= spent;
    }
    Some(())
}

fn make_move(system: &TimeSystem, left: &mut [Millis; 4]) {
    let [main, period, _, stones] = left;
    match *system {
        TimeSystem::Absolute { .. } => {}
        TimeSystem::Fischer { increment, max, .. } => {
            // Up to the maximum, but a player who has more keeps it.
            if *main < max {
                *main = (*main + increment).min(max);
            }
        }
        TimeSystem::ByoYomi { period: whole, .. } | TimeSystem::Simple { period: whole } => *period = whole,
        TimeSystem::Canadian { stones: all, period: whole, .. } => {
            if *main == 0 {
                *stones -= 1;
                if *stones == 0 {
                    (*stones, *period) = (i64::from(all), whole);
                }
            }
        }
    }
}
