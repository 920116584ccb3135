//! `tengen admin`: an operator's work on players, members, reports, games, announcements and groups, from the command line.
//! `docs/operations/staff.md` describes it for its users.
//!
//! On Postgres the command works on the database, and servers find what has ended there. An SQLite file belongs to the server that runs on
//! it, which is asked through its socket; without one the command works on the file.

mod announcing;
mod cases;
mod command;
mod deed;
mod game;
mod groups;
mod members;
mod outcome;
mod place;
mod sanction;

pub use cases::Answered;
pub use command::{AdminError, run};
pub(crate) use deed::hand_out;
pub use deed::{Deed, carry_out};
pub use groups::{GroupDeed, names_of};
pub(crate) use members::MOST_LISTED;
pub use members::MembersWish;
pub use outcome::{DeedError, Outcome};
pub use sanction::Measure;
pub use tengen_actions::staff::Mark;
