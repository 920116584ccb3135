//! Players who may not play: what is left to them, and what they are told.
//!
//! A suspended player looks on like a stranger, and keeps what is the player's own: the way out, the answer to the staff, and the
//! data. Everything that changes anything else is refused.

use axum::http::request::Parts;
use serde_json::json;
use tengen_protocol::{ProblemCode, Sanction};

use super::error::WebError;
use super::permission::{Permission, SUSPENDED};

/// Whether a suspended player may ask for this.
pub(super) fn may_ask(parts: &Parts) -> bool {
    parts.method.is_safe() || is_own_matter(parts)
}

/// Whether it is the player's own matter: what is left on a server for members alone.
pub(super) fn is_own_matter(parts: &Parts) -> bool {
    Permission::of(&parts.extensions).includes(SUSPENDED)
}

/// What a suspended player is told: the rule, until when, the staff's words, and how to answer them.
pub(super) fn suspended(sanction: &Sanction) -> WebError {
    ProblemCode::Suspended
        .with(json!({
            "sanction": sanction.id,
            "ground": sanction.ground,
            "until": sanction.until,
            "words": sanction.words,
        }))
        .into()
}
