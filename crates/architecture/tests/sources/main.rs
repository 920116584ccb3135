//! The sources of each crate: their imports lead back to nobody, and libraries stay where they belong.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail the test like the tests themselves")]

mod circles;
mod libraries;
mod rooms;

use std::path::Path;
use std::sync::LazyLock;

use tengen_architecture::{Sources, crates};

/// The sources of each crate of the workspace, by its name. They are read once for all tests.
static SOURCES: LazyLock<Vec<(String, Sources)>> = LazyLock::new(|| {
    let crates = crates(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    crates.into_iter().map(|one| (one.name, Sources::read(&one.folder.join("src")).unwrap())).collect()
});
