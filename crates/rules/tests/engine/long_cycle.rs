//! Cycles that are longer than a ko.

use std::sync::Arc;

use tengen_rules::{Color, Ending, Game, Illegal, LongCycle, Preset, Repetition, Rules, Suicide};

use crate::diagram::{at, board};
use crate::repetition::{SUPERKO, rules};

/// Three kos at once, and a cycle of six captures through them.
const TRIPLE_KO: (&str, [&str; 6]) = (
    ".XO..XO..XO.
     XO.OX.XOXO.O
     .XO..XO..XO.
     ............",
    // Black takes the first, White the second (which Black held), Black the third, and so back.
    ["C3", "F3", "L3", "B3", "G3", "K3"],
);

#[test]
fn a_long_cycle_has_no_result_the_third_time() {
    let (rows, cycle) = TRIPLE_KO;
    let start = board(rows);
    let topology = Arc::clone(start.topology());
    let with = |long_cycle| Rules { repetition: Repetition::BasicKo, long_cycle, ..Preset::Japanese.rules() };
    let mut game = Game::from_board(start.clone(), with(LongCycle::NoResult), Color::Black);
    for turn in 0..12 {
        let point = at(&topology, cycle[turn % 6]);
        let play = game.check(point).unwrap_or_else(|illegal| panic!("turn {turn}: {illegal}"));
        assert_eq!(play.captured.len(), 1, "turn {turn}");
        assert_eq!(play.ends, (turn == 11).then_some(Ending::NoResult), "turn {turn}");
        assert_eq!(game.play(point), Ok(play));
    }
    assert_eq!(game.is_over(), Some(Ending::NoResult));
    assert_eq!(game.check_pass(), Err(Illegal::PlayIsOver));
    game.resume(Color::Black);
    assert_eq!(game.is_over(), Some(Ending::NoResult), "only play that ended by passes can go on");

    let mut endless = Game::from_board(start.clone(), with(LongCycle::None), Color::Black);
    for turn in 0..60 {
        assert_eq!(endless.play(at(&topology, cycle[turn % 6])).unwrap().ends, None);
    }

    // A pass begins the count anew.
    let mut game = Game::from_board(start.clone(), with(LongCycle::NoResult), Color::Black);
    for vertex in cycle {
        game.play(at(&topology, vertex)).unwrap();
    }
    game.pass().unwrap();
    game.play(at(&topology, "A1")).unwrap();
    for turn in 0..12 {
        let ends = game.play(at(&topology, cycle[turn % 6])).unwrap().ends;
        assert_eq!(ends, (turn == 11).then_some(Ending::NoResult), "turn {turn} after the pass");
    }

    for repetition in SUPERKO {
        let mut game = Game::from_board(start.clone(), rules(repetition, Suicide::Forbidden), Color::Black);
        for &vertex in &cycle[..5] {
            game.play(at(&topology, vertex)).unwrap();
        }
        assert_eq!(game.check(at(&topology, cycle[5])), Err(Illegal::Superko), "{repetition}");
    }
}
