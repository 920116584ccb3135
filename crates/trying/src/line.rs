//! A line of moves.

use std::fmt;
use std::sync::Arc;

use tengen_rules::{Color, Ending, Game, Illegal, Point, Topology, Vertex};

/// Why a move of a line can't be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotPossible {
    /// The rules forbid it.
    Rule(Illegal),
    /// It is the other player's turn.
    OutOfTurn,
}

impl NotPossible {
    /// The name of the reason in the protocol.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Rule(illegal) => illegal.rule(),
            Self::OutOfTurn => "out_of_turn",
        }
    }
}

impl From<Illegal> for NotPossible {
    fn from(illegal: Illegal) -> Self {
        Self::Rule(illegal)
    }
}

impl fmt::Display for NotPossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(illegal) => illegal.fmt(f),
            Self::OutOfTurn => f.write_str("it is the other player's turn"),
        }
    }
}

impl std::error::Error for NotPossible {}

/// A line of moves from a position on.
///
/// Two passes end play, as in a game. A move behind them resumes it, as players do who disagree about dead stones: whoever makes it
/// moves first, and all earlier positions still count. Nothing resumes play that a long cycle has ended.
///
/// ```
/// use std::sync::Arc;
/// use tengen_rules::{Color, Game, Preset, Topology};
/// use tengen_trying::{Line, NotPossible};
///
/// let grid = Arc::new(Topology::grid(9, 9)?);
/// let mut line = Line::new(Game::new(grid, Preset::Japanese.rules(), &[])?);
/// for _ in 0..2 {
///     line.make(None, None)?;
/// }
/// assert_eq!(line.to_move(), None);
/// line.make(Some(Color::White), Some("C3".parse()?))?;
/// assert_eq!(line.to_move(), Some(Color::Black));
/// assert_eq!(line.make(Some(Color::White), None), Err(NotPossible::OutOfTurn));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Line {
    game: Game,
}

impl Line {
    /// The line goes on from here.
    pub fn new(game: Game) -> Self {
        Self { game }
    }

    /// The position, with everything that the rules know of it.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Whose turn it is; nobody's once play is over.
    pub fn to_move(&self) -> Option<Color> {
        self.game.is_over().is_none().then(|| self.game.to_move())
    }

    /// Makes a move: of this player, or of the one to move, and a pass if it has no place. Answers the stones that it takes off, sorted: the
    /// opponent's, or, in suicide, the player's own with the one just played among them.
    ///
    /// # Errors
    ///
    /// If the rules forbid it, or it is not the player's turn. Nothing changes then.
    pub fn make(&mut self, color: Option<Color>, at: Option<Vertex>) -> Result<Vec<Point>, NotPossible> {
        let color = color.unwrap_or(self.game.to_move());
        let topology: &Arc<Topology> = self.game.board().topology();
        let at = at.map(|vertex| topology.point(vertex).ok_or(Illegal::OffBoard)).transpose()?;
        if self.game.is_over() == Some(Ending::Passes) {
            let mut resumed = self.game.clone();
            resumed.resume(color);
            let captured = go_on(&mut resumed, at)?;
            self.game = resumed;
            return Ok(captured);
        }
        if self.to_move().is_some_and(|to_move| to_move != color) {
            return Err(NotPossible::OutOfTurn);
        }
        Ok(go_on(&mut self.game, at)?)
    }
}

fn go_on(game: &mut Game, at: Option<Point>) -> Result<Vec<Point>, Illegal> {
    match at {
        Some(point) => game.play(point).map(|play| play.captured),
        None => game.pass().map(|_| Vec::new()),
    }
}
