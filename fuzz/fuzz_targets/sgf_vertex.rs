//! Any text is a move of SGF that prints as itself and has one place on each board, or an error.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_rules::{Move, SgfVertex, Topology};

fuzz_target!(|input: (u8, u8, &str)| {
    let (width, height, text) = input;
    let Ok(vertex) = text.parse::<SgfVertex>() else { return };
    assert_eq!(vertex.to_string(), text);
    let Ok(grid) = Topology::grid(usize::from(width), usize::from(height)) else { return };
    match vertex.on(&grid) {
        Some(Move::Pass) => assert!(text.is_empty() || text == "tt"),
        Some(turn) => assert_eq!(SgfVertex::of(&grid, turn), vertex),
        None => {}
    }
});
