//! Ko and superko.

use std::sync::Arc;

use tengen_rules::{
    Color, Game, Illegal, LongCycle, Move, Point, Preset, Repetition, Rules, SplitMix, Stones, Suicide,
    Topology,
};

use crate::diagram::{at, board, names};

pub(crate) fn rules(repetition: Repetition, suicide: Suicide) -> Rules {
    Rules { repetition, suicide, long_cycle: LongCycle::None, ..Preset::Chinese.rules() }
}

pub(crate) const SUPERKO: [Repetition; 3] =
    [Repetition::PositionalSuperko, Repetition::SituationalSuperko, Repetition::NaturalSituationalSuperko];

/// The position after a play, by putting the stone on a copy of the board.
fn after(game: &Game, at: Point) -> Stones {
    let mut board = game.board().clone();
    board.place(at, game.to_move(), &mut Vec::new());
    board.stones()
}

#[test]
fn a_ko_is_not_taken_back_at_once() {
    let rows = "
        .XO.
        XO.O
        .XO.
        ....";
    for repetition in Repetition::ALL {
        let board = board(rows);
        let topology = Arc::clone(board.topology());
        let mut game = Game::from_board(board, rules(*repetition, Suicide::Forbidden), Color::Black);
        let (inside, taken) = (at(&topology, "C3"), at(&topology, "B3"));
        assert_eq!(game.play(inside).unwrap().captured, [taken]);
        assert_eq!(game.check(taken), Err(Illegal::Ko), "{repetition}");
        assert_eq!(
            game.illegal_points().iter().find(|(point, _)| *point == taken),
            Some(&(taken, Illegal::Ko))
        );
        // After a threat and its answer it may be.
        game.play(at(&topology, "A1")).unwrap();
        game.play(at(&topology, "D1")).unwrap();
        assert_eq!(game.check(taken).unwrap().captured, [inside]);
    }
}

#[test]
fn a_snapback_is_not_ko() {
    let start = board(
        "XX...
         OOX..
         ..X..",
    );
    let topology = Arc::clone(start.topology());
    for repetition in Repetition::ALL {
        let mut game = Game::from_board(start.clone(), rules(*repetition, Suicide::Forbidden), Color::Black);
        // White takes the stone thrown in, and is taken back with it where it stood.
        for (vertex, captured) in [("A1", ""), ("B1", "A1"), ("A1", "A2 B2 B1")] {
            let play = game.play(at(&topology, vertex)).unwrap();
            assert_eq!(names(&topology, &play.captured), captured, "{repetition}");
        }
    }
}

#[test]
fn passes_as_ko_threats() {
    // Black takes a ko, White and Black pass. White may take back under basic ko, because the position of two plies ago
    // was another. Positional and situational superko still refuse the move.
    let rows = "
        .XO.
        XO.O
        .XO.
        ....";
    for (repetition, expected) in [
        (Repetition::BasicKo, None),
        (Repetition::PositionalSuperko, Some(Illegal::Superko)),
        (Repetition::SituationalSuperko, Some(Illegal::Superko)),
        (Repetition::NaturalSituationalSuperko, Some(Illegal::Superko)),
    ] {
        let board = board(rows);
        let topology = Arc::clone(board.topology());
        let rules = Rules { white_passes_last: true, ..rules(repetition, Suicide::Forbidden) };
        let mut game = Game::from_board(board, rules, Color::Black);
        game.play(at(&topology, "C3")).unwrap();
        game.pass().unwrap();
        game.pass().unwrap();
        assert_eq!(game.is_over(), None, "White has not passed last");
        assert_eq!(game.check(at(&topology, "B3")).err(), expected, "{repetition}");
    }
}

#[test]
fn situational_and_natural_superko_differ_after_a_pass() {
    // If a position stood before a player's turn only because the opponent passed, no play made it. So natural superko
    // lets it come back.
    let mut seen = [false; 2];
    for seed in 0..400 {
        let topology = Arc::new(Topology::grid(3, 1).unwrap());
        let mut random = SplitMix::new(seed);
        let mut game = Game::new(
            Arc::clone(&topology),
            rules(Repetition::NaturalSituationalSuperko, Suicide::Allowed),
            &[],
        )
        .unwrap();
        let mut twin =
            Game::new(Arc::clone(&topology), rules(Repetition::SituationalSuperko, Suicide::Allowed), &[])
                .unwrap();
        for _ in 0..40 {
            if game.is_over().is_some() || twin.is_over().is_some() {
                break;
            }
            let natural: Vec<bool> = topology.points().map(|point| game.check(point).is_ok()).collect();
            let situational: Vec<bool> = topology.points().map(|point| twin.check(point).is_ok()).collect();
            // If a play made a position before, with the same player to move next, both rules refuse it. Natural
            // superko refuses fewer positions, because those after a pass do not count.
            assert!(natural.iter().zip(&situational).all(|(natural, situational)| *natural || !situational));
            seen[usize::from(natural != situational)] = true;
            let choice = random.below(4);
            match topology.point_at_index(choice) {
                Some(point) if natural[choice] && situational[choice] => {
                    game.play(point).unwrap();
                    twin.play(point).unwrap();
                }
                _ => {
                    game.pass().unwrap();
                    twin.pass().unwrap();
                }
            }
        }
    }
    assert_eq!(seen, [true, true], "they agree mostly, not always");
}

/// Plays random games and looks for refused plays that would repeat a position of exactly `distance` plies ago and none
/// later. Answers how many such plays there were.
fn refused_at(distance: usize, width: usize, height: usize, games: u64) -> usize {
    let topology = Arc::new(Topology::grid(width, height).unwrap());
    let mut found = 0;
    for seed in 0..games {
        let mut random = SplitMix::new(seed);
        let mut game =
            Game::new(Arc::clone(&topology), rules(Repetition::PositionalSuperko, Suicide::Allowed), &[])
                .unwrap();
        let mut positions = vec![game.board().stones()];
        while game.is_over().is_none() && positions.len() < 80 {
            let mut legal = Vec::new();
            for point in topology.points().filter(|&point| game.board().get(point).is_none()) {
                let check = game.check(point);
                let next = after(&game, point);
                let latest = positions.iter().rposition(|earlier| *earlier == next);
                match latest.map(|index| positions.len() - index) {
                    None => assert!(check.is_ok()),
                    Some(2) => assert_eq!(check, Err(Illegal::Ko)),
                    Some(_) if positions.len() >= 2 && positions[positions.len() - 2] == next => {
                        assert_eq!(check, Err(Illegal::Ko));
                    }
                    Some(plies) => {
                        assert_eq!(check, Err(Illegal::Superko), "{plies} plies ago");
                        found += usize::from(plies == distance);
                    }
                }
                if check.is_ok() {
                    legal.push(point);
                }
            }
            if legal.is_empty()
                || (game.moves().last().is_some_and(|last| last.1 != Move::Pass) && random.below(12) == 0)
            {
                game.pass().unwrap();
            } else {
                game.play(legal[random.below(legal.len())]).unwrap();
            }
            positions.push(game.board().stones());
        }
    }
    found
}

#[test]
fn repeats_are_found_however_long_ago() {
    for distance in [3, 5, 6, 17, 31, 33, 43, 48] {
        assert!(refused_at(distance, 2, 2, 600) + refused_at(distance, 3, 2, 400) > 0, "{distance}");
    }
}

#[test]
fn a_plain_play_can_repeat_a_position() {
    // Random games on a tiny board: some refused plays take nothing off.
    let topology = Arc::new(Topology::grid(3, 2).unwrap());
    let mut plain = 0;
    for seed in 0..200 {
        let mut random = SplitMix::new(seed);
        let mut game =
            Game::new(Arc::clone(&topology), rules(Repetition::PositionalSuperko, Suicide::Forbidden), &[])
                .unwrap();
        while game.is_over().is_none() && game.moves().len() < 60 {
            let refused = game.illegal_points();
            plain += refused
                .iter()
                .filter(|(point, rule)| {
                    matches!(rule, Illegal::Superko)
                        && game.board().captured_by(*point, game.to_move()).is_empty()
                })
                .count();
            let legal: Vec<Point> = topology.points().filter(|&point| game.check(point).is_ok()).collect();
            if legal.is_empty() {
                game.pass().unwrap();
            } else {
                game.play(legal[random.below(legal.len())]).unwrap();
            }
        }
    }
    assert!(plain > 0);
}

#[test]
fn a_plain_play_after_two_captures_repeats_the_position_of_three_plies_ago() {
    let start = board(
        "O.XO.
         XOOO.
         .....",
    );
    let topology = Arc::clone(start.topology());
    for (repetition, expected) in [
        (Repetition::BasicKo, None),
        (Repetition::PositionalSuperko, Some(Illegal::Superko)),
        // The position is the same, but now White is to move in it.
        (Repetition::SituationalSuperko, None),
        (Repetition::NaturalSituationalSuperko, None),
    ] {
        let mut game = Game::from_board(start.clone(), rules(repetition, Suicide::Forbidden), Color::Black);
        assert_eq!(game.play(at(&topology, "B3")).unwrap().captured.len(), 1);
        assert_eq!(game.play(at(&topology, "A3")).unwrap().captured.len(), 2);
        let plain = at(&topology, "C3");
        assert_eq!(after(&game, plain), start.stones());
        assert_eq!(game.check(plain).err(), expected, "{repetition}");
    }
}

#[test]
fn the_first_position_may_not_come_back() {
    // White takes two stones, Black takes one back, White passes. Now a plain black stone makes the position from
    // before the first move, and White would be to move, as at the beginning.
    let start = board(
        ".XXO.
         XOOO.
         .....",
    );
    let topology = Arc::clone(start.topology());
    for repetition in Repetition::ALL {
        let mut game = Game::from_board(start.clone(), rules(*repetition, Suicide::Forbidden), Color::White);
        assert_eq!(game.play(at(&topology, "A3")).unwrap().captured.len(), 2);
        assert_eq!(game.play(at(&topology, "B3")).unwrap().captured.len(), 1);
        game.pass().unwrap();
        let plain = at(&topology, "C3");
        assert_eq!(after(&game, plain), start.stones());
        let expected = (*repetition != Repetition::BasicKo).then_some(Illegal::Superko);
        assert_eq!(game.check(plain).err(), expected, "{repetition}");
    }
}

#[test]
fn an_empty_board_may_not_come_back() {
    // On one point, with suicide, every play leaves the board as it was before the first move.
    let topology = Arc::new(Topology::grid(1, 1).unwrap());
    let only = at(&topology, "A1");
    let game = Game::new(topology, rules(Repetition::PositionalSuperko, Suicide::Allowed), &[]).unwrap();
    assert_eq!(game.check(only), Err(Illegal::Superko));
}

#[test]
fn a_handicap_position_may_not_come_back() {
    // Two black stones on four points: White takes all, Black takes back, and the same two may stand again.
    let mut found = 0;
    for setup in [["A1", "B1"], ["A1", "A2"], ["A2", "B2"], ["A1", "B2"]] {
        let topology = Arc::new(Topology::grid(2, 2).unwrap());
        let setup = setup.map(|vertex| at(&topology, vertex));
        let game = Game::new(
            Arc::clone(&topology),
            rules(Repetition::PositionalSuperko, Suicide::Forbidden),
            &setup,
        )
        .unwrap();
        found += returns_to(&game, &game.board().stones(), 6);
    }
    assert!(found > 0);
}

/// Searches all short games for plays that would lead back to a position; each must be refused.
fn returns_to(game: &Game, first: &Stones, depth: usize) -> usize {
    if depth == 0 || game.is_over().is_some() {
        return 0;
    }
    let mut found = 0;
    let mut passed = game.clone();
    passed.pass().unwrap();
    found += returns_to(&passed, first, depth - 1);
    for point in game.board().topology().points().filter(|&point| game.board().get(point).is_none()) {
        let mut next = game.clone();
        let result = next.play(point);
        if after(game, point) == *first {
            assert!(result.is_err());
            found += usize::from(matches!(result, Err(Illegal::Superko | Illegal::Ko)));
        } else if result.is_ok() {
            found += returns_to(&next, first, depth - 1);
        }
    }
    found
}
