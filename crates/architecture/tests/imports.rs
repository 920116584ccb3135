//! Where imports are found, and where they lead, between files and between rooms.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail the test like the tests themselves")]

use std::fs;

use tempfile::TempDir;
use tengen_architecture::{Imports, Sources, Unreadable, circles};

fn sources(files: &[(&str, &str)]) -> Result<Sources, Unreadable> {
    let folder = TempDir::new().unwrap();
    for (file, source) in files {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, source).unwrap();
    }
    Sources::read(folder.path())
}

fn imports(files: &[(&str, &str)]) -> Imports {
    sources(files).unwrap().imports()
}

/// The arrows between rooms.
fn rooms(files: &[(&str, &str)]) -> Vec<String> {
    let rooms = sources(files).unwrap().rooms();
    rooms.into_keys().map(|(from, to)| format!("{from} -> {to}")).collect()
}

fn of_a(source: &str) -> Vec<String> {
    let files = [
        ("lib.rs", "mod a; mod b; mod c; pub use b::inner::Inner; pub struct Root;"),
        ("a.rs", source),
        ("b/mod.rs", "mod inner; pub use inner::Inner as Passed; pub struct Outer;"),
        ("b/inner.rs", "pub struct Inner;"),
        ("c.rs", "pub struct C; pub mod part { pub struct Part; }"),
    ];
    imports(&files).into_iter().filter(|(from, _)| from == "a.rs").map(|(_, to)| to).collect()
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
        ("#[derive(crate::c::C)] struct A;", vec!["c.rs"]),
        ("struct A { #[with(pattern = crate::c::part::PART)] a: u8 }", vec!["c.rs"]),
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
    assert_eq!(imports(&files), Imports::new());
}

#[test]
fn a_thing_that_is_passed_on_with_all_others_is_imported_from_its_file() {
    let files = [
        ("lib.rs", "mod a; mod b; pub use b::*; pub struct Root;"),
        ("a.rs", "use crate::{Inner, Outer};"),
        ("b/mod.rs", "mod inner; pub use inner::Inner; pub struct Outer;"),
        ("b/inner.rs", "use crate::Root; pub struct Inner;"),
    ];
    let found: Vec<_> = imports(&files).into_iter().map(|(from, to)| format!("{from} -> {to}")).collect();
    assert_eq!(found, ["a.rs -> b/inner.rs", "a.rs -> b/mod.rs", "b/inner.rs -> lib.rs"]);
    assert_eq!(rooms(&files), ["a.rs -> b", "b -> lib.rs"]);
}

#[test]
fn a_file_that_is_no_rust_is_named() {
    let error = sources(&[("lib.rs", "mod a;"), ("a.rs", "use ;")]).unwrap_err();
    assert!(error.to_string().starts_with("a.rs: "), "{error}");
}

#[test]
fn a_program_beside_a_library_is_no_module_of_it() {
    let files = [("lib.rs", "mod a; pub use a::A;"), ("main.rs", "fn main() {}"), ("a.rs", "pub struct A;")];
    assert_eq!(imports(&files), Imports::new());
    let files = [files[0], files[1], files[2], ("b.rs", "use crate::A;")];
    assert_eq!(imports(&files), Imports::from([("b.rs".to_owned(), "a.rs".to_owned())]));
}

#[test]
fn rooms_are_the_files_and_folders_of_one_folder() {
    let files = [
        ("lib.rs", "mod a; mod b; mod c;"),
        ("a/mod.rs", "mod one; mod two; pub struct A;"),
        ("a/one.rs", "use crate::b::deep::Deep; use super::A; pub struct One;"),
        ("a/two.rs", "use super::one::One; use crate::c::C;"),
        ("b.rs", "pub mod deep; use crate::c::C;"),
        ("b/deep.rs", "pub struct Deep;"),
        ("c.rs", "use crate::a::one::One; pub struct C;"),
    ];
    assert_eq!(
        rooms(&files),
        ["a -> b", "a -> c.rs", "a/one.rs -> a/mod.rs", "a/two.rs -> a/one.rs", "b -> c.rs", "c.rs -> a"]
    );
}

#[test]
fn rooms_import_in_a_circle_where_no_files_do() {
    let files = [
        ("lib.rs", "mod a; mod b;"),
        ("a/mod.rs", "pub mod one; pub mod two;"),
        ("a/one.rs", "use crate::b::B;"),
        ("a/two.rs", "pub struct Two;"),
        ("b.rs", "use crate::a::two::Two; pub struct B;"),
    ];
    let sources = sources(&files).unwrap();
    assert!(circles(&sources.imports()).is_empty());
    let arrows = sources.rooms().into_keys().collect();
    assert_eq!(circles(&arrows), [["a", "b.rs"]]);
}

#[test]
fn whoever_passes_a_thing_on_is_imported_from_too() {
    let files = [
        ("lib.rs", "mod a; mod b; mod c; mod d; mod e; pub use a::A;"),
        ("a/mod.rs", "mod inner; mod other; pub use inner::A;"),
        ("a/inner.rs", "pub struct A;"),
        ("a/other.rs", "use super::A;"),
        ("b.rs", "pub use crate::a::A;"),
        ("c.rs", "use crate::b::A;"),
        ("d.rs", "use crate::A;"),
        ("e.rs", "use crate::b; type A = b::A;"),
    ];
    assert_eq!(
        rooms(&files),
        [
            "a/other.rs -> a/inner.rs",
            "b.rs -> a",
            "c.rs -> a",
            "c.rs -> b.rs",
            "d.rs -> a",
            "e.rs -> a",
            "e.rs -> b.rs"
        ]
    );
}

#[test]
fn libraries_are_found_by_their_paths() {
    let files = [
        ("lib.rs", "mod a;"),
        ("main.rs", "use sqlx as database;"),
        ("a.rs", "use sqlx::Row;"),
        ("b.rs", "fn f() -> sqlx::Result<()> { g() }"),
        ("c.rs", "#[derive(sqlx::FromRow)] struct A;"),
        (
            "d.rs",
            "/// By sqlx::query.\nfn sqlx() { other::sqlx::f() } #[cfg(test)] mod tests { use sqlx::Row; }",
        ),
    ];
    let found = sources(&files).unwrap().files_with("sqlx");
    assert_eq!(found.into_iter().collect::<Vec<_>>(), ["a.rs", "b.rs", "c.rs", "main.rs"]);
}
