//! A line of moves.

use std::collections::HashMap;
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
    /// The line has come back to its positions so often that nobody goes on to compare them.
    Repeats,
}

/// The most positions that look the same and are compared for a line. Real games come back to a few.
const MOST_COMPARED: u32 = 20_000;

impl NotPossible {
    /// The name of the reason in the protocol.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Rule(illegal) => illegal.rule(),
            Self::OutOfTurn => "out_of_turn",
            Self::Repeats => "superko",
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
            Self::Repeats => f.write_str("the same positions come back too often"),
        }
    }
}

impl std::error::Error for NotPossible {}

/// A line of moves from a position on.
///
/// Two passes end play, as in a game. A move behind them resumes it, as players do who disagree about dead
/// stones: whoever makes it moves first, and all earlier positions still count. Nothing resumes play that a
/// long cycle has ended.
///
/// ```
/// use std::sync::Arc;
/// use tengen_rules::{Color, Game, Preset, Topology};
/// use tengen_game::{Line, NotPossible};
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
    /// The number of times that each position stood, by its hash: each is compared with a new one that looks
    /// the same.
    stood: HashMap<u64, u32>,
    compared: u32,
}

impl Line {
    /// The line goes on from here.
    pub fn new(game: Game) -> Self {
        Self { game, stood: HashMap::new(), compared: 0 }
    }

    /// The position, with everything that the rules know of it.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The same, for whoever needs the line no more.
    pub fn into_game(self) -> Game {
        self.game
    }

    /// Whose turn it is; nobody's once play is over.
    pub fn to_move(&self) -> Option<Color> {
        self.game.is_over().is_none().then(|| self.game.to_move())
    }

    /// Makes a move: of this player, or of the one to move, and a pass if it has no place. Answers the stones
    /// that it takes off, sorted: the opponent's, or, in suicide, the player's own with the one just played
    /// among them.
    ///
    /// # Errors
    ///
    /// If the rules forbid it, it is not the player's turn, or the line has repeated itself too often.
    /// Nothing changes then.
    pub fn make(&mut self, color: Option<Color>, at: Option<Vertex>) -> Result<Vec<Point>, NotPossible> {
        if self.compared > MOST_COMPARED {
            return Err(NotPossible::Repeats);
        }
        let captured = self.make_unbounded(color, at)?;
        let stood = self.stood.entry(self.game.board().hash()).or_default();
        self.compared = self.compared.saturating_add(*stood);
        // Where play is resumed, the position stands once more.
        *stood = stood.saturating_add(2);
        Ok(captured)
    }

    /// Makes a move of a record. Where the line can't go on with it, because a long cycle has ended play, it
    /// begins anew with the position before it; where the same positions have come back too often, with the
    /// one behind it.
    ///
    /// # Errors
    ///
    /// If the rules forbid the move in the position alone, too.
    pub fn make_or_begin(&mut self, color: Color, at: Option<Vertex>) -> Result<Vec<Point>, NotPossible> {
        let captured = if let Ok(captured) = self.make(Some(color), at) {
            captured
        } else {
            let mut anew = self.anew(color);
            let captured = anew.make(Some(color), at)?;
            *self = anew;
            captured
        };
        if self.compared > MOST_COMPARED {
            *self = self.anew(color.opponent());
        }
        Ok(captured)
    }

    /// A line that begins with this position.
    fn anew(&self, to_move: Color) -> Self {
        Self::new(Game::from_board(self.game.board().clone(), *self.game.rules(), to_move))
    }

    fn make_unbounded(
        &mut self,
        color: Option<Color>,
        at: Option<Vertex>,
    ) -> Result<Vec<Point>, NotPossible> {
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
