//! Players: guests come in, profiles are shown.

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum_extra::extract::CookieJar;
use serde_json::json;
use tengen_house::Level;
use tengen_protocol::{
    GuestAnswer, HouseAnswer, HousePlayer, NewGuest, Player, PlayerAnswer, PlayerName, ProblemCode, Text,
};

use super::body::{Answer, OptionalBody, PlayerPath, answer};
use super::caller::{Viewer, cookie};
use super::client::Client;
use super::error::WebError;
use crate::app::App;
use crate::{clock, entropy, house};

pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/guests", post(come_in))
        .route("/me", get(me))
        .route("/players/{id}", get(profile))
        .route("/house", get(the_house))
}

async fn come_in(
    State(app): State<App>,
    client: Client,
    jar: CookieJar,
    OptionalBody(wish): OptionalBody<NewGuest>,
) -> Result<(StatusCode, CookieJar, Answer<GuestAnswer>), WebError> {
    app.limits.guest(client)?;
    let name = match wish.name {
        Some(name) => name
            .parse::<PlayerName>()
            .map_err(|_| ProblemCode::InvalidName.with(json!({"max": PlayerName::MAX})))?
            .to_string(),
        None => format!("Guest {}", entropy::name_number()?),
    };
    let player = Player { id: Text(entropy::player_id()?), name, guest: true, created_at: clock::now() };
    let token = entropy::token()?;
    app.store.add_player(&player, &entropy::token_hash(&token)).await?;
    let jar = jar.add(cookie(token.clone(), &app.options));
    Ok((StatusCode::CREATED, jar, answer(GuestAnswer { player, token })))
}

async fn me(Viewer(viewer): Viewer) -> Answer<PlayerAnswer> {
    answer(PlayerAnswer { player: viewer.player })
}

/// The computers to play against. A game is offered to one of them as to anybody.
async fn the_house(State(app): State<App>) -> Answer<HouseAnswer> {
    let levels = if app.house.is_open() { &Level::ALL[..] } else { &[] };
    let player = |level: &Level| HousePlayer { level: level.number(), player: house::card(*level) };
    answer(HouseAnswer { players: levels.iter().map(player).collect() })
}

async fn profile(
    State(app): State<App>,
    PlayerPath(id): PlayerPath,
) -> Result<Answer<PlayerAnswer>, WebError> {
    let player = app.store.player(id).await?.ok_or(ProblemCode::NoSuchPlayer)?;
    Ok(answer(PlayerAnswer { player }))
}
