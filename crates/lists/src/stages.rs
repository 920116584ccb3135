//! How far games without help have come, as the rooms of this server tell it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tengen_game::{GameId, Phase};
use tengen_live::LiveGame;
use tengen_rules::BoardName;

/// How many games are remembered for each board. If more have changed, the database is asked.
const REMEMBERED: usize = 10_000;

/// How far a game has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    /// It goes on; its last event has this number.
    UnderWay(u32),
    /// It is over.
    Over,
}

/// The games that have changed since somebody asked, by their boards. Boards for which nobody asks cost nothing.
#[derive(Debug, Default)]
pub(crate) struct Stages(Mutex<HashMap<BoardName, HashMap<GameId, Stage>>>);

impl Stages {
    /// Takes note of a game whose last event was stored.
    pub(crate) fn note(&self, game: &LiveGame) {
        let state = game.state();
        let settings = state.settings();
        if settings.aids().estimate || settings.local() {
            return;
        }
        let stage = match state.phase() {
            Phase::Playing | Phase::Scoring => Stage::UnderWay(state.seq()),
            Phase::Finished => Stage::Over,
            Phase::Open => return,
        };
        self.set(settings.board(), game.id(), stage);
    }

    fn set(&self, board: BoardName, game: GameId, stage: Stage) {
        let mut boards = self.lock();
        let Some(games) = boards.get_mut(&board) else { return };
        if games.len() >= REMEMBERED {
            boards.remove(&board);
        } else {
            games.insert(game, stage);
        }
    }

    /// Listens for games on a board from now on.
    pub(crate) fn listen(&self, board: BoardName) {
        self.lock().insert(board, HashMap::new());
    }

    /// Listens for games on a board no more.
    pub(crate) fn leave(&self, board: BoardName) {
        self.lock().remove(&board);
    }

    /// What has changed on a board since the last call. `None` if nobody has listened, or if it was too much.
    pub(crate) fn take(&self, board: BoardName) -> Option<HashMap<GameId, Stage>> {
        self.lock().get_mut(&board).map(std::mem::take)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<BoardName, HashMap<GameId, Stage>>> {
        // The map is whole even if a holder of the lock panicked: each change of it is one call.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: BoardName = BoardName::Grid { width: 9, height: 9 };

    #[test]
    fn the_last_stage_of_each_game_is_told_once() {
        let stages = Stages::default();
        let game = GameId::from_entropy([1; 10]);
        stages.set(BOARD, game, Stage::UnderWay(1));
        assert_eq!(stages.take(BOARD), None, "nobody has listened");
        stages.listen(BOARD);
        stages.set(BOARD, game, Stage::UnderWay(2));
        stages.set(BOARD, game, Stage::Over);
        assert_eq!(stages.take(BOARD), Some(HashMap::from([(game, Stage::Over)])));
        assert_eq!(stages.take(BOARD), Some(HashMap::new()));
        stages.leave(BOARD);
        assert_eq!(stages.take(BOARD), None);
    }

    #[test]
    fn too_much_is_not_remembered() {
        let stages = Stages::default();
        stages.listen(BOARD);
        for number in 0..=REMEMBERED {
            let mut bytes = [0; 10];
            bytes[..8].copy_from_slice(&(number as u64).to_le_bytes());
            stages.set(BOARD, GameId::from_entropy(bytes), Stage::UnderWay(1));
        }
        assert_eq!(stages.take(BOARD), None);
    }
}
