//! The staff: what it does to keep order, and writes down. The operator does the same from the command line ([`By`]).

mod announcements;
mod audit;
mod by;
mod cases;
mod games;
mod groups;
mod own_cause;
mod players;
mod records;
mod reports;
mod sanctions;

pub use announcements::{act_on_announcements, act_on_stored_announcements};
pub use audit::{act_on_entry, entries, history, named};
pub use by::By;
pub use cases::{act_on_case, case};
pub use games::{Mark, act_on_game, mark_game};
pub use groups::{GroupActed, act_on_group, act_on_stored_group};
pub use players::{Acted, act_on_player, act_on_stored_player, may_see_history, note_export};
pub use records::act_on_record;
pub use reports::report;
pub use sanctions::read_sanction;
