//! The numbers of legal positions, compared with those published for small boards. A mistake in the notion of chains or
//! liberties would show here.

use std::sync::Arc;

use tengen_rules::{Board, BoardName, Color, Stones, Topology};

/// Tries all 3^n arrangements.
fn legal_positions(topology: Topology) -> usize {
    let topology = Arc::new(topology);
    let mut stones = Stones::empty(&topology);
    let mut legal = 0;
    loop {
        if let Ok(board) = Board::from_stones(Arc::clone(&topology), &stones) {
            legal += 1;
            assert!(board.chains().all(|stone| !board.liberties(stone).is_empty()));
        }
        // Count up in base three.
        let mut carried = topology.points();
        loop {
            let Some(point) = carried.next() else { return legal };
            let next = match stones.get(point) {
                None => Some(Color::Black),
                Some(Color::Black) => Some(Color::White),
                Some(Color::White) => None,
            };
            stones.set(point, next);
            if next.is_some() {
                break;
            }
        }
    }
}

#[test]
fn grids() {
    for (width, height, count) in
        [(1, 1, 1), (1, 2, 5), (1, 3, 15), (4, 1, 41), (2, 2, 57), (3, 2, 489), (2, 3, 489), (3, 3, 12_675)]
    {
        assert_eq!(legal_positions(Topology::grid(width, height).unwrap()), count, "{width}x{height}");
    }
}

#[test]
fn grids_with_joined_edges() {
    assert_eq!(legal_positions(Topology::wrapped(3, 3, true, false).unwrap()), 15_579);
    assert_eq!(legal_positions(Topology::wrapped(3, 3, true, true).unwrap()), 17_767);
}

#[test]
fn complete_graphs_and_cycles() {
    let complete = |points: usize| {
        let edges: Vec<_> = (0..points).flat_map(|to| (0..to).map(move |from| (from, to))).collect();
        Topology::graph(points, &edges).unwrap()
    };
    let cycle = |points: usize| {
        let edges: Vec<_> = (0..points).map(|from| (from, (from + 1) % points)).collect();
        Topology::graph(points, &edges).unwrap()
    };
    assert_eq!(legal_positions(complete(3)), 19);
    assert_eq!(legal_positions(complete(4)), 65);
    assert_eq!(legal_positions(cycle(5)), 161);
    assert_eq!(legal_positions(cycle(6)), 449);
}

#[test]
fn petersen_graph() {
    assert_eq!(legal_positions(BoardName::Petersen.topology().unwrap()), 46_015);
}
