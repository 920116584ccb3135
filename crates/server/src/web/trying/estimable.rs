//! Whether a position may be estimated now, or a game begin in it: games that forbid their players estimates keep theirs.

use std::time::{Duration, Instant};

use tengen_game::{PlayerId, Settings};
use tengen_limits::TooMany;
use tengen_lists::{AskedPosition, Estimable};
use tengen_protocol::ProblemCode;

use crate::app::App;
use crate::web::client::Client;
use crate::web::error::WebError;

/// When to ask again while the positions of very many games are being read.
const PAUSE: Duration = Duration::from_secs(2);

/// Refuses a position to this player, or to a stranger, where a game forbids an estimate of it. Whatever the answer is, the reading of games counts.
pub(super) async fn check(
    app: &App,
    player: Option<PlayerId>,
    client: Client,
    asked: &AskedPosition,
) -> Result<(), WebError> {
    let began = Instant::now();
    let estimable = find(app, player, asked).await;
    app.limits.worked(client, began.elapsed());
    estimable
}

/// Refuses settings of a game that begins in a position of which this player would get no estimate: a computer's moves in it tell as much.
pub(in crate::web) async fn check_beginning(
    app: &App,
    player: PlayerId,
    client: Client,
    settings: &Settings,
) -> Result<(), WebError> {
    let Some(beginning) = settings.beginning() else { return Ok(()) };
    let rest = app.limits.rest(client);
    if !rest.is_zero() {
        return Err(TooMany { retry_after: rest }.into());
    }
    let game = beginning.game();
    let asked = AskedPosition {
        board: settings.board(),
        topology: settings.topology().clone(),
        stones: game.board().stones(),
        to_move: game.to_move(),
    };
    check(app, Some(player), client, &asked).await
}

async fn find(app: &App, player: Option<PlayerId>, asked: &AskedPosition) -> Result<(), WebError> {
    if let Some(player) = player
        && app.store.plays_without_estimates(player).await?
    {
        return Err(ProblemCode::NotDuringTheGame.into());
    }
    match app.lists.is_estimable(asked).await? {
        Estimable::Yes => Ok(()),
        Estimable::Withheld => Err(ProblemCode::NotDuringTheGame.into()),
        Estimable::Later => Err(TooMany { retry_after: PAUSE }.into()),
    }
}
