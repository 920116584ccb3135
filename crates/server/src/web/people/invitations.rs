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
use serde_json::{Value, json};
use tengen_actions::kit::aside;
use tengen_audit::Kind;
use tengen_entropy as entropy;
use tengen_game::{InvitationId, Millis};
use tengen_protocol::{
    Invitation, InvitationAnswer, InvitationList, Invited, NewInvitation, ProblemCode, Shown, Text,
};
use tengen_roles::{Act, ServerAct};
use tengen_store::Noted;

use crate::app::App;
use crate::web::accept::JSON;
use crate::web::body::{Answer, Body, Named, answer};
use crate::web::caller::Acting;
use crate::web::client::Client;
use crate::web::error::{WebError, before_making};
use crate::web::openapi::{Created, Describe};
use crate::web::pages::site;
use crate::web::routing::{OpenTo, STRANGERS, create_guarded_secret_with, delete_with, get_with, post_with};

/// How many invitations may be open at once.
const MOST: u32 = 100;
/// How many people one may be for, and how long the note may be, in characters.
const PLACES: u32 = 1_000;
const NOTE: usize = 100;
/// How long one is good if nothing is said, and at most, in milliseconds: a week, and a year.
const USUAL: Millis = 7 * 86_400_000;
const LONGEST: Millis = 366 * 86_400_000;

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
    acting.may(Act::ToServer(ServerAct::Invite))?;
    app.clock_is_right()?;
    let origin = site::origin(&app.options, &headers).ok_or(ProblemCode::NotFound)?;
    let secret = entropy::token().map_err(before_making)?;
    let invitation = invitation(wish, app.clock.now())?;
    let facts = json!({"places": invitation.places, "expires_at": invitation.expires_at});
    let noted = note(&acting, &app, Kind::Invite, &invitation.id, facts, &invitation.note)?;
    if !app.store.add_invitation(&invitation, &entropy::token_hash(&secret), MOST, &noted).await? {
        return Err(ProblemCode::TooManyInvitations.with(json!({"max": MOST})).into());
    }
    let address = format!("{origin}/register#{secret}");
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

/// The entry of an act in the audit log. The note of an invitation is the reason for it.
fn note<'n>(
    acting: &Acting,
    app: &App,
    kind: Kind,
    id: &'n Text<InvitationId>,
    facts: Value,
    words: &str,
) -> Result<Noted<'n>, WebError> {
    let (actor, at) = (Some(acting.player.id.0), app.clock.now());
    let subject = id.0.as_str();
    Ok(Noted { actor, kind, subject_kind: "invitation", subject, facts, aside: aside(words)?, at })
}

/// The invitation that is wished for, if there can be such a one.
fn invitation(wish: NewInvitation, now: Millis) -> Result<Invitation, WebError> {
    let invalid = |params| WebError::from(ProblemCode::InvalidInvitation.with(params));
    let places = wish.places.unwrap_or(1);
    if !(1..=PLACES).contains(&places) {
        return Err(invalid(json!({"field": "places", "min": 1, "max": PLACES})));
    }
    let expires_at = wish.expires_at.unwrap_or(now + USUAL);
    if expires_at <= now || expires_at > now + LONGEST {
        return Err(invalid(json!({"field": "expires_at", "min": now + 1, "max": now + LONGEST})));
    }
    let note = wish.note.unwrap_or_default();
    if note.chars().count() > NOTE || note.chars().any(char::is_control) {
        return Err(invalid(json!({"field": "note", "max": NOTE})));
    }
    let id = Text(entropy::invitation_id()?);
    Ok(Invitation { id, note, created_at: now, expires_at, places, left: places })
}

async fn look(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Body(Shown { invitation }): Body<Shown>,
) -> Result<Answer<Invited>, WebError> {
    app.limits.way_in(client)?;
    let found = app.store.invitation(&entropy::token_hash(&invitation), app.clock.now()).await?;
    let Invitation { expires_at, left, .. } = found.ok_or(ProblemCode::NoSuchInvitation)?;
    Ok(answer(Invited { expires_at, left }))
}

async fn take_back(
    State(app): State<App>,
    acting: Acting,
    Named(id): Named<InvitationId>,
) -> Result<Response, WebError> {
    acting.may(Act::ToServer(ServerAct::Invite))?;
    app.clock_is_right()?;
    let id = Text(id);
    let noted = note(&acting, &app, Kind::TakeInvitationBack, &id, json!({}), "")?;
    if app.store.take_invitation_back(id.0, &noted).await? {
        Ok(StatusCode::NO_CONTENT.into_response())
    } else {
        Err(ProblemCode::NoSuchInvitation.into())
    }
}
