//! Trees beside kept records: whoever may see the record may have one.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::HeaderMap;
use axum::response::Response;
use tengen_game::RecordId;
use tengen_protocol::{MAX_CHANGES_BYTES, MAX_TREE_BODY_BYTES, ProblemCode, Variations, VariationsChanged};
use tengen_records::with_tree_of_record;
use tengen_store::TreeOf;

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
    let no_position = &[ProblemCode::InvalidPosition];
    ApiRouter::new()
        .api_route(
            "/records/{id}/variations",
            patch_with(patch, |op| {
                op.about(
                    "change_record_variations",
                    "trying",
                    "Changes one's own tree of variations beside a record",
                )
                .refuses(no_position)
                .refuses(CHANGE_PROBLEMS)
            })
            .layer(DefaultBodyLimit::max(MAX_CHANGES_BYTES))
            .merge(put_with(put, |op| {
                op.about(
                    "replace_record_variations",
                    "trying",
                    "Replaces one's own tree of variations beside a record",
                )
                .refuses(no_position)
                .refuses(CHANGE_PROBLEMS)
            }))
            .layer(DefaultBodyLimit::max(MAX_TREE_BODY_BYTES))
            .merge(get_with(read, |op| {
                op.about("record_variations", "trying", "One's own tree of variations beside a record")
                    .answers::<Variations>(
                        200,
                        JSON,
                        "The tree, or what has changed of it; or the record with the tree beside it.",
                    )
                    .answers_text(200, Some(SGF), "")
                    .tagged()
            })),
        )
        .api_route(
            "/records/{id}/variations/sgf",
            get_with(file, |op| {
                op.about(
                    "record_variations_file",
                    "trying",
                    "A record with one's own tree of variations beside it",
                )
                .answers_text(200, Some(SGF), "The record.")
                .tagged()
            }),
        )
}

async fn read(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Viewer(viewer): Viewer,
    Named(id): Named<RecordId>,
    Fields(SinceFields { since }): Fields<SinceFields>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    if preferred(&headers, &[JSON, SGF]) == SGF {
        return sgf(&app, client, &viewer, id, &headers).await;
    }
    app.store.about_record(id).await?.ok_or(ProblemCode::NoSuchRecord)?;
    let tree = app.store.variations(viewer.player.id.0, TreeOf::Record(id), since).await?;
    fresh::json(&headers, Keeping::Private, &tree)
}

async fn file(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Viewer(viewer): Viewer,
    Named(id): Named<RecordId>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    sgf(&app, client, &viewer, id, &headers).await
}

async fn sgf(
    app: &App,
    client: Client,
    viewer: &Identity,
    id: RecordId,
    headers: &HeaderMap,
) -> Result<Response, WebError> {
    let player = viewer.player.id.0;
    let place = writing::place(app, client, player, TreeOf::Record(id)).await?;
    let (record, _) = app.store.record_file(id).await?.ok_or(ProblemCode::NoSuchRecord)?;
    let tree = app.store.variations(player, TreeOf::Record(id), None).await?;
    let name = format!("tengen-record-{id}-variations.sgf");
    sgf_answer(app, (client, place), headers, &name, move || with_tree_of_record(&record, &tree.nodes)).await
}

async fn patch(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Caller(player): Caller,
    Named(id): Named<RecordId>,
    body: ChangesBody,
) -> Result<Answer<VariationsChanged>, WebError> {
    count(&app, client, body.bytes)?;
    change(&app, client, (player.id.0, TreeOf::Record(id)), Beside::Record(id), Changing::of(body)?).await
}

async fn put(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Caller(player): Caller,
    Named(id): Named<RecordId>,
    body: TreeBody,
) -> Result<Answer<VariationsChanged>, WebError> {
    count(&app, client, body.bytes)?;
    change(&app, client, (player.id.0, TreeOf::Record(id)), Beside::Record(id), Changing::to(body)?).await
}
