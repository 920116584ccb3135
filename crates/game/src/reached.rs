//! The positions that a game has gone through, as far as its moves were not taken back.

use std::collections::HashMap;

use tengen_rules::{Color, KeyedStones, Move, Point, PositionKey, Stones, Symmetries};

use crate::{MoveMade, State};

/// A position of a game, with the next move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Earlier {
    /// The stones.
    pub stones: Stones,
    /// Whose turn it was; at the end of the game, whose it would have been.
    pub to_move: Color,
    /// The next move; nothing if the game went no further.
    pub next: Option<Move>,
}

/// A position of a game as searches find it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reached {
    /// After how many moves.
    pub move_number: usize,
    /// The key by which it is found.
    pub key: PositionKey,
    /// Whose turn it was.
    pub to_move: Color,
    /// The next move on the standard position of `key`; see
    /// [`KeyedPosition::standard`](tengen_rules::KeyedPosition::standard). `None` if the game went no
    /// further.
    pub next: Option<Move>,
    /// Whether the game had been in this position before, and went on in another way then.
    pub again: bool,
}

impl State {
    /// The position after so many moves, if there were so many.
    pub fn position_after(&self, moves: usize) -> Option<Earlier> {
        let made = self.moves().get(..moves)?;
        let mut stones = self.settings().first_stones();
        for (point, stone) in made.iter().flat_map(MoveMade::changes) {
            stones.set(point, stone);
        }
        let next = self.moves().get(moves);
        Some(Earlier { stones, to_move: self.who_makes(next), next: next.map(|next| next.made) })
    }

    /// Every position that the game has gone through, beginning with the one before the first move. A
    /// position that came several times is listed once for each different next move.
    ///
    /// `symmetries` are those of the game's board.
    pub fn reached(&self, symmetries: &Symmetries) -> Vec<Reached> {
        let mut stones = KeyedStones::new(self.settings().topology(), symmetries);
        stones.show(&self.settings().first_stones());
        let mut known: HashMap<PositionKey, Vec<Option<Move>>> = HashMap::new();
        let mut reached = Vec::with_capacity(self.moves().len() + 1);
        for move_number in 0..=self.moves().len() {
            let next = self.moves().get(move_number);
            let to_move = self.who_makes(next);
            let position = stones.position(to_move);
            let standard = next.map(|next| match next.made {
                Move::Play(point) => Move::Play(position.standard(point)),
                Move::Pass => Move::Pass,
            });
            let ways = known.entry(position.key).or_default();
            if !ways.contains(&standard) {
                let again = !ways.is_empty();
                ways.push(standard);
                reached.push(Reached { move_number, key: position.key, to_move, next: standard, again });
            }
            for (point, stone) in next.into_iter().flat_map(MoveMade::changes) {
                stones.set(point, stone);
            }
        }
        reached
    }

    /// The player who makes a move, or would make the next one.
    fn who_makes(&self, next: Option<&MoveMade>) -> Color {
        next.map_or_else(|| self.position().to_move(), |next| next.color)
    }
}

impl MoveMade {
    fn changes(&self) -> impl Iterator<Item = (Point, Option<Color>)> {
        let played = match self.made {
            Move::Play(point) => Some(point),
            Move::Pass => None,
        };
        played.into_iter().flat_map(|at| changes(at, self.color, &self.captured))
    }
}

/// The changes of a stone on the board. Suicide takes off the stone that was put there just before.
pub(crate) fn changes(
    at: Point,
    color: Color,
    captured: &[Point],
) -> impl Iterator<Item = (Point, Option<Color>)> {
    std::iter::once((at, Some(color))).chain(captured.iter().map(|&point| (point, None)))
}
