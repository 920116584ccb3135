//! Whom a player follows and whom a player blocks.

use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tengen_actions::people;
use tengen_game::PlayerId;
use tengen_protocol::{Player, PlayerList, ProblemCode};
use tengen_store::Acquaintance;

use crate::app::App;
use crate::web::body::{Answer, Named, answer};
use crate::web::caller::{Owner, OwnerOrBot, OwnerOrBotLooking};
use crate::web::error::WebError;
use crate::web::openapi::Describe;
use crate::web::routing::{OpenTo, SUSPENDED, UNSEEING, delete_with, get_with, put_with};

pub(in crate::web) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route(
            "/players/{id}/follow",
            put_with(follow, |op| {
                op.about("follow", "acquaintances", "Follows a player")
                    .answers_text(204, None, "The player is among those whom one follows.")
                    .refuses(&[Code::Oneself, Code::ListFull, Code::WrongClock])
            })
            .merge(delete_with(unfollow, |op| {
                op.about("unfollow", "acquaintances", "Follows a player no more")
                    .open_to(UNSEEING)
                    .answers_text(204, None, "The player is not among those whom one follows.")
            })),
        )
        .api_route(
            "/players/{id}/block",
            put_with(block, |op| {
                op.about(
                    "block",
                    "acquaintances",
                    "Blocks a player: neither can offer the other one a game, or join it",
                )
                .answers_text(204, None, "The player is blocked.")
                .refuses(&[
                    Code::Oneself,
                    Code::NotBlockable,
                    Code::ListFull,
                    Code::WrongClock,
                ])
            })
            .merge(delete_with(unblock, |op| {
                op.about("unblock", "acquaintances", "Blocks a player no more")
                    .open_to(UNSEEING)
                    .answers_text(204, None, "The player is not blocked.")
            })),
        )
        .api_route(
            "/me/follows",
            get_with(follows, |op| {
                op.about("follows", "acquaintances", "Whom one follows, the latest first").open_to(SUSPENDED)
            }),
        )
        .api_route(
            "/me/blocks",
            get_with(blocks, |op| {
                op.about("blocks", "acquaintances", "Whom one blocks, the latest first").open_to(SUSPENDED)
            }),
        )
}

async fn add(app: &App, list: Acquaintance, player: &Player, other: PlayerId) -> Result<Response, WebError> {
    people::add_acquaintance(app, list, player, other).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn remove(
    app: &App,
    list: Acquaintance,
    player: &Player,
    other: PlayerId,
) -> Result<Response, WebError> {
    app.store.remove_acquaintance(list, player.id.0, other).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn list(app: &App, list: Acquaintance, player: &Player) -> Result<Answer<PlayerList>, WebError> {
    Ok(answer(PlayerList { players: app.store.acquaintances(list, player.id.0).await? }))
}

async fn follow(
    State(app): State<App>,
    Owner(player): Owner,
    Named(other): Named<PlayerId>,
) -> Result<Response, WebError> {
    add(&app, Acquaintance::Followed, &player, other).await
}

async fn unfollow(
    State(app): State<App>,
    Owner(player): Owner,
    Named(other): Named<PlayerId>,
) -> Result<Response, WebError> {
    remove(&app, Acquaintance::Followed, &player, other).await
}

async fn block(
    State(app): State<App>,
    OwnerOrBot(player): OwnerOrBot,
    Named(other): Named<PlayerId>,
) -> Result<Response, WebError> {
    add(&app, Acquaintance::Blocked, &player, other).await
}

async fn unblock(
    State(app): State<App>,
    OwnerOrBot(player): OwnerOrBot,
    Named(other): Named<PlayerId>,
) -> Result<Response, WebError> {
    remove(&app, Acquaintance::Blocked, &player, other).await
}

async fn follows(State(app): State<App>, Owner(player): Owner) -> Result<Answer<PlayerList>, WebError> {
    list(&app, Acquaintance::Followed, &player).await
}

async fn blocks(
    State(app): State<App>,
    OwnerOrBotLooking(player): OwnerOrBotLooking,
) -> Result<Answer<PlayerList>, WebError> {
    list(&app, Acquaintance::Blocked, &player).await
}
