//! The engine against the plain model, over random games.

use std::sync::Arc;

use tengen_rules::{
    BoardName, Button, Color, Game, Placement, Point, Preset, Repetition, Rules, SplitMix, Suicide, Topology,
    max_free_handicap,
};

use crate::naive::NaiveGame;

/// Plays a random game on both and compares what they say about every point before each turn.
fn compare(topology: &Arc<Topology>, rules: Rules, turns: usize, random: &mut SplitMix) {
    let stones = match rules.placement {
        Placement::Fixed => 0,
        Placement::Free => u8::try_from(random.below(6)).unwrap().min(max_free_handicap(topology)),
    };
    let mut game = Game::with_free_handicap(Arc::clone(topology), rules, stones).unwrap();
    let mut naive = NaiveGame::new(topology, rules, if stones < 2 { 0 } else { stones });
    for _ in 0..turns {
        if naive.over {
            break;
        }
        let mut legal = Vec::new();
        let mut illegal = Vec::new();
        for point in topology.points() {
            match (game.check(point), naive.check(point.index())) {
                (Ok(play), Ok(expected)) => {
                    let captured: Vec<usize> = play.captured.iter().map(|point| point.index()).collect();
                    assert_eq!(captured, expected.captured);
                    assert_eq!(play.ends.is_some(), expected.no_result);
                    legal.push(point);
                }
                (Err(refused), Err(rule)) => {
                    assert_eq!(refused.rule(), rule);
                    if rule != "occupied" {
                        illegal.push((point, refused));
                    }
                }
                (ours, theirs) => panic!("{ours:?}, but {:?}", theirs.map(|play| play.captured)),
            }
        }
        assert_eq!(game.illegal_points(), illegal);
        take_turn(&mut game, &mut naive, &legal, random);
        assert_eq!(game.board().stones().iter().collect::<Vec<_>>(), naive.position);
        assert_eq!(game.prisoners(), naive.prisoners);
        assert_eq!(game.to_move(), naive.to_move);
        assert_eq!(game.button(), naive.button);
        assert_eq!(game.is_over().is_some(), naive.over);
    }
}

fn take_turn(game: &mut Game, naive: &mut NaiveGame, legal: &[Point], random: &mut SplitMix) {
    if legal.is_empty() || random.below(25) == 0 {
        assert_eq!(game.pass().is_ok(), naive.pass());
    } else {
        let point = legal[random.below(legal.len())];
        game.play(point).unwrap();
        let play = naive.check(point.index()).unwrap_or_else(|rule| panic!("{rule}"));
        naive.play(play);
    }
}

fn every_rule(mut with: impl FnMut(Rules)) {
    for &repetition in Repetition::ALL {
        for &suicide in Suicide::ALL {
            with(Rules { repetition, suicide, ..Preset::Japanese.rules() });
            with(Rules { repetition, suicide, ..Preset::Aga.rules() });
            let (button, placement) = (Button::FirstPass, Placement::Free);
            with(Rules { repetition, suicide, button, placement, ..Preset::Chinese.rules() });
        }
    }
}

#[test]
fn on_every_grid_up_to_four_by_four() {
    let mut random = SplitMix::new(1);
    for width in 1..=4 {
        for height in 1..=4 {
            let topology = Arc::new(Topology::grid(width, height).unwrap());
            every_rule(|rules| {
                for _ in 0..12 {
                    compare(&topology, rules, 80, &mut random);
                }
            });
        }
    }
}

#[test]
fn on_grids_up_to_nine_by_nine() {
    let mut random = SplitMix::new(2);
    for width in 1..=9 {
        for height in 5..=9 {
            let topology = Arc::new(Topology::grid(width, height).unwrap());
            every_rule(|rules| compare(&topology, rules, 3 * width * height / 2, &mut random));
        }
    }
}

#[test]
fn on_graphs_and_joined_grids() {
    let mut random = SplitMix::new(3);
    let complete: Vec<_> = (0..6).flat_map(|to| (0..to).map(move |from| (from, to))).collect();
    let named = [
        "torus 3x3",
        "torus 4x3",
        "torus 2x5",
        "cylinder 5x4",
        "cylinder 3x3",
        "roll 2x4",
        "hexagon 2",
        "hexagon 3",
        "triangle 4",
        "honeycomb 2",
        "petersen",
        "dodecahedron",
    ];
    let named = named.map(|name| name.parse::<BoardName>().unwrap().topology().unwrap());
    let others = [Topology::graph(6, &complete).unwrap(), Topology::graph(4, &[(0, 1)]).unwrap()];
    for topology in named.into_iter().chain(others) {
        let topology = Arc::new(topology);
        every_rule(|rules| {
            for _ in 0..8 {
                compare(&topology, rules, 80, &mut random);
            }
        });
    }
}

#[test]
fn colours_are_treated_alike() {
    // A game that begins with White's turn, after a pass, is the same game with the colours exchanged.
    let topology = Arc::new(Topology::grid(4, 4).unwrap());
    let mut random = SplitMix::new(4);
    for _ in 0..50 {
        let rules = Rules { suicide: Suicide::Allowed, ..Preset::Chinese.rules() };
        let mut game = Game::new(Arc::clone(&topology), rules, &[]).unwrap();
        let board = game.board().clone();
        let mut mirrored = Game::from_board(board, rules, Color::White);
        for _ in 0..60 {
            let point = Point::new(random.below(16)).unwrap();
            assert_eq!(game.check(point), mirrored.check(point));
            if game.play(point).is_ok() {
                mirrored.play(point).unwrap();
            }
            assert_eq!(game.prisoners().black, mirrored.prisoners().white);
        }
    }
}
