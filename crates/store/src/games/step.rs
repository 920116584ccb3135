//! How a game went on from a position, as one small number.

use tengen_rules::{Color, Move, Point};

use super::winner::Winner;
use crate::pool::{StoreError, unreadable};

/// How a game went on from a position. Positions that differ only by turning the board or exchanging the colours count as one;
/// points are those of the position that stands for all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Step {
    /// The next move; nothing if the game went no further.
    pub next: Option<Move>,
    /// How the game ended for the player to move.
    pub outcome: Outcome,
    /// Whether the game had been in this position before.
    pub again: bool,
}

/// How a game ended for a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Without a result.
    None,
    /// The player won.
    Won,
    /// The opponent won.
    Lost,
    /// The scores were equal.
    Jigo,
}

impl Outcome {
    const ALL: [Self; 4] = [Self::None, Self::Won, Self::Lost, Self::Jigo];

    /// How a game that ended so ended for one of the players.
    pub fn of(winner: Winner, player: Color) -> Self {
        match winner {
            Winner::Player(color) if color == player => Self::Won,
            Winner::Player(_) => Self::Lost,
            Winner::Jigo => Self::Jigo,
            Winner::None => Self::None,
        }
    }

    const fn number(self) -> i16 {
        match self {
            Self::None => 0,
            Self::Won => 1,
            Self::Lost => 2,
            Self::Jigo => 3,
        }
    }
}

/// The bit of a game that had been there before, as queries ask for it.
pub(crate) const AGAIN: i16 = 4;
/// From here on a number counts moves: the end, a pass, then the points.
const MOVES: i16 = 8;
const PASS: i16 = 1;
const POINTS: i16 = 2;

impl Step {
    /// The number in the table.
    pub(crate) fn number(self) -> i16 {
        let next = match self.next {
            None => 0,
            Some(Move::Pass) => PASS,
            // No board has so many points that the number could be too large.
            Some(Move::Play(point)) => i16::try_from(point.index()).map_or(PASS, |index| POINTS + index),
        };
        next * MOVES + if self.again { AGAIN } else { 0 } + self.outcome.number()
    }

    /// The step of a number in the table.
    pub(crate) fn read(number: i16) -> Result<Self, StoreError> {
        let wrong = || unreadable(format_args!("step {number}"));
        let next = match number.div_euclid(MOVES) {
            0 => None,
            PASS => Some(Move::Pass),
            point => {
                let point = usize::try_from(point - POINTS).ok().and_then(Point::new);
                Some(Move::Play(point.ok_or_else(wrong)?))
            }
        };
        let outcome = Outcome::ALL.into_iter().find(|outcome| outcome.number() == number.rem_euclid(AGAIN));
        Ok(Self { next, outcome: outcome.ok_or_else(wrong)?, again: number & AGAIN != 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_has_a_number_of_its_own() {
        let points = (0..tengen_rules::MAX_POINTS).map(|index| Some(Move::Play(Point::new(index).unwrap())));
        let mut numbers = Vec::new();
        for next in [None, Some(Move::Pass)].into_iter().chain(points) {
            for outcome in Outcome::ALL {
                for again in [false, true] {
                    let step = Step { next, outcome, again };
                    assert_eq!(Step::read(step.number()).unwrap(), step);
                    numbers.push(step.number());
                }
            }
        }
        let count = numbers.len();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), count);
    }

    #[test]
    fn other_numbers_are_refused() {
        for number in [-1, i16::MIN, i16::MAX, 627 * MOVES] {
            assert!(Step::read(number).is_err(), "{number}");
        }
    }
}
