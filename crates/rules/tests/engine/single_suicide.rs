//! A single stone that takes itself off: the board stays as it was, so the rule of repetition decides.

use std::sync::Arc;

use tengen_rules::{Color, Game, Illegal, Preset, Repetition, Rules, Suicide};

use crate::diagram::{at, board};
use crate::repetition::rules;

/// A corner for the suicide of a white stone, and one for that of a black stone.
const CORNERS: &str = ".X.O.
                       X...O
                       .....";
const WHITE_CORNER: &str = "A3";
const BLACK_CORNER: &str = "E3";

/// A game that begins there.
fn game(rules: Rules, to_move: Color) -> Game {
    Game::from_board(board(CORNERS), rules, to_move)
}

/// The rule that refuses a play, if one does.
fn refused(game: &Game, vertex: &str) -> Option<Illegal> {
    game.check(at(game.board().topology(), vertex)).err()
}

#[test]
fn positional_superko_alone_refuses_it_always() {
    for repetition in Repetition::ALL {
        let rules = rules(*repetition, Suicide::Allowed);
        let expected = (*repetition == Repetition::PositionalSuperko).then_some(Illegal::Superko);
        let mut fresh = game(rules, Color::White);
        assert_eq!(refused(&fresh, WHITE_CORNER), expected, "{repetition}");
        if expected.is_none() {
            let topology = Arc::clone(fresh.board().topology());
            let corner = at(&topology, WHITE_CORNER);
            assert_eq!(fresh.play(corner).unwrap().captured, [corner], "{repetition}");
            // The turn is the opponent's, and the stone is a prisoner.
            assert_eq!((fresh.to_move(), fresh.prisoners().black), (Color::Black, 1), "{repetition}");
            // The same by the opponent makes the position of two plies ago.
            assert_eq!(refused(&fresh, BLACK_CORNER), Some(Illegal::Ko), "{repetition}");
        }
        // So it is after a pass, with any rule of repetition.
        let mut passed = game(rules, Color::Black);
        passed.pass().unwrap();
        assert_eq!(refused(&passed, WHITE_CORNER), Some(Illegal::Ko), "{repetition}");
    }
}

#[test]
fn superko_refuses_it_where_the_position_stood_with_the_opponent_to_move() {
    let start = board(
        "O.XO.
         XOOO.
         .....
         X....
         .X...",
    );
    let topology = Arc::clone(start.topology());
    for (repetition, expected) in [
        (Repetition::BasicKo, None),
        (Repetition::SituationalSuperko, Some(Illegal::Superko)),
        (Repetition::NaturalSituationalSuperko, Some(Illegal::Superko)),
    ] {
        let mut game = Game::from_board(start.clone(), rules(repetition, Suicide::Allowed), Color::Black);
        // Three plays make the first position again, with White to move.
        for vertex in ["B5", "A5", "C5"] {
            game.play(at(&topology, vertex)).unwrap();
        }
        assert_eq!(game.board().stones(), start.stones());
        assert_eq!(refused(&game, "A1"), expected, "{repetition}");
    }
}

#[test]
fn of_the_presets_one_plays_it() {
    for preset in Preset::ALL {
        let expected = match preset {
            Preset::NewZealand => None,
            Preset::Davies | Preset::Logical | Preset::TrompTaylor => Some(Illegal::Superko),
            _ => Some(Illegal::Suicide),
        };
        let game = game(preset.rules(), Color::White);
        assert_eq!(refused(&game, WHITE_CORNER), expected, "{preset}");
        let illegal = game.illegal_points();
        assert_eq!(illegal.first().map(|(_, rule)| *rule), expected, "{preset}");
    }
}
