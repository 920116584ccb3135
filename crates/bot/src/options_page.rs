//! The table of options in `docs/bots.md` is made here of what `--help` says.

use std::path::Path;

use clap::CommandFactory;
use tengen_settings::{TABLE_HEAD, option_rows};

use crate::options::Options;

/// Set to anything, this writes the page instead of failing.
const WRITE: &str = "TENGEN_WRITE_DOCS";

#[test]
fn the_page_says_what_the_help_says() {
    let rows = option_rows(&Options::command());
    for row in &rows {
        assert!(row.contains("| `TENGEN_BOT_") && !row.ends_with("|  |\n"), "{row}");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/bots.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let (begin, end) = ("<!-- options: begin -->\n", "<!-- options: end -->");
    let (before, rest) = page.split_once(begin).expect("the beginning of the table");
    let (written, after) = rest.split_once(end).expect("the end of the table");
    let made = format!("\n{TABLE_HEAD}{}\n", rows.concat());
    if made != written && std::env::var_os(WRITE).is_some() {
        std::fs::write(&path, [before, begin, &made, end, after].concat()).unwrap();
        return;
    }
    let first = made.lines().zip(written.lines()).find(|(made, written)| made != written);
    assert!(
        made == written,
        "docs/bots.md is not what tengen-bot --help says: run the test with {WRITE}=1. First difference: {first:?}"
    );
}
