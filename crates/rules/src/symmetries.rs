//! The ways to turn and mirror a board.

use crate::{BoardName, Color, Point, Stones, Topology};

/// A way to turn or mirror a board: where each point goes. Neighbours stay neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry(Vec<Point>);

impl Symmetry {
    /// The point to which the symmetry moves a point of the board.
    ///
    /// # Panics
    /// If the point is not on the board.
    pub fn point(&self, point: Point) -> Point {
        self.0[point.index()]
    }

    /// Where each point goes, in the order of the points.
    pub fn places(&self) -> &[Point] {
        &self.0
    }

    /// The symmetry that takes every point back.
    #[must_use]
    pub fn inverse(&self) -> Symmetry {
        let mut back = self.0.clone();
        for (index, place) in self.0.iter().enumerate() {
            back[place.index()] = Point::at(index);
        }
        Symmetry(back)
    }

    /// Whether it takes the first of these positions to the second, with the colours exchanged if `swapped`.
    pub fn takes(&self, from: &Stones, to: &Stones, swapped: bool) -> bool {
        let turned = |color: Color| if swapped { color.opponent() } else { color };
        from.size() == self.0.len()
            && to.size() == self.0.len()
            && from.iter().zip(&self.0).all(|(stone, &place)| stone.map(turned) == to.get(place))
    }
}

/// All the ways to turn and mirror a board under which a position counts as the same. The first one moves no point.
///
/// Grids have the symmetries of the paper they are drawn on, eight if they are square, else four; joined edges stay
/// with each other. Moving a torus along does not count, because a person who looks at such a board sees another
/// position. Figures have all symmetries that take lines to lines.
///
/// ```
/// use tengen_rules::{Symmetries, Topology};
///
/// assert_eq!(Symmetries::of(&Topology::grid(19, 19)?).all().len(), 8);
/// assert_eq!(Symmetries::of(&Topology::grid(13, 9)?).all().len(), 4);
/// assert_eq!(Symmetries::of(&Topology::wrapped(9, 9, true, false)?).all().len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetries(Vec<Symmetry>);

impl Symmetries {
    /// The symmetries of a board. A board without a name has only the one that moves no point.
    pub fn of(topology: &Topology) -> Symmetries {
        let (width, height) = (topology.width(), topology.height());
        Symmetries(match topology.name() {
            Some(BoardName::Grid { .. } | BoardName::Torus { .. }) if width == height => {
                of_paper(width, height, true)
            }
            Some(
                BoardName::Grid { .. }
                | BoardName::Cylinder { .. }
                | BoardName::Roll { .. }
                | BoardName::Torus { .. },
            ) => of_paper(width, height, false),
            Some(
                BoardName::Hexagon(_)
                | BoardName::Triangle(_)
                | BoardName::Honeycomb(_)
                | BoardName::Petersen
                | BoardName::Dodecahedron,
            ) => Search::new(topology).all(),
            None => vec![Symmetry(topology.points().collect())],
        })
    }

    /// All of them, always in the same order; there is at least one.
    pub fn all(&self) -> &[Symmetry] {
        &self.0
    }
}

/// Mirrors along both sides, and with `turns` also along the diagonal; each once.
fn of_paper(width: usize, height: usize, turns: bool) -> Vec<Symmetry> {
    let mut all: Vec<Symmetry> = Vec::new();
    for turned in [false, true].into_iter().take(1 + usize::from(turns)) {
        for (mirrored, upside_down) in [(false, false), (true, false), (false, true), (true, true)] {
            let places = (0..width * height).map(|index| {
                let (column, row) = (index % width, index / width);
                let (column, row) = if turned { (row, column) } else { (column, row) };
                let column = if mirrored { width - 1 - column } else { column };
                let row = if upside_down { height - 1 - row } else { row };
                Point::at(row * width + column)
            });
            let symmetry = Symmetry(places.collect());
            if !all.contains(&symmetry) {
                all.push(symmetry);
            }
        }
    }
    all
}

/// A search for every way to give the points of a connected graph new places that keeps neighbours neighbours.
///
/// Each point that gets a place has a neighbour that has one already. There are few symmetries, and a place that fits
/// none is found out after a few steps.
struct Search<'a> {
    topology: &'a Topology,
    /// Each point behind one of its neighbours, with that one.
    order: Vec<(Point, Option<Point>)>,
    places: Vec<Option<Point>>,
    taken: Vec<bool>,
    found: Vec<Symmetry>,
}

impl<'a> Search<'a> {
    fn new(topology: &'a Topology) -> Self {
        let mut order: Vec<(Point, Option<Point>)> =
            topology.points().take(1).map(|point| (point, None)).collect();
        let mut known = vec![false; topology.size()];
        known[0] = true;
        let mut next = 0;
        while let Some(&(point, _)) = order.get(next) {
            next += 1;
            for &neighbour in topology.neighbours(point) {
                if !std::mem::replace(&mut known[neighbour.index()], true) {
                    order.push((neighbour, Some(point)));
                }
            }
        }
        let size = topology.size();
        Self { topology, order, places: vec![None; size], taken: vec![false; size], found: Vec::new() }
    }

    fn all(mut self) -> Vec<Symmetry> {
        self.extend(0);
        self.found
    }

    /// Gives places to the points from this one on, in every way that fits those before. The recursion is as deep as
    /// there are points, and a board has not many.
    fn extend(&mut self, done: usize) {
        let Some(&(point, parent)) = self.order.get(done) else {
            self.found.push(Symmetry(self.places.iter().flatten().copied().collect()));
            return;
        };
        let topology = self.topology;
        let candidates: Vec<Point> = match parent.and_then(|parent| self.places[parent.index()]) {
            Some(place) => topology.neighbours(place).to_vec(),
            None => topology.points().collect(),
        };
        for place in candidates {
            if !self.taken[place.index()] && self.fits(point, place) {
                self.places[point.index()] = Some(place);
                self.taken[place.index()] = true;
                self.extend(done + 1);
                self.places[point.index()] = None;
                self.taken[place.index()] = false;
            }
        }
    }

    fn fits(&self, point: Point, place: Point) -> bool {
        let (from, to) = (self.topology.neighbours(point), self.topology.neighbours(place));
        from.len() == to.len()
            && from.iter().filter_map(|near| self.places[near.index()]).all(|near| to.contains(&near))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symmetries(name: &str) -> (Topology, Symmetries) {
        let topology = name.parse::<BoardName>().unwrap().topology().unwrap();
        let symmetries = Symmetries::of(&topology);
        (topology, symmetries)
    }

    #[test]
    fn every_one_keeps_neighbours_and_there_are_as_many_as_geometry_says() {
        for (name, count) in [
            ("grid 1x1", 1),
            ("grid 1x7", 2),
            ("grid 2x2", 8),
            ("grid 19x19", 8),
            ("grid 13x9", 4),
            ("cylinder 9x9", 4),
            ("cylinder 13x9", 4),
            ("roll 9x13", 4),
            ("torus 9x9", 8),
            ("torus 9x5", 4),
            ("hexagon 1", 1),
            ("hexagon 2", 12),
            ("hexagon 14", 12),
            ("triangle 1", 1),
            ("triangle 2", 6),
            ("triangle 34", 6),
            ("honeycomb 1", 12),
            ("honeycomb 10", 12),
            ("petersen", 120),
            ("dodecahedron", 120),
        ] {
            let (topology, symmetries) = symmetries(name);
            let all = symmetries.all();
            assert_eq!(all.len(), count, "{name}");
            assert!(topology.points().all(|point| all[0].point(point) == point), "{name}");
            for (number, symmetry) in all.iter().enumerate() {
                assert!(!all[..number].contains(symmetry), "{name}");
                assert_eq!(symmetry.inverse().inverse(), *symmetry, "{name}");
                assert!(all.contains(&symmetry.inverse()), "{name}");
                for point in topology.points() {
                    let mut places: Vec<Point> =
                        topology.neighbours(point).iter().map(|&near| symmetry.point(near)).collect();
                    places.sort_unstable();
                    assert_eq!(places, topology.neighbours(symmetry.point(point)), "{name}");
                    assert_eq!(symmetry.inverse().point(symmetry.point(point)), point, "{name}");
                }
            }
        }
    }

    #[test]
    fn positions_are_taken_to_positions() {
        let (topology, symmetries) = symmetries("grid 3x3");
        let stones = |rows| Stones::parse(&topology, rows).unwrap();
        let from = stones("BW. ... ...");
        let takes = |rows, swapped| {
            symmetries.all().iter().filter(|symmetry| symmetry.takes(&from, &stones(rows), swapped)).count()
        };
        assert_eq!(takes("... ..W ..B", false), 1);
        assert_eq!(takes("... ..B ..W", true), 1);
        assert_eq!(takes("... ..B ..W", false), 0);
        assert_eq!(takes("B.W ... ...", false), 0);
    }
}
