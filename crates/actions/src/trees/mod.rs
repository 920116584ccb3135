//! Trees of variations, which people keep beside games and records: changed, shown to others, followed.

mod beside;
mod bounds;
mod changing;
mod following;
mod freezing;
mod growth;
mod own;
mod sharing;
mod shown;
mod weighing;

pub use changing::{TreeWish, change_tree};
pub(crate) use following::{Going, Pass, follow};
pub use growth::Follower;
pub use own::{own_tree, with_own_tree};
pub use sharing::{end_share, share_tree, shares};
pub use shown::{shown_by_link, shown_by_opponent};
