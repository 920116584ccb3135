//! A game as the rules see it.

mod beginning;

use std::sync::Arc;

use crate::history::History;
use crate::legality::Situation;
use crate::surface::Surface;
use crate::{
    Beside, Board, Button, ByColor, Color, Ending, HalfPoints, Illegal, MarkError, Marks, Move, Pass, Play,
    Point, Rules, Score, Scoring, Topology, score,
};

pub use beginning::SetupError;

/// Board, player to move, prisoners and history: all that the rules need to judge a move. Seats, clocks and the
/// agreement on dead stones are elsewhere.
#[derive(Clone, Debug)]
pub struct Game<S: Surface = Arc<Topology>> {
    rules: Rules,
    board: Board<S>,
    to_move: Color,
    prisoners: ByColor<u32>,
    moves: Vec<(Color, Move)>,
    history: History,
    /// The number of the first position after the latest pass.
    cycle_start: usize,
    passes_in_a_row: u32,
    /// How many handicap stones Black has still to place.
    handicap_left: u8,
    /// Who took the button.
    button: Option<Color>,
    /// Whose pass must come last, where it is not the rules' own choice: in resumed play under territory scoring.
    resumed_last: Option<Color>,
    ending: Option<Ending>,
}

impl<S: Surface> Game<S> {
    /// The rules it is played by.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The stones as they stand.
    pub fn board(&self) -> &Board<S> {
        &self.board
    }

    /// Whose turn it is, or would be if play were not over.
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// How many prisoners each player holds, pass stones included.
    pub fn prisoners(&self) -> ByColor<u32> {
        self.prisoners
    }

    /// How many handicap stones Black has still to place, where placement is free.
    pub fn handicap_left(&self) -> u8 {
        self.handicap_left
    }

    /// Who took the button by the first pass, where there is one.
    pub fn button(&self) -> Option<Color> {
        self.button
    }

    /// Whether a pass hands the opponent a prisoner now.
    pub fn passes_cost_a_stone(&self) -> bool {
        self.rules.pass_stones || self.resumed_last.is_some()
    }

    /// All turns in order.
    pub fn moves(&self) -> &[(Color, Move)] {
        &self.moves
    }

    /// Why play is over, if it is.
    pub fn is_over(&self) -> Option<Ending> {
        self.ending
    }

    /// The effect of a play there by the player to move. Changes nothing.
    pub fn check(&self, at: Point) -> Result<Play, Illegal> {
        if self.ending.is_some() {
            return Err(Illegal::PlayIsOver);
        }
        let (outcome, ends) = self.situation().check(at)?;
        let captured = if outcome.captures + outcome.suicide > 0 {
            self.board.captured_by(at, self.to_move)
        } else {
            Vec::new()
        };
        Ok(Play { captured, ends })
    }

    /// Plays there. If the rules refuse it nothing changes.
    pub fn play(&mut self, at: Point) -> Result<Play, Illegal> {
        let mut captured = Vec::new();
        let ends = self.play_into(at, &mut captured)?;
        captured.sort_unstable();
        Ok(Play { captured, ends })
    }

    /// Plays there, and fills `captured` with the stones taken off, unsorted. It is made for long runs. If `captured`
    /// has room, a play allocates nothing in a new game's first plies, as many as the board has points. Afterwards it
    /// allocates only when a list of the history is full and doubles. The exception is a play to a position that stood
    /// before: the two are compared stone by stone.
    #[inline]
    pub fn play_into(&mut self, at: Point, captured: &mut Vec<Point>) -> Result<Option<Ending>, Illegal> {
        if self.ending.is_some() {
            return Err(Illegal::PlayIsOver);
        }
        let (outcome, ends) = self.situation().check(at)?;
        let color = self.to_move;
        self.board.place(at, color, captured);
        if !captured.is_empty() {
            // A player's own stones that suicide takes off are the opponent's prisoners. Without that rule area and
            // territory would not agree.
            let taker = if outcome.suicide > 0 { color.opponent() } else { color };
            self.prisoners[taker] += u32::try_from(captured.len()).unwrap_or(u32::MAX);
        }
        self.moves.push((color, Move::Play(at)));
        self.to_move = self.next();
        self.handicap_left = self.handicap_left.saturating_sub(1);
        self.passes_in_a_row = 0;
        self.history.push(self.board.hash(), self.to_move, Some(color), at, captured);
        self.ending = ends;
        Ok(ends)
    }

    /// The effect of a pass of the player to move. A pass may repeat any position. It is refused only when play is
    /// over, and while Black has handicap stones to place.
    pub fn check_pass(&self) -> Result<Pass, Illegal> {
        if self.ending.is_some() {
            return Err(Illegal::PlayIsOver);
        }
        if self.handicap_left > 0 {
            return Err(Illegal::Handicap);
        }
        if self.takes_button() {
            return Ok(Pass { ends: None, takes_button: true });
        }
        let last = match self.resumed_last {
            Some(color) => self.to_move == color,
            None => !self.rules.white_passes_last || self.to_move == Color::White,
        };
        let ends = (self.passes_in_a_row >= 1 && last).then_some(Ending::Passes);
        Ok(Pass { ends, takes_button: false })
    }

    /// Passes.
    pub fn pass(&mut self) -> Result<Pass, Illegal> {
        let pass = self.check_pass()?;
        let color = self.to_move;
        if self.passes_cost_a_stone() {
            self.prisoners[color.opponent()] += 1;
        }
        self.moves.push((color, Move::Pass));
        self.to_move = color.opponent();
        if pass.takes_button {
            self.button = Some(color);
        } else {
            self.passes_in_a_row += 1;
        }
        self.cycle_start = self.history.len();
        self.history.push(self.board.hash(), self.to_move, None, self.board.surface().outside(), &[]);
        self.ending = pass.ends;
        Ok(pass)
    }

    /// The empty points where the player to move may not play, sorted, with the rule that refuses each. None when play
    /// is over, because nobody is to move then.
    pub fn illegal_points(&self) -> Vec<(Point, Illegal)> {
        if self.ending.is_some() {
            return Vec::new();
        }
        let situation = self.situation();
        self.board.surface().points().filter_map(|point| Some((point, situation.refusal(point)?))).collect()
    }

    /// Takes a game that ended by passes back to play, with `first` to move, because the players disagree about dead
    /// stones. Every stone is still on the board, no earlier position is forgotten, and passes are counted anew.
    ///
    /// Under territory scoring each pass now hands over a prisoner, and play ends only when the second mover (`first`'s
    /// opponent) passes last. Then both have made as many moves, and proving a death costs neither a point. Does
    /// nothing unless play ended by passes.
    pub fn resume(&mut self, first: Color) {
        if self.ending != Some(Ending::Passes) {
            return;
        }
        self.ending = None;
        self.to_move = first;
        self.passes_in_a_row = 0;
        if self.rules.scoring == Scoring::Territory {
            self.resumed_last = Some(first.opponent());
        }
        // The same stones with another player to move, perhaps: under situational superko that is another position.
        self.cycle_start = self.history.len();
        self.history.push(self.board.hash(), first, None, self.board.surface().outside(), &[]);
    }

    /// Counts the position as it is marked; see [`score`].
    pub fn score(&self, marks: &Marks, komi: HalfPoints, handicap: u8) -> Result<Score, MarkError> {
        let beside = Beside { prisoners: self.prisoners, button: self.button, komi, handicap };
        score(&self.board, marks, &self.rules, &beside)
    }

    fn takes_button(&self) -> bool {
        self.rules.button == Button::FirstPass && self.button.is_none()
    }

    /// Who moves after a play.
    fn next(&self) -> Color {
        if self.handicap_left > 1 { self.to_move } else { self.to_move.opponent() }
    }

    fn situation(&self) -> Situation<'_, S> {
        Situation {
            rules: &self.rules,
            board: &self.board,
            to_move: self.to_move,
            next: self.next(),
            history: &self.history,
            cycle_start: self.cycle_start,
        }
    }
}
