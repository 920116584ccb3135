//! Any text is a record that round-trips, on a board as well, or an error.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_rules::{Record, Topology};

fuzz_target!(|input: (u8, u8, &str)| {
    let (width, height, text) = input;
    let Ok(record) = text.parse::<Record>() else { return };
    assert_eq!(record.to_string().parse().as_ref(), Ok(&record));
    let Ok(grid) = Topology::grid(usize::from(width), usize::from(height)) else { return };
    if let Ok(moves) = record.moves_on(&grid) {
        assert_eq!(Record::of(&grid, moves), record);
    }
});
