//! The example of the documentation plays a whole game.

use std::time::Duration;

use tengen_client::game::GameId;
use tengen_client::protocol::{BoardWish, Command, NewGame, Text};
use tengen_client::rules::{BoardName, Color};
use tengen_client::{Client, CommandIds, Table};
use tengen_testbed::until;
use tokio::time::timeout;

use crate::rest::small;
use crate::server::{Database, Server};

#[path = "../../examples/fifty_lines.rs"]
#[allow(dead_code, reason = "its own entry is not used here")]
mod fifty_lines;

/// The opponent: Black, who passes and accepts.
async fn pass(black: Client, game: GameId) {
    let mut ids = CommandIds::new();
    until(async || {
        let table = Table::new(black.game(game).await.unwrap());
        if table.is_finished() {
            return true;
        }
        let id = Text(ids.next());
        if table.to_move() == Some(Color::Black) {
            let pass = Command::Pass { id, turn: table.turn(), confirm: true };
            black.command(game, &pass).await.unwrap();
        } else if let Some(marks) = table.scoring().filter(|marks| !marks.accepted.black) {
            black.command(game, &Command::Accept { id, version: marks.version }).await.unwrap();
        }
        false
    })
    .await;
}

#[tokio::test]
async fn fifty_lines_play_to_the_end() {
    let server = Server::start(Database::Sqlite).await;
    let (black, _) = Client::new(&server.url()).unwrap().guest(None).await.unwrap();
    let board = BoardWish(BoardName::Grid { width: 9, height: 9 });
    let game = black.create_game(&NewGame { board, ..small() }).await.unwrap().id.0;
    let url = server.url();
    let both = async { tokio::join!(fifty_lines::play(&url), pass(black.clone(), game)) };
    timeout(Duration::from_mins(2), both).await.expect("an end").0.unwrap();
    let result = black.game(game).await.unwrap().result.unwrap();
    assert!(result.margin.is_some(), "{}", result.text);
}
