//! The floors and the drawing of the crates in `docs/map.md` are true.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "helpers of tests fail the test like the tests themselves"
)]

use std::fs;
use std::path::Path;

use tengen_architecture::crates;

/// The crates of the workspace with those that each imports, in the order of their names.
fn imports() -> Vec<(String, Vec<String>)> {
    let crates = crates(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    crates.into_iter().map(|one| (one.name, one.imports.into_iter().collect())).collect()
}

fn map() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/map.md")).unwrap()
}

/// The arrows of the first drawing of a page, sorted, and the crates without an arrow. A line may lead to several crates.
fn drawn(page: &str) -> Vec<String> {
    let (_, drawing) = page.split_once("```mermaid\n").expect("a drawing");
    let (drawing, _) = drawing.split_once("```").expect("its end");
    let mut arrows = Vec::new();
    for line in drawing.lines().skip(1).map(str::trim) {
        match line.split_once(" --> ") {
            Some((one, others)) => {
                arrows.extend(others.split(" & ").map(|other| format!("{one} --> {other}")));
            }
            None => arrows.push(line.to_owned()),
        }
    }
    arrows.sort_unstable();
    arrows
}

/// What a drawing has to have.
fn arrows(imports: &[(String, Vec<String>)]) -> Vec<String> {
    let mut arrows = Vec::new();
    for (one, others) in imports {
        arrows.extend(others.iter().map(|other| format!("{one} --> {other}")));
        if others.is_empty() && !imports.iter().any(|(_, others)| others.contains(one)) {
            arrows.push(one.clone());
        }
    }
    arrows.sort_unstable();
    arrows
}

/// What is wrong with the floors of a page, the rows of its first table: crates that are on none or on several, and imports from above.
fn faults(page: &str, imports: &[(String, Vec<String>)]) -> Vec<String> {
    let (_, table) = page.split_once("|---|---|\n").expect("a table");
    let rows: Vec<&str> = table.lines().take_while(|line| line.starts_with('|')).collect();
    let floors_of = |name: &str| -> Vec<usize> {
        let word = format!("`{name}`");
        (0..rows.len()).filter(|&floor| rows[floor].contains(&word)).collect()
    };
    let mut faults = Vec::new();
    for (one, others) in imports {
        let [floor] = floors_of(one)[..] else {
            faults.push(format!("{one} is not on one floor"));
            continue;
        };
        let is_above = |other: &&String| floors_of(other).first().is_some_and(|other| *other < floor);
        faults.extend(
            others.iter().filter(is_above).map(|other| format!("{one} imports from {other} above it")),
        );
    }
    faults
}

#[test]
fn the_drawing_of_the_crates_is_true() {
    assert_eq!(drawn(&map()), arrows(&imports()), "the drawing, and what cargo says");
}

#[test]
fn crates_import_from_their_own_floor_and_from_lower_ones() {
    assert_eq!(faults(&map(), &imports()), [] as [String; 0]);
}

#[test]
fn a_false_floor_or_arrow_is_found() {
    let page = "| floor | crates |\n|---|---|\n| top | `web`, `bot` |\n| ground | `game`, `rules` |\n\n\
        ```mermaid\ngraph TD\n    web --> game & rules\n    bot\n```\n";
    let imports = |arrows: &[(&str, &[&str])]| -> Vec<(String, Vec<String>)> {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        arrows.iter().map(|(one, others)| ((*one).to_owned(), owned(others))).collect()
    };
    let good = imports(&[("bot", &[]), ("game", &["rules"]), ("rules", &[]), ("web", &["game", "rules"])]);
    assert_eq!(faults(page, &good), [] as [String; 0]);
    assert_ne!(drawn(page), arrows(&good), "an arrow is not drawn");
    let good = imports(&[("bot", &[]), ("game", &[]), ("rules", &[]), ("web", &["game", "rules"])]);
    assert_eq!(drawn(page), arrows(&good));
    let bad = imports(&[("bot", &["web"]), ("game", &["bot"]), ("store", &[])]);
    assert_eq!(faults(page, &bad), ["game imports from bot above it", "store is not on one floor"]);
}
