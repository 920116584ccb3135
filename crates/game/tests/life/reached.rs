//! The positions that a game has gone through.

use tengen_game::{BeginningWish, NewGame, State};
use tengen_rules::{BoardName, Color, Move, Preset, Symmetries};

use crate::table::{Table, black, player, white};

fn reached(state: &State) -> Vec<tengen_game::Reached> {
    state.reached(&Symmetries::of(state.settings().topology()))
}

#[test]
fn every_position_is_there_as_it_was() {
    let mut table = Table::playing(Preset::NewZealand, 3);
    let mut stones = vec![table.state.stones()];
    // A capture, a pass, and suicide of two stones.
    for made in ["A1", "B1", "C3", "A2", "pass", "B2", "C1", "C2", "pass", "B3", "A3"] {
        let before = table.state.moves().len();
        table.moves(made);
        assert_eq!(table.state.moves().len(), before + 1, "{made}");
        stones.push(table.state.stones());
    }
    assert!(table.state.moves().iter().any(|made| !made.captured.is_empty()));
    for (number, expected) in stones.iter().enumerate() {
        let position = table.state.position_after(number).unwrap();
        assert_eq!(&position.stones, expected, "after {number}");
        let next = table.state.moves().get(number);
        assert_eq!(position.next, next.map(|next| next.made));
        assert_eq!(position.to_move, if number % 2 == 0 { Color::Black } else { Color::White });
    }
    assert_eq!(table.state.position_after(stones.len()), None);
}

#[test]
fn what_was_taken_back_was_not_reached() {
    let mut table = Table::playing(Preset::Japanese, 9);
    table.moves("E5 C3 G7");
    table.asks_back(table.now, black()).unwrap();
    table.gives_back(table.now, white()).unwrap();
    table.moves("G6");
    let numbers: Vec<_> = reached(&table.state).iter().map(|position| position.move_number).collect();
    assert_eq!(numbers, [0, 1, 2, 3]);
    let mut direct = Table::playing(Preset::Chinese, 9);
    direct.moves("E5 C3 G6");
    assert_eq!(reached(&table.state), reached(&direct.state));
}

#[test]
fn one_position_with_two_ways_on_is_there_twice_and_with_one_way_once() {
    // Both pass and the game is resumed, so that the same position comes three times.
    let mut table = Table::playing(Preset::Japanese, 9);
    table.moves("E5 C3 pass pass");
    table.resumes(black()).unwrap();
    let mover = table.state.to_move().unwrap();
    table.moves("pass");
    let positions = reached(&table.state);
    let after_two = positions.iter().find(|position| position.move_number == 2).unwrap();
    assert_eq!((after_two.next, after_two.to_move, after_two.again), (Some(Move::Pass), Color::Black, false));
    let same: Vec<_> = positions.iter().filter(|position| position.key == after_two.key).collect();
    // The second visit went on as the first did.
    assert_eq!(same.len(), if mover == Color::Black { 1 } else { 2 });
    table.moves("G7");
    let positions = reached(&table.state);
    let ways: Vec<_> = positions
        .iter()
        .filter(|position| position.key == after_two.key)
        .map(|p| (p.again, p.next))
        .collect();
    assert_eq!(ways.len(), 2 - usize::from(mover == Color::Black));
    assert_eq!(positions.last().unwrap().next, None, "the end");
}

#[test]
fn the_first_position_is_that_in_which_the_game_begins() {
    let mut whole = Table::playing(Preset::Japanese, 5);
    whole.moves("B3 C3 A2 D2 B1 C1 pass B2 C2");
    let taken: Vec<_> = whole.state.moves().last().unwrap().captured.clone();
    assert_eq!(taken.len(), 1, "a ko");
    let moves = whole.state.moves().iter().map(|made| match made.made {
        Move::Play(point) => (Some(made.color), Some(whole.state.settings().topology().vertex(point))),
        Move::Pass => (Some(made.color), None),
    });
    let stones = ".".repeat(25);
    let position = Some(BeginningWish { stones, to_move: Color::Black, moves: moves.collect() });
    let board = BoardName::Grid { width: 5, height: 5 };
    let mut table = Table::open(NewGame { board, position, ..NewGame::with_preset(Preset::Japanese) });
    table.does(white(), tengen_game::Command::Join);
    // It goes on as the game that led there, with its ko and prisoners, and counts its own moves.
    assert!(table.state.ko().is_some());
    assert_eq!(table.state.ko(), whole.state.ko());
    assert_eq!(table.state.illegal_points(), whole.state.illegal_points());
    assert_eq!(table.state.prisoners(), whole.state.prisoners());
    assert_eq!(table.state.position_after(0).unwrap().stones, whole.state.stones());
    for table in [&mut table, &mut whole] {
        table.moves("E5 E4 B2");
    }
    assert_eq!(table.state.stones(), whole.state.stones());
    assert_eq!(table.state.moves().len(), 3);
    let own = reached(&table.state);
    let numbers: Vec<_> = own.iter().map(|position| position.move_number).collect();
    assert_eq!(numbers, [0, 1, 2, 3]);
    let keys = |positions: &[tengen_game::Reached]| positions.iter().map(|at| at.key).collect::<Vec<_>>();
    assert_eq!(keys(&own), keys(&reached(&whole.state)[9..]));
}

#[test]
fn handicap_stones_are_part_of_the_first_position() {
    let board = BoardName::Grid { width: 9, height: 9 };
    let mut fixed = Table::open(NewGame { board, handicap: 2, ..NewGame::with_preset(Preset::Japanese) });
    fixed.does(white(), tengen_game::Command::Join);
    let first = fixed.state.position_after(0).unwrap();
    assert_eq!(first.stones, fixed.state.stones());
    assert_eq!((first.to_move, first.next), (Color::White, None));
    fixed.moves("E5");
    // The same stones placed one by one, by a player who stays to move.
    let mut free = Table::playing(Preset::Chinese, 9);
    let setup = fixed.state.settings().setup().to_vec();
    let topology = fixed.state.settings().topology().clone();
    free.moves(&topology.vertex(setup[0]).to_string());
    let turn = free.state.turn();
    let command = tengen_game::Command::Pass { turn, confirm: false };
    free.tries(player(Color::White), &command).unwrap();
    free.moves(&topology.vertex(setup[1]).to_string());
    assert_eq!(reached(&free.state)[3].key, reached(&fixed.state)[0].key);
}
