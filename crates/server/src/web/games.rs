//! Games: made, listed, looked at, joined and played.

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use tengen_game::{GameId, Millis, Moment, Phase, PlayerId, Refusal, Settings};
use tengen_protocol::view::Audience;
use tengen_protocol::{
    BoardAnswer, Command, EventAnswer, GameList, NewGame, PerColor, Player, PlayerCard, Presence,
    ProblemCode, RulesAnswer, Snapshot, Summary, Text,
};

use tengen_rules::BoardName;

use super::body::{Answer, Body, Fields, GamePath, OptionalBody, PlayerPath, answer, malformed};
use super::caller::{Caller, MaybeCaller};
use super::client::Client;
use super::error::WebError;
use crate::app::App;
use crate::rooms::{LiveGame, RoomError, Sent};
use crate::store::{GameRow, GamesFilter, Listed, PageCursor};
use crate::{clock, entropy};

/// How many games a page of a list has at most, and if nobody asks.
const PAGE: std::ops::RangeInclusive<u32> = 1..=100;
const USUAL_PAGE: u32 = 20;

pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/games", post(create).get(list))
        .route("/games/{id}", get(look))
        .route("/games/{id}/join", post(join))
        .route("/games/{id}/commands", post(command))
        .route("/games/{id}/sgf", get(record))
        .route("/players/{id}/games", get(list_of_player))
        .route("/rules", get(rules))
        .route("/boards/{name}", get(board))
}

async fn create(
    State(app): State<App>,
    client: Client,
    Caller(player): Caller,
    OptionalBody(wish): OptionalBody<NewGame>,
) -> Result<impl IntoResponse, WebError> {
    app.limits.game(player.id.0, client)?;
    let settings = Settings::new(player.id.0, (&wish).into())?;
    let row = GameRow { id: entropy::game_id()?, created_at: clock::now(), settings, rematch_of: None };
    let snapshot = open(&app, &player, row).await?;
    let snapshot = snapshot.ok_or_else(|| WebError::Internal("an id was drawn twice".to_owned()))?;
    Ok(created(snapshot))
}

/// The answer about a new game.
pub(super) fn created(game: Snapshot) -> impl IntoResponse {
    let location = [(header::LOCATION, format!("/api/v1/games/{}", game.id.0))];
    (StatusCode::CREATED, location, answer(game))
}

/// Keeps a new open game and shows it. Answers nothing if it was not kept, because it is a rematch and there is one.
pub(super) async fn open(app: &App, creator: &Player, row: GameRow) -> Result<Option<Snapshot>, WebError> {
    let opponent = match row.settings.opponent() {
        Some(opponent) => Some(app.store.player(opponent).await?.ok_or(ProblemCode::NoSuchPlayer)?),
        None => None,
    };
    let mut game = LiveGame::new(row.clone(), PlayerCard::from(creator))?;
    if let Some(opponent) = &opponent {
        game = game.with_card(PlayerCard::from(opponent));
    }
    if !app.store.add_game(&row, game.state().due()).await? {
        return Ok(None);
    }
    app.house.note_change(row.id, game.state());
    if game.is_public() {
        app.lobby.changed(game.summary()?);
    }
    Ok(Some(game.snapshot(Audience::Player(creator.id.0), Presence::default())?))
}

async fn look(
    State(app): State<App>,
    caller: MaybeCaller,
    GamePath(id): GamePath,
) -> Result<Answer<Snapshot>, WebError> {
    Ok(answer(app.rooms.snapshot(id, caller.audience()).await?))
}

/// Nothing but braces: joining takes no options, and neither does a rematch.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Nothing {}

async fn join(
    State(app): State<App>,
    Caller(player): Caller,
    GamePath(id): GamePath,
    OptionalBody(Nothing {}): OptionalBody<Nothing>,
) -> Result<Answer<Snapshot>, WebError> {
    take_seat(&app, &player, id).await.map(answer)
}

/// Takes the free seat of a game.
pub(super) async fn take_seat(app: &App, player: &Player, id: GameId) -> Result<Snapshot, WebError> {
    let moment = Moment { lot: entropy::lot()?, ..Moment::at(clock::now()) };
    let sent = Sent { actor: player.id.0, id: None, command: tengen_game::Command::Join, moment };
    let outcome = app.rooms.command(id, sent).await;
    let snapshot = app.rooms.snapshot(id, Audience::Player(player.id.0)).await?;
    match outcome {
        // Whoever has the seat already, by an earlier click perhaps, may ask again.
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
    Caller(player): Caller,
    GamePath(id): GamePath,
    Body(command): Body<Command>,
) -> Result<Answer<EventAnswer>, WebError> {
    let (id_of_command, command) = (Some(command.id().clone()), command.to_game());
    let moment = Moment::at(clock::now());
    let sent = Sent { actor: player.id.0, id: id_of_command, command, moment };
    let seq = app.rooms.command(id, sent).await?;
    let event = app.rooms.event(id, seq, Audience::Player(player.id.0)).await?;
    Ok(answer(EventAnswer { event }))
}

async fn record(
    State(app): State<App>,
    caller: MaybeCaller,
    GamePath(id): GamePath,
) -> Result<impl IntoResponse, WebError> {
    let record = app.rooms.record(id, caller.audience()).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/x-go-sgf; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"tengen-{id}.sgf\"")),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, record))
}

async fn rules() -> Answer<RulesAnswer> {
    answer(RulesAnswer::new())
}

/// How a board is drawn. A name always means the same board, so the answer never changes.
async fn board(path: Result<Path<String>, PathRejection>) -> Result<impl IntoResponse, WebError> {
    let name =
        path.ok().and_then(|Path(name)| name.parse::<BoardName>().ok()).ok_or(ProblemCode::NoSuchBoard)?;
    let topology = name.topology().map_err(|_| ProblemCode::NoSuchBoard)?;
    let cached = [(header::CACHE_CONTROL, "public, max-age=86400")];
    Ok((cached, Json(BoardAnswer::new(name, &topology))))
}

/// The query of a list. A field without value is as good as none.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct ListFields {
    phase: String,
    player: String,
    cursor: String,
    limit: String,
}

async fn list(
    State(app): State<App>,
    caller: MaybeCaller,
    Fields(fields): Fields<ListFields>,
) -> Result<Answer<GameList>, WebError> {
    let player = match fields.player.as_str() {
        "" => None,
        id => Some(id.parse().map_err(|_| malformed("player is not an id"))?),
    };
    page(&app, &caller, &fields, player).await
}

/// A player's list, where the player stands in the address.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct PlayerListFields {
    phase: String,
    cursor: String,
    limit: String,
}

async fn list_of_player(
    State(app): State<App>,
    caller: MaybeCaller,
    PlayerPath(player): PlayerPath,
    Fields(PlayerListFields { phase, cursor, limit }): Fields<PlayerListFields>,
) -> Result<Answer<GameList>, WebError> {
    app.store.player(player).await?.ok_or(tengen_protocol::ProblemCode::NoSuchPlayer)?;
    page(&app, &caller, &ListFields { phase, cursor, limit, player: String::new() }, Some(player)).await
}

async fn page(
    app: &App,
    caller: &MaybeCaller,
    fields: &ListFields,
    player: Option<PlayerId>,
) -> Result<Answer<GameList>, WebError> {
    let limit = match fields.limit.as_str() {
        "" => USUAL_PAGE,
        number => {
            let limit = number.parse().ok().filter(|limit| PAGE.contains(limit));
            limit.ok_or_else(|| malformed("limit is not a number from 1 to 100"))?
        }
    };
    let after: Option<PageCursor> = match fields.cursor.as_str() {
        "" => None,
        cursor => Some(cursor.parse().map_err(|_| malformed("cursor is not one of this server"))?),
    };
    let viewer = caller.0.as_ref().map(|player| player.id.0);
    // One game more than the page shows whether there is a next page.
    let wanted = phases(&fields.phase)?;
    let filter = GamesFilter { phases: wanted.clone(), player, viewer, after, limit: limit + 1 };
    let mut listed = app.store.games(&filter).await?;
    let more = listed.len() > limit as usize;
    listed.truncate(limit as usize);
    let next = listed
        .last()
        .filter(|_| more)
        .map(|last| PageCursor { created_at: last.game.created_at, id: last.game.id }.to_string());
    let mut games = Vec::with_capacity(listed.len());
    for game in listed {
        games.push(match game.phase {
            // Nobody learns from a list what spectators may not see yet.
            Phase::Open | Phase::Finished if !is_delayed(&game) => summary(game),
            _ => match live_summary(app, &game.game).await {
                // A delayed game is in another phase than it shows: the list of that phase would tell.
                Ok(summary) if !shows_one_of(&wanted, &summary) => continue,
                Ok(summary) => summary,
                // One damaged log must not hide all other games.
                Err(RoomError::Damaged(error)) => {
                    tracing::error!(game = %game.game.id, error, "a game can't be listed");
                    continue;
                }
                Err(error) => return Err(error.into()),
            },
        });
    }
    Ok(answer(GameList { games, next }))
}

fn shows_one_of(phases: &[Phase], game: &Summary) -> bool {
    phases.is_empty() || phases.iter().any(|phase| phase.name() == game.phase)
}

/// Whether spectators may not have seen the end of the game yet.
fn is_delayed(game: &Listed) -> bool {
    let delay: Millis = game.game.settings.delay();
    delay > 0 && game.phase == Phase::Finished && game.updated_at + delay > clock::now()
}

/// A game that is being played: as the lobby shows it, or else from its log.
async fn live_summary(app: &App, game: &GameRow) -> Result<Summary, RoomError> {
    match app.lobby.find(game.created_at, game.id) {
        Some(summary) => Ok(summary),
        None => app.rooms.summary(game.id).await,
    }
}

fn phases(words: &str) -> Result<Vec<Phase>, WebError> {
    let phase = |word: &str| {
        let phase = Phase::ALL.into_iter().find(|phase| phase.name() == word);
        phase.ok_or_else(|| malformed("phase is none of open, playing, scoring, finished"))
    };
    words.split(',').filter(|word| !word.is_empty()).map(phase).collect()
}

/// A game that nobody is playing, as lists show it: its row says everything.
fn summary(listed: Listed) -> Summary {
    Summary {
        id: Text(listed.game.id),
        seq: listed.seq,
        phase: listed.phase.name().to_owned(),
        created_at: listed.game.created_at,
        updated_at: listed.updated_at,
        settings: (&listed.game.settings).into(),
        creator: listed.creator,
        players: PerColor { black: listed.black, white: listed.white },
        to_move: None,
        move_count: listed.move_count,
        stones: None,
        last_move: None,
        result: listed.result,
    }
}
