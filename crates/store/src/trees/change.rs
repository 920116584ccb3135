//! A change of a tree, its outcome, and the limits of all trees of a player.

use tengen_game::{PlayerId, TreeId};
use tengen_protocol::{NodeId, VariationNode};

use super::TreeOf;

/// How many bytes all trees of a player may have together, each node counted with 200 more than its content and each that is gone
/// with 100.
pub const MOST_OWN_BYTES: u64 = 64 << 20;
/// How many trees with nodes a player may have.
pub const MOST_TREES: u32 = 10_000;

/// A change of a tree that was planned on what is known of it.
#[derive(Debug, Clone, Copy)]
pub struct TreeChange<'c> {
    /// Whose tree.
    pub owner: PlayerId,
    /// Beside what.
    pub of: TreeOf,
    /// How often the record beside which it was planned was changed before; `None` for games, and where it does not matter.
    pub record_revision: Option<u32>,
    /// The id for a new tree.
    pub id: TreeId,
    /// The number of the change behind which it was planned; 0 if there was no tree.
    pub revision: u64,
    /// Whether all nodes of before go.
    pub replaces: bool,
    /// Nodes that go, with all behind them.
    pub gone: &'c [NodeId],
    /// Nodes that come then.
    pub new: &'c [VariationNode],
    /// Nodes that stay, with their content from now on.
    pub changed: &'c [VariationNode],
}

/// The outcome of a change of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TreeChanged {
    /// It is done, and has this number.
    Done(u64),
    /// The tree was changed meanwhile, or the record was. Nothing was changed.
    Stale,
    /// The tree would have more than it may. Nothing was changed.
    Full,
    /// The player's trees would have more than they may. Nothing was changed.
    OwnFull,
    /// The record is gone. Nothing was changed.
    Gone,
}
