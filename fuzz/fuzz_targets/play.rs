//! Any sequence of turns under any rules keeps the board legal, and what was announced is what happens.

#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use tengen_rules::{
    Board, Color, Ending, Game, HalfPoints, LongCycle, Preset, Repetition, Rules, Scoring, Suicide, Tax,
    Topology, score,
};

fn pick<T: Copy>(values: &[T], byte: u8) -> T {
    values[usize::from(byte) % values.len()]
}

fuzz_target!(|input: (u8, u8, [u8; 7], &[u8])| {
    let (width, height, axes, turns) = input;
    let Ok(topology) = Topology::grid(usize::from(width % 7) + 1, usize::from(height % 7) + 1) else {
        return;
    };
    let topology = Arc::new(topology);
    let rules = Rules {
        repetition: pick(Repetition::ALL, axes[0]),
        suicide: pick(Suicide::ALL, axes[1]),
        long_cycle: pick(LongCycle::ALL, axes[2]),
        scoring: pick(Scoring::ALL, axes[3]),
        tax: pick(Tax::ALL, axes[4]),
        pass_stones: axes[5] & 1 == 1,
        white_passes_last: axes[5] & 2 == 2,
        ..Preset::Chinese.rules()
    };
    let Ok(mut game) = Game::new(Arc::clone(&topology), rules, &[]) else { return };
    for &turn in turns {
        match topology.point_at_index(usize::from(turn) % (topology.size() + 1)) {
            Some(point) => {
                let announced = game.check(point);
                assert_eq!(game.play(point), announced);
            }
            None => {
                let announced = game.check_pass();
                assert_eq!(game.pass(), announced);
            }
        }
        if game.is_over() == Some(Ending::Passes) {
            game.resume(pick(&Color::ALL, turn));
        }
    }
    let board =
        Board::from_stones(Arc::clone(&topology), &game.board().stones()).expect("every chain has a liberty");
    assert_eq!(board.hash(), game.board().hash());
    let dead: Vec<_> = board
        .chains()
        .filter(|stone| (usize::from(axes[6]) + stone.index()) % 3 == 0)
        .flat_map(|stone| board.chain(stone))
        .collect();
    let counted =
        score(&board, &dead, game.prisoners(), &rules, HalfPoints::ZERO, 0).expect("whole chains are dead");
    assert_eq!(counted.owners.len(), topology.size());
});
