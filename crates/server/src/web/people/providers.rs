//! The way to a provider that vouches for people, and back.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{AppendHeaders, IntoResponse, Response};
use tengen_actions::people::{self, Claimant};
use tengen_protocol::{ProblemCode, ProviderAnswer, ProviderWish, Vouched, WayToProvider};

use super::begun::{self, has_begun};
use crate::app::App;
use crate::web::accept::JSON;
use crate::web::body::{Body, answer};
use crate::web::error::WebError;
use crate::web::openapi::Describe;
use crate::web::routing::{OpenTo, STRANGERS, SUSPENDED, post_with};

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
    NoApi(claimant): NoApi<Claimant>,
    Body(wish): Body<ProviderWish>,
) -> Result<Response, WebError> {
    Ok(has_begun(&app, people::go_to_provider(&app, &claimant, wish).await?))
}

async fn come_back(
    State(app): State<App>,
    NoApi(claimant): NoApi<Claimant>,
    Body(came): Body<ProviderAnswer>,
) -> Result<Response, WebError> {
    let vouched = people::come_from_provider(&app, &claimant, came).await?;
    Ok((StatusCode::CREATED, AppendHeaders(begun::no_cookies()), answer(vouched)).into_response())
}
