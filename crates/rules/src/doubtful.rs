//! Chains whose life is not beyond doubt, and what is known of each.

use crate::reading::Fate;
use crate::{Color, Point};

/// A chain is unsettled if it keeps or loses its points by less than so many percent, with either player to move.
const SETTLED: i32 = 20;

/// A chain that was off the board at the second look is unsettled if it kept its points by more than so many percent at the first.
const KEPT_AT_FIRST: i32 = 0;

/// Where reading came to no end a chain is dead only if it loses its points by so many percent at both looks, and unsettled if
/// it keeps or loses them by less at either, or at the first if it was off the board at the second.
const UNREAD: i32 = 40;

/// A chain that loses its points by so many percent at both looks is lost, whether those who take it are safe or not.
const LOST: i32 = 60;

/// Random games contradict the reading of a chain if they say the opposite by more than so many percent.
const CONTRADICTED: i32 = SETTLED;

/// The same where a ko that somebody could win by threats elsewhere would decide, or where walls are taken to be safe.
const CONTRADICTED_IF: i32 = 0;

/// Where those walls have few liberties elsewhere, random games have to say the same by so many percent.
const AGREED: i32 = UNREAD;

/// A chain that is not alive beyond doubt.
pub(crate) struct Doubtful {
    pub(crate) color: Color,
    pub(crate) stones: Vec<Point>,
    /// By how many percent it keeps its points in random games, with Black to move first and with White.
    pub(crate) first: [i32; 2],
    pub(crate) second: [i32; 2],
    /// Whether it was off the board at the second look.
    pub(crate) off: bool,
    /// The result of reading, if there is one.
    pub(crate) fate: Option<Fate>,
    /// Whether that result hangs on chains that may not be as safe as it takes them to be.
    pub(crate) hangs: bool,
    /// What that result takes to be safe.
    pub(crate) walls: Walls,
}

/// Chains that could be taken if nobody answered, and that reading takes to be safe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Walls {
    None,
    /// All have many liberties elsewhere.
    Sturdy,
    /// Some have few, and could be drawn into a race.
    Weak,
}

impl Doubtful {
    pub(crate) fn new(color: Color, stones: Vec<Point>) -> Self {
        Self {
            color,
            stones,
            first: [0; 2],
            second: [0; 2],
            off: false,
            fate: None,
            hangs: false,
            walls: Walls::None,
        }
    }

    /// By how many percent the chain keeps its points in the games of the last look in which it was on the board.
    fn played(&self) -> i32 {
        let [black, white] = if self.off { self.first } else { self.second };
        i32::midpoint(black, white)
    }

    /// By how many percent it keeps its points at the look, and with the first move, that is worst for it.
    pub(crate) fn kept(&self) -> i32 {
        self.first.into_iter().chain(self.second).min().unwrap_or_default()
    }

    /// How clear its fate is to random games, whatever it is.
    pub(crate) fn clarity(&self) -> i32 {
        self.first.into_iter().chain(self.second).map(i32::abs).min().unwrap_or_default()
    }

    /// Whether the looks disagree.
    pub(crate) fn changed(&self) -> bool {
        (self.first[0] + self.first[1] < 0) != (self.second[0] + self.second[1] < 0)
    }

    pub(crate) fn is_dead(&self) -> bool {
        match self.fate {
            Some(Fate::Stays | Fate::StaysByKo | Fate::AtALoss) => false,
            Some(Fate::Taken | Fate::TakenByKo) => true,
            Some(Fate::Unfinished) if !self.off => self.loses_by(UNREAD),
            Some(Fate::Open | Fate::Unfinished) | None => self.second[0] + self.second[1] < 0,
        }
    }

    pub(crate) fn is_unsettled(&self) -> bool {
        match self.fate {
            Some(Fate::Open | Fate::TakenByKo | Fate::AtALoss) => true,
            Some(Fate::Stays | Fate::StaysByKo | Fate::Taken) if self.hangs => true,
            Some(Fate::Unfinished) => !self.is_plain_unread() || self.is_unclear(),
            Some(Fate::Stays) => self.played() < -self.contradicted(),
            Some(Fate::StaysByKo) => self.played() < -self.contradicted().min(CONTRADICTED_IF),
            Some(Fate::Taken) => self.played() > self.contradicted(),
            None => self.is_unclear(),
        }
    }

    /// Whether more than random games, or the first move, speaks for what it is taken for.
    pub(crate) fn is_insisted_on(&self) -> bool {
        !matches!(self.fate, Some(Fate::Open) | None)
    }

    /// By how many percent random games have to say the opposite of reading to contradict it.
    fn contradicted(&self) -> i32 {
        match self.walls {
            Walls::None => CONTRADICTED,
            Walls::Sturdy => CONTRADICTED_IF,
            Walls::Weak => -AGREED,
        }
    }

    /// Whether its fate is plain enough to random games where reading came to no end. The second look says nothing of a chain that was
    /// off the board.
    fn is_plain_unread(&self) -> bool {
        if self.off { self.played() <= -UNREAD } else { self.clarity() >= UNREAD }
    }

    /// Whether it loses its points in so many games that nothing else need be known.
    pub(crate) fn is_lost_in_games(&self) -> bool {
        self.loses_by(LOST)
    }

    /// Whether it loses its points by more than so many percent at both looks.
    fn loses_by(&self, percent: i32) -> bool {
        self.first.iter().chain(&self.second).all(|&view| view < -percent)
    }

    /// Whether random games alone do not settle it.
    fn is_unclear(&self) -> bool {
        self.second.iter().any(|view| view.abs() < SETTLED)
            || (self.second[0] < 0) != (self.second[1] < 0)
            || (self.off && self.played() > KEPT_AT_FIRST)
    }
}
