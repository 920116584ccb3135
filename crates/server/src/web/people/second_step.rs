//! The second step of a sign-in: codes of an authenticator, and recovery codes for the day on which it is lost.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::body::Bytes;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tengen_actions::kit::ActionError;
use tengen_actions::people::{self, Claimant};
use tengen_protocol::{AuthenticatorOffer, FirstCode, ProblemCode, RecoveryCodes};

use crate::app::App;
use crate::qr;
use crate::web::accept::JSON;
use crate::web::body::{Answer, Body, answer};
use crate::web::caller::AtHome;
use crate::web::error::WebError;
use crate::web::openapi::Describe;
use crate::web::pages::site;
use crate::web::routing::{create_guarded_secret_with, delete_with, put_with};

pub(in crate::web) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route(
            "/me/authenticator",
            create_guarded_secret_with(offer, still_fresh, |op| {
                op.about("offer_authenticator", "accounts", "Makes a secret for an authenticator")
                    .answers::<AuthenticatorOffer>(
                        201,
                        JSON,
                        "The secret, which is told now and never again.",
                    )
                    .refuses(&[
                        Code::AccountNeeded,
                        Code::SignInAgain,
                        Code::HasAuthenticator,
                        Code::WrongClock,
                    ])
            })
            .merge(put_with(take_up, |op| {
                op.about(
                    "take_up_authenticator",
                    "accounts",
                    "Asks for codes from now on, once one was shown",
                )
                .refuses(&[
                    Code::AccountNeeded,
                    Code::SignInAgain,
                    Code::NoAuthenticator,
                    Code::HasAuthenticator,
                    Code::WrongCode,
                    Code::WrongClock,
                ])
            }))
            .merge(delete_with(forget, |op| {
                op.about("forget_authenticator", "accounts", "Asks for no codes any more")
                    .answers_text(204, None, "A password is enough.")
                    .refuses(&[Code::AccountNeeded, Code::SignInAgain, Code::NoAuthenticator])
            })),
        )
        .api_route(
            "/me/recovery-codes",
            create_guarded_secret_with(renew, still_fresh, |op| {
                op.about("new_recovery_codes", "accounts", "Makes new recovery codes, in place of all others")
                    .answers::<RecoveryCodes>(201, JSON, "The codes, which are told now and never again.")
                    .refuses(&[Code::AccountNeeded, Code::SignInAgain, Code::NoAuthenticator])
            }),
        )
}

/// Refuses to tell an answer again to a session that might not ask for it now.
fn still_fresh<'r>(parts: &'r mut Parts, _: &'r Bytes, app: &'r App) -> BoxFuture<'r, Result<(), WebError>> {
    async move {
        let home = AtHome::from_request_parts(parts, app).await?;
        Ok(people::needs_fresh_sign_in(app, &home).await?)
    }
    .boxed()
}

async fn offer(State(app): State<App>, home: AtHome, headers: HeaderMap) -> Result<Response, WebError> {
    let offered = people::offer_authenticator(&app, &home, |secret| {
        let origin = site::origin(&app.options, &headers).ok_or(ProblemCode::NotFound)?;
        let issuer = origin.split_once("://").map_or(origin.as_str(), |(_, host)| host);
        let address = secret.address(issuer, &home.player.name).map_err(ActionError::internal)?;
        let code = qr::svg(&address).map_err(ActionError::internal)?;
        Ok((address, code))
    });
    let (secret, (address, code)) = offered.await?;
    Ok((StatusCode::CREATED, answer(AuthenticatorOffer { secret, address, code })).into_response())
}

async fn take_up(
    State(app): State<App>,
    NoApi(claimant): NoApi<Claimant>,
    home: AtHome,
    Body(FirstCode { code }): Body<FirstCode>,
) -> Result<Answer<RecoveryCodes>, WebError> {
    Ok(answer(people::take_up_authenticator(&app, &claimant, &home, &code).await?))
}

async fn forget(
    State(app): State<App>,
    NoApi(claimant): NoApi<Claimant>,
    home: AtHome,
) -> Result<Response, WebError> {
    people::forget_authenticator(&app, &claimant, &home).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn renew(State(app): State<App>, home: AtHome) -> Result<Response, WebError> {
    let told = people::renew_recovery_codes(&app, &home).await?;
    Ok((StatusCode::CREATED, answer(told)).into_response())
}
