//! Lists of games: a page, or all of them as lines, as records, or as an archive.

use aide::NoApi;
use aide::axum::ApiRouter;
use aide::transform::TransformOperation;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use tengen_game::PlayerId;
use tengen_lists::LOGS_OF_A_PAGE;
use tengen_protocol::{GameLine, GameList, ProblemCode};
use tengen_store::{Eyes, GamesFilter, GamesOfGroup};

use super::export::Export;
use super::form::Form;
use super::looking::look;
use super::query::{GameListFields, check_player};
use crate::app::App;
use crate::web::accept::{JSON, NDJSON, SGF, ZIP};
use crate::web::body::{Fields, Named};
use crate::web::caller::MaybeCaller;
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::fresh::{self, Keeping};
use crate::web::next_page::{after, noted};
use crate::web::openapi::Describe;
use crate::web::routing::get_with;

/// The operations to which the id of a game leads.
pub(in crate::web) const OF_A_GAME: &[&str] = &["game", "join", "command", "record", "events", "rematch"];

pub(in crate::web) fn router() -> ApiRouter<App> {
    ApiRouter::new().api_route(
        "/players/{id}/games",
        get_with(list_of_player, |op| {
            describe(op.about("games_of_player", "histories", "The games of a player, newest first"))
        }),
    )
}

/// The forms of a list of games.
pub(in crate::web) fn describe(op: TransformOperation<'_>) -> TransformOperation<'_> {
    op.answers::<GameList>(
        200,
        JSON,
        "A page of the list, or all of it: as lines, as one SGF collection, or as an archive.",
    )
    .paged()
    .answers::<GameLine>(200, NDJSON, "")
    .answers_text(200, Some(SGF), "")
    .answers_text(200, Some(ZIP), "")
    .leads_to(200, OF_A_GAME, "/games/0/id")
    .refuses(&[ProblemCode::UnknownProtocol])
    .tagged()
}

/// The games of everybody.
pub(in crate::web) async fn list(
    State(app): State<App>,
    caller: MaybeCaller,
    NoApi(client): NoApi<Client>,
    Fields(fields): Fields<GameListFields>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    let filter = fields.filter(caller.eyes(), app.clock.now())?;
    check_player(&filter)?;
    answer(app, Keeping::of(&caller, false), client, &fields, filter, &headers).await
}

/// The games of a group that somebody may see, as the caller has made sure.
pub(in crate::web) async fn list_of_group(
    app: App,
    (client, eyes): (Client, Eyes),
    group: GamesOfGroup,
    fields: &GameListFields,
    headers: &HeaderMap,
) -> Result<Response, WebError> {
    let filter = fields.filter_in(group, eyes, app.clock.now())?;
    // A group may be closed by the time at which somebody else asks.
    answer(app, Keeping::Private, client, fields, filter, headers).await
}

/// The games of one player.
async fn list_of_player(
    State(app): State<App>,
    caller: MaybeCaller,
    NoApi(client): NoApi<Client>,
    Named(player): Named<PlayerId>,
    Fields(fields): Fields<GameListFields>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    app.store.player(player).await?.ok_or(ProblemCode::NoSuchPlayer)?;
    let filter = fields.filter_of(player, caller.eyes(), app.clock.now())?;
    answer(app, Keeping::of(&caller, false), client, &fields, filter, &headers).await
}

async fn answer(
    app: App,
    keeping: Keeping,
    client: Client,
    fields: &GameListFields,
    filter: GamesFilter,
    headers: &HeaderMap,
) -> Result<Response, WebError> {
    let form = match fields.media_type(headers)? {
        NDJSON => match fields.with_events()? {
            Some(version) => Form::Events(version),
            None => Form::Summaries,
        },
        SGF => Form::Collection,
        ZIP => Form::Archive,
        _ => {
            fields.refuse_events()?;
            fields.refuse_version()?;
            app.limits.page(client, filter.limit.min(LOGS_OF_A_PAGE))?;
            let lists = app.lists.clone();
            let page = look(&app, client, async move { lists.page(&filter).await }).await?;
            let games = page.games.into_iter().map(|entry| entry.summary).collect();
            let list = GameList { games, next: page.next.map(|place| place.to_string()) };
            return Ok(noted(after(&list), fresh::json(headers, keeping, &list)?));
        }
    };
    fields.refuse_limit()?;
    if !matches!(form, Form::Events(_)) {
        fields.refuse_events()?;
        fields.refuse_version()?;
    }
    Export::begin(app, filter, form, client).await
}
