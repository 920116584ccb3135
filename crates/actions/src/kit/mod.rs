//! What all use cases share: the parts of a server, whoever acts, and the way in which something fails.

mod acting;
mod actor;
mod disk_quota;
mod enclosures;
mod error;
mod estimates;
mod growing_trees;
mod looker;
mod new_games;
mod parts;
mod record_grounds;
mod record_locks;
mod rounds_under_way;
mod tree_ways;
mod turns;
mod written;

pub use acting::{Acting, FRESH};
pub use actor::Actor;
pub use disk_quota::DiskQuota;
pub use enclosures::{Enclosures, Seen};
pub use error::{ActionError, Making, after_making, before_making, malformed};
pub use estimates::{Estimates, Question};
pub use growing_trees::{Following, GrowingTrees, LOOK_PAUSE, MOST_OF_A_NETWORK};
pub use looker::Looker;
pub use new_games::{Leave, NewGames, may_be_paired, may_join};
pub use parts::Parts;
pub use record_grounds::RecordGrounds;
pub use record_locks::RecordLocks;
pub use rounds_under_way::{RoundsUnderWay, UnderWay};
pub use tree_ways::TreeWays;
pub use turns::{AllTurns, AtWork, GREAT, GREATEST, NotDone, Turns, TurnsBySize, WorkPlace, rested};
pub use written::{aside, fitting};
