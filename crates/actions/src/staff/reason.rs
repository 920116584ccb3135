//! Reasons, without which the staff does nothing.

use serde_json::json;
use tengen_audit::Aside;
use tengen_protocol::{LONGEST_REASON, ProblemCode};

use crate::kit::{ActionError, aside, fitting};

/// A reason, if it says something.
pub fn reasoned(reason: &str) -> Result<&str, ActionError> {
    let invalid =
        || ProblemCode::InvalidAct.with(json!({"field": "reason", "min": 1, "max": LONGEST_REASON}));
    Ok(fitting(reason, 1..=LONGEST_REASON).ok_or_else(invalid)?)
}

/// A reason as it lies beside the entry of an act, if it says something.
pub fn because(reason: &str) -> Result<Option<Aside>, ActionError> {
    Ok(aside(reasoned(reason)?)?)
}
