//! The positions on which nodes hang.

mod of_game;
mod of_record;
mod spot;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use tengen_game::{Event, Settings};
use tengen_protocol::records::Shown;
use tengen_rules::{Board, BoardNameError, Game, NoLiberties, Rules, SetupError, Topology};

use of_game::GameGround;
use of_record::RecordGround;
use spot::Beginning;
pub(super) use spot::{Asked, Reached, Spot};

/// The positions on which nodes of a tree hang: those of a game, as its log has them, or those of the nodes
/// of a record.
#[derive(Debug)]
pub struct Ground {
    topology: Arc<Topology>,
    positions: Positions,
}

#[derive(Debug)]
enum Positions {
    Game(GameGround),
    Record(RecordGround),
}

/// A ground that can't be laid: a game or record of before that is none any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum GroundError {
    /// The handicap stones of a game.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The board of a record.
    #[error(transparent)]
    Board(#[from] BoardNameError),
}

impl Ground {
    /// The positions of a game behind each of these events, which are the first ones of its log.
    ///
    /// # Errors
    ///
    /// When stored settings put a handicap stone where none can stand.
    pub fn of_game(settings: &Settings, log: &[Event]) -> Result<Self, GroundError> {
        let positions = Positions::Game(GameGround::new(settings, log)?);
        Ok(Self { topology: Arc::clone(settings.topology()), positions })
    }

    /// The positions of the nodes of a record.
    ///
    /// # Errors
    ///
    /// When there is no such board.
    pub fn of_record(shown: Shown) -> Result<Self, GroundError> {
        let topology = Arc::new(shown.board.name().topology()?);
        let positions = Positions::Record(RecordGround::new(shown, Arc::clone(&topology)));
        Ok(Self { topology, positions })
    }

    /// The number of nodes of a record of which these are the positions; 0 of a game.
    pub fn nodes(&self) -> usize {
        match &self.positions {
            Positions::Game(_) => 0,
            Positions::Record(record) => record.nodes(),
        }
    }

    /// The number of bytes that the nodes of a record take here: up to 24 each, and three for each point that they change. 0 of a game.
    pub fn bytes(&self) -> usize {
        match &self.positions {
            Positions::Game(_) => 0,
            Positions::Record(record) => record.bytes(),
        }
    }

    /// The board.
    pub fn topology(&self) -> &Topology {
        &self.topology
    }

    /// The positions on the way to those that are asked for, each behind the one before it, and which of them
    /// is one that was asked for. Places that are not there are left out.
    pub(super) fn lay(&self, asked: &HashSet<Asked>) -> (Vec<Spot>, HashMap<Asked, usize>) {
        match &self.positions {
            Positions::Game(game) => game.lay(asked),
            Positions::Record(record) => record.lay(asked),
        }
    }

    /// The game that begins so.
    pub(super) fn game(&self, beginning: &Beginning) -> Result<Game, NoLiberties> {
        match beginning {
            Beginning::Game(game) => Ok(game.as_ref().clone()),
            Beginning::Stones(stones, to_move) => {
                let board = Board::from_stones(Arc::clone(&self.topology), stones)?;
                Ok(Game::from_board(board, self.rules(), *to_move))
            }
        }
    }

    fn rules(&self) -> Rules {
        match &self.positions {
            Positions::Game(game) => game.rules(),
            Positions::Record(record) => record.rules(),
        }
    }
}
