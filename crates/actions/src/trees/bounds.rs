//! How much trees may have.

use serde_json::json;
use tengen_protocol::{MOST_NODES, MOST_TREE_BYTES, ProblemCode, Refused};
use tengen_store::{MOST_OWN_BYTES, MOST_SHARED_BYTES, MOST_SHARES, MOST_TREES};

/// A tree that would have more than it may.
pub(super) fn full() -> Refused {
    ProblemCode::TreeFull.with(json!({"max": MOST_NODES, "max_bytes": MOST_TREE_BYTES}))
}

/// A player whose trees would have more than they may.
pub(super) fn own_full() -> Refused {
    ProblemCode::TreeFull.with(json!({"max_trees": MOST_TREES, "max_bytes": MOST_OWN_BYTES}))
}

/// A player who would show more than one may.
pub(super) fn too_many_shares() -> Refused {
    ProblemCode::TooManyShares.with(json!({"max": MOST_SHARES, "max_bytes": MOST_SHARED_BYTES}))
}
