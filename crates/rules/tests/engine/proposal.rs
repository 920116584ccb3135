//! The stones that the engine takes for dead.

use std::sync::Arc;

use tengen_rules::{Board, Color, Point, SplitMix, Topology, propose_dead};

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

/// The ends of GNU Go's games against itself, and the stones that it thought dead.
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
    // The chains at E and G share the liberties at F: the side that plays there first loses.
    let seki = board(
        ".O.OX.OX.X.
         OOOOX.OXXXX",
    );
    let proposal = propose_dead(&seki);
    assert!(proposal.dead.is_empty(), "{}", names(seki.topology(), &proposal.dead));
}

/// Where GNU Go left dead stones on the board: beside a large eye, around an eye of their own, in a race for liberties.
const CLEARED: &[&str] = &[
    "
     XOOOOX...
     XXXOXXX..
     ..XOXOX..
     X.XOOOX..
     .oXOOXX.X
     .XOOOOOX.
     .XXXOOXXX
     .oXOOOOOO
     ..XXOO.O.
    ",
    "
     .........
     .........
     XX..X.o..
     OXXX.Xo..
     OOOOX..X.
     xx.OX.X..
     xxOOOX...
     .O.OXX...
     O.OXX....
    ",
    "
     .........
     ..O.OOOOO
     ...OXXXOX
     OOOX.XXXX
     OXXX.XOOX
     X.X..XO.O
     .Xo.XXO..
     oo.oXOO..
     .o..XXO..
    ",
    "
     .............
     ...........O.
     .O.....O.O..O
     O..OOO...xOOX
     XOOXXXO.OOXXX
     XXXX.XOOOXX..
     ......XXOOX..
     ......XOOOX..
     ......XXXOX..
     ..X...XOOOXX.
     ....oooXOOOXX
     ....XXXXXOOXO
     ........XXOOO
    ",
];

#[test]
fn dead_stones_that_were_left_on_the_board() {
    for rows in CLEARED {
        let (board, dead) = draw(rows);
        assert_eq!(proposed(&board).0, names(board.topology(), &dead), "{rows}");
    }
}

#[test]
fn unsettled_chains_are_decided_and_named() {
    let mut random = SplitMix::new(5);
    let mut unsettled = 0;
    for _ in 0..40 {
        let mut board = Board::new(Arc::new(Topology::grid(7, 7).unwrap()));
        for turn in 0..30 {
            let point = Point::new(random.below(49)).unwrap();
            let color = Color::ALL[turn % 2];
            if !board.is_suicide(point, color) {
                board.place(point, color, &mut Vec::new());
            }
        }
        let proposal = propose_dead(&board);
        unsettled += proposal.unsettled.iter().filter(|stone| proposal.dead.contains(stone)).count();
        for stones in [&proposal.dead, &proposal.unsettled] {
            assert!(stones.is_sorted_by(|one, other| one < other));
            for &stone in stones {
                assert!(board.chain(stone).iter().all(|other| stones.contains(other)));
            }
        }
    }
    assert!(unsettled > 0, "no unsettled chain was called dead");
}

#[test]
fn chains_are_marked_whole() {
    // One whose owner has no eyes, and one that the first move decides.
    let [dead, open] = [
        ".....OX.. .....OX.. .....OXXX .....OOOO ......... OOOOOOOOO XXXXXXXXX ......... .........",
        "..OX..... ..OX..... ..OX..... ..OX..... ..OX..... ..OX..... ..OXXXXXX ..OXXOOOO ..OXXO...",
    ]
    .map(|rows| draw(rows).0);
    for (board, stones) in [(&dead, propose_dead(&dead).dead), (&open, propose_dead(&open).unsettled)] {
        assert!(stones.is_sorted());
        assert!(stones.iter().any(|&stone| board.chain(stone).len() > 1), "{stones:?}");
        for &stone in &stones {
            assert!(board.chain(stone).iter().all(|other| stones.contains(other)));
        }
    }
}
