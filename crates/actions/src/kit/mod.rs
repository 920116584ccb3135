//! What all use cases share: the parts of a server, whoever acts, and the way in which something fails.

mod acting;
mod actor;
mod enclosures;
mod error;
mod new_games;
mod parts;
mod rounds_under_way;
mod written;

pub use acting::{Acting, FRESH};
pub use actor::Actor;
pub use enclosures::{Enclosures, Seen};
pub use error::{ActionError, Making, after_making, before_making};
pub use new_games::{Leave, NewGames, may_be_paired, may_join};
pub use parts::Parts;
pub use rounds_under_way::{RoundsUnderWay, UnderWay};
pub use written::{aside, fitting};
