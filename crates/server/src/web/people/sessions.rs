//! Sessions: the devices on which a player is at home, listed, ended, and carried to another device with the player's own token.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Response};
use tengen_entropy::{self as entropy, session_id};
use tengen_game::{Millis, SessionId};
use tengen_protocol::{
    Carried, CarryAnswer, NewSession, Player, PlayerAnswer, ProblemCode, Session, SessionList, Text,
};
use tengen_store::StoredSession;

use super::fresh::needs_other_ways;
use super::signing_in;
use crate::app::App;
use crate::qr;
use crate::web::accept::JSON;
use crate::web::body::{Answer, Body, Named, answer};
use crate::web::caller::{AtHome, no_cookies};
use crate::web::client::Client;
use crate::web::error::{WebError, before_making};
use crate::web::openapi::Describe;
use crate::web::pages::site;
use crate::web::routing::{
    BELOW, OpenTo, STRANGERS, SUSPENDED, create_secret_with, delete_with, get_with, post_with,
};

/// How long a link to another device is good, in milliseconds.
const LINK: Millis = 600_000;
pub(in crate::web) fn router() -> ApiRouter<App> {
    ApiRouter::new()
        .api_route(
            "/sessions",
            get_with(list, |op| {
                op.about("sessions", "sessions", "The devices on which one is at home, the last used first")
            })
            .merge(post_with(signing_in::begin, |op| {
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
            .merge(post_with(signing_in::confirm, |op| {
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

async fn list(
    State(app): State<App>,
    AtHome { player, hash }: AtHome,
) -> Result<Answer<SessionList>, WebError> {
    let stored = app.store.sessions(player.id.0, app.clock.now()).await?;
    let session = |StoredSession { hash: its, device, created_at, last_used_at }| {
        // The uses that this server knows are newer than those in the table.
        let last_used_at = app.tokens.used_at(&its).map_or(last_used_at, |known| known.max(last_used_at));
        let id = Text(session_id(&its)?);
        Some(Session { id, device, created_at, last_used_at, current: its == hash })
    };
    let mut sessions: Vec<Session> = stored.into_iter().filter_map(session).collect();
    sessions.sort_by_key(|session| std::cmp::Reverse(session.last_used_at));
    Ok(answer(SessionList { sessions }))
}

async fn end(
    State(app): State<App>,
    AtHome { player, .. }: AtHome,
    Named(id): Named<SessionId>,
) -> Result<Response, WebError> {
    let sessions = app.store.sessions(player.id.0, app.clock.now()).await?;
    let named = sessions.into_iter().find(|session| session_id(&session.hash) == Some(id));
    let hash = named.ok_or(ProblemCode::NoSuchSession)?.hash;
    if !app.store.end_session(player.id.0, &hash).await? {
        return Err(ProblemCode::NoSuchSession.into());
    }
    app.tokens.revoke_everywhere(&hash);
    forget_programs(&app, &player).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Ends the personal access tokens of a guest who is at home nowhere any more: nobody could revoke them.
async fn forget_programs(app: &App, player: &Player) -> Result<(), WebError> {
    if !player.guest || !app.store.sessions(player.id.0, app.clock.now()).await?.is_empty() {
        return Ok(());
    }
    for hash in app.store.revoke_access_tokens(player.id.0).await? {
        app.tokens.revoke_everywhere(&hash);
    }
    Ok(())
}

/// A link to another device. It takes the place of an earlier one.
async fn carry(State(app): State<App>, home: AtHome, headers: HeaderMap) -> Result<Response, WebError> {
    if !home.player.guest {
        needs_other_ways(&app)?;
    }
    app.clock_is_right()?;
    let origin = site::origin(&app.options, &headers).ok_or(ProblemCode::NotFound)?;
    let (secret, now) = (entropy::token().map_err(before_making)?, app.clock.now());
    let expires_at = now + LINK;
    let address = format!("{origin}/welcome#{secret}");
    let code = qr::svg(&address).map_err(|error| before_making(WebError::internal(error)))?;
    app.store.add_carry(home.home(), &entropy::token_hash(&secret), now, expires_at).await?;
    Ok((StatusCode::CREATED, answer(CarryAnswer { secret, address, code, expires_at })).into_response())
}

async fn look(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Body(Carried { link }): Body<Carried>,
) -> Result<Answer<PlayerAnswer>, WebError> {
    app.limits.way_in(client)?;
    let player = app.store.carried(&entropy::token_hash(&link), app.clock.now()).await?;
    Ok(answer(PlayerAnswer { player: player.ok_or(ProblemCode::NoSuchLink)? }))
}

async fn end_others(State(app): State<App>, AtHome { player, hash }: AtHome) -> Result<Response, WebError> {
    for other in app.store.end_other_sessions(player.id.0, &hash).await? {
        app.tokens.revoke_everywhere(&other);
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn sign_out(State(app): State<App>, AtHome { player, hash }: AtHome) -> Result<Response, WebError> {
    app.store.end_session(player.id.0, &hash).await?;
    app.tokens.revoke_everywhere(&hash);
    forget_programs(&app, &player).await?;
    Ok((StatusCode::NO_CONTENT, AppendHeaders(no_cookies())).into_response())
}
