//! Cases: the reports of a thing together, read and answered by the staff.

use serde_json::json;
use tengen_audit::Kind;
use tengen_game::CaseId;
use tengen_protocol::{Case, CaseAct, CaseReports, ProblemCode};
use tengen_roles::{Act, Concerned};
use tengen_store::Store;

use super::by::{By, words_to_players};
use crate::kit::ActionError;

/// A case with its reports.
pub async fn case(store: &Store, by: By<'_>, id: CaseId) -> Result<CaseReports, ActionError> {
    Ok(CaseReports { case: seen(store, by, id).await?, reports: store.reports_of_case(id).await? })
}

/// Answers all reports of a case, writes that down, and answers the case as it was.
pub async fn act_on_case(
    store: &Store,
    by: By<'_>,
    id: CaseId,
    CaseAct::Answer { outcome, words, reason }: &CaseAct,
) -> Result<Case, ActionError> {
    let case = seen(store, by, id).await?;
    by.in_time(store)?;
    let words = words_to_players(words)?;
    let facts = json!({"about": case.about, "subject": case.subject, "outcome": outcome});
    let noted = by.because(reason).noted(Kind::AnswerCase, ("case", id.as_str()), facts)?;
    if store.answer_case(id, *outcome, words, &noted).await? {
        Ok(case)
    } else {
        Err(ProblemCode::AlreadyAnswered.into())
    }
}

/// The case, if the actor may see it.
async fn seen(store: &Store, by: By<'_>, id: CaseId) -> Result<Case, ActionError> {
    // Whoever has no right learns nothing of the case.
    by.may(Act::SeeCase(Concerned { is_actor: false, has_role: false }))?;
    let case = store.case(id).await?.ok_or(ProblemCode::NoSuchCase)?;
    let mut concerned = Concerned { is_actor: false, has_role: false };
    for player in &case.players {
        concerned.is_actor |= by.player() == Some(player.id.0);
        concerned.has_role |= !store.roles(player.id.0).await?.is_empty();
    }
    by.may(Act::SeeCase(concerned))?;
    Ok(case)
}
