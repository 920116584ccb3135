//! Acts of the staff on groups.

use serde_json::json;
use tengen_audit::Kind;
use tengen_game::GroupId;
use tengen_protocol::{Group, GroupAct, ProblemCode};
use tengen_roles::{Act, ServerAct};
use tengen_store::{GroupChanged, Store};

use super::by::By;
use crate::groups::group_name;
use crate::kit::{Acting, ActionError, Parts};

/// What came of an act on a group.
#[derive(Debug)]
pub struct GroupActed {
    /// The group as it was.
    pub group: Group,
    /// Whether it was not so before.
    pub is_new: bool,
    /// The hashes of the tokens that are good for nothing any more.
    pub ended: Vec<String>,
}

/// Renames or ends a group for the staff of a server that runs, and writes that down.
pub async fn act_on_group(
    parts: &Parts,
    acting: &Acting,
    id: GroupId,
    act: &GroupAct,
) -> Result<(), ActionError> {
    let acted = act_on_stored_group(&parts.store, By::staff(parts, acting), id, act).await?;
    parts.tokens.revoke_all(&acted.ended);
    Ok(())
}

/// The same for whoever has the database, be it without a server: connections are left to the servers.
pub async fn act_on_stored_group(
    store: &Store,
    by: By<'_>,
    id: GroupId,
    act: &GroupAct,
) -> Result<GroupActed, ActionError> {
    let (GroupAct::Rename { reason, .. } | GroupAct::End { reason }) = act;
    let by = by.because(reason);
    by.may(Act::ToServer(ServerAct::RuleGroups))?;
    let found = store.group(id, None).await?.filter(|seen| seen.ended_at.is_none());
    let group = found.ok_or(ProblemCode::NoSuchGroup)?.group;
    by.in_time(store)?;
    if by.player().is_some() {
        by.reason()?;
    }
    let of = ("group", id.as_str());
    match act {
        GroupAct::Rename { name, .. } => {
            let name = group_name(name)?;
            let is_new = name != group.name;
            if is_new {
                // Names are words that somebody wrote: they may have to be removed.
                let noted = by.noted(Kind::RenameGroup, of, json!({}))?;
                if store.rename_group_by_staff(id, name, &noted).await? != GroupChanged::Done {
                    return Err(ProblemCode::NoSuchGroup.into());
                }
            }
            Ok(GroupActed { group, is_new, ended: Vec::new() })
        }
        GroupAct::End { .. } => {
            let facts = json!({"kind": group.kind, "members": group.members});
            let noted = by.noted(Kind::EndGroup, of, facts)?;
            let ended = store.end_group(None, id, noted.at, Some(&noted)).await?;
            Ok(GroupActed { group, is_new: true, ended: ended.ok_or(ProblemCode::NoSuchGroup)? })
        }
    }
}
