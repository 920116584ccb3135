//! Boards so small that every game can be played, after the examples of the formal rules.

use std::sync::Arc;

use tengen_rules::{ByColor, Color, Ending, Game, HalfPoints, Illegal, Point, Preset, Rules, Topology};

use crate::diagram::{at, score};

/// The complete formal rules: positional superko, no suicide, area as it stands.
const FORMAL: Rules = Preset::Formal.rules();

fn formal_game(width: usize, height: usize) -> Game {
    Game::new(Arc::new(Topology::grid(width, height).unwrap()), FORMAL, &[]).unwrap()
}

/// Black's area less White's.
fn margin(game: &Game) -> i32 {
    let score = score(game.board(), &[], ByColor::default(), game.rules(), HalfPoints::ZERO, 0).unwrap();
    score.margin().half_points() / 2
}

fn empty_points(game: &Game) -> Vec<Point> {
    game.board().topology().points().filter(|&point| game.board().get(point).is_none()).collect()
}

/// The result of best play, seen from the player to move, by alpha-beta search through all games.
fn best(game: &Game, mut alpha: i32, beta: i32) -> i32 {
    if game.is_over().is_some() {
        let margin = margin(game);
        return if game.to_move() == Color::Black { margin } else { -margin };
    }
    let mut after_pass = game.clone();
    after_pass.pass().unwrap();
    let mut value = -best(&after_pass, -beta, -alpha);
    for point in empty_points(game) {
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
        let mut after = game.clone();
        if after.play(point).is_ok() {
            value = value.max(-best(&after, -beta, -alpha));
        }
    }
    value
}

#[test]
fn best_play() {
    for (width, height, value) in [(1, 1, 0), (2, 1, 0), (3, 1, 3), (1, 3, 3), (4, 1, 4), (2, 2, 1)] {
        let most = i32::try_from(width * height).unwrap();
        assert_eq!(best(&formal_game(width, height), -most, most), value, "{width}x{height}");
    }
}

#[test]
fn black_never_loses_by_best_play_on_any_graph() {
    for points in 1..=4 {
        let pairs: Vec<_> = (0..points).flat_map(|to| (0..to).map(move |from| (from, to))).collect();
        for chosen in 0u32..1 << pairs.len() {
            let edges: Vec<_> =
                (0..).zip(&pairs).filter(|(bit, _)| chosen >> bit & 1 == 1).map(|(_, &pair)| pair).collect();
            let game = Game::new(Arc::new(Topology::graph(points, &edges).unwrap()), FORMAL, &[]).unwrap();
            let most = i32::try_from(points).unwrap();
            let value = best(&game, -most, most);
            assert!(value >= 0, "{points} points, {edges:?}");
        }
    }
}

/// How many sequences of plays and passes there are until two passes end play.
fn games(game: &Game) -> u64 {
    if game.is_over().is_some() {
        return 1;
    }
    let mut after_pass = game.clone();
    after_pass.pass().unwrap();
    let mut count = games(&after_pass);
    for point in empty_points(game) {
        let mut after = game.clone();
        if after.play(point).is_ok() {
            count += games(&after);
        }
    }
    count
}

#[test]
fn number_of_games() {
    assert_eq!(games(&formal_game(1, 1)), 1);
    assert_eq!(games(&formal_game(1, 2)), 9);
    assert_eq!(games(&formal_game(1, 3)), 907);
}

#[test]
fn one_point() {
    let mut game = formal_game(1, 1);
    assert_eq!(game.illegal_points(), [(at(&Topology::grid(1, 1).unwrap(), "A1"), Illegal::Suicide)]);
    assert_eq!(game.pass().unwrap().ends, None);
    assert_eq!(game.pass().unwrap().ends, Some(Ending::Passes));
    assert_eq!(margin(&game), 0);
}

#[test]
fn two_points() {
    let mut game = formal_game(2, 1);
    let topology = Arc::clone(game.board().topology());
    game.play(at(&topology, "A1")).unwrap();
    assert_eq!(game.play(at(&topology, "B1")).unwrap().captured, [at(&topology, "A1")]);
    assert_eq!(game.check(at(&topology, "A1")), Err(Illegal::Ko));
    game.pass().unwrap();
    game.pass().unwrap();
    assert_eq!(margin(&game), -2);
}

#[test]
fn three_points() {
    let mut game = formal_game(3, 1);
    let topology = Arc::clone(game.board().topology());
    game.play(at(&topology, "B1")).unwrap();
    let illegal = game.illegal_points();
    assert_eq!(illegal.len(), 2, "White can only pass");
    assert!(illegal.iter().all(|&(_, rule)| rule == Illegal::Suicide));
    game.pass().unwrap();
    game.pass().unwrap();
    assert_eq!(margin(&game), 3);
}
