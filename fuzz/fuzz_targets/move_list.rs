//! Any text is a list of moves that round-trips, on a board as well, or an error.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_rules::{MoveList, Topology};

fuzz_target!(|input: (u8, u8, &str)| {
    let (width, height, text) = input;
    let Ok(list) = text.parse::<MoveList>() else { return };
    assert_eq!(list.to_string().parse().as_ref(), Ok(&list));
    let Ok(grid) = Topology::grid(usize::from(width), usize::from(height)) else { return };
    if let Ok(moves) = list.moves_on(&grid) {
        assert_eq!(MoveList::of(&grid, moves), list);
    }
});
