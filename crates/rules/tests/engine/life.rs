//! Unconditional life by Benson's algorithm.

use tengen_rules::unconditionally_alive;

use crate::diagram::board;

/// The stones that are alive, as upper case, in a drawing of the position.
fn living(rows: &str) -> String {
    let board = board(rows);
    let alive = unconditionally_alive(&board);
    let flat: Vec<char> = rows.split_whitespace().flat_map(str::chars).collect();
    flat.iter()
        .zip(alive)
        .map(|(stone, alive)| if alive { stone.to_ascii_uppercase() } else { stone.to_ascii_lowercase() })
        .collect()
}

fn check(name: &str, rows: &str, expected: &str) {
    assert_eq!(living(rows), expected.split_whitespace().collect::<String>(), "{name}");
}

#[test]
fn examples() {
    check("two eyes", ".X.X. XXXX.", ".X.X. XXXX.");
    check("one eye", ".XXX.. XXXX..", ".xxx.. xxxx..");
    check("an eye with a stone in it", ".X.X.. OXXX.. XX...O", ".X.X.. oXXX.. XX...o");
    check(
        "a large space is one eye, since its points are not all liberties",
        "...X.X. ...XXX. XXXX... .......",
        "...x.x. ...xxx. xxxx... .......",
    );
    check(
        "one chain with two eyes in the middle",
        ".....  .XXXX .X.X. .XXXX .....",
        "..... .XXXX .X.X. .XXXX .....",
    );
    check(
        "two chains that share two eyes",
        "......
         .XXXX.
         .X.OX.
         .XXOX.
         .OXOX.",
        "......
         .xxxx.
         .x.ox.
         .xxox.
         .oxox.",
    );
    check(
        "chains joined by eyes: each needs two",
        ".X.X.
         X.XX.
         XXX..",
        ".X.X.
         X.XX.
         XXX..",
    );
    check("nothing on the board", "... ...", "... ...");
}

#[test]
fn both_colours_at_once() {
    check("side by side", ".X.X.O.O. XXXX.OOOO", ".X.X.O.O. XXXX.OOOO");
}
