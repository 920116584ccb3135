//! Records come, and go.

use tengen_entropy as entropy;
use tengen_game::{Millis, RecordId};
use tengen_protocol::records::{RecordSummary, RecordsAnswer};
use tengen_protocol::{ProblemCode, Refused, Text};
use tengen_records::{KeptRecord, ReadFile, read_file_within, work_of};
use tengen_store::Removal;

use super::bounds::bounds_of;
use super::quota::{check_quota, full};
use super::reading::labelled;
use crate::kit::{ActionError, Actor, GREATEST, Parts, rested};

/// Keeps each game of a file, which is in the encoding with this label, if whoever brings it says so.
pub async fn bring_records(
    parts: &Parts,
    actor: &Actor,
    file: impl AsRef<[u8]> + Send + 'static,
    encoding: Option<&str>,
) -> Result<RecordsAnswer, ActionError> {
    let (player, client) = (&actor.player, actor.client);
    let encoding = encoding.map(labelled).transpose()?;
    rested(&parts.limits, client)?;
    if parts.records.max_bytes() == 0 {
        return Err(full(parts));
    }
    let length = file.as_ref().len();
    // Of the longest files nobody needs to look for more.
    let work = if length as u64 > GREATEST { length as u64 } else { work_of(file.as_ref()) };
    let place = parts.turns.imports.of(work).place(&parts.limits, client)?;
    let turn = place.turn_for(&parts.limits, client).await?;
    // A file that is told to come later is not counted: it comes again as a whole.
    parts.limits.game(actor.id(), client)?;
    parts.limits.records(client, length)?;
    let bounds = &bounds_of(player).file;
    let read =
        turn.work_for(&parts.limits, client, move || read_file_within(file.as_ref(), encoding, bounds));
    let ReadFile { records, refused, more_warnings, around } =
        read.await?.map_err(|error| Refused::from(&error))?;
    let beside = around.as_ref().map_or(0, |around| around.bytes.len());
    let bytes = records.iter().map(KeptRecord::size).sum::<usize>() + beside;
    check_quota(parts, player, records.len() as u64, bytes as u64).await?;
    let created_at = parts.clock.now();
    let mut records = named(records)?;
    let warnings: Vec<_> =
        records.iter_mut().flat_map(|(_, record)| std::mem::take(&mut record.warnings)).collect();
    parts.store.add_records(actor.id(), created_at, &records, around.as_ref()).await?;
    let records: Vec<_> = records.into_iter().map(|(id, record)| summary(id, created_at, record)).collect();
    Ok(RecordsAnswer { records, warnings, more_warnings, refused })
}

/// Gives records ids that lists, in which the highest comes first, show in this order.
fn named(records: Vec<KeptRecord>) -> Result<Vec<(RecordId, KeptRecord)>, ActionError> {
    let mut ids = Vec::with_capacity(records.len());
    for _ in 0..records.len() {
        ids.push(entropy::record_id()?);
    }
    ids.sort_unstable_by(|one, other| other.cmp(one));
    Ok(ids.into_iter().zip(records).collect())
}

fn summary(id: RecordId, created_at: Millis, record: KeptRecord) -> RecordSummary {
    RecordSummary { id: Text(id), created_at, headline: record.headline }
}

/// Takes one's own record away.
pub async fn remove_record(parts: &Parts, actor: &Actor, id: RecordId) -> Result<(), ActionError> {
    match parts.store.remove_record(id, actor.id()).await? {
        Removal::Removed => Ok(()),
        Removal::NotTheOwner => Err(ProblemCode::NotTheOwner.into()),
        Removal::Nothing => Err(ProblemCode::NoSuchRecord.into()),
    }
}
