//! Who gets the points of a position in random continuations.

use crate::surface::Surface;
use crate::{Board, Color, Playout, Point, SplitMix};

/// For each point how many more continuations gave it to Black than to White, by who moved first.
pub(crate) struct Ownership {
    playouts: i32,
    /// How many moves they have had.
    moves: usize,
    balance: [Vec<i32>; 2],
}

impl Ownership {
    /// Plays up to `playouts` continuations for each side to move first, and begins no more when all together have had
    /// `moves` moves.
    pub(crate) fn of<S: Surface>(
        board: &Board<S>,
        playouts: i32,
        moves: usize,
        random: &mut SplitMix,
    ) -> Ownership {
        let size = board.surface().size();
        let mut ownership = Ownership { playouts: 0, moves: 0, balance: [vec![0; size], vec![0; size]] };
        ownership.go_on(board, playouts, moves, random);
        ownership
    }

    /// Plays more continuations, until there are so many, or so many moves, with those before.
    pub(crate) fn go_on<S: Surface>(
        &mut self,
        board: &Board<S>,
        playouts: i32,
        moves: usize,
        random: &mut SplitMix,
    ) {
        let mut playout = Playout::judging(board);
        while self.playouts == 0 || (self.moves < moves && self.playouts < playouts) {
            for (first, balance) in Color::ALL.into_iter().zip(&mut self.balance) {
                playout.run(board, first, random);
                self.moves += playout.moves();
                for point in board.surface().points() {
                    balance[point.index()] += match playout.owner(point) {
                        Some(Color::Black) => 1,
                        Some(Color::White) => -1,
                        None => 0,
                    };
                }
            }
            self.playouts += 1;
        }
    }

    /// How many moves all continuations have had together.
    pub(crate) fn moves(&self) -> usize {
        self.moves
    }

    /// The share of the points that falls to a side, less the share that falls to its opponent, in percent of all: 100
    /// if the side always gets every point, -100 if the opponent does. First with Black to begin, then with White.
    pub(crate) fn percent(&self, points: &[Point], color: Color) -> [i32; 2] {
        let all = self.playouts * i32::try_from(points.len()).unwrap_or(i32::MAX).max(1);
        let side = if color == Color::Black { 1 } else { -1 };
        self.balance.each_ref().map(|balance| {
            let sum: i32 = points.iter().map(|point| balance[point.index()]).sum();
            100 * side * sum / all
        })
    }
}
