//! Random lines, told as text, are judged as the engine judges the same moves one by one.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::sync::Arc;

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use tengen_protocol::{BoardWish, RulesWish, SetUp, Text, TryMove};
use tengen_rules::{
    BoardName, Color, Ending, Game, Illegal, Move, Placement, Point, Preset, Rules, Topology,
};
use tengen_trying::{NotTried, try_move};

/// Small boards, on which kos, cycles and suicide come soon.
fn board() -> impl Strategy<Value = BoardName> {
    prop::sample::select(vec![
        BoardName::Grid { width: 1, height: 2 },
        BoardName::Grid { width: 2, height: 2 },
        BoardName::Grid { width: 3, height: 2 },
        BoardName::Grid { width: 3, height: 3 },
        BoardName::Grid { width: 5, height: 4 },
        BoardName::Torus { width: 3, height: 3 },
        BoardName::Cylinder { width: 4, height: 3 },
        "hexagon 2".parse().unwrap(),
    ])
}

fn rules() -> impl Strategy<Value = RulesWish> {
    (prop::sample::select(Preset::ALL.to_vec()), prop::bool::ANY).prop_map(|(preset, free)| {
        let rules = preset.rules();
        let placement = if free { Placement::Free } else { rules.placement };
        RulesWish { preset, rules: Rules { placement, ..rules } }
    })
}

/// A wish that leads to some move: where, among the points of the board and a pass, and whether its colour is told.
type Wish = (u16, bool);

/// A move of the engine and its text.
struct Drawn {
    color: Color,
    made: Move,
    text: String,
}

/// The move that a wish leads to; of the player to move, or, behind two passes, of whoever the wish says.
fn drawn(game: &Game, topology: &Topology, (choice, told): Wish) -> Drawn {
    let points: Vec<Point> = topology.points().collect();
    let choice = usize::from(choice);
    let point = points.get(choice % (points.len() + 1)).copied();
    let by_wish = if choice % 2 == 0 { Color::Black } else { Color::White };
    let resumes = game.is_over() == Some(Ending::Passes);
    let color = if resumes && told { by_wish } else { game.to_move() };
    let at = point.map_or_else(|| "pass".to_owned(), |point| topology.vertex(point).to_string());
    let text = if told { format!("{color}:{at}") } else { at };
    Drawn { color, made: point.map_or(Move::Pass, Move::Play), text }
}

/// Makes a move as the engine does for a game, in which the players resume play before they go on.
fn made(game: &Game, drawn: &Drawn) -> Result<(Game, Vec<Point>), Illegal> {
    let mut game = game.clone();
    // Does nothing unless passes have ended play.
    game.resume(drawn.color);
    let captured = match drawn.made {
        Move::Play(point) => game.play(point)?.captured,
        Move::Pass => game.pass().map(|_| Vec::new())?,
    };
    Ok((game, captured))
}

fn is_judged_alike(
    board: BoardName,
    rules: RulesWish,
    handicap: u8,
    wishes: &[Wish],
    last: Wish,
) -> Result<(), TestCaseError> {
    let topology = Arc::new(board.topology().unwrap());
    let handicap = if rules.rules.placement == Placement::Free { handicap } else { 0 };
    let Ok(mut game) = Game::with_free_handicap(Arc::clone(&topology), rules.rules, handicap) else {
        return Ok(());
    };
    let mut moves = Vec::new();
    for wish in wishes {
        let drawn = drawn(&game, &topology, *wish);
        if let Ok((next, _)) = made(&game, &drawn) {
            game = next;
            moves.push(drawn.text);
        }
    }
    let drawn = drawn(&game, &topology, last);
    let question = TryMove {
        board: BoardWish(board),
        rules,
        setup: (handicap > 0).then(|| SetUp { handicap, ..SetUp::default() }),
        moves: moves.join(", "),
        next: drawn.text.clone(),
    };
    let tried = try_move(&question).map_err(|error| TestCaseError::fail(format!("{error}: {question:?}")))?;
    let (after, captured, illegal) = match made(&game, &drawn) {
        Ok((after, captured)) => (after, captured, None),
        Err(illegal) => (game, Vec::new(), Some(illegal.rule())),
    };
    prop_assert_eq!(&tried.stones, &after.board().stones().to_string(), "{:?}", question);
    prop_assert_eq!(tried.illegal.as_deref(), illegal, "{:?}", question);
    let captured: Vec<_> = captured.into_iter().map(|point| Text(topology.vertex(point))).collect();
    prop_assert_eq!(tried.captured, captured);
    prop_assert_eq!(tried.to_move.map(|color| color.0), after.is_over().is_none().then(|| after.to_move()));
    let prisoners = after.prisoners();
    prop_assert_eq!((tried.prisoners.black, tried.prisoners.white), (prisoners.black, prisoners.white));
    // The same move within a line is possible exactly if it is legal.
    let line =
        TryMove { moves: [moves, vec![drawn.text]].concat().join(","), next: "pass".to_owned(), ..question };
    match (try_move(&line), illegal) {
        (Ok(_), None) => {}
        (Err(NotTried::NotPossible { number, why, .. }), Some(illegal)) => {
            prop_assert_eq!(number as usize, line.moves.split(',').count());
            prop_assert_eq!(why.rule(), illegal);
        }
        (answer, illegal) => prop_assert!(false, "{:?} and {:?}: {:?}", answer, illegal, line),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn lines_are_judged_as_the_engine_plays_them(
        board in board(),
        rules in rules(),
        handicap in prop::sample::select(vec![0u8, 0, 0, 1, 2, 3]),
        wishes in prop::collection::vec(any::<Wish>(), 0..60),
        last in any::<Wish>(),
    ) {
        is_judged_alike(board, rules, handicap, &wishes, last)?;
    }
}
