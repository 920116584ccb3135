//! Groups of members: classes and clubs.

mod acting;
mod rounds;
mod seen_round;

pub use acting::{AtHomeActing, Looking, done};
pub use rounds::make_round;
pub use seen_round::seen_round;
