//! How records read in other encodings.

use tengen_game::{PlayerId, RecordId};
use tengen_limits::Client;
use tengen_protocol::records::RecordReading;
use tengen_protocol::{ProblemCode, Refused, Text};
use tengen_records::Reading;
use tengen_sgf::TextEncoding;

use super::own::own;
use crate::kit::{ActionError, Parts, malformed};

/// The encoding with a label of the WHATWG Encoding Standard.
pub(super) fn labelled(label: &str) -> Result<TextEncoding, ActionError> {
    label.parse().map_err(|_| malformed("the encoding is none that is known"))
}

/// How lists would show one's own record if its bytes were read in the encoding with this label. Nothing is changed.
pub async fn reading(
    parts: &Parts,
    (player, client): (PlayerId, Client),
    id: RecordId,
    label: &str,
) -> Result<RecordReading, ActionError> {
    let encoding = labelled(label)?;
    let about = own(parts, id, player).await?;
    let place = parts.turns.imports.of(about.work).place(&parts.limits, client)?;
    let turn = place.turn_for(&parts.limits, client).await?;
    let record = parts.store.brought_record(id).await?.ok_or(ProblemCode::NoSuchRecord)?;
    let reading = turn.work_for(&parts.limits, client, move || record.brought().reading_in(encoding));
    let Reading { headline, words } = reading.await?.map_err(|error| Refused::from(&error))?;
    Ok(RecordReading { id: Text(id), created_at: about.created_at, headline, words })
}
