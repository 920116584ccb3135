//! Answers about the staff as they may come.

use serde_json::{Value, json};
use tengen_audit::{Entry, Kind, START, Subject};
use tengen_protocol::{
    AuditCheck, AuditEntry, AuditLine, AuditPage, AuditSubject, FormerName, Player, PlayerCard,
    PlayerHistory, PlayerKind, Role, Staff, StaffList,
};

use super::examples::{BEGUN, ann, shown};

/// An example of a shape, by its name.
pub(super) fn of(name: &str) -> Option<Value> {
    match name {
        "StaffList" => shown(StaffList { staff: vec![staff()] }),
        "Staff" => shown(staff()),
        "PlayerHistory" => shown(PlayerHistory {
            player: member(),
            roles: vec![Role::Moderator],
            former_names: vec![FormerName { name: "Ann of Kyoto".to_owned(), until: BEGUN }],
            entries: vec![entry()?],
            players: vec![PlayerCard::from(&member())],
        }),
        "AuditPage" => shown(AuditPage {
            entries: vec![entry()?],
            players: vec![PlayerCard::from(&member())],
            next: None,
        }),
        "AuditEntry" => shown(entry()?),
        "AuditLine" => {
            let AuditEntry { seq, at, kind, subject, facts, previous, hash, .. } = entry()?;
            let facts = Value::Object(facts).to_string();
            let (actor, aside, beside) = (None, None, None);
            shown(AuditLine { seq, at, actor, kind, subject, facts, aside, previous, hash, beside })
        }
        "AuditCheck" => shown(AuditCheck { entries: 1, head: entry()?.hash, broken: None }),
        _ => None,
    }
}

fn member() -> Player {
    Player { guest: false, kind: PlayerKind::Member, ..ann() }
}

fn staff() -> Staff {
    Staff { player: member(), roles: vec![Role::Owner] }
}

/// Ann became a moderator, by the command line.
fn entry() -> Option<AuditEntry> {
    let facts = json!({"role": Role::Moderator});
    let subject = Subject { kind: "player".to_owned(), id: ann().id.0.to_string() };
    let link = Entry {
        seq: 1,
        at: BEGUN,
        actor: None,
        kind: Kind::Grant.name().to_owned(),
        subject: subject.clone(),
        facts: facts.to_string(),
        aside: None,
    }
    .link(START);
    Some(AuditEntry {
        seq: link.entry.seq,
        at: BEGUN,
        actor: None,
        kind: link.entry.kind,
        subject: AuditSubject { kind: subject.kind, id: subject.id },
        facts: facts.as_object()?.clone(),
        reason: None,
        reason_erased: false,
        previous: link.previous,
        hash: link.hash,
    })
}
