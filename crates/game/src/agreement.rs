//! Agreement about dead stones and points that are nobody's: marks and acceptances.

use tengen_rules::{ByColor, Color, Marks, Neutral, Point};

use crate::Millis;
use crate::time_system::LOOK_AT_PROPOSAL;

/// The number of times that each player may mark in one scoring phase, so that marking can't go on for ever.
pub const PROPOSALS_EACH: u8 = 10;

/// The marks on a finished position and who has accepted them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agreement {
    /// Counts every change of the marks over the whole game and never starts again.
    pub version: u32,
    /// The dead stones and the points that are nobody's, each in the order of the board.
    pub marks: Marks,
    /// Stones about which the server was not sure when play stopped, dead or alive.
    pub unsettled: Vec<Point>,
    /// The points that the server proposed as nobody's, with its reasons.
    pub proposed_neutral: Vec<Neutral>,
    /// The players who have accepted this version.
    pub accepted: ByColor<bool>,
    /// The number of times that each player may still mark in this scoring phase.
    pub proposals_left: ByColor<u8>,
    /// When play goes on if the players have not agreed, in milliseconds.
    pub deadline: Millis,
}

impl Agreement {
    /// Takes up new marks. The opponent gets time to look at them.
    pub(crate) fn proposed(&mut self, color: Color, version: u32, marks: &Marks, at: Millis) {
        self.version = version;
        self.marks = marks.clone();
        self.accepted = ByColor::default();
        self.proposals_left[color] = self.proposals_left[color].saturating_sub(1);
        self.deadline = self.deadline.max(at + LOOK_AT_PROPOSAL);
    }
}
