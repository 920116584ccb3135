//! Where games begin.

use std::error::Error;
use std::fmt;

use super::Game;
use crate::history::History;
use crate::surface::Surface;
use crate::{Board, ByColor, Color, HandicapError, NoLiberties, Point, Rules, Stones, max_free_handicap};

impl<S: Surface> Game<S> {
    /// A game at its beginning. `setup` are Black's handicap stones; with any of them White moves first.
    pub fn new(surface: S, rules: Rules, setup: &[Point]) -> Result<Self, SetupError> {
        let mut stones = Stones::from_points(vec![None; surface.size()]);
        for &point in setup {
            if !surface.contains(point) {
                return Err(SetupError::OffBoard(point));
            }
            if stones.get(point).is_some() {
                return Err(SetupError::Twice(point));
            }
            stones.set(point, Some(Color::Black));
        }
        let board = Board::from_stones(surface, &stones).map_err(SetupError::NoLiberties)?;
        let to_move = if setup.is_empty() { Color::Black } else { Color::White };
        Ok(Game::from_board(board, rules, to_move))
    }

    /// A game under [`Placement::Free`](crate::Placement::Free): it begins with an empty board, and Black places so
    /// many stones, where Black wants, before White's first move. Each is an ordinary move, and ko knows the position
    /// after it. But Black stays to move meanwhile and may not pass. Handicaps of 0 and 1 have no stone.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use tengen_rules::{Color, Game, Illegal, Placement, Preset, Rules, Topology};
    ///
    /// let topology = Arc::new(Topology::grid(9, 9)?);
    /// let rules = Rules { placement: Placement::Free, ..Preset::Chinese.rules() };
    /// let mut game = Game::with_free_handicap(Arc::clone(&topology), rules, 2)?;
    /// game.play(topology.point("E5".parse()?).ok_or("off the board")?)?;
    /// assert_eq!((game.to_move(), game.handicap_left()), (Color::Black, 1));
    /// assert_eq!(game.pass(), Err(Illegal::Handicap));
    /// game.play(topology.point("C3".parse()?).ok_or("off the board")?)?;
    /// assert_eq!(game.to_move(), Color::White);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_free_handicap(surface: S, rules: Rules, stones: u8) -> Result<Self, HandicapError> {
        let max = max_free_handicap(&surface);
        if stones > max.max(1) {
            return Err(HandicapError { max });
        }
        let game = Game::from_board(Board::new(surface), rules, Color::Black);
        Ok(Game { handicap_left: if stones < 2 { 0 } else { stones }, ..game })
    }

    /// A game that begins with any legal position, which counts in its history.
    pub fn from_board(board: Board<S>, rules: Rules, to_move: Color) -> Self {
        Game {
            rules,
            history: History::new(&board, to_move),
            // Room for as many plies as the history has.
            moves: Vec::with_capacity(board.surface().size()),
            board,
            to_move,
            prisoners: ByColor::default(),
            cycle_start: 0,
            passes_in_a_row: 0,
            handicap_left: 0,
            button: None,
            resumed_last: None,
            ending: None,
        }
    }

    /// Goes on from another position, as a record does that sets up stones in mid-game. No move leads to this position,
    /// so the moves and passes before it count no more: for ko and superko, cycles and the end of play, the game begins
    /// with it. Prisoners and the button stay with their players.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use tengen_rules::{Board, Color, Game, Preset, Stones, Topology};
    ///
    /// let grid = Arc::new(Topology::grid(3, 3)?);
    /// let mut game = Game::new(grid.clone(), Preset::AgaButton.rules(), &[])?;
    /// game.pass()?;
    /// let stones = Stones::parse(&grid, ".B. B.B ...")?;
    /// game.set_up(Board::from_stones(grid, &stones)?, Color::Black);
    /// assert_eq!((game.to_move(), game.button()), (Color::Black, Some(Color::Black)));
    /// assert!(!game.pass()?.takes_button, "there is only one");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_up(&mut self, board: Board<S>, to_move: Color) {
        let (prisoners, button) = (self.prisoners, self.button);
        *self = Game { prisoners, button, ..Game::from_board(board, self.rules, to_move) };
    }
}

/// Handicap stones that cannot stand on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// A stone beyond the board.
    OffBoard(Point),
    /// Two stones on one point.
    Twice(Point),
    /// So many that there is no liberty left.
    NoLiberties(NoLiberties),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::OffBoard(point) => write!(f, "point {} is not on the board", point.index()),
            SetupError::Twice(point) => write!(f, "two stones on point {}", point.index()),
            SetupError::NoLiberties(error) => error.fmt(f),
        }
    }
}

impl Error for SetupError {}
