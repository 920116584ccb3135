//! The house plays: a built-in opponent of several levels, behind the same commands as everybody else.
//!
//! Its players are rows like any others, with ids that never change. An event after which one of them has something to do leaves
//! a job in the table of jobs. The server that stored the event takes it at once; another one does when this server has died.
//! A few threads, one unless the operator says otherwise, take the games in turn. So a server with very many of them answers
//! later, and nothing else gets slower; and one address has only its share of the thinking. Nothing is kept
//! in memory for a game in which it is the opponent's turn.

mod opponents;
mod parts;
mod queue;
mod thinking;
mod turn;

use std::time::Duration;

use tengen_duties::Duties;
use tengen_house::Level;
use tengen_protocol::{Player, PlayerCard};
use tengen_store::computers::card;
use tengen_store::{Store, StoreError};
use tengen_trouble as trouble;

pub use parts::Computer;
pub use queue::{Load, Queue};

/// How often the table of jobs is looked at.
const LOOK: Duration = Duration::from_secs(1);
/// How many rows are read at once.
const PAGE: u32 = 500;

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

/// Begins the duties of the computer: it plays until the server is about to stop. A computer without threads has none.
pub fn open(computer: &Computer, duties: &Duties) {
    for _ in 0..computer.threads {
        let computer = computer.clone();
        duties.again("computer_moves", move || thinking::play(computer.clone()));
    }
    if computer.queue.is_open() {
        let computer = computer.clone();
        duties.again("computer_turns", move || look_for_turns(computer.clone()));
    }
}

/// Looks for turns until the server is about to stop.
async fn look_for_turns(computer: Computer) {
    let mut looks = computer.store.clock().ticks(LOOK);
    let mut introduced = false;
    loop {
        tokio::select! {
            () = looks.tick() => {}
            () = computer.leaving.cancelled() => break,
            () = computer.stop.cancelled() => break,
        }
        if let Err(error) = look(&computer, &mut introduced).await {
            trouble::log("the computer can't look for its turns", error);
        }
    }
    // Nobody takes a tick any more, for which a clock that is moved by hand would wait.
    drop(looks);
    computer.stop.cancelled().await;
}

/// Takes note of the turns that are due and that nobody has taken note of: those of the time before this server, those that have
/// failed, and those of a server that has died.
async fn look(computer: &Computer, introduced: &mut bool) -> Result<(), StoreError> {
    if !*introduced {
        introduce(&computer.store).await?;
        *introduced = true;
    }
    let mut after = None;
    loop {
        let turns = computer.store.due_turns(computer.store.clock().now(), after, PAGE).await?;
        for (game, opponent) in &turns {
            computer.queue.note(*game, *opponent);
        }
        match turns.last() {
            Some((last, _)) if turns.len() == PAGE as usize => after = Some(*last),
            _ => return Ok(()),
        }
    }
}
