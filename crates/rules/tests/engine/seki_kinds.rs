//! Sekis of all kinds in a proposal: their stones are alive or announced, and their points are named where the rules tax them.

use std::sync::Arc;

use tengen_rules::{
    Beside, Board, BoardName, Marks, NeutralReason, Point, Preset, Proposal, Stones, Topology, propose_dead,
    propose_marks, propose_neutral, score,
};

use crate::diagram::{board, draw, in_all_ways, names};

/// Sekis of which nothing is in doubt. Their points are `s`.
const SETTLED: &[(&str, &str)] = &[
    ("an eye each and two liberties that they share", "sXXsOOs XXXsOOO"),
    ("an eye each and one liberty that they share", "sXXsOOs XXXXOOO"),
    (
        "no eyes, two liberties that they share, at the edge beside groups with two eyes",
        ".O.OXsOX.X. OOOOXsOXXXX",
    ),
    (
        "no eyes, two liberties apart, on a whole board",
        "......... OOOOOOOOO XXXXXXXXX XXXsOOOsX OOOOOOOOO XXXXXXXXX ......... ......... .........",
    ),
    (
        "three groups: two stones between two groups with one eye each and a liberty that they share with it",
        "sOsXsOsOX OOOXOOOOX XXXOOXXXX ..XXXX... ......... ......... ......... ......... .........",
    ),
    (
        "a group in a corner and one beside it, with an eye each, at the end of a game",
        "sOOsXXsXO OOOOXXXXO XXXXOOOOO X..XO.... XX.XO.... ..XXOO... ...XO.... ...XO.... ...XO....",
    ),
];

/// Sekis without edges: the board, and the rows.
const JOINED: &[(&str, &str)] = &[
    ("cylinder 13x2", "O.O.OXsOX.X.X OOOOOXsOXXXXX"),
    ("torus 13x3", "O.O.OXsOX.X.X OOOOOXsOXXXXX OOOOOXsOXXXXX"),
    ("cylinder 9x2", "XsXXsOOsO XXXXXOOOO"),
];

/// Sekis in which stones are in atari, or much has to be read: none of their stones may be taken for dead without a word. What is in
/// lower case was thrown in, and may be dead or not. The eyes of stones around the seki are `e`.
const UNSURE: &[(&str, &str)] = &[
    (
        "three stones of each side in atari: a hanezeki",
        "OXOX.OXeX OXOXOXXXX OXOXOXXeX .XOOOXXXX XXOXXXXXX ..OXXXXXX OOO.XXXXX",
    ),
    ("eyes of two points and two liberties that they share", "..X..O.. XXX..OOO"),
    ("eyes of four points in a square", "..X.O.. ..X.O.. XXX.OOO"),
    ("a double ko", ".XXOO. XX.XOO XXXOOO XXO.OO XXXOOO"),
    ("a double throw-in: a stone in each eye of two points", "o.X.O.x XXX.OOO"),
    ("a stone in the middle of each eye of three points", ".o.X.O.x. XXXX.OOOO"),
    ("a false eye, which one side fills where the other threatens it", ".X.X.O.O XXXOOOOO XX.OOOOO"),
];

fn without_marks(rows: &str) -> String {
    rows.replace('s', ".")
}

/// The points of a seki in a drawing.
fn marked(board: &Board, rows: &str) -> Vec<Point> {
    let drawn = rows.chars().filter(|drawn| !drawn.is_whitespace());
    board.topology().points().zip(drawn).filter(|(_, drawn)| *drawn == 's').map(|(point, _)| point).collect()
}

/// Asserts what holds for a seki without a doubt.
fn is_offered(board: &Board, rows: &str, name: &str) {
    let show = |points: &[Point]| names(board.topology(), points);
    let Proposal { dead, unsettled, .. } = propose_dead(board);
    assert_eq!([show(&dead), show(&unsettled)], ["", ""], "{name}\n{rows}");
    are_named(board, rows, name);
}

/// Asserts that its points are named where they are taxed, and that the marks only say what the tax does.
fn are_named(board: &Board, rows: &str, name: &str) {
    for preset in [Preset::Japanese, Preset::Korean, Preset::Tournament, Preset::Chinese] {
        let rules = preset.rules();
        let neutral = propose_neutral(board, &[], &rules);
        let seki = neutral.iter().filter(|neutral| neutral.reason == NeutralReason::Seki);
        let seki: Vec<Point> = seki.map(|neutral| neutral.point).collect();
        let is_taxed = matches!(preset, Preset::Japanese | Preset::Korean);
        let expected = if is_taxed { marked(board, rows) } else { Vec::new() };
        assert_eq!(
            names(board.topology(), &seki),
            names(board.topology(), &expected),
            "{name}, {preset}\n{rows}"
        );
        let counted = |neutral| {
            score(board, &Marks { dead: Vec::new(), neutral }, &rules, &Beside::default()).unwrap().margin()
        };
        assert_eq!(counted(seki), counted(Vec::new()), "{name}, {preset}\n{rows}");
    }
}

#[test]
fn points_in_seki_are_offered_as_neutral_where_the_rules_tax_them() {
    for (name, drawing) in SETTLED {
        is_offered(&board(&without_marks(drawing)), drawing, name);
        for (rows, _) in in_all_ways(drawing) {
            are_named(&board(&without_marks(&rows)), &rows, name);
        }
    }
}

#[test]
fn sekis_on_joined_boards_are_offered_too() {
    for (name, rows) in JOINED {
        let topology: Arc<Topology> = Arc::new(name.parse::<BoardName>().unwrap().topology().unwrap());
        let stones = without_marks(rows).replace('X', "B").replace('O', "W");
        let stones = Stones::parse(&topology, &stones).unwrap();
        is_offered(&Board::from_stones(topology, &stones).unwrap(), rows, name);
    }
}

#[test]
fn no_stone_of_a_seki_is_taken_for_dead_without_a_word() {
    for (name, drawing) in UNSURE {
        let (board, thrown_in) = draw(&drawing.replace('e', "."));
        let proposal = propose_marks(&board, &Preset::Japanese.rules());
        let is_silent = |stone: &Point| !proposal.unsettled.contains(stone) && !thrown_in.contains(stone);
        let silent: Vec<Point> = proposal.dead.iter().copied().filter(is_silent).collect();
        assert_eq!(names(board.topology(), &silent), "", "{name}");
        // Where it lives nobody has territory but the stones around it.
        if proposal.dead.iter().all(|stone| thrown_in.contains(stone)) {
            let counted =
                score(&board, &proposal.marks(), &Preset::Japanese.rules(), &Beside::default()).unwrap();
            let eyes = drawing.matches('e').count();
            assert_eq!(counted.owners.iter().flatten().count(), eyes, "{name}");
        }
    }
}
