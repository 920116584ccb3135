//! Players: guests come in, profiles are shown.

use aide::NoApi;
use aide::axum::ApiRouter;
use aide::axum::routing::{get_with, post_with};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde_json::json;
use tengen_entropy as entropy;
use tengen_game::PlayerId;
use tengen_house::Level;
use tengen_names::Refusal;
use tengen_protocol::{
    GuestAnswer, HouseAnswer, HousePlayer, NewGuest, Player, PlayerAnswer, PlayerName, PlayerResults,
    Problem, ProblemCode, Text,
};
use tengen_store::computers::{self, kind_of};

use crate::app::App;
use crate::web::accept::JSON;
use crate::web::body::{Answer, Named, OptionalBody, answer};
use crate::web::caller::{Viewer, cookies};
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::fresh::{self, Keeping};
use crate::web::openapi::Describe;

use super::{clock_is_right, device};

pub(in crate::web) fn router() -> ApiRouter<App> {
    ApiRouter::new()
        .api_route(
            "/guests",
            post_with(come_in, |op| {
                op.about("new_guest", "players", "Makes a player at once")
                    .answers::<GuestAnswer>(
                        201,
                        JSON,
                        "The player, and the token that names the player in later requests.",
                    )
                    .refuses(&[ProblemCode::InvalidName, ProblemCode::NameRefused, ProblemCode::WrongClock])
                    .leads_to(201, &["player", "games_of_player"], "/player/id")
            }),
        )
        .api_route("/me", get_with(me, |op| op.about("me", "players", "Who is asking")))
        .api_route(
            "/players/{id}",
            get_with(profile, |op| op.about("player", "players", "A player's profile")),
        )
        .api_route(
            "/players/{id}/results",
            get_with(results, |op| {
                op.about("results_of_player", "histories", "How a player's games ended, by colour and board")
                    .answers::<PlayerResults>(200, JSON, "Wins, losses and draws.")
                    .tagged()
            }),
        )
        .api_route(
            "/house",
            get_with(the_house, |op| {
                op.about("house", "players", "The computers to play against, the weakest first")
            }),
        )
}

async fn come_in(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    headers: HeaderMap,
    OptionalBody(wish): OptionalBody<NewGuest>,
) -> Result<Response, WebError> {
    app.limits.guest(client)?;
    clock_is_right(&app)?;
    let name = match wish.name {
        Some(name) => guest_name(&name)?,
        None => format!("Guest {}", entropy::name_number()?),
    };
    let id = entropy::player_id()?;
    let player = Player { id: Text(id), name, guest: true, kind: kind_of(id), created_at: app.clock.now() };
    let token = entropy::token()?;
    let device = device::of(&headers);
    app.store.add_player(&player, &entropy::token_hash(&token), device.as_deref()).await?;
    let cookies = AppendHeaders(cookies(&token, &app.options));
    Ok((StatusCode::CREATED, cookies, answer(GuestAnswer { player, token })).into_response())
}

/// The name that a guest wishes for, unless it would make the guest somebody else.
fn guest_name(wish: &str) -> Result<String, Problem> {
    let name: PlayerName =
        wish.parse().map_err(|_| ProblemCode::InvalidName.with(json!({"max": PlayerName::MAX})))?;
    match tengen_names::refuse(name.as_str()) {
        Some(refusal @ Refusal::Reserved) => {
            Err(ProblemCode::NameRefused.with(json!({"reason": refusal.name()})))
        }
        // A guest is shown as one, so that nothing depends on the name.
        _ => Ok(name.to_string()),
    }
}

async fn me(Viewer(viewer): Viewer) -> Answer<PlayerAnswer> {
    answer(PlayerAnswer { player: viewer.player })
}

/// The computers to play against. A game is offered to one of them as to anybody.
async fn the_house(State(app): State<App>) -> Answer<HouseAnswer> {
    let levels = if app.house.is_open() { &Level::ALL[..] } else { &[] };
    let player = |level: &Level| HousePlayer { level: level.number(), player: computers::card(*level) };
    answer(HouseAnswer { players: levels.iter().map(player).collect() })
}

async fn profile(
    State(app): State<App>,
    Named(id): Named<PlayerId>,
) -> Result<Answer<PlayerAnswer>, WebError> {
    let player = app.store.player(id).await?.ok_or(ProblemCode::NoSuchPlayer)?;
    Ok(answer(PlayerAnswer { player }))
}

async fn results(
    State(app): State<App>,
    Named(id): Named<PlayerId>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    app.store.player(id).await?.ok_or(ProblemCode::NoSuchPlayer)?;
    let results = app.store.results_of(id, app.clock.now()).await?;
    fresh::json(&headers, Keeping::Public, &results)
}
