//! Grids whose size is known when the program is compiled.

use std::fmt::Debug;
use std::ops::{Index, IndexMut};

use crate::Point;
use crate::surface::{Row, Surface};

/// A plain square grid of a usual size, 9, 13 or 19. Its points and neighbours are a constant table, and the index of a
/// point needs no check. It is the surface for many games or playouts, and otherwise the same as
/// [`Topology::grid`](crate::Topology::grid).
///
/// ```
/// use tengen_rules::{Game, Point, Preset, Square};
///
/// let mut game = Game::new(Square::<19>, Preset::TrompTaylor.rules(), &[])?;
/// game.play(Point::new(180).ok_or("off the board")?)?;
/// assert_eq!(game.board().liberties(Point::new(180).ok_or("off the board")?).len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Square<const SIDE: usize>;

/// A row of a power of two of values: an index cut to so many bits is always within it.
#[derive(Clone, Debug)]
pub struct Cut<T, const LENGTH: usize>(Box<[T; LENGTH]>);

impl<T: Copy + Debug, const LENGTH: usize> Row<T> for Cut<T, LENGTH> {
    fn filled(value: T, _size: usize) -> Self {
        const { assert!(LENGTH.is_power_of_two()) };
        Cut(Box::new([value; LENGTH]))
    }

    fn copy_from(&mut self, source: &Self) {
        self.0.copy_from_slice(&source.0[..]);
    }
}

impl<T, const LENGTH: usize> Index<Point> for Cut<T, LENGTH> {
    type Output = T;

    #[inline]
    fn index(&self, point: Point) -> &T {
        &self.0[point.index() & (LENGTH - 1)]
    }
}

impl<T, const LENGTH: usize> IndexMut<Point> for Cut<T, LENGTH> {
    #[inline]
    fn index_mut(&mut self, point: Point) -> &mut T {
        &mut self.0[point.index() & (LENGTH - 1)]
    }
}

/// The four neighbours of each point in the order of their indices, filled up with the point outside.
const fn table<const SIDE: usize, const LENGTH: usize>() -> [[Point; 4]; LENGTH] {
    let outside = Point::at(SIDE * SIDE);
    let mut table = [[outside; 4]; LENGTH];
    let mut index = 0;
    while index < SIDE * SIDE {
        let (column, row) = (index % SIDE, index / SIDE);
        let mut count = 0;
        if row > 0 {
            table[index][count] = Point::at(index - SIDE);
            count += 1;
        }
        if column > 0 {
            table[index][count] = Point::at(index - 1);
            count += 1;
        }
        if column + 1 < SIDE {
            table[index][count] = Point::at(index + 1);
            count += 1;
        }
        if row + 1 < SIDE {
            table[index][count] = Point::at(index + SIDE);
        }
        index += 1;
    }
    table
}

macro_rules! square {
    ($side:literal, $length:literal) => {
        impl Surface for Square<$side> {
            type Row<T: Copy + Debug> = Cut<T, $length>;

            #[inline]
            fn size(&self) -> usize {
                $side * $side
            }

            fn neighbours(&self, point: Point) -> &[Point] {
                if point.index() >= $side * $side {
                    return &[];
                }
                let around = self.around(point);
                let count = around.iter().take_while(|neighbour| neighbour.index() < $side * $side).count();
                &around[..count]
            }

            #[inline]
            fn around(&self, point: Point) -> &[Point] {
                static AROUND: [[Point; 4]; $length] = table::<$side, $length>();
                &AROUND[point.index() & ($length - 1)]
            }

            fn square_side(&self) -> Option<usize> {
                Some($side)
            }
        }
    };
}

square!(9, 128);
square!(13, 256);
square!(19, 512);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Topology;

    fn same<const SIDE: usize>()
    where
        Square<SIDE>: Surface,
    {
        let grid = Topology::grid(SIDE, SIDE).unwrap();
        let square = Square::<SIDE>;
        assert_eq!(square.size(), grid.size());
        assert_eq!(grid.square_side(), square.square_side());
        for point in grid.points() {
            assert_eq!(square.neighbours(point), grid.neighbours(point));
            assert_eq!(square.around(point).len(), 4);
        }
        assert!(square.neighbours(square.outside()).is_empty());
    }

    #[test]
    fn a_square_is_the_grid_of_its_size() {
        same::<9>();
        same::<13>();
        same::<19>();
        assert_eq!(Topology::wrapped(9, 9, true, false).unwrap().square_side(), None);
        assert_eq!(Topology::grid(9, 8).unwrap().square_side(), None);
    }
}
