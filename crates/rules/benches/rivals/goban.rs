//! `goban`.

use goban::pieces::stones::Color;
use goban::rules::game::Game;
use goban::rules::{CHINESE, GobanSizes, IllegalRules, Move, Rule};
use tengen_rules::SplitMix;

use super::Recorded;

fn rule(superko: bool) -> Rule {
    let mut rule = CHINESE;
    rule.flag_illegal = IllegalRules::KO | IllegalRules::SUICIDE;
    if superko {
        rule.flag_illegal |= IllegalRules::SUPERKO;
    }
    rule
}

fn turn(point: tengen_rules::Point, side: usize) -> Move {
    let place = |index: usize| u8::try_from(index).unwrap_or(0);
    Move::Play(place(point.index() / side), place(point.index() % side))
}

/// Replays games, each move checked. How many stones stand in the end.
pub(crate) fn replay(side: usize, superko: bool, games: &[Recorded]) -> usize {
    let mut stones = 0;
    for moves in games {
        let mut game = Game::new(GobanSizes::Custom(side, side), rule(superko));
        for point in moves {
            let legal = match *point {
                Some(point) => game.try_play(turn(point, side)).is_ok(),
                None => game.try_play(Move::Pass).is_ok(),
            };
            assert!(legal);
        }
        let (black, white) = game.goban().number_of_stones();
        stones += (black + white) as usize;
    }
    stones
}

/// Random playouts from the empty board: the same choice of moves as this crate's.
pub(crate) fn playouts(side: usize, count: usize) -> usize {
    let mut random = SplitMix::new(1);
    let mut candidates = Vec::new();
    let mut moves = 0;
    for _ in 0..count {
        let mut game = Game::new(GobanSizes::Custom(side, side), rule(false));
        let mut length = 0;
        while !game.is_over() && length < 3 * side * side {
            candidates.clear();
            candidates.extend(game.pseudo_legals());
            let chosen = loop {
                if candidates.is_empty() {
                    break None;
                }
                let point = candidates.swap_remove(random.below(candidates.len()));
                if !is_own_eye(&game, point, side) && game.check_point(point).is_none() {
                    break Some(point);
                }
            };
            game.play(chosen.map_or(Move::Pass, |(row, column)| Move::Play(row, column)));
            length += 1;
        }
        moves += length;
    }
    moves
}

fn is_own_eye(game: &Game, (row, column): (u8, u8), side: usize) -> bool {
    let own: Color = game.turn();
    let around =
        [(row.wrapping_sub(1), column), (row, column.wrapping_sub(1)), (row, column + 1), (row + 1, column)];
    around
        .into_iter()
        .filter(|&(row, column)| usize::from(row) < side && usize::from(column) < side)
        .all(|coordinate| game.get_color(coordinate) == Some(own))
}
