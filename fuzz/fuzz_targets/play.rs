//! Any sequence of turns under any rules keeps the board legal, and what was announced is what happens.

#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use tengen_rules::{
    Board, BoardName, Button, Color, Ending, Game, HalfPoints, HandicapBonus, LongCycle, Marks, Placement,
    Preset, Repetition, Rules, Scoring, Suicide, Tax, max_free_handicap, unconditionally_alive,
};

/// Every kind of board, small.
fn board(kind: u8, width: usize, height: usize) -> BoardName {
    match kind % 9 {
        0 | 1 => BoardName::Grid { width, height },
        2 => BoardName::Cylinder { width, height },
        3 => BoardName::Torus { width, height },
        4 => BoardName::Hexagon(width % 3 + 1),
        5 => BoardName::Triangle(width),
        6 => BoardName::Honeycomb(width % 2 + 1),
        7 => BoardName::Petersen,
        _ => BoardName::Dodecahedron,
    }
}

fn pick<T: Copy>(values: &[T], byte: u8) -> T {
    values[usize::from(byte) % values.len()]
}

fuzz_target!(|input: (u8, u8, u8, [u8; 10], &[u8])| {
    let (kind, width, height, axes, turns) = input;
    let name = board(kind, usize::from(width % 7) + 1, usize::from(height % 7) + 1);
    let topology = Arc::new(name.topology().expect("small boards exist"));
    let rules = Rules {
        repetition: pick(Repetition::ALL, axes[0]),
        suicide: pick(Suicide::ALL, axes[1]),
        long_cycle: pick(LongCycle::ALL, axes[2]),
        scoring: pick(Scoring::ALL, axes[3]),
        tax: pick(Tax::ALL, axes[4]),
        pass_stones: axes[5] & 1 == 1,
        white_passes_last: axes[5] & 2 == 2,
        placement: pick(Placement::ALL, axes[7]),
        button: pick(Button::ALL, axes[8]),
        handicap_bonus: pick(HandicapBonus::ALL, axes[9]),
        ..Preset::Chinese.rules()
    };
    let handicap = match rules.placement {
        Placement::Fixed => 0,
        Placement::Free => (axes[7] / 2 % 6).min(max_free_handicap(&topology)),
    };
    let Ok(mut game) = Game::with_free_handicap(Arc::clone(&topology), rules, handicap) else { return };
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
    let neutral: Vec<_> = topology
        .points()
        .filter(|&point| board.get(point).is_none() && (usize::from(axes[6]) + point.index()) % 4 == 0)
        .collect();
    let marks = Marks { dead, neutral };
    let counted = game.score(&marks, HalfPoints::ZERO, handicap).expect("whole chains are dead");
    assert!(marks.neutral.iter().all(|point| counted.owners[point.index()].is_none()));
    assert_eq!(unconditionally_alive(&board), unconditionally_alive(game.board()));
    assert_eq!(counted.owners.len(), topology.size());
});
