//! The names that people wish for.

use serde_json::json;
use tengen_names::Refusal;
use tengen_protocol::{PlayerName, ProblemCode, Refused};
use tengen_store::NameWish;

use crate::naming::{self, Unfit, wishes};
use crate::web::error::WebError;

fn refused(unfit: Unfit) -> Refused {
    match unfit {
        Unfit::Unreadable => ProblemCode::InvalidName.with(json!({"max": PlayerName::MAX})),
        Unfit::Refused(refusal) => ProblemCode::NameRefused.with(json!({"reason": refusal.name()})),
    }
}

/// The name of a member, or why it can't be one.
pub(in crate::web) fn of_member(wish: &str) -> Result<NameWish, Refused> {
    naming::of_member(wish).map_err(refused)
}

/// The names to try for a guest who wishes for this one. A guest is shown as one, so letters that go with no other script are a guest's own
/// matter; a name that nobody can read is not.
pub(in crate::web) fn of_guest(wish: &str) -> Result<Vec<NameWish>, WebError> {
    let name: PlayerName = wish.parse().map_err(|_| refused(Unfit::Unreadable))?;
    match tengen_names::refuse(name.as_str()) {
        None | Some(Refusal::Mixed) => Ok(wishes(name.as_str())?),
        Some(refusal) => Err(refused(Unfit::Refused(refusal)).into()),
    }
}
