//! Connected sets of points.

use crate::Point;
use crate::surface::Surface;

/// Walks over the connected sets of the points that belong.
pub(crate) struct Regions<'a, S, F> {
    surface: &'a S,
    belongs: F,
    seen: Vec<bool>,
    next: usize,
}

impl<'a, S: Surface, F: Fn(Point) -> bool> Regions<'a, S, F> {
    /// The connected sets of points for which `belongs` holds, each as large as it can be. Each is a list of its
    /// points, and the sets are in the order of their first points from the top left.
    pub(crate) fn of(surface: &'a S, belongs: F) -> Self {
        Self { surface, belongs, seen: vec![false; surface.size()], next: 0 }
    }
}

impl<S: Surface, F: Fn(Point) -> bool> Iterator for Regions<'_, S, F> {
    type Item = Vec<Point>;

    fn next(&mut self) -> Option<Vec<Point>> {
        loop {
            let start = Some(Point::at(self.next)).filter(|&start| self.surface.contains(start))?;
            self.next += 1;
            if self.seen[start.index()] || !(self.belongs)(start) {
                continue;
            }
            self.seen[start.index()] = true;
            let mut region = vec![start];
            let mut reached = 0;
            while let Some(&point) = region.get(reached) {
                reached += 1;
                for &neighbour in self.surface.neighbours(point) {
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
