//! Fixed handicap stones and star points.

use std::sync::Arc;

use tengen_rules::{
    Color, Game, HandicapError, Illegal, Placement, Preset, Repetition, Rules, SetupError, Topology,
    fixed_handicap, max_fixed_handicap, max_free_handicap, star_points,
};

use crate::diagram::{at, names};

#[test]
fn stones_have_fixed_places() {
    for (width, height, stones, expected) in [
        (19, 19, 0, ""),
        (19, 19, 1, ""),
        (19, 19, 2, "D4 Q16"),
        (19, 19, 3, "D4 Q16 D16"),
        (19, 19, 4, "D4 Q16 D16 Q4"),
        (19, 19, 5, "D4 Q16 D16 Q4 K10"),
        (19, 19, 6, "D4 Q16 D16 Q4 D10 Q10"),
        (19, 19, 7, "D4 Q16 D16 Q4 K10 D10 Q10"),
        (19, 19, 8, "D4 Q16 D16 Q4 D10 Q10 K4 K16"),
        (19, 19, 9, "D4 Q16 D16 Q4 K10 D10 Q10 K4 K16"),
        (13, 13, 9, "D4 K10 D10 K4 G7 D7 K7 G4 G10"),
        (9, 9, 9, "C3 G7 C7 G3 E5 C5 G5 E3 E7"),
        (7, 7, 4, "C3 E5 C5 E3"),
        (8, 8, 4, "C3 F6 C6 F3"),
        (18, 18, 3, "D4 P15 D15"),
        (13, 9, 5, "D3 K7 D7 K3 G5"),
        (25, 25, 2, "D4 W22"),
    ] {
        let topology = Topology::grid(width, height).unwrap();
        let points = fixed_handicap(&topology, stones).unwrap();
        assert_eq!(names(&topology, &points), expected, "{stones} on {width}x{height}");
    }
}

#[test]
fn every_board_has_a_most() {
    for width in 1..=25 {
        for height in 1..=25 {
            let max = max_fixed_handicap(width, height);
            let shorter = width.min(height);
            let expected = match (shorter, width % 2 == 1 && height % 2 == 1) {
                (0..7, _) => 0,
                (9.., true) => 9,
                _ => 4,
            };
            assert_eq!(max, expected, "{width}x{height}");
            let topology = Arc::new(Topology::grid(width, height).unwrap());
            for stones in 0..=12 {
                let result = fixed_handicap(&topology, stones);
                if stones > max.max(1) {
                    assert_eq!(result, Err(HandicapError { max }));
                    continue;
                }
                let points = result.unwrap();
                assert_eq!(points.len(), if stones < 2 { 0 } else { usize::from(stones) });
                let game = Game::new(Arc::clone(&topology), Preset::Japanese.rules(), &points).unwrap();
                assert_eq!(game.to_move(), if points.is_empty() { Color::Black } else { Color::White });
                assert_eq!(game.board().count(Color::Black), points.len());
            }
        }
    }
    let graph = Topology::graph(81, &[]).unwrap();
    assert_eq!(fixed_handicap(&graph, 2), Err(HandicapError { max: 0 }));
    assert!(star_points(&graph).is_empty());
}

#[test]
fn star_points_are_drawn() {
    for (size, expected) in [
        (19, "D16 K16 Q16 D10 K10 Q10 D4 K4 Q4"),
        (13, "D10 G10 K10 D7 G7 K7 D4 G4 K4"),
        (9, "C7 G7 E5 C3 G3"),
        (5, "C3"),
        (8, "C6 F6 C3 F3"),
        (3, ""),
    ] {
        let topology = Topology::grid(size, size).unwrap();
        assert_eq!(names(&topology, &star_points(&topology)), expected, "{size}");
    }
}

#[test]
fn a_setup_must_be_possible() {
    let topology = Arc::new(Topology::grid(2, 1).unwrap());
    let (left, right) = (at(&topology, "A1"), at(&topology, "B1"));
    let off = tengen_rules::Point::new(2).unwrap();
    let setup = |points: &[_]| {
        Game::new(Arc::clone(&topology), Preset::Aga.rules(), points).map(|game| game.to_move())
    };
    assert_eq!(setup(&[left]), Ok(Color::White));
    assert_eq!(setup(&[left, left]), Err(SetupError::Twice(left)));
    assert_eq!(setup(&[off]), Err(SetupError::OffBoard(off)));
    assert!(matches!(setup(&[left, right]), Err(SetupError::NoLiberties(_))));
}

fn free() -> Rules {
    Rules { placement: Placement::Free, ..Preset::TrompTaylor.rules() }
}

#[test]
fn black_places_free_handicap_stones() {
    let topology = Arc::new(Topology::grid(5, 5).unwrap());
    for stones in 0..=5 {
        let mut game = Game::with_free_handicap(Arc::clone(&topology), free(), stones).unwrap();
        let to_place = if stones < 2 { 0 } else { stones };
        for placed in 0..to_place {
            assert_eq!((game.to_move(), game.handicap_left()), (Color::Black, to_place - placed));
            assert_eq!(game.check_pass(), Err(Illegal::Handicap));
            assert_eq!(game.pass(), Err(Illegal::Handicap));
            let point = topology.point_at_index(usize::from(placed)).unwrap();
            if placed > 0 {
                let before = topology.point_at_index(usize::from(placed) - 1).unwrap();
                assert_eq!(game.play(before), Err(Illegal::Occupied));
            }
            game.play(point).unwrap();
        }
        assert_eq!(game.handicap_left(), 0);
        assert_eq!(game.moves().len(), usize::from(to_place));
        assert_eq!(game.to_move(), if stones < 2 { Color::Black } else { Color::White });
        game.pass().unwrap();
    }
    assert_eq!(Illegal::Handicap.rule(), "handicap");
}

#[test]
fn as_many_free_handicap_stones_as_leave_a_liberty() {
    let most = |topology: Topology| {
        let max = max_free_handicap(&topology);
        let topology = Arc::new(topology);
        let error = Game::with_free_handicap(Arc::clone(&topology), free(), max.max(1) + 1).err();
        assert_eq!(error, Some(HandicapError { max }));
        assert!(Game::with_free_handicap(topology, free(), max).is_ok());
        max
    };
    assert_eq!(most(Topology::grid(1, 1).unwrap()), 0);
    assert_eq!(most(Topology::grid(3, 1).unwrap()), 2);
    assert_eq!(most(Topology::graph(5, &[(0, 1), (2, 3)]).unwrap()), 2);
    assert_eq!(max_free_handicap(&Topology::grid(19, 19).unwrap()), 255);
}

#[test]
fn superko_remembers_each_position_of_a_free_handicap() {
    let topology = Arc::new(Topology::grid(4, 1).unwrap());
    let [a, b, c, d] = ["A1", "B1", "C1", "D1"].map(|vertex| at(&topology, vertex));
    for (repetition, refused) in
        [(Repetition::PositionalSuperko, Some(Illegal::Superko)), (Repetition::BasicKo, None)]
    {
        let rules = Rules { repetition, ..free() };
        let mut game = Game::with_free_handicap(Arc::clone(&topology), rules, 3).unwrap();
        for point in [d, b, a] {
            game.play(point).unwrap();
        }
        // White takes all three at once.
        assert_eq!(game.play(c).unwrap().captured, [a, b, d]);
        game.play(b).unwrap();
        game.pass().unwrap();
        // Black would take White's stone, and D1 and B1 would stand as after the second handicap stone.
        assert_eq!(game.check(d).err(), refused, "{repetition}");
    }
}
