//! This crate.

use tengen_rules::{Board, Color, Game, LongCycle, Playout, Preset, Repetition, Rules, SplitMix, Surface};

use super::Recorded;

/// Basic ko alone: only the position of two plies ago matters.
pub(crate) fn simple_ko() -> Rules {
    Rules { repetition: Repetition::BasicKo, long_cycle: LongCycle::None, ..Preset::Formal.rules() }
}

/// Positional superko over the whole game.
pub(crate) fn superko() -> Rules {
    Preset::Formal.rules()
}

/// Replays games, each move checked. How many stones stand in the end.
pub(crate) fn replay<S: Surface>(surface: &S, rules: Rules, games: &[Recorded]) -> usize {
    let mut captured = Vec::new();
    let mut stones = 0;
    for moves in games {
        let Ok(mut game) = Game::new(surface.clone(), rules, &[]) else { continue };
        for turn in moves {
            let legal = match *turn {
                Some(point) => game.play_into(point, &mut captured).is_ok(),
                None => game.pass().is_ok(),
            };
            assert!(legal);
        }
        stones += game.board().count(Color::Black) + game.board().count(Color::White);
    }
    stones
}

/// Random playouts from the empty board. How many moves they had.
pub(crate) fn playouts<S: Surface>(surface: &S, count: usize) -> usize {
    let start = Board::new(surface.clone());
    let mut playout = Playout::new(&start);
    let mut random = SplitMix::new(1);
    let mut moves = 0;
    for _ in 0..count {
        playout.run(&start, Color::Black, &mut random);
        moves += playout.moves();
    }
    moves
}
