//! The points of a board and which of them are next to each other.

mod error;

use crate::shape::Shape;
use crate::{BoardName, MAX_POINTS, MAX_SIDE, Place, Point, Vertex};

pub use error::{GraphError, SizeError};

/// An immutable board without stones: the points and their neighbours.
///
/// Chains, liberties, captures, ko and territory are defined on the graph alone; only coordinates, star points and
/// drawing know about rows and columns.
///
/// ```
/// use tengen_rules::Topology;
///
/// let board = Topology::grid(19, 19)?;
/// let corner = board.point("A1".parse()?).ok_or("off the board")?;
/// assert_eq!(board.neighbours(corner).len(), 2);
/// assert_eq!(board.vertex(corner).to_string(), "A1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topology {
    shape: Shape,
    size: usize,
    /// Where the neighbours of each point start in `edges`; one entry more than there are points.
    starts: Vec<u32>,
    edges: Vec<Point>,
}

impl Topology {
    /// The grid with that many columns and rows, 1 to 25 each.
    pub fn grid(width: usize, height: usize) -> Result<Topology, SizeError> {
        Self::wrapped(width, height, false, false)
    }

    /// A grid whose opposite edges may be joined: left to right (`wrap_columns`), top to bottom (`wrap_rows`), or both.
    /// One pair of joined edges makes a cylinder, both make a torus. Where a side is so short that joining would link
    /// two points twice, they are linked once; no point is linked to itself.
    pub fn wrapped(
        width: usize,
        height: usize,
        wrap_columns: bool,
        wrap_rows: bool,
    ) -> Result<Topology, SizeError> {
        if !(1..=MAX_SIDE).contains(&width) || !(1..=MAX_SIDE).contains(&height) {
            return Err(SizeError { width, height });
        }
        Ok(Self::joined(width, height, wrap_columns, wrap_rows))
    }

    /// The grid of a name, which says how it is joined and that its sides are no longer than they may be.
    pub(crate) fn joined_grid(name: BoardName, width: usize, height: usize) -> Topology {
        let wrap_columns = matches!(name, BoardName::Cylinder { .. } | BoardName::Torus { .. });
        let wrap_rows = matches!(name, BoardName::Roll { .. } | BoardName::Torus { .. });
        Self::joined(width, height, wrap_columns, wrap_rows)
    }

    fn joined(width: usize, height: usize, wrap_columns: bool, wrap_rows: bool) -> Topology {
        let mut neighbours = vec![Vec::new(); width * height];
        for row in 0..height {
            for column in 0..width {
                let right = next(column, width, wrap_columns).map(|column| (column, row));
                let below = next(row, height, wrap_rows).map(|row| (column, row));
                for (other_column, other_row) in right.into_iter().chain(below) {
                    link(&mut neighbours, row * width + column, other_row * width + other_column);
                }
            }
        }
        Self::from_neighbours(Shape::Grid { width, height, wrap_columns, wrap_rows }, neighbours)
    }

    /// The board of a figure whose edges are known to make a simple graph.
    pub(crate) fn of_figure(name: BoardName, places: Vec<Place>, edges: &[(usize, usize)]) -> Topology {
        let mut neighbours = vec![Vec::new(); places.len()];
        for &(from, to) in edges {
            link(&mut neighbours, from, to);
        }
        Self::from_neighbours(Shape::Figure { name, places }, neighbours)
    }

    /// A board with `points` points, joined by `edges` (pairs of indices): any finite simple graph.
    pub fn graph(points: usize, edges: &[(usize, usize)]) -> Result<Topology, GraphError> {
        if !(1..=MAX_POINTS).contains(&points) {
            return Err(GraphError::Size(points));
        }
        let mut neighbours = vec![Vec::new(); points];
        for &(from, to) in edges {
            if from >= points || to >= points {
                return Err(GraphError::NoSuchPoint(from.max(to)));
            }
            if from == to {
                return Err(GraphError::Loop(from));
            }
            if !link(&mut neighbours, from, to) {
                return Err(GraphError::Twice(from, to));
            }
        }
        Ok(Self::from_neighbours(Shape::Graph, neighbours))
    }

    fn from_neighbours(shape: Shape, neighbours: Vec<Vec<Point>>) -> Topology {
        let size = neighbours.len();
        let mut starts = Vec::with_capacity(size + 1);
        let mut edges = Vec::new();
        let mut start = 0u32;
        starts.push(start);
        for mut list in neighbours {
            list.sort_unstable();
            start = list.iter().fold(start, |count, _| count + 1);
            edges.extend(list);
            starts.push(start);
        }
        Topology { shape, size, starts, edges }
    }

    /// How many points there are.
    pub fn size(&self) -> usize {
        self.size
    }

    /// All points, row by row from the top left.
    pub fn points(&self) -> impl ExactSizeIterator<Item = Point> + use<> {
        (0..self.size).map(Point::at)
    }

    /// The points next to `point`, in the order of their indices; none if the point is not on this board.
    #[inline]
    pub fn neighbours(&self, point: Point) -> &[Point] {
        let (Some(&from), Some(&to)) = (self.starts.get(point.index()), self.starts.get(point.index() + 1))
        else {
            return &[];
        };
        &self.edges[from as usize..to as usize]
    }

    /// Whether the point is on this board.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        point.index() < self.size
    }

    /// Whether the points are drawn in rows and columns.
    pub fn is_grid(&self) -> bool {
        matches!(self.shape, Shape::Grid { .. })
    }

    /// Whether it is a grid without joined edges: the usual Go board.
    pub fn is_plain_grid(&self) -> bool {
        matches!(self.name(), Some(BoardName::Grid { .. }))
    }

    /// The name of the board; a graph that was made of its edges has none.
    pub fn name(&self) -> Option<BoardName> {
        self.shape.name()
    }

    /// How its points are named and drawn.
    pub(crate) fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The side, if it is a plain square grid.
    pub(crate) fn square_side(&self) -> Option<usize> {
        match self.name() {
            Some(BoardName::Grid { width, height }) if width == height => Some(width),
            _ => None,
        }
    }

    /// The number of columns. The points of a graph are laid out in rows of at most 25, so that each has a coordinate;
    /// a graph of at most 25 points is a single row.
    pub fn width(&self) -> usize {
        self.shape.columns(self.size)
    }

    /// The number of rows. The last row of a graph may be shorter than the others.
    pub fn height(&self) -> usize {
        self.shape.rows(self.size)
    }

    /// The column from the left and the row from the top, both from 0, as SGF counts them.
    pub fn column_row_from_top(&self, point: Point) -> (usize, usize) {
        (point.index() % self.width(), point.index() / self.width())
    }

    /// The coordinate of a point of this board.
    ///
    /// # Panics
    /// In debug builds, if the point is not on this board.
    pub fn vertex(&self, point: Point) -> Vertex {
        debug_assert!(self.contains(point));
        let (column, row) = self.column_row_from_top(point);
        let column = u8::try_from(column).unwrap_or(0);
        let row = u8::try_from(self.height().saturating_sub(row)).unwrap_or(0);
        Vertex::new(column, row).unwrap_or(Vertex::LOWEST)
    }

    /// The point with that coordinate, or `None` if the board does not reach so far.
    pub fn point(&self, vertex: Vertex) -> Option<Point> {
        let (column, row) = (usize::from(vertex.column()), usize::from(vertex.row()));
        if column >= self.width() || row > self.height() {
            return None;
        }
        self.point_at_index((self.height() - row) * self.width() + column)
    }

    /// The point with that index, or `None` if there are not so many.
    pub fn point_at_index(&self, index: usize) -> Option<Point> {
        (index < self.size).then(|| Point::at(index))
    }
}

/// The next place along a side, over the edge if it is joined to the opposite one.
fn next(place: usize, length: usize, wrap: bool) -> Option<usize> {
    if place + 1 < length { Some(place + 1) } else { (wrap && length > 1).then_some(0) }
}

/// Makes two points neighbours; false if they are already.
fn link(neighbours: &mut [Vec<Point>], from: usize, to: usize) -> bool {
    let (from_point, to_point) = (Point::at(from), Point::at(to));
    if neighbours[from].contains(&to_point) {
        return false;
    }
    neighbours[from].push(to_point);
    neighbours[to].push(from_point);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn degrees(topology: &Topology) -> Vec<usize> {
        topology.points().map(|point| topology.neighbours(point).len()).collect()
    }

    #[test]
    fn a_grid_has_corners_edges_and_a_middle() {
        let grid = Topology::grid(3, 3).unwrap();
        assert_eq!(degrees(&grid), [2, 3, 2, 3, 4, 3, 2, 3, 2]);
        assert_eq!(grid.neighbours(Point::at(4)), [1, 3, 5, 7].map(Point::at));
    }

    #[test]
    fn vertices_and_points_round_trip() {
        for (width, height) in [(1, 1), (19, 19), (25, 25), (3, 7), (25, 1)] {
            let grid = Topology::grid(width, height).unwrap();
            for point in grid.points() {
                assert_eq!(grid.point(grid.vertex(point)), Some(point));
                assert_eq!(grid.point_at_index(point.index()), Some(point));
            }
        }
        let graph = Topology::graph(60, &[(0, 59)]).unwrap();
        assert!(graph.points().all(|point| graph.point(graph.vertex(point)) == Some(point)));
        assert_eq!(graph.point("Z1".parse().unwrap()), None, "the last row is shorter");
    }

    #[test]
    fn the_first_point_is_the_top_left() {
        let grid = Topology::grid(19, 19).unwrap();
        assert_eq!(grid.vertex(Point::at(0)).to_string(), "A19");
        assert_eq!(grid.vertex(Point::at(360)).to_string(), "T1");
        assert_eq!(grid.point("Q16".parse().unwrap()).map(|p| grid.column_row_from_top(p)), Some((15, 3)));
        assert_eq!(grid.point("U1".parse().unwrap()), None);
        assert_eq!(grid.point("A20".parse().unwrap()), None);
    }

    #[test]
    fn joined_edges_make_a_cylinder_and_a_torus() {
        assert_eq!(degrees(&Topology::wrapped(3, 3, true, false).unwrap()), [3, 3, 3, 4, 4, 4, 3, 3, 3]);
        assert_eq!(degrees(&Topology::wrapped(3, 3, true, true).unwrap()), [4; 9]);
        assert_eq!(degrees(&Topology::wrapped(2, 1, true, true).unwrap()), [1, 1]);
        assert_eq!(degrees(&Topology::wrapped(1, 1, true, true).unwrap()), [0]);
    }

    #[test]
    fn impossible_boards_are_refused() {
        assert!(Topology::grid(0, 9).is_err());
        assert!(Topology::grid(9, 26).is_err());
        assert_eq!(Topology::graph(0, &[]), Err(GraphError::Size(0)));
        assert_eq!(Topology::graph(626, &[]), Err(GraphError::Size(626)));
        assert_eq!(Topology::graph(2, &[(0, 2)]), Err(GraphError::NoSuchPoint(2)));
        assert_eq!(Topology::graph(2, &[(1, 1)]), Err(GraphError::Loop(1)));
        assert_eq!(Topology::graph(2, &[(0, 1), (1, 0)]), Err(GraphError::Twice(1, 0)));
    }
}
