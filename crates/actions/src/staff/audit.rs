//! The audit log as the staff reads it, and what the staff did so far to a player.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use tengen_audit::{Aside, Kind};
use tengen_game::PlayerId;
use tengen_protocol::{AuditEntry, AuditSubject, EntryAct, PlayerHistory, ProblemCode};
use tengen_roles::{Act, ServerAct};
use tengen_store::{Entries, Erased, StoredLink};

use super::by::By;
use super::players::may_see_history;
use crate::kit::{Acting, ActionError, Parts};

/// How many of the acts so far are shown.
const SHOWN: u32 = 100;
/// How many of the sanctions.
const SANCTIONS: u32 = 50;

/// Removes the reason that lies beside an entry, and writes that down.
pub async fn act_on_entry(
    parts: &Parts,
    acting: &Acting,
    EntryAct::EraseReason { seq, reason }: &EntryAct,
) -> Result<(), ActionError> {
    let by = By::staff(parts, acting).because(reason);
    by.may(Act::ToServer(ServerAct::EraseReason))?;
    by.in_time(&parts.store)?;
    let subject = seq.to_string();
    let noted = by.noted(Kind::EraseReason, ("entry", subject.as_str()), json!({}))?;
    match parts.store.erase_reason(*seq, &noted).await? {
        Erased::Done => Ok(()),
        Erased::Nothing => Err(ProblemCode::NoSuchEntry.into()),
    }
}

/// What the staff knows of a player, and did so far.
pub async fn history(parts: &Parts, acting: &Acting, id: PlayerId) -> Result<PlayerHistory, ActionError> {
    let store = &parts.store;
    let player = may_see_history(parts, acting, id).await?;
    let wanted = Entries { subject: Some(("player", id.as_str())), ..Entries::default() };
    let entries = entries(store.audit(wanted, SHOWN).await?);
    Ok(PlayerHistory {
        roles: store.roles(id).await?,
        former_names: store.former_names(id, parts.clock.now()).await?,
        players: store.cards(&named(&entries)).await?,
        cases: store.cases_of(id).await?,
        sanctions: store.sanctions_of(id, SANCTIONS).await?,
        entries,
        player,
    })
}

/// Entries as they travel.
pub fn entries(found: Vec<StoredLink>) -> Vec<AuditEntry> {
    found.into_iter().map(entry).collect()
}

fn entry((link, aside): StoredLink) -> AuditEntry {
    let had_reason = link.entry.aside.is_some();
    let entry = link.entry;
    // Facts are an object always; what somebody has made of them by hand shows in the check.
    let facts: Map<String, Value> = serde_json::from_str(&entry.facts).unwrap_or_default();
    let reason = aside.map(|Aside { reason, .. }| reason);
    AuditEntry {
        seq: entry.seq,
        at: entry.at,
        actor: entry.actor,
        kind: entry.kind,
        subject: AuditSubject { kind: entry.subject.kind, id: entry.subject.id },
        facts,
        reason_erased: had_reason && reason.is_none(),
        reason,
        previous: link.previous,
        hash: link.hash,
    }
}

/// The players whom entries name, each once.
pub fn named(entries: &[AuditEntry]) -> Vec<PlayerId> {
    let actors = entries.iter().filter_map(|entry| entry.actor.as_ref()?.parse().ok());
    let subjects = entries
        .iter()
        .filter(|entry| entry.subject.kind == "player")
        .filter_map(|entry| entry.subject.id.parse().ok());
    actors.chain(subjects).collect::<BTreeSet<_>>().into_iter().collect()
}
