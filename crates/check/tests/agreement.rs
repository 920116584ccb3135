//! A check says of a file what an import says: which of its games open, why others do not, and what is forgiven, each with its place.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail the test like the tests themselves")]

use std::fs;
use std::path::Path;

use tengen_check::{Options, check_opened, open_games, read};
use tengen_records::{Bounds, Unreadable, read_file};

/// A game of a file: `opens` or why it does not, and what was forgiven, all with places.
type Said = Vec<String>;

fn refusal(reason: &str, line: usize, column: usize) -> Said {
    vec![format!("refused: {reason} {line}:{column}")]
}

fn opens(forgiven: impl Iterator<Item = (String, usize, usize)>) -> Said {
    let forgiven = forgiven.map(|(code, line, column)| format!("{code} {line}:{column}"));
    std::iter::once("opens".to_owned()).chain(forgiven).collect()
}

/// What an import says of each game, or of the whole file.
fn said_by_import(file: &[u8]) -> Result<Vec<Said>, Said> {
    let of_file = |error: Unreadable| refusal(error.reason, error.position.line, error.position.column);
    let read = read_file(file).map_err(of_file)?;
    assert_eq!(read.more_warnings, 0, "the files of this test are small");
    let (mut records, mut refused) = (read.records.into_iter(), read.refused.into_iter().peekable());
    let mut said = Vec::new();
    loop {
        let game = u32::try_from(said.len() + 1).unwrap();
        if let Some(refused) = refused.next_if(|refused| refused.game == game) {
            said.push(refusal(&refused.reason, refused.line as usize, refused.column as usize));
        } else if let Some(record) = records.next() {
            assert!(record.warnings.iter().all(|told| told.game == game));
            let told = record.warnings.into_iter().map(|told| told.warning);
            said.push(opens(told.map(|told| (told.code, told.line as usize, told.column as usize))));
        } else {
            assert!(refused.next().is_none());
            return Ok(said);
        }
    }
}

/// What a check says of each game, or of the whole file.
fn said_by_check(file: &[u8]) -> Result<Vec<Said>, Said> {
    let place = |position: Option<tengen_sgf::Position>| {
        let position = position.unwrap();
        (position.line, position.column)
    };
    let collection = read(file).map_err(|failure| {
        let (line, column) = place(failure.position);
        refusal(failure.code, line, column)
    })?;
    let games = open_games(&collection, &Bounds::GREAT)
        .map_err(|error| refusal(error.reason, error.position.line, error.position.column))?;
    let said = collection.games().zip(games).map(|(root, game)| match game {
        Ok(game) => {
            let report = check_opened(root, &game, &Options::default()).unwrap();
            opens(report.warnings.iter().map(|told| (told.code.to_owned(), told.line, told.column)))
        }
        Err(error) => refusal(error.reason, error.position.line, error.position.column),
    });
    Ok(said.collect())
}

/// What both say of a file. Where no game opens an import answers why the first does not.
fn said(file: &[u8]) -> Vec<Said> {
    let (import, check) = (said_by_import(file), said_by_check(file));
    let text = String::from_utf8_lossy(file);
    match (import, check) {
        (Ok(import), Ok(check)) => {
            assert_eq!(import, check, "{text:?}");
            check
        }
        (Err(import), Ok(check)) => {
            assert!(check.iter().all(|said| said[0].starts_with("refused: ")), "{text:?}: {check:?}");
            assert_eq!(Some(&import), check.first(), "{text:?}");
            check
        }
        (import, Err(check)) => {
            assert_eq!(import, Err(check.clone()), "{text:?}");
            vec![check]
        }
    }
}

#[test]
fn files_of_other_programs_open_alike() {
    for (text, expected) in [
        ("(;SZ[9]KM[375]AP[foxwq]RU[Chinese];B[ee])", "opens komi_in_hundredths 1:11"),
        ("(\r\nPB[a]\r\n;B[pd])", "opens property_outside_node 2:1"),
        ("\u{feff}(;SZ[9]AB[];B[ee])", "opens no_point 1:11"),
        ("(;SZ[9];B[ee]))  and so on", "opens text_after_game 1:15"),
        ("(;SZ[9];B[ee])\n\u{feff}(;SZ[9];B[aa])", "opens byte_order_mark 2:1 | opens"),
        ("(;SZ[9];B[ee];W[cc]", "opens unclosed_tree 1:1"),
        ("(;SZ[9];B[ee]();W[cc])", "opens empty_tree 1:14"),
        ("(;SZ[9]PL[2];B[ee])", "opens bad_color 1:11"),
        ("(;SZ[9]AB[tt];B[zz])", "opens off_board 1:11 pass_as_letters 1:17"),
        ("(;B[R16];W[Pass])", "opens point_as_vertex 1:5 pass_as_word 1:12"),
        ("(;SZ[9];B[ee])(;GM[11]SZ[11];B[a2])", "opens | refused: not_go 1:20"),
        ("(;SZ[9];B[ee])(;SZ[9]AB[vv];B[cc])(;SZ[9])", "opens | opens off_board 1:25 | opens"),
        ("(;RU[koPOSITIONALscoreAREAtaxNONEsui1];B[ee])", "opens"),
        ("(;RU[mine]KM[6.5目]RE[黑中盘胜]TC[3]TT[30];B[ee])", "opens unknown_rules 1:6"),
        // A size that is none, a missing bracket, and a move that is none in a variation and on the main line.
        ("(;SZ[nine];B[ee])(;SZ[0])", "opens bad_size 1:6 | opens bad_size 1:23"),
        (";SZ[9];B[ee](;W[cc])(;W[dd]))", "opens unopened_tree 1:1"),
        ("(;SZ[9];B[ee](;W[cc])(;W[?];B[dd]))", "opens bad_point 1:26"),
        ("(;SZ[9];B[?])", "refused: bad_point 1:11"),
        ("(;SZ[99];B[aa])", "refused: bad_size 1:6"),
        ("(;SZ[26];B[aa])", "refused: board_too_large 1:6"),
        ("words", "refused: no_game 1:1"),
        // Stones without a liberty, and handicap stones that stand nowhere.
        ("(;SZ[9]AB[aa]AW[ab][ba];B[ee])", "opens no_liberties 1:21"),
        ("(;SZ[9];B[ee](;W[cc])(;AB[aa]AW[ab][ba]))", "opens no_liberties 1:37"),
        ("(;SZ[8]HA[5];W[aa])", "opens handicap_stones 1:11"),
        ("(;SZ[9]HA[2];W[gc];B[cc])", "opens handicap_stones 1:11"),
        ("(;SZ[9]HA[2];W[ee])", "opens"),
    ] {
        let found: Vec<String> = said(text.as_bytes()).into_iter().map(|said| said.join(" ")).collect();
        assert_eq!(found.join(" | "), expected, "{text:?}");
    }
}

#[test]
fn bounds_are_named_alike() {
    for (file, expected) in [
        ("(;)".repeat(Bounds::GREAT.games + 1), "refused: too_many_games 1:1"),
        (format!("(;C[{}])", "x".repeat(Bounds::GREAT.bytes)), "refused: too_large 1:1"),
        (format!("({})", ";".repeat(Bounds::GREAT.nodes + 1)), "refused: too_many_nodes 1:200002"),
        (format!("(;SZ[25]{})", ";TR[aa:yy]".repeat(2_000)), "refused: too_many_points"),
        (format!("(;SZ[25]HA[2];W[aa]{})", ";AB[aa:yy]".repeat(2_000)), "refused: too_many_points"),
    ] {
        let said = said(file.as_bytes());
        assert!(said.len() == 1 && said[0][0].starts_with(expected), "{said:?}");
    }
}

/// The texts of a source in Rust that begin like a game, as bytes. Those that a program completes are files as well.
fn games_in(source: &str) -> Vec<Vec<u8>> {
    let mut games = Vec::new();
    let mut rest = source;
    while let Some(at) = rest.find("\"(") {
        rest = &rest[at + 1..];
        let mut bytes = Vec::new();
        let mut letters = rest.chars();
        while let Some(letter) = letters.next().filter(|letter| *letter != '"') {
            let escaped = if letter == '\\' { letters.next() } else { None };
            let hex = |digits: &str| u32::from_str_radix(digits, 16).unwrap_or(u32::from('?'));
            match escaped {
                None => bytes.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes()),
                Some('n') => bytes.push(b'\n'),
                Some('r') => bytes.push(b'\r'),
                Some('t') => bytes.push(b'\t'),
                Some('0') => bytes.push(0),
                Some('x') => {
                    let digits: String = letters.by_ref().take(2).collect();
                    bytes.push(u8::try_from(hex(&digits)).unwrap());
                }
                Some('u') => {
                    let digits: String = letters.by_ref().take_while(|letter| *letter != '}').collect();
                    let letter = char::from_u32(hex(digits.trim_start_matches('{'))).unwrap_or('?');
                    bytes.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
                }
                // A line that goes on behind its indentation.
                Some('\n') => letters = letters.as_str().trim_start().chars(),
                Some(other) => bytes.extend_from_slice(other.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
        rest = letters.as_str();
        games.push(bytes);
    }
    games
}

#[test]
fn every_record_of_the_other_tests_opens_alike() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let (mut folders, mut files) = (Vec::new(), 0);
    for name in ["sgf", "records", "check", "formats", "trying", "server"] {
        folders.push(crates.join(name).join("tests"));
        folders.push(crates.join(name).join("src"));
    }
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for path in entries.map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                for game in games_in(&fs::read_to_string(&path).unwrap()) {
                    said(&game);
                    files += 1;
                }
            }
        }
    }
    assert!(files > 500, "there are {files} records in tests");
}
