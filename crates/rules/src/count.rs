//! The quantities to count on a board.

use crate::marks::Marked;
use crate::regions::Regions;
use crate::seki::{Groups, Territory, groups};
use crate::surface::Surface;
use crate::{Board, ByColor, Color, Point, Tax};

/// The quantities to count on a board, before the rules choose among them.
#[derive(Default)]
pub(crate) struct Count {
    pub(crate) stones: ByColor<usize>,
    pub(crate) territory: ByColor<usize>,
    pub(crate) dead_stones: ByColor<usize>,
    /// Groups that pay tax.
    pub(crate) taxed: ByColor<usize>,
    /// Territory alone.
    pub(crate) owners: Vec<Option<Color>>,
    pub(crate) dame: Vec<Point>,
    pub(crate) open_borders: Vec<Point>,
    /// The empty points in seki, if a tax asks for them: those that one colour surrounds and that do not count, and the
    /// dame that neither side can fill. Sorted.
    pub(crate) seki: Vec<Point>,
}

impl Count {
    /// Counts a board as it is marked.
    pub(crate) fn new<S: Surface>(board: &Board<S>, marked: &Marked, tax: Tax) -> Count {
        let Marked { is_dead, is_neutral } = marked;
        let living = |point: Point| board.get(point).filter(|_| !is_dead[point.index()]);
        let mut count = Count { owners: vec![None; is_dead.len()], ..Count::default() };
        for color in board.surface().points().filter_map(living) {
            count.stones[color] += 1;
        }
        count.dame.extend(board.surface().points().filter(|point| is_neutral[point.index()]));
        let (mut territories, mut dame) = (Vec::new(), Vec::new());
        // Of each region of dame, whether it is nothing but points where both colours meet.
        let mut narrow = Vec::new();
        for region in Regions::of(board.surface(), |point| living(point).is_none()) {
            let reached = reached_by(board, living, &region);
            let parts = if reached.black && reached.white {
                let (borders, parts) = divided(board, living, &region, is_neutral);
                narrow.resize(narrow.len() + borders.len(), false);
                dame.extend(borders);
                parts
            } else {
                vec![region]
            };
            for part in parts {
                let reached = reached_by(board, living, &part);
                match (reached.black, reached.white) {
                    (true, false) => territories.push(Territory { owner: Color::Black, points: part }),
                    (false, true) => territories.push(Territory { owner: Color::White, points: part }),
                    (both, _) => {
                        // Without any tax the players' word on dead stones is all that matters.
                        if tax == Tax::None {
                            count.take_dead(board, &part);
                        }
                        if both {
                            narrow.push(count.note_dame(board, living, &part));
                            dame.push(part);
                        }
                    }
                }
            }
        }
        let groups = match tax {
            Tax::None => Groups {
                in_seki: vec![false; territories.len()],
                shared: vec![false; dame.len()],
                independent: ByColor::default(),
            },
            Tax::Seki | Tax::All => groups(board, is_dead, &territories, &dame),
        };
        let is_empty = |point: &Point| board.get(*point).is_none();
        let shared = dame.iter().zip(narrow).zip(groups.shared);
        let shared = shared.filter(|((region, is_narrow), is_shared)| {
            *is_narrow && *is_shared && region.iter().all(is_empty)
        });
        count.seki.extend(shared.flat_map(|((region, _), _)| region));
        for (territory, in_seki) in territories.iter().zip(groups.in_seki) {
            if in_seki {
                count.seki.extend(territory.points.iter().copied().filter(is_empty));
                continue;
            }
            count.take_dead(board, &territory.points);
            for point in territory.points.iter().filter(|point| !is_neutral[point.index()]) {
                count.territory[territory.owner] += 1;
                count.owners[point.index()] = Some(territory.owner);
            }
        }
        if tax == Tax::All {
            count.taxed = groups.independent;
        }
        count.dame.sort_unstable();
        count.open_borders.sort_unstable();
        count.seki.sort_unstable();
        count
    }

    /// Hands the dead stones of a region to their opponents.
    fn take_dead<S: Surface>(&mut self, board: &Board<S>, region: &[Point]) {
        for color in region.iter().filter_map(|&point| board.get(point)) {
            self.dead_stones[color.opponent()] += 1;
        }
    }

    /// A region that both colours reach. It leaks if it has points that are not themselves where they meet; answers whether it
    /// does not.
    fn note_dame<S: Surface>(
        &mut self,
        board: &Board<S>,
        living: impl Fn(Point) -> Option<Color>,
        region: &[Point],
    ) -> bool {
        let touches = |point: Point| reached_by(board, &living, &[point]);
        let contacts: Vec<Point> = region
            .iter()
            .copied()
            .filter(|&point| {
                let own = touches(point);
                let meets = |color: Color| {
                    own[color]
                        || board
                            .surface()
                            .neighbours(point)
                            .iter()
                            .any(|&neighbour| living(neighbour).is_none() && touches(neighbour)[color])
                };
                (own.black && meets(Color::White)) || (own.white && meets(Color::Black))
            })
            .collect();
        let is_narrow = contacts.len() == region.len();
        if !is_narrow {
            self.open_borders.extend(contacts);
        }
        self.dame.extend_from_slice(region);
        is_narrow
    }
}

/// The borders in a region of both colours, and the parts into which they divide the region. The marked points that are
/// nobody's make the borders: connected ones are a border if both colours have stones or parts next to them.
fn divided<S: Surface>(
    board: &Board<S>,
    living: impl Fn(Point) -> Option<Color>,
    region: &[Point],
    is_neutral: &[bool],
) -> (Vec<Vec<Point>>, Vec<Vec<Point>>) {
    let surface = board.surface();
    let mut inside = vec![false; is_neutral.len()];
    for point in region {
        inside[point.index()] = !is_neutral[point.index()];
    }
    let mut reaches = vec![ByColor::default(); is_neutral.len()];
    for part in Regions::of(surface, |point| inside[point.index()]) {
        let reached = reached_by(board, &living, &part);
        for point in part {
            reaches[point.index()] = reached;
        }
    }
    let mut marked = vec![false; is_neutral.len()];
    for point in region {
        marked[point.index()] = is_neutral[point.index()];
    }
    let is_border = |points: &Vec<Point>| {
        let stones = reached_by(board, &living, points);
        let beside = points.iter().flat_map(|&point| surface.neighbours(point));
        let reached: Vec<ByColor<bool>> = beside.map(|at| reaches[at.index()]).chain([stones]).collect();
        Color::ALL.iter().all(|&color| reached.iter().any(|reached| reached[color]))
    };
    let mut borders: Vec<Vec<Point>> = Vec::new();
    for points in Regions::of(surface, |point| marked[point.index()]) {
        if is_border(&points) {
            borders.push(points);
        } else {
            for point in points {
                inside[point.index()] = true;
            }
        }
    }
    (borders, Regions::of(surface, |point| inside[point.index()]).collect())
}

/// Which colours have a living stone next to one of these points.
fn reached_by<S: Surface>(
    board: &Board<S>,
    living: impl Fn(Point) -> Option<Color>,
    points: &[Point],
) -> ByColor<bool> {
    let mut reached = ByColor::default();
    for &point in points {
        for color in board.surface().neighbours(point).iter().filter_map(|&neighbour| living(neighbour)) {
            reached[color] = true;
        }
    }
    reached
}
