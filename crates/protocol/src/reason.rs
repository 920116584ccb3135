//! Reasons for acts of the staff.

/// The longest reason for an act, and the longest answer to reports, in characters.
pub const LONGEST_REASON: usize = 500;
