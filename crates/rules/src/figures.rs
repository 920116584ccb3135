//! The boards behind the names. Those that are no grids are figures: points, edges and places.

use crate::{BoardName, BoardNameError, Place, Topology};

/// The corners of a regular pentagon of radius 1, the first one up.
const PENTAGON: [(i32, i32); 5] = [(0, -1000), (951, -309), (588, 809), (-588, 809), (-951, -309)];

/// The height of an equilateral triangle with sides of a thousand.
const HEIGHT: i32 = 866;

/// Points with their places, and edges between them.
#[derive(Default)]
struct Figure {
    places: Vec<Place>,
    edges: Vec<(usize, usize)>,
}

impl BoardName {
    /// The board, if there is one.
    pub fn topology(self) -> Result<Topology, BoardNameError> {
        self.check()?;
        let figure = match self {
            BoardName::Grid { width, height }
            | BoardName::Cylinder { width, height }
            | BoardName::Roll { width, height }
            | BoardName::Torus { width, height } => return Ok(Topology::joined_grid(self, width, height)),
            BoardName::Hexagon(side) => hexagon(whole(side)),
            BoardName::Triangle(side) => triangle(whole(side)),
            BoardName::Honeycomb(rings) => honeycomb(whole(rings)),
            BoardName::Petersen => petersen(),
            BoardName::Dodecahedron => dodecahedron(),
        };
        Ok(Topology::of_figure(self, figure.places, &figure.edges))
    }
}

fn whole(side: usize) -> i32 {
    i32::try_from(side).unwrap_or(i32::MAX)
}

/// Points in two slanted coordinates, each with up to six neighbours.
fn slanted(points: &[(i32, i32)]) -> Figure {
    let edges = points.iter().enumerate().flat_map(|(from, &(q, r))| {
        let next = [(q + 1, r), (q, r + 1), (q - 1, r + 1)];
        next.into_iter()
            .filter_map(move |other| points.iter().position(|&point| point == other).map(|to| (from, to)))
    });
    let edges = edges.collect();
    let places = points.iter().map(|&(q, r)| Place { x: 1000 * q + 500 * r, y: HEIGHT * r }).collect();
    Figure { places, edges }
}

fn hexagon(side: i32) -> Figure {
    let reach = side - 1;
    let rows = (-reach..=reach).flat_map(|r| {
        let (from, to) = ((-reach).max(-reach - r), reach.min(reach - r));
        (from..=to).map(move |q| (q, r))
    });
    slanted(&rows.collect::<Vec<_>>())
}

fn triangle(side: i32) -> Figure {
    let rows = (0..side).flat_map(|r| (-r..=0).map(move |q| (q, r)));
    slanted(&rows.collect::<Vec<_>>())
}

/// The corners of the cells whose centres make a hexagon, in steps of half a cell's width and half a side.
fn honeycomb(rings: i32) -> Figure {
    let reach = rings - 1;
    let mut corners: Vec<(i32, i32)> = Vec::new();
    let mut sides = Vec::new();
    for r in -reach..=reach {
        for q in (-reach).max(-reach - r)..=reach.min(reach - r) {
            let (x, y) = (2 * q + r, 3 * r);
            let around =
                [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)].map(|(dx, dy)| (y + dy, x + dx));
            corners.extend(around);
            for (index, &corner) in around.iter().enumerate() {
                sides.push((corner, around[(index + 1) % 6]));
            }
        }
    }
    corners.sort_unstable();
    corners.dedup();
    let number = |corner| corners.binary_search(&corner).unwrap_or_default();
    let mut edges: Vec<(usize, usize)> = sides
        .into_iter()
        .map(|(one, other)| (number(one), number(other)))
        .map(|(one, other)| (one.min(other), one.max(other)))
        .collect();
    edges.sort_unstable();
    edges.dedup();
    let places = corners.iter().map(|&(y, x)| Place { x: HEIGHT * x, y: 500 * y }).collect();
    Figure { places, edges }
}

/// Five points around the middle, at a distance in thousandths; `turned` ones point down.
fn ring(distance: i32, turned: bool) -> impl Iterator<Item = Place> {
    (0..5).map(move |index| {
        let ((x, y), sign) = if turned { (PENTAGON[(index + 3) % 5], -1) } else { (PENTAGON[index], 1) };
        Place { x: sign * distance * x / 1000, y: sign * distance * y / 1000 }
    })
}

/// A pentagon and a star within it.
fn petersen() -> Figure {
    let edges = (0..5).flat_map(|i| [(i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)]);
    Figure { places: ring(2000, false).chain(ring(1000, false)).collect(), edges: edges.collect() }
}

/// Seen through one of its faces: two pentagons, and between them a ring of ten points.
fn dodecahedron() -> Figure {
    let rings = [ring(4000, false), ring(2700, false), ring(1900, true), ring(900, true)];
    let edges = (0..5).flat_map(|i| {
        let next = (i + 1) % 5;
        [(i, next), (i, 5 + i), (5 + i, 10 + i), (5 + next, 10 + i), (10 + i, 15 + i), (15 + i, 15 + next)]
    });
    Figure { places: rings.into_iter().flatten().collect(), edges: edges.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_neighbours() {
        // Points, edges, and the most neighbours of a point.
        for (name, points, edges, most) in [
            ("grid 3x2", 6, 7, 3),
            ("cylinder 4x3", 12, 4 * 3 + 4 * 2, 4),
            ("roll 4x3", 12, 3 * 3 + 4 * 3, 4),
            ("torus 4x3", 12, 24, 4),
            ("torus 1x1", 1, 0, 0),
            ("hexagon 1", 1, 0, 0),
            ("hexagon 2", 7, 12, 6),
            ("hexagon 3", 19, 42, 6),
            ("hexagon 14", 547, 9 * 14 * 14 - 15 * 14 + 6, 6),
            ("triangle 3", 6, 9, 4),
            ("triangle 34", 595, 3 * 34 * 33 / 2, 6),
            ("honeycomb 1", 6, 6, 2),
            ("honeycomb 2", 24, 30, 3),
            ("honeycomb 10", 600, 9 * 100 - 30, 3),
            ("petersen", 10, 15, 3),
            ("dodecahedron", 20, 30, 3),
        ] {
            let board = name.parse::<BoardName>().unwrap().topology().unwrap();
            let degrees: Vec<usize> = board.points().map(|point| board.neighbours(point).len()).collect();
            assert_eq!(board.size(), points, "{name}");
            assert_eq!(degrees.iter().sum::<usize>(), 2 * edges, "{name}");
            assert_eq!(degrees.into_iter().max(), Some(most), "{name}");
        }
    }

    #[test]
    fn every_point_of_a_figure_has_a_name() {
        for name in BoardName::EXAMPLES {
            let board = name.topology().unwrap();
            for point in board.points() {
                assert_eq!(board.point(board.vertex(point)), Some(point));
            }
        }
    }

    #[test]
    fn neighbours_are_drawn_side_by_side() {
        for name in BoardName::EXAMPLES {
            let board = name.topology().unwrap();
            let layout = board.layout();
            let mut places: Vec<(i32, i32)> = layout.places.iter().map(|place| (place.x, place.y)).collect();
            for (one, other) in layout.lines(&board) {
                let (a, b) = (layout.places[one.index()], layout.places[other.index()]);
                let squared = (a.x - b.x).pow(2) + (a.y - b.y).pow(2);
                let shortest = if matches!(name, BoardName::Dodecahedron) { 800 } else { 990 };
                assert!((shortest * shortest..=4800 * 4800).contains(&squared), "{name}: {one:?} {other:?}");
            }
            assert_eq!(layout.places.iter().map(|place| place.x).min(), Some(0));
            assert_eq!(layout.places.iter().map(|place| place.y).min(), Some(0));
            places.sort_unstable();
            places.dedup();
            assert_eq!(places.len(), board.size(), "{name}");
        }
    }
}
