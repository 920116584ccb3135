//! Bots: a member makes them without asking anybody, and lets programs play for them by tokens.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tengen_actions::people::{self, own_bot};
use tengen_game::PlayerId;
use tengen_protocol::{NewBot, NewBotAnswer, NewToken, NewTokenAnswer, PlayerList, ProblemCode, TokenList};

use super::tokens;
use crate::app::App;
use crate::web::accept::JSON;
use crate::web::body::{Answer, Body, Named, answer};
use crate::web::caller::{AtHome, Owner};
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::openapi::{Created, Describe};
use crate::web::routing::{create_secret_with, delete_with, get_with};

pub(in crate::web) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route(
            "/bots",
            get_with(list, |op| op.about("bots", "bots", "One's bots")).merge(create_secret_with(
                make,
                |op| {
                    op.about("new_bot", "bots", "Makes a bot, and a token by which a program plays for it")
                        .answers::<NewBotAnswer>(
                            201,
                            JSON,
                            "The bot; the token's secret is told now and never again.",
                        )
                        .refuses(&[
                            Code::AccountNeeded,
                            Code::InvalidName,
                            Code::NameRefused,
                            Code::NameTaken,
                            Code::NoSuchPlayer,
                            Code::TooManyBots,
                            Code::WrongClock,
                        ])
                        .leads_to(201, &["tokens_of_bot", "delete_bot"], "/player/id")
                },
            )),
        )
        .api_route(
            "/bots/{id}",
            delete_with(delete, |op| {
                op.about(
                    "delete_bot",
                    "bots",
                    "Deletes a bot: its games end, and its tokens are good for nothing",
                )
                .answers_text(204, None, "Nothing is left but finished games, with a deleted player.")
                .refuses(&[Code::WrongClock])
            }),
        )
        .api_route(
            "/bots/{id}/tokens",
            get_with(tokens_of, |op| op.about("tokens_of_bot", "bots", "The tokens of a bot, newest first"))
                .merge(create_secret_with(make_token, |op| {
                    op.about("new_token_of_bot", "bots", "Makes a token for a bot")
                        .answers::<NewTokenAnswer>(
                            201,
                            JSON,
                            "The token; its secret is told now and never again.",
                        )
                        .refuses(&[Code::InvalidName, Code::InvalidToken, Code::TooManyTokens])
                })),
        )
}

async fn list(State(app): State<App>, Owner(player): Owner) -> Result<Answer<PlayerList>, WebError> {
    Ok(answer(PlayerList { players: app.store.bots_of(player.id.0).await? }))
}

async fn make(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    home: AtHome,
    Body(wish): Body<NewBot>,
) -> Result<Response, WebError> {
    let content = people::make_bot(&app, client, &home, &wish).await?;
    let location = format!("/api/v1/players/{}", content.player.id.0);
    Ok(Created { location, content }.into_response())
}

async fn delete(
    State(app): State<App>,
    Owner(owner): Owner,
    Named(id): Named<PlayerId>,
) -> Result<Response, WebError> {
    people::delete_bot(&app, &owner, id).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn tokens_of(
    State(app): State<App>,
    Owner(owner): Owner,
    Named(id): Named<PlayerId>,
) -> Result<Answer<TokenList>, WebError> {
    let bot = own_bot(&app, &owner, id).await?;
    tokens::list_of(&app, bot.id.0).await
}

async fn make_token(
    State(app): State<App>,
    home: AtHome,
    Named(id): Named<PlayerId>,
    Body(wish): Body<NewToken>,
) -> Result<Response, WebError> {
    let made = people::make_token_of_bot(&app, &home, id, &wish).await?;
    Ok(tokens::told(made).into_response())
}
