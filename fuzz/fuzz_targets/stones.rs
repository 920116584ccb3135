//! Any text is a diagram that prints as itself, or an error; a legal one makes a board with the same stones.

#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use tengen_rules::{Board, Stones, Topology};

fuzz_target!(|input: (u8, u8, &str)| {
    let (width, height, rows) = input;
    let Ok(topology) = Topology::grid(usize::from(width), usize::from(height)) else { return };
    let Ok(stones) = Stones::parse(&topology, rows) else { return };
    assert_eq!(Stones::parse(&topology, &stones.to_rows_string()).as_ref(), Ok(&stones));
    if let Ok(board) = Board::from_stones(Arc::new(topology), &stones) {
        assert_eq!(board.stones(), stones);
        assert!(board.chains().all(|stone| !board.liberties(stone).is_empty()));
    }
});
