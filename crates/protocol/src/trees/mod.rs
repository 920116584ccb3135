//! Moves beside games and records: trees of variations, moves that are tried, and estimates.

mod estimate;
mod shares;
mod tried;
mod variations;

pub use estimate::{EstimateWish, Estimated};
pub use shares::{
    LookAtShared, NewShare, OwnShare, Share, ShareAnswer, ShareList, ShareWith, SharedVariations,
};
pub use tried::{LONGEST_LINE, SetUp, Tried, TryMove};
pub use variations::{
    GamePlace, LONGEST_NODE_WORDS, MAX_CHANGES_BYTES, MAX_TREE_BODY_BYTES, MOST_NODES, MOST_TREE_BYTES,
    NewVariations, Place, VariationChange, VariationChanges, VariationNode, Variations, VariationsChanged,
};
