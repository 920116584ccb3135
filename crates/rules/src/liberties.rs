//! Questions of playouts about the last liberties of chains.

use crate::surface::Surface;
use crate::{Board, Point};

impl<S: Surface> Board<S> {
    /// Whether the chain of the stone at `stone` may have only one liberty, as far as this stone can tell: the chain
    /// has no more pseudo-liberties than one point has neighbours, and this stone has no second liberty of its own.
    #[inline]
    pub(crate) fn is_tight(&self, stone: Point, most: u32) -> bool {
        let cell = self.chains.cell(stone);
        cell.color().is_some() && cell.empty_around() <= 1 && self.chains.of(stone).pseudo_liberties <= most
    }

    /// Whether the chain of the stone at `stone` may have had only one liberty before a play at `at` took off stones
    /// next to it. The chain of the stone just played does not count, because `at` was one of its liberties.
    pub(crate) fn was_tight(&self, stone: Point, at: Point, taken: &[Point], most: u32) -> bool {
        let (cell, played) = (self.chains.cell(stone), self.chains.cell(at));
        if cell.code() != played.code() || cell.head == played.head {
            return false;
        }
        let beside = taken.iter().flat_map(|&empty| self.surface.around(empty));
        let gained = beside.filter(|&&other| self.chains.cell(other).head == cell.head).count();
        self.chains.with_head(cell.head).pseudo_liberties as usize <= most as usize + gained
    }

    /// The last liberty of the chain of the stone at `stone`. `None` if the chain has more, or if there is no stone. A
    /// chain with one liberty is in atari. For chains with many liberties the answer costs next to nothing.
    pub fn last_liberty(&self, stone: Point) -> Option<Point> {
        self.get(stone)?;
        let mut last = None;
        self.each_liberty(stone, |liberty| match last {
            Some(first) if first != liberty => {
                last = None;
                false
            }
            _ => {
                last = Some(liberty);
                true
            }
        });
        last
    }

    /// Calls `found` with each liberty of a chain, perhaps more than once, until it says that it has enough.
    pub(crate) fn each_liberty(&self, stone: Point, mut found: impl FnMut(Point) -> bool) {
        let mut next = stone;
        loop {
            let cell = self.chains.cell(next);
            if cell.empty_around() > 0 {
                for &neighbour in self.surface.neighbours(next) {
                    if self.chains.cell(neighbour).code() == 0 && !found(neighbour) {
                        return;
                    }
                }
            }
            next = cell.link;
            if next == stone {
                return;
            }
        }
    }
}
