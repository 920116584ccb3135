//! Sekis of all kinds in a proposal: their stones are alive or announced, and their points are named where the rules tax them.

use std::sync::Arc;

use tengen_rules::{
    Beside, Board, BoardName, NeutralReason, Point, Preset, Proposal, Stones, Topology, propose_marks, score,
};

use crate::diagram::{board, in_all_ways, names};

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

/// Sekis in which stones are in atari, or a move has to be read deeply: none of them may be taken for dead without a word.
const UNSURE: &[(&str, &str)] = &[
    (
        "three stones of each side in atari: a hanezeki",
        "OXOX.OX.X OXOXOXXXX OXOXOXX.X .XOOOXXXX XXOXXXXXX ..OXXXXXX OOO.XXXXX",
    ),
    ("eyes of two points and two liberties that they share", "..X..O.. XXX..OOO"),
    ("eyes of four points in a square", "..X.O.. ..X.O.. XXX.OOO"),
    ("a double ko", ".XXOO. XX.XOO XXXOOO XXO.OO XXXOOO"),
];

fn without_marks(rows: &str) -> String {
    rows.replace('s', ".")
}

/// The points of a seki in a drawing.
fn marked(board: &Board, rows: &str) -> Vec<Point> {
    let drawn = rows.chars().filter(|drawn| !drawn.is_whitespace());
    board.topology().points().zip(drawn).filter(|(_, drawn)| *drawn == 's').map(|(point, _)| point).collect()
}

fn in_seki(proposal: &Proposal) -> Vec<Point> {
    let seki = proposal.neutral.iter().filter(|neutral| neutral.reason == NeutralReason::Seki);
    seki.map(|neutral| neutral.point).collect()
}

/// Asserts what holds for a seki without a doubt.
fn is_offered(board: &Board, rows: &str, name: &str) {
    let show = |points: &[Point]| names(board.topology(), points);
    for preset in [Preset::Japanese, Preset::Korean, Preset::Tournament, Preset::Chinese] {
        let rules = preset.rules();
        let proposal = propose_marks(board, &rules);
        assert_eq!([show(&proposal.dead), show(&proposal.unsettled)], ["", ""], "{name}\n{rows}");
        let is_taxed = matches!(preset, Preset::Japanese | Preset::Korean);
        let expected = if is_taxed { marked(board, rows) } else { Vec::new() };
        assert_eq!(show(&in_seki(&proposal)), show(&expected), "{name}, {preset}\n{rows}");
        if is_taxed {
            // The marks only say what the tax does.
            let counted = score(board, &proposal.marks(), &rules, &Beside::default()).unwrap();
            assert!(expected.iter().all(|point| counted.owners[point.index()].is_none()), "{name}");
        }
    }
}

#[test]
fn points_in_seki_are_offered_as_neutral_where_the_rules_tax_them() {
    for (name, drawing) in SETTLED {
        for (rows, _) in in_all_ways(drawing) {
            is_offered(&board(&without_marks(&rows)), &rows, name);
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
fn a_seki_that_is_in_doubt_is_announced_and_its_stones_are_kept() {
    for (name, drawing) in UNSURE {
        for (rows, _) in in_all_ways(drawing) {
            let board = board(&rows);
            let proposal = propose_marks(&board, &Preset::Japanese.rules());
            let silent: Vec<Point> =
                proposal.dead.iter().filter(|stone| !proposal.unsettled.contains(stone)).copied().collect();
            assert_eq!(names(board.topology(), &silent), "", "{name}\n{rows}");
            assert!(!proposal.unsettled.is_empty(), "{name}\n{rows}");
        }
    }
}
