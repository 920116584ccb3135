//! The WebSocket's door.

use aide::NoApi;
use aide::axum::ApiRouter;
use aide::axum::routing::ApiMethodDocs;
use aide::openapi::Operation;
use aide::transform::TransformOperation;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use tengen_protocol::{MAX_MESSAGE_BYTES, ProblemCode};

use super::session::Session;
use crate::app::App;
use crate::received::Received;
use crate::web::body::malformed;
use crate::web::caller::Anyone;
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::openapi::{Describe, is_describing};
use crate::web::origin;
use crate::web::version::Spoken;

/// How much is read from a socket at once. It is set aside for each socket, and most of them send a command now and then, or none.
/// A longer frame is read in several steps.
const READ_BYTES: usize = 1024;
/// How much may wait for a flush.
const WRITE_BYTES: usize = 4 * 1024;
/// How many bytes may wait to be written to one socket. Readers that are behind are told to catch up long before.
const WRITE_LIMIT_BYTES: usize = 1024 * 1024;
/// Frames somewhat over the limit are read, so that the client can be told; larger ones end the connection.
const HARD_LIMIT_BYTES: usize = 4 * MAX_MESSAGE_BYTES;
/// How many bytes may come before a message is whole: the message, the heads of its frames, and bytes that are read ahead.
const MESSAGE_BYTES: usize = HARD_LIMIT_BYTES + MAX_MESSAGE_BYTES;

pub(in crate::web) fn router() -> ApiRouter<App> {
    let about = if is_describing() { described() } else { Operation::default() };
    let routes = ApiRouter::new().route("/ws", get(upgrade));
    routes.api_route_docs("/ws", ApiMethodDocs::new("get", about))
}

fn described() -> Operation {
    let mut operation = Operation::default();
    let _ = TransformOperation::new(&mut operation)
        .input::<Anyone>()
        .input::<Spoken>()
        .about("socket", "socket", "The WebSocket: follows games and the lobby, and carries commands")
        .description(
            "Text frames, one JSON object each, at most 16 KiB. A client sends `FromClient`, the server `ToClient`, \
             `hello` first; in version 2 of the protocol `ToClientV2`.",
        )
        .opens_a_socket("The connection is a WebSocket now, and these are the frames of both sides.")
        .refuses(&[ProblemCode::Malformed, ProblemCode::ForeignOrigin]);
    operation
}

async fn upgrade(
    State(app): State<App>,
    headers: HeaderMap,
    NoApi(client): NoApi<Client>,
    caller: Anyone,
    Spoken(version): Spoken,
    Extension(received): Extension<Received>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, WebError> {
    // Browsers let any page open a socket to any server and send the cookie along.
    origin::check(&app.options, &headers)?;
    let upgrade = upgrade.map_err(|rejection| malformed(&rejection.body_text()))?;
    let ticket = app.limits.stay(client)?;
    let (token, guest) = (app.sockets.token(), app.guests.come());
    Ok(upgrade
        .read_buffer_size(READ_BYTES)
        .write_buffer_size(WRITE_BYTES)
        .max_write_buffer_size(WRITE_LIMIT_BYTES)
        .max_message_size(HARD_LIMIT_BYTES)
        .max_frame_size(HARD_LIMIT_BYTES)
        .on_upgrade(move |socket| async move {
            received.bound(MESSAGE_BYTES);
            let session = Session::new(app.clone(), client, caller, version);
            let left = app.limits.attend(client, session.run(socket, received, &guest)).await;
            drop((ticket, token));
            left.follow_to_the_end(&guest).await;
        }))
}
