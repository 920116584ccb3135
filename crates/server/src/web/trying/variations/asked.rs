//! What is asked of trees, and how it is refused.

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use tengen_game::{GameId, RecordId};
use tengen_protocol::{MAX_CHANGES_BYTES, MAX_TREE_BODY_BYTES, NewVariations, ProblemCode, VariationChanges};
use tengen_store::TreeOf;

use crate::web::body::{Addressed, BodyUpTo};

/// A thing beside which players keep trees.
pub(super) trait HasTrees: Addressed + Copy + Send + 'static {
    /// Its address.
    const ADDRESS: &'static str;

    /// Its trees.
    fn trees(self) -> TreeOf;
}

impl HasTrees for GameId {
    const ADDRESS: &'static str = "/games/{id}";

    fn trees(self) -> TreeOf {
        TreeOf::Game(self)
    }
}

impl HasTrees for RecordId {
    const ADDRESS: &'static str = "/records/{id}";

    fn trees(self) -> TreeOf {
        TreeOf::Record(self)
    }
}

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
