//! What is asked of trees, and how it is refused.

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::json;
use tengen_protocol::{
    MAX_CHANGES_BYTES, MAX_TREE_BODY_BYTES, MOST_NODES, MOST_TREE_BYTES, NewVariations, ProblemCode, Refused,
    VariationChanges,
};
use tengen_store::{MOST_OWN_BYTES, MOST_SHARED_BYTES, MOST_SHARES, MOST_TREES};

use crate::web::body::BodyUpTo;

/// The body of changes, and that of a whole tree.
pub(super) type ChangesBody = BodyUpTo<VariationChanges, MAX_CHANGES_BYTES>;
pub(super) type TreeBody = BodyUpTo<NewVariations, MAX_TREE_BODY_BYTES>;

/// The query of a tree.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SinceFields {
    /// The number of the last change that the client knows: the answer has the changes behind it.
    #[serde(default, deserialize_with = "number_of_change")]
    #[schemars(range(max = i64::MAX))]
    pub(super) since: Option<u64>,
}

/// Reads a number that a change may have.
fn number_of_change<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let number: Option<u64> = Option::deserialize(deserializer)?;
    match number {
        Some(number) if i64::try_from(number).is_err() => Err(D::Error::custom("no change has this number")),
        number => Ok(number),
    }
}

/// How changes of a tree are refused.
pub(super) const CHANGE_PROBLEMS: &[ProblemCode] = {
    use ProblemCode as Code;
    &[
        Code::NoSuchNode,
        Code::NoSuchPlace,
        Code::NodeDiffers,
        Code::TreeFull,
        Code::InvalidNode,
        Code::IllegalMove,
    ]
};

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
