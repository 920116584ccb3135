//! The interface described for programs: an OpenAPI document that is made from the handlers themselves.
//!
//! Each extractor says what it reads and how it refuses, each answer what it carries, and each route what else may
//! happen; nothing here lists what stands elsewhere. The socket's frames are described in the same document.

mod account_examples;
mod answers;
mod describe;
mod describing;
mod document;
mod examples;
mod group_examples;
mod inputs;
mod named;
mod problems;
mod schemas;
mod sent;
mod simple;
mod staff_examples;
mod walk;

use std::sync::Arc;

use aide::axum::ApiRouter;
use aide::openapi::OpenApi;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use tokio::sync::OnceCell;
use tokio::task::spawn_blocking;

pub(super) use aide::OperationInput;
pub(super) use aide::generate::GenContext;
pub(super) use aide::openapi::Operation;

pub(super) use self::answers::{Answer, Created, Page, answer, page};
pub(super) use self::describe::{
    Describe, may_be_file, may_be_form, may_refuse, path_parameter, query_parameters, request_body,
    request_file,
};
pub(super) use self::describing::is_describing;

use self::describing::describing;
use super::accept::JSON;
use super::error::WebError;
use super::fresh::{self, Keeping, Tag};
use crate::app::App;

/// The routes of an interface together with its description, which is served beside them and made when it is first asked for.
///
/// The routes come as a function, because they are put together twice: once to be served, and once to be described.
pub(super) fn described(
    routes: impl Fn() -> ApiRouter<App> + Clone + Send + Sync + 'static,
) -> ApiRouter<App> {
    let served = routes();
    let description = Arc::new(OnceCell::new());
    let serve = move |State(_): State<App>, headers: HeaderMap| async move {
        // It takes long enough for others to wait for this thread.
        let make = || async {
            let made = spawn_blocking(move || written(routes)).await;
            made.map_err(WebError::internal)
        };
        let (tag, document) = description.get_or_try_init(make).await?;
        Ok::<Response, WebError>(fresh::tagged(&headers, Keeping::Public, tag, JSON, document.clone()))
    };
    served.route("/api/openapi.json", get(serve))
}

/// The whole document, and its tag.
fn written(routes: impl Fn() -> ApiRouter<App>) -> (Tag, Bytes) {
    let mut api = OpenApi::default();
    schemas::begin();
    // The routes themselves are served elsewhere.
    let _ = describing(routes).finish_api_with(&mut api, document::about);
    document::finish(&mut api);
    // The document is made of strings and numbers alone, which always can be written.
    let document = serde_json::to_vec_pretty(&api).unwrap_or_default();
    (Tag::of(&document), Bytes::from(document))
}
