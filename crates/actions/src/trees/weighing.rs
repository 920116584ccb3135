//! How much work a tree is, together with the thing beside which it is kept.

use tengen_game::PlayerId;
use tengen_protocol::ProblemCode;
use tengen_store::TreeOf;

use crate::kit::{ActionError, Parts};

/// How much work it is to read a player's tree, and its record if it is kept beside one, by the bytes of the greater one. A game
/// takes none: it is in memory.
pub(super) async fn work_of(parts: &Parts, owner: PlayerId, of: TreeOf) -> Result<u64, ActionError> {
    let beside = match of {
        TreeOf::Game(_) => 0,
        TreeOf::Record(id) => parts.store.about_record(id).await?.ok_or(ProblemCode::NoSuchRecord)?.work,
    };
    Ok(parts.store.bytes_of_tree(owner, of).await?.max(beside))
}
