//! Points that the engine takes as nobody's: worked positions, and properties of all positions.

use tengen_rules::{
    Beside, Board, Color, LineName, Marks, Neutral, NeutralReason, Point, Preset, Rules, Scoring, SplitMix,
    Tax, propose_neutral, score,
};

use crate::diagram::{at, board, draw, in_all_ways};
use crate::random_games::{any_play, boards, numbers, pick};

/// A position with its dead stones in lower case. Points to fill are `f`, false eyes `e`, open borders `b`,
/// points in seki `s`, each one of them empty.
type Worked = (&'static str, &'static str);

/// Most are ends of games by GNU Go before the last dame and mending moves; it made these moves, and lost a point by each.
const WORKED: &[Worked] = &[
    (
        "a stone that is in atari",
        "...OOX... ...OX.X.. ...OX.... ..OXeX... ..OOX.... ...OX.... ...OX.... ...OOX... ....OX...",
    ),
    (
        "a stone that will be in atari when the dame is filled",
        "..XO... ..XO... ..XOO.. .XeX.O. ..XOO.. ..XO... ..XO...",
    ),
    (
        "two chains that need the point between them, and a dame beside each",
        "....XXO.. ...XXOO.. ..XXO.O.. ..XOO.O.. .XOf..O.. .XXO.OO.. .XOOO.... XXO...... XOO......",
    ),
    (
        "a dead stone that takes part in an atari",
        "....OOOX. ...OOOXXf ..OOXOOOX ...OXXXXX OOOX..X.X OXX..oXXX X...XXOOX .X..XO.OO ....XOO..",
    ),
    (
        "several points of both sides",
        ".OOf..... XOXOO.... fXXXO.... ...XO.O.. .X.XXO... ...XOeO.. ..oXXOOOf ...X.XOXO ...X.XXX.",
    ),
    ("an open border that is closed by its own points", "..XO.. ..XO.. ..bb.. ..XO.. ..XO.."),
    (
        "who takes the stone at the left would save the one at the right, if its owner did not fill that point",
        ".XXOO..O. XX.XOf.OO .X.fXO.O.",
    ),
    ("two points that are threatened one after the other", ".XXX.O.O. XX.XXOOOO .XXOOf.O. XXOf..OOO"),
    (
        "an open border beside a point to fill",
        "......... ....OOOf. ..ObbXXOO .O.OX.XXO O..O.X..X XOOOOX.X. XXXOX.X.. ...X.X... .........",
    ),
    ("a stone that is taken back together with those who took it", ".XXO.O. XXOxxOO .XOOOO. XXXOOOO"),
    ("everything is closed", ".XO.. .XO.. .XO.. .XO.. .XO.."),
    ("dame that nobody needs", "..X.O.. ..X.O.. ..X.O.. ..X.O.. ..X.O.."),
    ("two false eyes that hold each other", "OOOOOO. OXXXXOO O.XOsXO OXXOXXO OOXXXOO ..OOO.."),
    ("a seki with an eye each", "sXXsOOs XXXsOOO"),
    ("two territories that meet everywhere", "X....O X....O ...... X....O"),
];

/// The points that are marked in a drawing, and the position.
fn read(rows: &str) -> (Board, Vec<Point>, Vec<Neutral>) {
    let (board, dead) = draw(&rows.replace(['f', 'e', 'b', 's'], "."));
    let marks: Vec<char> = rows.chars().filter(|character| !character.is_whitespace()).collect();
    let neutral = board.topology().points().zip(marks).filter_map(|(point, mark)| {
        let reason = match mark {
            'f' => NeutralReason::Fill,
            'e' => NeutralReason::FalseEye,
            'b' => NeutralReason::OpenBorder,
            's' => NeutralReason::Seki,
            _ => return None,
        };
        Some(Neutral { point, reason })
    });
    let neutral = neutral.collect();
    (board, dead, neutral)
}

#[test]
fn worked_positions() {
    for (name, rows) in WORKED {
        for (way, _) in in_all_ways(rows) {
            let (board, dead, expected) = read(&way);
            let proposed = propose_neutral(&board, &dead, &Preset::Japanese.rules());
            let shown = |points: &[Neutral]| -> Vec<String> {
                let show = |neutral: &Neutral| {
                    format!("{} {}", board.topology().vertex(neutral.point), neutral.reason)
                };
                points.iter().map(show).collect()
            };
            assert_eq!(shown(&proposed), shown(&expected), "{name}\n{way}");
        }
    }
}

#[test]
fn area_scoring_has_none() {
    for (_, rows) in WORKED {
        let (board, dead, _) = read(rows);
        assert_eq!(propose_neutral(&board, &dead, &Preset::Chinese.rules()), []);
    }
}

#[test]
fn every_preset_with_territory_has_the_same() {
    for (_, rows) in WORKED {
        let (board, dead, all) = read(rows);
        for preset in Preset::ALL.iter().filter(|preset| preset.rules().scoring == Scoring::Territory) {
            // Without a tax what a group in seki surrounds counts like anything else.
            let counts =
                |neutral: &&Neutral| neutral.reason != NeutralReason::Seki || preset.rules().tax != Tax::None;
            let expected: Vec<Neutral> = all.iter().filter(counts).copied().collect();
            assert_eq!(propose_neutral(&board, &dead, &preset.rules()), expected, "{preset}");
        }
    }
}

#[test]
fn marks_that_do_not_fit_lead_to_nothing() {
    let board = board("XX.O. .XO.. .XO.. .XO.. .XO..");
    let part = at(board.topology(), "A5");
    assert_eq!(propose_neutral(&board, &[part], &Preset::Japanese.rules()), []);
}

#[test]
fn where_a_dead_stone_lies_nothing_is_marked() {
    // White's dead stone stands where White would have to connect.
    let (board, dead) = draw("...XX ..XXX X.X.. XX... O.O.O .o.OO");
    let proposed = propose_neutral(&board, &dead, &Preset::Japanese.rules());
    assert!(!proposed.is_empty());
    assert!(proposed.iter().all(|neutral| board.get(neutral.point).is_none()));
}

/// Random games that end at any moment. Each proposed point is empty, is proposed once, and costs its owner one point.
/// The exceptions are borders, which divide, and the points connected with them.
#[test]
fn what_is_proposed_costs_its_owner_a_point() {
    let rules = Rules { tax: Tax::Seki, ..Preset::Japanese.rules() };
    let mut found = [0; 4];
    for number in numbers(400) {
        let mut random = SplitMix::new(number);
        let name = pick(&["grid 5x5", "grid 7x6", "grid 9x9", "torus 6x6", "honeycomb 2"], &mut random);
        let topology = &boards(&[name])[0];
        let mut game = tengen_rules::Game::new(topology.clone(), rules, &[]).unwrap();
        for _ in 0..random.below(topology.size() * 2) {
            match any_play(&game, true, &mut random) {
                Some(point) => drop(game.play(point)),
                None => drop(game.pass()),
            }
            if game.is_over().is_some() {
                break;
            }
        }
        let board = game.board();
        let proposed = propose_neutral(board, &[], &rules);
        assert!(proposed.is_sorted_by(|one, other| one.point < other.point));
        assert!(proposed.iter().all(|neutral| board.get(neutral.point).is_none()));
        let borders = proposed.iter().filter(|neutral| neutral.reason == NeutralReason::OpenBorder);
        let borders: Vec<Point> = borders.map(|neutral| neutral.point).collect();
        let counted = |neutral: Vec<Point>| {
            score(board, &Marks { dead: Vec::new(), neutral }, &rules, &Beside::default()).unwrap()
        };
        let territory = |score: &tengen_rules::Score, color: Color| {
            let line = score.lines.iter().find(|line| line.name == LineName::Territory).unwrap();
            line.points[color].half_points() / 2
        };
        let hangs_on = |point: Point| topology.neighbours(point).iter().any(|at| borders.contains(at));
        let is_apart =
            |neutral: &Neutral| neutral.reason == NeutralReason::OpenBorder || !hangs_on(neutral.point);
        let are_apart = proposed.iter().all(is_apart);
        let (divided, all) =
            (counted(borders), counted(proposed.iter().map(|neutral| neutral.point).collect()));
        for color in Color::ALL {
            let own: Vec<&Neutral> = proposed
                .iter()
                .filter(|neutral| {
                    !matches!(neutral.reason, NeutralReason::OpenBorder | NeutralReason::Seki)
                        && divided.owners[neutral.point.index()] == Some(color)
                })
                .collect();
            let lost = territory(&divided, color) - territory(&all, color);
            assert!(!are_apart || lost == i32::try_from(own.len()).unwrap());
        }
        for neutral in &proposed {
            found[NeutralReason::ALL.iter().position(|reason| *reason == neutral.reason).unwrap()] += 1;
            let around: Vec<_> = topology.neighbours(neutral.point).iter().map(|&at| board.get(at)).collect();
            let closed = around[0].is_some() && around.iter().all(|stone| *stone == around[0]);
            match neutral.reason {
                NeutralReason::FalseEye => assert!(closed),
                NeutralReason::Fill => assert!(!closed),
                NeutralReason::OpenBorder => {
                    assert!(counted(Vec::new()).open_borders.contains(&neutral.point));
                }
                NeutralReason::Seki => assert_eq!(divided.owners[neutral.point.index()], None),
            }
        }
    }
    assert!(found.iter().all(|&times| times > 0), "{found:?}");
}
