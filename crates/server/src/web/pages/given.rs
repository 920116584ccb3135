//! The data that a page brings along, so that it has something to show before its first request.

use serde::Serialize;
use tengen_game::GameId;
use tengen_protocol::{Player, Snapshot, Version};
use tengen_store::TreeOf;

use crate::app::App;
use crate::web::caller::MaybeCaller;

/// A page that is given more is slow to read: a game of some four thousand moves comes by the socket instead.
const LONGEST: usize = 256 * 1024;

/// The data of the page of a game.
#[derive(Serialize)]
struct Given<'a> {
    /// Who reads, as a socket greets them; nobody in particular without a token.
    player: Option<&'a Player>,
    /// The game as `GET /api/v1/games/{id}?protocol=2` answers it to the same reader.
    game: &'a Snapshot,
    /// Whether the reader keeps variations beside it, which the page asks for at once.
    variations: bool,
}

/// The data of the page of a game for this reader, as JSON; nothing where there is nothing to show, or too much.
///
/// A private game is given to its players alone: programs that make previews of an address read the whole page.
pub(super) async fn of_game(app: &App, id: &str, caller: &MaybeCaller) -> Option<String> {
    let id = id.parse::<GameId>().ok()?;
    let game = app.rooms.snapshot_in(id, caller.audience(), Version::V2).await.ok()?;
    if game.settings.private && !caller.player().is_some_and(|player| concerns(&game, player)) {
        return None;
    }
    let player = caller.player();
    let variations = match player {
        // The page looks for them itself later.
        Some(player) => app.store.keeps_variations(player.id.0, TreeOf::Game(id)).await.unwrap_or(false),
        None => false,
    };
    let json = serde_json::to_string(&Given { player, game: &game, variations }).ok()?;
    (json.len() <= LONGEST).then_some(json)
}

/// Whether a player made a game, plays it, or is asked to.
fn concerns(game: &Snapshot, player: &Player) -> bool {
    let players = [&game.players.black, &game.players.white, &game.opponent];
    players.into_iter().flatten().chain([&game.creator]).any(|card| card.id == player.id)
}
