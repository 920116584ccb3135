//! The house plays: a built-in opponent of several levels, behind the same commands as everybody else.
//!
//! Its players are rows like any others, with ids that never change. Rooms note the games in which one of them has
//! something to do; a few threads, one unless the operator says otherwise, take those games in turn. So a server with
//! very many of them answers later, and nothing else gets slower; and one address has only its share of the thinking.
//! Nothing is kept in memory for a game in which it is the opponent's turn, and nothing is lost with the process: the table
//! knows which games the house plays.

mod opponents;
mod queue;
mod thinking;
mod turn;

use tengen_game::{Phase, PlayerId};
use tengen_house::Level;
use tengen_protocol::{Player, PlayerCard};

pub use queue::Queue;
pub use turn::Turn;

use crate::app::App;
use crate::computers::{card, player_of};
use crate::store::{GamesFilter, Part, Store, StoreError};
use crate::trouble;

/// How many games are read from the table at once.
const PAGE: u32 = 100;

/// Makes sure that the players of the house are known. Nothing is written after the first time.
///
/// # Errors
///
/// When the database fails; it is tried again when the house opens.
pub async fn introduce(store: &Store) -> Result<(), StoreError> {
    for card in Level::ALL.map(card) {
        if store.player(card.id.0).await?.is_some() {
            continue;
        }
        let PlayerCard { id, name, guest, kind } = card;
        let player = Player { id, name, guest, kind, created_at: store.clock().now() };
        store.ensure_player(&player).await?;
    }
    Ok(())
}

/// Plays until the server stops, beginning with the games that wait for it in the table.
pub async fn open(app: App) {
    for _ in 0..app.options.house_threads {
        tokio::spawn(thinking::play(app.clone()));
    }
    if !app.house.is_open() {
        return;
    }
    while let Err(error) = sit_down(&app).await {
        trouble::log("the computer can't sit down yet", error);
        app.clock.sleep(thinking::AGAIN).await;
    }
}

async fn sit_down(app: &App) -> Result<(), StoreError> {
    introduce(&app.store).await?;
    for level in Level::ALL {
        note_games(app, player_of(level)).await?;
    }
    Ok(())
}

/// Notes the games of a player that are not finished. Whether there is something to do is seen when their turn comes.
async fn note_games(app: &App, player: PlayerId) -> Result<(), StoreError> {
    let mut after = None;
    loop {
        let phases = vec![Phase::Open, Phase::Playing, Phase::Scoring];
        let (player, now) = (Some(player), app.clock.now());
        let filter =
            GamesFilter { phases, player, viewer: player, after, limit: PAGE, now, ..GamesFilter::default() };
        let Part { games, next } = app.store.games(&filter).await?;
        for listed in &games {
            app.house.note(listed.game.id, listed.game.settings.creator());
        }
        if next.is_none() {
            return Ok(());
        }
        after = next;
    }
}
