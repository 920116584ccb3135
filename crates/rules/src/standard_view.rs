//! One view of a square board for all the ways to turn, mirror and recolour its position.

use crate::surface::Surface;
use crate::{Board, Color, NoLiberties, Point};

/// A way to look at a square board: turned, mirrored, and with the colours exchanged or not.
#[derive(Clone, Debug)]
pub(crate) struct View {
    /// The point of the board that stands at each place of the view.
    points: Vec<Point>,
    exchanged: bool,
}

/// How many ways there are to turn and mirror a square.
const WAYS: usize = 8;

impl View {
    /// The same view for every way to turn, mirror and recolour a position, so that what is seen in it does not depend
    /// on them. On a board that is no square grid it is the board as it is.
    pub(crate) fn standard<S: Surface>(board: &Board<S>) -> View {
        let Some(side) = board.surface().square_side() else {
            return View { points: board.surface().points().collect(), exchanged: false };
        };
        let views = (0..WAYS).flat_map(|way| {
            let points: Vec<Point> = (0..side * side).map(|place| turned(place, way, side)).collect();
            [false, true].map(|exchanged| View { points: points.clone(), exchanged })
        });
        let mut views = views.map(|view| (view.seen(board), view));
        // A square has eight ways, so there is always a first one.
        let first = views.next();
        let least = views.fold(first, |least, other| match least {
            Some(least) if least.0 <= other.0 => Some(least),
            _ => Some(other),
        });
        least.map_or(View { points: Vec::new(), exchanged: false }, |(_, view)| view)
    }

    fn seen<S: Surface>(&self, board: &Board<S>) -> Vec<Option<Color>> {
        self.points.iter().map(|&point| self.color(board.get(point))).collect()
    }

    /// The stone at a place of the view, as it looks there.
    fn color(&self, stone: Option<Color>) -> Option<Color> {
        stone.map(|color| if self.exchanged { color.opponent() } else { color })
    }

    /// The stones as they look in the view, on another surface with the same points.
    pub(crate) fn of<S: Surface, T: Surface>(
        &self,
        board: &Board<S>,
        surface: T,
    ) -> Result<Board<T>, NoLiberties> {
        let stone =
            |place: Point| self.points.get(place.index()).and_then(|&point| self.color(board.get(point)));
        Board::from_points(surface, stone)
    }

    /// The points of the board at these places, sorted.
    pub(crate) fn on_board(&self, places: &[Point]) -> Vec<Point> {
        let mut points: Vec<Point> =
            places.iter().filter_map(|place| self.points.get(place.index()).copied()).collect();
        points.sort_unstable();
        points
    }
}

/// Where a place goes when the square is mirrored on an axis, on the other, and on its diagonal, or not.
fn turned(place: usize, way: usize, side: usize) -> Point {
    let (mut column, mut row) = (place % side, place / side);
    if way & 1 != 0 {
        column = side - 1 - column;
    }
    if way & 2 != 0 {
        row = side - 1 - row;
    }
    if way & 4 != 0 {
        (column, row) = (row, column);
    }
    Point::at(row * side + column)
}
