//! Bounds of the letters that wait, and of the time that each step takes.

use std::time::Duration;

/// Bounds of the letters that wait, and of the time that each step takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// The most letters that wait, those that are tried again included.
    pub places: usize,
    /// The longest time of one attempt, from the connection to the answer of the mail server. An attempt
    /// holds up the other letters.
    pub attempt: Duration,
    /// The longest wait of a letter before it is given up.
    pub patience: Duration,
    /// The pause after the first attempt of a letter that failed, and after the first time that the mail
    /// server is away. Each pause is about twice as long as the one before; chance decides up to half of it.
    pub first_pause: Duration,
    /// The longest pause.
    pub longest_pause: Duration,
    /// The time for which a connection is kept for the next letter.
    pub idle: Duration,
    /// The longest time for the letters that wait at the end.
    pub parting: Duration,
}

impl Default for Pace {
    /// The pace of a server: ten minutes are longer than a mail server lets strangers wait that it does not
    /// know yet, mostly five minutes, and shorter than the time for which a link in a letter is good.
    fn default() -> Self {
        Self {
            places: 256,
            attempt: Duration::from_secs(30),
            patience: Duration::from_mins(10),
            first_pause: Duration::from_secs(5),
            longest_pause: Duration::from_mins(1),
            idle: Duration::from_secs(10),
            parting: Duration::from_secs(5),
        }
    }
}
