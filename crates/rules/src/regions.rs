//! Connected sets of points.

use crate::{Point, Topology};

/// Walks over the connected sets of the points that belong.
pub(crate) struct Regions<'a, F> {
    topology: &'a Topology,
    belongs: F,
    seen: Vec<bool>,
    next: usize,
}

impl<'a, F: Fn(Point) -> bool> Regions<'a, F> {
    /// The largest connected sets of points for which `belongs` holds, each as a list of its points, in the order of
    /// their first points from the top left.
    pub(crate) fn of(topology: &'a Topology, belongs: F) -> Self {
        Self { topology, belongs, seen: vec![false; topology.size()], next: 0 }
    }
}

impl<F: Fn(Point) -> bool> Iterator for Regions<'_, F> {
    type Item = Vec<Point>;

    fn next(&mut self) -> Option<Vec<Point>> {
        loop {
            let start = self.topology.point_at_index(self.next)?;
            self.next += 1;
            if self.seen[start.index()] || !(self.belongs)(start) {
                continue;
            }
            self.seen[start.index()] = true;
            let mut region = vec![start];
            let mut reached = 0;
            while let Some(&point) = region.get(reached) {
                reached += 1;
                for &neighbour in self.topology.neighbours(point) {
                    if !self.seen[neighbour.index()] && (self.belongs)(neighbour) {
                        self.seen[neighbour.index()] = true;
                        region.push(neighbour);
                    }
                }
            }
            return Some(region);
        }
    }
}
