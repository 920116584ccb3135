//! Personal access tokens: listed, made and revoked with the player's own token.

use aide::axum::ApiRouter;
use axum::body::Bytes;
use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde_json::json;
use tengen_audit::Kind;
use tengen_entropy as entropy;
use tengen_game::{Millis, PlayerId, TokenId};
use tengen_protocol::{
    AccessToken, NewToken, NewTokenAnswer, PlayerName, ProblemCode, Refused, Scope, Text, TokenList,
};
use tengen_roles::{Act, Actor, Proof, ServerAct, Why, may};
use tengen_store::{NewAccessToken, Noted};

use super::fresh::{FRESH, fresh_until};
use crate::app::App;
use crate::web::accept::JSON;
use crate::web::body::{Answer, Body, Named, answer};
use crate::web::caller::{AtHome, Owner};
use crate::web::error::{WebError, before_making};
use crate::web::openapi::{Created, Describe};
use crate::web::routing::{create_guarded_secret_with, delete_with, get_with};

/// How many tokens a player may have at once.
const MOST: u32 = 32;
/// How long a token for acts of the staff is good at most, in milliseconds: a day.
const STAFF: Millis = 86_400_000;

pub(in crate::web) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route(
            "/tokens",
            get_with(list, |op| op.about("tokens", "tokens", "One's personal access tokens, newest first"))
                .merge(create_guarded_secret_with(make, still_staff, |op| {
                    op.about("new_token", "tokens", "Makes a personal access token")
                        .answers::<NewTokenAnswer>(
                            201,
                            JSON,
                            "The token; its secret is told now and never again.",
                        )
                        .refuses(&[
                            Code::InvalidName,
                            Code::InvalidToken,
                            Code::NotAllowed,
                            Code::SignInAgain,
                            Code::TooManyTokens,
                            Code::WrongClock,
                        ])
                        .leads_to(201, &["revoke_token"], "/token/id")
                })),
        )
        .api_route(
            "/tokens/{id}",
            delete_with(revoke, |op| {
                op.about(
                    "revoke_token",
                    "tokens",
                    "Ends a token, one's own or a bot's, and everything that is open by it",
                )
                .answers_text(204, None, "It is good for nothing any more.")
            }),
        )
}

async fn list(State(app): State<App>, Owner(player): Owner) -> Result<Answer<TokenList>, WebError> {
    list_of(&app, player.id.0).await
}

/// A new token. The secret is told now and never again.
async fn make(
    State(app): State<App>,
    home: AtHome,
    Body(wish): Body<NewToken>,
) -> Result<Response, WebError> {
    let made = make_for(&app, &home, home.player.id.0, &wish).await?;
    Ok(told(made).into_response())
}

/// Refuses to tell a token for acts of the staff again to a session that might not make it now.
fn still_staff<'r>(
    parts: &'r mut Parts,
    body: &'r Bytes,
    app: &'r App,
) -> BoxFuture<'r, Result<(), WebError>> {
    async move {
        let wish = serde_json::from_slice::<NewToken>(body);
        if !wish.is_ok_and(|wish| wish.scopes.contains(&Scope::Staff)) {
            return Ok(());
        }
        let home = AtHome::from_request_parts(parts, app).await?;
        may_act_as_staff(app, &home, home.player.id.0).await
    }
    .boxed()
}

/// The answer about a new token.
pub(super) fn told(made: NewTokenAnswer) -> Created<NewTokenAnswer> {
    Created { location: format!("/api/v1/tokens/{}", made.token.id.0), content: made }
}

/// Ends a token of the player, or of one of the player's bots.
async fn revoke(
    State(app): State<App>,
    Owner(player): Owner,
    Named(id): Named<TokenId>,
) -> Result<Response, WebError> {
    let bots = app.store.bots_of(player.id.0).await?.into_iter().map(|bot| bot.id.0);
    for whose in std::iter::once(player.id.0).chain(bots) {
        if let Some(hash) = app.store.revoke_access_token(whose, id).await? {
            app.tokens.revoke_everywhere(&hash);
            return Ok(StatusCode::NO_CONTENT.into_response());
        }
    }
    Err(ProblemCode::NoSuchToken.into())
}

/// The tokens of a player.
pub(super) async fn list_of(app: &App, player: PlayerId) -> Result<Answer<TokenList>, WebError> {
    let tokens = app.store.access_tokens(player, app.clock.now()).await?;
    let tokens = tokens.into_iter().map(|(token, hash)| {
        // The uses that this server knows are newer than those in the table.
        let last_used_at = token.last_used_at.max(app.tokens.used_at(&hash));
        AccessToken { last_used_at, ..token }
    });
    Ok(answer(TokenList { tokens: tokens.collect() }))
}

/// Makes a token of a player, or of a bot of the player who is at home.
pub(super) async fn make_for(
    app: &App,
    home: &AtHome,
    player: PlayerId,
    wish: &NewToken,
) -> Result<NewTokenAnswer, WebError> {
    let token = token(wish, app.clock.now())?;
    let secret = entropy::access_token().map_err(before_making)?;
    let hash = entropy::token_hash(&secret);
    let noted = if token.scopes.contains(&Scope::Staff) {
        may_act_as_staff(app, home, player).await.map_err(before_making)?;
        app.clock_is_right()?;
        let id = token.id.0.as_str();
        let facts = json!({"token": id, "expires_at": token.expires_at});
        let (kind, at) = (Kind::MakeStaffToken, token.created_at);
        let subject = player.as_str();
        Some(Noted { actor: Some(player), kind, subject_kind: "player", subject, facts, at, aside: None })
    } else {
        None
    };
    match app.store.add_access_token(home.home(), player, &token, &hash, MOST, noted.as_ref()).await? {
        NewAccessToken::Done => Ok(NewTokenAnswer { token, secret }),
        NewAccessToken::TooMany => Err(ProblemCode::TooManyTokens.with(json!({"max": MOST})).into()),
        NewAccessToken::Gone => Err(ProblemCode::NoSuchPlayer.into()),
    }
}

/// Refuses a token for acts of the staff to whoever has no such right, or has not signed in within the last minutes. A bot has none.
async fn may_act_as_staff(app: &App, home: &AtHome, player: PlayerId) -> Result<(), WebError> {
    if player != home.player.id.0 {
        return Err(ProblemCode::InvalidToken.with(json!({"field": "scopes"})).into());
    }
    let role = app.store.roles(player).await?.first().copied();
    let proof = Proof::Session { fresh: fresh_until(app, &home.hash).await?.is_some() };
    let actor = Actor::Player { kind: home.player.kind, role, proof };
    may(actor, Act::ToServer(ServerAct::MakeStaffToken)).map_err(|why| match why {
        Why::SignInAgain => ProblemCode::SignInAgain.with(json!({"within_ms": FRESH})).into(),
        _ => ProblemCode::NotAllowed.into(),
    })
}

/// The token that is wished for, if there can be such a one.
fn token(wish: &NewToken, now: Millis) -> Result<AccessToken, WebError> {
    let name = wish.name.parse::<PlayerName>().map_err(|_| invalid_name())?.to_string();
    let scopes: Vec<Scope> = Scope::ALL.into_iter().filter(|scope| wish.scopes.contains(scope)).collect();
    if scopes.is_empty() || scopes.len() != wish.scopes.len() {
        return Err(ProblemCode::InvalidToken.with(json!({"field": "scopes"})).into());
    }
    if wish.expires_at.is_some_and(|at| at <= now) {
        return Err(ProblemCode::InvalidToken.with(json!({"field": "expires_at", "min": now + 1})).into());
    }
    let last = now + STAFF;
    let expires_at = if scopes.contains(&Scope::Staff) {
        let expires_at = wish.expires_at.unwrap_or(last);
        if expires_at > last {
            let field = json!({"field": "expires_at", "min": now + 1, "max": last});
            return Err(ProblemCode::InvalidToken.with(field).into());
        }
        Some(expires_at)
    } else {
        wish.expires_at
    };
    let id = Text(entropy::token_id()?);
    Ok(AccessToken { id, name, scopes, created_at: now, expires_at, last_used_at: None })
}

fn invalid_name() -> Refused {
    ProblemCode::InvalidName.with(json!({"max": PlayerName::MAX}))
}
