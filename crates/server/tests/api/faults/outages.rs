//! The times in which nobody could play, as the test itself has seen them, and whether they were given back.

use super::clocks::Thought;

/// The part of an outage, in milliseconds, that need not be given back: between the last sign of life that a server leaves at
/// its start, or as soon as its database is back, and the moment when it serves, there is a little work, and other
/// programs that the machine has to run.
const TOLERANCE: i64 = 250;
/// How far, in milliseconds, the moments that the test sees may be from those of the server, which other programs keep waiting.
const SEEN_LATE: i64 = 100;
/// An outage counts from the last sign of life. These come every five seconds, and may be a second late.
const SIGNS_OF_LIFE: i64 = 5_000 + 1_000;

/// A time in which nobody could play.
#[derive(Debug, Clone, Copy)]
pub(super) struct Outage {
    /// From here on until there it lasted for certain.
    pub(super) from: i64,
    pub(super) to: i64,
    /// It was over by then for certain.
    pub(super) over_by: i64,
}

/// The account of the time given back for all outages.
#[derive(Debug, Default)]
pub(super) struct Account {
    /// Thoughts that lost time to an outage.
    pub(super) hit: usize,
    /// The most time that one of them lost and was not given back.
    pub(super) most_charged: i64,
    /// The most time that one was given beyond its certain loss, for the time since the last sign of life.
    pub(super) most_beyond: i64,
    pub(super) mistakes: Vec<String>,
}

impl Account {
    /// Compares the time given back with the time lost.
    pub(super) fn add(&mut self, game: &str, thoughts: &[Thought], outages: &[Outage]) {
        for thought in thoughts {
            let lost = shared(thought, outages.iter().map(|outage| (outage.from, outage.to)));
            let possible = outages.iter().map(|outage| (outage.from - SIGNS_OF_LIFE, outage.over_by));
            let most = shared(thought, possible).min(thought.to - thought.from);
            let charged = lost - thought.credited - thought.lag;
            self.hit += usize::from(lost > 0);
            self.most_charged = self.most_charged.max(charged);
            self.most_beyond = self.most_beyond.max(thought.credited - lost);
            if charged > TOLERANCE {
                self.mistakes.push(format!("{game}: {lost} ms were lost: {thought:?}"));
            }
            if thought.credited > most + SEEN_LATE {
                self.mistakes.push(format!("{game}: at most {most} ms were lost: {thought:?}"));
            }
        }
    }
}

/// How much of a thought lies in these times, each moment counted once. They come in their order.
fn shared(thought: &Thought, times: impl Iterator<Item = (i64, i64)>) -> i64 {
    let mut counted = thought.from;
    let mut sum = 0;
    for (from, to) in times {
        let (from, to) = (from.max(counted), to.min(thought.to));
        sum += (to - from).max(0);
        counted = counted.max(to);
    }
    sum
}
