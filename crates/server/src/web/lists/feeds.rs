//! Streams of games: of the caller's own, of the lobby, and of the top live games.

use aide::NoApi;
use aide::axum::ApiRouter;
use aide::transform::TransformOperation;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use futures_util::future::BoxFuture;
use futures_util::stream;
use schemars::JsonSchema;
use serde::Deserialize;
use tengen_game::Millis;
use tengen_lists as lists;
use tengen_lists::{Lobby, NumberedFeed, OwnFeed, Top};
use tengen_protocol::{LobbyLine, OwnLine, ProblemCode, TopLine, Version};

use crate::app::App;
use crate::web::accept::{JSON, NDJSON, SSE, preferred};
use crate::web::body::Fields;
use crate::web::caller::{Admitted, Anyone, Viewer};
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::openapi::Describe;
use crate::web::routing::{OpenTo, SUSPENDED, get_with};
use crate::web::streaming::{self, Since, StreamForm, StreamLine};
use crate::web::version::version;

pub(in crate::web) fn router() -> ApiRouter<App> {
    ApiRouter::new()
        .api_route(
            "/me/stream",
            get_with(own_games, stream_of::<OwnLine>("own_games_stream", "What happens in one's own games")),
        )
        .open_to(SUSPENDED)
        .api_route("/lobby", get_with(lobby, list_of::<LobbyLine>("lobby", "The open and live games")))
        .api_route(
            "/lobby/stream",
            get_with(lobby_stream, |op| {
                stream_of::<LobbyLine>("lobby_stream", "The open and live games as they come and go")(op)
                    .refuses(&[ProblemCode::UnknownProtocol])
            }),
        )
        .api_route(
            "/top",
            get_with(top, list_of::<TopLine>("top", "The live games at which most people look")),
        )
        .api_route(
            "/top/stream",
            get_with(top_stream, stream_of::<TopLine>("top_stream", "The same, position by position")),
        )
}

/// The query of the stream of the lobby.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LobbyFields {
    /// The number of the last line that the reader knows.
    since: Option<u64>,
    /// The version of the protocol, 1 or 2; 1 if it is left out.
    #[schemars(extend("enum" = ["1", "2"]))]
    protocol: Option<String>,
}

/// Describes a list in one answer.
fn list_of<L: JsonSchema>(
    id: &'static str,
    about: &'static str,
) -> impl FnOnce(TransformOperation<'_>) -> TransformOperation<'_> {
    move |op| op.about(id, "streams", about).answers::<L>(200, JSON, "All of them.")
}

/// Describes an answer that stays open.
fn stream_of<L: JsonSchema>(
    id: &'static str,
    about: &'static str,
) -> impl FnOnce(TransformOperation<'_>) -> TransformOperation<'_> {
    move |op| {
        op.about(id, "streams", about)
            .answers::<L>(200, NDJSON, "Stays open: one line each time that something happens.")
            .answers_text(200, Some(SSE), "")
    }
}

/// The changes in the caller's own games.
async fn own_games(
    State(app): State<App>,
    Viewer(viewer): Viewer,
    NoApi(client): NoApi<Client>,
    Fields(fields): Fields<Since<Millis>>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    let since = streaming::since(&headers, fields.since)?;
    let ticket = app.limits.stay(client)?;
    let feed = OwnFeed::open(app.lists.clone(), viewer.player.id.0, since, None).await?;
    let lines = stream::unfold((feed, ticket), |(mut feed, ticket)| async move {
        let line = feed.next().await;
        // Shapes made of texts and numbers always encode.
        let text = serde_json::to_string(&line).unwrap_or_default();
        let seq = (line.seq > 0).then(|| line.seq.to_string());
        Some((StreamLine { seq, text }, (feed, ticket)))
    });
    Ok(streaming::open(&app, viewer.ended(), form(&headers), lines))
}

/// The open and live games.
async fn lobby(State(app): State<App>, NoApi(caller): NoApi<Result<Anyone, WebError>>) -> Response {
    whole(&lobby_for(&app, &caller))
}

/// Whether the caller is a pupil of a closed class. Whoever can't be known is a stranger, who sees these lists: they have public
/// games alone.
fn is_pupil(caller: &Result<Anyone, WebError>) -> bool {
    caller.as_ref().is_ok_and(|caller| caller.eyes().enclosed_in.is_some())
}

/// The lobby as this caller sees it: for a pupil there are no games in it.
fn lobby_for(app: &App, caller: &Result<Anyone, WebError>) -> Lobby {
    if is_pupil(caller) { Lobby::new() } else { app.lists.lobby().clone() }
}

/// The same for the most watched games.
fn top_for(app: &App, caller: &Result<Anyone, WebError>) -> Top {
    if is_pupil(caller) { Top::new() } else { app.lists.top().clone() }
}

/// The open and live games, as they come and go.
async fn lobby_stream(
    State(app): State<App>,
    NoApi(caller): NoApi<Result<Anyone, WebError>>,
    NoApi(client): NoApi<Client>,
    NoApi(Admitted(ended)): NoApi<Admitted>,
    Fields(fields): Fields<LobbyFields>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    let version = version(fields.protocol.as_deref())?;
    follow(&app, lobby_for(&app, &caller), (client, ended), (fields.since, version), &headers)
}

/// The live games at which most people look.
async fn top(State(app): State<App>, NoApi(caller): NoApi<Result<Anyone, WebError>>) -> Response {
    whole(&top_for(&app, &caller))
}

/// The live games at which most people look, position by position.
async fn top_stream(
    State(app): State<App>,
    NoApi(caller): NoApi<Result<Anyone, WebError>>,
    NoApi(client): NoApi<Client>,
    NoApi(Admitted(ended)): NoApi<Admitted>,
    Fields(fields): Fields<Since<u64>>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    follow(&app, top_for(&app, &caller), (client, ended), (fields.since, Version::default()), &headers)
}

/// A list as it is now, in one answer.
fn whole(list: &impl lists::Numbered) -> Response {
    let text = list.since(None).map(|line| line.text(Version::default()).clone()).unwrap_or_default();
    let headers = [(header::CONTENT_TYPE, JSON), (header::CACHE_CONTROL, "no-store")];
    (headers, text.as_str().to_owned()).into_response()
}

/// A list as it changes.
fn follow<L>(
    app: &App,
    list: L,
    (client, ended): (Client, BoxFuture<'static, ()>),
    (since, version): (Option<u64>, Version),
    headers: &HeaderMap,
) -> Result<Response, WebError>
where
    L: lists::Numbered + Send + 'static,
{
    let since = streaming::since(headers, since)?;
    let (ticket, feed) = (app.limits.stay(client)?, NumberedFeed::open(list, since));
    let lines = stream::unfold((feed, ticket), move |(mut feed, ticket)| async move {
        let line = feed.next().await?;
        let text = line.text(version).as_str().to_owned();
        let line = StreamLine { seq: Some(line.seq.to_string()), text };
        Some((line, (feed, ticket)))
    });
    Ok(streaming::open(app, ended, form(headers), lines))
}

/// Lines, if a client does not ask for anything else: most of those who read streams are programs.
fn form(headers: &HeaderMap) -> StreamForm {
    if preferred(headers, &[NDJSON, SSE]) == SSE { StreamForm::Messages } else { StreamForm::Lines }
}
