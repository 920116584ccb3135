//! Whether a position may be estimated now, or a game begin in it: games that forbid their players estimates keep what is like theirs.

use std::time::{Duration, Instant};

use serde_json::json;
use tengen_game::{GameId, PlayerId, Settings};
use tengen_limits::{Client, TooMany};
use tengen_lists::{AskedPosition, Asker, Estimable};
use tengen_protocol::{ProblemCode, Refused, Text};
use tengen_store::Eyes;

use crate::kit::{ActionError, Parts};

/// When to ask again while the positions of very many games are being read.
const PAUSE: Duration = Duration::from_secs(2);

/// Refuses a position to somebody where a game forbids an estimate of it. Whatever the answer is, the reading of games counts.
pub(super) async fn check(
    parts: &Parts,
    asker: Asker,
    client: Client,
    asked: &AskedPosition,
) -> Result<(), ActionError> {
    let began = Instant::now();
    let estimable = find(parts, asker, asked).await;
    parts.limits.worked(client, began.elapsed());
    estimable
}

/// Refuses settings of a game that begins in a position of which this player would get no estimate: a computer's moves in it tell as much.
pub(crate) async fn check_beginning(
    parts: &Parts,
    player: PlayerId,
    client: Client,
    settings: &Settings,
) -> Result<(), ActionError> {
    let Some(asked) = beginning(settings) else { return Ok(()) };
    let rest = parts.limits.rest(client);
    if !rest.is_zero() {
        return Err(TooMany { retry_after: rest }.into());
    }
    check(parts, Asker { player: Some(player), knows: None }, client, &asked).await
}

/// The position in which a game begins, if it is to begin in one.
fn beginning(settings: &Settings) -> Option<AskedPosition> {
    let game = settings.beginning()?.game();
    Some(AskedPosition {
        board: settings.board(),
        topology: settings.topology().clone(),
        stones: game.board().stones(),
        to_move: game.to_move(),
    })
}

async fn find(parts: &Parts, asker: Asker, asked: &AskedPosition) -> Result<(), ActionError> {
    match parts.lists.is_estimable(asked, asker).await? {
        Estimable::Yes => Ok(()),
        Estimable::Withheld(game) => Err(refusal(parts, asker, game).await?.into()),
        Estimable::Later => Err(TooMany { retry_after: PAUSE }.into()),
    }
}

/// The refusal. It names the game if the asker may see it.
async fn refusal(parts: &Parts, asker: Asker, game: Option<GameId>) -> Result<Refused, ActionError> {
    let code = ProblemCode::NotDuringTheGame;
    let unnamed = || code.with(json!({"reason": "position"}));
    let Some(game) = game else { return Ok(unnamed()) };
    let eyes = match asker.player {
        Some(player) => parts.enclosures.eyes(player).await?,
        None => Eyes::default(),
    };
    Ok(if parts.enclosures.game(eyes, game).await?.is_seen() {
        code.with(json!({"reason": "position", "game": Text(game)}))
    } else {
        unnamed()
    })
}
