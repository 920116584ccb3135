//! `tengen check` as a program: its output on both streams, and its exit code.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail the test like the tests themselves")]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

const GOOD: &str = "(;SZ[9]RE[B+R];B[ee];W[cc])";
const ILLEGAL: &str = "(;SZ[9];B[ee];W[ee])";
const BROKEN: &str = "9x9, Black at E5";

fn tengen(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.current_dir(folder).arg("check").stdin(Stdio::null());
    command
}

fn check(folder: &Path, arguments: &[&str]) -> Output {
    tengen(folder).args(arguments).output().unwrap()
}

fn lines(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// The text between a fence with that word and its end, in the documentation.
fn documented<'a>(document: &'a str, word: &str) -> &'a str {
    let (_, after) = document.split_once(&format!("```{word}\n")).unwrap();
    after.split_once("```").unwrap().0
}

#[test]
fn the_example_in_the_documentation_holds() {
    let document = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/check.md")).unwrap();
    let document = document.as_str();
    let folder = folder(&[("game.sgf", documented(document, "sgf"))]);
    let mut words = documented(document, "sh").split_whitespace();
    assert_eq!((words.next(), words.next()), (Some("tengen"), Some("check")));
    let output = check(folder.path(), &words.collect::<Vec<_>>());
    let expected: Value = serde_json::from_str(documented(document, "json")).unwrap();
    assert_eq!(lines(&output), [expected]);
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "no bar where there is no terminal");
}

#[test]
fn a_folder_is_checked_in_order_and_nothing_stops_it() {
    let folder = folder(&[
        ("b/2.sgf", ILLEGAL),
        ("b/1.SGF", GOOD),
        ("b/c/3.sgf", BROKEN),
        ("b/notes.txt", BROKEN),
        ("a.sgf", GOOD),
        ("z.txt", "(;)(;B[q])"),
    ]);
    let output = check(folder.path(), &["missing.sgf", "b", "z.txt", "a.sgf"]);
    let found = lines(&output);
    let files: Vec<_> = found.iter().map(|line| line["file"].as_str().unwrap()).collect();
    assert_eq!(files, ["missing.sgf", "b/1.SGF", "b/2.sgf", "b/c/3.sgf", "z.txt", "z.txt", "a.sgf"]);
    assert_eq!(found[0]["error"]["code"], "unreadable");
    assert_eq!((&found[0]["error"]["line"], found[0].as_object().unwrap().len()), (&Value::Null, 2));
    assert_eq!((&found[1]["illegal"], &found[1]["recorded_result"]), (&Value::Null, &json!("B+R")));
    assert_eq!(found[2]["illegal"], json!({"ply": 2, "at": "E5", "rule": "occupied"}));
    let error = json!({"code": "no_game", "line": 1, "column": 1, "message": "no game begins here: there is no \"(\" with a node or a property behind it, and no node at the beginning"});
    assert_eq!(found[3], json!({"file": "b/c/3.sgf", "error": error}));
    assert_eq!((&found[4]["index"], &found[4]["moves"]), (&json!(1), &json!(0)));
    assert_eq!((&found[5]["index"], &found[5]["error"]["code"]), (&json!(2), &json!("bad_point")));
    assert_eq!(found[6].get("index"), None);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn the_status_tells_whether_all_is_well() {
    let folder = folder(&[("good.sgf", GOOD), ("illegal.sgf", ILLEGAL), ("broken.sgf", BROKEN)]);
    fs::create_dir(folder.path().join("empty")).unwrap();
    for (arguments, status) in [
        (&["good.sgf"][..], 0),
        (&["empty"], 0),
        (&["good.sgf", "illegal.sgf"], 1),
        (&["broken.sgf", "good.sgf"], 1),
        (&["missing.sgf"], 1),
        (&[], 2),
        (&["--rules", "klingon", "good.sgf"], 2),
        (&["--rules", "japanese,tax=some", "good.sgf"], 2),
        (&["--dead", "all", "good.sgf"], 2),
        (&["--unknown", "good.sgf"], 2),
    ] {
        assert_eq!(check(folder.path(), arguments).status.code(), Some(status), "{arguments:?}");
    }
    let output = check(folder.path(), &["--rules", "chinese,suicide=allowed", "--dead", "E5", "good.sgf"]);
    assert_eq!(
        (&lines(&output)[0]["rules"], &lines(&output)[0]["dead"]),
        (&json!("chinese,suicide=allowed"), &json!(["E5"]))
    );
    let refused = check(folder.path(), &["--rules", "japanese,taxes=none", "good.sgf"]);
    let reason = String::from_utf8(refused.stderr).unwrap();
    assert!(reason.contains("no axis \"taxes\"; there are"), "{reason}");
}

#[test]
fn a_hyphen_is_standard_input() {
    let folder = folder(&[("-", BROKEN), ("good.sgf", GOOD)]);
    let fed = |arguments: &[&str], text: &str| {
        let mut command = tengen(folder.path());
        let mut child = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    };
    let output = fed(&["good.sgf", "-", "./-"], ILLEGAL);
    let found = lines(&output);
    let files: Vec<_> = found.iter().map(|line| line["file"].as_str().unwrap()).collect();
    assert_eq!(files, ["good.sgf", "-", "./-"]);
    assert_eq!(found[1]["illegal"]["rule"], "occupied");
    assert_eq!(found[2]["error"]["code"], "no_game");
    // Enough games that a file would be read a second time.
    let many = fed(&["-"], &GOOD.repeat(200));
    let found = lines(&many);
    assert_eq!((found.len(), &found[199]["index"], &found[199]["moves"]), (200, &json!(200), &json!(2)));
    assert_eq!(many.status.code(), Some(0));
    assert_eq!(lines(&fed(&["-"], ""))[0]["error"]["code"], "no_game");
}

#[test]
fn old_encodings_are_read() {
    let folder = folder(&[]);
    let text = "(;SZ[9]PB[柯洁]PW[古力]RE[黑中盘胜];B[ee])";
    let (bytes, _, _) = encoding_rs::GB18030.encode(text);
    fs::write(folder.path().join("gb.sgf"), bytes).unwrap();
    let output = check(folder.path(), &["gb.sgf"]);
    assert_eq!(lines(&output)[0]["recorded_result"], "黑中盘胜");
}

#[test]
fn other_formats_are_read_like_sgf() {
    let gib =
        "\\HS\n\\[GAMETAG=W0,Z65,G65\\]\n\\HE\n\\GS\nINI 0 1 0 &4\nSTO 0 2 1 15 3\nSTO 0 3 2 15 3\n\\GE\n";
    let ugf = "[Header]\nSize=5\n[Data]\nCC,B1,1,0\n";
    let folder = folder(&[("a.GIB", gib), ("b.ugi", ugf), ("c.txt", ugf), ("d.sgf", GOOD)]);
    let output = check(folder.path(), &["."]);
    let found = lines(&output);
    assert_eq!(found.len(), 3);
    assert_eq!(
        (&found[0]["komi"]["points"], &found[0]["illegal"]["rule"]),
        (&json!(6.5), &json!("occupied"))
    );
    assert_eq!((&found[1]["width"], &found[1]["moves"]), (&json!(5), &json!(1)));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_record_a_hundred_thousand_levels_deep_is_checked() {
    let mut text = String::from("(;SZ[9]RU[Tromp-Taylor]");
    text.push_str(&"(;B[](;C[other])(;W[]".repeat(50_000));
    text.push_str(&")".repeat(100_001));
    let folder = folder(&[("deep.sgf", &text)]);
    let output = check(folder.path(), &["deep.sgf"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(lines(&output).len(), 1);
}

#[test]
fn many_games_in_one_file_keep_their_order() {
    let games: Vec<_> = (0..1000).map(|number| format!("(;SZ[2]C[{number}]RE[{number}])")).collect();
    let folder = folder(&[("many.sgf", &games.join("\n")), ("one.sgf", GOOD)]);
    let found = lines(&check(folder.path(), &["many.sgf", "one.sgf"]));
    assert_eq!(found.len(), 1001);
    for (number, line) in found[..1000].iter().enumerate() {
        let expected = (&json!(number + 1), &json!(number.to_string()));
        assert_eq!((&line["index"], &line["recorded_result"]), expected);
    }
    assert_eq!(found[1000]["file"], "one.sgf");
}

#[test]
fn what_is_too_much_for_an_import_is_checked_if_it_is_asked_for() {
    let folder = folder(&[("many.sgf", &"(;SZ[2])".repeat(2_001))]);
    let found = lines(&check(folder.path(), &["many.sgf"]));
    assert_eq!((found.len(), &found[0]["error"]["code"]), (1, &json!("too_many_games")));
    assert_eq!(lines(&check(folder.path(), &["--large", "many.sgf"])).len(), 2_001);
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let folder = folder(&[("many.sgf", &"(;SZ[19])\n".repeat(5_000))]);
    let mut child = tengen(folder.path())
        .args(["--large", "many.sgf"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    drop(reader);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}
