//! Personal access tokens: listed, made and revoked with the player's own token.

use aide::axum::ApiRouter;
use axum::body::Bytes;
use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tengen_actions::people::{self, may_act_as_staff};
use tengen_game::{PlayerId, TokenId};
use tengen_protocol::{AccessToken, NewToken, NewTokenAnswer, ProblemCode, Scope, TokenList};

use crate::app::App;
use crate::web::accept::JSON;
use crate::web::body::{Answer, Body, Named, answer};
use crate::web::caller::{AtHome, Owner};
use crate::web::error::WebError;
use crate::web::openapi::{Created, Describe};
use crate::web::routing::{create_guarded_secret_with, delete_with, get_with};

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
    let made = people::make_token(&app, &home, home.id(), &wish).await?;
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
        Ok(may_act_as_staff(app, &home, home.id()).await?)
    }
    .boxed()
}

/// The answer about a new token.
pub(super) fn told(made: NewTokenAnswer) -> Created<NewTokenAnswer> {
    Created { location: format!("/api/v1/tokens/{}", made.token.id.0), content: made }
}

async fn revoke(
    State(app): State<App>,
    Owner(player): Owner,
    Named(id): Named<TokenId>,
) -> Result<Response, WebError> {
    people::revoke_token(&app, &player, id).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
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
