//! Whole games and single moves of the built-in opponent.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "helpers of tests fail the test like the tests themselves, and say how far they came"
)]

use std::sync::Arc;

use tengen_house::{Choice, Level, think};
use tengen_rules::{
    Board, BoardName, Color, Ending, Game, HalfPoints, Marks, Preset, SplitMix, Stones, Topology,
    propose_dead,
};

fn game(width: usize, rows: &str, to_move: Color) -> Game {
    let rows: Vec<&str> = rows.split_whitespace().collect();
    let surface = Arc::new(Topology::grid(width, rows.len()).unwrap());
    let stones = Stones::parse(&surface, &rows.concat()).unwrap();
    let board = Board::from_stones(surface, &stones).unwrap();
    Game::from_board(board, Preset::Chinese.rules(), to_move)
}

/// The action that it would take, by name.
fn choice(game: &Game, level: Level, seed: u64) -> String {
    choice_with(game, HalfPoints::ZERO, level, seed)
}

fn choice_with(game: &Game, komi: HalfPoints, level: Level, seed: u64) -> String {
    match think(game, komi, 0, level, seed).choice {
        Choice::Play(at) => game.board().topology().vertex(at).to_string(),
        Choice::Pass => "pass".to_owned(),
        Choice::Resign => "resign".to_owned(),
    }
}

/// Plays a game to its end, each side by its own means, and answers it.
fn whole_game(
    mut game: Game,
    komi: HalfPoints,
    mut choose: impl FnMut(&Game) -> Choice,
) -> (Game, Option<Color>) {
    let longest = 6 * game.board().topology().size();
    while game.is_over().is_none() {
        assert!(game.moves().len() < longest, "the game does not end");
        match choose(&game) {
            Choice::Play(at) => drop(game.play(at).expect("a legal play")),
            Choice::Pass => drop(game.pass().expect("a legal pass")),
            Choice::Resign => {
                let winner = game.to_move().opponent();
                return (game, Some(winner));
            }
        }
    }
    let dead = propose_dead(game.board()).dead;
    let winner = game.score(&Marks::dead(dead), komi, 0).unwrap().winner(game.rules().ties);
    (game, winner)
}

#[test]
fn takes_what_decides_the_game_and_saves_its_own() {
    // Both chains at the top have one liberty left, and the komi is such that they decide the game.
    let race = "
        WWWWWW.
        BBBBBB.
        WWWWWWW
        .......
        .......
        .......
        .......";
    for seed in 0..5 {
        for (to_move, wanted) in [(Color::Black, "G7"), (Color::White, "G6")] {
            let choice = choice_with(&game(7, race, to_move), HalfPoints::new(-51), Level::Second, seed);
            assert_eq!(choice, wanted, "{to_move}, seed {seed}");
        }
    }
}

#[test]
fn the_same_question_has_the_same_answer() {
    let game = Game::new(Arc::new(Topology::grid(9, 9).unwrap()), Preset::Japanese.rules(), &[]).unwrap();
    let ask = |seed| think(&game, HalfPoints::points(6), 0, Level::First, seed);
    assert_eq!(ask(7), ask(7));
    assert!((0..20).any(|seed| ask(seed).choice != ask(7).choice), "it always begins in the same way");
}

#[test]
fn a_game_that_is_over_or_full_asks_for_nothing() {
    let mut over = game(5, "..... ..... ..... ..... .....", Color::Black);
    over.pass().unwrap();
    over.pass().unwrap();
    assert_eq!(choice(&over, Level::First, 1), "pass");
    let full = game(5, ".BWW. BBWWW BBWWW BBWWW .BWW.", Color::Black);
    assert_eq!(choice(&full, Level::First, 1), "pass");
}

#[test]
fn passes_after_a_pass_when_that_wins() {
    let mut won = game(5, "..B.. BBBBB ..B.. WW.WW .WWW.", Color::White);
    won.pass().unwrap();
    assert_eq!(choice(&won, Level::First, 1), "pass");
}

#[test]
fn handicap_stones_are_placed_and_not_passed() {
    let rules = tengen_rules::Rules { placement: tengen_rules::Placement::Free, ..Preset::Chinese.rules() };
    let mut game = Game::with_free_handicap(Arc::new(Topology::grid(9, 9).unwrap()), rules, 3).unwrap();
    while game.handicap_left() > 0 {
        let Choice::Play(at) = think(&game, HalfPoints::ZERO, 3, Level::First, 5).choice else {
            panic!("no stone")
        };
        game.play(at).unwrap();
    }
    assert_eq!(game.board().count(Color::Black), 3);
}

#[test]
fn games_end_on_every_kind_of_board_and_under_every_preset() {
    let boards: Vec<Arc<Topology>> =
        ["hexagon 3", "honeycomb 2", "triangle 5", "petersen", "torus 5x5", "cylinder 4x6"]
            .into_iter()
            .map(|name| Arc::new(name.parse::<BoardName>().unwrap().topology().unwrap()))
            .chain(
                [(1, 1), (2, 1), (5, 5), (7, 3)]
                    .map(|(width, height)| Arc::new(Topology::grid(width, height).unwrap())),
            )
            .collect();
    let mut passed = 0;
    for (number, board) in boards.iter().enumerate() {
        for (seed, preset) in Preset::ALL.iter().enumerate() {
            let game = Game::new(Arc::clone(board), preset.rules(), &[]).unwrap();
            let mut seed = (number * 100 + seed) as u64;
            let (game, _) = whole_game(game, preset.komi(), |game| {
                seed += 1_000;
                think(game, preset.komi(), 0, Level::First, seed).choice
            });
            passed += usize::from(game.is_over() == Some(Ending::Passes));
        }
    }
    assert!(passed > 0, "every game was resigned");
}

/// In how many of `games` games Black wins, who plays by `black`; the sides alternate colours in pairs of games.
fn wins(games: u64, first: impl Fn(&Game, u64) -> Choice, second: impl Fn(&Game, u64) -> Choice) -> u64 {
    let topology = Arc::new(Topology::grid(7, 7).unwrap());
    let komi = HalfPoints::new(17);
    (0..games)
        .filter(|number| {
            let ours = if number % 2 == 0 { Color::Black } else { Color::White };
            let game = Game::new(Arc::clone(&topology), Preset::Chinese.rules(), &[]).unwrap();
            let (_, winner) = whole_game(game, komi, |game| {
                let seed = number * 1_000 + game.moves().len() as u64;
                if game.to_move() == ours { first(game, seed) } else { second(game, seed) }
            });
            winner == Some(ours)
        })
        .count() as u64
}

#[test]
fn each_level_beats_the_one_below() {
    let komi = HalfPoints::new(17);
    let random = |game: &Game, seed: u64| {
        let mut random = SplitMix::new(seed);
        let points: Vec<_> = game
            .board()
            .surface()
            .points()
            .filter(|&at| game.check(at).is_ok())
            .filter(|&at| {
                game.board()
                    .topology()
                    .neighbours(at)
                    .iter()
                    .any(|&to| game.board().get(to) != Some(game.to_move()))
            })
            .collect();
        points.get(random.below(points.len())).map_or(Choice::Pass, |&at| Choice::Play(at))
    };
    let level = |level| move |game: &Game, seed: u64| think(game, komi, 0, level, seed).choice;
    let against_random = wins(10, level(Level::First), random);
    let against_first = wins(6, level(Level::Second), level(Level::First));
    println!(
        "the first level won {against_random} of 10 games against random play, the second {against_first} of 6 against the first"
    );
    assert!(against_random >= 9, "{against_random} of 10");
    assert!(against_first >= 5, "{against_first} of 6");
}
