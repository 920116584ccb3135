//! An estimate of the score in a position.

use std::sync::Arc;

use serde_json::json;
use tengen_game::{GameId, Settings, SettingsError};
use tengen_house::Estimate;
use tengen_lists::{AskedPosition, Asker};
use tengen_protocol::{BoardWish, EstimateWish, Estimated, ProblemCode, RulesWish, Text};
use tengen_rules::{Board, Color, HalfPoints, Preset, Stones};
use tengen_store::Thing;

use super::withheld;
use crate::kit::{ActionError, Looker, Parts, Question, malformed, rested};

/// Guesses who gets which points of a position, unless a game forbids that now.
pub async fn estimate(parts: &Parts, looker: &Looker, wish: &EstimateWish) -> Result<Estimated, ActionError> {
    let Looker { eyes, client, .. } = *looker;
    // A player whose address rests has not been answered, and has no fewer questions for that.
    rested(&parts.limits, client)?;
    parts.limits.estimate(eyes.player, client)?;
    let (asked, komi) = match (wish.game, wish.board) {
        (Some(Text(game)), None) => of_game(parts, looker, game, wish).await?,
        (None, Some(board)) => of_stones(board, wish)?,
        _ => return Err(malformed("a position is that of a game, or given by board and stones")),
    };
    let place = parts.turns.estimates.place(&parts.limits, client)?;
    let turn = place.turn().await?;
    let asker = Asker { player: eyes.player, knows: wish.game.map(|game| game.0) };
    withheld::check(parts, asker, client, &asked).await?;
    let question = question(asked, komi)?;
    if let Some(known) = parts.estimates.find(&question) {
        return Ok(shape(&known, komi));
    }
    let work = {
        let (estimates, limits) = (parts.estimates.clone(), parts.limits.clone());
        move || {
            let (made, took) = estimates.make(&question);
            // Also for whoever waits for it no more.
            limits.worked(client, took);
            made
        }
    };
    let made = turn.work_aside(work).await?;
    let made = made.ok_or_else(|| ActionError::internal("an estimate found no thread"))?;
    Ok(shape(&made, komi))
}

/// The position of a game after some of its moves, and White's compensation.
async fn of_game(
    parts: &Parts,
    looker: &Looker,
    game: GameId,
    wish: &EstimateWish,
) -> Result<(AskedPosition, HalfPoints), ActionError> {
    let EstimateWish { rules: None, komi: None, stones: None, to_move: None, .. } = wish else {
        return Err(malformed("the position of a game has no other stones, komi or rules"));
    };
    parts.enclosures.sees(looker.eyes, Thing::Game(game)).await?;
    let moves = wish.at.and_then(|at| usize::try_from(at).ok());
    let found = parts.lists.position_of(game, moves, looker.audience).await?;
    let asked = found.content.ok_or_else(|| malformed("the game has not so many moves"))?;
    let row = parts.store.game(game).await?.ok_or(ProblemCode::NoSuchGame)?;
    Ok((asked, row.settings.komi()))
}

/// A position by its stones, and White's compensation.
fn of_stones(board: BoardWish, wish: &EstimateWish) -> Result<(AskedPosition, HalfPoints), ActionError> {
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

fn question(asked: AskedPosition, komi: HalfPoints) -> Result<Question, ActionError> {
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
