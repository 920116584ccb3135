//! Trees of variations: whether changes of one fit it, and whether the moves of new nodes are legal.
//!
//! A [`Plan`] takes the nodes that are there as far as changes concern them, and the changes in their order.
//! The outcome is judged on a [`Ground`], the positions on which nodes hang, and is [written](Written) as
//! nodes that are made, changed and gone.

mod followed;
mod ground;
mod judge;
mod node;
mod plan;
mod way;

pub use followed::followed;
pub use ground::{Ground, GroundError};
pub use node::NotKept;
pub use plan::{Plan, Written};
pub use way::{NumberedNodes, Way, WayError};
