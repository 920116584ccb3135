//! Following a record.

use std::sync::Arc;

use tengen_rules::{Board, Color, Dead, Ending, Game, NoLiberties, Rules, SgfVertex, Stones, Topology};
use tengen_sgf::Node;
use tengen_sgf::go::{GameInfo, Placed, Played, Step};

use crate::opening::{Opening, fixed_stones};
use crate::{Failure, IllegalMove};

/// Why a record does not go on.
pub(crate) enum Stop {
    /// A move is illegal.
    Illegal(IllegalMove),
    /// A move is made where a handicap stone was put, of which the record does not say that it stands there.
    Misplaced,
    /// The record says something impossible.
    Failed(Failure),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Stop::Failed(failure)
    }
}

/// The rule that refuses a move.
type Refusal = &'static str;

/// A move by the player whose turn it is not.
const OUT_OF_TURN: Refusal = "out_of_turn";
/// A move beyond the board.
const OFF_BOARD: Refusal = "off_board";
/// A stone on a stone.
const OCCUPIED: Refusal = "occupied";
/// A handicap stone without a liberty.
const SUICIDE: Refusal = "suicide";
/// A move after the end.
const PLAY_IS_OVER: Refusal = "play_is_over";

/// A game as far as its record has been followed.
#[derive(Debug, Clone)]
pub(crate) struct Replay {
    topology: Arc<Topology>,
    rules: Rules,
    game: Game,
    moves: u32,
    opening: Opening,
    /// By how many turns handicap stones are put on star points.
    turns: u8,
    /// The handicap stones that were put there without a word of the record.
    assumed: Option<Stones>,
    /// Whether the record has not said whose turn it is, so that its next move does.
    any_turn: bool,
    resumptions_left: u8,
    /// Who passed after play was over.
    late_passes: Vec<Color>,
}

impl Replay {
    /// Before the first node. Handicap stones that the record does not place will be on the star points of a board that was
    /// turned so often.
    pub(crate) fn new(topology: Arc<Topology>, rules: Rules, info: &GameInfo, turns: u8) -> Replay {
        let opening = Opening::of(info);
        let first = if opening == Opening::Over { Color::Black } else { Color::White };
        let game = Game::from_board(Board::new(Arc::clone(&topology)), rules, first);
        Replay {
            topology,
            rules,
            game,
            moves: 0,
            opening,
            turns,
            assumed: None,
            any_turn: false,
            resumptions_left: rules.resumptions,
            late_passes: Vec::new(),
        }
    }

    /// The position reached.
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// How many moves were made.
    pub(crate) fn moves(&self) -> u32 {
        self.moves
    }

    /// Carries out a node.
    pub(crate) fn follow(&mut self, step: &Step<'_>, node: Node<'_>) -> Result<(), Stop> {
        if !step.setup.is_empty() {
            self.set_up(&step.setup, node)?;
        }
        // Beside a move, `PL` only repeats the move's colour.
        if let Some(color) = step.to_move.filter(|_| step.moves.is_empty()) {
            self.give_turn_to(color);
        }
        for played in &step.moves {
            self.take(played)?;
        }
        Ok(())
    }

    /// Ends a record: handicap stones that it counts but never places are on the board all the same.
    pub(crate) fn finish(&mut self) -> Result<(), Failure> {
        self.place_fixed_stones()
    }

    fn set_up(&mut self, setup: &[Placed<'_>], node: Node<'_>) -> Result<(), Failure> {
        let mut stones = self.game.board().stones();
        for placed in setup {
            if let Some(point) = placed.at.on(&self.topology) {
                stones.set(point, placed.stone);
            }
        }
        let is_handicap = self.opening.is_handicap(&stones);
        self.any_turn = !is_handicap;
        self.opening = Opening::Over;
        self.begin_anew(&stones, self.game.to_move()).map_err(|error| Failure {
            code: "no_liberties",
            position: setup.last().and_then(|placed| node.collection().position(placed.value)),
            message: format!(
                "the chain at {} is set up without a liberty",
                self.topology.vertex(error.stone)
            ),
        })
    }

    /// Makes it that player's turn, if it is not.
    fn give_turn_to(&mut self, color: Color) {
        self.any_turn = false;
        if self.game.to_move() != color {
            let board = self.game.board().clone();
            self.restart(board, color);
        }
    }

    fn take(&mut self, played: &Played<'_>) -> Result<(), Stop> {
        let made = match self.opening {
            Opening::Over => self.make(played.color, played.at),
            Opening::Open { stones } | Opening::Placing { left: stones } => match (played.color, played.at) {
                (Color::Black, Some(at)) if stones > 0 => self.place(at, stones),
                (color, at) => {
                    self.place_fixed_stones()?;
                    self.opening = Opening::Over;
                    self.make(color, at)
                }
            },
        };
        let ply = self.moves + 1;
        if let Err(rule) = made {
            return Err(if rule == OCCUPIED && self.is_assumed(played.at) {
                Stop::Misplaced
            } else {
                Stop::Illegal(IllegalMove { ply, at: self.written(played), rule })
            });
        }
        self.moves = ply;
        Ok(())
    }

    /// Whether a handicap stone was put there without a word of the record.
    fn is_assumed(&self, at: Option<SgfVertex>) -> bool {
        let point = at.and_then(|at| at.on(&self.topology));
        let stones = self.assumed.as_ref();
        stones.zip(point).is_some_and(|(stones, point)| stones.get(point).is_some())
    }

    /// Puts the stones on the star points, if the record has placed none.
    fn place_fixed_stones(&mut self) -> Result<(), Failure> {
        let Opening::Open { stones } = self.opening else { return Ok(()) };
        self.opening = Opening::Over;
        let board = fixed_stones(&self.topology, stones, self.turns)?;
        self.begin_anew(&board, self.game.to_move())
            .map_err(|error| Failure::new("handicap_stones", error.to_string()))?;
        self.assumed = Some(board);
        Ok(())
    }

    /// Places one of `stones` handicap stones, as a move.
    fn place(&mut self, at: SgfVertex, stones: u8) -> Result<(), Refusal> {
        let point = at.on(&self.topology).ok_or(OFF_BOARD)?;
        let mut board = self.game.board().stones();
        if board.get(point).is_some() {
            return Err(OCCUPIED);
        }
        board.set(point, Some(Color::Black));
        self.begin_anew(&board, Color::White).map_err(|_| SUICIDE)?;
        self.opening = Opening::Placing { left: stones - 1 };
        Ok(())
    }

    fn make(&mut self, color: Color, at: Option<SgfVertex>) -> Result<(), Refusal> {
        if self.game.is_over().is_some() {
            let Some(_) = at else {
                // Some servers want three passes. They change nothing, unless play goes on.
                self.late_passes.push(color);
                return Ok(());
            };
            self.go_on(color)?;
        }
        if self.any_turn {
            self.give_turn_to(color);
        }
        if self.game.to_move() != color {
            return Err(OUT_OF_TURN);
        }
        let made = match at {
            None => self.game.pass().map(drop),
            Some(at) => self.game.play(at.on(&self.topology).ok_or(OFF_BOARD)?).map(drop),
        };
        made.map_err(tengen_rules::Illegal::rule)
    }

    /// Play that ended by passes goes on: the players disagreed about dead stones. Passes since then were part of it.
    fn go_on(&mut self, color: Color) -> Result<(), Refusal> {
        let mut resumed = self.clone();
        for passer in std::mem::take(&mut resumed.late_passes) {
            resumed.resume(passer)?;
            if resumed.game.to_move() != passer {
                return Err(OUT_OF_TURN);
            }
            resumed.game.pass().map_err(tengen_rules::Illegal::rule)?;
        }
        resumed.resume(color)?;
        *self = resumed;
        Ok(())
    }

    fn resume(&mut self, first: Color) -> Result<(), Refusal> {
        match self.game.is_over() {
            None => Ok(()),
            Some(Ending::Passes) if self.rules.dead == Dead::Agreement && self.resumptions_left > 0 => {
                self.resumptions_left -= 1;
                self.game.resume(first);
                Ok(())
            }
            Some(_) => Err(PLAY_IS_OVER),
        }
    }

    /// Goes on with other stones. Earlier positions are forgotten; prisoners and the button are not.
    fn begin_anew(&mut self, stones: &Stones, to_move: Color) -> Result<(), NoLiberties> {
        let board = Board::from_stones(Arc::clone(&self.topology), stones)?;
        self.restart(board, to_move);
        Ok(())
    }

    fn restart(&mut self, board: Board, to_move: Color) {
        self.late_passes.clear();
        self.game.set_up(board, to_move);
    }

    fn written(&self, played: &Played<'_>) -> String {
        let Some(vertex) = played.at else { return "pass".to_owned() };
        match vertex.on(&self.topology) {
            Some(point) => self.topology.vertex(point).to_string(),
            None => played.value.simple_text().trim().to_owned(),
        }
    }
}
