//! The allocations of plays, counted.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail the test like the tests themselves")]

use std::sync::Arc;

use allocation_counter::measure;
use tengen_rules::{
    Board, Color, Game, LongCycle, Move, Point, Preset, Repetition, Rules, SplitMix, Square, Surface,
    Topology,
};

fn rules(repetition: Repetition) -> Rules {
    Rules { repetition, long_cycle: LongCycle::None, ..Preset::Formal.rules() }
}

/// How often memory was asked for.
fn allocations(work: impl FnOnce()) -> u64 {
    measure(work).count_total
}

/// A random game of a number of plies, under positional superko: it is legal under every rule, and no play repeats a
/// position. The players fill eyes of one point only when nothing else is left, so that large chains are taken.
fn recorded<S: Surface>(surface: &S, plies: usize, seed: u64) -> Vec<(Color, Move)> {
    let mut random = SplitMix::new(seed);
    let mut game = Game::new(surface.clone(), rules(Repetition::PositionalSuperko), &[]).unwrap();
    while game.moves().len() < plies && game.is_over().is_none() {
        let (board, color) = (game.board(), game.to_move());
        let legal: Vec<Point> = surface.points().filter(|&point| game.check(point).is_ok()).collect();
        let is_eye = |point: Point| surface.neighbours(point).iter().all(|&at| board.get(at) == Some(color));
        let sensible: Vec<Point> = legal.iter().copied().filter(|&point| !is_eye(point)).collect();
        let choice = if sensible.is_empty() { legal } else { sensible };
        match choice.get(random.below(choice.len())) {
            Some(&point) => drop(game.play(point).unwrap()),
            None => drop(game.pass().unwrap()),
        }
    }
    game.moves().to_vec()
}

/// How often a new game asks for memory while these moves are played.
fn replayed<S: Surface>(surface: &S, repetition: Repetition, moves: &[(Color, Move)]) -> u64 {
    let mut game = Game::new(surface.clone(), rules(repetition), &[]).unwrap();
    let mut captured = Vec::with_capacity(surface.size());
    let count = allocations(|| {
        for &(_, turn) in moves {
            match turn {
                Move::Play(point) => assert!(game.play_into(point, &mut captured).is_ok()),
                Move::Pass => assert!(game.pass().is_ok()),
            }
        }
    });
    assert_eq!(game.moves(), moves);
    count
}

fn boards_allocate_nothing<S: Surface>(surface: &S) {
    let mut captured = Vec::with_capacity(surface.size());
    for seed in 0..10 {
        let moves = recorded(surface, 3 * surface.size(), seed);
        let mut board = Board::new(surface.clone());
        let mut taken = 0;
        let count = allocations(|| {
            for &(color, turn) in &moves {
                let Move::Play(point) = turn else { continue };
                assert!(board.outcome(point, color).is_some() && !board.is_suicide(point, color));
                board.place(point, color, &mut captured);
                taken += captured.len();
            }
        });
        assert_eq!(count, 0, "game {seed}");
        assert!(taken > surface.size() / 3, "stones were taken");
    }
}

#[test]
fn a_board_allocates_nothing() {
    boards_allocate_nothing(&Square::<9>);
    boards_allocate_nothing(&Square::<19>);
    boards_allocate_nothing(&Arc::new(Topology::grid(13, 13).unwrap()));
    boards_allocate_nothing(&Arc::new(Topology::wrapped(8, 9, true, true).unwrap()));
}

fn games_allocate_nothing<S: Surface>(surface: &S) {
    for seed in 0..10 {
        let moves = recorded(surface, surface.size(), seed);
        for &repetition in Repetition::ALL {
            assert_eq!(replayed(surface, repetition, &moves), 0, "game {seed} under {repetition}");
        }
    }
}

#[test]
fn a_new_game_allocates_nothing_for_as_many_plies_as_there_are_points() {
    games_allocate_nothing(&Square::<9>);
    games_allocate_nothing(&Square::<13>);
    games_allocate_nothing(&Square::<19>);
    // 256 points fill a table of a power of two.
    for (width, height) in [(1, 1), (3, 2), (9, 9), (16, 16), (19, 19), (25, 25)] {
        games_allocate_nothing(&Arc::new(Topology::grid(width, height).unwrap()));
    }
}

#[test]
fn after_that_its_history_doubles() {
    let surface = Square::<9>;
    let plies = 20 * surface.size();
    let moves = recorded(&surface, plies, 1);
    assert_eq!(moves.len(), plies);
    // There are four lists: moves, positions, stones taken off, and the table of hashes. Each doubles five times at
    // most until it has room for twenty times as much.
    for repetition in [Repetition::BasicKo, Repetition::PositionalSuperko] {
        let count = replayed(&surface, repetition, &moves);
        assert!((1..=4 * 5).contains(&count), "{count} under {repetition}");
    }
}

#[test]
fn play_and_check_allocate_only_the_list_of_captured_stones() {
    let surface = Square::<9>;
    for seed in 0..20 {
        let mut game = Game::new(surface, rules(Repetition::PositionalSuperko), &[]).unwrap();
        for (_, turn) in recorded(&surface, surface.size(), seed) {
            let Move::Play(point) = turn else { continue };
            let (mut checked, mut played) = (None, None);
            let to_check = allocations(|| checked = game.check(point).ok());
            let to_play = allocations(|| played = game.play(point).ok());
            assert_eq!(checked, played);
            let captured = played.unwrap().captured.len();
            assert_eq!((to_check > 0, to_play > 0), (captured > 0, captured > 0), "{captured} captured");
        }
    }
}
