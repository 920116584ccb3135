//! What the engine thinks is dead.

use std::sync::Arc;

use tengen_rules::{Board, Topology, propose_dead};

use crate::diagram::{board, draw, names};

fn proposed(board: &Board) -> (String, String) {
    let proposal = propose_dead(board);
    (names(board.topology(), &proposal.dead), names(board.topology(), &proposal.unsettled))
}

fn nothing() -> (String, String) {
    (String::new(), String::new())
}

#[test]
fn an_empty_board_has_no_dead_stones() {
    for size in [1, 9, 19] {
        assert_eq!(proposed(&Board::new(Arc::new(Topology::grid(size, size).unwrap()))), nothing());
    }
}

#[test]
fn the_same_position_gets_the_same_answer() {
    let (board, _) = draw(
        "...OX....
         ..OX.....
         .O.X..O..
         ...X.....
         XXX......",
    );
    assert_eq!(propose_dead(&board), propose_dead(&board.clone()));
}

#[test]
fn a_tournament_game() {
    let (board, dead) = draw(
        "...O..O..
         ..xOOOO.O
         ...O.OOOO
         .OOOXXXXX
         OO.OOOX.X
         XXXX.OX.X
         ..XXX.X..
         ...oXXXXX
         ...o.XX..",
    );
    assert_eq!(proposed(&board), (names(board.topology(), &dead), String::new()));
}

/// How GNU Go ended games against itself, and what it thought dead.
const FINISHED: &[&str] = &[
    "
     .ooX.....
     .oXX.....
     .ooX.X.X.
     XXX...Xo.
     XOOXXXo.o
     O.OX..o..
     .O.OXXX..
     ...OXOX..
     ...OOOX..
    ",
    "
     ..XXXO...
     ..XOOO...
     .XXO..O..
     XoXXOOOO.
     XoooXO.x.
     .X.oXOxx.
     .oXoXXOO.
     ..XXXOO..
     ....XO...
    ",
    "
     .........
     OOO....OO
     XOXOOO.OX
     XXXOXOOOX
     ..XXXXXXX
     ..Xo.....
     .oooX....
     X.oXX....
     .o.......
    ",
    "
     ........OOX..
     .OO.....OX.X.
     .x.O....OXX..
     .x..O...OOX..
     ..xOOOOOOX...
     .xOOXXOXXX...
     .OXX..X......
     .OOXXXXX.X...
     .OOOX.Xo.....
     .OOX.XooX....
     O.OX.o.o.X...
     xOXXX...X....
     .OOX.........
    ",
];

#[test]
fn finished_games() {
    for rows in FINISHED {
        let (board, dead) = draw(rows);
        assert_eq!(proposed(&board), (names(board.topology(), &dead), String::new()), "{rows}");
    }
}

#[test]
fn a_stone_without_room_is_dead_and_chains_with_two_eyes_are_not() {
    let (board, dead) = draw(
        "..X.XO.O.
         .oX.XOOO.
         ..XXXO.OO
         XXX.XOOO.
         X.X.XO.O.
         XXXXXOOOO
         OOOOOO...
         .O.O.O.x.
         OO.OOO...",
    );
    assert_eq!(proposed(&board), (names(board.topology(), &dead), String::new()));
}

#[test]
fn stones_in_seki_are_not_dead() {
    // The chains at E and G share the liberties at F: whoever plays there first loses.
    let seki = board(
        ".O.OX.OX.X.
         OOOOX.OXXXX",
    );
    let proposal = propose_dead(&seki);
    assert!(proposal.dead.is_empty(), "{}", names(seki.topology(), &proposal.dead));
    assert_eq!(names(seki.topology(), &proposal.unsettled), "E2 G2 E1 G1");
}

#[test]
fn chains_are_marked_whole() {
    let (board, _) = draw(
        "..OX.....
         .XOX..O..
         .OOX.....
         .OXX.O...
         OOX...X..
         XXX......",
    );
    let proposal = propose_dead(&board);
    for stones in [&proposal.dead, &proposal.unsettled] {
        assert!(stones.is_sorted());
        for &stone in stones {
            assert!(board.chain(stone).iter().all(|other| stones.contains(other)));
        }
    }
    assert!(!proposal.dead.iter().any(|stone| proposal.unsettled.contains(stone)));
}
