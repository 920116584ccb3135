//! The caller of a request, and whether the token that was shown is good for the request: here, and nowhere else.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, header};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use futures_util::future::{self, BoxFuture, FutureExt};
use serde_json::json;
use tengen_clock::Clock;
use tengen_entropy::{ACCESS_TOKEN, token_hash};
use tengen_game::{GroupId, Millis};
use tengen_protocol::view::Audience;
use tengen_protocol::{Player, PlayerKind, ProblemCode, Sanction, Scope};
use tengen_store::{Bearer, Eyes, Home, ShownToken};

use super::client::address;
use super::error::WebError;
use super::suspended::{may_ask, suspended};
use crate::app::App;
use crate::options::ServeOptions;
use crate::tokens::{Kind, Lease};

/// The cookie that carries a token.
const COOKIE: &str = "tengen_token";
/// The same where there is TLS: browsers take one of such a name from this host alone, and no neighbour can set it. The other one is
/// set beside it, for the servers of earlier releases that are there while a cluster is upgraded.
const HOST_COOKIE: &str = "__Host-tengen_token";
/// No token of this server is longer.
const LONGEST_TOKEN: usize = 128;

/// A player who has shown a token.
#[derive(Debug, Clone)]
pub(super) struct Identity {
    /// The player.
    pub(super) player: Player,
    /// The sanction that keeps the player from playing, if there is one.
    suspension: Option<Arc<Sanction>>,
    /// Whether there is a warning that the player has not read.
    is_warned: bool,
    /// The closed class of which the player is a pupil.
    enclosed_in: Option<GroupId>,
    grant: Grant,
    clock: Clock,
}

/// The scopes of a token.
#[derive(Debug, Clone)]
enum Grant {
    /// The player's own, of a session: for everything.
    Own { hash: String, lease: Lease },
    /// A personal access token, as long as it holds.
    Personal { scopes: Arc<[Scope]>, expires_at: Option<Millis>, lease: Lease },
}

impl Identity {
    /// Refuses a scope that the token does not have.
    pub(super) fn permit(&self, scope: Scope) -> Result<(), WebError> {
        match &self.grant {
            Grant::Personal { scopes, .. } if !scopes.contains(&scope) => {
                Err(ProblemCode::InsufficientScope.with(json!({"scope": scope})).into())
            }
            _ => Ok(()),
        }
    }

    /// The hash of the player's own token, if it was shown.
    pub(super) fn own_hash(&self) -> Option<&str> {
        match &self.grant {
            Grant::Own { hash, .. } => Some(hash),
            Grant::Personal { .. } => None,
        }
    }

    /// The sanction that keeps the player from playing, if there is one.
    pub(super) fn suspension(&self) -> Option<&Sanction> {
        self.suspension.as_deref()
    }

    /// What the staff has to say to the player: why there is no playing, or a warning that was not read.
    pub(super) async fn sanction(&self, app: &App) -> Result<Option<Sanction>, WebError> {
        match &self.suspension {
            Some(sanction) => Ok(Some(Sanction::clone(sanction))),
            None if self.is_warned => Ok(app.store.unread_warning(self.player.id.0).await?),
            None => Ok(None),
        }
    }

    /// The player as games see one who may play; nobody, if the player is suspended.
    fn at_the_board(&self) -> Option<&Player> {
        self.suspension.is_none().then_some(&self.player)
    }

    /// The audience to which the player belongs: a suspended player looks on.
    pub(super) fn audience(&self) -> Audience {
        self.at_the_board().map_or(Audience::Spectator, |player| Audience::Player(player.id.0))
    }

    /// The player as one who looks.
    fn eyes(&self) -> Eyes {
        Eyes { player: Some(self.player.id.0), enclosed_in: self.enclosed_in }
    }

    /// Refuses a player who may not play.
    fn plays(&self) -> Result<(), WebError> {
        self.suspension().map_or(Ok(()), |sanction| Err(suspended(sanction)))
    }

    /// Waits until the token is good for nothing any more, or the player may do something else than before: connections that stay open end
    /// then.
    pub(super) fn ended(&self) -> BoxFuture<'static, ()> {
        let (lease, expires_at) = match &self.grant {
            Grant::Own { lease, .. } => (lease.clone(), None),
            Grant::Personal { expires_at, lease, .. } => (lease.clone(), *expires_at),
        };
        let plays_from = self.suspension().and_then(|sanction| sanction.until);
        let clock = self.clock.clone();
        let Some(at) = expires_at.into_iter().chain(plays_from).min() else {
            return async move { lease.revoked().await }.boxed();
        };
        async move {
            tokio::select! {
                () = lease.revoked() => {}
                () = clock.sleep_until(clock.instant_at(at)) => {}
            }
        }
        .boxed()
    }
}

/// Whoever is asking, if anybody in particular is, with whatever token. What is asked for decides what it must be good
/// for.
#[derive(Debug, Clone)]
pub(super) struct Anyone(pub(super) Option<Identity>);

/// The player who is asking, if anybody in particular is, with a token that is good for looking.
#[derive(Debug, Clone)]
pub(super) struct MaybeCaller(pub(super) Option<Identity>);

/// The player who is asking, with a token that is good for looking; without one the request is refused.
#[derive(Debug, Clone)]
pub(super) struct Viewer(pub(super) Identity);

/// The player who is asking, with a token that is good for playing; without one the request is refused.
#[derive(Debug, Clone)]
pub(super) struct Caller(pub(super) Player);

/// The player who is asking, with the own token and not with a personal one; without it the request is refused.
#[derive(Debug, Clone)]
pub(super) struct Owner(pub(super) Player);

/// The same; or a bot, which has no token of its own, with a personal one that is good for playing.
#[derive(Debug, Clone)]
pub(super) struct OwnerOrBot(pub(super) Player);

/// The same who only looks at the own things: a bot's token has to be good for reading.
#[derive(Debug, Clone)]
pub(super) struct OwnerOrBotLooking(pub(super) Player);

/// The owner of a token, with its hash, which stands for the session.
#[derive(Debug, Clone)]
pub(super) struct AtHome {
    pub(super) player: Player,
    pub(super) hash: String,
}

impl AtHome {
    /// The same for the store.
    pub(super) fn home(&self) -> Home<'_> {
        Home { player: self.player.id.0, session: &self.hash }
    }
}

impl Anyone {
    /// Who.
    pub(super) fn player(&self) -> Option<&Player> {
        self.0.as_ref().map(|identity| &identity.player)
    }

    fn is_bot(&self) -> bool {
        self.player().is_some_and(|player| player.kind == PlayerKind::Bot)
    }

    /// The player and the hash of the own token, if anybody in particular asks. A personal token is refused.
    pub(super) fn own(&self) -> Result<Option<(&Player, &str)>, WebError> {
        let Some(identity) = &self.0 else { return Ok(None) };
        let hash = identity.own_hash().ok_or(ProblemCode::OwnTokenNeeded)?;
        Ok(Some((&identity.player, hash)))
    }

    /// Refuses a scope that the token does not have. A caller without a token is a stranger, with the rights of strangers.
    pub(super) fn permit(&self, scope: Scope) -> Result<(), WebError> {
        self.0.as_ref().map_or(Ok(()), |identity| identity.permit(scope))
    }

    /// The player who looks at the player's own things.
    pub(super) fn viewing(&self) -> Result<&Player, WebError> {
        let identity = self.0.as_ref().ok_or(ProblemCode::Unauthenticated)?;
        identity.permit(Scope::Read).map(|()| &identity.player)
    }

    /// The player who does something.
    pub(super) fn acting(&self) -> Result<&Player, WebError> {
        let identity = self.0.as_ref().ok_or(ProblemCode::Unauthenticated)?;
        identity.plays()?;
        identity.permit(Scope::Play).map(|()| &identity.player)
    }

    /// The player as games see one who may play; nobody, if the player is suspended.
    pub(super) fn at_the_board(&self) -> Option<&Player> {
        self.0.as_ref().and_then(Identity::at_the_board)
    }

    /// The sanction that keeps the player from playing, if there is one.
    pub(super) fn suspension(&self) -> Option<&Sanction> {
        self.0.as_ref().and_then(Identity::suspension)
    }

    /// The same of whoever asks, if anybody in particular does.
    pub(super) async fn sanction(&self, app: &App) -> Result<Option<Sanction>, WebError> {
        match &self.0 {
            Some(identity) => identity.sanction(app).await,
            None => Ok(None),
        }
    }

    /// Whoever it is as one who looks.
    pub(super) fn eyes(&self) -> Eyes {
        self.0.as_ref().map_or_else(Eyes::default, Identity::eyes)
    }

    /// Whether the token has ended since it was shown, or the player may do something else: by a sign-out, perhaps, while the body was on its way.
    fn has_ended(&self) -> bool {
        self.0.as_ref().is_some_and(|identity| match &identity.grant {
            Grant::Own { lease, .. } | Grant::Personal { lease, .. } => lease.is_revoked(),
        })
    }

    /// Refuses a caller who is not let in any more, now that the body is there. A token that goes on though its player may do something else is good for
    /// the request as long as the player still sees the same.
    pub(super) async fn is_still_let_in(&self, parts: &mut Parts, app: &App) -> Result<(), WebError> {
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
    pub(super) fn ended(&self) -> BoxFuture<'static, ()> {
        self.0.as_ref().map_or_else(|| future::pending().boxed(), Identity::ended)
    }
}

impl MaybeCaller {
    /// Whoever it is as one who looks.
    pub(super) fn eyes(&self) -> Eyes {
        self.0.as_ref().map_or_else(Eyes::default, Identity::eyes)
    }

    /// Who.
    pub(super) fn player(&self) -> Option<&Player> {
        self.0.as_ref().map(|identity| &identity.player)
    }

    /// The audience to which the caller belongs: a suspended player looks on.
    pub(super) fn audience(&self) -> Audience {
        self.0.as_ref().map_or(Audience::Spectator, Identity::audience)
    }

    /// The player as games see one who may play; nobody, if the player is suspended.
    pub(super) fn at_the_board(&self) -> Option<&Player> {
        self.0.as_ref().and_then(Identity::at_the_board)
    }

    /// Waits until the token is good for nothing any more; for ever if there is none.
    pub(super) fn ended(&self) -> BoxFuture<'static, ()> {
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

/// A token, and who showed it.
enum Shown<'h> {
    ByProgram(&'h str),
    ByBrowser(String),
}

/// The token of a request, if it has one.
fn shown(headers: &HeaderMap) -> Result<Option<Shown<'_>>, WebError> {
    if let Some(value) = headers.get(header::AUTHORIZATION) {
        let token = value.to_str().ok().and_then(bearer).ok_or(ProblemCode::Unauthenticated)?;
        return Ok(Some(Shown::ByProgram(token)));
    }
    let cookies = CookieJar::from_headers(headers);
    let cookie = cookies.get(HOST_COOKIE).or_else(|| cookies.get(COOKIE));
    Ok(cookie.map(|cookie| Shown::ByBrowser(cookie.value().to_owned())))
}

/// The token that a request shows, for somebody to whom it is to be told once more.
pub(super) fn shown_token(headers: &HeaderMap) -> Option<String> {
    match shown(headers).ok()?? {
        Shown::ByProgram(token) => Some(token.to_owned()),
        Shown::ByBrowser(token) => Some(token),
    }
}

/// The end of what a member may see on a server for members, if the door has let one in with this request; never, if there is no such end.
pub(super) struct Admitted(pub(super) BoxFuture<'static, ()>);

impl FromRequestParts<App> for Admitted {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Infallible> {
        Ok(Self(parts.extensions.get::<Anyone>().map_or_else(|| future::pending().boxed(), Anyone::ended)))
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
        AtHome::from_request_parts(parts, app).await.map(|AtHome { player, .. }| Self(player))
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
        let Anyone(identity) = Anyone::from_request_parts(parts, app).await?;
        let Identity { player, grant, .. } = identity.ok_or(ProblemCode::Unauthenticated)?;
        match grant {
            Grant::Own { hash, .. } => Ok(Self { player, hash }),
            Grant::Personal { .. } => Err(ProblemCode::OwnTokenNeeded.into()),
        }
    }
}

fn bearer(value: &str) -> Option<&str> {
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// The player to whom a token belongs, and the token's scopes.
pub(super) async fn identify(app: &App, token: &str) -> Result<Option<Identity>, WebError> {
    if token.is_empty() || token.len() > LONGEST_TOKEN {
        return Ok(None);
    }
    let (hash, now) = (token_hash(token), app.clock.now());
    let kind = if token.starts_with(ACCESS_TOKEN) { Kind::Personal } else { Kind::Own };
    // Held before it is looked up: a revocation in between is heard of.
    let mut lease = app.tokens.hold(kind, &hash);
    let found = match kind {
        Kind::Own => app.store.player_of_session(&hash, now).await?.map(|bearer| (bearer, None)),
        Kind::Personal => {
            let shown = app.store.access_token(&hash, now).await?;
            shown.map(|ShownToken { bearer, token }| (bearer, Some((token.scopes, token.expires_at))))
        }
    };
    let Some((Bearer { player, suspended_until, is_warned, enclosed_in, changed_at }, token)) = found else {
        app.tokens.forget(&hash, lease);
        return Ok(None);
    };
    lease.used(now, changed_at);
    let suspension = match suspended_until {
        Some(until) if until > now => app.store.sanction_in_force(player.id.0, now).await?.map(Arc::new),
        _ => None,
    };
    let grant = match token {
        None => Grant::Own { hash, lease },
        Some((scopes, expires_at)) => Grant::Personal { scopes: scopes.into(), expires_at, lease },
    };
    Ok(Some(Identity { player, suspension, is_warned, enclosed_in, grant, clock: app.clock.clone() }))
}

/// The cookies for a token, as headers: for this server only, out of reach of scripts, and not sent along with requests from other
/// sites.
pub(super) fn cookies(token: &str, options: &ServeOptions) -> Vec<(HeaderName, String)> {
    let secure = is_secure(options);
    let names = if secure { &[HOST_COOKIE, COOKIE][..] } else { &[COOKIE] };
    let set = |name: &&'static str| {
        let mut cookie = own_cookie(name, token, secure);
        cookie.make_permanent();
        (header::SET_COOKIE, cookie.to_string())
    };
    names.iter().map(set).collect()
}

/// Whether browsers reach the server by TLS.
pub(super) fn is_secure(options: &ServeOptions) -> bool {
    options.public_url.as_deref().is_some_and(|url| url.starts_with("https://"))
}

/// The headers that take a token out of a browser, under whichever name it came.
pub(super) fn no_cookies() -> [(HeaderName, String); 2] {
    [HOST_COOKIE, COOKIE].map(|name| {
        let mut cookie = own_cookie(name, "", name == HOST_COOKIE);
        cookie.make_removal();
        (header::SET_COOKIE, cookie.to_string())
    })
}

/// A cookie for this server only, out of reach of scripts, and not sent along with requests from other sites.
pub(super) fn own_cookie<'c>(name: &'static str, token: &'c str, secure: bool) -> Cookie<'c> {
    Cookie::build((name, token)).path("/").http_only(true).same_site(SameSite::Lax).secure(secure).build()
}
