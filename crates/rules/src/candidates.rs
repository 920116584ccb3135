//! Where a playout may go on.

use crate::{ByColor, Color, Point};

/// The empty points, sorted for each side by whether that side might play there.
///
/// Some points without an empty neighbour are no good for a side: its eyes, and points where it would kill itself. They
/// are put to rest for that side, which draws from the others alone. A point wakes up when a chain next to it may have
/// come down to its last liberty or have gained one, because nothing else can change the answer. Late in a game there
/// is little left but eyes, and then resting points save most of the work.
#[derive(Clone, Debug, Default)]
pub(crate) struct Candidates {
    /// For both sides.
    pub(crate) shared: Vec<Point>,
    /// At rest for the other side.
    pub(crate) only: ByColor<Vec<Point>>,
    /// At rest for both.
    pub(crate) resting: Vec<Point>,
}

impl Candidates {
    pub(crate) fn with_room(size: usize) -> Candidates {
        let room = || Vec::with_capacity(size);
        Candidates { shared: room(), only: ByColor { black: room(), white: room() }, resting: room() }
    }

    pub(crate) fn begin(&mut self, empty: impl Iterator<Item = Point>) {
        self.shared.clear();
        self.shared.extend(empty);
        self.only.black.clear();
        self.only.white.clear();
        self.resting.clear();
    }

    #[inline]
    pub(crate) fn count(&self, color: Color) -> usize {
        self.shared.len() + self.only[color].len()
    }

    /// Takes a candidate out of its list; whether it was for both sides.
    #[inline]
    pub(crate) fn draw(&mut self, index: usize, color: Color) -> (Point, bool) {
        if index < self.shared.len() {
            (self.shared.swap_remove(index), true)
        } else {
            (self.only[color].swap_remove(index - self.shared.len()), false)
        }
    }

    /// Takes a candidate out of its list.
    pub(crate) fn take(&mut self, point: Point) {
        let ByColor { black, white } = &mut self.only;
        for list in [&mut self.shared, black, white, &mut self.resting] {
            if let Some(index) = list.iter().position(|&other| other == point) {
                list.swap_remove(index);
                return;
            }
        }
    }

    /// Puts a point that was drawn to rest for this side.
    #[inline]
    pub(crate) fn rest(&mut self, point: Point, shared: bool, color: Color) {
        if shared {
            self.only[color.opponent()].push(point);
        } else {
            self.resting.push(point);
        }
    }

    #[inline]
    pub(crate) fn at_rest(&self) -> usize {
        self.only.black.len() + self.only.white.len() + self.resting.len()
    }

    pub(crate) fn wake_one(&mut self, point: Point) {
        let ByColor { black, white } = &mut self.only;
        for list in [black, white, &mut self.resting] {
            if let Some(index) = list.iter().position(|&other| other == point) {
                self.shared.push(list.swap_remove(index));
                return;
            }
        }
    }

    pub(crate) fn wake(&mut self) {
        self.shared.append(&mut self.only.black);
        self.shared.append(&mut self.only.white);
        self.shared.append(&mut self.resting);
    }
}
