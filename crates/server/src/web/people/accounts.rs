//! The door, and accounts: guests and strangers become members.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{AppendHeaders, IntoResponse, Response};
use tengen_actions::people::{self, Claimant};
use tengen_protocol::{Door, NewAccount, NewSession as SessionAnswer, ProblemCode};

use super::begun::signed_in;
use crate::app::App;
use crate::web::accept::JSON;
use crate::web::beginning::{Beginning, MadePlayer};
use crate::web::body::{Answer, Body, answer};
use crate::web::caller::{Anyone, shown_token};
use crate::web::error::WebError;
use crate::web::openapi::{Created, Describe};
use crate::web::routing::{OpenTo, STRANGERS, create_player_with, get_with};

pub(in crate::web) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route(
            "/door",
            get_with(door, |op| {
                op.about("door", "accounts", "Who may come in, and the operator's words to them")
            }),
        )
        .api_route(
            "/accounts",
            create_player_with(register, |op| {
                op.about(
                    "register",
                    "accounts",
                    "Makes an account: a stranger, or the guest who asks, becomes a member",
                )
                .answers::<SessionAnswer>(
                    201,
                    JSON,
                    "The member, and the token that names the member in later requests.",
                )
                .refuses(&[
                    Code::RegistrationClosed,
                    Code::InvitationNeeded,
                    Code::AlreadyRegistered,
                    Code::OwnTokenNeeded,
                    Code::InvalidName,
                    Code::NameRefused,
                    Code::NameTaken,
                    Code::PasswordRefused,
                    Code::WayClosed,
                    Code::NoSuchVoucher,
                    Code::IdentityTaken,
                    Code::InvalidMail,
                    Code::NoMail,
                    Code::TermsNotAgreed,
                    Code::TollNeeded,
                    Code::WrongClock,
                ])
            }),
        )
        .open_to(STRANGERS)
}

async fn door(State(app): State<App>) -> Answer<Door> {
    answer(app.door.answer().clone())
}

async fn register(
    State(app): State<App>,
    NoApi(claimant): NoApi<Claimant>,
    NoApi(beginning): NoApi<Beginning>,
    caller: Anyone,
    headers: HeaderMap,
    Body(wish): Body<NewAccount>,
) -> Result<Response, WebError> {
    let registered = people::register(&app, &claimant, &beginning, caller.identified(), wish).await?;
    let (cookies, content) = signed_in(&app, registered, shown_token(&headers));
    let id = content.player.id.0;
    let made = Created { location: format!("/api/v1/players/{id}"), content };
    Ok((AppendHeaders(cookies), Extension(MadePlayer(id)), made).into_response())
}
