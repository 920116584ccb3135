//! Records as they are shown.

use tengen_game::RecordId;
use tengen_limits::Client;
use tengen_protocol::records::RecordAnswer;
use tengen_protocol::{ProblemCode, Text};
use tengen_records::is_plain;
use tengen_store::{AboutRecord, ShownRecord};

use crate::kit::{ActionError, GREAT, Parts, WorkPlace, rested};

/// A record as it is told to somebody.
#[derive(Debug)]
pub struct Told<T> {
    /// What is known beside the record as it is told.
    pub about: AboutRecord,
    /// It as whoever asked made an answer of it.
    pub told: T,
    /// The place among bounded work, which is taken until the answer is sent.
    pub place: WorkPlace,
}

/// Shows a record, about which this is known, as a tree: `tell` makes an answer of it, in the same turn of work. Once the turn has
/// come, others may have been told the same, and their answer may be `kept`.
pub async fn show_record<T: Send + 'static>(
    parts: &Parts,
    client: Client,
    (id, about): (RecordId, AboutRecord),
    kept: impl FnOnce() -> Option<T>,
    tell: impl FnOnce(RecordAnswer) -> Result<T, ActionError> + Send + 'static,
) -> Result<Told<T>, ActionError> {
    let is_great = about.work > GREAT;
    let place = parts.turns.showings.of(about.work).place(&parts.limits, client)?;
    let turn = place.turn().await?;
    if let Some(told) = kept() {
        return Ok(Told { about, told, place });
    }
    if is_great {
        rested(&parts.limits, client)?;
    }
    // It may have changed since.
    let record = parts.store.shown_record(id).await?.ok_or(ProblemCode::NoSuchRecord)?;
    let ShownRecord { file, revision, headline } = record;
    let about = AboutRecord { revision, ..about };
    let AboutRecord { created_at, owner, .. } = about.clone();
    let show = move || {
        let shown = file.show().map_err(|error| ActionError::internal(format!("record {id}: {error}")))?;
        let encoding = headline.map(|headline| headline.encoding);
        let ascii = Some(is_plain(&file.sgf));
        tell(RecordAnswer { id: Text(id), created_at, owner, revision, encoding, ascii, shown })
    };
    // What is refused to nobody makes no debt for whoever has to rest: others at the same address would pay for it.
    let told = if is_great || rested(&parts.limits, client).is_ok() {
        turn.work_for(&parts.limits, client, show).await??
    } else {
        turn.work(show).await??
    };
    Ok(Told { about, told, place })
}
