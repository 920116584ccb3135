//! Where imports are found, and where they lead.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail the test like the tests themselves")]

use std::fs;

use tempfile::TempDir;
use tengen_architecture::{Imports, Unreadable, imports_of};

fn imports(files: &[(&str, &str)]) -> Result<Imports, Unreadable> {
    let folder = TempDir::new().unwrap();
    for (file, source) in files {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, source).unwrap();
    }
    imports_of(folder.path())
}

fn of_a(source: &str) -> Vec<String> {
    let files = [
        ("lib.rs", "mod a; mod b; mod c; pub use b::inner::Inner; pub struct Root;"),
        ("a.rs", source),
        ("b/mod.rs", "mod inner; pub use inner::Inner as Passed; pub struct Outer;"),
        ("b/inner.rs", "pub struct Inner;"),
        ("c.rs", "pub struct C; pub mod part { pub struct Part; }"),
    ];
    let imports = imports(&files).unwrap();
    imports.into_iter().filter(|(from, _)| from == "a.rs").map(|(_, to)| to).collect()
}

#[test]
fn a_thing_is_imported_from_the_file_in_which_it_is_written() {
    for (source, expected) in [
        ("use crate::Root;", vec!["lib.rs"]),
        ("use crate::Inner;", vec!["b/inner.rs"]),
        ("use crate::b::{Outer, Passed};", vec!["b/inner.rs", "b/mod.rs"]),
        ("use super::c::part::Part;", vec!["c.rs"]),
        ("use crate::c::*;", vec!["c.rs"]),
        ("use crate::b; type B = b::Passed;", vec!["b/inner.rs"]),
        ("use crate::b as other; fn f() { other::Outer; }", vec!["b/mod.rs"]),
        ("type C = crate::c::C;", vec!["c.rs"]),
        ("mod within { use super::super::c::C; }", vec!["c.rs"]),
        ("fn f() { write!(x, \"{}\", crate::c::C); }", vec!["c.rs"]),
        ("pub use crate::c::C;", vec!["c.rs"]),
    ] {
        assert_eq!(of_a(source), expected, "{source}");
    }
}

#[test]
fn tests_and_other_crates_are_left_out() {
    for source in [
        "#[cfg(test)] mod tests { use crate::c::C; }",
        "#[cfg(test)] use crate::c::C;",
        "#[cfg(test)] type C = crate::c::C;",
        "struct A; impl A { #[cfg(test)] fn f() { crate::c::C; } }",
        "use std::fmt; use b::Outer;",
        "pub(in crate::c) struct A;",
        "struct A; impl A { fn f() { self::A; Self::f(); } }",
    ] {
        assert!(of_a(source).is_empty(), "{source}");
    }
}

#[test]
fn a_module_that_passes_on_its_parts_imports_nothing() {
    let files = [("lib.rs", "mod a; pub use a::A;"), ("a.rs", "use crate::A as Same; pub struct A;")];
    assert_eq!(imports(&files).unwrap(), Imports::new());
}

#[test]
fn a_file_that_is_no_rust_is_named() {
    let error = imports(&[("lib.rs", "mod a;"), ("a.rs", "use ;")]).unwrap_err();
    assert!(error.to_string().starts_with("a.rs: "), "{error}");
}
