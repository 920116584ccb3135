//! What somebody is told who may not do something.

use serde_json::json;
use tengen_game::Millis;
use tengen_protocol::{ProblemCode, Scope};
use tengen_roles::Why;

use crate::web::error::WebError;

/// For how long a sign-in is good for acts of the staff, in milliseconds: an hour.
pub(super) const FRESH: Millis = 3_600_000;

/// The problem for a reason.
pub(in crate::web) fn refused(why: Why) -> WebError {
    match why {
        Why::NotAllowed => ProblemCode::NotAllowed.into(),
        Why::StaffScope => ProblemCode::InsufficientScope.with(json!({"scope": Scope::Staff})).into(),
        Why::SignInAgain => ProblemCode::SignInAgain.with(json!({"within_ms": FRESH})).into(),
        Why::OwnToken => ProblemCode::OwnTokenNeeded.into(),
        Why::Oneself => ProblemCode::Oneself.into(),
        Why::EqualOrHigher => ProblemCode::EqualOrHigher.into(),
        Why::LastOwner => ProblemCode::LastOwner.into(),
        Why::NoMember => ProblemCode::NotAMember.into(),
        Why::Nobody => ProblemCode::NoSuchPlayer.into(),
        Why::NoAccount => ProblemCode::AccountNeeded.into(),
        Why::NoGroup => ProblemCode::NoSuchGroup.into(),
        Why::LastLeader => ProblemCode::LastLeader.into(),
        Why::NoClass => ProblemCode::NotAClass.into(),
        Why::OwnWayIn => ProblemCode::OwnWayIn.into(),
    }
}
