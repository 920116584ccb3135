//! The way to a provider that vouches for people, and back.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde_json::json;
use tengen_entropy::{self as entropy, token_hash};
use tengen_game::Millis;
use tengen_openid::{Answer as Came, OpenIdError, PENDING_LASTS, Pending};
use tengen_protocol::{ProblemCode, ProviderAnswer, ProviderWish, Vouched, WayToProvider};
use tengen_store::Voucher;
use tengen_trouble as trouble;

use super::begun;
use crate::app::App;
use crate::ways::Ways;
use crate::web::accept::JSON;
use crate::web::body::{Body, answer};
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::openapi::Describe;
use crate::web::routing::{OpenTo, STRANGERS, SUSPENDED, post_with};

/// How far the clocks of a provider and of this server may be apart, in milliseconds.
const LEEWAY: Millis = 30_000;
/// For how long a voucher is good, in milliseconds: who registers by it has a name to choose and terms to read.
const VOUCHER: Millis = 1_200_000;

pub(in crate::web) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route(
            "/sign-ins",
            post_with(begin, |op| {
                op.about(
                    "begin_sign_in",
                    "sessions",
                    "Begins a sign-in at a provider, where the browser goes next",
                )
                .answers::<WayToProvider>(201, JSON, "Where the browser goes.")
                .refuses(&[Code::NoSuchProvider, Code::ProviderAway, Code::WrongClock])
            }),
        )
        .api_route(
            "/sign-ins/answers",
            post_with(come_back, |op| {
                op.about("end_sign_in", "sessions", "Brings a provider's answer back, which is good once")
                    .answers::<Vouched>(201, JSON, "The word of the provider. Nobody is signed in yet.")
                    .refuses(&[Code::NoSuchProvider, Code::NotVouched, Code::ProviderAway, Code::WrongClock])
            }),
        )
        .open_to(STRANGERS | SUSPENDED)
}

async fn begin(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Body(ProviderWish { provider, fresh }): Body<ProviderWish>,
) -> Result<Response, WebError> {
    let openid = app.ways.openid().ok_or(ProblemCode::NoSuchProvider)?;
    app.limits.way_in(client)?;
    app.clock_is_right()?;
    let now = app.clock.now();
    let begun = openid.begin(&provider, fresh, now).await.map_err(|error| refused(&provider, error))?;
    let (cookie, expires_at) = begun::keep(&app, &begun.pending, PENDING_LASTS).await?;
    let way = WayToProvider { address: begun.address.into(), expires_at };
    Ok((StatusCode::CREATED, AppendHeaders([cookie]), answer(way)).into_response())
}

async fn come_back(
    State(app): State<App>,
    headers: HeaderMap,
    Body(ProviderAnswer { provider, answer: query }): Body<ProviderAnswer>,
) -> Result<Response, WebError> {
    let openid = app.ways.openid().ok_or(ProblemCode::NoSuchProvider)?;
    openid.redirect_address(&provider).ok_or(ProblemCode::NoSuchProvider)?;
    app.clock_is_right()?;
    let now = app.clock.now();
    let pending: Option<Pending> = begun::take(&app, &headers).await?;
    // Nothing for the log: anybody may say this as often as one likes.
    let nothing_begun = || ProblemCode::NotVouched.with(json!({"reason": OpenIdError::WrongState.word()}));
    let pending = pending.ok_or_else(nothing_begun)?;
    let came = Came::from_query(&query).map_err(|error| refused(&provider, error))?;
    let identity =
        openid.finish(&provider, &pending, &came, now).await.map_err(|error| refused(&provider, error))?;
    let settings = app.ways.of_issuer(&identity.issuer).ok_or(ProblemCode::NoSuchProvider)?;
    let voucher = Voucher {
        roles: Ways::roles(settings, &identity.groups),
        // A time that is still to come would stay fresh until then.
        signed_in_at: identity.auth_time.filter(|at| *at <= now + LEEWAY),
        issuer: identity.issuer,
        subject: identity.subject,
    };
    let (secret, now) = (entropy::token()?, app.clock.now());
    let expires_at = now + VOUCHER;
    app.store.add_voucher(&token_hash(&secret), &voucher, (now, expires_at)).await?;
    let player = app.store.member_of_identity(&voucher.issuer, &voucher.subject).await?;
    // A name is suggested to those who need one.
    let suggested_name = identity.suggested_name.filter(|_| player.is_none());
    let vouched = Vouched { voucher: secret, expires_at, player, suggested_name };
    Ok((StatusCode::CREATED, AppendHeaders(begun::no_cookies()), answer(vouched)).into_response())
}

/// A voucher, by the hash of its secret, of a provider that the operator's settings have.
pub(super) async fn vouched(app: &App, hash: &str) -> Result<Voucher, WebError> {
    let found = app.store.voucher(hash, app.clock.now()).await?;
    let is_known = |voucher: &Voucher| app.ways.of_issuer(&voucher.issuer).is_some();
    Ok(found.filter(is_known).ok_or(ProblemCode::NoSuchVoucher)?)
}

/// What people are told of it. The operator reads the rest in the log.
fn refused(provider: &str, error: OpenIdError) -> WebError {
    let reason = error.word();
    match error {
        OpenIdError::UnknownProvider => ProblemCode::NoSuchProvider.into(),
        OpenIdError::NoEntropy(error) => error.into(),
        OpenIdError::ProviderAway(_) => {
            trouble::log("a provider can't be reached", error);
            ProblemCode::ProviderAway.into()
        }
        // Somebody has changed her mind, or has come back too late or twice.
        OpenIdError::RefusedByProvider(_) | OpenIdError::WrongState | OpenIdError::Expired(_) => {
            tracing::info!(provider, %error, "a sign-in at a provider came to nothing");
            ProblemCode::NotVouched.with(json!({"reason": reason})).into()
        }
        error => {
            trouble::log("a provider's answer is not good", error);
            ProblemCode::NotVouched.with(json!({"reason": reason})).into()
        }
    }
}
