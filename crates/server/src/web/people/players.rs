//! Players: guests come in, profiles are shown.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{AppendHeaders, IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use tengen_actions::people::{self, Claimant};
use tengen_game::PlayerId;
use tengen_house::Level;
use tengen_protocol::{
    GuestAnswer, HouseAnswer, HousePlayer, NewGuest, PlayerCard, PlayerKind, PlayerList, PlayerName,
    PlayerResults, ProblemCode, Profile,
};
use tengen_store::{Thing, computers};

use crate::app::App;
use crate::web::accept::JSON;
use crate::web::beginning::{Beginning, MadePlayer};
use crate::web::body::{Answer, Fields, Named, OptionalBody, answer, malformed};
use crate::web::caller::{Anyone, MaybeCaller, cookies};
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::fresh::{self, Keeping};
use crate::web::lists::looking::look;
use crate::web::lists::query;
use crate::web::openapi::{Created, Describe};
use crate::web::routing::{create_player_with, get_with};

/// How many players a search finds at most.
const FOUND: u32 = 20;

pub(in crate::web) fn router() -> ApiRouter<App> {
    ApiRouter::new()
        .api_route(
            "/guests",
            create_player_with(come_in, |op| {
                op.about("new_guest", "players", "Makes a player at once")
                    .answers::<GuestAnswer>(
                        201,
                        JSON,
                        "The player, and the token that names the player in later requests.",
                    )
                    .refuses(&[
                        ProblemCode::NoGuests,
                        ProblemCode::InvalidName,
                        ProblemCode::NameRefused,
                        ProblemCode::WrongClock,
                    ])
                    .leads_to(201, &["player", "games_of_player"], "/player/id")
            }),
        )
        .api_route(
            "/players",
            get_with(find, |op| {
                op.about(
                    "find_players",
                    "players",
                    "Members, bots and computers by the beginning of their names",
                )
            }),
        )
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
    NoApi(claimant): NoApi<Claimant>,
    NoApi(beginning): NoApi<Beginning>,
    OptionalBody(wish): OptionalBody<NewGuest>,
) -> Result<Response, WebError> {
    let content = people::come_in(&app, &claimant, &beginning, wish).await?;
    let id = content.player.id.0;
    let cookies = AppendHeaders(cookies(&content.token, &app.options));
    let made = Created { location: format!("/api/v1/players/{id}"), content };
    Ok((cookies, Extension(MadePlayer(id)), made).into_response())
}

/// The computers to play against. A game is offered to one of them as to anybody.
async fn the_house(State(app): State<App>) -> Answer<HouseAnswer> {
    let levels = if app.house.is_open() { &Level::ALL[..] } else { &[] };
    let player = |level: &Level| HousePlayer { level: level.number(), player: computers::card(*level) };
    answer(HouseAnswer { players: levels.iter().map(player).collect() })
}

async fn profile(State(app): State<App>, Named(id): Named<PlayerId>) -> Result<Answer<Profile>, WebError> {
    let player = app.store.player(id).await?.ok_or(ProblemCode::NoSuchPlayer)?;
    let former_names = app.store.former_names(id, app.clock.now()).await?;
    let owner = match player.kind {
        PlayerKind::Bot => app.store.owner_of(id).await?.as_ref().map(PlayerCard::from),
        _ => None,
    };
    Ok(answer(Profile { player, former_names, owner }))
}

/// The fields of a search.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Search {
    /// The beginning of a name, in any case and width, with any marks and blanks.
    #[schemars(length(min = 1, max = 32))]
    name: String,
}

async fn find(
    State(app): State<App>,
    caller: MaybeCaller,
    NoApi(client): NoApi<Client>,
    Fields(Search { name }): Fields<Search>,
) -> Result<Answer<PlayerList>, WebError> {
    let beginning: PlayerName = name.parse().map_err(|_| malformed("name is not the beginning of a name"))?;
    let (store, eyes) = (app.store.clone(), caller.eyes());
    let found = async move { store.find_players(beginning.as_str(), FOUND, eyes).await };
    Ok(answer(PlayerList { players: look(&app, client, found).await? }))
}

/// The query of results. A field without value is as good as none.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct ResultFields {
    /// The id of another player: only the games of both count.
    #[schemars(example = &"1c5v9b3n7m2q6w4k")]
    #[schemars(regex(pattern = query::MAYBE_ID))]
    against: String,
}

async fn results(
    State(app): State<App>,
    NoApi(caller): NoApi<Anyone>,
    NoApi(client): NoApi<Client>,
    Named(id): Named<PlayerId>,
    headers: HeaderMap,
    Fields(ResultFields { against }): Fields<ResultFields>,
) -> Result<Response, WebError> {
    let against = query::read::<PlayerId, _>(&against, "against is not an id")?;
    if let Some(other) = against {
        app.enclosures.sees(caller.eyes(), Thing::Player(other)).await?;
    }
    for player in [Some(id), against].into_iter().flatten() {
        app.store.player(player).await?.ok_or(ProblemCode::NoSuchPlayer)?;
    }
    let (store, now) = (app.store.clone(), app.clock.now());
    let results = look(&app, client, async move { store.results_of(id, against, now).await }).await?;
    fresh::json(&headers, Keeping::Public, &results)
}
