//! How much work a tree is, together with the thing beside which it is kept.

use tengen_game::PlayerId;
use tengen_protocol::ProblemCode;
use tengen_store::TreeOf;

use crate::app::App;
use crate::web::error::WebError;

/// How much work it is to read a player's tree, and its record if it is kept beside one, by the bytes of the greater one. A game
/// takes none: it is in memory.
pub(super) async fn work_of(app: &App, owner: PlayerId, of: TreeOf) -> Result<u64, WebError> {
    let beside = match of {
        TreeOf::Game(_) => 0,
        TreeOf::Record(id) => app.store.about_record(id).await?.ok_or(ProblemCode::NoSuchRecord)?.work,
    };
    Ok(app.store.bytes_of_tree(owner, of).await?.max(beside))
}
