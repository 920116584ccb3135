//! On any board, any figure included, the proposed marks fit the position and can be counted, and those of points that are
//! nobody's do not depend on the colours.

#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use tengen_rules::{
    Beside, Board, BoardName, Color, Marks, Neutral, NeutralReason, Point, Preset, Rules, Scoring, Stones,
    Tax, Topology, propose_marks, propose_neutral, score, unconditionally_alive,
};

/// Every kind of board, small, and figures with the points' neighbours as they come.
fn topology(kind: u8, width: usize, height: usize, edges: &[(u8, u8)]) -> Topology {
    let name = match kind % 10 {
        0..=2 => BoardName::Grid { width, height },
        3 => BoardName::Cylinder { width, height },
        4 => BoardName::Torus { width, height },
        5 => BoardName::Hexagon(width % 3 + 1),
        6 => BoardName::Triangle(width),
        7 => BoardName::Honeycomb(width % 2 + 1),
        8 => BoardName::Petersen,
        _ => return figure(2 * width, edges),
    };
    name.topology().expect("small boards exist")
}

fn figure(points: usize, edges: &[(u8, u8)]) -> Topology {
    let mut lines: Vec<(usize, usize)> = edges
        .iter()
        .map(|&(one, other)| (usize::from(one) % points, usize::from(other) % points))
        .filter(|(one, other)| one != other)
        .map(|(one, other)| (one.min(other), one.max(other)))
        .collect();
    lines.sort_unstable();
    lines.dedup();
    Topology::graph(points, &lines).expect("every line joins two points")
}

/// Two bits a point say what stands on it. A stone that would have no liberty is left out.
fn position(topology: &Arc<Topology>, stones: &[u8]) -> Board {
    let mut board = Board::new(Arc::clone(topology));
    for point in topology.points() {
        let byte = stones.get(point.index() / 4).copied().unwrap_or(0);
        let color = match byte >> (point.index() % 4 * 2) & 3 {
            1 => Color::Black,
            2 => Color::White,
            _ => continue,
        };
        if board.get(point).is_none() && !board.is_suicide(point, color) {
            board.place(point, color, &mut Vec::new());
        }
    }
    board
}

fn with_colors_exchanged(board: &Board) -> Board {
    let mut stones = Stones::empty(board.topology());
    for point in board.topology().points() {
        stones.set(point, board.get(point).map(Color::opponent));
    }
    Board::from_stones(Arc::clone(board.topology()), &stones).expect("the liberties are the same")
}

fn are_whole_chains(board: &Board, stones: &[Point]) -> bool {
    stones.is_sorted_by(|one, other| one < other)
        && stones.iter().all(|&stone| {
            board.get(stone).is_some()
                && board.chain(stone).iter().all(|other| stones.binary_search(other).is_ok())
        })
}

fn is_closed(board: &Board, point: Point) -> bool {
    let mut around = board.topology().neighbours(point).iter().map(|&at| board.get(at));
    around.next().flatten().is_some_and(|color| around.all(|other| other == Some(color)))
}

/// What holds for the points that are nobody's if these stones are dead.
fn counts(board: &Board, dead: &[Point], neutral: &[Neutral], rules: &Rules) {
    assert!(neutral.is_sorted_by(|one, other| one.point < other.point));
    assert!(rules.scoring == Scoring::Territory || neutral.is_empty());
    let marks = Marks { dead: dead.to_vec(), neutral: neutral.iter().map(|neutral| neutral.point).collect() };
    let counted = score(board, &marks, rules, &Beside::default()).expect("the marks fit");
    for Neutral { point, reason } in neutral {
        assert!(board.get(*point).is_none());
        assert!(counted.owners[point.index()].is_none());
        match reason {
            NeutralReason::FalseEye => assert!(is_closed(board, *point)),
            NeutralReason::Fill => assert!(!is_closed(board, *point)),
            // Those around it may be dead.
            NeutralReason::OpenBorder => {}
            NeutralReason::Seki => assert!(rules.tax != Tax::None),
        }
    }
    assert_eq!(propose_neutral(&with_colors_exchanged(board), dead, rules), neutral);
}

fuzz_target!(|input: (u8, u8, u8, u8, u8, Vec<(u8, u8)>, &[u8])| {
    let (kind, width, height, axes, given, edges, stones) = input;
    let topology = topology(kind, usize::from(width % 9) + 1, usize::from(height % 9) + 1, &edges);
    let board = position(&Arc::new(topology), stones);
    let rules = Rules {
        scoring: Scoring::ALL[usize::from(axes) % Scoring::ALL.len()],
        tax: Tax::ALL[usize::from(axes / 4) % Tax::ALL.len()],
        ..Preset::Japanese.rules()
    };
    // Random games take their time: most inputs have dead stones of their own.
    if given % 4 > 0 {
        let is_dead = |stone: &Point| (usize::from(given / 4) + stone.index()) % 5 == 0;
        let mut dead: Vec<Point> =
            board.chains().filter(is_dead).flat_map(|stone| board.chain(stone)).collect();
        dead.sort_unstable();
        return counts(&board, &dead, &propose_neutral(&board, &dead, &rules), &rules);
    }
    let proposal = propose_marks(&board, &rules);
    assert!(are_whole_chains(&board, &proposal.dead));
    assert!(are_whole_chains(&board, &proposal.unsettled));
    let alive = unconditionally_alive(&board);
    assert!(proposal.dead.iter().chain(&proposal.unsettled).all(|stone| !alive[stone.index()]));
    counts(&board, &proposal.dead, &proposal.neutral, &rules);
});
