//! Depth costs memory, never stack. Tests run on threads with two megabytes of it.

use tengen_sgf::{Collection, Name, Warnings};

const DEPTH: usize = 100_000;

/// Each move in brackets of its own, inside those of the move before it, beside another variation or not.
fn nested(beside: &str) -> String {
    let mut text = String::new();
    for ply in 0..DEPTH {
        text.push_str(if ply % 2 == 0 { "(;B[aa]" } else { "(;W[bb]" });
    }
    for ply in 0..DEPTH {
        text.push(')');
        if ply + 1 < DEPTH {
            text.push_str(beside);
        }
    }
    text
}

#[test]
fn a_hundred_thousand_levels_are_read_written_compared_and_dropped() {
    for beside in ["", "(;C[other])"] {
        let text = nested(beside);
        let read = Collection::parse(text).unwrap();
        let variations = if beside.is_empty() { 0 } else { DEPTH - 1 };
        assert_eq!(read.node_count(), DEPTH + variations);
        let root = read.games().next().unwrap();
        assert_eq!(root.main_line().count(), DEPTH);
        assert_eq!(root.main_line().filter(|node| node.property(Name::B).is_some()).count(), DEPTH / 2);
        let written = read.to_string();
        let again = Collection::parse(written.as_str()).unwrap();
        assert_eq!(read, again);
        assert_eq!(read.clone(), again);
        assert_eq!(again.to_string(), written);
        drop(read);
    }
}

#[test]
fn a_hundred_thousand_siblings_are_no_trouble_either() {
    let text = format!("(;{})", "(;B[aa])".repeat(DEPTH));
    let read = Collection::parse(text).unwrap();
    assert_eq!(read.games().next().unwrap().children().count(), DEPTH);
    assert_eq!(Collection::parse(read.to_string()).unwrap(), read);
}

#[test]
fn brackets_too_many_are_passed_over_at_once() {
    let text = format!("(;B[aa]{};W[bb])", ") ".repeat(10 * DEPTH));
    assert_eq!(Collection::parse(text).unwrap().games().next().unwrap().main_line().count(), 2);
}

#[test]
fn brackets_that_are_never_closed_are_forgiven_at_any_depth() {
    for (text, nodes, column) in
        [("(;".repeat(DEPTH), DEPTH, 2 * DEPTH - 1), (format!("(;{}", "(".repeat(DEPTH)), 1, DEPTH + 2)]
    {
        let collection = Collection::parse(text).unwrap();
        let warnings = collection.warnings(collection.games().next().unwrap(), &Warnings::default());
        let found = warnings.last().map(|warning| (warning.code(), warning.position.column));
        assert_eq!((collection.node_count(), found), (nodes, Some(("unclosed_tree", column))));
    }
}
