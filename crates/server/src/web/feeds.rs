//! Streams of games: of the caller's own, of the lobby, and of the top live games.

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures_util::future::{self, FutureExt};
use futures_util::stream;
use serde::Deserialize;
use tengen_game::Millis;

use super::accept::{JSON, NDJSON, SSE, preferred};
use super::body::Fields;
use super::caller::Viewer;
use super::client::Client;
use super::error::WebError;
use super::streaming::{self, Form, Numbered};
use crate::app::App;
use crate::limits::Ticket;
use crate::rooms::{self, NumberedFeed, OwnFeed};

pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/me/stream", get(own_games))
        .route("/lobby", get(lobby))
        .route("/lobby/stream", get(lobby_stream))
        .route("/top", get(top))
        .route("/top/stream", get(top_stream))
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct OwnFields {
    since: Option<Millis>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct FeedFields {
    since: Option<u64>,
}

/// What happens in the caller's own games.
async fn own_games(
    State(app): State<App>,
    Viewer(viewer): Viewer,
    client: Client,
    Fields(fields): Fields<OwnFields>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    let since = streaming::since(&headers, fields.since)?;
    let ticket = app.limits.stay(client)?;
    let feed = OwnFeed::open(app.rooms.clone(), viewer.player.id.0, since).await?;
    let lines = stream::unfold((feed, ticket), |(mut feed, ticket)| async move {
        let line = feed.next().await;
        // Shapes made of texts and numbers always encode.
        let text = serde_json::to_string(&line).unwrap_or_default();
        let seq = (line.seq > 0).then(|| line.seq.to_string());
        Some((Numbered { seq, text }, (feed, ticket)))
    });
    Ok(streaming::open(&app, viewer.ended(), form(&headers), lines))
}

/// The open and live games.
async fn lobby(State(app): State<App>) -> Response {
    whole(&app.lobby)
}

/// The open and live games, as they come and go.
async fn lobby_stream(
    State(app): State<App>,
    client: Client,
    Fields(fields): Fields<FeedFields>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    let since = streaming::since(&headers, fields.since)?;
    let (ticket, feed) = (app.limits.stay(client)?, NumberedFeed::open(app.lobby.clone(), since));
    Ok(numbered(&app, feed, ticket, &headers))
}

/// The live games at which most people look.
async fn top(State(app): State<App>) -> Response {
    whole(&app.top)
}

/// The live games at which most people look, position by position.
async fn top_stream(
    State(app): State<App>,
    client: Client,
    Fields(fields): Fields<FeedFields>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    let since = streaming::since(&headers, fields.since)?;
    let (ticket, feed) = (app.limits.stay(client)?, NumberedFeed::open(app.top.clone(), since));
    Ok(numbered(&app, feed, ticket, &headers))
}

/// A list as it is now, in one answer.
fn whole(list: &impl rooms::Numbered) -> Response {
    let text = list.since(None).map(|line| line.text).unwrap_or_default();
    let headers = [(header::CONTENT_TYPE, JSON), (header::CACHE_CONTROL, "no-store")];
    (headers, text.as_str().to_owned()).into_response()
}

fn numbered<L>(app: &App, feed: NumberedFeed<L>, ticket: Ticket, headers: &HeaderMap) -> Response
where
    L: rooms::Numbered + Send + 'static,
{
    let lines = stream::unfold((feed, ticket), |(mut feed, ticket)| async move {
        let line = feed.next().await?;
        let line = Numbered { seq: Some(line.seq.to_string()), text: line.text.as_str().to_owned() };
        Some((line, (feed, ticket)))
    });
    streaming::open(app, future::pending().boxed(), form(headers), lines)
}

/// Lines, if a client does not ask for anything else: most of those who read streams are programs.
fn form(headers: &HeaderMap) -> Form {
    if preferred(headers, &[NDJSON, SSE]) == SSE { Form::Messages } else { Form::Lines }
}
