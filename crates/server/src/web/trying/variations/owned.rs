//! One's own trees beside games and kept records: who may read and change them, and when.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::HeaderMap;
use axum::response::Response;
use tengen_game::{GameId, Phase, PlayerId, RecordId, State as GameState};
use tengen_protocol::view::Audience;
use tengen_protocol::{MAX_CHANGES_BYTES, MAX_TREE_BODY_BYTES, ProblemCode, Variations, VariationsChanged};
use tengen_records::{with_tree_of_game, with_tree_of_record};
use tengen_store::TreeOf;
use tengen_trying::variations::Ground;

use super::asked::{CHANGE_PROBLEMS, ChangesBody, SinceFields, TreeBody};
use super::changing::{Beside, Changing, change, count};
use super::writing::{self, sgf_answer};
use crate::app::App;
use crate::web::accept::{JSON, SGF, preferred};
use crate::web::body::{Addressed, Answer, Fields, Named};
use crate::web::caller::{Caller, Identity, Viewer};
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::fresh::{self, Keeping};
use crate::web::openapi::Describe;
use crate::web::routing::{get_with, patch_with, put_with};

/// A thing beside which players keep trees.
trait HasTrees: Addressed + Copy + Send + 'static {
    /// Its address.
    const ADDRESS: &'static str;

    /// Its trees.
    fn trees(self) -> TreeOf;
}

impl HasTrees for GameId {
    const ADDRESS: &'static str = "/games/{id}";

    fn trees(self) -> TreeOf {
        TreeOf::Game(self)
    }
}

impl HasTrees for RecordId {
    const ADDRESS: &'static str = "/records/{id}";

    fn trees(self) -> TreeOf {
        TreeOf::Record(self)
    }
}

pub(super) fn router() -> ApiRouter<App> {
    let of_game = routes::<GameId>(
        [
            ("change_variations", "Changes one's own tree of variations beside a game"),
            ("replace_variations", "Replaces one's own tree of variations beside a game"),
            ("variations", "One's own tree of variations beside a game"),
            ("variations_record", "The record of a game with one's own tree of variations beside it"),
        ],
        &[ProblemCode::NotDuringTheGame],
        &[],
    );
    of_game.merge(routes::<RecordId>(
        [
            ("change_record_variations", "Changes one's own tree of variations beside a record"),
            ("replace_record_variations", "Replaces one's own tree of variations beside a record"),
            ("record_variations", "One's own tree of variations beside a record"),
            ("record_variations_file", "A record with one's own tree of variations beside it"),
        ],
        &[],
        &[ProblemCode::InvalidPosition],
    ))
}

/// The routes of trees beside these things: the names and summaries of the operations, in the order of the routes; how each of
/// them is refused; and how changes are, too.
fn routes<T: HasTrees>(
    [change, replace, tree, record]: [(&str, &str); 4],
    all: &[ProblemCode],
    changes: &[ProblemCode],
) -> ApiRouter<App> {
    ApiRouter::new()
        .api_route(
            &format!("{}/variations", T::ADDRESS),
            patch_with(patch::<T>, |op| {
                op.about(change.0, "trying", change.1).refuses(all).refuses(changes).refuses(CHANGE_PROBLEMS)
            })
            .layer(DefaultBodyLimit::max(MAX_CHANGES_BYTES))
            .merge(put_with(put::<T>, |op| {
                op.about(replace.0, "trying", replace.1)
                    .refuses(all)
                    .refuses(changes)
                    .refuses(CHANGE_PROBLEMS)
            }))
            .layer(DefaultBodyLimit::max(MAX_TREE_BODY_BYTES))
            .merge(get_with(read::<T>, |op| {
                op.about(tree.0, "trying", tree.1)
                    .answers::<Variations>(
                        200,
                        JSON,
                        "The tree, or what has changed of it; or the record with the tree beside it.",
                    )
                    .answers_text(200, Some(SGF), "")
                    .tagged()
                    .refuses(all)
            })),
        )
        .api_route(
            &format!("{}/variations/sgf", T::ADDRESS),
            get_with(file::<T>, |op| {
                op.about(record.0, "trying", record.1)
                    .answers_text(200, Some(SGF), "The record.")
                    .tagged()
                    .refuses(all)
            }),
        )
}

/// Whether a player may have a tree beside a game at this moment: the two who play it may not as long as it goes on, unless its
/// settings allow it.
fn is_open_to(game: &GameState, player: PlayerId) -> bool {
    let goes_on = matches!(game.phase(), Phase::Playing | Phase::Scoring);
    !goes_on || game.settings().aids().variations || game.color_of(player).is_none()
}

async fn read<T: HasTrees>(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Viewer(viewer): Viewer,
    Named(id): Named<T>,
    Fields(SinceFields { since }): Fields<SinceFields>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    if preferred(&headers, &[JSON, SGF]) == SGF {
        return sgf(&app, client, &viewer, id.trees(), &headers).await;
    }
    let player = viewer.player.id.0;
    match id.trees() {
        TreeOf::Game(id) => {
            if !app.rooms.read(id, move |game| is_open_to(game.state(), player)).await? {
                return Err(ProblemCode::NotDuringTheGame.into());
            }
        }
        TreeOf::Record(id) => {
            app.store.about_record(id).await?.ok_or(ProblemCode::NoSuchRecord)?;
        }
    }
    let tree = app.store.variations(player, id.trees(), since).await?;
    fresh::json(&headers, Keeping::Private, &tree)
}

async fn file<T: HasTrees>(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Viewer(viewer): Viewer,
    Named(id): Named<T>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    sgf(&app, client, &viewer, id.trees(), &headers).await
}

async fn sgf(
    app: &App,
    client: Client,
    viewer: &Identity,
    of: TreeOf,
    headers: &HeaderMap,
) -> Result<Response, WebError> {
    let player = viewer.player.id.0;
    let place = (client, writing::place(app, client, player, of).await?);
    match of {
        TreeOf::Game(id) => {
            let audience = viewer.audience();
            let seen = app.rooms.read(id, move |game| {
                let settings = game.state().settings().clone();
                is_open_to(game.state(), player).then(|| (settings, game.seen_log(audience).to_vec()))
            });
            let (settings, log) = seen.await?.ok_or(ProblemCode::NotDuringTheGame)?;
            let record = app.rooms.record(id, audience).await?.content;
            let tree = app.store.variations(player, of, None).await?;
            let name = format!("tengen-{id}-variations.sgf");
            let write = move || with_tree_of_game(&record, &settings, &log, &tree.nodes);
            sgf_answer(app, place, headers, &name, write).await
        }
        TreeOf::Record(id) => {
            let (record, _) = app.store.record_file(id).await?.ok_or(ProblemCode::NoSuchRecord)?;
            let tree = app.store.variations(player, of, None).await?;
            let name = format!("tengen-record-{id}-variations.sgf");
            sgf_answer(app, place, headers, &name, move || with_tree_of_record(&record, &tree.nodes)).await
        }
    }
}

async fn patch<T: HasTrees>(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Caller(player): Caller,
    Named(id): Named<T>,
    body: ChangesBody,
) -> Result<Answer<VariationsChanged>, WebError> {
    count(&app, client, body.bytes)?;
    let beside = beside(&app, player.id.0, id.trees()).await?;
    change(&app, client, (player.id.0, id.trees()), beside, Changing::of(body)?).await
}

async fn put<T: HasTrees>(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Caller(player): Caller,
    Named(id): Named<T>,
    body: TreeBody,
) -> Result<Answer<VariationsChanged>, WebError> {
    count(&app, client, body.bytes)?;
    let beside = beside(&app, player.id.0, id.trees()).await?;
    change(&app, client, (player.id.0, id.trees()), beside, Changing::to(body)?).await
}

/// The positions that a player sees.
async fn beside(app: &App, player: PlayerId, of: TreeOf) -> Result<Beside, WebError> {
    let id = match of {
        TreeOf::Game(id) => id,
        TreeOf::Record(id) => return Ok(Beside::Record(id)),
    };
    let ground = app.rooms.read(id, move |game| {
        let (state, log) = (game.state(), game.seen_log(Audience::Player(player)));
        is_open_to(state, player).then(|| Ground::of_game(state.settings(), log))
    });
    let ground = ground.await?.ok_or(ProblemCode::NotDuringTheGame)?;
    ground.map(Beside::game).map_err(|error| WebError::internal(format!("game {id}: {error}")))
}
