//! What goes on in the background has an overseer: a task or a thread of the server is a duty of `tengen_duties`, or is known here.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail the test like the tests themselves")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use walkdir::WalkDir;

/// The calls that begin a task, a thread or another program.
const CALLS: [&str; 3] = ["spawn", "spawn_blocking", "spawn_local"];
/// The types that begin tasks by themselves. They count wherever they are made.
const SETS: [&str; 1] = ["JoinSet"];

/// The crates of tests and measurements, of which nothing serves players.
const PASSED_OVER: [&str; 4] = ["architecture", "bench", "played", "testbed"];

/// The files that begin something by themselves, each with the number of its places, for their reason. Nothing is added here that goes on
/// until the server stops: that is a duty. A place that is gone leaves the list.
const KNOWN: &[(&str, &[(&str, usize)])] = &[
    ("it is the overseer", &[("duties/src/overseer.rs", 2)]),
    ("a program waits for it, and ends with it", &[("server/src/main.rs", 1)]),
    ("another program, an engine", &[("bot/src/engine.rs", 1)]),
    (
        "a command waits for a signal while it works",
        &[
            ("server/src/admin/command.rs", 1),
            ("server/src/keeping/backup.rs", 1),
            ("server/src/keeping/restore.rs", 2),
        ],
    ),
    ("the room of a game: it closes, and the next request opens it again", &[("live/src/rooms.rs", 1)]),
    (
        "a connection, which is of its client alone",
        &[
            ("server/src/connections/mod.rs", 3),
            ("server/src/connections/operators.rs", 1),
            ("server/src/keeping/desk.rs", 2),
            ("server/src/web/socket/session_feeds.rs", 1),
        ],
    ),
    (
        "work of a request goes on though its client goes away, and is over in a moment",
        &[
            ("actions/src/games/making.rs", 1),
            ("actions/src/groups/rounds.rs", 1),
            ("actions/src/kit/turns.rs", 2),
            ("actions/src/records/changing.rs", 1),
            ("actions/src/people/leaving.rs", 1),
            ("actions/src/people/mails.rs", 1),
            ("actions/src/kit/looking.rs", 1),
            ("actions/src/staff/games.rs", 1),
            ("actions/src/staff/players.rs", 1),
            ("actions/src/staff/sanctions.rs", 1),
            ("live/src/shared.rs", 1),
            ("server/src/web/games/events.rs", 1),
            ("server/src/web/once.rs", 1),
        ],
    ),
    (
        "work that would keep a thread of the runtime busy, and for which somebody waits",
        &[
            ("server/src/admin/place.rs", 1),
            ("server/src/certificate.rs", 1),
            ("server/src/keeping/copy.rs", 1),
            ("server/src/web/lists/walk.rs", 1),
            ("server/src/web/openapi/mod.rs", 1),
        ],
    ),
    (
        "a turn of the computer, whose job another server takes if it is lost",
        &[("actions/src/computer/thinking.rs", 4)],
    ),
    (
        "a thread of its own, and whoever asks it hears when it has ended",
        &[
            ("credentials/src/aside.rs", 1),
            ("credentials/src/hashing.rs", 1),
            ("yielding/src/asides.rs", 1),
            ("yielding/src/nicely.rs", 1),
        ],
    ),
    (
        "traces are sent beside the server, which does without",
        &[("traces/src/sender.rs", 1), ("traces/src/traces.rs", 1)],
    ),
    (
        "a program for players, and no part of the server",
        &[("bot/src/reception/mod.rs", 2), ("bot/src/seat/mod.rs", 1), ("client/src/session/mod.rs", 1)],
    ),
];

/// How many places of a source begin something, its tests left out. Macros are looked into.
fn places(source: &str) -> usize {
    count(&source.parse().unwrap())
}

fn count(tokens: &TokenStream) -> usize {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let (mut places, mut at) = (0, 0);
    while let Some(token) = tokens.get(at) {
        let rest = &tokens[at..];
        if is_attribute_of_tests(rest) {
            let ends = |token: &TokenTree| is_group(token, Delimiter::Brace) || token.to_string() == ";";
            at += rest.iter().position(ends).map_or(rest.len(), |end| end + 1);
            continue;
        }
        match token {
            TokenTree::Group(group) => places += count(&group.stream()),
            _ => places += usize::from(begins_something(rest)),
        }
        at += 1;
    }
    places
}

/// Whether these tokens begin with `#[cfg(test)]`. What comes after it goes to a semicolon or the end of a block.
fn is_attribute_of_tests(tokens: &[TokenTree]) -> bool {
    let words: String = tokens.iter().take(2).map(ToString::to_string).collect();
    words.replace(' ', "") == "#[cfg(test)]"
}

/// Whether the first of these tokens is called, or makes a set of tasks.
fn begins_something(tokens: &[TokenTree]) -> bool {
    let [TokenTree::Ident(name), rest @ ..] = tokens else { return false };
    let is_called =
        |rest: &[TokenTree]| rest.first().is_some_and(|next| is_group(next, Delimiter::Parenthesis));
    let makes = |rest: &[TokenTree]| {
        let words: String = rest.iter().take(3).map(ToString::to_string).collect();
        words == "::new" || words == "::default"
    };
    CALLS.iter().any(|call| name == call) && is_called(rest)
        || SETS.iter().any(|set| name == set) && makes(rest)
}

fn is_group(token: &TokenTree, delimiter: Delimiter) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == delimiter)
}

#[test]
fn places_are_found_by_syntax() {
    for (source, expected) in [
        ("fn f() { tokio::spawn(async {}); }", 1),
        ("fn f() { select! { () = stop => drop(spawn_blocking(work)), } }", 1),
        ("fn f() { thread::Builder::new().spawn(work); std::thread::spawn(work); }", 2),
        ("fn f() { let mut tasks = JoinSet::new(); tasks.spawn(work()); }", 2),
        ("use tokio::spawn; /// `tokio::spawn(task)`\nfn spawn_all() { \"spawn(x)\"; }", 0),
        ("fn f() {} #[cfg(test)] mod tests { fn g() { tokio::spawn(async {}); } } fn h() { spawn(x) }", 1),
        (
            "#[cfg(test)] use tokio::spawn; fn f() { spawn(x) } #[cfg(test)] #[cfg(unix)] mod t { fn g() { spawn(x) } }",
            1,
        ),
    ] {
        assert_eq!(places(source), expected, "{source}");
    }
}

#[test]
fn only_these_files_begin_something_that_has_no_overseer() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = BTreeMap::new();
    for entry in WalkDir::new(&crates) {
        let entry = entry.unwrap();
        let path = entry.path();
        let file = path.strip_prefix(&crates).unwrap().to_str().unwrap().replace('\\', "/");
        let mut parts = file.split('/');
        let (part, folder) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let is_rust = path.extension().is_some_and(|extension| extension == "rs");
        if !is_rust || folder != "src" || PASSED_OVER.contains(&part) {
            continue;
        }
        let places = places(&fs::read_to_string(path).unwrap());
        if places > 0 {
            found.insert(file, places);
        }
    }
    let known = KNOWN.iter().flat_map(|(_, files)| *files);
    let known: BTreeMap<String, usize> = known.map(|(file, places)| ((*file).to_owned(), *places)).collect();
    assert_eq!(found, known);
}
