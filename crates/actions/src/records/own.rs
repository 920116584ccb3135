//! Records of whoever asks.

use tengen_game::{PlayerId, RecordId};
use tengen_protocol::ProblemCode;
use tengen_store::AboutRecord;

use crate::kit::{ActionError, Parts};

/// The facts beside a player's own record.
pub async fn own(parts: &Parts, id: RecordId, player: PlayerId) -> Result<AboutRecord, ActionError> {
    let about = parts.store.about_record(id).await?.ok_or(ProblemCode::NoSuchRecord)?;
    if about.owner.id.0 == player { Ok(about) } else { Err(ProblemCode::NotTheOwner.into()) }
}
