//! Which territory counts under a tax: groups with two eyes, and groups that live only in seki.
//!
//! The Japanese rules of 1989, article 8: empty points surrounded by the living stones of one player are eye points,
//! other empty points are dame; living stones that possess dame are in seki; eye points are territory unless the stones
//! around them are in seki. Its commentary expects that all dame are filled before the count, so that only those are
//! left that neither player can afford to fill.
//!
//! Players stop before that, so the board has dame of both kinds. The engine asks why the dame are open:
//!
//! - A *group* is all chains of a colour that are joined by territory of their colour, or by connections over dame that
//!   cannot be cut ([`links`]).
//! - It has *two eyes* if one of its chains can rely on two ([`eyes`]), or if its owner can see to that by one stone on
//!   dame, which may also connect several groups. A group that can live by one move is not in seki: the opponent cannot
//!   prevent it, or the game would not be over.
//! - A group is *in seki* if it has not, and meets at dame an opposing group that has not either. Both live because
//!   neither can fill those dame. The mouth of a ko looks like territory, but the opponent can play there; so a group
//!   also meets those next to a chain of its own that is in atari.
//! - An opponent with two eyes could fill all dame. So a group beside such opponents only, or with no dame at all, is
//!   alive on its own, even where the engine finds no two eyes: the players agreed that it lives.
//!
//! So the dead stones in a closed eye never make its owner's points doubtful, and dame that are merely not filled yet
//! cost nothing. The territory of a group in seki does not count, and its false eyes do not either. Dead stones there
//! stay where they are.

mod eye_space;
mod eyes;
mod joined;
mod links;

use crate::surface::Surface;
use crate::{Board, ByColor, Color, Point};
use eyes::{Space, Stones};
use joined::Joined;
use links::{chains_at, join_linked};

/// A connected set of points without living stones, surrounded by one colour.
pub(crate) struct Territory {
    pub(crate) owner: Color,
    pub(crate) points: Vec<Point>,
}

/// The facts about groups that the tax needs.
pub(crate) struct Groups {
    /// For each territory, whether the group it belongs to lives only in seki.
    pub(crate) in_seki: Vec<bool>,
    /// For each region of dame, whether it is shared by groups in seki alone, so that neither side can fill it.
    pub(crate) shared: Vec<bool>,
    /// How many groups with territory each colour has that are not in seki. A colour that is alone on the board counts
    /// only if it has two eyes.
    pub(crate) independent: ByColor<usize>,
}

/// Finds the groups and tells those in seki. `dame` are the regions without living stones that both colours reach.
pub(crate) fn groups<S: Surface>(
    board: &Board<S>,
    is_dead: &[bool],
    territories: &[Territory],
    dame: &[Vec<Point>],
) -> Groups {
    let living = board.without(is_dead);
    let mut sides = ByColor::from_fn(|color| Side::new(board, &living, territories, dame, color));
    let mut shared = Vec::with_capacity(dame.len());
    for region in dame {
        let [black, white] = Color::ALL.map(|color| sides[color].without_two_eyes(&living, region));
        let all_beside = Color::ALL.iter().map(|&color| sides[color].beside(&living, region).len());
        shared.push(
            !black.is_empty() && !white.is_empty() && black.len() + white.len() == all_beside.sum::<usize>(),
        );
        mark_meeting(&mut sides, &ByColor { black, white });
    }
    for territory in territories {
        let (owner, opponent) = (territory.owner, territory.owner.opponent());
        for stones in chains_in_atari(&living, territory) {
            let own = sides[owner].without_two_eyes(&living, &territory.points);
            let others = sides[opponent].without_two_eyes(&living, &stones);
            let meeting = ByColor::from_fn(|color| if color == owner { own.clone() } else { others.clone() });
            mark_meeting(&mut sides, &meeting);
        }
    }
    let in_seki = territories.iter().map(|territory| {
        let side = &sides[territory.owner];
        side.group_around(&living, territory).is_some_and(|group| side.in_seki[group.index()])
    });
    let in_seki: Vec<bool> = in_seki.collect();
    let independent = ByColor::from_fn(|color| {
        let (side, alone) = (&sides[color], living.count(color.opponent()) == 0);
        let own = territories.iter().filter(|territory| territory.owner == color);
        let groups = side.grouped.roots(own.filter_map(|territory| side.group_around(&living, territory)));
        let pays = |group: &&Point| side.two_eyes[group.index()] || (!alone && !side.in_seki[group.index()]);
        groups.iter().filter(pays).count()
    });
    Groups { in_seki, shared, independent }
}

/// Marks groups without two eyes that meet, if there are some of both colours.
fn mark_meeting(sides: &mut ByColor<Side>, meeting: &ByColor<Vec<Point>>) {
    if meeting.black.is_empty() || meeting.white.is_empty() {
        return;
    }
    for (color, groups) in meeting.iter() {
        for group in groups {
            sides[color].in_seki[group.index()] = true;
        }
    }
}

/// The owner's chains that have their last liberty in a territory.
fn chains_in_atari<S: Surface>(living: &Board<S>, territory: &Territory) -> Vec<Vec<Point>> {
    let single = Joined::new(living.surface().size());
    let beside =
        territory.points.iter().flat_map(|&point| chains_at(living, territory.owner, point, &single));
    let chains = single.roots(beside).into_iter();
    chains.filter(|&chain| living.last_liberty(chain).is_some()).map(|chain| living.chain(chain)).collect()
}

/// The groups of one colour.
struct Side {
    color: Color,
    /// The chains of each group.
    grouped: Joined,
    /// By the name of a group.
    two_eyes: Vec<bool>,
    in_seki: Vec<bool>,
}

impl Side {
    fn new<S: Surface>(
        board: &Board<S>,
        living: &Board<S>,
        territories: &[Territory],
        dame: &[Vec<Point>],
        color: Color,
    ) -> Side {
        let size = living.surface().size();
        let empty: Vec<Point> =
            dame.iter().flatten().copied().filter(|&point| board.get(point).is_none()).collect();
        let mut linked = Joined::new(size);
        join_linked(living, color, &empty, &mut linked);
        let stones = Stones { board, living, color, linked };
        let own = territories.iter().filter(|territory| territory.owner == color);
        let spaces: Vec<Space<'_>> = own.map(|territory| stones.space(&territory.points)).collect();
        let mut grouped = stones.linked.clone();
        for space in &spaces {
            grouped.join_all(&space.around);
        }
        let side = Side { color, grouped, two_eyes: vec![false; size], in_seki: vec![false; size] };
        side.find_two_eyes(&stones, &spaces, &empty)
    }

    /// Asks of each group whether it has two eyes as it stands, then whether one stone on dame gives it two.
    fn find_two_eyes<S: Surface>(
        mut self,
        stones: &Stones<'_, S>,
        spaces: &[Space<'_>],
        dame: &[Point],
    ) -> Side {
        let spaces_of = |groups: &[Point]| -> Vec<&Space<'_>> {
            let belongs = |space: &&Space<'_>| {
                space.around.first().is_some_and(|&chain| groups.contains(&self.grouped.root(chain)))
            };
            spaces.iter().filter(belongs).collect()
        };
        let names = self.grouped.roots(spaces.iter().filter_map(|space| space.around.first().copied()));
        let mut standing: Vec<Point> = Vec::new();
        for &group in &names {
            if stones.have_two_eyes(&spaces_of(&[group])) {
                self.two_eyes[group.index()] = true;
                standing.push(group);
            }
        }
        let mut connected: Vec<Vec<Point>> = Vec::new();
        for &point in dame {
            let chains = chains_at(stones.living, self.color, point, &stones.linked);
            let groups = self.grouped.roots(chains.iter().copied());
            let weak = groups.iter().any(|group| !standing.contains(group));
            if chains.len() > 1
                && weak
                && (groups.iter().any(|group| standing.contains(group))
                    || stones.keep_two_eyes(&spaces_of(&groups), &[point]))
            {
                connected.push(groups);
            }
        }
        for groups in &connected {
            self.grouped.join_all(groups);
        }
        for group in standing.into_iter().chain(connected.into_iter().flatten()) {
            self.two_eyes[self.grouped.root(group).index()] = true;
        }
        self
    }

    /// The group around a territory of this colour; none on a board without stones.
    fn group_around<S: Surface>(&self, living: &Board<S>, territory: &Territory) -> Option<Point> {
        let beside = |&point: &Point| chains_at(living, self.color, point, &self.grouped).first().copied();
        territory.points.iter().find_map(beside)
    }

    /// The groups next to a region.
    fn beside<S: Surface>(&self, living: &Board<S>, region: &[Point]) -> Vec<Point> {
        let beside = region.iter().flat_map(|&point| chains_at(living, self.color, point, &self.grouped));
        self.grouped.roots(beside)
    }

    /// Those of them that do not have two eyes.
    fn without_two_eyes<S: Surface>(&self, living: &Board<S>, region: &[Point]) -> Vec<Point> {
        let mut groups = self.beside(living, region);
        groups.retain(|group| !self.two_eyes[group.index()]);
        groups
    }
}
