//! Counting.

use std::cmp::Ordering;

use crate::count::Count;
use crate::marks::Marked;
use crate::names::named;
use crate::surface::Surface;
use crate::{
    Board, ByColor, Color, HalfPoints, HandicapBonus, MarkError, Marks, Point, Rules, Scoring, Ties,
};

named! {
    /// The quantity that a line of a score counts.
    LineName, "line" {
        /// Living stones (area scoring).
        Stones = "stones",
        /// Points surrounded by one colour.
        Territory = "territory",
        /// Stones taken during play, pass stones included (territory scoring).
        Prisoners = "prisoners",
        /// The opponent's dead stones taken off after play (territory scoring).
        DeadStones = "dead_stones",
        /// White's points for handicap stones (area scoring).
        HandicapBonus = "handicap_bonus",
        /// Half a point for the player of the first pass (area scoring with a button).
        Button = "button",
        /// The tax of groups for their two eyes, a negative number.
        Tax = "tax",
        /// White's points for moving second; negative if Black gets them.
        Komi = "komi",
    }
}

impl LineName {
    /// The stable name, the same as [`LineName::name`].
    pub const fn as_str(self) -> &'static str {
        self.name()
    }
}

/// The value of the button.
const BUTTON: HalfPoints = HalfPoints::new(1);

/// The quantities of a score beside the stones on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Beside {
    /// The prisoners of each side, pass stones included; only territory scoring counts them.
    pub prisoners: ByColor<u32>,
    /// Who took the button; only area scoring counts it.
    pub button: Option<Color>,
    /// White's points for moving second.
    pub komi: HalfPoints,
    /// The number of handicap stones, for the bonus under area scoring.
    pub handicap: u8,
}

/// One line of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreLine {
    /// The quantity that it counts.
    pub name: LineName,
    /// How much of it each side has.
    pub points: ByColor<HalfPoints>,
}

/// A counted position. Its lines add up to the totals, so that players can check it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// The lines that the rules ask for, in the order in which they are read.
    pub lines: Vec<ScoreLine>,
    /// For each point the colour it counts for. Under area scoring these points are living stones and territory. Under
    /// territory scoring they are territory alone, with the points under dead stones.
    pub owners: Vec<Option<Color>>,
    /// The points without a living stone that count for nobody, sorted: both colours reach them, or they are marked so.
    pub dame: Vec<Point>,
    /// The points where two territories leak into each other, sorted: the points of contact in neutral regions that are
    /// more than single dame. Where there are such points, the players have probably stopped too early.
    pub open_borders: Vec<Point>,
}

impl Score {
    /// One side's points.
    pub fn total(&self, color: Color) -> HalfPoints {
        self.lines.iter().map(|line| line.points[color]).sum()
    }

    /// Black's points less White's.
    pub fn margin(&self) -> HalfPoints {
        self.total(Color::Black) - self.total(Color::White)
    }

    /// The player with more points, or the winner by the rule for ties when both have the same.
    pub fn winner(&self, ties: Ties) -> Option<Color> {
        match (self.margin().cmp(&HalfPoints::ZERO), ties) {
            (Ordering::Greater, _) | (Ordering::Equal, Ties::Black) => Some(Color::Black),
            (Ordering::Less, _) | (Ordering::Equal, Ties::White) => Some(Color::White),
            (Ordering::Equal, Ties::Draw) => None,
        }
    }
}

/// Counts a position.
///
/// A region without living stones belongs to the colour that surrounds it alone. Under a tax
/// ([`Tax::Seki`](crate::Tax::Seki), [`Tax::All`](crate::Tax::All)) the regions of groups in seki do not count. Then
/// dead stones are prisoners only where they lie in territory that counts, because by the Japanese rules of 1989 they
/// are removed from territory.
///
/// # Errors
///
/// When `marks` name part of a chain as dead, or a point that is not empty as nobody's.
///
/// ```
/// use std::sync::Arc;
/// use tengen_rules::{Beside, Board, HalfPoints, Marks, Preset, Stones, Topology, score};
///
/// let grid = Arc::new(Topology::grid(4, 4)?);
/// let stones = Stones::parse(&grid, ".BW. .BW. .BW. .BW.")?;
/// let board = Board::from_stones(grid, &stones)?;
/// let beside = Beside { komi: HalfPoints::new(1), ..Beside::default() };
/// let score = score(&board, &Marks::default(), &Preset::Chinese.rules(), &beside)?;
/// assert_eq!(score.margin().to_string(), "-0.5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn score<S: Surface>(
    board: &Board<S>,
    marks: &Marks,
    rules: &Rules,
    beside: &Beside,
) -> Result<Score, MarkError> {
    let marked = Marked::new(board, marks)?;
    let count = Count::new(board, &marked, rules.tax);
    let mut lines = Vec::new();
    match rules.scoring {
        Scoring::Area => {
            lines.push(line(LineName::Stones, count.stones));
            lines.push(line(LineName::Territory, count.territory));
            let bonus = handicap_bonus(rules.handicap_bonus, beside.handicap);
            if bonus > 0 {
                lines.push(line(LineName::HandicapBonus, ByColor { black: 0, white: bonus }));
            }
            if let Some(taker) = beside.button {
                let mut points = ByColor::default();
                points[taker] = BUTTON;
                lines.push(ScoreLine { name: LineName::Button, points });
            }
        }
        Scoring::Territory => {
            lines.push(line(LineName::Territory, count.territory));
            lines.push(line(
                LineName::Prisoners,
                beside.prisoners.map(|held| usize::try_from(held).unwrap_or(usize::MAX)),
            ));
            lines.push(line(LineName::DeadStones, count.dead_stones));
        }
    }
    if count.taxed != ByColor::default() {
        let points = count.taxed.map(|groups| -HalfPoints::count(2 * groups));
        lines.push(ScoreLine { name: LineName::Tax, points });
    }
    lines.push(ScoreLine {
        name: LineName::Komi,
        points: ByColor { black: HalfPoints::ZERO, white: beside.komi },
    });
    let mut owners = count.owners;
    if rules.scoring == Scoring::Area {
        for point in board.surface().points() {
            if !marked.is_dead[point.index()] {
                owners[point.index()] = owners[point.index()].or(board.get(point));
            }
        }
    }
    Ok(Score { lines, owners, dame: count.dame, open_borders: count.open_borders })
}

fn line(name: LineName, points: ByColor<usize>) -> ScoreLine {
    ScoreLine { name, points: points.map(HalfPoints::count) }
}

fn handicap_bonus(bonus: HandicapBonus, handicap: u8) -> usize {
    let stones = usize::from(handicap);
    match bonus {
        HandicapBonus::NMinusOne if stones >= 2 => stones - 1,
        HandicapBonus::N if stones >= 2 => stones,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{Button, Game, Preset, SplitMix, Tax, Topology};

    /// A game of random stones and a few passes, so that there are prisoners, dead stones, seki and a button.
    fn random_game(rules: Rules, random: &mut SplitMix) -> Game {
        let grid = Arc::new(Topology::grid(7, 7).unwrap());
        let mut game = Game::new(Arc::clone(&grid), rules, &[]).unwrap();
        for _ in 0..150 {
            let point = Point::at(random.below(grid.size() + 1));
            if game.play(point).is_err() && !grid.contains(point) && game.pass().is_err() {
                break;
            }
        }
        game
    }

    #[test]
    fn every_line_can_be_found_on_the_board_or_beside_it() {
        let mut random = SplitMix::new(11);
        for preset in Preset::ALL {
            for rules in [preset.rules(), Rules { tax: Tax::All, ..preset.rules() }] {
                let game = random_game(rules, &mut random);
                let marked: Vec<Point> = game.board().chains().filter(|_| random.below(4) == 0).collect();
                let dead: Vec<Point> = marked.iter().flat_map(|&stone| game.board().chain(stone)).collect();
                let (komi, handicap) = (preset.komi(), u8::try_from(random.below(4)).unwrap());
                let score = game.score(&Marks::dead(dead.clone()), komi, handicap).unwrap();
                let line = |name: LineName| score.lines.iter().find(|line| line.name == name);
                for color in Color::ALL {
                    let points = |name| line(name).map(|line| line.points[color]);
                    let mine = |point: &Point| score.owners[point.index()] == Some(color);
                    let living =
                        |point: &Point| game.board().get(*point) == Some(color) && !dead.contains(point);
                    let owned = || game.board().topology().points().filter(mine);
                    assert_eq!(
                        points(LineName::Territory),
                        Some(HalfPoints::count(owned().filter(|point| !living(point)).count()))
                    );
                    let area = rules.scoring == Scoring::Area;
                    let stones = owned().filter(living).count();
                    assert_eq!(points(LineName::Stones), area.then(|| HalfPoints::count(stones)));
                    let prisoners = HalfPoints::points(i32::try_from(game.prisoners()[color]).unwrap());
                    assert_eq!(points(LineName::Prisoners), (!area).then_some(prisoners));
                    let taken = dead.iter().filter(|point| game.board().get(**point) != Some(color)).count();
                    let removed = points(LineName::DeadStones);
                    assert_eq!(removed.is_some(), !area);
                    assert!(removed <= Some(HalfPoints::count(taken)));
                    assert!(rules.tax != Tax::None || area || removed == Some(HalfPoints::count(taken)));

                    let white =
                        |value: HalfPoints| if color == Color::White { value } else { HalfPoints::ZERO };
                    let bonus = match (rules.handicap_bonus, i32::from(handicap)) {
                        _ if !area => 0,
                        (HandicapBonus::N, stones @ 2..) => stones,
                        (HandicapBonus::NMinusOne, stones @ 2..) => stones - 1,
                        _ => 0,
                    };
                    let found = points(LineName::HandicapBonus);
                    assert_eq!(found, (bonus > 0).then(|| white(HalfPoints::points(bonus))));
                    let button =
                        game.button().map(|taker| if taker == color { BUTTON } else { HalfPoints::ZERO });
                    assert_eq!(points(LineName::Button), button);
                    assert!(button.is_none() || rules.button == Button::FirstPass);
                    assert!(
                        points(LineName::Tax)
                            .is_none_or(|tax| tax <= HalfPoints::ZERO && rules.tax == Tax::All)
                    );
                    assert_eq!(points(LineName::Komi), Some(white(komi)));
                }
            }
        }
    }
}
