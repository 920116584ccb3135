//! Commands that the server gives in the name of a player who does not: one who leaves for good, or may not play.

use tengen_game::{Command, GameId, Moment, PlayerId};
use tengen_live::{RoomError, Sent};

use crate::app::App;

/// How many games of a player are seen to: as many as a player may have.
pub(super) const GAMES: u32 = 1_000;

/// Gives a command in the name of a player.
pub(super) async fn command_for(
    app: &App,
    player: PlayerId,
    game: GameId,
    command: Command,
) -> Result<(), RoomError> {
    let moment = Moment::at(app.clock.now());
    let sent = Sent { actor: player, id: None, command, moment, answers: None };
    app.rooms.command(game, sent).await.map(|_| ())
}
