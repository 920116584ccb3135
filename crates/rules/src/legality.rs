//! Why a player may not play somewhere.

use std::error::Error;
use std::fmt;

use crate::history::History;
use crate::surface::Surface;
use crate::{Board, Color, Ending, LongCycle, Outcome, Point, Repetition, Rules, Suicide};

/// The rule that refuses a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// The point is not on this board.
    OffBoard,
    /// There is a stone already.
    Occupied,
    /// One's own chain would be left without a liberty.
    Suicide,
    /// The position of two plies ago would come back: the plain ko.
    Ko,
    /// An earlier position would come back which the rules do not allow again.
    Superko,
    /// A pass while Black still has handicap stones to place.
    Handicap,
    /// Nobody is to move: play has ended.
    PlayIsOver,
}

impl Illegal {
    /// The stable name of the rule.
    pub const fn rule(self) -> &'static str {
        match self {
            Illegal::OffBoard => "off_board",
            Illegal::Occupied => "occupied",
            Illegal::Suicide => "suicide",
            Illegal::Ko => "ko",
            Illegal::Superko => "superko",
            Illegal::Handicap => "handicap",
            Illegal::PlayIsOver => "play_is_over",
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Illegal::OffBoard => "the point is not on the board",
            Illegal::Occupied => "the point is occupied",
            Illegal::Suicide => "suicide is forbidden",
            Illegal::Ko => "ko: this would repeat the position before the opponent's move",
            Illegal::Superko => "superko: this would repeat an earlier position",
            Illegal::Handicap => "the handicap stones come first",
            Illegal::PlayIsOver => "play is over",
        })
    }
}

impl Error for Illegal {}

/// A position in a game, as far as the legality of a play depends on it.
pub(crate) struct Situation<'a, S: Surface> {
    pub(crate) rules: &'a Rules,
    pub(crate) board: &'a Board<S>,
    pub(crate) to_move: Color,
    /// Who moves after a play: the opponent, unless Black places handicap stones.
    pub(crate) next: Color,
    pub(crate) history: &'a History,
    /// The number of the first position after the latest pass, from which long cycles are counted.
    pub(crate) cycle_start: usize,
}

impl<S: Surface> Situation<'_, S> {
    /// Whether the player to move may play at a point, and whether that ends play.
    #[inline]
    pub(crate) fn check(&self, at: Point) -> Result<(Outcome, Option<Ending>), Illegal> {
        if !self.board.surface().contains(at) {
            return Err(Illegal::OffBoard);
        }
        let outcome = self.board.outcome(at, self.to_move).ok_or(Illegal::Occupied)?;
        let allowed = match self.rules.suicide {
            Suicide::Forbidden => outcome.suicide == 0,
            Suicide::MultiStone => outcome.suicide != 1,
            Suicide::Allowed => true,
        };
        if !allowed {
            return Err(Illegal::Suicide);
        }
        if !self.history.may_contain(outcome.hash) {
            return Ok((outcome, None));
        }
        self.check_repetition(at, outcome.hash).map(|ends| (outcome, ends))
    }

    /// The rule that refuses a play on a point of the board; nothing where there is a stone.
    pub(crate) fn refusal(&self, at: Point) -> Option<Illegal> {
        // A play that is suicide fills the last liberty, and so does taking back in a ko: the stone there was taken
        // alone, so all its neighbours are the opponent's. Only superko refuses plays on points with room around them.
        if self.rules.repetition == Repetition::BasicKo && !self.board.is_crowded(at) {
            return None;
        }
        match self.check(at) {
            Ok(_) | Err(Illegal::Occupied) => None,
            Err(illegal) => Some(illegal),
        }
    }

    #[cold]
    fn check_repetition(&self, at: Point, hash: u64) -> Result<Option<Ending>, Illegal> {
        let captured = self.board.captured_by(at, self.to_move);
        let two_plies_ago = self.history.len().checked_sub(2);
        let mut superko = false;
        let mut times = 0;
        for (number, entry) in self.history.matching(hash, self.board, (at, self.to_move), &captured) {
            if Some(number) == two_plies_ago {
                return Err(Illegal::Ko);
            }
            superko |= match self.rules.repetition {
                Repetition::BasicKo => false,
                Repetition::PositionalSuperko => true,
                Repetition::SituationalSuperko => entry.to_move == self.next,
                Repetition::NaturalSituationalSuperko => entry.made_by == Some(self.to_move),
            };
            if number >= self.cycle_start && entry.to_move == self.next {
                times += 1;
            }
        }
        if superko {
            return Err(Illegal::Superko);
        }
        let counted =
            self.rules.repetition == Repetition::BasicKo && self.rules.long_cycle == LongCycle::NoResult;
        Ok((counted && times >= 2).then_some(Ending::NoResult))
    }
}
