//! An estimate of the score in a position.

use std::sync::Arc;

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use serde_json::json;
use tengen_actions::positions;
use tengen_game::{GameId, Settings, SettingsError};
use tengen_house::Estimate;
use tengen_limits::TooMany;
use tengen_lists::{AskedPosition, Asker};
use tengen_protocol::{BoardWish, EstimateWish, Estimated, ProblemCode, RulesWish, Text};
use tengen_rules::{Board, Color, HalfPoints, Preset, Stones};
use tengen_store::Thing;

use crate::app::App;
use crate::estimates::Question;
use crate::web::accept::JSON;
use crate::web::body::{Answer, Body, answer, malformed};
use crate::web::caller::MaybeCaller;
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::openapi::Describe;
use crate::web::routing::post_with;

pub(in crate::web) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new().api_route(
        "/positions/estimate",
        post_with(ask, |op| {
            op.about("estimate_position", "trying", "Guesses who gets which points of a position")
                .answers::<Estimated>(200, JSON, "The guess.")
                .refuses(&[
                    Code::InvalidSettings,
                    Code::InvalidPosition,
                    Code::NoSuchGame,
                    Code::NotDuringTheGame,
                ])
        }),
    )
}

async fn ask(
    State(app): State<App>,
    caller: MaybeCaller,
    NoApi(client): NoApi<Client>,
    Body(wish): Body<EstimateWish>,
) -> Result<Answer<Estimated>, WebError> {
    // A player whose address rests has not been answered, and has no fewer questions for that.
    let rest = app.limits.rest(client);
    if !rest.is_zero() {
        return Err(TooMany { retry_after: rest }.into());
    }
    let player = caller.0.as_ref().map(|identity| identity.player.id.0);
    app.limits.estimate(player, client)?;
    let (asked, komi) = match (wish.game, wish.board) {
        (Some(Text(game)), None) => of_game(&app, &caller, game, &wish).await?,
        (None, Some(board)) => of_stones(board, &wish)?,
        _ => return Err(malformed("a position is that of a game, or given by board and stones")),
    };
    let place = app.turns.estimates.place(&app.limits, client)?;
    let turn = place.turn().await?;
    let asker = Asker { player, knows: wish.game.map(|game| game.0) };
    positions::check(&app, asker, client, &asked).await?;
    let question = question(asked, komi)?;
    if let Some(known) = app.estimates.find(&question) {
        return Ok(answer(shape(&known, komi)));
    }
    let work = {
        let (estimates, limits) = (app.estimates.clone(), app.limits.clone());
        move || {
            let (made, took) = estimates.make(&question);
            // Also for whoever waits for it no more.
            limits.worked(client, took);
            made
        }
    };
    let made = turn.work_aside(work).await?;
    let made = made.ok_or_else(|| WebError::internal("an estimate found no thread"))?;
    Ok(answer(shape(&made, komi)))
}

/// The position of a game after some of its moves, and White's compensation.
async fn of_game(
    app: &App,
    caller: &MaybeCaller,
    game: GameId,
    wish: &EstimateWish,
) -> Result<(AskedPosition, HalfPoints), WebError> {
    let EstimateWish { rules: None, komi: None, stones: None, to_move: None, .. } = wish else {
        return Err(malformed("the position of a game has no other stones, komi or rules"));
    };
    app.enclosures.sees(caller.eyes(), Thing::Game(game)).await?;
    let moves = wish.at.and_then(|at| usize::try_from(at).ok());
    let found = app.lists.position_of(game, moves, caller.audience()).await?;
    let asked = found.content.ok_or_else(|| malformed("the game has not so many moves"))?;
    let row = app.store.game(game).await?.ok_or(ProblemCode::NoSuchGame)?;
    Ok((asked, row.settings.komi()))
}

/// A position by its stones, and White's compensation.
fn of_stones(board: BoardWish, wish: &EstimateWish) -> Result<(AskedPosition, HalfPoints), WebError> {
    if wish.at.is_some() {
        return Err(malformed("at is that of a game: name one"));
    }
    let topology = Arc::new(board.0.topology().map_err(SettingsError::Board)?);
    let RulesWish { preset, rules } = wish.rules.unwrap_or(RulesWish::from(Preset::Japanese));
    Settings::check_rules(&rules)?;
    let komi = wish.komi.map_or(preset.komi(), |komi| komi.0);
    Settings::check_komi(komi)?;
    let stones = wish.stones.as_deref().ok_or_else(|| malformed("a position has stones"))?;
    let stones = Stones::parse(&topology, stones).map_err(|error| malformed(&format!("stones: {error}")))?;
    let to_move = wish.to_move.map_or(Color::Black, |color| color.0);
    Ok((AskedPosition { board: board.0, topology, stones, to_move }, komi))
}

fn question(asked: AskedPosition, komi: HalfPoints) -> Result<Question, WebError> {
    let AskedPosition { board: name, topology, stones, to_move } = asked;
    let board = Board::from_stones(Arc::clone(&topology), &stones).map_err(|error| {
        ProblemCode::InvalidPosition.with(json!({"at": Text(topology.vertex(error.stone))}))
    })?;
    Ok(Question { board, name: name.to_string(), to_move, komi })
}

/// The shape of an estimate, with White's compensation, in tenths of a point.
fn shape(estimate: &Estimate, komi: HalfPoints) -> Estimated {
    let tenths = |points: f64| (points * 10.0).round() / 10.0;
    Estimated {
        owners: estimate.owners.clone(),
        black: tenths(estimate.black),
        white: tenths(estimate.white + f64::from(komi.half_points()) / 2.0),
        doubt: tenths(estimate.doubt),
    }
}
