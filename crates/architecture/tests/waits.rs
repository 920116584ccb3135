//! Tests wait for states, and let real time pass by one function alone, which is told the reason.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail the test like the tests themselves")]

use std::fs;
use std::path::Path;

use tengen_architecture::calls_one_of;
use walkdir::WalkDir;

/// The calls that let time pass, whatever may be the state.
const CALLS: [&str; 4] = ["sleep(", "sleep_until(", "interval(", "interval_at("];

/// The files whose tests may let time pass by themselves, each for its reason. One that does not any more leaves the list.
const FILES: [(&str, &str); 5] = [
    ("live/src/aside.rs", "a thread is kept busy"),
    ("testbed/src/postgres.rs", "it waits without a runtime for a program to start"),
    ("testbed/src/process.rs", "it waits without a runtime for a program to end"),
    ("testbed/src/waiting.rs", "it is the one function"),
    ("yielding/src/asides.rs", "a thread waits instead of working"),
];

/// Whether a source lets time pass. `clock.sleep(..)` asks a clock, which tests move by hand.
fn lets_time_pass(source: &str) -> bool {
    calls_one_of(source, &CALLS)
}

#[test]
fn calls_are_told_from_those_of_a_clock() {
    for (source, expected) in [
        ("clock.sleep(AGAIN).await", false),
        ("reset_interval(TICK)", false),
        ("pause(AGAIN, \"the reason\").await", false),
        ("sleep(AGAIN).await", true),
        ("std::thread::sleep(AGAIN)", true),
        ("let mut ticks = interval(TICK);", true),
    ] {
        assert_eq!(lets_time_pass(source), expected, "{source}");
    }
}

#[test]
fn tests_let_time_pass_by_one_function() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for entry in WalkDir::new(&crates) {
        let entry = entry.unwrap();
        let name = entry.path().strip_prefix(&crates).unwrap().to_str().unwrap().replace('\\', "/");
        let mut parts = name.split('/');
        let (part, folder) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        if entry.path().extension().is_none_or(|extension| extension != "rs") || part == "architecture" {
            continue;
        }
        let source = fs::read_to_string(entry.path()).unwrap();
        let tests = match (part, folder) {
            ("testbed", "src") | (_, "tests") => &*source,
            (_, "src") => source.split_once("#[cfg(test)]").map_or("", |(_, tests)| tests),
            _ => "",
        };
        if lets_time_pass(tests) {
            found.push(name);
        }
    }
    found.sort_unstable();
    assert_eq!(found, FILES.map(|(file, _)| file));
}
