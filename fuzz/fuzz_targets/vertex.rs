//! Any text is a vertex that prints as itself, or an error.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_rules::Vertex;

fuzz_target!(|text: &str| {
    if let Ok(vertex) = text.parse::<Vertex>() {
        assert_eq!(vertex.to_string(), text.to_ascii_uppercase());
        assert_eq!(Vertex::new(vertex.column(), vertex.row()), Some(vertex));
    }
});
