//! Liberties, chains, capture and suicide.

use std::sync::Arc;

use tengen_rules::{Board, Color, Game, Illegal, Preset, Rules, Suicide, Topology};

use crate::diagram::{at, board, names};

#[test]
fn chains_have_as_many_liberties_as_empty_neighbours() {
    for (name, rows, stone, liberties) in [
        ("a stone in the centre", "..... ..... ..X.. ..... .....", "C3", 4),
        ("a stone on the edge, one neighbour taken", "..... ..... ..... ..... ..XO.", "C1", 2),
        ("a bent chain of three in the open", "...... ...... ..X... ..XX.. ...... ......", "C3", 7),
        ("a straight chain of three in the open", "....... ....... ..XXX.. ....... .......", "C3", 8),
        ("a stone in the corner", "... ... X..", "A1", 2),
    ] {
        let board = board(rows);
        assert_eq!(board.liberties(at(board.topology(), stone)).len(), liberties, "{name}");
    }
}

#[test]
fn a_stone_may_fill_its_own_last_liberty_when_it_captures() {
    let board = board(
        ".XXXO
         XOOO.
         .XXXO
         ....O
         .....",
    );
    let topology = Arc::clone(board.topology());
    let mut game = Game::from_board(board, Preset::Japanese.rules(), Color::Black);
    let play = game.play(at(&topology, "E4")).unwrap();
    assert_eq!(names(&topology, &play.captured), "E5 B4 C4 D4");
    assert_eq!(game.prisoners().black, 4);
    assert_eq!(names(&topology, &game.board().liberties(at(&topology, "E4"))), "E5 D4");
}

#[test]
fn after_capturing_three_stones_a_stone_has_three_liberties() {
    // One chain of three, and three chains of one.
    for (rows, vertex, captured) in [
        (
            "XXX..
             OOOX.
             .XXO.",
            "A1",
            "A2 B2 C2",
        ),
        (
            "..X..
             .XOX.
             XO.OX",
            "C1",
            "C2 B1 D1",
        ),
    ] {
        let board = board(rows);
        let topology = Arc::clone(board.topology());
        let mut game = Game::from_board(board, Preset::PassStone.rules(), Color::Black);
        let point = at(&topology, vertex);
        let taken = game.play(point).unwrap().captured;
        assert_eq!(names(&topology, &taken), captured);
        assert_eq!(game.board().liberties(point), taken);
        assert_eq!(game.prisoners().black, 3);
    }
}

#[test]
fn suicide_depends_on_the_rules() {
    let single = ".X.
                  X..
                  ...";
    let multi = "OOX.
                 .XX.
                 X...";
    for (suicide, single_is_legal, multi_is_legal) in [
        (Suicide::Forbidden, false, false),
        (Suicide::MultiStone, false, true),
        (Suicide::Allowed, true, true),
    ] {
        let rules = Rules { suicide, ..Preset::Japanese.rules() };
        for (rows, vertex, legal, captured) in
            [(single, "A3", single_is_legal, "A3"), (multi, "A2", multi_is_legal, "A3 B3 A2")]
        {
            let board = board(rows);
            let topology = Arc::clone(board.topology());
            let mut game = Game::from_board(board, rules, Color::White);
            let point = at(&topology, vertex);
            let result = game.play(point);
            if legal {
                assert_eq!(names(&topology, &result.unwrap().captured), captured);
                assert_eq!(game.board().count(Color::White), 0);
                let taken = u32::try_from(captured.split(' ').count()).unwrap();
                assert_eq!((game.prisoners().black, game.prisoners().white), (taken, 0));
            } else {
                assert_eq!(result, Err(Illegal::Suicide));
                assert!(game.moves().is_empty());
            }
        }
    }
}

#[test]
fn refusals_come_in_order() {
    let topology = Arc::new(Topology::grid(2, 1).unwrap());
    let mut game = Game::new(Arc::clone(&topology), Preset::Japanese.rules(), &[]).unwrap();
    let off = tengen_rules::Point::new(2).unwrap();
    assert_eq!(game.check(off), Err(Illegal::OffBoard));
    game.play(at(&topology, "A1")).unwrap();
    assert_eq!(game.check(at(&topology, "A1")), Err(Illegal::Occupied));
    game.pass().unwrap();
    game.pass().unwrap();
    assert_eq!(game.check(off), Err(Illegal::PlayIsOver));
    assert_eq!(game.check_pass(), Err(Illegal::PlayIsOver));
}

#[test]
fn boards_know_their_chains() {
    let board = board(
        "XX.
         .XO
         O.O",
    );
    let topology = board.topology();
    assert_eq!(names(topology, &board.chain(at(topology, "A3"))), "A3 B3 B2");
    assert_eq!(names(topology, &board.chain(at(topology, "C1"))), "C2 C1");
    assert!(board.chain(at(topology, "C3")).is_empty());
    assert_eq!(board.representative(at(topology, "A3")), board.representative(at(topology, "B2")));
    assert_eq!(board.representative(at(topology, "C3")), None);
    assert_eq!(board.chains().count(), 3);
    assert_eq!((board.count(Color::Black), board.count(Color::White)), (3, 3));
    assert_ne!(board.hash(), Board::new(Arc::clone(topology)).hash());
}
