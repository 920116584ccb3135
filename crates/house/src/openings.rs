//! Where to begin: rules of thumb for an empty part of the board on any surface.

use tengen_rules::{Board, Point, Surface};

/// Beyond this distance a stone has nothing to do with a point.
const FAR: usize = 3;

/// For each point how far it is from the edge: the points with fewer neighbours than others. A board without an edge, such
/// as a torus, is middle everywhere.
#[derive(Debug)]
pub(crate) struct Openings {
    from_edge: Vec<usize>,
}

impl Openings {
    pub(crate) fn new<S: Surface>(surface: &S) -> Self {
        let degree = |point: Point| surface.neighbours(point).len();
        let most = surface.points().map(degree).max().unwrap_or(0);
        let edge: Vec<Point> = surface.points().filter(|&point| degree(point) < most).collect();
        let mut from_edge = vec![usize::MAX; surface.size()];
        spread(surface, &edge, usize::MAX, |point, distance| from_edge[point.index()] = distance);
        Self { from_edge }
    }

    /// What is added to the promise of a point where nothing is near: not on the edge, and rather where a corner or a side
    /// is easily held. Nothing near stones.
    pub(crate) fn bonus<S: Surface>(&self, board: &Board<S>) -> Vec<f32> {
        let surface = board.surface();
        let stones: Vec<Point> = surface.points().filter(|&point| board.get(point).is_some()).collect();
        let mut bonus: Vec<f32> = self.from_edge.iter().map(|&distance| by_distance(distance)).collect();
        spread(surface, &stones, FAR, |point, _| bonus[point.index()] = 0.0);
        bonus
    }
}

fn by_distance(from_edge: usize) -> f32 {
    match from_edge {
        0 => -0.25,
        1 => -0.1,
        2 | 3 => 0.12,
        _ => 0.0,
    }
}

/// Calls `found` with each point within a distance of the `sources`, once, the nearest first.
fn spread<S: Surface>(surface: &S, sources: &[Point], within: usize, mut found: impl FnMut(Point, usize)) {
    let mut known = vec![false; surface.size()];
    let mut layer: Vec<Point> = sources.to_vec();
    for source in sources {
        known[source.index()] = true;
    }
    let mut distance = 0;
    while !layer.is_empty() && distance <= within {
        let mut next = Vec::new();
        for &point in &layer {
            found(point, distance);
            for &neighbour in surface.neighbours(point) {
                if !std::mem::replace(&mut known[neighbour.index()], true) {
                    next.push(neighbour);
                }
            }
        }
        layer = next;
        distance += 1;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tengen_rules::Topology;

    use super::*;

    #[test]
    fn the_third_line_of_an_empty_board_is_better_than_its_edge() {
        let surface = Arc::new(Topology::grid(9, 9).unwrap());
        let at = |name: &str| surface.point(name.parse().unwrap()).unwrap();
        let openings = Openings::new(&surface);
        let mut board = Board::new(Arc::clone(&surface));
        let bonus = openings.bonus(&board);
        assert!(bonus[at("C3").index()] > bonus[at("E5").index()]);
        assert!(bonus[at("E5").index()] > bonus[at("A5").index()]);
        board.place(at("C3"), tengen_rules::Color::Black, &mut Vec::new());
        assert!(openings.bonus(&board)[at("C4").index()].abs() < f32::EPSILON);
    }

    #[test]
    fn a_torus_has_no_edge() {
        let surface = Arc::new(Topology::wrapped(5, 5, true, true).unwrap());
        let bonus = Openings::new(&surface).bonus(&Board::new(Arc::clone(&surface)));
        assert!(bonus.iter().all(|bonus| bonus.abs() < f32::EPSILON));
    }
}
