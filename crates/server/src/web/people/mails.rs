//! Mail addresses of members: shown to be theirs by a letter, and a way in for those who have forgotten the password.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tengen_actions::people::{self, Claimant};
use tengen_protocol::{MailWish, PlayerAnswer, ProblemCode, ShownLetter};

use crate::app::App;
use crate::web::body::{Answer, Body, answer};
use crate::web::caller::AtHome;
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::openapi::Describe;
use crate::web::routing::{OpenTo, STRANGERS, delete_with, post_with};

pub(in crate::web) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route(
            "/mail-links",
            post_with(send_link, |op| {
                op.about(
                    "send_link",
                    "sessions",
                    "Sends a link by which one signs in, if the address is any member's",
                )
                .answers_text(
                    202,
                    None,
                    "If it is, a letter is on its way. Nobody else learns whether it is.",
                )
                .refuses(&[
                    Code::NoMail,
                    Code::WayClosed,
                    Code::InvalidMail,
                    Code::WrongClock,
                ])
            }),
        )
        .api_route(
            "/mail-links/player",
            post_with(look, |op| {
                op.about("player_of_letter", "sessions", "Whom a link signs in; nothing is changed")
                    .refuses(&[Code::NoSuchLink])
            }),
        )
        .api_route(
            "/mail-confirmations",
            post_with(confirm, |op| {
                op.about(
                    "confirm_mail",
                    "accounts",
                    "Shows that letters to an address arrive, by the link in one",
                )
                .answers_text(204, None, "The address is the member's.")
                .refuses(&[Code::NoSuchLink])
            }),
        )
        .open_to(STRANGERS)
        .api_route(
            "/me/mail",
            delete_with(forget, |op| {
                op.about("forget_mail", "accounts", "Forgets the mail address")
                    .answers_text(204, None, "No letters go there any more.")
                    .refuses(&[Code::AccountNeeded, Code::SignInAgain, Code::LastWayIn])
            }),
        )
}

async fn send_link(
    State(app): State<App>,
    NoApi(claimant): NoApi<Claimant>,
    Body(MailWish { mail }): Body<MailWish>,
) -> Result<Response, WebError> {
    people::send_link(&app, &claimant, &mail).await?;
    Ok(StatusCode::ACCEPTED.into_response())
}

async fn look(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Body(ShownLetter { letter }): Body<ShownLetter>,
) -> Result<Answer<PlayerAnswer>, WebError> {
    Ok(answer(PlayerAnswer { player: people::player_of_letter(&app, client, &letter).await? }))
}

async fn confirm(
    State(app): State<App>,
    NoApi(claimant): NoApi<Claimant>,
    Body(ShownLetter { letter }): Body<ShownLetter>,
) -> Result<Response, WebError> {
    people::confirm_mail(&app, &claimant, &letter).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn forget(
    State(app): State<App>,
    NoApi(claimant): NoApi<Claimant>,
    home: AtHome,
) -> Result<Response, WebError> {
    people::forget_mail(&app, &claimant, &home).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
