//! Any text is the name of a board, which prints as itself and makes a sound board or none, or an error.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_rules::{BoardName, MAX_POINTS};

fuzz_target!(|text: &str| {
    let Ok(name) = text.parse::<BoardName>() else { return };
    assert_eq!(name.to_string(), text);
    let Ok(board) = name.topology() else { return };
    assert_eq!(board.name(), Some(name));
    assert!((1..=MAX_POINTS).contains(&board.size()));
    for point in board.points() {
        assert_eq!(board.point(board.vertex(point)), Some(point));
        for &neighbour in board.neighbours(point) {
            assert!(neighbour != point && board.neighbours(neighbour).contains(&point));
        }
    }
    assert_eq!(board.layout().places.len(), board.size());
});
