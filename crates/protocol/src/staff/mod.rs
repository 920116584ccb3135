//! The staff: acts and the log of them, reports, members and announcements.

mod acts;
mod announcements;
mod audit;
mod groups;
mod members;
mod people;
mod reports;

pub use acts::{EntryAct, GameAct, PlayerAct, RecordAct, RuledWinner};
pub use announcements::{Announcement, AnnouncementAct, AnnouncementList, LONGEST_ANNOUNCEMENT};
pub use audit::{AuditBeside, AuditCheck, AuditEntry, AuditLine, AuditPage, AuditSubject, BrokenAudit};
pub use groups::{GroupAct, StaffGroup, StaffGroupList};
pub use members::{ListedMember, MemberExport, MemberFacts, MemberList, MemberState};
pub use people::{Network, NetworkList, PlayerHistory, Staff, StaffList};
pub use reports::{
    Case, CaseAct, CaseAnswer, CaseList, CaseOutcome, CaseReports, LONGEST_REPORT, NewReport, OwnReport,
    Report, ReportAbout, ReportList,
};
