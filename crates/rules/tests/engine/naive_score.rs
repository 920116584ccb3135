//! Counting once more, after the words of `docs/rules.md` and with nothing but flood fill.
//! Regions are found anew whenever they are asked for.

use std::collections::BTreeSet;

use tengen_rules::{
    Beside, ByColor, Color, HalfPoints, HandicapBonus, LineName, Rules, ScoreLine, Scoring, Tax,
};

use crate::naive_seki::{NaiveSeki, parts};

type Position = Vec<Option<Color>>;

/// A board with a position that is counted.
pub(crate) struct NaiveCount<'a> {
    pub(crate) neighbours: &'a [Vec<usize>],
    pub(crate) position: &'a Position,
    pub(crate) dead: &'a BTreeSet<usize>,
    /// Empty points that are nobody's.
    pub(crate) neutral: &'a BTreeSet<usize>,
}

/// The score of [`tengen_rules::Score`], but for open borders.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NaiveScore {
    pub(crate) lines: Vec<ScoreLine>,
    pub(crate) owners: Vec<Option<Color>>,
    pub(crate) dame: BTreeSet<usize>,
}

/// Points without living stones that hang together.
struct Region {
    points: BTreeSet<usize>,
    /// The colours that have a living stone next to it.
    colors: Vec<Color>,
}

impl Region {
    fn owner(&self) -> Option<Color> {
        if let [owner] = self.colors[..] { Some(owner) } else { None }
    }
}

impl NaiveCount<'_> {
    pub(crate) fn score(&self, rules: &Rules, beside: &Beside) -> NaiveScore {
        let living = self.living();
        let mut owners = vec![None; living.len()];
        let mut dame = self.neutral.clone();
        let mut taxed = ByColor::<i32>::default();
        for region in self.regions(&living) {
            for &point in &region.points {
                owners[point] = region.owner();
                if region.colors.len() == 2 {
                    dame.insert(point);
                }
            }
        }
        if rules.tax != Tax::None {
            let (in_seki, independent) = self.judge(&living);
            for point in in_seki {
                owners[point] = None;
            }
            if rules.tax == Tax::All {
                taxed = independent.map(|groups| 2 * groups);
            }
        }
        for &point in self.neutral {
            owners[point] = None;
        }
        let territory =
            |color| count((0..living.len()).filter(|&point| owners[point] == Some(color)).count());
        let stones = |color| count(living.iter().filter(|stone| **stone == Some(color)).count());
        let counts = |point: &usize| rules.tax == Tax::None || owners[*point].is_some();
        let taken_off = |color: Color| {
            let lost = |point: &&usize| self.position[**point] == Some(color.opponent()) && counts(point);
            count(self.dead.iter().filter(lost).count())
        };
        let for_both = |each: &dyn Fn(Color) -> HalfPoints| ByColor {
            black: each(Color::Black),
            white: each(Color::White),
        };
        let for_white = |points| ByColor { black: HalfPoints::ZERO, white: points };

        let mut lines = Vec::new();
        let mut add = |name, points| lines.push(ScoreLine { name, points });
        if rules.scoring == Scoring::Area {
            add(LineName::Stones, for_both(&stones));
        }
        add(LineName::Territory, for_both(&territory));
        if rules.scoring == Scoring::Territory {
            let held = |color| HalfPoints::points(i32::try_from(beside.prisoners[color]).unwrap());
            add(LineName::Prisoners, for_both(&held));
            add(LineName::DeadStones, for_both(&taken_off));
        } else {
            let bonus = match (rules.handicap_bonus, i32::from(beside.handicap)) {
                (HandicapBonus::Zero, _) | (_, 0 | 1) => 0,
                (HandicapBonus::NMinusOne, stones) => stones - 1,
                (HandicapBonus::N, stones) => stones,
            };
            if bonus > 0 {
                add(LineName::HandicapBonus, for_white(HalfPoints::points(bonus)));
            }
            if let Some(taker) = beside.button {
                add(LineName::Button, for_both(&|color| HalfPoints::new(i32::from(color == taker))));
            }
        }
        if taxed.black + taxed.white > 0 {
            add(LineName::Tax, for_both(&|color| HalfPoints::points(-taxed[color])));
        }
        add(LineName::Komi, for_white(beside.komi));

        if rules.scoring == Scoring::Area {
            for (owner, stone) in owners.iter_mut().zip(&living) {
                *owner = owner.or(*stone);
            }
        }
        NaiveScore { lines, owners, dame }
    }

    /// The position without the dead stones.
    fn living(&self) -> Position {
        let mut living = self.position.clone();
        for &point in self.dead {
            living[point] = None;
        }
        living
    }

    /// The regions without living stones. Points that are nobody's cut those of both colours in pieces where both meet.
    fn regions(&self, living: &Position) -> Vec<Region> {
        let empty = (0..living.len()).filter(|&point| living[point].is_none()).collect();
        let whole = self.regions_of(living, &empty).into_iter();
        let pieces = whole.flat_map(|region| match region.colors.len() {
            2 => {
                let marked: BTreeSet<usize> = region.points.intersection(self.neutral).copied().collect();
                let left: BTreeSet<usize> = region.points.difference(self.neutral).copied().collect();
                let pieces = self.regions_of(living, &left);
                let mut borders = self.regions_of(living, &marked);
                borders.retain_mut(|border| {
                    let beside =
                        pieces.iter().filter(|piece| self.are_neighbours(&piece.points, &border.points));
                    for color in beside.flat_map(|piece| &piece.colors) {
                        if !border.colors.contains(color) {
                            border.colors.push(*color);
                        }
                    }
                    border.colors.len() == 2
                });
                let bounds: BTreeSet<usize> =
                    borders.iter().flat_map(|border| &border.points).copied().collect();
                borders
                    .extend(self.regions_of(living, &region.points.difference(&bounds).copied().collect()));
                borders
            }
            _ => vec![region],
        });
        pieces.collect()
    }

    fn are_neighbours(&self, one: &BTreeSet<usize>, other: &BTreeSet<usize>) -> bool {
        one.iter().any(|&point| self.neighbours[point].iter().any(|at| other.contains(at)))
    }

    fn regions_of(&self, living: &Position, empty: &BTreeSet<usize>) -> Vec<Region> {
        let regions = parts(self.neighbours, empty).into_iter().map(|points| {
            let beside = |color: &&Color| {
                points
                    .iter()
                    .any(|&point| self.neighbours[point].iter().any(|&at| living[at] == Some(**color)))
            };
            Region { colors: Color::ALL.iter().filter(beside).copied().collect(), points }
        });
        regions.collect()
    }

    /// The points in seki, and how many groups pay for their eyes.
    fn judge(&self, living: &Position) -> (BTreeSet<usize>, ByColor<i32>) {
        let regions = self.regions(living);
        let territories: Vec<_> =
            regions.iter().filter_map(|region| Some((region.owner()?, region.points.clone()))).collect();
        let shared = regions.iter().filter(|region| region.colors.len() == 2);
        let dame: Vec<_> = shared.map(|region| region.points.clone()).collect();
        let (neighbours, position) = (self.neighbours, self.position);
        NaiveSeki { neighbours, position, living, territories: &territories, dame: &dame }.judge()
    }
}

fn count(points: usize) -> HalfPoints {
    HalfPoints::points(i32::try_from(points).unwrap())
}
