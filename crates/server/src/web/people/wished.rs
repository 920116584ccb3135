//! The names that people wish for.

use serde_json::json;
use tengen_names::Refusal;
use tengen_protocol::{PlayerName, Problem, ProblemCode};
use tengen_store::NameWish;

use crate::naming::wishes;
use crate::web::error::WebError;

fn readable(wish: &str) -> Result<PlayerName, Problem> {
    wish.parse().map_err(|_| ProblemCode::InvalidName.with(json!({"max": PlayerName::MAX})))
}

fn refused(refusal: Refusal) -> Problem {
    ProblemCode::NameRefused.with(json!({"reason": refusal.name()}))
}

/// The name of a member, or why it can't be one.
pub(in crate::web) fn of_member(wish: &str) -> Result<NameWish, Problem> {
    let name = readable(wish)?;
    match tengen_names::refuse(name.as_str()) {
        None => Ok(NameWish::new(name.to_string())),
        Some(refusal) => Err(refused(refusal)),
    }
}

/// The names to try for a guest who wishes for this one. A guest is shown as one, so letters that go with no other script are a guest's own
/// matter; a name that nobody can read is not.
pub(in crate::web) fn of_guest(wish: &str) -> Result<Vec<NameWish>, WebError> {
    let name = readable(wish)?;
    match tengen_names::refuse(name.as_str()) {
        None | Some(Refusal::Mixed) => Ok(wishes(name.as_str())?),
        Some(refusal) => Err(refused(refusal).into()),
    }
}
