//! Passkeys as ways in of members: made, listed, shown and removed.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{AppendHeaders, IntoResponse, Response};
use tengen_actions::people::{self, Claimant};
use tengen_game::PasskeyId;
use tengen_protocol::{ByPasskey, PasskeyChallenge, PasskeyList, PasskeyWish, ProblemCode};

use super::begun::{self, has_begun};
use crate::app::App;
use crate::web::accept::JSON;
use crate::web::body::{Body, Named};
use crate::web::caller::{Anyone, AtHome};
use crate::web::error::WebError;
use crate::web::openapi::{Created, Describe};
use crate::web::routing::{OpenTo, STRANGERS, SUSPENDED, create_with, delete_with, post_with};

pub(in crate::web) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route(
            "/passkey-challenges",
            post_with(challenge, |op| {
                op.about("new_passkey_challenge", "sessions", "Begins what the device of a passkey answers")
                    .open_to(STRANGERS | SUSPENDED)
                    .answers::<PasskeyChallenge>(201, JSON, "The challenge for the device.")
                    .refuses(&[
                        Code::Unauthenticated,
                        Code::OwnTokenNeeded,
                        Code::NoPasskeys,
                        Code::AccountNeeded,
                        Code::SignInAgain,
                        Code::NoSuchPasskey,
                        Code::TooManyPasskeys,
                        Code::WrongClock,
                    ])
            }),
        )
        .api_route(
            "/me/passkeys",
            create_with(add, |op| {
                op.about("add_passkey", "accounts", "Makes a passkey one of the ways in")
                    .answers::<PasskeyList>(201, JSON, "All passkeys of the member.")
                    .refuses(&[
                        Code::NoPasskeys,
                        Code::AccountNeeded,
                        Code::SignInAgain,
                        Code::WrongPasskey,
                        Code::PasskeyRefused,
                        Code::PasskeyTaken,
                        Code::TooManyPasskeys,
                        Code::WrongClock,
                    ])
            }),
        )
        .api_route(
            "/me/passkeys/{id}",
            delete_with(remove, |op| {
                op.about("remove_passkey", "accounts", "Removes a passkey as a way in")
                    .answers_text(204, None, "By it the member comes in no more.")
                    .refuses(&[Code::AccountNeeded, Code::SignInAgain, Code::LastWayIn])
            }),
        )
}

async fn challenge(
    State(app): State<App>,
    NoApi(claimant): NoApi<Claimant>,
    caller: Anyone,
    Body(PasskeyWish { purpose }): Body<PasskeyWish>,
) -> Result<Response, WebError> {
    Ok(has_begun(&app, people::challenge_passkey(&app, &claimant, caller.identified(), purpose).await?))
}

async fn add(
    State(app): State<App>,
    NoApi(claimant): NoApi<Claimant>,
    home: AtHome,
    Body(passkey): Body<ByPasskey>,
) -> Result<Response, WebError> {
    let content = people::add_passkey(&app, &claimant, &home, &passkey).await?;
    // There they are listed, with the other ways in.
    let made = Created { location: "/api/v1/me".to_owned(), content };
    Ok((AppendHeaders(begun::no_cookies()), made).into_response())
}

async fn remove(
    State(app): State<App>,
    NoApi(claimant): NoApi<Claimant>,
    home: AtHome,
    Named(id): Named<PasskeyId>,
) -> Result<Response, WebError> {
    people::remove_passkey(&app, &claimant, &home, id).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
