//! Seki, false eyes and the tax on groups.

use std::sync::Arc;

use tengen_rules::{
    Beside, Board, BoardName, ByColor, Color, HalfPoints, LineName, Marks, Point, Preset, Rules, Scoring,
    Stones, Tax, Topology,
};

use crate::diagram::{draw, in_all_ways, score};

/// Territory and dead stones of both sides, in points, and the tax.
fn count(rows: &str, tax: Tax) -> [(i32, i32); 3] {
    let (board, dead) = draw(rows);
    let rules = Rules { tax, ..Preset::Japanese.rules() };
    let score = score(&board, &dead, ByColor::default(), &rules, HalfPoints::ZERO, 0).unwrap();
    [LineName::Territory, LineName::DeadStones, LineName::Tax].map(|name| {
        score
            .lines
            .iter()
            .find(|line| line.name == name)
            .map_or((0, 0), |line| (line.points.black.half_points() / 2, line.points.white.half_points() / 2))
    })
}

struct Example {
    name: &'static str,
    rows: &'static str,
    /// Territory and dead stones without a tax, with the seki tax, and the tax line of all groups.
    untaxed: [(i32, i32); 2],
    taxed: [(i32, i32); 2],
    groups: (i32, i32),
}

const EXAMPLES: &[Example] = &[
    Example {
        name: "each side has an eye and they share a liberty",
        rows: ".XX.OO.
               XXX.OOO",
        untaxed: [(1, 1), (0, 0)],
        taxed: [(0, 0), (0, 0)],
        groups: (0, 0),
    },
    Example {
        name: "one eye beside two is alive because the players say so, but not in seki",
        rows: ".X.X.O.
               XXXX.OO",
        untaxed: [(2, 1), (0, 0)],
        taxed: [(2, 1), (0, 0)],
        groups: (-2, -2),
    },
    Example {
        name: "an eye of two points cannot be split",
        rows: "..X..O..
               XXX..OOO",
        untaxed: [(2, 2), (0, 0)],
        taxed: [(0, 0), (0, 0)],
        groups: (0, 0),
    },
    Example {
        name: "an eye of three points can",
        rows: "...X..O..
               XXXX..OOO",
        untaxed: [(3, 2), (0, 0)],
        taxed: [(3, 2), (0, 0)],
        groups: (-2, -2),
    },
    Example {
        name: "four points in a square cannot: a seki of big eyes",
        rows: "..X.O..
               ..X.O..
               XXX.OOO",
        untaxed: [(4, 4), (0, 0)],
        taxed: [(0, 0), (0, 0)],
        groups: (0, 0),
    },
    Example {
        name: "a double ko seki: each side has an eye and the mouth of a ko, and there are no dame",
        rows: ".XXOO.
               XX.XOO
               XXXOOO
               XXO.OO
               XXXOOO",
        untaxed: [(2, 2), (0, 0)],
        taxed: [(0, 0), (0, 0)],
        groups: (0, 0),
    },
    Example {
        name: "a ten-thousand-year ko that was left: White holds the ko, and D4 is shared",
        rows: ".XXOO.
               XXX.OO
               XXXOOO
               XXO.OO
               XXXOOO",
        untaxed: [(1, 2), (0, 0)],
        taxed: [(0, 0), (0, 0)],
        groups: (0, 0),
    },
    Example {
        name: "an eye each, and two black chains that cannot be cut but have no second eye",
        // Black connects B3 and C3 wherever White cuts, but that gives no second eye.
        rows: ".XOOO.
               XX.OOO
               O.XXOO
               OO..OO
               OOOOOO",
        untaxed: [(1, 1), (0, 0)],
        taxed: [(0, 0), (0, 0)],
        groups: (0, 0),
    },
    Example {
        name: "stones that live inside a big eye, where neither side can play, and the eye beside it",
        // The side that plays A4 or E4 loses: Black leaves himself one liberty, and White four stones in a row.
        rows: ".OOO.XO.
               XXXXXXOO
               OOOOOOO.",
        untaxed: [(0, 2), (0, 0)],
        taxed: [(0, 2), (0, 0)],
        groups: (0, -2),
    },
    Example {
        name: "a hanezeki: three stones of each side are in atari, and whoever takes them loses",
        // `worked_sekis` proves it. There is no territory in it, not even where three stones could be taken.
        rows: "OXOX.OX.X
               OXOXOXXXX
               OXOXOXX.X
               .XOOOXXXX
               XXOXXXXXX
               ..OXXXXXX
               OOO.XXXXX",
        untaxed: [(2, 0), (0, 0)],
        taxed: [(2, 0), (0, 0)],
        groups: (-2, 0),
    },
    Example {
        name: "touching dame does not make a group seki",
        rows: ".X.X.O.O.
               XXXX.OOOO",
        untaxed: [(2, 2), (0, 0)],
        taxed: [(2, 2), (0, 0)],
        groups: (-2, -2),
    },
    Example {
        name: "two chains that share both eyes are one group with two eyes",
        rows: "OOOOOO
               OXXXXO
               OX.OXO
               OXXOXO
               OOXOXO
               .OXO.O
               .OX.XO
               .OXXXO",
        // The white stones inside have no eye; only the outside counts for White.
        untaxed: [(0, 3), (0, 0)],
        taxed: [(0, 3), (0, 0)],
        groups: (0, -2),
    },
    Example {
        name: "a false eye between two chains is no second eye",
        rows: ".X.XO.
               XXXOOO
               XXX.OO",
        untaxed: [(2, 1), (0, 0)],
        taxed: [(0, 0), (0, 0)],
        groups: (0, 0),
    },
    Example {
        name: "a dead stone in the eye of a group in seki",
        rows: "o.XX.OO.
               XXXX.OOO",
        untaxed: [(2, 1), (1, 0)],
        taxed: [(0, 0), (0, 0)],
        groups: (0, 0),
    },
    Example {
        name: "a dead stone in the territory of a living group",
        rows: "o...X.O.O
               .XXXX.OOO",
        untaxed: [(5, 1), (1, 0)],
        taxed: [(5, 1), (1, 0)],
        groups: (-2, -2),
    },
    Example {
        name: "four points in a row with the middle two taken by a dead chain are one eye",
        rows: ".oo.X.OO.
               XXXXX.OOO",
        untaxed: [(4, 1), (2, 0)],
        taxed: [(0, 0), (0, 0)],
        groups: (0, 0),
    },
    Example {
        name: "beside an opponent with two eyes that eye counts, as the players agree that the stones are dead",
        rows: ".oo.X.O.O.
               XXXXX.OOOO",
        untaxed: [(4, 2), (2, 0)],
        taxed: [(4, 2), (2, 0)],
        groups: (-2, -2),
    },
    Example {
        name: "two eyes once a connection is played that nobody forced yet",
        // White's chain at G4 has no eye but the space at H3 and H2; filling H3 connects it and leaves H2 and J1.
        rows: "..OXX....
               .O.OX....
               .O.OX.X..
               O..OOX...
               xOOOX.XXX
               xxxOXXOOX
               ..xOXOO.O
               ...OXXO.O
               ...OXXXO.",
        untaxed: [(15, 24), (0, 5)],
        taxed: [(15, 24), (0, 5)],
        groups: (-2, -4),
    },
    Example {
        name: "two eyes once the stone at B1 is connected, which would take a dead one",
        rows: "...OXX...
               ..O.OX...
               ...OOX.X.
               OOOXXOX.X
               OXXXXOX..
               X..XOOOXX
               XXXOO.OOX
               o.XO...OO
               .XOO.....",
        untaxed: [(16, 18), (1, 0)],
        taxed: [(16, 18), (1, 0)],
        groups: (-4, -4),
    },
];

#[test]
fn examples() {
    for example in EXAMPLES {
        for (rows, swapped) in in_all_ways(example.rows) {
            let counted = |tax| {
                let swap = |(black, white)| if swapped { (white, black) } else { (black, white) };
                let [territory, dead, tax] = count(&rows, tax).map(swap);
                ([territory, dead], tax)
            };
            assert_eq!(counted(Tax::None), (example.untaxed, (0, 0)), "{}: {rows}", example.name);
            assert_eq!(counted(Tax::Seki), (example.taxed, (0, 0)), "{}: {rows}", example.name);
            assert_eq!(counted(Tax::All), (example.taxed, example.groups), "{}: {rows}", example.name);
        }
    }
}

#[test]
fn under_area_scoring_the_stones_in_seki_count_but_not_their_eyes() {
    let (board, _) = draw(
        ".XX.OO.
         XXX.OOO",
    );
    let rules = Rules { tax: Tax::Seki, scoring: Scoring::Area, ..Preset::Chinese.rules() };
    let taxed = score(&board, &[], ByColor::default(), &rules, HalfPoints::ZERO, 0).unwrap();
    assert_eq!(taxed.total(Color::Black), HalfPoints::points(5));
    assert_eq!(taxed.owners.iter().filter(|owner| owner.is_some()).count(), 10);
    let untaxed =
        score(&board, &[], ByColor::default(), &Preset::Chinese.rules(), HalfPoints::ZERO, 0).unwrap();
    assert_eq!(untaxed.total(Color::Black), HalfPoints::points(6));
}

#[test]
fn one_stone_on_dame_closes_territory_beside_it() {
    // With a stone on E5 all of White has eyes at D5 and A1. Points that are nobody's part D5 from the dame.
    let topology = Arc::new("torus 5x5".parse::<BoardName>().unwrap().topology().unwrap());
    let stones = Stones::parse(&topology, "W.W.. BBWWB ..B.B ...BW .W..W").unwrap();
    let board = Board::from_stones(topology, &stones).unwrap();
    let neutral = [4, 11, 13, 15, 16, 23].map(|number| Point::new(number).unwrap()).to_vec();
    let marks = Marks { dead: Vec::new(), neutral };
    let rules = Rules { tax: Tax::Seki, ..Preset::Chinese.rules() };
    let score = tengen_rules::score(&board, &marks, &rules, &Beside::default()).unwrap();
    let territory = score.lines.iter().find(|line| line.name == LineName::Territory).unwrap().points;
    assert_eq!([territory.black, territory.white], [1, 2].map(HalfPoints::points));
}

#[test]
fn stone_scoring_counts_stones_less_two_eyes_for_each_group() {
    let (board, _) = draw(
        ".X.X.O.O.
         XXXX.OOOO",
    );
    let rules = Rules { tax: Tax::All, ..Preset::Chinese.rules() };
    let score = score(&board, &[], ByColor::default(), &rules, HalfPoints::ZERO, 0).unwrap();
    assert_eq!(score.total(Color::Black), HalfPoints::points(6));
    assert_eq!(score.margin(), HalfPoints::ZERO);
}

/// The black points that count on a graph of black stones and false eyes, its points numbered in one of two ways.
///
/// Black's group has two eyes once three points are filled: two of three points that are all neighbours, and one of
/// two. Eight other eyes are false and stay so.
fn points_of_a_group_with_many_connections(false_eyes_first: bool) -> usize {
    let mut order: Vec<usize> = (0..13).collect();
    if !false_eyes_first {
        order.rotate_left(5);
    }
    let (false_eyes, three, two) = (&order[..8], &order[8..11], &order[11..]);
    // Stones: one beside everything, three more, one at the end of each false eye, and a white one with a liberty.
    let (hub, others, far) = (13, [14, 15], 16);
    let mut edges = vec![(three[0], three[1]), (three[1], three[2]), (three[0], three[2]), (two[0], two[1])];
    edges.extend([(hub, three[0]), (hub, three[1]), (others[0], three[1]), (others[0], three[2])]);
    edges.extend([(others[1], three[0]), (others[1], three[2])]);
    edges.extend([(hub, two[0]), (hub, two[1]), (far, two[0]), (far, two[1]), (25, 26)]);
    for (index, &eye) in false_eyes.iter().enumerate() {
        edges.extend([(hub, eye), (17 + index, eye)]);
    }
    let topology = Arc::new(Topology::graph(27, &edges).unwrap());
    let mut stones = Stones::empty(&topology);
    for black in 13..25 {
        stones.set(Point::new(black).unwrap(), Some(Color::Black));
    }
    stones.set(Point::new(25).unwrap(), Some(Color::White));
    let board = Board::from_stones(topology, &stones).unwrap();
    let rules = Preset::Japanese.rules();
    let score = score(&board, &[], ByColor::default(), &rules, HalfPoints::ZERO, 0).unwrap();
    score.owners.iter().filter(|owner| **owner == Some(Color::Black)).count()
}

#[test]
fn the_numbers_of_points_do_not_matter() {
    // All ways to fill three of thirteen points are tried, not only the first.
    assert_eq!([true, false].map(points_of_a_group_with_many_connections), [13, 13]);
}
