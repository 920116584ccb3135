//! Groups, eyes and seki once more, after the words of `docs/rules.md`: sets of points, and everything found anew
//! whenever it is asked for.

use std::collections::{BTreeMap, BTreeSet};

use tengen_rules::{ByColor, Color};

type Position = Vec<Option<Color>>;
type Points = BTreeSet<usize>;

/// How many points an owner may fill at most to connect the chains of a group.
const MOST_CONNECTIONS: usize = 4;

/// In how many ways at most.
const MOST_WAYS: usize = 1000;

/// From this size on a space has room for two eyes.
const LARGE: usize = 8;

/// A position, with and without its dead stones.
pub(crate) struct NaiveSeki<'a> {
    pub(crate) neighbours: &'a [Vec<usize>],
    pub(crate) position: &'a Position,
    pub(crate) living: &'a Position,
    /// The regions of one colour, with that colour.
    pub(crate) territories: &'a [(Color, Points)],
    /// The regions of both.
    pub(crate) dame: &'a [Points],
}

/// Stones of one colour that are joined, and the territories between them.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Group {
    stones: Points,
    spaces: Vec<Points>,
    two_eyes: bool,
}

impl NaiveSeki<'_> {
    /// The points that do not count because they are in seki, and how many groups pay for their eyes.
    pub(crate) fn judge(&self) -> (Points, ByColor<i32>) {
        let groups = ByColor { black: self.groups(Color::Black), white: self.groups(Color::White) };
        let meets = |group: &Group, region: &Points| !self.beside(region).is_disjoint(&group.stones);
        let weak = |color: Color, region: &Points| {
            groups[color].iter().any(|group| !group.two_eyes && meets(group, region))
        };
        let (mut taxed, mut independent) = (Points::new(), ByColor::<i32>::default());
        for color in Color::ALL {
            let opponent = color.opponent();
            for group in groups[color].iter().filter(|group| !group.spaces.is_empty()) {
                let at_dame = |region: &Points| meets(group, region) && weak(opponent, region);
                let at_atari = |other: &&Group| {
                    self.takes_from(group, other, color) || self.takes_from(other, group, opponent)
                };
                let mut opponents = groups[opponent].iter().filter(|other| !other.two_eyes);
                let in_seki = !group.two_eyes
                    && (self.dame.iter().any(at_dame) || opponents.any(|other| at_atari(&other)));
                if in_seki {
                    taxed.extend(group.spaces.iter().flatten());
                } else if group.two_eyes || self.living.contains(&Some(opponent)) {
                    independent[color] += 1;
                }
            }
        }
        (taxed, independent)
    }

    /// Whether a chain around a group's territory is in atari, with stones of the other group next to it.
    fn takes_from(&self, group: &Group, other: &Group, color: Color) -> bool {
        let stones: Points = (0..self.living.len()).filter(|&at| self.living[at] == Some(color)).collect();
        let chains = parts(self.neighbours, &stones).into_iter();
        let mut threatened = chains.filter(|chain| {
            let liberties = self.liberties(self.living, *chain.first().unwrap());
            liberties.len() == 1 && group.spaces.iter().any(|space| !space.is_disjoint(&liberties))
        });
        threatened.any(|chain| !self.beside(&chain).is_disjoint(&other.stones))
    }

    fn groups(&self, color: Color) -> Vec<Group> {
        let linked = self.linked(color);
        let own = self.territories.iter().filter(|(owner, _)| *owner == color).map(|(_, points)| points);
        let own: Vec<&Points> = own.collect();
        // Linked chains, joined by territory.
        let mut stones = linked.clone();
        for space in &own {
            stones = united(stones, &self.beside(space));
        }
        let group = |stones: Points| {
            let around = |space: &&&Points| !self.beside(space).is_disjoint(&stones);
            let spaces: Vec<Points> = own.iter().filter(around).map(|space| (*space).clone()).collect();
            let two_eyes = self.has_two_eyes(&linked, &spaces, color);
            Group { stones, spaces, two_eyes }
        };
        let groups: Vec<Group> = stones.into_iter().map(group).collect();

        // One stone on dame.
        let mut sets: Vec<Points> = groups.iter().map(|group| group.stones.clone()).collect();
        let mut standing: Points =
            groups.iter().filter(|group| group.two_eyes).flat_map(|group| group.stones.clone()).collect();
        for point in self.empty_dame() {
            let beside = self.beside(&Points::from([point]));
            let touched: Vec<&Group> =
                groups.iter().filter(|group| !group.stones.is_disjoint(&beside)).collect();
            let chains = linked.iter().filter(|chain| !chain.is_disjoint(&beside)).count();
            if chains < 2 || touched.iter().all(|group| group.two_eyes) {
                continue;
            }
            let spaces: Vec<Points> = touched.iter().flat_map(|group| group.spaces.clone()).collect();
            if touched.iter().any(|group| group.two_eyes)
                || self.stands(&linked, &spaces, &Points::from([point]), color)
            {
                let all: Points = touched.iter().flat_map(|group| group.stones.clone()).collect();
                standing.extend(&all);
                sets = united(sets, &all);
            }
        }
        let whole = |stones: Points| Group {
            spaces: groups
                .iter()
                .filter(|group| group.stones.is_subset(&stones))
                .flat_map(|group| group.spaces.clone())
                .collect(),
            two_eyes: !stones.is_disjoint(&standing),
            stones,
        };
        sets.into_iter().map(whole).collect()
    }

    fn empty_dame(&self) -> Vec<usize> {
        self.dame.iter().flatten().copied().filter(|&point| self.position[point].is_none()).collect()
    }

    /// The chains of a colour, those that cannot be cut from each other as one.
    fn linked(&self, color: Color) -> Vec<Points> {
        let mut chains = parts(
            self.neighbours,
            &(0..self.living.len()).filter(|&at| self.living[at] == Some(color)).collect(),
        );
        let guards: BTreeMap<usize, usize> = self
            .empty_dame()
            .into_iter()
            .filter_map(|point| self.guard(point, color).map(|answer| (point, answer)))
            .collect();
        let mut used = Points::new();
        loop {
            let mut links: Vec<(Points, BTreeSet<usize>)> = Vec::new();
            let at = |point: usize| -> BTreeSet<usize> {
                let beside = self.beside(&Points::from([point]));
                (0..chains.len()).filter(|&chain| !chains[chain].is_disjoint(&beside)).collect()
            };
            let dame = self.empty_dame();
            for &point in &dame {
                if let Some(&answer) = guards.get(&point) {
                    links.push((Points::from([point, answer]), at(point)));
                }
                for &other in dame.iter().filter(|&&other| other > point) {
                    links.push((Points::from([point, other]), &at(point) & &at(other)));
                }
            }
            links.retain(|(points, chains)| chains.len() > 1 && points.is_disjoint(&used));
            let holds = |(points, chains): &&(Points, BTreeSet<usize>)| {
                let rivals = links.iter().filter(|(others, _)| !others.is_disjoint(points));
                rivals.into_iter().all(|(_, others)| others.is_subset(chains))
            };
            let holding: Vec<_> = links.iter().filter(holds).collect();
            if holding.is_empty() {
                return chains;
            }
            let mut joined = chains.clone();
            for (points, ends) in holding {
                used.extend(points);
                joined = united(joined, &ends.iter().flat_map(|&chain| chains[chain].clone()).collect());
            }
            chains = joined;
        }
    }

    /// Where the owner answers a stone that the opponent puts on a guarded point.
    fn guard(&self, point: usize, color: Color) -> Option<usize> {
        let (after, taken) = self.play(self.living, point, color.opponent());
        if !taken.is_empty() {
            return taken.contains(&point).then_some(point);
        }
        let liberties = self.liberties(&after, point);
        let answer = *liberties.first().filter(|_| liberties.len() == 1)?;
        let (after, taken) = self.play(&after, answer, color);
        let mut own = self.beside(&Points::from([point]));
        own.insert(answer);
        own.retain(|&at| after[at] == Some(color));
        let stands = own.iter().all(|&stone| self.liberties(&after, stone).len() > 1);
        (taken.contains(&point) && after[answer] == Some(color) && stands).then_some(answer)
    }

    /// A position after a stone, and the stones that were taken.
    fn play(&self, position: &Position, at: usize, color: Color) -> (Position, Points) {
        let mut after = position.clone();
        after[at] = Some(color);
        for taken_from in [color.opponent(), color] {
            let stones = (0..after.len()).filter(|&stone| after[stone] == Some(taken_from));
            let taken: Points = stones.filter(|&stone| self.liberties(&after, stone).is_empty()).collect();
            if !taken.is_empty() {
                for &stone in &taken {
                    after[stone] = None;
                }
                return (after, taken);
            }
        }
        (after, Points::new())
    }

    fn liberties(&self, position: &Position, stone: usize) -> Points {
        let same = |&at: &usize| position[at] == position[stone];
        let chain = reached(self.neighbours, stone, &(0..position.len()).filter(same).collect());
        self.beside(&chain).into_iter().filter(|&at| position[at].is_none()).collect()
    }

    /// Whether some chain keeps two eyes in these spaces, perhaps after connections inside them.
    fn has_two_eyes(&self, linked: &[Points], spaces: &[Points], color: Color) -> bool {
        let connects = |point: &usize| {
            let beside = self.beside(&Points::from([*point]));
            let ends = linked.iter().filter(|chain| !chain.is_disjoint(&beside)).count();
            self.position[*point].is_none() && ends >= 2
        };
        let connections: Vec<usize> = spaces.iter().flatten().copied().filter(connects).collect();
        let mut ways = vec![Points::new()];
        let mut tried = 0;
        for count in 0..=MOST_CONNECTIONS {
            if count > 0 {
                ways = with_one_more(&ways, &connections);
                tried += ways.len();
            }
            if tried > MOST_WAYS {
                return false;
            }
            if ways.iter().any(|filled| self.stands(linked, spaces, filled, color)) {
                return true;
            }
        }
        false
    }

    /// Whether any chain is left when those that cannot stand alone have gone, with these points filled.
    fn stands(&self, linked: &[Points], spaces: &[Points], filled: &Points, color: Color) -> bool {
        let mut chains = linked.to_vec();
        for &point in filled {
            let beside = self.beside(&Points::from([point]));
            let stone = |&at: &usize| self.living[at] == Some(color) || filled.contains(&at);
            let mut ends: Points = beside.into_iter().filter(stone).collect();
            ends.insert(point);
            chains.push(ends.clone());
            chains = united(chains, &ends);
        }
        let left: Points = spaces.iter().flatten().copied().filter(|at| !filled.contains(at)).collect();
        let mut eyes = parts(self.neighbours, &left);
        loop {
            let around = |chain: &Points, eye: &Points| !self.beside(eye).is_disjoint(chain);
            let weak = chains.iter().position(|chain| {
                let own = eyes.iter().filter(|eye| around(chain, eye));
                own.map(|eye| if self.has_room_for_two(eye) { 2 } else { 1 }).sum::<u32>() < 2
            });
            let Some(weak) = weak else { return !chains.is_empty() };
            let weak = chains.remove(weak);
            eyes.retain(|eye| !around(&weak, eye));
        }
    }

    /// Whether the owner gets two eyes in a space by playing there first.
    fn has_room_for_two(&self, space: &Points) -> bool {
        let dead = space.iter().copied().filter(|&point| self.position[point].is_some()).collect();
        space.len() >= LARGE || self.lives(space, &Points::new(), &dead, space.len(), &mut BTreeMap::new())
    }

    fn lives(
        &self,
        space: &Points,
        own: &Points,
        dead: &Points,
        moves: usize,
        known: &mut BTreeMap<(Points, Points, usize), bool>,
    ) -> bool {
        let key = (own.clone(), dead.clone(), moves);
        if let Some(&lives) = known.get(&key) {
            return lives;
        }
        let has_liberty = |chain: &Points, stones: &Points| {
            self.beside(chain).iter().any(|at| space.contains(at) && !stones.contains(at))
        };
        let empty = |own: &Points, dead: &Points| -> Vec<usize> {
            space.iter().copied().filter(|at| !own.contains(at) && !dead.contains(at)).collect()
        };
        let mut lives = false;
        for point in empty(own, dead) {
            if moves == 0 {
                break;
            }
            let own = with(own, point);
            let stones = &own | dead;
            let stay = parts(self.neighbours, dead).into_iter().filter(|chain| has_liberty(chain, &stones));
            let dead: Points = stay.flatten().collect();
            if empty(&own, &dead).is_empty() {
                continue;
            }
            let left: Points = space.difference(&own).copied().collect();
            if parts(self.neighbours, &left).len() > 1 {
                lives = true;
                break;
            }
            let mut replies = vec![dead.clone()];
            for reply in empty(&own, &dead) {
                let dead = with(&dead, reply);
                let chain = reached(self.neighbours, reply, &dead);
                if empty(&own, &dead).is_empty() || has_liberty(&chain, &(&own | &dead)) {
                    replies.push(dead);
                }
            }
            if replies.iter().all(|dead| self.lives(space, &own, dead, moves - 1, known)) {
                lives = true;
                break;
            }
        }
        known.insert(key, lives);
        lives
    }

    /// The points next to some of these.
    fn beside(&self, points: &Points) -> Points {
        points.iter().flat_map(|&point| self.neighbours[point].iter().copied()).collect()
    }
}

fn with(points: &Points, point: usize) -> Points {
    points.iter().copied().chain([point]).collect()
}

/// The sets, with all that have something of `ends` as one.
fn united(sets: Vec<Points>, ends: &Points) -> Vec<Points> {
    let (joined, mut others): (Vec<_>, Vec<_>) = sets.into_iter().partition(|set| !set.is_disjoint(ends));
    let joined: Points = joined.into_iter().flatten().collect();
    if !joined.is_empty() {
        others.push(joined);
    }
    others
}

/// All points that can be reached from one over points that belong.
pub(crate) fn reached(neighbours: &[Vec<usize>], from: usize, belong: &Points) -> Points {
    let mut reached = Points::from([from]);
    let mut edge = vec![from];
    while let Some(point) = edge.pop() {
        for &next in &neighbours[point] {
            if belong.contains(&next) && reached.insert(next) {
                edge.push(next);
            }
        }
    }
    reached
}

/// The connected sets of these points.
pub(crate) fn parts(neighbours: &[Vec<usize>], points: &Points) -> Vec<Points> {
    let mut left = points.clone();
    let mut parts = Vec::new();
    while let Some(&first) = left.first() {
        let part = reached(neighbours, first, points);
        left = left.difference(&part).copied().collect();
        parts.push(part);
    }
    parts
}

/// Each of the sets with each point that is larger than all of its own.
fn with_one_more(sets: &[Points], points: &[usize]) -> Vec<Points> {
    let larger = sets.iter().flat_map(|set| {
        let later = points.iter().filter(|&point| set.last().is_none_or(|last| point > last));
        later.map(|&point| with(set, point))
    });
    larger.collect()
}
