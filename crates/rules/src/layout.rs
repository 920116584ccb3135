//! Where points are drawn.

use crate::shape::Shape;
use crate::{Place, Point, Topology};

/// A point shown a second time beyond an edge of the board, because that edge is joined to the opposite one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeamCopy {
    /// The point that is shown again: a stone there is shown here too, and a click here is a click there.
    pub of: Point,
    /// Its neighbour across the seam, next to which it is shown.
    pub beside: Point,
    /// Where.
    pub place: Place,
}

/// How a board is drawn: a place for each point, lines between neighbours, and on joined grids faint copies of the
/// points across the seams. The layout comes with the board, so that a page needs to know nothing of the board's shape.
///
/// ```
/// use tengen_rules::BoardName;
///
/// let cylinder = "cylinder 5x3".parse::<BoardName>()?.topology()?;
/// let layout = cylinder.layout();
/// let a2 = cylinder.point("A2".parse()?).ok_or("off")?;
/// assert_eq!((layout.places[a2.index()].x, layout.places[a2.index()].y), (0, 1000));
/// // To the left of A2 its neighbour E2 is shown once more.
/// let copy = layout.copies.iter().find(|copy| copy.beside == a2).ok_or("no copy")?;
/// assert_eq!(cylinder.vertex(copy.of).to_string(), "E2");
/// assert_eq!((copy.place.x, copy.place.y), (-1000, 1000));
/// // No line is drawn across the board between them.
/// assert!(layout.lines(&cylinder).all(|(one, other)| (one, other) != (a2, copy.of)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The place of each point; none of them is left of 0 or above 0.
    pub places: Vec<Place>,
    /// The copies beyond the edges; their places may be negative.
    pub copies: Vec<SeamCopy>,
}

/// A distance between neighbours.
const STEP: i32 = 1000;

impl Topology {
    /// How the board is drawn: the place of each point, and the copies across the seams.
    pub fn layout(&self) -> Layout {
        match self.shape() {
            &Shape::Grid { width, height, wrap_columns, wrap_rows } => {
                Layout::grid(width, height, wrap_columns, wrap_rows)
            }
            Shape::Figure { places, .. } => Layout::of_places(places.clone()),
            Shape::Graph => Layout::circle(self.size()),
        }
    }
}

impl Layout {
    /// A grid; sides of three and more are joined to their opposites where the flags say so.
    fn grid(width: usize, height: usize, wrap_columns: bool, wrap_rows: bool) -> Layout {
        let place = |column: usize, row: usize| Place { x: steps(column), y: steps(row) };
        let at = |column: usize, row: usize| Point::at(row * width + column);
        let places = (0..width * height).map(|index| place(index % width, index / width)).collect();
        let mut copies = Vec::new();
        // On a side of two points both neighbours are the same point, which is drawn beside already.
        if wrap_columns && width > 2 {
            for row in 0..height {
                let (first, last) = (at(0, row), at(width - 1, row));
                copies.push(SeamCopy { of: last, beside: first, place: Place { x: -STEP, y: steps(row) } });
                copies.push(SeamCopy { of: first, beside: last, place: place(width, row) });
            }
        }
        if wrap_rows && height > 2 {
            for column in 0..width {
                let (first, last) = (at(column, 0), at(column, height - 1));
                copies.push(SeamCopy {
                    of: last,
                    beside: first,
                    place: Place { x: steps(column), y: -STEP },
                });
                copies.push(SeamCopy { of: first, beside: last, place: place(column, height) });
            }
        }
        Layout { places, copies }
    }

    /// Places as they come, moved so that the least are 0.
    fn of_places(mut places: Vec<Place>) -> Layout {
        let left = places.iter().map(|place| place.x).min().unwrap_or_default();
        let top = places.iter().map(|place| place.y).min().unwrap_or_default();
        for place in &mut places {
            place.x -= left;
            place.y -= top;
        }
        Layout { places, copies: Vec::new() }
    }

    /// Any graph: its points in a circle.
    #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "at most 625 points")]
    fn circle(points: usize) -> Layout {
        let radius = f64::from(STEP) * (points as f64) / std::f64::consts::TAU;
        let places = (0..points).map(|index| {
            let (sin, cos) = (std::f64::consts::TAU * index as f64 / points as f64).sin_cos();
            Place { x: (radius * sin).round() as i32, y: (-radius * cos).round() as i32 }
        });
        Layout::of_places(places.collect())
    }

    /// The pairs of neighbours between which a line is drawn: all but those across a seam, each once.
    pub fn lines<'a>(&'a self, topology: &'a Topology) -> impl Iterator<Item = (Point, Point)> + 'a {
        topology.points().flat_map(move |one| {
            let later = topology.neighbours(one).iter().copied().filter(move |&other| other > one);
            later
                .filter(move |&other| !self.copies.iter().any(|copy| (copy.beside, copy.of) == (one, other)))
                .map(move |other| (one, other))
        })
    }
}

/// So many steps from the left or the top.
fn steps(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX).saturating_mul(STEP)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_neighbour_across_a_seam_has_a_copy() {
        let torus = Topology::wrapped(4, 3, true, true).unwrap();
        let layout = torus.layout();
        assert_eq!(layout.copies.len(), 2 * (4 + 3));
        for copy in &layout.copies {
            assert!(torus.neighbours(copy.beside).contains(&copy.of));
            let beside = layout.places[copy.beside.index()];
            assert_eq!((copy.place.x - beside.x).abs() + (copy.place.y - beside.y).abs(), STEP);
        }
        // Lines and copies together show each edge: a copy at both ends of those across.
        assert_eq!(layout.lines(&torus).count() + layout.copies.len() / 2, 24);
        let short = Topology::wrapped(2, 1, true, true).unwrap();
        assert!(short.layout().copies.is_empty());
        assert_eq!(short.layout().lines(&short).count(), 1);
    }

    #[test]
    fn any_graph_is_a_circle() {
        let graph = Topology::graph(4, &[(0, 2)]).unwrap();
        let places = graph.layout().places;
        assert_eq!(places.len(), 4);
        assert_eq!(places[0].y, 0);
        assert_eq!(places[3].x, 0);
    }
}
