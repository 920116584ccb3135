//! The surface of a board, as its chains see it.

use std::fmt::Debug;
use std::ops::{Index, IndexMut};
use std::sync::Arc;

use crate::{Point, Topology};

/// Points and which of them are neighbours: all that chains, captures and ko depend on.
///
/// A board is generic over its surface, so that one code finds chains and captures, and no kind of surface is slower
/// because of another. [`Topology`] is any graph, chosen when the program runs; [`Square`](crate::Square) is a grid of
/// one of the usual sizes, known when it is compiled. Points have the same indices on both.
pub trait Surface: Clone + Debug + PartialEq {
    /// Memory for one value for each point and one more, for the outside.
    type Row<T: Copy + Debug>: Row<T>;

    /// How many points there are.
    fn size(&self) -> usize;

    /// The points next to `point`, in the order of their indices; none if it is not on the board.
    fn neighbours(&self, point: Point) -> &[Point];

    /// The neighbours of a point that is known to be on the board. The list may be filled up at its end with
    /// [`Surface::outside`], so that each point of a grid has four.
    fn around(&self, point: Point) -> &[Point];

    /// The side, if it is a plain square grid.
    fn square_side(&self) -> Option<usize>;

    /// The outside, a point beyond the last.
    fn outside(&self) -> Point {
        Point::at(self.size())
    }

    /// Whether the point is on the board.
    fn contains(&self, point: Point) -> bool {
        point.index() < self.size()
    }

    /// All points, in the order of their indices.
    fn points(&self) -> impl ExactSizeIterator<Item = Point> + use<Self> {
        (0..self.size()).map(Point::at)
    }
}

/// A value for each point.
pub trait Row<T>: Clone + Debug + Index<Point, Output = T> + IndexMut<Point> {
    /// A row with this value for each of `size` points and for the outside.
    fn filled(value: T, size: usize) -> Self;

    /// Takes over the values of a row of the same size, in the memory that is there.
    fn copy_from(&mut self, source: &Self);
}

/// A row as long as its board.
#[derive(Clone, Debug)]
pub struct Exact<T>(Vec<T>);

impl<T: Copy + Debug> Row<T> for Exact<T> {
    fn filled(value: T, size: usize) -> Self {
        Exact(vec![value; size + 1])
    }

    fn copy_from(&mut self, source: &Self) {
        self.0.clone_from(&source.0);
    }
}

impl<T> Index<Point> for Exact<T> {
    type Output = T;

    #[inline]
    fn index(&self, point: Point) -> &T {
        &self.0[point.index()]
    }
}

impl<T> IndexMut<Point> for Exact<T> {
    #[inline]
    fn index_mut(&mut self, point: Point) -> &mut T {
        &mut self.0[point.index()]
    }
}

impl Surface for Topology {
    type Row<T: Copy + Debug> = Exact<T>;

    fn size(&self) -> usize {
        self.size()
    }

    #[inline]
    fn neighbours(&self, point: Point) -> &[Point] {
        self.neighbours(point)
    }

    #[inline]
    fn around(&self, point: Point) -> &[Point] {
        self.neighbours(point)
    }

    fn square_side(&self) -> Option<usize> {
        self.square_side()
    }
}

impl<S: Surface> Surface for Arc<S> {
    type Row<T: Copy + Debug> = S::Row<T>;

    fn size(&self) -> usize {
        S::size(self)
    }

    #[inline]
    fn neighbours(&self, point: Point) -> &[Point] {
        S::neighbours(self, point)
    }

    #[inline]
    fn around(&self, point: Point) -> &[Point] {
        S::around(self, point)
    }

    fn square_side(&self) -> Option<usize> {
        S::square_side(self)
    }
}
