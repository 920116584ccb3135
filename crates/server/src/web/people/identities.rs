//! Persons of providers as ways in of members: linked, listed and given up.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tengen_actions::people::{self, Claimant};
use tengen_game::IdentityId;
use tengen_protocol::{IdentityList, NewIdentity, ProblemCode};

use crate::app::App;
use crate::web::accept::JSON;
use crate::web::body::{Body, Named};
use crate::web::caller::AtHome;
use crate::web::error::WebError;
use crate::web::openapi::{Created, Describe};
use crate::web::routing::{create_with, delete_with};

pub(in crate::web) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route(
            "/me/identities",
            create_with(link, |op| {
                op.about("link_identity", "accounts", "Makes the person of a provider one of the ways in")
                    .answers::<IdentityList>(
                        201,
                        JSON,
                        "All persons of providers by whom the member comes in.",
                    )
                    .refuses(&[
                        Code::AccountNeeded,
                        Code::SignInAgain,
                        Code::NoSuchVoucher,
                        Code::IdentityTaken,
                        Code::TooManyIdentities,
                        Code::WrongClock,
                    ])
            }),
        )
        .api_route(
            "/me/identities/{id}",
            delete_with(unlink, |op| {
                op.about("unlink_identity", "accounts", "Gives the person of a provider up as a way in")
                    .answers_text(204, None, "By it the member comes in no more.")
                    .refuses(&[Code::AccountNeeded, Code::SignInAgain, Code::LastWayIn])
            }),
        )
}

async fn link(
    State(app): State<App>,
    NoApi(claimant): NoApi<Claimant>,
    home: AtHome,
    Body(NewIdentity { voucher }): Body<NewIdentity>,
) -> Result<Response, WebError> {
    let content = people::link_identity(&app, &claimant, &home, &voucher).await?;
    // There they are listed, with the other ways in.
    Ok(Created { location: "/api/v1/me".to_owned(), content }.into_response())
}

async fn unlink(
    State(app): State<App>,
    NoApi(claimant): NoApi<Claimant>,
    home: AtHome,
    Named(id): Named<IdentityId>,
) -> Result<Response, WebError> {
    people::unlink_identity(&app, &claimant, &home, id).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
