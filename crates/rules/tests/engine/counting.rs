//! Scores of positions: areas, territories, dead stones, bonus and komi.

use tengen_rules::{
    Beside, ByColor, Color, HalfPoints, HandicapBonus, LineName, MarkError, Marks, Preset, Rules, Score,
    Scoring, Surface, Tax, Ties,
};

use crate::diagram::{at, board, draw, names, score};

const NOBODY: ByColor<u32> = ByColor { black: 0, white: 0 };

fn area() -> Rules {
    Preset::TrompTaylor.rules()
}

fn lines(score: &Score) -> Vec<(&'static str, f64, f64)> {
    score
        .lines
        .iter()
        .map(|line| (line.name.as_str(), line.points.black.as_f64(), line.points.white.as_f64()))
        .collect()
}

fn owners(score: &Score) -> String {
    let letter = |owner: &Option<Color>| match owner {
        None => '.',
        Some(Color::Black) => 'B',
        Some(Color::White) => 'W',
    };
    score.owners.iter().map(letter).collect()
}

/// A 9x9 club tournament's example: C8, D1 and D2 are dead.
const TOURNAMENT: &str = "
    ...O..O..
    ..xOOOO.O
    ...O.OOOO
    .OOOXXXXX
    OO.OOOX.X
    XXXX.OX.X
    ..XXX.X..
    ...oXXXXX
    ...o.XX..";

#[test]
fn areas_of_simple_positions() {
    let empty = ".................../".repeat(19).replace('/', " ");
    let with = |stones: &[(usize, usize, char)]| {
        let mut rows: Vec<Vec<char>> = empty.split_whitespace().map(|row| row.chars().collect()).collect();
        for &(column, row, stone) in stones {
            // The formal rules count from the bottom left.
            rows[18 - row][column] = stone;
        }
        rows.into_iter().map(|row| row.into_iter().collect::<String>()).collect::<Vec<_>>().join(" ")
    };
    for (rows, black, white) in [
        (with(&[]), 0.0, 0.0),
        (with(&[(3, 3, 'X')]), 361.0, 0.0),
        (with(&[(3, 3, 'X'), (15, 15, 'O')]), 1.0, 1.0),
        (with(&[(1, 0, 'X'), (0, 1, 'X'), (9, 9, 'O')]), 3.0, 1.0),
    ] {
        let score = score(&board(&rows), &[], NOBODY, &area(), HalfPoints::ZERO, 0).unwrap();
        assert_eq!((score.total(Color::Black).as_f64(), score.total(Color::White).as_f64()), (black, white));
    }
}

#[test]
fn the_tournament_game_by_territory() {
    let (board, dead) = draw(TOURNAMENT);
    let rules = Preset::Japanese.rules();
    let prisoners = ByColor { black: 7, white: 6 };
    let score = score(&board, &dead, prisoners, &rules, Preset::Japanese.komi(), 0).unwrap();
    assert_eq!(
        lines(&score),
        [("territory", 17.0, 15.0), ("prisoners", 7.0, 6.0), ("dead_stones", 2.0, 1.0), ("komi", 0.0, 6.5)]
    );
    assert_eq!(score.margin(), HalfPoints::points(4) - Preset::Japanese.komi());
    assert_eq!(names(board.topology(), &score.dame), "E7 C5 E4 F3");
    assert!(score.open_borders.is_empty());
    assert_eq!(
        owners(&score),
        "WWW.WW.WW\
         WWW....W.\
         WWW......\
         W........\
         .......B.\
         .......B.\
         BB.....BB\
         BBBB.....\
         BBBBB..BB"
            .replace(' ', "")
    );
    // No group is in seki, so the tax changes nothing.
    let untaxed = Rules { tax: Tax::None, ..rules };
    assert_eq!(
        crate::diagram::score(&board, &dead, prisoners, &untaxed, Preset::Japanese.komi(), 0),
        Ok(score)
    );
}

#[test]
fn the_tournament_game_by_area() {
    let (board, dead) = draw(TOURNAMENT);
    let prisoners = ByColor { black: 7, white: 6 };
    let score = score(&board, &dead, prisoners, &Preset::Chinese.rules(), Preset::Chinese.komi(), 0).unwrap();
    assert_eq!(lines(&score), [("stones", 24.0, 21.0), ("territory", 17.0, 15.0), ("komi", 0.0, 7.5)]);
    assert_eq!(score.total(Color::Black), HalfPoints::points(41));
    assert_eq!(score.total(Color::White) - Preset::Chinese.komi(), HalfPoints::points(36));
    assert_eq!(score.winner(Ties::Draw), Some(Color::White));
}

#[test]
fn komi_and_handicap_bonus_are_never_dropped() {
    let board = board(".X.O. .X.O. .X.O.");
    for (bonus, handicap, expected) in [
        (HandicapBonus::Zero, 4, 0),
        (HandicapBonus::NMinusOne, 0, 0),
        (HandicapBonus::NMinusOne, 1, 0),
        (HandicapBonus::NMinusOne, 2, 1),
        (HandicapBonus::NMinusOne, 9, 8),
        (HandicapBonus::N, 1, 0),
        (HandicapBonus::N, 2, 2),
        (HandicapBonus::N, 9, 9),
    ] {
        for komi in [HalfPoints::new(1), HalfPoints::ZERO, HalfPoints::new(-11)] {
            let rules = Rules { handicap_bonus: bonus, ..area() };
            let by_area = score(&board, &[], NOBODY, &rules, komi, handicap).unwrap();
            assert_eq!(by_area.margin(), -komi - HalfPoints::points(expected));
            assert_eq!(by_area.lines.iter().any(|line| line.name == LineName::HandicapBonus), expected > 0);
            assert_eq!(by_area.lines.last().map(|line| line.name), Some(LineName::Komi));

            let rules = Rules { scoring: Scoring::Territory, ..rules };
            let by_territory = score(&board, &[], NOBODY, &rules, komi, handicap).unwrap();
            assert_eq!(by_territory.margin(), -komi, "the bonus belongs to area scoring");
        }
    }
}

#[test]
fn ties_go_as_the_rules_say() {
    let board = board(".X.O. .X.O.");
    let even = score(&board, &[], NOBODY, &area(), HalfPoints::ZERO, 0).unwrap();
    assert_eq!(even.winner(Ties::Draw), None);
    assert_eq!(even.winner(Ties::Black), Some(Color::Black));
    assert_eq!(even.winner(Ties::White), Some(Color::White));
    let odd = score(&board, &[], NOBODY, &area(), HalfPoints::new(1), 0).unwrap();
    assert_eq!(odd.winner(Ties::Black), Some(Color::White));
}

#[test]
fn dead_stones_are_marked_as_whole_chains() {
    let board = board("XX.O. ....O");
    let topology = board.topology();
    let check = |dead: &[&str]| {
        let dead: Vec<_> = dead.iter().map(|vertex| at(topology, vertex)).collect();
        score(&board, &dead, NOBODY, &area(), HalfPoints::ZERO, 0).map(|score| score.margin().as_f64())
    };
    assert_eq!(check(&["A2", "B2"]), Ok(-10.0));
    assert_eq!(check(&["B2", "A2", "A2"]), Ok(-10.0), "the order and repetition do not matter");
    assert_eq!(check(&["A2"]), Err(MarkError::PartOfChain(at(topology, "A2"))));
    assert_eq!(check(&["A1"]), Err(MarkError::NoStone(at(topology, "A1"))));
    let off = tengen_rules::Point::new(600).unwrap();
    assert_eq!(score(&board, &[off], NOBODY, &area(), HalfPoints::ZERO, 0), Err(MarkError::NoStone(off)));
}

#[test]
fn one_stone_owns_the_whole_board_under_every_rule() {
    for (rows, territory) in [("X.", 1), (".X.", 2), ("X.. ... ...", 8), (".X. X.X .X.", 5)] {
        for tax in [Tax::None, Tax::Seki] {
            let rules = Rules { tax, ..Preset::Japanese.rules() };
            let score = score(&board(rows), &[], NOBODY, &rules, HalfPoints::ZERO, 0).unwrap();
            assert_eq!(score.margin(), HalfPoints::points(territory), "{rows} under {tax}");
        }
    }
}

#[test]
fn open_borders_are_reported() {
    let open = board(
        "..XO..
         ..XO..
         ......
         ..XO..
         ..XO..",
    );
    let counted = score(&open, &[], NOBODY, &Preset::Japanese.rules(), HalfPoints::ZERO, 0).unwrap();
    assert_eq!(names(open.topology(), &counted.open_borders), "C3 D3");
    assert_eq!(counted.dame.len(), 22);
    assert_eq!(counted.margin(), HalfPoints::ZERO);
    let closed = board(
        "..XO..
         ..XO..
         ..X.O.
         ..XO..
         ..XO..",
    );
    let counted = score(&closed, &[], NOBODY, &Preset::Japanese.rules(), HalfPoints::ZERO, 0).unwrap();
    assert!(counted.open_borders.is_empty());
    assert_eq!(names(closed.topology(), &counted.dame), "D3");
}

/// Black's and White's territory, and the dame, with these points marked as nobody's.
fn territory(rows: &str, neutral: &[&str]) -> (i32, i32, String) {
    let board = board(rows);
    let topology = board.topology();
    let marks =
        Marks { neutral: neutral.iter().map(|vertex| at(topology, vertex)).collect(), ..Marks::default() };
    let score = tengen_rules::score(&board, &marks, &Preset::Japanese.rules(), &Beside::default()).unwrap();
    let line = score.lines.iter().find(|line| line.name == LineName::Territory).unwrap();
    (line.points.black.half_points() / 2, line.points.white.half_points() / 2, names(topology, &score.dame))
}

#[test]
fn a_point_that_is_nobodys_is_lost_to_its_territory_alone() {
    let rows = ".XO.. .XO.. .XO.. .XO.. .XO..";
    assert_eq!(territory(rows, &[]), (5, 10, String::new()));
    assert_eq!(territory(rows, &["A3", "D1"]), (4, 9, "A3 D1".to_owned()));
}

#[test]
fn points_that_are_nobodys_close_an_open_border() {
    let rows = "
        ..XO..
        ..XO..
        ......
        ..XO..
        ..XO..";
    assert_eq!(territory(rows, &[]).0, 0);
    assert_eq!(territory(rows, &["C3", "D3"]), (10, 10, "C3 D3".to_owned()));
    // Marks inside a territory cost it themselves alone, also where they cut off a point.
    assert_eq!(territory(rows, &["C3", "D3", "A2", "B1"]), (8, 10, "C3 D3 A2 B1".to_owned()));
    // The hole is left.
    assert_eq!(territory(rows, &["A1"]).0, 0);
}

#[test]
fn only_empty_points_are_nobodys() {
    let (board, dead) = draw(".XO.o");
    let outside = board.surface().outside();
    let stone = at(board.topology(), "E1");
    for point in [stone, outside] {
        let marks = Marks { dead: dead.clone(), neutral: vec![point] };
        let counted = tengen_rules::score(&board, &marks, &area(), &Beside::default());
        assert_eq!(counted, Err(MarkError::NotEmpty(point)));
    }
}
