//! Cargo links a program of tests where there are tests, and rustdoc looks for examples where there are
//! examples.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail the test like the tests themselves")]

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use tengen_architecture::{Found, found_in, targets};

#[test]
fn what_has_tests_is_tested_and_nothing_else() {
    let (mut faults, mut looked_at) = (Vec::new(), 0);
    for target in targets(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap() {
        // A file in a folder of tests has nothing else, by macros of any name.
        if target.kind == "test" || target.kind == "custom-build" {
            continue;
        }
        looked_at += 1;
        let found = found_in(&target.root).unwrap();
        // Programs have no examples, and cargo does not look for them there.
        let is_library = target.kind == "lib";
        let told = Found { tests: target.is_tested, examples: target.is_doctested };
        let expected = Found { examples: found.examples && is_library, ..found };
        if told != expected {
            faults.push(format!("{}: cargo tests {told:?}, and there are {expected:?}", target.name));
        }
    }
    assert!(looked_at > 40, "{looked_at} targets");
    assert!(faults.is_empty(), "`test` and `doctest` in the manifests are not true: {faults:#?}");
}

fn found(files: &[(&str, &str)]) -> Found {
    let folder = TempDir::new().unwrap();
    for (file, source) in files {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, source).unwrap();
    }
    found_in(&folder.path().join("lib.rs")).unwrap()
}

#[test]
fn tests_are_found_wherever_they_are() {
    for source in [
        "#[test] fn f() {}",
        "#[tokio::test(flavor = \"multi_thread\")] async fn f() {}",
        "#[cfg(test)] mod tests;  mod tests {}",
        "mod within { #[cfg(any(test, unix))] use x::y; }",
        "proptest! { #[test] fn f(x in any::<u8>()) {} }",
        "#[cfg_attr(test, derive(Debug))] struct A;",
    ] {
        let source = source.replace("mod tests;", "");
        assert!(found(&[("lib.rs", &source)]).tests, "{source}");
    }
    for source in [
        "#[cfg(unix)] fn test() {}",
        "// #[test]\nfn f() { test!(\"#[test]\") }",
        "#[derive(test_case)] struct A;",
    ] {
        assert!(!found(&[("lib.rs", source)]).tests, "{source}");
    }
}

#[test]
fn modules_are_looked_into() {
    let test = "#[test] fn f() {}";
    for (root, file) in
        [("mod a;", "a.rs"), ("pub(crate) mod a;", "a/mod.rs"), ("mod a; mod b { pub mod c; }", "b/c.rs")]
    {
        let rest = if file.starts_with('b') { ("a.rs", "") } else { ("other.rs", test) };
        assert!(found(&[("lib.rs", root), (file, test), rest]).tests, "{root}");
    }
    let deep = [("lib.rs", "mod a;"), ("a.rs", "mod b;"), ("a/b.rs", test)];
    assert!(found(&deep).tests);
    let named = [
        ("lib.rs", "#[cfg(unix)] #[path = \"c/other.rs\"] mod a;"),
        ("c/other.rs", "mod b;"),
        ("c/b.rs", test),
    ];
    assert!(found(&named).tests);
    // A file that is no module of it belongs to another program.
    assert!(!found(&[("lib.rs", "mod a;"), ("a.rs", ""), ("main.rs", test)]).tests);
}

#[test]
fn examples_are_told_from_other_blocks() {
    for (documents, expected) in [
        ("/// ```\n/// f();\n/// ```\nfn f() {}", true),
        ("//! ```no_run\n//! f();\n//! ```\nfn f() {}", true),
        ("/// ~~~rust,should_panic\n/// f();\n/// ~~~\nfn f() {}", true),
        ("macro_rules! m { () => { /// ```\n/// f();\n/// ```\nfn f() {} } }", true),
        ("#[doc = include_str!(\"page.md\")] fn f() {}", true),
        ("/// ```text\n/// a\n/// ```\nfn f() {}", false),
        ("/// ```json\n/// {}\n/// ```\n/// Further.\nfn f() {}", false),
        ("/// Words with `code` in them.\nfn f() {}", false),
        ("// ```\nfn f() {}", false),
    ] {
        assert_eq!(found(&[("lib.rs", documents)]).examples, expected, "{documents}");
    }
}
