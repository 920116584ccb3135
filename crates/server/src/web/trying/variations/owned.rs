//! The addresses of one's own trees beside games and kept records.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use tengen_actions::kit::Actor;
use tengen_actions::trees::{self, TreeWish};
use tengen_game::{GameId, RecordId};
use tengen_protocol::{MAX_CHANGES_BYTES, MAX_TREE_BODY_BYTES, ProblemCode, Variations, VariationsChanged};
use tengen_store::TreeOf;

use super::asked::{CHANGE_PROBLEMS, ChangesBody, HasTrees, SinceFields, TreeBody};
use crate::app::App;
use crate::web::accept::{JSON, SGF, preferred};
use crate::web::body::{Answer, BodyUpTo, Fields, Named, answer};
use crate::web::caller::{Caller, Identity, Viewer};
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::fresh::{self, Keeping, Tag};
use crate::web::openapi::Describe;
use crate::web::packed::Packed;
use crate::web::routing::{get_with, patch_with, put_with};
use crate::web::turns::body_in;

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

async fn read<T: HasTrees>(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Viewer(viewer): Viewer,
    Named(id): Named<T>,
    Fields(SinceFields { since }): Fields<SinceFields>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    if preferred(&headers, &[JSON, SGF]) == SGF {
        return sgf(&app, client, &viewer, id, headers).await;
    }
    let tree = trees::own_tree(&app, viewer.player.id.0, id.trees(), since).await?;
    fresh::json(&headers, Keeping::Private, &tree)
}

async fn file<T: HasTrees>(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Viewer(viewer): Viewer,
    Named(id): Named<T>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    sgf(&app, client, &viewer, id, headers).await
}

/// The record with the viewer's own tree beside it, as a file for the viewer alone.
async fn sgf<T: HasTrees>(
    app: &App,
    client: Client,
    viewer: &Identity,
    id: T,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    let asked = headers.clone();
    let tell = move |text: String| {
        let tag = Tag::of(text.as_bytes());
        // Whoever has it is sent nothing.
        let bytes = if tag.is_known(&asked) { Vec::new() } else { text.into_bytes() };
        (tag, Packed::new(&asked, bytes))
    };
    let reader = (viewer.player.id.0, client);
    let told = trees::with_own_tree(app, reader, viewer.audience(), id.trees(), tell).await?;
    let ((tag, body), place) = told;
    let media_type = "application/x-go-sgf; charset=utf-8";
    let whole =
        || body.answer(|bytes| fresh::whole(Keeping::Private, &tag, media_type, body_in(place, bytes)));
    let answer = fresh::known(&headers, Keeping::Private, &tag).unwrap_or_else(whole);
    let of = match id.trees() {
        TreeOf::Game(id) => id.to_string(),
        TreeOf::Record(id) => format!("record-{id}"),
    };
    let name = format!("attachment; filename=\"tengen-{of}-variations.sgf\"");
    Ok(([(header::CONTENT_DISPOSITION, name)], answer).into_response())
}

async fn patch<T: HasTrees>(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Caller(player): Caller,
    Named(id): Named<T>,
    BodyUpTo { value, bytes }: ChangesBody,
) -> Result<Answer<VariationsChanged>, WebError> {
    let (actor, wish) = (Actor { player, client }, TreeWish::Changes(value));
    Ok(answer(trees::change_tree(&app, &actor, id.trees(), wish, bytes).await?))
}

async fn put<T: HasTrees>(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Caller(player): Caller,
    Named(id): Named<T>,
    BodyUpTo { value, bytes }: TreeBody,
) -> Result<Answer<VariationsChanged>, WebError> {
    let (actor, wish) = (Actor { player, client }, TreeWish::Whole(value));
    Ok(answer(trees::change_tree(&app, &actor, id.trees(), wish, bytes).await?))
}
