//! Positions drawn as text.

use std::sync::Arc;

use tengen_rules::{
    Beside, Board, ByColor, Color, HalfPoints, MarkError, Marks, Point, Rules, Score, Stones, Topology,
};

/// Reads rows of `.`, `X` (black) and `O` (white); a stone in lower case is marked dead.
pub(crate) fn draw(rows: &str) -> (Board, Vec<Point>) {
    let rows: Vec<&str> = rows.split_whitespace().collect();
    let topology = Arc::new(Topology::grid(rows[0].len(), rows.len()).unwrap());
    let mut stones = Stones::empty(&topology);
    let mut dead = Vec::new();
    for (point, character) in topology.points().zip(rows.concat().chars()) {
        stones.set(
            point,
            match character {
                'X' | 'x' => Some(Color::Black),
                'O' | 'o' => Some(Color::White),
                _ => None,
            },
        );
        if character.is_lowercase() {
            dead.push(point);
        }
    }
    (Board::from_stones(topology, &stones).unwrap(), dead)
}

/// The drawing turned and mirrored in all eight ways, each with its own colours and with the colours exchanged. The
/// second value tells whether they are exchanged.
pub(crate) fn in_all_ways(rows: &str) -> Vec<(String, bool)> {
    let mut rows: Vec<Vec<char>> = rows.split_whitespace().map(|row| row.chars().collect()).collect();
    let mut ways = Vec::new();
    for turn in 0..8 {
        let drawn = rows.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n");
        let exchanged = drawn.chars().map(|character| match character {
            'X' => 'O',
            'O' => 'X',
            'x' => 'o',
            'o' => 'x',
            other => other,
        });
        ways.push((exchanged.collect(), true));
        ways.push((drawn, false));
        rows = (0..rows[0].len()).map(|column| rows.iter().rev().map(|row| row[column]).collect()).collect();
        if turn == 3 {
            rows.reverse();
        }
    }
    ways
}

/// The position without any marks.
pub(crate) fn board(rows: &str) -> Board {
    draw(&rows.to_uppercase()).0
}

/// A position drawn in rows.
pub(crate) fn rows(board: &Board) -> String {
    let points: Vec<Point> = board.topology().points().collect();
    let stone = |&point: &Point| match board.get(point) {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '.',
    };
    let rows = points.chunks(board.topology().width()).map(|row| row.iter().map(stone).collect::<String>());
    rows.collect::<Vec<_>>().join("\n")
}

/// The point with that name.
pub(crate) fn at(topology: &Topology, vertex: &str) -> Point {
    topology.point(vertex.parse().unwrap()).unwrap()
}

/// Points by their names, in order.
pub(crate) fn names(topology: &Topology, points: &[Point]) -> String {
    points.iter().map(|&point| topology.vertex(point).to_string()).collect::<Vec<_>>().join(" ")
}

/// Counts a position without a button.
pub(crate) fn score(
    board: &Board,
    dead: &[Point],
    prisoners: ByColor<u32>,
    rules: &Rules,
    komi: HalfPoints,
    handicap: u8,
) -> Result<Score, MarkError> {
    tengen_rules::score(board, &Marks::dead(dead), rules, &Beside { prisoners, button: None, komi, handicap })
}
