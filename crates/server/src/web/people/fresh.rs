//! Sign-ins of the last minutes, which some changes need: whoever finds an open browser must not take the account over.

use axum::body::Bytes;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde_json::json;
use tengen_game::Millis;
use tengen_protocol::{Player, PlayerKind, ProblemCode};
use tengen_store::OpenWays;

use crate::app::App;
use crate::web::caller::AtHome;
use crate::web::error::WebError;

/// For how long a sign-in is fresh, in milliseconds.
pub(super) const FRESH: Millis = 300_000;

/// Refuses whoever has no account.
pub(super) fn needs_account(player: &Player) -> Result<(), ProblemCode> {
    if player.kind == PlayerKind::Member { Ok(()) } else { Err(ProblemCode::AccountNeeded) }
}

/// Refuses a way in that is none of this server's: members come in by providers alone.
pub(super) fn needs_other_ways(app: &App) -> Result<(), ProblemCode> {
    if app.ways.has_others() { Ok(()) } else { Err(ProblemCode::WayClosed) }
}

/// Whether a member has come by a link to an account which can be proved by nothing else: the first password may be set in that session, or
/// the first passkey or person of a provider added, at any time.
async fn has_nothing_to_prove(app: &App, AtHome { player, hash }: &AtHome) -> Result<bool, WebError> {
    let account = app.store.account(player.id.0).await?;
    let has_password = account.is_none_or(|account| account.has_password);
    if has_password || app.store.has_way_in(player.id.0, &open_ways(app)).await? {
        return Ok(false);
    }
    Ok(app.store.signed_in_at(hash).await?.is_some())
}

/// Refuses to add a way in, but for whoever has proved in the last minutes who is here, or has nothing to prove it by.
pub(super) async fn may_add_way_in(app: &App, home: &AtHome) -> Result<(), WebError> {
    needs_account(&home.player)?;
    if has_nothing_to_prove(app, home).await? { Ok(()) } else { needs_fresh_sign_in(app, home).await }
}

/// The ways in that are open here.
pub(super) fn open_ways(app: &App) -> OpenWays {
    let passwords = app.ways.has_others();
    OpenWays {
        passwords,
        letters: passwords && app.letters.is_some(),
        passkeys: app.ways.passkeys().is_some(),
        issuers: app.ways.issuers().into_iter().map(str::to_owned).collect(),
    }
}

/// Until when the session of this token is fresh, if it is.
pub(super) async fn fresh_until(app: &App, hash: &str) -> Result<Option<Millis>, WebError> {
    let until = app.store.signed_in_at(hash).await?.map(|at| at + FRESH);
    Ok(until.filter(|until| *until > app.clock.now()))
}

/// Refuses a session in which nobody has proved in the last minutes who is there.
pub(super) async fn needs_fresh_sign_in(app: &App, AtHome { player, hash }: &AtHome) -> Result<(), WebError> {
    needs_account(player)?;
    match fresh_until(app, hash).await? {
        Some(_) => Ok(()),
        None => Err(ProblemCode::SignInAgain.with(json!({"within_ms": FRESH})).into()),
    }
}

/// Refuses to tell an answer again to a session that might not ask for it now.
pub(super) fn still_fresh<'r>(
    parts: &'r mut Parts,
    _: &'r Bytes,
    app: &'r App,
) -> BoxFuture<'r, Result<(), WebError>> {
    async move {
        let home = AtHome::from_request_parts(parts, app).await?;
        needs_fresh_sign_in(app, &home).await
    }
    .boxed()
}
