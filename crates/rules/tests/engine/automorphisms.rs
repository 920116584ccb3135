//! The symmetries of a board: every way to rename its points that keeps neighbours neighbours.

use tengen_rules::{BoardName, Point, Topology};

/// All symmetries of a connected board, each as the new place of every point.
pub(crate) fn automorphisms(topology: &Topology) -> Vec<Vec<Point>> {
    let mut order: Vec<Point> = topology.points().take(1).collect();
    let mut next = 0;
    while let Some(&point) = order.get(next) {
        next += 1;
        for &neighbour in topology.neighbours(point) {
            if !order.contains(&neighbour) {
                order.push(neighbour);
            }
        }
    }
    assert_eq!(order.len(), topology.size(), "only connected boards");
    let mut found = Vec::new();
    extend(topology, &order, &mut vec![None; topology.size()], 0, &mut found);
    found
}

/// Gives the points of `order` from `done` on a new place in every way that fits the places given so far.
fn extend(
    topology: &Topology,
    order: &[Point],
    places: &mut Vec<Option<Point>>,
    done: usize,
    found: &mut Vec<Vec<Point>>,
) {
    let Some(&point) = order.get(done) else {
        found.push(places.iter().flatten().copied().collect());
        return;
    };
    for place in topology.points() {
        let degree = topology.neighbours(point).len();
        let fits = topology.neighbours(place).len() == degree
            && order[..done].iter().all(|&earlier| {
                let to = places[earlier.index()];
                let joined = topology.neighbours(point).contains(&earlier);
                to.is_some_and(|to| to != place && topology.neighbours(place).contains(&to) == joined)
            });
        if fits {
            places[point.index()] = Some(place);
            extend(topology, order, places, done + 1, found);
            places[point.index()] = None;
        }
    }
}

#[test]
fn boards_have_as_many_symmetries_as_geometry_says() {
    for (name, count) in [
        ("grid 1x1", 1),
        ("grid 5x1", 2),
        ("grid 4x4", 8),
        ("grid 9x9", 8),
        ("grid 5x3", 4),
        ("grid 7x6", 4),
        // Turns around the axis, and mirrors along it and across it.
        ("cylinder 5x4", 5 * 2 * 2),
        ("roll 4x5", 5 * 2 * 2),
        // Moves in both directions with the symmetries of a rectangle or of a square.
        ("torus 5x3", 15 * 4),
        ("torus 5x5", 25 * 8),
        ("torus 6x7", 42 * 4),
        ("hexagon 3", 12),
        ("triangle 5", 6),
        ("honeycomb 2", 12),
        ("petersen", 120),
        ("dodecahedron", 120),
    ] {
        let topology = name.parse::<BoardName>().unwrap().topology().unwrap();
        assert_eq!(automorphisms(&topology).len(), count, "{name}");
    }
}
