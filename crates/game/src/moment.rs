//! The facts that only the server knows beside a command.

use tengen_rules::Color;

use crate::Millis;

/// The circumstances in which a command arrives. They are the server's to know: no client can say them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// When the command arrived, by the server's clock.
    pub at: Millis,
    /// The sender's network lag in milliseconds, from a frame of the server to the answer.
    pub lag: Millis,
    /// The creator's colour if the settings leave it to chance.
    pub lot: Color,
    /// Since when the sender's opponent has not been there; `None` while the opponent is there.
    pub opponent_gone_since: Option<Millis>,
}

impl Moment {
    /// A moment without lag, in which everybody is there and the lot falls on Black.
    pub fn at(at: Millis) -> Self {
        Self { at, lag: 0, lot: Color::Black, opponent_gone_since: None }
    }
}

impl From<Millis> for Moment {
    fn from(at: Millis) -> Self {
        Self::at(at)
    }
}
