//! Sessions: begun by each of the ways in, listed, ended, and carried to another device with the player's own token.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Response};
use tengen_actions::kit::{ActionError, before_making};
use tengen_actions::people::{self, Claimant};
use tengen_entropy::session_id;
use tengen_game::SessionId;
use tengen_protocol::{
    Carried, CarryAnswer, Confirmation, NewSession, PlayerAnswer, ProblemCode, Session, SessionList, Text,
    WayIn,
};
use tengen_store::StoredSession;

use super::begun::signed_in;
use crate::app::App;
use crate::qr;
use crate::web::accept::JSON;
use crate::web::body::{Answer, Body, Named, answer};
use crate::web::caller::{Anyone, AtHome, no_cookies};
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::openapi::{Created, Describe};
use crate::web::pages::site;
use crate::web::routing::{
    BELOW, OpenTo, STRANGERS, SUSPENDED, create_secret_with, delete_with, get_with, post_with,
};

pub(in crate::web) fn router() -> ApiRouter<App> {
    ApiRouter::new()
        .api_route(
            "/sessions",
            get_with(list, |op| {
                op.about("sessions", "sessions", "The devices on which one is at home, the last used first")
            })
            .merge(post_with(begin, |op| {
                op.about(
                    "new_session",
                    "sessions",
                    "Signs in by name and password, by a link, by a provider's word, by a passkey, or by the card of a class",
                )
                .open_to(STRANGERS)
                .answers::<NewSession>(
                    201,
                    JSON,
                    "The player, and the token that names the player in later requests.",
                )
                .refuses(&[
                    ProblemCode::WrongCredentials,
                    ProblemCode::CodeNeeded,
                    ProblemCode::WrongCode,
                    ProblemCode::NoSuchLink,
                    ProblemCode::NoSuchCard,
                    ProblemCode::WrongPasskey,
                    ProblemCode::NoPasskeys,
                    ProblemCode::NoSuchVoucher,
                    ProblemCode::NoSuchIdentity,
                    ProblemCode::WayClosed,
                    ProblemCode::TooManySessions,
                    ProblemCode::WrongClock,
                ])
            }))
            .merge(delete_with(end_others, |op| {
                op.about("end_other_sessions", "sessions", "Signs all other devices out").answers_text(
                    204,
                    None,
                    "This is the only session now.",
                )
            })),
        )
        .open_to(BELOW)
        .api_route(
            "/sessions/current",
            delete_with(sign_out, |op| {
                op.about("sign_out", "sessions", "Signs this device out, and takes the cookie away")
                    .open_to(STRANGERS)
                    .answers_text(204, None, "The token is good for nothing any more.")
            })
            .merge(post_with(confirm, |op| {
                op.about(
                    "confirm_session",
                    "sessions",
                    "Proves once more who is here: for five minutes the sign-in is fresh",
                )
                .answers_text(204, None, "It is the member.")
                .refuses(&[
                    ProblemCode::AccountNeeded,
                    ProblemCode::WrongCredentials,
                    ProblemCode::CodeNeeded,
                    ProblemCode::WrongCode,
                    ProblemCode::WrongPasskey,
                    ProblemCode::NoPasskeys,
                    ProblemCode::NoSuchVoucher,
                    ProblemCode::NoSuchIdentity,
                    ProblemCode::SignInAgain,
                    ProblemCode::WayClosed,
                    ProblemCode::WrongClock,
                ])
            })),
        )
        .api_route(
            "/sessions/link",
            create_secret_with(carry, |op| {
                op.about("carry", "sessions", "Makes a link to another device, good once and for ten minutes")
                    .answers::<CarryAnswer>(201, JSON, "The link; its secret is told now and never again.")
                    .refuses(&[ProblemCode::WayClosed, ProblemCode::WrongClock])
            }),
        )
        .api_route(
            "/sessions/link/player",
            post_with(look, |op| {
                op.about("carried_player", "sessions", "Whose place a link carries; nothing is changed")
                    .open_to(STRANGERS)
                    .refuses(&[ProblemCode::NoSuchLink])
            }),
        )
        .api_route(
            "/sessions/{id}",
            delete_with(end, |op| {
                op.about(
                    "end_session",
                    "sessions",
                    "Signs a device out, and ends everything that is open on it",
                )
                .answers_text(204, None, "Its token is good for nothing any more.")
            }),
        )
        .open_to(SUSPENDED)
}

async fn list(State(app): State<App>, home: AtHome) -> Result<Answer<SessionList>, WebError> {
    let stored = app.store.sessions(home.id(), app.clock.now()).await?;
    let session = |StoredSession { hash: its, device, created_at, last_used_at }| {
        // The uses that this server knows are newer than those in the table.
        let last_used_at = app.tokens.used_at(&its).map_or(last_used_at, |known| known.max(last_used_at));
        let id = Text(session_id(&its)?);
        Some(Session { id, device, created_at, last_used_at, current: its == home.session })
    };
    let mut sessions: Vec<Session> = stored.into_iter().filter_map(session).collect();
    sessions.sort_by_key(|session| std::cmp::Reverse(session.last_used_at));
    Ok(answer(SessionList { sessions }))
}

async fn begin(
    State(app): State<App>,
    NoApi(claimant): NoApi<Claimant>,
    NoApi(before): NoApi<Result<Anyone, WebError>>,
    Body(way): Body<WayIn>,
) -> Result<Response, WebError> {
    // A token that is good for nothing keeps nobody from signing in.
    let before = before.ok().and_then(|before| Some(before.own().ok()??.0.clone()));
    let begun = people::sign_in(&app, &claimant, before, way).await?;
    let (cookies, content) = signed_in(&app, begun, None);
    let location = "/api/v1/sessions/current".to_owned();
    Ok((AppendHeaders(cookies), Created { location, content }).into_response())
}

async fn confirm(
    State(app): State<App>,
    NoApi(claimant): NoApi<Claimant>,
    home: AtHome,
    Body(confirmation): Body<Confirmation>,
) -> Result<Response, WebError> {
    people::confirm(&app, &claimant, &home, confirmation).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn end(
    State(app): State<App>,
    home: AtHome,
    Named(id): Named<SessionId>,
) -> Result<Response, WebError> {
    people::end_session(&app, &home, id).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn carry(State(app): State<App>, home: AtHome, headers: HeaderMap) -> Result<Response, WebError> {
    let carried = people::carry(&app, &home, |secret| {
        let origin = site::origin(&app.options, &headers).ok_or(ProblemCode::NotFound)?;
        let address = format!("{origin}/welcome#{secret}");
        let code = qr::svg(&address).map_err(|error| before_making(ActionError::internal(error)))?;
        Ok((address, code))
    });
    let (secret, (address, code), expires_at) = carried.await?;
    Ok((StatusCode::CREATED, answer(CarryAnswer { secret, address, code, expires_at })).into_response())
}

async fn look(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Body(Carried { link }): Body<Carried>,
) -> Result<Answer<PlayerAnswer>, WebError> {
    Ok(answer(PlayerAnswer { player: people::carried_player(&app, client, &link).await? }))
}

async fn end_others(State(app): State<App>, home: AtHome) -> Result<Response, WebError> {
    people::end_other_sessions(&app, &home).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn sign_out(State(app): State<App>, home: AtHome) -> Result<Response, WebError> {
    people::sign_out(&app, &home).await?;
    Ok((StatusCode::NO_CONTENT, AppendHeaders(no_cookies())).into_response())
}
