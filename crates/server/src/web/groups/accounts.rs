//! Accounts that a teacher makes for a class, and the printed cards by which pupils come in.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tengen_actions::groups::{self, NewCard};
use tengen_game::GroupId;
use tengen_protocol::{Card, CardList, NewCards, ProblemCode};

use super::fellows::Fellows;
use super::names_body::{LONGEST_LIST, NamesBody};
use crate::app::App;
use crate::qr;
use crate::web::accept::JSON;
use crate::web::body::{Named, OptionalBody};
use crate::web::caller::AtHomeActing;
use crate::web::client::Client;
use crate::web::error::{WebError, after_making};
use crate::web::openapi::{Created, Describe};
use crate::web::pages::site;
use crate::web::routing::{create_guarded_secret_with, delete_with};

pub(super) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    const TOLD: &str = "The cards; their secrets are told now and never again.";
    ApiRouter::new()
        .api_route(
            "/groups/{id}/accounts",
            create_guarded_secret_with(make, still_leading, |op| {
                op.about(
                    "new_accounts",
                    "groups",
                    "Makes accounts for a class, each with a card by which its pupil comes in",
                )
                .answers::<CardList>(201, JSON, TOLD)
                .refuses(&[
                    Code::NotAClass,
                    Code::GroupFull,
                    Code::InvalidAccounts,
                    Code::WrongClock,
                ])
            })
            .layer(DefaultBodyLimit::max(LONGEST_LIST)),
        )
        .api_route(
            "/groups/{id}/cards",
            create_guarded_secret_with(renew, still_leading, |op| {
                op.about(
                    "new_cards",
                    "groups",
                    "New cards in place of those of before, for some pupils or all",
                )
                .answers::<CardList>(201, JSON, TOLD)
                .refuses(&[
                    Code::NotAClass,
                    Code::NoSuchPlayer,
                    Code::EqualOrHigher,
                    Code::OwnWayIn,
                    Code::InvalidAccounts,
                    Code::Oneself,
                    Code::WrongClock,
                ])
            })
            .merge(delete_with(revoke_all, |op| {
                op.about("revoke_cards", "groups", "Revokes all cards of a class")
                    .answers_text(
                        204,
                        None,
                        "They are good for nothing, and what was begun by them has ended.",
                    )
                    .refuses(&[Code::NotAClass, Code::WrongClock])
            })),
        )
        .api_route(
            "/groups/{id}/cards/{player}",
            delete_with(revoke, |op| {
                op.about("revoke_card", "groups", "Revokes the card of a pupil")
                    .answers_text(204, None, "It is good for nothing, and what was begun by it has ended.")
                    .refuses(&[
                        Code::NotAClass,
                        Code::EqualOrHigher,
                        Code::OwnWayIn,
                        Code::Oneself,
                        Code::WrongClock,
                    ])
            }),
        )
}

async fn make(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    actor: AtHomeActing,
    headers: HeaderMap,
    Named(id): Named<GroupId>,
    body: NamesBody,
) -> Result<Response, WebError> {
    let rows = || body.rows().map_err(|error| error.0);
    let cards = groups::make_accounts(&app, &actor, client, id, rows).await?;
    printed(&app, &headers, id, cards).map_err(after_making)
}

/// Refuses to tell cards again to somebody who may not make any in the class any more.
fn still_leading<'r>(
    parts: &'r mut Parts,
    _: &'r Bytes,
    app: &'r App,
) -> BoxFuture<'r, Result<(), WebError>> {
    async move {
        let actor = AtHomeActing::from_request_parts(parts, app).await?;
        let Named(id) = Named::<GroupId>::from_request_parts(parts, app).await?;
        Ok(groups::may_make_accounts(app, &actor, id).await?)
    }
    .boxed()
}

/// The answer with cards whose secrets are told now.
fn printed(
    app: &App,
    headers: &HeaderMap,
    group: GroupId,
    cards: Vec<NewCard>,
) -> Result<Response, WebError> {
    let origin = site::origin(&app.options, headers).ok_or(ProblemCode::NotFound)?;
    let card = |NewCard { player, secret, short }| {
        let address = format!("{origin}/card#{secret}");
        let code = qr::svg(&address).map_err(WebError::internal)?;
        let (short_code, short_address) = (short.to_string(), format!("{origin}/c"));
        Ok(Card { player, secret, address, code, short_code, short_address })
    };
    let cards = cards.into_iter().map(card).collect::<Result<_, WebError>>()?;
    let location = format!("/api/v1/groups/{group}/members");
    Ok(Created { location, content: CardList { cards } }.into_response())
}

async fn renew(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    actor: AtHomeActing,
    headers: HeaderMap,
    Named(id): Named<GroupId>,
    OptionalBody(wish): OptionalBody<NewCards>,
) -> Result<Response, WebError> {
    let cards = groups::renew_cards(&app, &actor, client, id, wish).await?;
    printed(&app, &headers, id, cards).map_err(after_making)
}

async fn revoke_all(
    State(app): State<App>,
    actor: AtHomeActing,
    Named(id): Named<GroupId>,
) -> Result<Response, WebError> {
    groups::revoke_cards(&app, &actor, id).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn revoke(
    State(app): State<App>,
    actor: AtHomeActing,
    Fellows { group, player }: Fellows,
) -> Result<Response, WebError> {
    groups::revoke_card(&app, &actor, group, player).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
