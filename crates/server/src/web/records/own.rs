//! Records of whoever asks.

use tengen_game::{PlayerId, RecordId};
use tengen_protocol::ProblemCode;
use tengen_store::AboutRecord;

use crate::app::App;
use crate::web::error::WebError;

/// The facts beside a player's own record.
pub(super) async fn own(app: &App, id: RecordId, player: PlayerId) -> Result<AboutRecord, WebError> {
    let about = app.store.about_record(id).await?.ok_or(ProblemCode::NoSuchRecord)?;
    if about.owner.id.0 == player { Ok(about) } else { Err(ProblemCode::NotTheOwner.into()) }
}
