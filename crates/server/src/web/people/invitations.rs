//! Invitations to register: made, listed and taken back by those who run the server, and looked at by whoever has one.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::body::Bytes;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tengen_actions::people;
use tengen_game::InvitationId;
use tengen_protocol::{InvitationAnswer, InvitationList, Invited, NewInvitation, ProblemCode, Shown};
use tengen_roles::{Act, ServerAct};

use crate::app::App;
use crate::web::accept::JSON;
use crate::web::body::{Answer, Body, Named, answer};
use crate::web::caller::Acting;
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::openapi::{Created, Describe};
use crate::web::pages::site;
use crate::web::routing::{OpenTo, STRANGERS, create_guarded_secret_with, delete_with, get_with, post_with};

pub(in crate::web) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route(
            "/invitations",
            get_with(list, |op| {
                op.about("invitations", "accounts", "The invitations of the server, the newest first")
                    .refuses(&[Code::NotAllowed])
            })
            .merge(create_guarded_secret_with(make, still_inviting, |op| {
                op.about(
                    "new_invitation",
                    "accounts",
                    "Makes an invitation to register, which gives no rights",
                )
                .answers::<InvitationAnswer>(201, JSON, "The link; its secret is told now and never again.")
                .refuses(&[
                    Code::NotAllowed,
                    Code::InvalidInvitation,
                    Code::TooManyInvitations,
                    Code::WrongClock,
                ])
                .leads_to(201, &["take_invitation_back"], "/invitation/id")
            })),
        )
        .api_route(
            "/invitations/look",
            post_with(look, |op| {
                op.about(
                    "look_at_invitation",
                    "accounts",
                    "Whether an invitation is good; nothing is changed",
                )
                .open_to(STRANGERS)
                .refuses(&[Code::NoSuchInvitation])
            }),
        )
        .api_route(
            "/invitations/{id}",
            delete_with(take_back, |op| {
                op.about("take_invitation_back", "accounts", "Takes an invitation back")
                    .answers_text(204, None, "It is good for nothing any more.")
                    .refuses(&[Code::NotAllowed, Code::WrongClock])
            }),
        )
}

async fn list(State(app): State<App>, acting: Acting) -> Result<Answer<InvitationList>, WebError> {
    acting.may(Act::ToServer(ServerAct::Invite))?;
    Ok(answer(InvitationList { invitations: app.store.invitations().await? }))
}

async fn make(
    State(app): State<App>,
    acting: Acting,
    headers: HeaderMap,
    Body(wish): Body<NewInvitation>,
) -> Result<Response, WebError> {
    let made = people::make_invitation(&app, &acting, wish, |secret| {
        let origin = site::origin(&app.options, &headers).ok_or(ProblemCode::NotFound)?;
        Ok(format!("{origin}/register#{secret}"))
    });
    let (invitation, secret, address) = made.await?;
    let location = format!("/api/v1/invitations/{}", invitation.id.0);
    Ok(Created { location, content: InvitationAnswer { invitation, secret, address } }.into_response())
}

/// Refuses to tell an invitation again to somebody who may not make one any more.
fn still_inviting<'r>(
    parts: &'r mut Parts,
    _: &'r Bytes,
    app: &'r App,
) -> BoxFuture<'r, Result<(), WebError>> {
    async move {
        let acting = Acting::from_request_parts(parts, app).await?;
        Ok(acting.may(Act::ToServer(ServerAct::Invite))?)
    }
    .boxed()
}

async fn look(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Body(Shown { invitation }): Body<Shown>,
) -> Result<Answer<Invited>, WebError> {
    Ok(answer(people::look_at_invitation(&app, client, &invitation).await?))
}

async fn take_back(
    State(app): State<App>,
    acting: Acting,
    Named(id): Named<InvitationId>,
) -> Result<Response, WebError> {
    people::take_invitation_back(&app, &acting, id).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
