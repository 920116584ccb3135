//! Properties of every game.

use std::sync::Arc;

use proptest::prelude::*;
use tengen_rules::{
    Board, ByColor, Color, Game, HalfPoints, HandicapBonus, LongCycle, Move, Point, Preset, Repetition,
    Rules, Scoring, Stones, Suicide, Tax, Topology, Vertex, fixed_handicap, propose_dead,
    unconditionally_alive,
};

use crate::diagram::score;

fn any_rules() -> impl Strategy<Value = Rules> {
    (
        proptest::sample::select(Repetition::ALL),
        proptest::sample::select(Suicide::ALL),
        proptest::sample::select(LongCycle::ALL),
        proptest::sample::select(Tax::ALL),
        proptest::sample::select(Scoring::ALL),
        any::<(bool, bool)>(),
    )
        .prop_map(|(repetition, suicide, long_cycle, tax, scoring, (pass_stones, white_passes_last))| {
            Rules {
                repetition,
                suicide,
                long_cycle,
                tax,
                scoring,
                pass_stones,
                white_passes_last,
                ..Preset::Chinese.rules()
            }
        })
}

fn any_topology() -> impl Strategy<Value = Arc<Topology>> {
    (1usize..=6, 1usize..=6, any::<(bool, bool)>(), 0u8..4).prop_map(
        |(width, height, (columns, rows), wrapped)| {
            let wrap = wrapped == 0;
            Arc::new(Topology::wrapped(width, height, columns && wrap, rows && wrap).unwrap())
        },
    )
}

/// Takes the turns that are legal, in order; a number of the board's size or more is a pass.
fn take_turns(game: &mut Game, turns: &[u8]) {
    for &turn in turns {
        let size = game.board().topology().size();
        match game.board().topology().point_at_index(usize::from(turn) % (size + 1)) {
            Some(point) => drop(game.play(point)),
            None => drop(game.pass()),
        }
    }
}

fn any_game() -> impl Strategy<Value = Game> {
    (any_topology(), any_rules(), proptest::collection::vec(any::<u8>(), 0..120)).prop_map(
        |(topology, rules, turns)| {
            let mut game = Game::new(topology, rules, &[]).unwrap();
            take_turns(&mut game, &turns);
            game
        },
    )
}

/// Every few chains, as a set of dead stones.
fn some_chains(board: &Board, mask: u64) -> Vec<Point> {
    board
        .chains()
        .enumerate()
        .filter(|(index, _)| mask >> (index % 64) & 1 == 1)
        .flat_map(|(_, stone)| board.chain(stone))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_chain_has_a_liberty(game in any_game()) {
        let board = game.board();
        prop_assert_eq!(board.stones().check_liberties(board.topology()), Ok(()));
        // State that is updated move by move equals state that is computed anew.
        let anew = Board::from_stones(Arc::clone(board.topology()), &board.stones()).unwrap();
        prop_assert_eq!(&anew, board);
        prop_assert_eq!(anew.hash(), board.hash());
        for color in Color::ALL {
            prop_assert_eq!(board.count(color), board.stones().iter().filter(|stone| *stone == Some(color)).count());
        }
        for point in board.topology().points() {
            prop_assert_eq!(anew.chain(point), board.chain(point));
            for color in Color::ALL {
                prop_assert_eq!(anew.outcome(point, color), board.outcome(point, color));
                prop_assert_eq!(anew.captured_by(point, color), board.captured_by(point, color));
            }
        }
    }

    #[test]
    fn a_refused_move_changes_nothing(game in any_game()) {
        for point in game.board().topology().points() {
            let mut after = game.clone();
            let check = game.check(point);
            let result = after.play(point);
            prop_assert_eq!(&check, &result);
            if result.is_err() {
                prop_assert_eq!(format!("{after:?}"), format!("{game:?}"));
            }
        }
        let mut after = game.clone();
        let check = game.check_pass();
        let result = after.pass();
        prop_assert_eq!(check, result);
        if result.is_err() {
            prop_assert_eq!(format!("{after:?}"), format!("{game:?}"));
        }
    }

    #[test]
    fn illegal_points_agree_with_check(game in any_game()) {
        let illegal = game.illegal_points();
        for point in game.board().topology().points() {
            let listed = illegal.iter().find(|(listed, _)| *listed == point).map(|(_, rule)| *rule);
            let refused = if game.is_over().is_some() || game.board().get(point).is_some() {
                None
            } else {
                game.check(point).err()
            };
            prop_assert_eq!(listed, refused);
        }
    }

    #[test]
    fn a_replay_is_equal(game in any_game()) {
        let mut replay = Game::new(Arc::clone(game.board().topology()), *game.rules(), &[]).unwrap();
        for &(color, turn) in game.moves() {
            prop_assert_eq!(replay.to_move(), color);
            match turn {
                Move::Play(point) => drop(replay.play(point).unwrap()),
                Move::Pass => drop(replay.pass().unwrap()),
            }
        }
        prop_assert_eq!(format!("{replay:?}"), format!("{game:?}"));
    }

    #[test]
    fn taking_moves_back_is_replaying_the_others(game in any_game(), kept in any::<prop::sample::Index>()) {
        // The game as it was is noted on the way; the one replayed so far equals it.
        let kept = kept.index(game.moves().len() + 1);
        let replayed = |count: usize| {
            let mut replay = Game::new(Arc::clone(game.board().topology()), *game.rules(), &[]).unwrap();
            let mut noted = Vec::new();
            for &(_, turn) in &game.moves()[..count] {
                noted.push((replay.board().stones(), replay.to_move(), replay.prisoners(), replay.illegal_points()));
                match turn {
                    Move::Play(point) => drop(replay.play(point).unwrap()),
                    Move::Pass => drop(replay.pass().unwrap()),
                }
            }
            noted.push((replay.board().stones(), replay.to_move(), replay.prisoners(), replay.illegal_points()));
            noted
        };
        let (whole, part) = (replayed(game.moves().len()), replayed(kept));
        prop_assert_eq!(whole.get(kept), part.last());
    }

    #[test]
    fn area_and_territory_agree_under_pass_stones(
        topology in any_topology(),
        mut rules in any_rules(),
        turns in proptest::collection::vec(any::<u8>(), 0..120),
        dead in any::<u64>(),
        handicap in 0u8..=9,
    ) {
        rules = Rules {
            tax: Tax::None,
            pass_stones: true,
            white_passes_last: true,
            long_cycle: LongCycle::None,
            handicap_bonus: HandicapBonus::NMinusOne,
            ..rules
        };
        let setup: Vec<Point> = topology.points().take(usize::from(handicap)).collect();
        let Ok(mut game) = Game::new(Arc::clone(&topology), rules, &setup) else { return Ok(()) };
        take_turns(&mut game, &turns);
        // The second pass of each is the last one by any rules.
        for _ in 0..4 {
            if game.is_over().is_none() {
                game.pass().unwrap();
            }
        }
        prop_assert!(game.is_over().is_some());
        let dead = some_chains(game.board(), dead);
        let margin = |scoring| {
            let rules = Rules { scoring, ..rules };
            // One stone on the board before the first move is a handicap of one here, although none is ever set.
            let stones = u8::try_from(setup.len()).unwrap();
            score(game.board(), &dead, game.prisoners(), &rules, HalfPoints::new(13), stones).unwrap().margin()
        };
        prop_assert_eq!(margin(Scoring::Area), margin(Scoring::Territory));
    }

    #[test]
    fn owners_add_up(game in any_game(), dead in any::<u64>()) {
        let dead = some_chains(game.board(), dead);
        let rules = Rules { scoring: Scoring::Area, tax: Tax::None, ..*game.rules() };
        let counted = score(game.board(), &dead, ByColor::default(), &rules, HalfPoints::ZERO, 0).unwrap();
        for color in Color::ALL {
            let owned = counted.owners.iter().filter(|owner| **owner == Some(color)).count();
            prop_assert_eq!(counted.total(color), HalfPoints::points(i32::try_from(owned).unwrap()));
        }
        for point in &counted.dame {
            prop_assert_eq!(counted.owners[point.index()], None);
        }
    }

    #[test]
    fn unconditionally_alive_chains_are_never_proposed(game in any_game()) {
        let alive = unconditionally_alive(game.board());
        let proposal = propose_dead(game.board());
        for stone in proposal.dead.iter().chain(&proposal.unsettled) {
            prop_assert!(!alive[stone.index()]);
        }
        prop_assert!(score(game.board(), &proposal.dead, ByColor::default(), game.rules(), HalfPoints::ZERO, 0).is_ok());
    }

    #[test]
    fn unconditionally_alive_chains_survive_a_passing_owner(game in any_game(), turns in proptest::collection::vec(any::<u8>(), 0..200)) {
        let alive = unconditionally_alive(game.board());
        for color in Color::ALL {
            let stones: Vec<Point> = game.board().topology().points()
                .filter(|point| alive[point.index()] && game.board().get(*point) == Some(color)).collect();
            let mut board = game.board().clone();
            for &turn in &turns {
                if let Some(point) = board.topology().point_at_index(usize::from(turn) % board.topology().size())
                    && !board.is_suicide(point, color.opponent()) {
                    board.place(point, color.opponent(), &mut Vec::new());
                }
            }
            prop_assert!(stones.iter().all(|&stone| board.get(stone) == Some(color)));
        }
    }

    #[test]
    fn texts_round_trip(text in "\\PC{0,4}|[A-Za-z][0-9]{1,2}", rows in "[.BW \\n]{0,12}|[.BW]{9}", column in 0u8..25, row in 1u8..=25) {
        let vertex = Vertex::new(column, row).unwrap();
        prop_assert_eq!(vertex.to_string().parse(), Ok(vertex));
        if let Ok(vertex) = text.parse::<Vertex>() {
            prop_assert_eq!(vertex.to_string(), text.to_uppercase());
        }
        let topology = Topology::grid(3, 3).unwrap();
        if let Ok(stones) = Stones::parse(&topology, &rows) {
            prop_assert_eq!(stones.to_rows_string(), rows.split_whitespace().collect::<String>());
        }
    }

    #[test]
    fn handicap_stones_make_a_game(size in 7usize..=25, stones in 0u8..=9) {
        let topology = Arc::new(Topology::grid(size, size).unwrap());
        if let Ok(setup) = fixed_handicap(&topology, stones) {
            let game = Game::new(topology, Rules { suicide: Suicide::Forbidden, ..Preset::Aga.rules() }, &setup).unwrap();
            prop_assert_eq!(game.to_move() == Color::White, stones >= 2);
        }
    }
}
