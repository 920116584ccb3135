//! Following a record.

use std::sync::Arc;

use tengen_records::OpenGame;
use tengen_rules::{Board, Color, Dead, Ending, Game, NoLiberties, Rules, SgfVertex, Stones, Topology};
use tengen_sgf::go::{Diagram, Placed, Played, Step};

use crate::IllegalMove;
use crate::opening::Opening;

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
    /// The handicap stones that the record counts and does not place, if it is known where they stood.
    unplaced: Option<Stones>,
    /// Whether the record has not said whose turn it is, so that its next move does.
    any_turn: bool,
    resumptions_left: u8,
    /// Who passed after play was over.
    late_passes: Vec<Color>,
}

impl Replay {
    /// Before the first node.
    pub(crate) fn new(opened: &OpenGame, rules: Rules) -> Replay {
        let topology = Arc::clone(&opened.topology);
        let opening = Opening::of(&opened.info);
        let first = if opening == Opening::Over { Color::Black } else { Color::White };
        let game = Game::from_board(Board::new(Arc::clone(&topology)), rules, first);
        Replay {
            topology,
            rules,
            game,
            moves: 0,
            opening,
            unplaced: opened.unplaced.clone(),
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
    pub(crate) fn follow(&mut self, step: &Step<'_>) -> Result<(), IllegalMove> {
        if !step.setup.is_empty() {
            self.set_up(&step.setup);
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
    pub(crate) fn finish(&mut self) {
        self.place_fixed_stones();
    }

    /// Sets points up. No chain can stand without a liberty: those that have none are taken off, all at once.
    fn set_up(&mut self, setup: &[Placed<'_>]) {
        let mut stones = self.game.board().stones();
        for placed in setup {
            if let Some(point) = placed.at.on(&self.topology) {
                stones.set(point, placed.stone);
            }
        }
        let is_handicap = self.opening.is_handicap(&stones);
        self.any_turn = !is_handicap;
        self.opening = Opening::Over;
        self.restart(self.standing(stones), self.game.to_move());
    }

    /// A board with these stones, less those of chains that have no liberty.
    fn standing(&self, mut stones: Stones) -> Board {
        let board = |stones: &Stones| Board::from_stones(Arc::clone(&self.topology), stones);
        board(&stones)
            .or_else(|_| {
                let mut diagram = Diagram::new(Arc::clone(&self.topology));
                for (point, stone) in self.topology.points().zip(stones.iter()) {
                    diagram.set(point, stone);
                }
                for point in diagram.stifled(self.topology.points()) {
                    stones.set(point, None);
                }
                board(&stones)
            })
            // Whatever is left has a liberty.
            .unwrap_or_else(|_| Board::new(Arc::clone(&self.topology)))
    }

    /// Makes it that player's turn, if it is not.
    fn give_turn_to(&mut self, color: Color) {
        self.any_turn = false;
        if self.game.to_move() != color {
            let board = self.game.board().clone();
            self.restart(board, color);
        }
    }

    fn take(&mut self, played: &Played<'_>) -> Result<(), IllegalMove> {
        let made = match self.opening {
            Opening::Over => self.make(played.color, played.at),
            Opening::Open { stones } | Opening::Placing { left: stones } => match (played.color, played.at) {
                (Color::Black, Some(at)) if stones > 0 => self.place(at, stones),
                (color, at) => {
                    self.place_fixed_stones();
                    self.opening = Opening::Over;
                    self.make(color, at)
                }
            },
        };
        let ply = self.moves + 1;
        if let Err(rule) = made {
            return Err(IllegalMove { ply, at: self.written(played), rule });
        }
        self.moves = ply;
        Ok(())
    }

    /// Puts the stones where they are taken to stand, if the record has placed none.
    fn place_fixed_stones(&mut self) {
        if !matches!(self.opening, Opening::Open { .. }) {
            return;
        }
        self.opening = Opening::Over;
        if let Some(stones) = self.unplaced.take() {
            self.restart(self.standing(stones), self.game.to_move());
        }
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
