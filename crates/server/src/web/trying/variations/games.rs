//! Trees beside games: who may read and change them, and when.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::HeaderMap;
use axum::response::Response;
use tengen_game::{GameId, Phase, PlayerId, State as GameState};
use tengen_protocol::view::Audience;
use tengen_protocol::{
    MAX_CHANGES_BYTES, MAX_TREE_BODY_BYTES, Player, ProblemCode, Variations, VariationsChanged,
};
use tengen_records::with_tree_of_game;
use tengen_store::TreeOf;
use tengen_trying::variations::Ground;

use super::asked::{CHANGE_PROBLEMS, ChangesBody, SinceFields, TreeBody};
use super::changing::{Beside, Changing, change, count};
use super::writing::{self, sgf_answer};
use crate::app::App;
use crate::web::accept::{JSON, SGF, preferred};
use crate::web::body::{Answer, Fields, Named};
use crate::web::caller::{Caller, Identity, Viewer};
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::fresh::{self, Keeping};
use crate::web::openapi::Describe;
use crate::web::routing::{get_with, patch_with, put_with};

pub(super) fn router() -> ApiRouter<App> {
    let during = &[ProblemCode::NotDuringTheGame];
    ApiRouter::new()
        .api_route(
            "/games/{id}/variations",
            patch_with(patch, |op| {
                op.about("change_variations", "trying", "Changes one's own tree of variations beside a game")
                    .refuses(during)
                    .refuses(CHANGE_PROBLEMS)
            })
            .layer(DefaultBodyLimit::max(MAX_CHANGES_BYTES))
            .merge(put_with(put, |op| {
                op.about(
                    "replace_variations",
                    "trying",
                    "Replaces one's own tree of variations beside a game",
                )
                .refuses(during)
                .refuses(CHANGE_PROBLEMS)
            }))
            .layer(DefaultBodyLimit::max(MAX_TREE_BODY_BYTES))
            .merge(get_with(read, |op| {
                op.about("variations", "trying", "One's own tree of variations beside a game")
                    .answers::<Variations>(
                        200,
                        JSON,
                        "The tree, or what has changed of it; or the record with the tree beside it.",
                    )
                    .answers_text(200, Some(SGF), "")
                    .tagged()
                    .refuses(during)
            })),
        )
        .api_route(
            "/games/{id}/variations/sgf",
            get_with(file, |op| {
                op.about(
                    "variations_record",
                    "trying",
                    "The record of a game with one's own tree of variations beside it",
                )
                .answers_text(200, Some(SGF), "The record.")
                .tagged()
                .refuses(during)
            }),
        )
}

/// Whether a player may have a tree beside a game at this moment: the two who play it may not as long as it goes on, unless its
/// settings allow it.
fn is_open_to(game: &GameState, player: PlayerId) -> bool {
    let goes_on = matches!(game.phase(), Phase::Playing | Phase::Scoring);
    !goes_on || game.settings().aids().variations || game.color_of(player).is_none()
}

async fn read(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Viewer(viewer): Viewer,
    Named(id): Named<GameId>,
    Fields(SinceFields { since }): Fields<SinceFields>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    if preferred(&headers, &[JSON, SGF]) == SGF {
        return sgf(&app, client, &viewer, id, &headers).await;
    }
    let player = viewer.player.id.0;
    if !app.rooms.read(id, move |game| is_open_to(game.state(), player)).await? {
        return Err(ProblemCode::NotDuringTheGame.into());
    }
    let tree = app.store.variations(player, TreeOf::Game(id), since).await?;
    fresh::json(&headers, Keeping::Private, &tree)
}

async fn file(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Viewer(viewer): Viewer,
    Named(id): Named<GameId>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    sgf(&app, client, &viewer, id, &headers).await
}

async fn sgf(
    app: &App,
    client: Client,
    viewer: &Identity,
    id: GameId,
    headers: &HeaderMap,
) -> Result<Response, WebError> {
    let player = viewer.player.id.0;
    let place = writing::place(app, client, player, TreeOf::Game(id)).await?;
    let audience = viewer.audience();
    let seen = app.rooms.read(id, move |game| {
        let settings = game.state().settings().clone();
        is_open_to(game.state(), player).then(|| (settings, game.seen_log(audience).to_vec()))
    });
    let (settings, log) = seen.await?.ok_or(ProblemCode::NotDuringTheGame)?;
    let record = app.rooms.record(id, audience).await?.content;
    let tree = app.store.variations(player, TreeOf::Game(id), None).await?;
    let name = format!("tengen-{id}-variations.sgf");
    sgf_answer(app, (client, place), headers, &name, move || {
        with_tree_of_game(&record, &settings, &log, &tree.nodes)
    })
    .await
}

async fn patch(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Caller(player): Caller,
    Named(id): Named<GameId>,
    body: ChangesBody,
) -> Result<Answer<VariationsChanged>, WebError> {
    count(&app, client, body.bytes)?;
    let beside = beside(&app, &player, id).await?;
    change(&app, client, (player.id.0, TreeOf::Game(id)), beside, Changing::of(body)?).await
}

async fn put(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Caller(player): Caller,
    Named(id): Named<GameId>,
    body: TreeBody,
) -> Result<Answer<VariationsChanged>, WebError> {
    count(&app, client, body.bytes)?;
    let beside = beside(&app, &player, id).await?;
    change(&app, client, (player.id.0, TreeOf::Game(id)), beside, Changing::to(body)?).await
}

/// The positions that the player sees.
async fn beside(app: &App, player: &Player, id: GameId) -> Result<Beside, WebError> {
    let player = player.id.0;
    let ground = app.rooms.read(id, move |game| {
        let (state, log) = (game.state(), game.seen_log(Audience::Player(player)));
        is_open_to(state, player).then(|| Ground::of_game(state.settings(), log))
    });
    let ground = ground.await?.ok_or(ProblemCode::NotDuringTheGame)?;
    ground.map(Beside::game).map_err(|error| WebError::internal(format!("game {id}: {error}")))
}
