//! Acts of the staff on records.

use serde_json::json;
use tengen_audit::Kind;
use tengen_game::RecordId;
use tengen_protocol::{ProblemCode, RecordAct};
use tengen_roles::{Act, Record};

use super::by::By;
use crate::kit::{Acting, ActionError, Parts};

/// Removes a record, and writes that down.
pub async fn act_on_record(
    parts: &Parts,
    acting: &Acting,
    id: RecordId,
    RecordAct::Remove { reason }: &RecordAct,
) -> Result<(), ActionError> {
    let (store, by) = (&parts.store, By::staff(parts, acting).because(reason));
    let about = store.about_record(id).await?;
    let owner = match &about {
        Some(about) => store.player(about.owner.id.0).await?,
        None => None,
    };
    let brought_by = by.person(store, owner.as_ref()).await?;
    by.may(Act::RemoveRecord(Record { brought_by }))?;
    let owner = about.ok_or(ProblemCode::NoSuchRecord)?.owner.id.0;
    by.in_time(store)?;
    let facts = json!({"brought_by": owner.as_str()});
    let noted = by.noted(Kind::RemoveRecord, ("record", id.as_str()), facts)?;
    if store.remove_record_by_staff(id, &noted).await? {
        Ok(())
    } else {
        Err(ProblemCode::NoSuchRecord.into())
    }
}
