//! What players do in games, and what the server does in the name of one who leaves for good, or may not play.

use tengen_game::{Command, GameId, Moment, PlayerId};
use tengen_limits::Client;
use tengen_live::{Posted, RoomError, Sent};
use tengen_protocol::{Event, SentCommand};

use crate::kit::{ActionError, Actor, Parts};

/// How many games of a player are seen to: as many as a player may have.
pub const GAMES: u32 = 1_000;

/// Carries a command out, and answers its event as the player sees it.
pub async fn command(
    parts: &Parts,
    actor: &Actor,
    game: GameId,
    command: &SentCommand,
) -> Result<Event, ActionError> {
    let moment = Moment::at(parts.clock.now());
    let seq = post(parts, (actor.id(), actor.client), game, command, moment).await?.await?;
    Ok(parts.rooms.event(game, seq, actor.audience()).await?)
}

/// Puts a command of a player, which came at this moment, into the queue of its game. Those that are put there one
/// after the other are carried out in that order. Whoever calls has asked whether the player sees the game.
pub async fn post(
    parts: &Parts,
    (actor, client): (PlayerId, Client),
    game: GameId,
    command: &SentCommand,
    moment: Moment,
) -> Result<Posted, ActionError> {
    parts.limits.command(client)?;
    parts.house.note_player(actor, client);
    let id = Some(command.id().clone());
    let sent = Sent { actor, id, command: command.to_game(), moment, answers: None };
    Ok(parts.rooms.post(game, sent).await?)
}

/// Gives a command in the name of a player.
pub async fn command_for(
    parts: &Parts,
    player: PlayerId,
    game: GameId,
    command: Command,
) -> Result<(), RoomError> {
    let moment = Moment::at(parts.clock.now());
    let sent = Sent { actor: player, id: None, command, moment, answers: None };
    parts.rooms.command(game, sent).await.map(|_| ())
}
