//! The position in which a game begins, where it does not begin with an empty board or handicap stones.

use std::sync::Arc;

use tengen_rules::{Board, Color, Game, Move, Point, Rules, Stones, StonesError, Topology, Vertex};

use crate::{Line, NotPossible};

/// A wish for a position in which a game begins, not yet checked. [`Beginning::new`] checks it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BeginningWish {
    /// `.` `B` `W` for each point, row by row from the top left.
    pub stones: String,
    /// The player to move on these stones.
    pub to_move: Color,
    /// The moves that led on from them: by whom, or by the player to move, and where unless it was a pass.
    pub moves: Vec<(Option<Color>, Option<Vertex>)>,
}

/// Why a game can't begin so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BeginningError {
    /// Stones that do not fit the board.
    #[error("stones: {0}")]
    Stones(StonesError),
    /// A chain without a liberty, by one of its stones.
    #[error("the chain of {0} has no liberty")]
    NoLiberties(Vertex),
    /// More moves than [`Beginning::MOST_MOVES`].
    #[error("more than {} moves", Beginning::MOST_MOVES)]
    TooLong,
    /// A move that can't be made.
    #[error("move {number}: {why}")]
    NotPossible {
        /// Its number, from 1 on.
        number: u32,
        /// Where; `None` for a pass.
        at: Option<Vertex>,
        /// Why not.
        why: NotPossible,
    },
    /// Play was resumed more often than in any game.
    #[error("play was resumed more than {} times", Beginning::MOST_RESUMPTIONS)]
    Resumptions,
    /// The moves have ended play.
    #[error("play is over behind these moves")]
    PlayIsOver,
}

/// A position in which a game begins: stones, and the moves that led on from them.
///
/// The moves belong to the position and not to the game, which counts its own from 1. But the positions that
/// they went through count for ko and superko, and their prisoners are those of the game.
///
/// ```
/// use std::sync::Arc;
/// use tengen_game::{Beginning, BeginningWish};
/// use tengen_rules::{Color, Illegal, Preset, Topology};
///
/// let grid = Arc::new(Topology::grid(5, 3)?);
/// let wish = BeginningWish {
///     stones: ".BW.. BW.W. .BW..".to_owned(),
///     to_move: Color::Black,
///     moves: vec![(None, Some("C2".parse()?))],
/// };
/// let beginning = Beginning::new(&grid, &Preset::Japanese.rules(), &wish)?;
/// let game = beginning.game();
/// assert_eq!((game.to_move(), game.prisoners().black), (Color::White, 1));
/// let taken = grid.point("B2".parse()?).ok_or("off the board")?;
/// assert_eq!(game.check(taken), Err(Illegal::Ko));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Beginning {
    stones: Stones,
    to_move: Color,
    moves: Vec<(Color, Move)>,
    captured: Vec<Point>,
    game: Game,
}

impl Beginning {
    /// The most moves that lead to a position.
    pub const MOST_MOVES: usize = 2_000;
    /// The times that they may resume play: as many as a game may.
    pub const MOST_RESUMPTIONS: u8 = 9;

    /// Checks a wish and makes its moves under these rules.
    ///
    /// # Errors
    ///
    /// The first reason for which a game can't begin so.
    pub fn new(
        topology: &Arc<Topology>,
        rules: &Rules,
        wish: &BeginningWish,
    ) -> Result<Self, BeginningError> {
        if wish.moves.len() > Self::MOST_MOVES {
            return Err(BeginningError::TooLong);
        }
        let stones = Stones::parse(topology, &wish.stones).map_err(BeginningError::Stones)?;
        let board = Board::from_stones(Arc::clone(topology), &stones)
            .map_err(|error| BeginningError::NoLiberties(topology.vertex(error.stone)))?;
        let mut line = Line::new(Game::from_board(board, *rules, wish.to_move));
        let mut moves = Vec::with_capacity(wish.moves.len());
        let mut captured = Vec::new();
        let mut resumed = 0;
        for (number, &(color, at)) in (1..).zip(&wish.moves) {
            let by = color.unwrap_or(line.game().to_move());
            resumed += u8::from(line.to_move().is_none());
            if resumed > Self::MOST_RESUMPTIONS {
                return Err(BeginningError::Resumptions);
            }
            let made = line.make(color, at);
            captured = made.map_err(|why| BeginningError::NotPossible { number, at, why })?;
            let made = at.and_then(|vertex| topology.point(vertex)).map_or(Move::Pass, Move::Play);
            moves.push((by, made));
        }
        if line.to_move().is_none() {
            return Err(BeginningError::PlayIsOver);
        }
        Ok(Self { stones, to_move: wish.to_move, moves, captured, game: line.into_game() })
    }

    /// The stones before the moves.
    pub fn stones(&self) -> &Stones {
        &self.stones
    }

    /// The player to move on these stones.
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// The moves that led on from them.
    pub fn moves(&self) -> &[(Color, Move)] {
        &self.moves
    }

    /// The stones that the last of them took off the board.
    pub(crate) fn captured(&self) -> &[Point] {
        &self.captured
    }

    /// The game of the rules behind these moves.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The wish that leads to this beginning, with the player of each move.
    pub fn wish(&self) -> BeginningWish {
        let topology = self.game.board().topology();
        let vertex = |made| match made {
            Move::Play(point) => Some(topology.vertex(point)),
            Move::Pass => None,
        };
        BeginningWish {
            stones: self.stones.to_string(),
            to_move: self.to_move,
            moves: self.moves.iter().map(|&(color, made)| (Some(color), vertex(made))).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use tengen_rules::{Illegal, Preset};

    use super::*;

    fn begin(
        rules: Rules,
        stones: &str,
        moves: &[(Option<Color>, &str)],
    ) -> Result<Beginning, BeginningError> {
        let grid = Arc::new(Topology::grid(5, 3).unwrap());
        let moves = moves.iter().map(|(color, at)| (*color, at.parse().ok())).collect();
        Beginning::new(
            &grid,
            &rules,
            &BeginningWish { stones: stones.to_owned(), to_move: Color::Black, moves },
        )
    }

    const EMPTY: &str = "..... ..... .....";

    #[test]
    fn a_position_is_refused_with_its_reason() {
        let rules = Preset::Chinese.rules();
        let refused = |stones, moves: &[(Option<Color>, &str)]| begin(rules, stones, moves).unwrap_err();
        assert_eq!(
            refused("...", &[]),
            BeginningError::Stones(StonesError::Length { expected: 15, found: 3 })
        );
        assert_eq!(refused("BW... W.... .....", &[]), BeginningError::NoLiberties("A3".parse().unwrap()));
        let at = Some("C2".parse().unwrap());
        let why = NotPossible::Rule(Illegal::Occupied);
        let twice = refused(EMPTY, &[(None, "C2"), (None, "C2")]);
        assert_eq!(twice, BeginningError::NotPossible { number: 2, at, why });
        let of_white = refused(EMPTY, &[(Some(Color::White), "C2")]);
        assert_eq!(of_white, BeginningError::NotPossible { number: 1, at, why: NotPossible::OutOfTurn });
        assert_eq!(refused(EMPTY, &[(None, "pass"), (None, "pass")]), BeginningError::PlayIsOver);
        let often = [(None, "pass"); 3].repeat(10);
        assert_eq!(refused(EMPTY, &often), BeginningError::Resumptions);
        let long = vec![(None, "pass"); Beginning::MOST_MOVES + 1];
        assert_eq!(refused(EMPTY, &long), BeginningError::TooLong);
    }

    #[test]
    fn a_move_behind_two_passes_resumes_play() {
        let black = Some(Color::Black);
        let moves = [(None, "pass"), (None, "pass"), (black, "C2")];
        let begun = begin(Preset::Japanese.rules(), EMPTY, &moves).unwrap();
        assert_eq!(begun.game().to_move(), Color::White);
        let again =
            Beginning::new(begun.game().board().topology(), begun.game().rules(), &begun.wish()).unwrap();
        assert_eq!(again.wish(), begun.wish());
    }
}
