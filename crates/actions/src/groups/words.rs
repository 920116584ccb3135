//! The words of groups.

use serde_json::json;
use tengen_protocol::{LONGEST_GROUP_NAME, LONGEST_GROUP_WORDS, ProblemCode, Refused};

use crate::kit::fitting;
use crate::people::names::{Unfit, of_group};

/// The name of a group, or why it can't be one. Several groups may have the same.
pub fn group_name(wish: &str) -> Result<&str, Refused> {
    of_group(wish).map_err(|unfit| {
        ProblemCode::InvalidGroup.with(match unfit {
            Unfit::Unreadable => json!({"field": "name", "min": 1, "max": LONGEST_GROUP_NAME}),
            Unfit::Refused(refusal) => json!({"field": "name", "reason": refusal.name()}),
        })
    })
}

/// The words about a group, or why they can't be.
pub(super) fn group_words(wish: &str) -> Result<&str, Refused> {
    let field = json!({"field": "words", "min": 0, "max": LONGEST_GROUP_WORDS});
    fitting(wish, 0..=LONGEST_GROUP_WORDS).ok_or_else(|| ProblemCode::InvalidGroup.with(field))
}
