//! Games: made, looked at, joined and played.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use tengen_actions::games;
use tengen_actions::kit::Actor;
use tengen_game::{GameId, Phase};
use tengen_protocol::{
    BoardAnswer, EventAnswer, NewGame, ProblemCode, RulesAnswer, SentCommand, Snapshot, VersionedEvent,
};
use tengen_rules::BoardName;

use super::events;
use crate::app::App;
use crate::web::accept::{JSON, NDJSON, SGF, preferred};
use crate::web::body::{Answer, Body, Named, OptionalBody, answer};
use crate::web::caller::{Caller, MaybeCaller};
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::fresh::{self, Keeping, Tag};
use crate::web::lists::histories;
use crate::web::openapi::{Created, Describe};
use crate::web::routing::{create_with, get_with, post_with};
use crate::web::version::Spoken;

pub(in crate::web) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    let new_game = [
        Code::InvalidSettings,
        Code::InvalidPosition,
        Code::IllegalMove,
        Code::NotDuringTheGame,
        Code::NoSuchPlayer,
        Code::Blocked,
        Code::NoBots,
        Code::TooManyOpenGames,
        Code::TooManyComputerGames,
        Code::TooManyUnfinishedGames,
        Code::ComputerBusy,
        Code::WrongClock,
    ];
    let joining = [
        Code::NoSuchPlayer,
        Code::WrongPhase,
        Code::SeatTaken,
        Code::OwnGame,
        Code::NotInvited,
        Code::Blocked,
        Code::NoBots,
        Code::NotDuringTheGame,
        Code::TooManyUnfinishedGames,
        Code::WrongClock,
    ];
    ApiRouter::new()
        .api_route(
            "/games",
            create_with(create, |op| {
                op.about("new_game", "games", "Makes a game and seats its creator")
                    .refuses(&new_game)
                    .leads_to(201, histories::OF_A_GAME, "/id")
            })
            .merge(get_with(histories::list, |op| {
                histories::describe(op.about("games", "histories", "The games of everybody, newest first"))
            })),
        )
        .api_route(
            "/games/{id}",
            get_with(look, |op| {
                op.about("game", "games", "A game as it is now")
                    .answers::<Snapshot>(200, JSON, "The game: as a snapshot, all its events, or its record.")
                    .answers::<VersionedEvent>(200, NDJSON, "")
                    .answers_text(200, Some(SGF), "")
                    .tagged()
            }),
        )
        .api_route(
            "/games/{id}/join",
            post_with(join, |op| {
                op.about("join", "games", "Takes the free seat; the game starts").refuses(&joining)
            }),
        )
        .api_route(
            "/games/{id}/commands",
            post_with(command, |op| {
                op.about("command", "games", "Plays, passes, resigns, marks dead stones: what a player does")
                    .refuses(COMMAND_PROBLEMS)
            }),
        )
        .api_route(
            "/games/{id}/sgf",
            get_with(record, |op| {
                op.about("record", "games", "The record of a game")
                    .answers_text(200, Some(SGF), "The record.")
                    .tagged()
            }),
        )
        .api_route(
            "/rules",
            get_with(rules, |op| {
                op.about("rules", "rules", "The presets, and the values of each axis of the rules")
            }),
        )
        .api_route(
            "/boards/{name}",
            get_with(board, |op| {
                op.about("board", "rules", "How a board is drawn").answers::<BoardAnswer>(
                    200,
                    JSON,
                    "Places, lines, and the copies beyond joined edges.",
                )
            }),
        )
        .api_route(
            "/games/{id}/rematch",
            create_with(rematch, |op| {
                op.about(
                    "rematch",
                    "games",
                    "Offers another game with colours swapped, or takes the seat in it",
                )
                .answers::<Snapshot>(200, JSON, "The game that is there already.")
                .answers::<Snapshot>(201, JSON, "A new game, open until the opponent joins.")
                .refuses(REMATCH_PROBLEMS)
            }),
        )
}

/// How rematches are refused.
const REMATCH_PROBLEMS: &[ProblemCode] = {
    use ProblemCode as Code;
    &[
        Code::NotAPlayer,
        Code::NoSuchPlayer,
        Code::WrongPhase,
        Code::SeatTaken,
        Code::NotInvited,
        Code::Blocked,
        Code::NoBots,
        Code::NotDuringTheGame,
        Code::TooManyComputerGames,
        Code::TooManyUnfinishedGames,
        Code::ComputerBusy,
    ]
};

/// How commands are refused.
const COMMAND_PROBLEMS: &[ProblemCode] = {
    use ProblemCode as Code;
    &[
        Code::NotAPlayer,
        Code::NotYourTurn,
        Code::NotYourColor,
        Code::ColorNeeded,
        Code::NotInvited,
        Code::OnlyTheOpponent,
        Code::WrongPhase,
        Code::StaleTurn,
        Code::StaleVersion,
        Code::NoSuchRequest,
        Code::Paused,
        Code::NotPaused,
        Code::HasClock,
        Code::AlreadyAccepted,
        Code::TooLateToAbort,
        Code::IllegalMove,
        Code::TimeIsUp,
        Code::AlreadyAsked,
        Code::NothingToUndo,
        Code::NoUndosLeft,
        Code::NothingToPause,
        Code::NoPausesLeft,
        Code::OpponentNotAway,
        Code::NotClaimable,
        Code::ClockTooSoon,
        Code::InvalidMarks,
        Code::NoProposalsLeft,
        Code::PassNeedsConfirmation,
        Code::CommandIdReused,
        Code::WrongClock,
    ]
};

async fn create(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Caller(player): Caller,
    OptionalBody(wish): OptionalBody<NewGame>,
) -> Result<Created<Snapshot>, WebError> {
    Ok(created(games::make(&app, &Actor { player, client }, (&wish).into()).await?))
}

/// The answer about a new game.
fn created(game: Snapshot) -> Created<Snapshot> {
    Created { location: format!("/api/v1/games/{}", game.id.0), content: game }
}

/// A game in the form that the client prefers: as it is now, all its events, or the record.
async fn look(
    State(app): State<App>,
    caller: MaybeCaller,
    Named(id): Named<GameId>,
    Spoken(version): Spoken,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    match preferred(&headers, &[JSON, NDJSON, SGF]) {
        NDJSON => events::lines(&app, &caller, id, version, &headers).await,
        SGF => sgf(&app, &caller, id, &headers).await,
        _ => {
            let game = app.rooms.snapshot_in(id, caller.audience(), version).await?;
            snapshot(&headers, &caller, &game)
        }
    }
}

fn snapshot(asked: &HeaderMap, caller: &MaybeCaller, game: &Snapshot) -> Result<Response, WebError> {
    // A clock that runs shows another time in each answer, and means the same.
    let tag = Tag::of(&fresh::encode(&Snapshot { now: 0, clock: None, ..game.clone() })?);
    // A client may read the server's clock out of a snapshot, so no cache may answer in the server's place.
    let finished = game.phase == Phase::Finished.name();
    let keeping = if finished { Keeping::of(caller, game.settings.private) } else { Keeping::Never };
    Ok(fresh::tagged(asked, keeping, &tag, JSON, fresh::encode(game)?))
}

/// Nothing but braces: joining takes no options, and neither does a rematch.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Nothing {}

async fn join(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Caller(player): Caller,
    Named(id): Named<GameId>,
    OptionalBody(Nothing {}): OptionalBody<Nothing>,
) -> Result<Answer<Snapshot>, WebError> {
    Ok(answer(games::join(&app, &Actor { player, client }, id).await?))
}

/// Offers a rematch, or takes the seat in the one that the opponent has offered.
async fn rematch(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Caller(player): Caller,
    Named(id): Named<GameId>,
    OptionalBody(Nothing {}): OptionalBody<Nothing>,
) -> Result<Response, WebError> {
    let (game, is_new) = games::rematch(&app, &Actor { player, client }, id).await?;
    Ok(if is_new { created(game).into_response() } else { answer(game).into_response() })
}

async fn command(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Caller(player): Caller,
    Named(id): Named<GameId>,
    Body(command): Body<SentCommand>,
) -> Result<Answer<EventAnswer>, WebError> {
    let event = games::command(&app, &Actor { player, client }, id, &command).await?;
    Ok(answer(EventAnswer { event }))
}

async fn record(
    State(app): State<App>,
    caller: MaybeCaller,
    Named(id): Named<GameId>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    sgf(&app, &caller, id, &headers).await
}

async fn sgf(app: &App, caller: &MaybeCaller, id: GameId, headers: &HeaderMap) -> Result<Response, WebError> {
    let record = app.rooms.record(id, caller.audience()).await?;
    let (keeping, text) = (Keeping::of(caller, record.private), record.content.into_bytes());
    let answer =
        fresh::tagged(headers, keeping, &Tag::of(&text), "application/x-go-sgf; charset=utf-8", text);
    let name = [(header::CONTENT_DISPOSITION, format!("attachment; filename=\"tengen-{id}.sgf\""))];
    Ok((name, answer).into_response())
}

async fn rules() -> Answer<RulesAnswer> {
    answer(RulesAnswer::new())
}

/// How a board is drawn. A name always means the same board, so the answer never changes.
async fn board(Named(name): Named<BoardName>) -> Result<Response, WebError> {
    let topology = name.topology().map_err(|_| ProblemCode::NoSuchBoard)?;
    let cached = [(header::CACHE_CONTROL, "public, max-age=86400")];
    Ok((cached, Json(BoardAnswer::new(name, &topology))).into_response())
}
