//! Any text is a point of the formal rules that round-trips, or an error.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_rules::FormalVertex;

fuzz_target!(|text: &str| {
    if let Ok(vertex) = text.parse::<FormalVertex>() {
        assert_eq!(vertex.to_string().parse(), Ok(vertex));
        let numbers =
            |text: &str| text.replace(['(', ')'], " ").split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(numbers(&vertex.to_string()), numbers(text));
    }
});
