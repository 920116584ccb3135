//! Whoever asks, with whatever token, or without one.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use futures_util::future::{self, BoxFuture, FutureExt};
use tengen_actions::kit::Identified;
use tengen_protocol::{Player, PlayerKind, ProblemCode, Sanction, Scope};
use tengen_store::Eyes;

use super::identity::{Identity, identify};
use super::shown::{Shown, shown};
use crate::app::App;
use crate::web::client::address;
use crate::web::error::WebError;
use crate::web::suspended::{may_ask, suspended};

/// Whoever is asking, if anybody in particular is, with whatever token. What is asked for decides what it must be good
/// for.
#[derive(Debug, Clone)]
pub(in crate::web) struct Anyone(pub(in crate::web) Option<Identity>);

impl Anyone {
    /// Who.
    pub(in crate::web) fn player(&self) -> Option<&Player> {
        self.0.as_ref().map(|identity| &identity.player)
    }

    pub(super) fn is_bot(&self) -> bool {
        self.player().is_some_and(|player| player.kind == PlayerKind::Bot)
    }

    /// The player and the hash of the own token, if anybody in particular asks. A personal token is refused.
    pub(in crate::web) fn own(&self) -> Result<Option<(&Player, &str)>, WebError> {
        let Some(identity) = &self.0 else { return Ok(None) };
        let hash = identity.own_hash().ok_or(ProblemCode::OwnTokenNeeded)?;
        Ok(Some((&identity.player, hash)))
    }

    /// Whoever it is as use cases know one.
    pub(in crate::web) fn identified(&self) -> Option<Identified> {
        let identity = self.0.as_ref()?;
        Some(Identified { player: identity.player.clone(), session: identity.own_hash().map(str::to_owned) })
    }

    /// Refuses a scope that the token does not have. A caller without a token is a stranger, with the rights of strangers.
    pub(in crate::web) fn permit(&self, scope: Scope) -> Result<(), WebError> {
        self.0.as_ref().map_or(Ok(()), |identity| identity.permit(scope))
    }

    /// The player who looks at the player's own things.
    pub(in crate::web) fn viewing(&self) -> Result<&Player, WebError> {
        let identity = self.0.as_ref().ok_or(ProblemCode::Unauthenticated)?;
        identity.permit(Scope::Read).map(|()| &identity.player)
    }

    /// The player who does something.
    pub(in crate::web) fn acting(&self) -> Result<&Player, WebError> {
        let identity = self.0.as_ref().ok_or(ProblemCode::Unauthenticated)?;
        identity.plays()?;
        identity.permit(Scope::Play).map(|()| &identity.player)
    }

    /// The player as games see one who may play; nobody, if the player is suspended.
    pub(in crate::web) fn at_the_board(&self) -> Option<&Player> {
        self.0.as_ref().and_then(Identity::at_the_board)
    }

    /// The sanction that keeps the player from playing, if there is one.
    pub(in crate::web) fn suspension(&self) -> Option<&Sanction> {
        self.0.as_ref().and_then(Identity::suspension)
    }

    /// The same of whoever asks, if anybody in particular does.
    pub(in crate::web) async fn sanction(&self, app: &App) -> Result<Option<Sanction>, WebError> {
        match &self.0 {
            Some(identity) => identity.sanction(app).await,
            None => Ok(None),
        }
    }

    /// Whoever it is as one who looks.
    pub(in crate::web) fn eyes(&self) -> Eyes {
        self.0.as_ref().map_or_else(Eyes::default, Identity::eyes)
    }

    /// Whether the token has ended since it was shown, or the player may do something else: by a sign-out, perhaps, while the
    /// body was on its way.
    fn has_ended(&self) -> bool {
        self.0.as_ref().is_some_and(Identity::has_ended)
    }

    /// Refuses a caller who is not let in any more, now that the body is there. A token that goes on though its player may do
    /// something else is good for the request as long as the player still sees the same.
    pub(in crate::web) async fn is_still_let_in(&self, parts: &mut Parts, app: &App) -> Result<(), WebError> {
        if !self.has_ended() {
            return Ok(());
        }
        parts.extensions.remove::<Self>();
        let now = Self::from_request_parts(parts, app).await?;
        if now.player() == self.player() && now.eyes() == self.eyes() {
            Ok(())
        } else {
            Err(ProblemCode::Unauthenticated.into())
        }
    }

    /// Waits until the token is good for nothing any more; for ever if there is none.
    pub(in crate::web) fn ended(&self) -> BoxFuture<'static, ()> {
        self.0.as_ref().map_or_else(|| future::pending().boxed(), Identity::ended)
    }
}

impl FromRequestParts<App> for Anyone {
    type Rejection = WebError;

    /// A program that shows a token means it, so an unknown one is refused; a browser may hold the cookie of a server
    /// that is gone, and is a visitor then.
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        if let Some(known) = parts.extensions.get::<Self>() {
            return Ok(known.clone());
        }
        let caller = match shown(&parts.headers)? {
            Some(Shown::ByProgram(token)) => {
                let identity = identify(app, token).await?.ok_or(ProblemCode::Unauthenticated)?;
                Self(Some(identity))
            }
            Some(Shown::ByBrowser(token)) => Self(identify(app, &token).await?),
            None => Self(None),
        };
        if let Some(player) = caller.player() {
            app.networks.note(player.id.0, address(parts, app));
        }
        if let Some(sanction) = caller.suspension()
            && !may_ask(parts)
        {
            return Err(suspended(sanction));
        }
        // For whoever reads the body, which may take its time.
        parts.extensions.insert(caller.clone());
        Ok(caller)
    }
}

/// The end of what a member may see on a server for members, if the door has let one in with this request; never, if there is no such end.
pub(in crate::web) struct Admitted(pub(in crate::web) BoxFuture<'static, ()>);

impl FromRequestParts<App> for Admitted {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Infallible> {
        Ok(Self(parts.extensions.get::<Anyone>().map_or_else(|| future::pending().boxed(), Anyone::ended)))
    }
}
