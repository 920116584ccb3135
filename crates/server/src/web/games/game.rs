//! Games: made, looked at, joined and played.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use tengen_entropy as entropy;
use tengen_game::{Aids, GameId, GroupId, Moment, Patience, Phase, Refusal, Settings};
use tengen_limits::Kind;
use tengen_live::{House, LiveGame, RoomError, Sent};
use tengen_protocol::view::Audience;
use tengen_protocol::{
    BoardAnswer, EventAnswer, NewGame, Player, PlayerCard, Presence, ProblemCode, RulesAnswer, SentCommand,
    Snapshot, Version, VersionedEvent,
};
use tengen_rules::BoardName;
use tengen_store::GameRow;
use tengen_store::computers::level_of;

use super::{events, no_bots};
use crate::app::App;
use crate::new_games::{Leave, TooManyGames, may_join};
use crate::web::accept::{JSON, NDJSON, SGF, preferred};
use crate::web::body::{Answer, Body, Named, OptionalBody, answer};
use crate::web::caller::{Caller, MaybeCaller};
use crate::web::client::Client;
use crate::web::enclosed::class_of;
use crate::web::error::{WebError, after_making, before_making, wrong_clock};
use crate::web::fresh::{self, Keeping, Tag};
use crate::web::lists::histories;
use crate::web::openapi::{Created, Describe};
use crate::web::routing::{create_with, get_with, post_with};
use crate::web::trying::estimable::check_beginning;
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
}

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
    let row = asked_for(&app, client, &player, &wish).await.map_err(before_making)?;
    let id = row.id;
    let snapshot = open(&app, client, &player, row).await?;
    let snapshot = snapshot.ok_or_else(|| WebError::Internal("an id was drawn twice".to_owned()))?;
    let snapshot = if snapshot.settings.local {
        sit_down(&app, &player, id).await.map_err(after_making)?
    } else {
        snapshot
    };
    Ok(created(snapshot))
}

/// The game that a player wishes for, if it may be.
async fn asked_for(app: &App, client: Client, player: &Player, wish: &NewGame) -> Result<GameRow, WebError> {
    app.limits.game(player.id.0, client)?;
    let enclosed_in = class_of(app, player.id.0, wish.opponent.map(|opponent| opponent.0)).await?;
    let settings = Settings::new(player.id.0, within(enclosed_in, helped(wish.into())))?;
    check_beginning(app, player.id.0, client, &settings).await?;
    let id = entropy::game_id()?;
    Ok(GameRow { id, created_at: app.clock.now(), settings, rematch_of: None, enclosed_in })
}

/// The wish for a game, which has both aids in a local game and against a computer of the server, unless it says otherwise. Games
/// know no computers.
fn helped(wish: tengen_game::NewGame) -> tengen_game::NewGame {
    let patience = Patience::of(wish.clock.as_ref());
    let alone = wish.local || wish.opponent.and_then(level_of).is_some();
    tengen_game::NewGame { aids: wish.aids.or(Aids::usual(&patience, alone)).into(), ..wish }
}

/// The wish for a game, which is in no list of all games if it is played within a closed class.
pub(super) fn within(enclosed_in: Option<GroupId>, wish: tengen_game::NewGame) -> tengen_game::NewGame {
    tengen_game::NewGame { private: wish.private || enclosed_in.is_some(), ..wish }
}

/// The answer about a new game.
pub(super) fn created(game: Snapshot) -> Created<Snapshot> {
    Created { location: format!("/api/v1/games/{}", game.id.0), content: game }
}

/// The answer to a client that may not have another game. The refusal is counted for the log.
fn kept_out(app: &App, client: Client, refused: TooManyGames) -> WebError {
    if !matches!(refused, TooManyGames::Store(_)) {
        app.limits.keep_out(client, Kind::Games);
    }
    refused.into()
}

/// Keeps a new open game and shows it. Answers nothing if it was not kept, because it is a rematch and there is one.
pub(in crate::web) async fn open(
    app: &App,
    client: Client,
    creator: &Player,
    row: GameRow,
) -> Result<Option<Snapshot>, WebError> {
    let (opponent, leave) = admit(app, client, creator, &row).await.map_err(before_making)?;
    let Some(game) = keep(app, creator, opponent.as_ref(), row, leave).await? else { return Ok(None) };
    let snapshot = game.snapshot(Audience::Player(creator.id.0), Presence::default(), Version::V1);
    snapshot.map(Some).map_err(after_making)
}

/// The opponent whom a new game names, and the leave to have it.
async fn admit(
    app: &App,
    client: Client,
    creator: &Player,
    row: &GameRow,
) -> Result<(Option<Player>, Leave), WebError> {
    if let Some(ahead_ms) = app.store.wrong_clock() {
        return Err(wrong_clock(ahead_ms));
    }
    let opponent = match row.settings.opponent() {
        Some(opponent) => Some(app.store.player(opponent).await?.ok_or(ProblemCode::NoSuchPlayer)?),
        None => None,
    };
    no_bots::check_new(&row.settings, creator, opponent.as_ref())?;
    if let Some(opponent) = row.settings.opponent().filter(|opponent| level_of(*opponent).is_none()) {
        if app.store.is_blocked_between(creator.id.0, opponent).await? {
            return Err(ProblemCode::Blocked.into());
        }
        app.limits.offer(client, opponent)?;
    }
    let leave = app.new_games.leave(&app.store, &app.limits, client, &row.settings).await;
    let leave = leave.map_err(|refused| kept_out(app, client, refused))?;
    if row.settings.opponent().is_some_and(|opponent| app.house.is_here(opponent)) {
        if app.house.is_busy(&app.limits) {
            app.limits.keep_out(client, Kind::Work);
            return Err(ProblemCode::ComputerBusy.into());
        }
        app.house.begin(row.settings.creator(), client);
    }
    Ok((opponent, leave))
}

/// Keeps a new open game that may be, and tells of it. Answers nothing if it was not kept, because it is a rematch and
/// there is one.
async fn keep(
    app: &App,
    creator: &Player,
    opponent: Option<&Player>,
    row: GameRow,
    leave: Leave,
) -> Result<Option<LiveGame>, WebError> {
    let mut game = LiveGame::new(app.clock.clone(), row.clone(), PlayerCard::from(creator))?;
    if let Some(opponent) = opponent {
        game = game.with_card(PlayerCard::from(opponent));
    }
    // A client that goes away meanwhile leaves no game of which nobody is told.
    let (store, rooms, enclosures) = (app.store.clone(), app.rooms.clone(), app.enclosures.clone());
    let turn = app.house.job(game.state());
    let kept = tokio::spawn(async move {
        if !store.add_game(&row, game.state().due(), turn).await? {
            return Ok(None);
        }
        enclosures.note(row.id, row.enclosed_in);
        leave.made(row.id);
        rooms.tell_of_new(&game).map_err(after_making)?;
        Ok(Some(game))
    });
    kept.await.map_err(|error| WebError::Internal(error.to_string()))?
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
pub(in crate::web) struct Nothing {}

async fn join(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Caller(player): Caller,
    Named(id): Named<GameId>,
    OptionalBody(Nothing {}): OptionalBody<Nothing>,
) -> Result<Answer<Snapshot>, WebError> {
    take_seat(&app, client, &player, id).await.map(answer)
}

/// Takes the free seat of a game.
pub(super) async fn take_seat(
    app: &App,
    client: Client,
    player: &Player,
    id: GameId,
) -> Result<Snapshot, WebError> {
    may_join(&app.store, client, player.id.0).await.map_err(|refused| kept_out(app, client, refused))?;
    if app.store.is_blocked_from(player.id.0, id).await? {
        return Err(ProblemCode::Blocked.into());
    }
    // An offer may be older than the class that is closed now, or than a member's leaving.
    if let Some(offered) = app.store.game(id).await? {
        let creator = offered.settings.creator();
        let class = app.enclosures.of_pair(player.id.0, Some(creator)).await?;
        if creator != player.id.0 && class != Ok(offered.enclosed_in) {
            return Err(ProblemCode::NoSuchGame.into());
        }
        // Since it was offered, games may have come to where it begins, and what is free for the creator may be like a game of
        // this player's. Once it has begun, whoever comes late is told so.
        if offered.settings.beginning().is_some() {
            let now = app.rooms.snapshot(id, Audience::Player(player.id.0)).await?;
            if now.phase == Phase::Open.name() && !is_seated(player, &now) {
                check_beginning(app, player.id.0, client, &offered.settings).await?;
            }
        }
    }
    no_bots::check_joining(app, player, id).await?;
    sit_down(app, player, id).await
}

/// Takes the free seat, or the two of one's own local game.
pub(super) async fn sit_down(app: &App, player: &Player, id: GameId) -> Result<Snapshot, WebError> {
    let moment = Moment { lot: entropy::lot()?, ..Moment::at(app.clock.now()) };
    let sent =
        Sent { actor: player.id.0, id: None, command: tengen_game::Command::Join, moment, answers: None };
    let outcome = app.rooms.command(id, sent).await;
    let snapshot = app.rooms.snapshot(id, Audience::Player(player.id.0)).await?;
    match outcome {
        // A player who has the seat already, by an earlier click perhaps, may ask again.
        Err(RoomError::Refused(Refusal::SeatTaken)) if is_seated(player, &snapshot) => {}
        outcome => _ = outcome?,
    }
    Ok(snapshot)
}

fn is_seated(player: &Player, game: &Snapshot) -> bool {
    let seats = [&game.players.black, &game.players.white];
    seats.into_iter().flatten().any(|card| card.id == player.id)
}

async fn command(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Caller(player): Caller,
    Named(id): Named<GameId>,
    Body(command): Body<SentCommand>,
) -> Result<Answer<EventAnswer>, WebError> {
    app.limits.command(client)?;
    app.house.note_player(player.id.0, client);
    let (id_of_command, command) = (Some(command.id().clone()), command.to_game());
    let moment = Moment::at(app.clock.now());
    let sent = Sent { actor: player.id.0, id: id_of_command, command, moment, answers: None };
    let seq = app.rooms.command(id, sent).await?;
    let event = app.rooms.event(id, seq, Audience::Player(player.id.0)).await?;
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
