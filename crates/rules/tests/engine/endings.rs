//! Endings made by hand, with the right answer to each stone worked out: groups with and without eyes, bent fours, kos, sekis,
//! races, stones without room, several of them on the larger boards. Some have dame, and some are turned or recoloured.

use tengen_rules::{Board, Point, propose_dead};

use crate::diagram::{draw, names};

/// Name and diagram. Stones in lower case are dead; `b` and `w` are stones whose fate the first move decides, or a ko, so that a
/// proposal has to announce them whatever it says.
const ENDINGS: &[(&str, &str)] = &[
    (
        "two eyes in a corner live",
        ".O.OXXO.. OOOOXXO.. XXXXXXO.. .....XO.. .....XO.. .....XO.. .....XO.. .....XO.. .....XO..",
    ),
    (
        "one eye of two points",
        "......Ox. ......Ox. ......Oxx ......OOO ......... OOOOOOOOO XXXXXXXXX ......... .........",
    ),
    (
        "three points in a row: the first move decides",
        "..OX..... ..OX..... ..OX..... ..OX..... ..OX..... ..OX..... ..OXXXXXX ..OXXwwww ..OXXw...",
    ),
    (
        "four points in a row live",
        "......... ......... XXXXXXXXX OOOOOOOOO XXO...... .XO...... .XO...... .XO...... .XO......",
    ),
    (
        "three points around a corner: the first move decides",
        "..wX.XO.. .wwX.XO.. wwXX.XO.. XXX..XO.. .....XO.. .....XO.. .....XO.. .....XO.. .....XO..",
    ),
    (
        "a square of four is one eye",
        ".....Ox.. .....Ox.. .....Oxxx .....OOOO ......... OOOOOOOOO XXXXXXXXX ......... .........",
    ),
    (
        "a pyramid of four: the first move decides",
        "..OX..... ..OX..... ..OX..... ..OX..... ..OX..... ..OX.XXXX ..OXXXwww ..OXXww.w ..OXXw...",
    ),
    (
        "a bulky five: the first move decides",
        "......... ......... XXXXXXXXX OOOOOOOOO OOO...... bbOO..... .bbO..... ..bO..... ..bO.....",
    ),
    (
        "a stone on the vital point of three",
        ".X.oXXO.. ooooXXO.. XXXXXXO.. .....XO.. .....XO.. .....XO.. .....XO.. .....XO.. .....XO..",
    ),
    (
        "stones without room in a territory",
        "....O.... ....O.x.. ....O.xx. ....O.... ....O.... OOOOOOOOO XXXXXXXXX ......... .........",
    ),
    (
        "an eye that hangs on a ko",
        "..OX..... ..OX..... ..OX..... ..OX..... ..OX..... ..OX..... ..OX.XXXX ..OXXXwww ..OXXw.w.",
    ),
    (
        "four points with a bend live",
        "......... ......... XXXXXXXXX OOOOOOOOO XXXO..... ..XO..... .XXO..... .XOO..... XXOO.....",
    ),
    (
        "two stones that cannot be connected",
        "Xo.oXXO.. XXXXXXO.. .....XO.. .....XO.. .....XO.. .....XO.. .....XO.. .....XO.. .....XO..",
    ),
    (
        "three stones in a square of four",
        ".....OxOO .....OxO. .....Oxxx .....OOOO ......... OOOOOOOOO XXXXXXXXX ......... .........",
    ),
    (
        "a liberty is no second eye",
        "..OX..... ..OX..... ..OX..... ..OX..... ..OX..... ..OX..XXX ..OX..Xo. ..OX..Xoo ..OX..Xo.",
    ),
    (
        "an eye around a stone that is taken",
        "......... ......... XXXXXXXXX OOOOOOOOO XXO...... .XO...... oXO...... XXO...... .XO......",
    ),
    (
        "a bent four in the corner",
        "XX.oXXO.. XoooXXO.. .oXXXXO.. ooX..XO.. XXX..XO.. .....XO.. .....XO.. .....XO.. .....XO..",
    ),
    (
        "a seki with an eye each and one liberty that they share",
        ".OO.XX.XO OOOOXXXXO XXXXOOOOO X..XO.... XX.XO.... ..XXOO... ...XO.... ...XO.... ...XO....",
    ),
    (
        "a seki without eyes, two liberties shared",
        "......... OOOOOOOOO XXXXXXXXX XXX.OOO.X OOOOOOOOO XXXXXXXXX ......... ......... .........",
    ),
    (
        "an eye against none",
        ".OO.xx.O. OOOOxxOO. XXXXOOOO. X..XO.... XX.XO.... ..XXOO... ...XO.... ...XO.... ...XO....",
    ),
    (
        "two chains in atari: the first move decides",
        "..wwbb..O XXwwbbOOO XXXXOOOO. X..XO.... XX.XO.... ..XXOO... ...XO.... ...XO.... ...XO....",
    ),
    (
        "a race that one side wins by a liberty",
        "..ooXX..O XXooXXX.O XXXXOOOOO X..XO.... XX.XO.... ..XXOO... ...XO.... ...XO.... ...XO....",
    ),
    (
        "two eyes in a corner live, one eye of two points, a square of four is one eye, a stone on the vital point of three",
        ".O.OXXOO.Ox.. \
         OOOOXXOO.Ox.. \
         XXXXXXOO.Oxxx \
         .....XOO.OOOO \
         .....XOO..... \
         .....XOO..... \
         .....XOO..... \
         .....XOO..... \
         .....XOO..... \
         .....XOO..... \
         XXXX.XOOOOOOO \
         oooX.XOOOxxxx \
         ..oX.XOOOx.O.",
    ),
    (
        "three points in a row, stones without room in a territory, a pyramid of four, a liberty is no second eye",
        "...wXXOOOb... \
         wwwwXXOOObb.b \
         XXXXXXOOOObbb \
         .....XOO.OOOO \
         .....XOO..... \
         .....XOO..... \
         .....XOO..... \
         .....XOO..... \
         XXXXXXOO..... \
         .....XOO..OOO \
         .oo..XOO..Ox. \
         ..o..XOO..Oxx \
         .....XOO..Ox.",
    ),
    (
        "four points in a row live, a bent four in the corner, two stones that cannot be connected, an eye around a stone that is taken",
        "....OXOOOx.xO \
         OOOOOXOOOOOOO \
         XXXXXXOO..... \
         .....XOO..... \
         .....XOO..... \
         .....XOO..... \
         .....XOO..... \
         .....XOO..... \
         XXX..XOO..... \
         ooX..XOO..... \
         .oXXXXOOOOOOO \
         XoooXXOOXXXXX \
         XX.oXXOOX.oX.",
    ),
    (
        "an eye that hangs on a ko, a square of four is one eye, three stones in a square of four, two eyes in a corner live",
        ".w.wXXOO.Ox.O \
         wwwXXXOO.OxOO \
         XXXX.XOO.Oxxx \
         .....XOO.OOOO \
         .....XOO..... \
         .....XOO..... \
         .....XOO..... \
         .....XOO..... \
         .....XOO..... \
         XXXX.XOO..... \
         oooX.XOOOOOOO \
         ..oX.XOOOXXXX \
         ..oX.XOOOX.X.",
    ),
    (
        "three points around a corner, a bulky five, four points with a bend live, one eye of two points",
        "..wX.XOOX...X \
         .wwX.XOOX.XXX \
         wwXX.XOOXXXOO \
         XXX..XOOOOOOO \
         .....XOO..... \
         .....XOO..... \
         .....XOO..... \
         .....XOO..... \
         .....XOO..... \
         XXXX.XOO..... \
         wwwXXXOO.OOOO \
         ..wwXXOO.Oxxx \
         ...wXXOO.Ox..",
    ),
    (
        "an eye around a stone that is taken, three stones in a square of four, four points in a row live, a liberty is no second eye",
        ".Ox.OXOOX.... \
         OOOOOXOOXXXXX \
         XXXXXXOOOOOOO \
         .....XOO..... \
         .....XOO..... \
         .....XOO..... \
         .....XOO..... \
         .....XOO..... \
         .....XOO..... \
         XXXX.XOO..OOO \
         oooX.XOO..Ox. \
         XXoX.XOO..Oxx \
         X.oX.XOO..Ox.",
    ),
    (
        "four points with a bend live, a stone on the vital point of three, a bent four in the corner, three points in a row",
        "O...OXOOOx.OO \
         OOO.OXOOOxxxO \
         XXOOOXOOOOOx. \
         XXXXXXOO..Oxx \
         .....XOO..OOO \
         .....XOO..... \
         .....XOO..... \
         .....XOO..... \
         .....XOO..... \
         .....XOO..... \
         XXXXXXOOOOOOO \
         ooooXXOOObbbb \
         .X.oXXOOOb...",
    ),
    (
        "two stones that cannot be connected, a pyramid of four, a liberty is no second eye, a square of four is one eye",
        "Xo.oXXOO..Ox. \
         XXXXXXOO..Oxx \
         .....XOO..Ox. \
         .....XOO..OOO \
         .....XOO..... \
         .....XOO..... \
         .....XOO..... \
         .....XOO..... \
         .....XOO..... \
         XXXX.XOO.OOOO \
         wwwXXXOO.Oxxx \
         w.wwXXOO.Ox.. \
         ...wXXOO.Ox..",
    ),
    (
        "one eye of two points, an eye that hangs on a ko, stones without room in a territory, four points in a row live",
        "..oX.XOO..... \
         oooX.XOO..x.. \
         XXXX.XOO..xx. \
         .....XOO..... \
         .....XOOOOOOO \
         .....XOO..... \
         .....XOO..... \
         .....XOO..... \
         .....XOO..... \
         .....XOO..... \
         XXXX.XOOOOOOO \
         wwwXXXOOXXXXX \
         .w.wXXOOX....",
    ),
    (
        "two eyes in a corner live, four points with a bend live, an eye around a stone that is taken, three points around a corner",
        ".O.OXXOOX.oX. \
         OOOOXXOOXXXXX \
         XXXXXXOOOOOOO \
         .....XOO..... \
         .....XOO..... \
         .....XOO..... \
         .....XOO..... \
         .....XOO..... \
         .....XOO..... \
         XXXXXXOO..OOO \
         XXOOOXOO.OObb \
         OOO.OXOO.Obb. \
         O...OXOO.Ob..",
    ),
    (
        "two eyes in a corner live, a stone on the vital point of three, stones without room in a territory, a square of four is one eye",
        ".O.OXX..XO...O..... \
         OOOOXX..XO...O..x.. \
         XXXXXX..XO...O..xx. \
         ........XO...O..... \
         ........XO...OOOOOO \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO...O.OOOO \
         XXXXXX..XO...O.Oxxx \
         ooooXX..XO...O.Ox.. \
         .X.oXX..XO...O.Ox..",
    ),
    (
        "a bent four in the corner, one eye of two points, four points with a bend live, a liberty is no second eye",
        "XX.oXX..XO...OX...X \
         XoooXX..XO...OX.XXX \
         .oXXXX..XO...OXXXOO \
         ooX..X..XO...OOOOOO \
         XXX..X..XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO...O..OOO \
         XXXX.X..XO...O..Ox. \
         oooX.X..XO...O..Oxx \
         ..oX.X..XO...O..Ox.",
    ),
    (
        "four points in a row live, three stones in a square of four, a pyramid of four, an eye around a stone that is taken",
        "....OX..XO...OOb... \
         OOOOOX..XO...OObb.b \
         XXXXXX..XO...OOObbb \
         ........XO...O.OOOO \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         XXXX.X..XO......... \
         oooX.X..XO...OOOOOO \
         XXoX.X..XO...OXXXXX \
         X.oX.X..XO...OX.oX.",
    ),
    (
        "three points around a corner, two stones that cannot be connected, a liberty is no second eye, an eye that hangs on a ko",
        "..wX.X..XO...O..Ox. \
         .wwX.X..XO...O..Oxx \
         wwXX.X..XO...O..Ox. \
         XXX..X..XO...O..OOO \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO...O.OOOO \
         XXXXXX..XO...OOObbb \
         Xo.oXX..XO...OOb.b.",
    ),
    (
        "stones without room in a territory, a bulky five, a bent four in the corner, a stone on the vital point of three",
        ".....X..XO...OOx.OO \
         ..o..X..XO...OOxxxO \
         .oo..X..XO...OOOOx. \
         .....X..XO...O..Oxx \
         XXXXXX..XO...O..OOO \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         XXXX.X..XO......... \
         wwwXXX..XO...OOOOOO \
         ..wwXX..XO...OOxxxx \
         ...wXX..XO...OOx.O.",
    ),
    (
        "three points in a row, four points with a bend live, one eye of two points, three stones in a square of four",
        "...wXX..XO...O.Ox.. \
         wwwwXX..XO...O.Oxxx \
         XXXXXX..XO...O.OOOO \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         XXXXXX..XO...O.OOOO \
         XXOOOX..XO...O.Oxxx \
         OOO.OX..XO...O.OxOO \
         O...OX..XO...O.Ox.O",
    ),
    (
        "a square of four is one eye, two eyes in a corner live, an eye around a stone that is taken, a bent four in the corner",
        "..oX.X..XO...OX.oX. \
         ..oX.X..XO...OXXXXX \
         oooX.X..XO...OOOOOO \
         XXXX.X..XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO...O..OOO \
         ........XO...O..Oxx \
         XXXXXX..XO...OOOOx. \
         OOOOXX..XO...OOxxxO \
         .O.OXX..XO...OOx.OO",
    ),
    (
        "a liberty is no second eye, four points in a row live, two stones that cannot be connected, a pyramid of four",
        ".oX..X..XO...OOx.xO \
         ooX..X..XO...OOOOOO \
         .oX..X..XO......... \
         XXX..X..XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO......... \
         ........XO...O.OOOO \
         XXXXXX..XO...OOObbb \
         OOOOOX..XO...OObb.b \
         ....OX..XO...OOb...",
    ),
];

/// How a proposal answers an ending.
#[derive(Debug, PartialEq, Eq)]
enum Answer {
    Right,
    /// Something is wrong, and all of it is announced.
    Announced,
    /// These stones are wrong or open, and not announced.
    Silent(String),
}

/// The position of a diagram, its dead stones, and those that are open.
fn read(rows: &str) -> (Board, Vec<Point>, Vec<Point>) {
    let is_open = |&(_, drawn): &(Point, char)| matches!(drawn, 'b' | 'w');
    let (board, dead) = draw(&rows.replace('b', "X").replace('w', "O"));
    let drawn = board.topology().points().zip(rows.chars().filter(|drawn| !drawn.is_whitespace()));
    let open = drawn.filter(is_open).map(|(point, _)| point).collect();
    (board, dead, open)
}

fn answer(rows: &str) -> Answer {
    let (board, dead, open) = read(rows);
    let proposal = propose_dead(&board);
    let is_wrong =
        |stone: &Point| !open.contains(stone) && dead.contains(stone) != proposal.dead.contains(stone);
    let is_silent = |stone: &Point| !proposal.unsettled.contains(stone);
    let stones: Vec<Point> = board.topology().points().filter(|&point| board.get(point).is_some()).collect();
    let wrong: Vec<Point> = stones.iter().copied().filter(is_wrong).collect();
    let silent: Vec<Point> = wrong.iter().chain(&open).copied().filter(is_silent).collect();
    match (wrong.is_empty(), silent.is_empty()) {
        (_, false) => Answer::Silent(names(board.topology(), &silent)),
        (true, true) => Answer::Right,
        (false, true) => Answer::Announced,
    }
}

/// Asserts of the endings on boards of a size that there are so many, that none is silently wrong, and that so many are answered
/// right at least.
fn are_answered(side: usize, count: usize, right: usize) {
    let is_of_size = |rows: &str| rows.split_whitespace().count() == side;
    let endings = ENDINGS.iter().filter(|(_, rows)| is_of_size(rows));
    let answers: Vec<(&str, Answer)> = endings.map(|&(name, rows)| (name, answer(rows))).collect();
    assert_eq!(answers.len(), count);
    assert!(!answers.iter().any(|(_, answer)| matches!(answer, Answer::Silent(_))), "{answers:#?}");
    let found = answers.iter().filter(|(_, answer)| *answer == Answer::Right).count();
    assert!(found >= right, "{found}: {answers:#?}");
}

#[test]
fn endings_on_nine_lines() {
    are_answered(9, 22, 22);
}

#[test]
fn endings_on_thirteen_lines() {
    are_answered(13, 10, 10);
}

#[test]
fn endings_on_nineteen_lines() {
    are_answered(19, 8, 8);
}
