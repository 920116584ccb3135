//! Counting once more, after the words of `docs/rules.md` and with nothing but flood fill: regions, groups and eyes
//! are found anew whenever they are asked for.

use std::collections::BTreeSet;

use tengen_rules::{
    Beside, ByColor, Color, HalfPoints, HandicapBonus, LineName, Rules, ScoreLine, Scoring, Tax,
};

type Position = Vec<Option<Color>>;

/// How many points an owner may fill at most to connect the chains of a group that looks like seki.
const MOST_CONNECTIONS: usize = 4;

/// In how many ways at most.
const MOST_WAYS: usize = 1000;

/// A board with a position that is counted.
pub(crate) struct NaiveCount<'a> {
    pub(crate) neighbours: &'a [Vec<usize>],
    pub(crate) position: &'a Position,
    pub(crate) dead: &'a BTreeSet<usize>,
}

/// What [`tengen_rules::Score`] says, but for open borders.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NaiveScore {
    pub(crate) lines: Vec<ScoreLine>,
    pub(crate) owners: Vec<Option<Color>>,
    pub(crate) dame: Vec<usize>,
}

/// Points without living stones that hang together.
struct Region {
    points: BTreeSet<usize>,
    /// Who has a living stone next to it.
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
        let mut dame = Vec::new();
        let mut taxed = ByColor::<i32>::default();
        for region in self.regions(&living) {
            for &point in &region.points {
                owners[point] = region.owner();
                if region.colors.len() == 2 {
                    dame.push(point);
                }
            }
        }
        dame.sort_unstable();
        if rules.tax != Tax::None {
            for (color, group) in self.groups(&living) {
                let two_eyes = self.has_two_eyes(&living, &group, color);
                let alone = !living.contains(&Some(color.opponent()));
                if !two_eyes && !alone {
                    for point in group {
                        owners[point] = None;
                    }
                } else if two_eyes && rules.tax == Tax::All {
                    taxed[color] += 2;
                }
            }
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

    /// All points that can be reached from one over points that belong.
    fn reached(&self, from: usize, belongs: &dyn Fn(usize) -> bool) -> BTreeSet<usize> {
        let mut reached = BTreeSet::from([from]);
        let mut edge = vec![from];
        while let Some(point) = edge.pop() {
            for &next in &self.neighbours[point] {
                if belongs(next) && reached.insert(next) {
                    edge.push(next);
                }
            }
        }
        reached
    }

    /// The connected sets of the points that belong.
    fn parts(&self, belongs: &dyn Fn(usize) -> bool) -> Vec<BTreeSet<usize>> {
        let mut parts: Vec<BTreeSet<usize>> = Vec::new();
        for point in (0..self.position.len()).filter(|&point| belongs(point)) {
            if !parts.iter().any(|part| part.contains(&point)) {
                parts.push(self.reached(point, belongs));
            }
        }
        parts
    }

    fn regions(&self, living: &Position) -> Vec<Region> {
        let regions = self.parts(&|point| living[point].is_none()).into_iter().map(|points| {
            let beside = |color: &&Color| {
                points
                    .iter()
                    .any(|&point| self.neighbours[point].iter().any(|&at| living[at] == Some(**color)))
            };
            Region { colors: Color::ALL.iter().filter(beside).copied().collect(), points }
        });
        regions.collect()
    }

    /// The chains joined by territory of their own colour, with that territory.
    fn groups(&self, living: &Position) -> Vec<(Color, BTreeSet<usize>)> {
        let regions = self.regions(living);
        let mut groups = Vec::new();
        for &color in &Color::ALL {
            let belongs = |point: usize| match living[point] {
                Some(stone) => stone == color,
                None => regions
                    .iter()
                    .any(|region| region.points.contains(&point) && region.owner() == Some(color)),
            };
            groups.extend(self.parts(&belongs).into_iter().map(|group| (color, group)));
        }
        groups
    }

    /// Whether a group has two eyes, perhaps after it has connected some chains.
    fn has_two_eyes(&self, living: &Position, group: &BTreeSet<usize>, color: Color) -> bool {
        let connects = |point: &usize| {
            let chains = self.neighbours[*point].iter().filter(|&&at| living[at] == Some(color));
            let chains: BTreeSet<BTreeSet<usize>> =
                chains.map(|&at| self.reached(at, &|next| living[next] == Some(color))).collect();
            self.position[*point].is_none() && chains.len() >= 2
        };
        let connections: Vec<usize> = group.iter().copied().filter(connects).collect();
        let mut ways = vec![Vec::new()];
        let mut tried = 0;
        for count in 0..=MOST_CONNECTIONS {
            if count > 0 {
                ways = with_one_more(&ways, &connections);
                tried += ways.len();
            }
            if tried > MOST_WAYS {
                return false;
            }
            let stands = |filled: &Vec<usize>| {
                let mut connected = living.clone();
                for &point in filled {
                    connected[point] = Some(color);
                }
                self.stands(&connected, group, color)
            };
            if ways.iter().any(stands) {
                return true;
            }
        }
        false
    }

    /// Whether any chain of the group is left when those that cannot stand alone have gone.
    fn stands(&self, living: &Position, group: &BTreeSet<usize>, color: Color) -> bool {
        let mut chains = self.parts(&|point| group.contains(&point) && living[point] == Some(color));
        let mut eyes = self.parts(&|point| group.contains(&point) && living[point].is_none());
        let surrounds = |chain: &BTreeSet<usize>, eye: &BTreeSet<usize>| {
            eye.iter().any(|&point| self.neighbours[point].iter().any(|at| chain.contains(at)))
        };
        loop {
            let weak = chains.iter().position(|chain| {
                let around = eyes.iter().filter(|eye| surrounds(chain, eye));
                around.map(|eye| if self.has_room_for_two(living, eye) { 2 } else { 1 }).sum::<u32>() < 2
            });
            let Some(weak) = weak else { return !chains.is_empty() };
            let weak = chains.remove(weak);
            eyes.retain(|eye| !surrounds(&weak, eye));
        }
    }

    /// Whether there are two points that nobody could fill with one nakade.
    fn has_room_for_two(&self, living: &Position, eye: &BTreeSet<usize>) -> bool {
        let empty: Vec<usize> = eye
            .iter()
            .copied()
            .filter(|&point| self.position[point].is_none() && living[point].is_none())
            .collect();
        let beside = |chain: &BTreeSet<usize>, point: usize| {
            self.neighbours[point].iter().any(|at| chain.contains(at))
        };
        let dead: Vec<BTreeSet<usize>> = self
            .dead
            .iter()
            .filter(|stone| eye.contains(stone))
            .map(|&stone| self.reached(stone, &|next| self.position[next] == self.position[stone]))
            .collect();
        empty.iter().any(|&one| {
            empty.iter().any(|&other| {
                one != other
                    && !self.neighbours[one].contains(&other)
                    && !dead.iter().any(|chain| beside(chain, one) && beside(chain, other))
            })
        })
    }
}

fn count(points: usize) -> HalfPoints {
    HalfPoints::points(i32::try_from(points).unwrap())
}

/// Each of the sets with each later one of the points.
fn with_one_more(sets: &[Vec<usize>], points: &[usize]) -> Vec<Vec<usize>> {
    let larger = sets.iter().flat_map(|set| {
        let later = points.iter().filter(|&&point| set.last().is_none_or(|&last| point > last));
        later.map(|&point| [&set[..], &[point]].concat())
    });
    larger.collect()
}
