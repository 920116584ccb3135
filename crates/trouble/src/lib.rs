//! Repeated failures, for the log: a full disk fails every request, and one line a minute tells so as well as thousands.

use std::collections::HashMap;
use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tengen_game::GameId;

/// How long after a line of the log the next one of the same cause follows at the earliest.
const BETWEEN: Duration = Duration::from_mins(1);
/// How many causes are told apart. Those that come later are told together.
const CAUSES: usize = 64;
/// The cause of those.
const OTHERWISE: &str = "something else";

/// Whether the process ends.
static ENDS: AtomicBool = AtomicBool::new(false);

/// Logs a failure and its cause: at once, and after that no more than once a minute, with the number of failures since.
pub fn log(what: &'static str, cause: impl Display) {
    let line = troubles().met(what, &cause.to_string(), Instant::now());
    if let Some(line) = line {
        line.write(None);
    }
}

/// The same for something that has failed in a game; the line names the game in which it did last.
pub fn log_in_game(game: GameId, what: &'static str, cause: impl Display) {
    let line = troubles().met(what, &cause.to_string(), Instant::now());
    if let Some(line) = line {
        line.write(Some(game));
    }
}

/// Logs the failures since the last lines, if those are a minute old, and forgets causes that have not come again.
pub fn tidy() {
    let lines = troubles().told_by_now(Instant::now());
    for line in lines {
        line.write(None);
    }
}

/// Tells that the process ends, and has closed what it works with. A task that fails from now on fails because of that, which is no error.
pub fn end() {
    ENDS.store(true, Ordering::Relaxed);
}

fn troubles() -> MutexGuard<'static, Troubles> {
    static TROUBLES: LazyLock<Mutex<Troubles>> = LazyLock::new(Mutex::default);
    // The counts are whole even if a holder of the lock panicked.
    TROUBLES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A failed action, and the cause.
type Trouble = (&'static str, String);

/// The failures within the last minute.
#[derive(Debug, Default)]
struct Troubles(HashMap<Trouble, Counted>);

#[derive(Debug)]
struct Counted {
    /// When there was a line last.
    told_at: Instant,
    /// How often it has happened since.
    times: u64,
}

/// A line of the log.
#[derive(Debug, PartialEq, Eq)]
struct Line {
    trouble: Trouble,
    /// How often it has happened since the last line.
    times: u64,
}

impl Line {
    fn write(self, game: Option<GameId>) {
        let Self { trouble: (what, cause), times } = self;
        let game = game.map(tracing::field::display);
        let times = (times > 1).then_some(times);
        if ENDS.load(Ordering::Relaxed) {
            tracing::debug!(game, error = cause, times, "{what}");
        } else {
            tracing::error!(game, error = cause, times, "{what}");
        }
    }
}

impl Troubles {
    /// Counts a trouble, and answers the line that the log gets now, if any.
    fn met(&mut self, what: &'static str, cause: &str, now: Instant) -> Option<Line> {
        let mut trouble = (what, cause.to_owned());
        if self.0.len() >= CAUSES && !self.0.contains_key(&trouble) {
            OTHERWISE.clone_into(&mut trouble.1);
        }
        let Some(known) = self.0.get_mut(&trouble) else {
            self.0.insert(trouble.clone(), Counted { told_at: now, times: 0 });
            return Some(Line { trouble, times: 1 });
        };
        known.times += 1;
        if now.saturating_duration_since(known.told_at) < BETWEEN {
            return None;
        }
        known.told_at = now;
        Some(Line { trouble, times: std::mem::take(&mut known.times) })
    }

    /// The lines about troubles that did not come again within a minute.
    fn told_by_now(&mut self, now: Instant) -> Vec<Line> {
        let is_over = |counted: &Counted| now.saturating_duration_since(counted.told_at) >= BETWEEN;
        self.0.retain(|_, counted| counted.times > 0 || !is_over(counted));
        let late = self.0.iter_mut().filter(|(_, counted)| is_over(counted));
        late.map(|(trouble, counted)| {
            counted.told_at = now;
            Line { trouble: trouble.clone(), times: std::mem::take(&mut counted.times) }
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(line: Option<Line>) -> Option<u64> {
        line.map(|line| line.times)
    }

    #[test]
    fn a_cause_is_told_at_once_and_then_once_a_minute() {
        let (mut troubles, start) = (Troubles::default(), Instant::now());
        let after = |seconds| start + Duration::from_secs(seconds);
        assert_eq!(times(troubles.met("a commit failed", "disk full", after(0))), Some(1));
        for second in 1..60 {
            assert_eq!(troubles.met("a commit failed", "disk full", after(second)), None);
        }
        assert_eq!(times(troubles.met("a commit failed", "locked", after(59))), Some(1), "another cause");
        assert_eq!(times(troubles.met("a request failed", "disk full", after(59))), Some(1));
        assert_eq!(times(troubles.met("a commit failed", "disk full", after(60))), Some(60));
        assert_eq!(troubles.met("a commit failed", "disk full", after(61)), None);
    }

    #[test]
    fn what_has_happened_since_is_told_a_minute_later() {
        let (mut troubles, start) = (Troubles::default(), Instant::now());
        let after = |seconds| start + Duration::from_secs(seconds);
        for _ in 0..5 {
            troubles.met("a commit failed", "disk full", after(0));
        }
        assert_eq!(troubles.told_by_now(after(59)), []);
        let line = Line { trouble: ("a commit failed", "disk full".to_owned()), times: 4 };
        assert_eq!(troubles.told_by_now(after(60)), [line]);
        assert_eq!(troubles.told_by_now(after(120)), []);
        assert!(troubles.0.is_empty());
    }

    #[test]
    fn very_many_causes_take_no_more_room() {
        let (mut troubles, now) = (Troubles::default(), Instant::now());
        let told = (0..1_000).filter(|number| troubles.met("it failed", &number.to_string(), now).is_some());
        assert_eq!(told.count(), CAUSES + 1);
        assert_eq!(troubles.0.len(), CAUSES + 1);
    }
}
