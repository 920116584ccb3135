//! The words of groups.

use serde_json::json;
use tengen_protocol::{LONGEST_GROUP_NAME, LONGEST_GROUP_WORDS, Problem, ProblemCode};

use crate::written::fitting;

/// The name of a group, or why it can't be one. Several groups may have the same.
pub(in crate::web) fn group_name(wish: &str) -> Result<&str, Problem> {
    let field = json!({"field": "name", "min": 1, "max": LONGEST_GROUP_NAME});
    let name = fitting(wish, 1..=LONGEST_GROUP_NAME).filter(|name| !name.contains('\n'));
    let name = name.ok_or_else(|| ProblemCode::InvalidGroup.with(field))?;
    match tengen_names::refuse(name) {
        None => Ok(name),
        Some(refusal) => {
            Err(ProblemCode::InvalidGroup.with(json!({"field": "name", "reason": refusal.name()})))
        }
    }
}

/// The words about a group, or why they can't be.
pub(super) fn group_words(wish: &str) -> Result<&str, Problem> {
    let field = json!({"field": "words", "min": 0, "max": LONGEST_GROUP_WORDS});
    fitting(wish, 0..=LONGEST_GROUP_WORDS).ok_or_else(|| ProblemCode::InvalidGroup.with(field))
}
