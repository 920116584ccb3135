//! Random play that sees what is about to be captured.

use tengen_rules::{Board, Color, Point, SplitMix, Surface, answer_to_atari};

use crate::position::Position;

/// A random game from a position: whoever can takes the stone just played or saves what it attacks, mostly, and else
/// plays anywhere that makes sense. Its memory is used again for the next one.
#[derive(Debug)]
pub(crate) struct Playout<S: Surface> {
    position: Position<S>,
    empty: Vec<Point>,
    /// Who was the first to play on each point.
    first: Vec<Option<Color>>,
    moves: usize,
}

impl<S: Surface> Playout<S> {
    pub(crate) fn new(board: &Board<S>) -> Self {
        let first = vec![None; board.surface().size()];
        Self { position: Position::new(board, Color::Black), empty: Vec::new(), first, moves: 0 }
    }

    /// Plays on until both sides pass, or for three times as many moves as the board has points. `last` is the move that
    /// led there.
    pub(crate) fn run(&mut self, start: &Position<S>, last: Option<Point>, random: &mut SplitMix) {
        self.position.clone_from(start);
        let surface = start.board.surface();
        self.empty.clear();
        self.empty.extend(surface.points().filter(|&point| start.board.get(point).is_none()));
        self.first.fill(None);
        self.moves = 0;
        let longest = 3 * surface.size();
        let mut last = last;
        let mut passed = false;
        while self.moves < longest {
            let chosen = last.and_then(|last| self.answer(last, random)).or_else(|| self.anywhere(random));
            if chosen.is_none() && passed {
                break;
            }
            passed = chosen.is_none();
            if let Some(at) = chosen {
                self.first[at.index()].get_or_insert(self.position.to_move);
            }
            self.position.make(chosen);
            self.empty.extend_from_slice(self.position.captured());
            self.moves += 1;
            last = chosen;
        }
    }

    /// Who was the first to play there in the last game.
    pub(crate) fn first(&self, point: Point) -> Option<Color> {
        self.first[point.index()]
    }

    /// Takes note of a play that came before the last game.
    pub(crate) fn note_first(&mut self, point: Point, color: Color) {
        self.first[point.index()] = Some(color);
    }

    /// How many moves the last game had.
    pub(crate) fn moves(&self) -> usize {
        self.moves
    }

    /// Who has each point at the end: the stone on it, or the only colour around it.
    pub(crate) fn owner(&self, point: Point) -> Option<Color> {
        let board = &self.position.board;
        board.get(point).or_else(|| {
            let mut around = board.surface().neighbours(point).iter().map(|&at| board.get(at));
            let first = around.next().flatten()?;
            around.all(|other| other == Some(first)).then_some(first)
        })
    }

    fn answer(&self, last: Point, random: &mut SplitMix) -> Option<Point> {
        let Position { board, to_move, .. } = &self.position;
        answer_to_atari(board, last, *to_move, |at| self.position.is_sensible(at), random)
    }

    /// Any point that makes sense.
    fn anywhere(&mut self, random: &mut SplitMix) -> Option<Point> {
        // A point that makes no sense now is put aside, at the end of the list, and stays there for the next time.
        let mut count = self.empty.len();
        while count > 0 {
            let index = random.below(count);
            let at = self.empty[index];
            if self.position.board.get(at).is_some() {
                // It was filled by an answer.
                count -= 1;
                self.empty.swap(index, count);
                self.empty.swap_remove(count);
            } else if self.position.is_sensible(at) {
                self.empty.swap_remove(index);
                return Some(at);
            } else {
                count -= 1;
                self.empty.swap(index, count);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tengen_rules::Topology;

    use super::*;

    #[test]
    fn it_ends_with_nothing_left_to_play() {
        let surface = Arc::new(Topology::grid(9, 9).unwrap());
        let board = Board::new(Arc::clone(&surface));
        let mut playout = Playout::new(&board);
        let mut random = SplitMix::new(1);
        for _ in 0..50 {
            playout.run(&Position::new(&board, Color::Black), None, &mut random);
            assert!((40..=243).contains(&playout.moves()), "{}", playout.moves());
            let owned = surface.points().filter(|&point| playout.owner(point).is_some()).count();
            assert!(owned > 70, "{owned}");
        }
    }
}
