//! Answers about the staff as they may come.

use serde_json::{Value, json};
use tengen_audit::{Entry, Kind, START, Subject};
use tengen_game::{AnnouncementId, CaseId, SanctionId};
use tengen_protocol::{
    Announcement, AnnouncementList, AuditCheck, AuditEntry, AuditLine, AuditPage, AuditSubject, Case,
    CaseAnswer, CaseList, CaseOutcome, CaseReports, FormerName, Ground, ListedMember, MemberFacts,
    MemberList, MemberState, Network, NetworkList, OwnReport, Player, PlayerCard, PlayerHistory, PlayerKind,
    Report, ReportAbout, ReportList, Role, Sanction, SanctionKind, SanctionList, Staff, StaffList, Text,
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
            cases: vec![case()],
            sanctions: vec![sanction()],
        }),
        "MemberList" => shown(MemberList { members: vec![listed()], next: None }),
        "ListedMember" => shown(listed()),
        "MemberFacts" => shown(listed().facts?),
        "SanctionList" => shown(SanctionList { sanctions: vec![sanction()] }),
        "Sanction" => shown(sanction()),
        "NetworkList" => shown(NetworkList { networks: vec![network()] }),
        "Network" => shown(network()),
        "AnnouncementList" => shown(AnnouncementList { announcements: vec![announcement()] }),
        "Announcement" => shown(announcement()),
        "ReportList" => shown(ReportList { reports: vec![own_report()] }),
        "OwnReport" => shown(own_report()),
        "CaseList" => shown(CaseList { cases: vec![case()], next: None }),
        "Case" => shown(case()),
        "CaseReports" => shown(CaseReports { case: case(), reports: vec![report()] }),
        "Report" => shown(report()),
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

/// A member who may play, as an owner sees one.
fn listed() -> ListedMember {
    let facts = MemberFacts {
        state: MemberState::Active,
        suspended_until: None,
        last_seen_at: Some(BEGUN + 3_600_000),
        mail: Some("ann@example.org".to_owned()),
    };
    ListedMember { player: member(), registered_at: BEGUN, roles: Vec::new(), facts: Some(facts) }
}

/// A suspension of a day.
fn sanction() -> Sanction {
    Sanction {
        id: Text(SanctionId::from_entropy([9; 10])),
        kind: SanctionKind::Suspension,
        ground: Ground::Stalling,
        words: "Five games were left this week.".to_owned(),
        at: BEGUN,
        until: Some(BEGUN + 86_400_000),
        lifted_at: None,
        read_at: None,
    }
}

fn network() -> Network {
    Network {
        prefix: 24,
        name: "5f1c09ab3e".to_owned(),
        first_at: BEGUN,
        last_at: BEGUN + 3_600_000,
        others: vec![PlayerCard::from(&member())],
        more: false,
    }
}

fn announcement() -> Announcement {
    Announcement {
        id: Text(AnnouncementId::from_entropy([10; 10])),
        texts: [("en".to_owned(), "The server stops on Sunday at eight.".to_owned())].into(),
        until: BEGUN + 86_400_000,
        created_at: BEGUN,
    }
}

fn answered() -> CaseAnswer {
    CaseAnswer { at: BEGUN + 60_000, outcome: CaseOutcome::Acted, words: "Thank you.".to_owned() }
}

fn own_report() -> OwnReport {
    OwnReport {
        about: ReportAbout::Player,
        id: ann().id.0.to_string(),
        ground: Ground::Stalling,
        words: "Leaves every game that goes badly.".to_owned(),
        created_at: BEGUN,
        answer: Some(answered()),
    }
}

fn case() -> Case {
    Case {
        id: Text(CaseId::from_entropy([8; 10])),
        about: ReportAbout::Player,
        subject: ann().id.0.to_string(),
        players: vec![PlayerCard::from(&member())],
        opened_at: BEGUN,
        last_at: BEGUN,
        reports: 1,
        answer: Some(answered()),
    }
}

fn report() -> Report {
    Report {
        reporter: PlayerCard::from(&member()),
        ground: Ground::Stalling,
        words: "Leaves every game that goes badly.".to_owned(),
        event: None,
        created_at: BEGUN,
    }
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
