//! Reports from the command line: those that wait, one of them, and its answer.

use serde::{Deserialize, Serialize};
use tengen_actions::staff;
use tengen_game::CaseId;
use tengen_protocol::{Case, CaseAct, CaseOutcome, CaseReports};
use tengen_store::{CasesFor, PageCursor, Store};

use super::outcome::{DeedError, Outcome, Reason, moment};

/// How many cases are read at a time.
const PAGE: u32 = 200;

/// An answer to all reports of a case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answered {
    /// The outcome.
    pub outcome: CaseOutcome,
    /// Words to those who reported it; they may be empty.
    pub words: String,
}

/// Lists the cases that wait, the oldest first.
pub(super) async fn list(store: &Store) -> Result<Outcome, DeedError> {
    let cases_for = CasesFor { viewer: None, of_staff: true };
    let (mut lines, mut after) = (Vec::new(), None);
    loop {
        let cases = store.waiting_cases(cases_for, after, PAGE).await?;
        let Some(last) = cases.last() else { break };
        after = Some(PageCursor { created_at: last.opened_at, id: last.id.0 });
        lines.extend(cases.iter().map(line));
    }
    if lines.is_empty() {
        lines.push("No report waits.".to_owned());
    }
    Ok(Outcome { lines, ended: Vec::new() })
}

/// Shows a case, or answers it.
pub(super) async fn see_to(
    store: &Store,
    id: &str,
    answered: Option<&Answered>,
    reason: &Reason<'_>,
) -> Result<Outcome, DeedError> {
    let failed = |error| DeedError::of(error, id);
    let number: CaseId = id.parse().map_err(|_| DeedError::NoSuch { what: "case", id: id.to_owned() })?;
    let mut lines = Vec::new();
    match answered {
        None => {
            let CaseReports { case, reports } =
                staff::case(store, reason.by(), number).await.map_err(failed)?;
            lines.push(line(&case));
            for report in reports {
                let (ground, by, at) = (report.ground.name(), report.reporter, moment(report.created_at));
                lines.push(format!("  {ground}, by {} ({}), {at}", by.name, by.id.0));
                lines.extend(report.words.lines().map(|words| format!("    {words}")));
            }
            if let Some(answer) = case.answer {
                lines.push(format!("  answered {}: {}", moment(answer.at), answer.outcome.name()));
                lines.extend(answer.words.lines().map(|words| format!("    {words}")));
            }
        }
        Some(Answered { outcome, words }) => {
            let (outcome, words, reason, by) =
                (*outcome, words.clone(), reason.words.to_owned(), reason.by());
            let act = CaseAct::Answer { outcome, words, reason };
            let case = staff::act_on_case(store, by, number, &act).await.map_err(failed)?;
            lines.push(line(&case));
            lines.push(format!("  answered: {}", outcome.name()));
        }
    }
    Ok(Outcome { lines, ended: Vec::new() })
}

/// A case in a line: its id, its subject, whom it concerns, how many reports there are, and since when.
fn line(case: &Case) -> String {
    let people: Vec<_> = case.players.iter().map(|player| player.name.as_str()).collect();
    let (id, about, subject) = (case.id.0, case.about.name(), &case.subject);
    let (reports, since) = (case.reports, moment(case.opened_at));
    format!("{id}: {about} {subject} ({}), {reports} reports, since {since}", people.join(", "))
}
