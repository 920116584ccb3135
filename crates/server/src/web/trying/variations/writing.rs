//! Records with trees beside them, as files.

use std::fmt::Display;

use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use tengen_game::PlayerId;
use tengen_limits::Client;
use tengen_store::TreeOf;

use super::weighing::work_of;
use crate::app::App;
use crate::web::error::WebError;
use crate::web::fresh::{self, Keeping, Tag};
use crate::web::packed::Packed;
use crate::web::turns::{WorkPlace, body_in, rested};

/// A place among those who want a file with a player's tree.
pub(super) async fn place(
    app: &App,
    client: Client,
    owner: PlayerId,
    of: TreeOf,
) -> Result<WorkPlace, WebError> {
    rested(&app.limits, client)?;
    let work = work_of(app, owner, of).await?;
    Ok(app.turns.writings.of(work).place(&app.limits, client)?)
}

/// Writes a file of this name, for its reader alone. The time that it takes is the client's.
pub(super) async fn sgf_answer<E: Display + Send + 'static>(
    app: &App,
    (client, place): (Client, WorkPlace),
    headers: &HeaderMap,
    name: &str,
    write: impl FnOnce() -> Result<String, E> + Send + 'static,
) -> Result<Response, WebError> {
    let turn = place.turn_for(&app.limits, client).await?;
    let asked = headers.clone();
    let written = turn.work_for(&app.limits, client, move || {
        let text = write()?;
        let tag = Tag::of(text.as_bytes());
        // Whoever has it is sent nothing.
        let bytes = if tag.is_known(&asked) { Vec::new() } else { text.into_bytes() };
        Ok::<_, E>((tag, Packed::new(&asked, bytes)))
    });
    let written = written.await?;
    let (tag, body) = written.map_err(|error| WebError::internal(format!("{name}: {error}")))?;
    let media_type = "application/x-go-sgf; charset=utf-8";
    let whole =
        || body.answer(|bytes| fresh::whole(Keeping::Private, &tag, media_type, body_in(place, bytes)));
    let answer = fresh::known(headers, Keeping::Private, &tag).unwrap_or_else(whole);
    let name = [(header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\""))];
    Ok((name, answer).into_response())
}
