//! Passes, the end of play, and play that goes on.

use std::sync::Arc;

use tengen_rules::{
    Button, ByColor, Color, Ending, Game, HalfPoints, Illegal, LineName, Marks, Preset, Rules, Scoring,
    Topology,
};

use crate::diagram::{at, board};

fn game(rules: Rules) -> Game {
    Game::new(Arc::new(Topology::grid(5, 5).unwrap()), rules, &[]).unwrap()
}

fn passes(game: &mut Game, count: usize) -> Vec<Option<Ending>> {
    (0..count).map(|_| game.pass().unwrap().ends).collect()
}

const OVER: Option<Ending> = Some(Ending::Passes);

#[test]
fn two_passes_end_play() {
    let mut game = game(Preset::Japanese.rules());
    game.pass().unwrap();
    game.play(at(&Topology::grid(5, 5).unwrap(), "C3")).unwrap();
    assert_eq!(passes(&mut game, 2), [None, OVER]);
    assert_eq!(game.pass(), Err(Illegal::PlayIsOver));
    assert!(game.illegal_points().is_empty());
    assert_eq!(game.moves().len(), 4);
}

#[test]
fn white_passes_last_where_the_rules_want_it() {
    let mut black_first = game(Preset::Aga.rules());
    assert_eq!(passes(&mut black_first, 2), [None, OVER]);

    let mut white_first = game(Preset::Aga.rules());
    let centre = at(white_first.board().topology(), "C3");
    white_first.play(centre).unwrap();
    assert_eq!(passes(&mut white_first, 2), [None, None]);
    // White may also play on.
    let mut goes_on = white_first.clone();
    let corner = at(white_first.board().topology(), "A1");
    goes_on.play(corner).unwrap();
    assert_eq!(passes(&mut goes_on, 2), [None, OVER]);
    assert_eq!(white_first.check_pass().unwrap().ends, OVER);
    assert_eq!(passes(&mut white_first, 1), [OVER]);
    assert_eq!(white_first.prisoners(), ByColor { black: 2, white: 1 });
}

#[test]
fn a_pass_stone_is_a_prisoner_of_the_opponent() {
    for (pass_stones, expected) in [(true, ByColor { black: 1, white: 1 }), (false, ByColor::default())] {
        let mut game = game(Rules { pass_stones, ..Preset::Japanese.rules() });
        passes(&mut game, 2);
        assert_eq!(game.prisoners(), expected);
    }
}

#[test]
fn under_territory_scoring_resumed_play_costs_passes_and_its_second_mover_passes_last() {
    for first in Color::ALL {
        let mut game = game(Preset::Japanese.rules());
        let centre = at(game.board().topology(), "C3");
        game.play(centre).unwrap();
        passes(&mut game, 2);
        let before = game.prisoners();
        game.resume(first);
        assert_eq!(game.is_over(), None);
        assert_eq!(game.to_move(), first);
        assert_eq!(game.board().get(centre), Some(Color::Black));
        // The first mover plays, the second and the first pass: that is not the end yet.
        let corner = at(game.board().topology(), "A1");
        game.play(corner).unwrap();
        assert_eq!(passes(&mut game, 3), [None, None, OVER]);
        assert_eq!(game.prisoners()[first], before[first] + 2);
        assert_eq!(game.prisoners()[first.opponent()], before[first.opponent()] + 1);
        // Both made as many turns, so nobody paid for it: the stone and a pass against two passes.
        game.resume(first.opponent());
        assert_eq!(passes(&mut game, 2), [None, OVER]);
    }
}

#[test]
fn under_area_scoring_resumed_play_ends_as_always() {
    let mut chinese = game(Preset::Chinese.rules());
    passes(&mut chinese, 2);
    chinese.resume(Color::White);
    assert_eq!(passes(&mut chinese, 2), [None, OVER]);
    assert_eq!(chinese.prisoners(), ByColor::default());

    let mut aga = game(Preset::Aga.rules());
    passes(&mut aga, 2);
    aga.resume(Color::White);
    assert_eq!(passes(&mut aga, 3), [None, None, OVER], "White passes last here as well");
}

#[test]
fn resumed_play_remembers_every_position() {
    let start = board(
        ".XO.
         XO.O
         .XO.
         ....",
    );
    let topology = Arc::clone(start.topology());
    let rules = Rules { scoring: Scoring::Area, ..Preset::TrompTaylor.rules() };
    let mut game = Game::from_board(start, rules, Color::Black);
    game.play(at(&topology, "C3")).unwrap();
    passes(&mut game, 2);
    game.resume(Color::White);
    assert_eq!(game.check(at(&topology, "B3")), Err(Illegal::Superko));
}

#[test]
fn play_that_is_not_over_cannot_be_resumed() {
    let mut game = game(Preset::Japanese.rules());
    game.pass().unwrap();
    game.resume(Color::Black);
    assert_eq!(game.to_move(), Color::White);
    assert_eq!(game.pass().unwrap().ends, OVER);
}

#[test]
fn the_first_pass_takes_the_button_and_does_not_end_play() {
    let mut game = game(Preset::AgaButton.rules());
    let centre = at(game.board().topology(), "C3");
    game.play(centre).unwrap();
    let first = game.pass().unwrap();
    assert_eq!((first.takes_button, first.ends), (true, None));
    assert_eq!(game.button(), Some(Color::White));
    assert_eq!(passes(&mut game, 2), [None, OVER]);

    let score = game.score(&Marks::default(), Preset::AgaButton.komi(), 0).unwrap();
    let button = score.lines.iter().find(|line| line.name == LineName::Button).unwrap();
    assert_eq!(button.points, ByColor { black: HalfPoints::ZERO, white: HalfPoints::new(1) });
    assert_eq!(score.margin(), HalfPoints::new(2 * 25 - 14 - 1));

    // It is taken once, also when play goes on.
    game.resume(Color::Black);
    assert_eq!(passes(&mut game, 2), [None, OVER]);
    assert_eq!(game.button(), Some(Color::White));
}

#[test]
fn three_passes_on_an_empty_board_with_a_button() {
    let mut with_button = game(Rules { button: Button::FirstPass, ..Preset::Formal.rules() });
    assert_eq!(passes(&mut with_button, 3), [None, None, OVER]);
    let score = with_button.score(&Marks::default(), HalfPoints::ZERO, 0).unwrap();
    assert_eq!(score.margin(), HalfPoints::new(1), "Black passed first");
    // No preset but one has a button.
    assert_eq!(Preset::ALL.iter().filter(|preset| preset.rules().button != Button::None).count(), 1);
}
