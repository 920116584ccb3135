//! Whether a position may be estimated now, or a game begin or be counted in it: games that forbid their players estimates keep what is like theirs.

use std::time::{Duration, Instant};

use serde_json::json;
use tengen_game::{Command, GameId, PlayerId, Settings};
use tengen_limits::TooMany;
use tengen_lists::{AskedPosition, Asker, Estimable};
use tengen_protocol::view::Audience;
use tengen_protocol::{Problem, ProblemCode, Text};
use tengen_store::Eyes;
use tengen_store::computers::level_of;

use crate::app::App;
use crate::web::client::Client;
use crate::web::error::WebError;

/// When to ask again while the positions of very many games are being read.
const PAUSE: Duration = Duration::from_secs(2);

/// Refuses a position to somebody where a game forbids an estimate of it. Whatever the answer is, the reading of games counts.
pub(super) async fn check(
    app: &App,
    asker: Asker,
    client: Client,
    asked: &AskedPosition,
) -> Result<(), WebError> {
    let began = Instant::now();
    let estimable = find(app, asker, asked).await;
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
    let Some(asked) = beginning(settings) else { return Ok(()) };
    let rest = app.limits.rest(client);
    if !rest.is_zero() {
        return Err(TooMany { retry_after: rest }.into());
    }
    check(app, Asker { player: Some(player), ..Asker::default() }, client, &asked).await
}

/// The same for a player who takes a seat, and for the creator, whose own games may have come near to the position since it was offered. Of
/// these the refusal names none.
pub(in crate::web) async fn check_seat(
    app: &App,
    player: PlayerId,
    client: Client,
    settings: &Settings,
) -> Result<(), WebError> {
    check_beginning(app, player, client, settings).await?;
    let creator = settings.creator();
    let Some(asked) = beginning(settings).filter(|_| creator != player) else { return Ok(()) };
    let began = Instant::now();
    let asker = Asker { player: Some(creator), ..Asker::default() };
    let estimable = app.lists.is_estimable(&asked, asker).await;
    app.limits.worked(client, began.elapsed());
    match estimable? {
        Estimable::Yes => Ok(()),
        Estimable::Withheld(_) => Err(unnamed().into()),
        Estimable::Later => Err(TooMany { retry_after: PAUSE }.into()),
    }
}

/// Refuses a pass to a player without an opponent who would be helped by what the server says behind it: two passes end play, and then it proposes which stones
/// live, and tells the score. The computer may make the second one.
pub(in crate::web) async fn check_pass(
    app: &App,
    player: PlayerId,
    client: Client,
    game: GameId,
    command: &Command,
) -> Result<(), WebError> {
    let Command::Pass { .. } = command else { return Ok(()) };
    // What is wrong with a pass in no game the room says.
    let Some(row) = app.store.game(game).await? else { return Ok(()) };
    let settings = &row.settings;
    let seats = [Some(settings.creator()), settings.opponent()];
    let is_alone = settings.local() || seats.into_iter().flatten().any(|seat| level_of(seat).is_some());
    if !is_alone || !seats.contains(&Some(player)) {
        return Ok(());
    }
    let rest = app.limits.rest(client);
    if !rest.is_zero() {
        return Err(TooMany { retry_after: rest }.into());
    }
    let found = app.lists.position_of(game, None, Audience::Player(player)).await?;
    let Some(asked) = found.content else { return Ok(()) };
    // A game withholds its positions from others, not from itself.
    let asker = Asker { player: Some(player), knows: None, itself: Some(game) };
    check(app, asker, client, &asked).await
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

async fn find(app: &App, asker: Asker, asked: &AskedPosition) -> Result<(), WebError> {
    match app.lists.is_estimable(asked, asker).await? {
        Estimable::Yes => Ok(()),
        Estimable::Withheld(game) => Err(refusal(app, asker, game).await?.into()),
        Estimable::Later => Err(TooMany { retry_after: PAUSE }.into()),
    }
}

/// The refusal. It names the game if the asker may see it.
async fn refusal(app: &App, asker: Asker, game: Option<GameId>) -> Result<Problem, WebError> {
    let Some(game) = game else { return Ok(unnamed()) };
    let eyes = match asker.player {
        Some(player) => app.enclosures.eyes(player).await?,
        None => Eyes::default(),
    };
    Ok(if app.enclosures.game(eyes, game).await?.is_seen() {
        ProblemCode::NotDuringTheGame.with(json!({"reason": "position", "game": Text(game)}))
    } else {
        unnamed()
    })
}

/// The refusal that tells of no game.
fn unnamed() -> Problem {
    ProblemCode::NotDuringTheGame.with(json!({"reason": "position"}))
}
