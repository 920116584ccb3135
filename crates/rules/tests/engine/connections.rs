//! Positions in which no group is in seki, though its chains are connected by dame or by links that the opponent cannot cut.

use tengen_rules::{ByColor, Color, HalfPoints, LineName, Preset};

use crate::diagram::{draw, in_all_ways, score};

/// The title, the position, and the territory of Black and White under the tax of Japanese rules.
const EXAMPLES: &[(&str, &str, (i32, i32))] = &[
    (
        "a bamboo joint in the middle of the board",
        "XX.XXX.XX
         X.XXXXX.X
         XXXX.XXXX
         OOOX.XOOO
         O.OO.OO.O
         OOOO.OOOO
         XXXX.XXXX
         X.XXXXX.X
         XX.XXX.XX",
        (8, 2),
    ),
    (
        "a diagonal connection of D5 and E4",
        "XX.XXX.XX
         X.XXXXX.X
         XXXXXXXXX
         OOOXXXOOO
         O.OO.OO.O
         OOO.OOOOO
         XXXXXXXXX
         X.XXXXX.X
         XX.XXX.XX",
        (8, 2),
    ),
    (
        "two liberties that both chains share, with a stone between them",
        "XX.XXX.XX
         X.XXXXX.X
         XXXXXXXXX
         OOOO.OOOO
         O.OOXOO.O
         OOOO.OOOO
         XXXXXXXXX
         X.XXXXX.X
         XX.XXX.XX",
        (8, 2),
    ),
    (
        "a hanging connection: B4 takes a white stone on A4",
        ".XOO.
         XXOOO
         ..OOO
         XOOOO
         XXOOO
         .XOO.",
        (2, 2),
    ),
    (
        "a snapback at a dame: White on A5 loses two stones to C5",
        ".XOO.
         XXOOO
         .O.OO
         XXXOO
         .XOOO
         XXOOO
         OOOO.",
        (2, 2),
    ),
    (
        "two bamboo joints in a row, on both sides",
        ".XO.
         XXOO
         ....
         XXOO
         ....
         XXOO
         .XO.",
        (2, 2),
    ),
];

#[test]
fn nothing_is_taxed() {
    for &(name, rows, expected) in EXAMPLES {
        for preset in [Preset::Japanese, Preset::Korean] {
            for (rows, swapped) in in_all_ways(rows) {
                let (board, dead) = draw(&rows);
                let none = ByColor::default();
                let score = score(&board, &dead, none, &preset.rules(), HalfPoints::ZERO, 0).unwrap();
                let territory = score.lines.iter().find(|line| line.name == LineName::Territory).unwrap();
                let points = |color: Color| {
                    territory.points[if swapped { color.opponent() } else { color }].half_points() / 2
                };
                assert_eq!((points(Color::Black), points(Color::White)), expected, "{name}: {rows}");
            }
        }
    }
}
