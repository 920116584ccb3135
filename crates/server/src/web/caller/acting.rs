//! Callers who do something for which there is a right.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use tengen_actions::{groups, kit};
use tengen_protocol::{ProblemCode, Scope};
use tengen_roles::Proof;

use super::anyone::Anyone;
use super::known::Known;
use super::rights::{AtHome, MaybeCaller};
use crate::app::App;
use crate::web::error::WebError;
use crate::web::suspended::suspended;

/// Somebody who wants to do something for which there is a right.
pub(in crate::web) type Acting = Known<kit::Acting>;

/// Whoever looks at a group, a stranger as well.
pub(in crate::web) type Looking = Known<groups::Looking>;

/// Whoever does something in a group, in a session of the own: a program does nothing there.
pub(in crate::web) type AtHomeActing = Known<groups::AtHomeActing>;

impl FromRequestParts<App> for Acting {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        let Anyone(identity) = Anyone::from_request_parts(parts, app).await?;
        let identity = identity.ok_or(ProblemCode::Unauthenticated)?;
        // Staff that may not play keeps no order either.
        if let Some(sanction) = identity.suspension() {
            return Err(suspended(sanction));
        }
        let proof = match identity.own_hash() {
            Some(hash) => {
                let signed_in_at = app.store.signed_in_at(hash).await?;
                let fresh = signed_in_at.is_some_and(|at| app.clock.now() - at < kit::FRESH_FOR_STAFF);
                Proof::Session { fresh }
            }
            None => Proof::Token { staff: identity.permit(Scope::Staff).is_ok() },
        };
        Ok(Self(kit::Acting::new(&app.store, identity.player, proof).await?))
    }
}

impl FromRequestParts<App> for Looking {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        let MaybeCaller(identity) = MaybeCaller::from_request_parts(parts, app).await?;
        // Whoever is suspended looks on like a stranger.
        let acting = match identity.filter(|identity| identity.suspension().is_none()) {
            Some(_) => Some(Acting::from_request_parts(parts, app).await?.0),
            None => None,
        };
        Ok(Self(groups::Looking(acting)))
    }
}

impl FromRequestParts<App> for AtHomeActing {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        let Known(home) = AtHome::from_request_parts(parts, app).await?;
        let acting = Acting::from_request_parts(parts, app).await?.0;
        Ok(Self(groups::AtHomeActing { acting, session: home.session }))
    }
}
