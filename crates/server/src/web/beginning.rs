//! What a stranger's request with a key tells those who keep its answer.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use tengen_game::PlayerId;

pub(super) use tengen_actions::kit::Beginning;

use crate::app::App;

/// The player whom a stranger's request has made, as a mark of its answer.
#[derive(Debug, Clone, Copy)]
pub(super) struct MadePlayer(pub(super) PlayerId);

impl FromRequestParts<App> for Beginning {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Infallible> {
        Ok(parts.extensions.get::<Self>().cloned().unwrap_or_default())
    }
}
