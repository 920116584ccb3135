//! The drawing of the crates in `docs/architecture.md` is true.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "helpers of tests fail the test like the tests themselves"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use tengen_architecture::crates;

/// The lines of the first drawing of a page. Those of a crate without imports have its name alone.
fn drawn(page: &str) -> BTreeSet<String> {
    let (_, drawing) = page.split_once("```mermaid\n").expect("a drawing");
    let (drawing, _) = drawing.split_once("```").expect("its end");
    drawing.lines().skip(1).map(|line| line.trim().to_owned()).collect()
}

#[test]
fn the_drawing_of_the_crates_is_true() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(here.join("../../docs/architecture.md")).unwrap();
    let mut lines = BTreeSet::new();
    let crates = crates(here).unwrap();
    for one in &crates {
        lines.extend(one.imports.iter().map(|other| format!("{} --> {other}", one.name)));
        let is_imported = crates.iter().any(|other| other.imports.contains(&one.name));
        if one.imports.is_empty() && !is_imported {
            lines.insert(one.name.clone());
        }
    }
    assert_eq!(drawn(&page), lines, "the drawing, and what cargo says");
}
