//! Acts as they are written into the audit log.

use serde_json::{Value, json};
use tengen_audit::{Aside, Kind};
use tengen_entropy::{self as entropy, NoEntropy};
use tengen_game::{Millis, PlayerId};
use tengen_protocol::{LONGEST_REASON, Problem, ProblemCode};
use tengen_store::Noted;

use crate::web::error::WebError;

/// An act for which nobody has to give a reason.
pub(in crate::web) struct WithoutReason<'n> {
    pub(in crate::web) actor: PlayerId,
    pub(in crate::web) kind: Kind,
    pub(in crate::web) subject_kind: &'static str,
    pub(in crate::web) subject: &'n str,
    pub(in crate::web) facts: Value,
    pub(in crate::web) at: Millis,
}

/// The entry of an act without a reason, with the words that the actor has written about it, if there are any.
pub(in crate::web) fn noted<'n>(act: WithoutReason<'n>, words: &str) -> Result<Noted<'n>, NoEntropy> {
    let aside = match words {
        "" => None,
        words => Some(Aside { salt: entropy::token()?, reason: words.to_owned() }),
    };
    let WithoutReason { actor, kind, subject_kind, subject, facts, at } = act;
    Ok(Noted { actor: Some(actor), kind, subject_kind, subject, facts, aside, at })
}

/// The entry of an act with its reason.
pub(super) fn with_reason<'n>(act: WithoutReason<'n>, reason: &str) -> Result<Noted<'n>, WebError> {
    let reason = readable(reason)?;
    Ok(noted(act, reason)?)
}

/// A reason that says something.
fn readable(reason: &str) -> Result<&str, Problem> {
    let reason = reason.trim();
    let length = reason.chars().count();
    let is_text = |letter: char| letter == '\n' || !letter.is_control();
    if (1..=LONGEST_REASON).contains(&length) && reason.chars().all(is_text) {
        return Ok(reason);
    }
    Err(ProblemCode::InvalidAct.with(json!({"field": "reason", "min": 1, "max": LONGEST_REASON})))
}
