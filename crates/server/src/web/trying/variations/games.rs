//! Trees beside games: who may read and change them, and when.

use std::sync::Arc;

use aide::NoApi;
use aide::axum::ApiRouter;
use aide::axum::routing::get_with;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::HeaderMap;
use axum::response::Response;
use tengen_game::{GameId, Phase, PlayerId, State as GameState};
use tengen_protocol::view::Audience;
use tengen_protocol::{
    MAX_CHANGES_BYTES, MAX_TREE_BODY_BYTES, Player, ProblemCode, Variations, VariationsChanged,
};
use tengen_rules::Topology;
use tengen_store::TreeOf;
use tengen_trying::variations::Ground;

use super::asked::{CHANGE_PROBLEMS, ChangesBody, SinceFields, TreeBody};
use super::changing::{Changing, change, count};
use crate::app::App;
use crate::web::accept::JSON;
use crate::web::body::{Answer, Fields, Named};
use crate::web::caller::{Caller, Viewer};
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::fresh::{self, Keeping};
use crate::web::openapi::Describe;

pub(super) fn router() -> ApiRouter<App> {
    let during = &[ProblemCode::NotDuringTheGame];
    ApiRouter::new().api_route(
        "/games/{id}/variations",
        aide::axum::routing::patch_with(patch, |op| {
            op.about("change_variations", "trying", "Changes one's own tree of variations beside a game")
                .refuses(during)
                .refuses(CHANGE_PROBLEMS)
        })
        .layer(DefaultBodyLimit::max(MAX_CHANGES_BYTES))
        .put_with(put, |op| {
            op.about("replace_variations", "trying", "Replaces one's own tree of variations beside a game")
                .refuses(during)
                .refuses(CHANGE_PROBLEMS)
        })
        .layer(DefaultBodyLimit::max(MAX_TREE_BODY_BYTES))
        .merge(get_with(read, |op| {
            op.about("variations", "trying", "One's own tree of variations beside a game")
                .answers::<Variations>(200, JSON, "The tree, or what has changed of it.")
                .tagged()
                .refuses(during)
        })),
    )
}

/// Whether a player may have a tree beside a game at this moment: the two who play it may not as long as it goes on, unless its settings allow it.
fn is_open_to(game: &GameState, player: PlayerId) -> bool {
    let goes_on = matches!(game.phase(), Phase::Playing | Phase::Scoring);
    !goes_on || game.settings().aids().variations || game.color_of(player).is_none()
}

async fn read(
    State(app): State<App>,
    Viewer(viewer): Viewer,
    Named(id): Named<GameId>,
    Fields(SinceFields { since }): Fields<SinceFields>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    let player = viewer.player.id.0;
    if !app.rooms.read(id, move |game| is_open_to(game.state(), player)).await? {
        return Err(ProblemCode::NotDuringTheGame.into());
    }
    let tree = app.store.variations(player, TreeOf::Game(id), since).await?;
    fresh::json(&headers, Keeping::Private, &tree)
}

async fn patch(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Caller(player): Caller,
    Named(id): Named<GameId>,
    body: ChangesBody,
) -> Result<Answer<VariationsChanged>, WebError> {
    count(&app, client, body.bytes)?;
    let (topology, ground) = ground(&app, &player, id).await?;
    let changing = Changing::of(body.value)?;
    change(&app, client, (player.id.0, TreeOf::Game(id)), (&topology, &ground), changing).await
}

async fn put(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Caller(player): Caller,
    Named(id): Named<GameId>,
    body: TreeBody,
) -> Result<Answer<VariationsChanged>, WebError> {
    count(&app, client, body.bytes)?;
    let (topology, ground) = ground(&app, &player, id).await?;
    let changing = Changing::to(body.value)?;
    change(&app, client, (player.id.0, TreeOf::Game(id)), (&topology, &ground), changing).await
}

/// The board of a game, and the positions that the player sees.
async fn ground(app: &App, player: &Player, id: GameId) -> Result<(Arc<Topology>, Ground), WebError> {
    let player = player.id.0;
    let ground = app.rooms.read(id, move |game| {
        let (state, log) = (game.state(), game.seen_log(Audience::Player(player)));
        let topology = Arc::clone(state.settings().topology());
        is_open_to(state, player).then(|| (topology, Ground::of_game(state.settings(), log)))
    });
    let (topology, ground) = ground.await?.ok_or(ProblemCode::NotDuringTheGame)?;
    Ok((topology, ground.map_err(|error| WebError::Internal(format!("game {id}: {error}")))?))
}
