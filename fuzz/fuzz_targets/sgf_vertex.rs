//! Any text is a point of SGF that prints as itself and has one place on each board, or an error.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_rules::{SgfVertex, Topology};

fuzz_target!(|input: (u8, u8, &str)| {
    let (width, height, text) = input;
    let Ok(vertex) = text.parse::<SgfVertex>() else { return };
    assert_eq!(vertex.to_string(), text);
    assert!(text == "tt" || !vertex.is_pass(usize::from(width), usize::from(height)));
    let Ok(grid) = Topology::grid(usize::from(width), usize::from(height)) else { return };
    if let Some(point) = vertex.on(&grid) {
        assert_eq!(SgfVertex::of(&grid, point), vertex);
    }
});
