//! Callers as requests ask for them: by what the token has to be good for.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use futures_util::future::{self, BoxFuture, FutureExt};
use tengen_actions::kit::{self, Looker};
use tengen_limits::Client;
use tengen_protocol::view::Audience;
use tengen_protocol::{Player, ProblemCode, Scope};
use tengen_store::Eyes;

use super::anyone::Anyone;
use super::identity::Identity;
use super::known::Known;
use crate::app::App;
use crate::web::error::WebError;

/// The player who is asking, if anybody in particular is, with a token that is good for looking.
#[derive(Debug, Clone)]
pub(in crate::web) struct MaybeCaller(pub(in crate::web) Option<Identity>);

/// The player who is asking, with a token that is good for looking; without one the request is refused.
#[derive(Debug, Clone)]
pub(in crate::web) struct Viewer(pub(in crate::web) Identity);

/// The player who is asking, with a token that is good for playing; without one the request is refused.
#[derive(Debug, Clone)]
pub(in crate::web) struct Caller(pub(in crate::web) Player);

/// The player who is asking, with the own token and not with a personal one; without it the request is refused.
#[derive(Debug, Clone)]
pub(in crate::web) struct Owner(pub(in crate::web) Player);

/// The same; or a bot, which has no token of its own, with a personal one that is good for playing.
#[derive(Debug, Clone)]
pub(in crate::web) struct OwnerOrBot(pub(in crate::web) Player);

/// The same who only looks at the own things: a bot's token has to be good for reading.
#[derive(Debug, Clone)]
pub(in crate::web) struct OwnerOrBotLooking(pub(in crate::web) Player);

/// The owner of a token, with its hash, which stands for the session.
pub(in crate::web) type AtHome = Known<kit::AtHome>;

impl MaybeCaller {
    /// Whoever it is as one who looks.
    pub(in crate::web) fn eyes(&self) -> Eyes {
        self.0.as_ref().map_or_else(Eyes::default, Identity::eyes)
    }

    /// The same, and the client to which it is counted.
    pub(in crate::web) fn looker(&self, client: Client) -> Looker {
        Looker { eyes: self.eyes(), audience: self.audience(), client }
    }

    /// Who.
    pub(in crate::web) fn player(&self) -> Option<&Player> {
        self.0.as_ref().map(|identity| &identity.player)
    }

    /// The audience to which the caller belongs: a suspended player looks on.
    pub(in crate::web) fn audience(&self) -> Audience {
        self.0.as_ref().map_or(Audience::Spectator, Identity::audience)
    }

    /// The player as games see one who may play; nobody, if the player is suspended.
    pub(in crate::web) fn at_the_board(&self) -> Option<&Player> {
        self.0.as_ref().and_then(Identity::at_the_board)
    }

    /// Waits until the token is good for nothing any more; for ever if there is none.
    pub(in crate::web) fn ended(&self) -> BoxFuture<'static, ()> {
        self.0.as_ref().map_or_else(|| future::pending().boxed(), Identity::ended)
    }
}

impl FromRequestParts<App> for MaybeCaller {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        let caller = Anyone::from_request_parts(parts, app).await?;
        caller.permit(Scope::Read)?;
        Ok(Self(caller.0))
    }
}

impl FromRequestParts<App> for Viewer {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        let MaybeCaller(identity) = MaybeCaller::from_request_parts(parts, app).await?;
        identity.map(Self).ok_or(ProblemCode::Unauthenticated.into())
    }
}

impl FromRequestParts<App> for Caller {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        let caller = Anyone::from_request_parts(parts, app).await?;
        caller.acting().cloned().map(Self)
    }
}

impl FromRequestParts<App> for Owner {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        AtHome::from_request_parts(parts, app).await.map(|Known(home)| Self(home.player))
    }
}

impl FromRequestParts<App> for OwnerOrBot {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        let caller = Anyone::from_request_parts(parts, app).await?;
        if caller.is_bot() {
            return caller.acting().cloned().map(Self);
        }
        Owner::from_request_parts(parts, app).await.map(|Owner(player)| Self(player))
    }
}

impl FromRequestParts<App> for OwnerOrBotLooking {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        let caller = Anyone::from_request_parts(parts, app).await?;
        if caller.is_bot() {
            return caller.viewing().cloned().map(Self);
        }
        Owner::from_request_parts(parts, app).await.map(|Owner(player)| Self(player))
    }
}

impl FromRequestParts<App> for AtHome {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        let caller = Anyone::from_request_parts(parts, app).await?;
        Ok(Self(caller.identified().ok_or(ProblemCode::Unauthenticated)?.at_home()?))
    }
}
