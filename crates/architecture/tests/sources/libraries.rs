//! What only some parts are to know: databases, HTTP, the command line.

use std::collections::BTreeSet;

use crate::SOURCES;

/// A library, and where it may be named. Places are crates, with folders or files of theirs.
struct Library {
    name: &'static str,
    /// The beginnings of the places where it belongs.
    home: &'static [&'static str],
    /// The files elsewhere, each for its reason. Nothing is added here, and a file that does without leaves the list.
    known: &'static [(&'static str, &'static [&'static str])],
}

const LIBRARIES: &[Library] = &[
    Library {
        name: "sqlx",
        home: &["store/"],
        known: &[
            ("databases of tests are made and copied", &["testbed/migrated.rs", "testbed/postgres.rs"]),
            (
                "databases are filled and measured without a server",
                &[
                    "bench/accounts/fill.rs",
                    "bench/archive/fill.rs",
                    "bench/archive/positions.rs",
                    "bench/commits.rs",
                    "bench/order/rows.rs",
                    "bench/stage.rs",
                ],
            ),
        ],
    },
    Library {
        name: "axum",
        home: &["server/connections/", "server/web/"],
        known: &[("a bare relay is measured beside the server", &["bench/relay.rs"])],
    },
    Library { name: "hyper", home: &["server/connections/", "server/web/"], known: &[] },
    Library { name: "aide", home: &["server/web/"], known: &[] },
    // Each program has a command line.
    Library { name: "clap", home: &["bench/", "bot/", "server/options/", "settings/"], known: &[] },
    Library { name: "async_nats", home: &["bus/"], known: &[] },
    Library { name: "lettre", home: &["mail/"], known: &[] },
];

/// What is wrong when a library is named in these files.
fn faults(library: &Library, files: &BTreeSet<String>) -> Vec<String> {
    let name = library.name;
    let known: BTreeSet<&str> = library.known.iter().flat_map(|(_, files)| *files).copied().collect();
    let is_at_home = |file: &str| library.home.iter().any(|home| file.starts_with(home));
    let mut faults = Vec::new();
    for file in files.iter().filter(|file| !is_at_home(file) && !known.contains(file.as_str())) {
        faults.push(format!("{file} names {name}"));
    }
    for file in known.into_iter().filter(|file| is_at_home(file) || !files.contains(*file)) {
        faults.push(format!("{file} is known for {name}, and need not be"));
    }
    for home in library.home.iter().filter(|home| !files.iter().any(|file| file.starts_with(**home))) {
        faults.push(format!("{home} is the home of {name}, and does without"));
    }
    faults
}

#[test]
fn libraries_are_named_where_they_belong() {
    let mut found = Vec::new();
    for library in LIBRARIES {
        let mut files = BTreeSet::new();
        for (name, sources) in &*SOURCES {
            files.extend(sources.files_with(library.name).iter().map(|file| format!("{name}/{file}")));
        }
        found.extend(faults(library, &files));
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_library_elsewhere_is_found_and_one_that_is_gone() {
    let sqlx = Library { name: "sqlx", home: &["store/"], known: &[("it counts", &["server/web/error.rs"])] };
    for (files, expected) in [
        ("store/games/jobs.rs server/web/error.rs", vec![]),
        (
            "store/games/jobs.rs server/web/error.rs lists/page.rs stores/a.rs",
            vec!["lists/page.rs names sqlx", "stores/a.rs names sqlx"],
        ),
        ("store/games/jobs.rs", vec!["server/web/error.rs is known for sqlx, and need not be"]),
        ("server/web/error.rs", vec!["store/ is the home of sqlx, and does without"]),
    ] {
        let named = files.split(' ').map(str::to_owned).collect();
        assert_eq!(faults(&sqlx, &named), expected as Vec<&str>, "{files}");
    }
}
