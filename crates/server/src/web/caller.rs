//! Who is asking.

use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use tengen_protocol::view::Audience;
use tengen_protocol::{Player, ProblemCode};

use super::error::WebError;
use crate::app::App;
use crate::entropy::token_hash;
use crate::options::ServeOptions;

/// The cookie that carries a token.
const COOKIE: &str = "tengen_token";
/// No token of this server is longer.
const LONGEST_TOKEN: usize = 128;

/// The player who is asking; without one the request is refused.
#[derive(Debug, Clone)]
pub(super) struct Caller(pub(super) Player);

/// The player who is asking, if anybody in particular is.
#[derive(Debug, Clone)]
pub(super) struct MaybeCaller(pub(super) Option<Player>);

impl MaybeCaller {
    /// As whom the caller sees games.
    pub(super) fn audience(&self) -> Audience {
        self.0.as_ref().map_or(Audience::Spectator, |player| Audience::Player(player.id.0))
    }
}

impl FromRequestParts<App> for Caller {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        let MaybeCaller(player) = MaybeCaller::from_request_parts(parts, app).await?;
        player.map(Self).ok_or(ProblemCode::Unauthenticated.into())
    }
}

impl FromRequestParts<App> for MaybeCaller {
    type Rejection = WebError;

    /// A program that shows a token means it, so an unknown one is refused; a browser may hold the cookie of a server
    /// that is gone, and is a visitor then.
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        if let Some(value) = parts.headers.get(header::AUTHORIZATION) {
            let token = value.to_str().ok().and_then(bearer).ok_or(ProblemCode::Unauthenticated)?;
            let player = player(app, token).await?.ok_or(ProblemCode::Unauthenticated)?;
            return Ok(Self(Some(player)));
        }
        match CookieJar::from_headers(&parts.headers).get(COOKIE) {
            Some(cookie) => player(app, cookie.value()).await.map(Self),
            None => Ok(Self(None)),
        }
    }
}

fn bearer(value: &str) -> Option<&str> {
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// The player to whom a token belongs.
pub(super) async fn player(app: &App, token: &str) -> Result<Option<Player>, WebError> {
    if token.is_empty() || token.len() > LONGEST_TOKEN {
        return Ok(None);
    }
    Ok(app.store.player_by_token(&token_hash(token)).await?)
}

/// The cookie for a token: for this server only, out of reach of scripts, and not sent along with what other sites ask.
pub(super) fn cookie(token: String, options: &ServeOptions) -> Cookie<'static> {
    let secure = options.public_url.as_deref().is_some_and(|url| url.starts_with("https://"));
    Cookie::build((COOKIE, token))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(secure)
        .permanent()
        .build()
}
