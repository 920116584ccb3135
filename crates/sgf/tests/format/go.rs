//! The meaning of properties in a game of Go.

use tengen_rules::Color;
use tengen_sgf::go::{BoardSize, GameInfo, Misfit, Step};
use tengen_sgf::{Collection, Warnings};

fn info(text: &str) -> Result<GameInfo, Misfit> {
    GameInfo::read(Collection::parse(text).unwrap().games().next().unwrap())
}

/// Each step of the main line: setup as `+aa` `-bb` `.cc`, the player to move, moves as `Baa` and `Wpass`.
fn steps(text: &str, size: &str) -> Result<String, Misfit> {
    let collection = Collection::parse(text).unwrap();
    let root = collection.games().next().unwrap();
    let info = GameInfo { size: size.parse().unwrap(), ..GameInfo::read(root)? };
    let mut words = Vec::new();
    for node in root.main_line() {
        let step = Step::read(node, &info)?;
        words.extend(step.setup.iter().map(|placed| match placed.stone {
            Some(Color::Black) => format!("+{}", placed.at),
            Some(Color::White) => format!("-{}", placed.at),
            None => format!(".{}", placed.at),
        }));
        words.extend(step.to_move.map(|color| color.to_string()));
        words.extend(step.moves.iter().map(|played| {
            let color = if played.color == Color::Black { "B" } else { "W" };
            played.at.map_or_else(|| format!("{color}pass"), |at| format!("{color}{at}"))
        }));
    }
    Ok(words.join(" "))
}

#[test]
fn a_silent_record_has_defaults() {
    let info = info("(;)").unwrap();
    assert_eq!(info.size, BoardSize::DEFAULT);
    assert_eq!((info.komi, info.handicap, info.rules, info.named_rules), (None, 0, None, None));
    assert_eq!((info.result, info.result_text), (None, None));
}

#[test]
fn a_record_says_what_was_agreed() {
    let read = info("(;GM[1]SZ[13:9]KM[6.50]HA[3]RU[Chinese]RE[ W+Resign ])").unwrap();
    assert_eq!(read.size.to_string(), "13:9");
    assert_eq!(read.komi.map(|komi| komi.to_string()).as_deref(), Some("6.5"));
    assert_eq!((read.handicap, read.rules.as_deref()), (3, Some("Chinese")));
    assert_eq!(read.named_rules.map(|named| named.preset.name()), Some("chinese"));
    assert_eq!(read.result.map(|result| result.to_string()).as_deref(), Some("W+R"));
    assert_eq!(read.result_text.as_deref(), Some("W+Resign"));
    let free = info("(;RU[house rules]RE[黑中盘胜]KM[]HA[]SZ[]GM[])").unwrap();
    assert_eq!((free.rules.as_deref(), free.named_rules), (Some("house rules"), None));
    assert_eq!(
        (free.result_text.as_deref(), free.result.map(|result| result.to_string()).as_deref()),
        (Some("黑中盘胜"), Some("B+R"))
    );
    let later = info("(;SZ[9];KM[0.5]HA[2](;B[aa]RE[B+1])(;RE[W+1]))").unwrap();
    assert_eq!(later.handicap, 2);
    assert_eq!(later.result_text.as_deref(), Some("B+1"), "on the main line");
}

#[test]
fn what_does_not_fit_is_named_with_its_place() {
    for (text, code, column) in [
        ("(;GM[2])", "not_go", 6),
        ("(;SZ[53])", "bad_size", 6),
        ("(;SZ[100x100])", "bad_size", 6),
        ("(;XSZ[mug 3])", "bad_board", 7),
        ("(;XSZ[hexagon 15])", "bad_board", 7),
    ] {
        let misfit = info(text).expect_err(text);
        let position = misfit.position.map(|position| (position.line, position.column));
        assert_eq!((misfit.code(), position), (code, Some((1, column))), "{text}");
    }
    for (text, code, column) in [
        ("(;B[q])", "bad_point", 5),
        ("(;B[i16])", "bad_point", 5),
        ("(;XSZ[hexagon 4]XB[aa])", "bad_point", 20),
    ] {
        let misfit = steps(text, "19").expect_err(text);
        let position = misfit.position.map(|position| (position.line, position.column));
        assert_eq!((misfit.code(), position), (code, Some((1, column))), "{text}");
    }
    let full = format!("(;AB{})", "[aa:yy]".repeat(Step::MAX_POINTS / 625 + 1));
    assert_eq!(steps(&full, "25").unwrap_err().code(), "too_many_points");
    let size = info("(;\nSZ[99])").unwrap_err();
    assert_eq!(
        size.to_string(),
        "line 2, column 4: not a size: a number from 1 to 52, or two with a colon between them"
    );
}

#[test]
fn a_board_without_a_size_has_all_points() {
    let snake = |side: u8| -> String {
        let letters = || (b'a'..b'a' + side).map(char::from);
        letters().flat_map(|row| letters().map(move |column| format!(";B[{column}{row}]"))).collect()
    };
    for (moves, size) in [
        (String::new(), "19"),
        (";B[ee];W[E5]".to_owned(), "19"),
        (";B[ss]".to_owned(), "19"),
        (";B[aa](;W[bb])(;W[tu])".to_owned(), "25"),
        (";AB[aa:uu];B[tt]".to_owned(), "25"),
        (";B[Z25];W[zZ]".to_owned(), "25"),
        // A point may be named in two ways, and a pass is none.
        (snake(9) + ";W[J9];B[tt];W[zz];B[]", "9"),
        (snake(9) + ";W[ja]", "13"),
        (snake(9) + "AB[na]", "19"),
    ] {
        for written in ["0", "x", "-9", "9.5", "?"] {
            let read = info(&format!("(;SZ[{written}]{moves})")).unwrap();
            assert_eq!(read.size.to_string(), size, "{written} {moves}");
        }
    }
    assert_eq!(info("(;SZ[Nine];B[ss])").unwrap().size.to_string(), "9");
}

#[test]
fn a_move_that_can_not_be_read_spoils_the_main_line_alone() {
    let collection = Collection::parse("(;SZ[9];B[ee](;W[dd])(;W[?];B[cc](;W[R])(;W[ff])))").unwrap();
    let info = GameInfo::read(collection.games().next().unwrap()).unwrap();
    let (mut waiting, mut warnings) = (vec![collection.games().next().unwrap()], Warnings::default());
    let mut beyond = 0;
    while let Some(node) = waiting.pop() {
        let step = Step::read_noting(node, &info, &mut warnings).unwrap();
        beyond += step.moves.iter().filter(|played| played.at.is_some_and(|at| at.row() > 18)).count();
        waiting.extend(node.children());
    }
    let told = collection.warnings(collection.games().next().unwrap(), &warnings);
    let places: Vec<_> = told.iter().map(|told| (told.code(), told.position.column)).collect();
    assert_eq!((beyond, places), (2, vec![("bad_point", 26), ("bad_point", 38)]));
}

#[test]
fn steps_set_up_and_move() {
    for (text, size, words) in [
        ("(;B[aa];W[bb])", "19", "Baa Wbb"),
        ("(;B[];W[tt])", "19", "Bpass Wpass"),
        ("(;B[tt])", "13:19", "Bpass"),
        ("(;B[tt])", "20:19", "Btt"),
        ("(;B[tt];W[])", "25", "Btt Wpass"),
        ("(;B[zz];W[aA])", "19", "Bpass WaA"),
        ("(;B[q16];W[T1];B[PASS])", "19", "Bpd Wss Bpass"),
        ("(;B[A9])", "13:9", "Baa"),
        // Beyond the board, and no pass.
        ("(;B[q20];W[U20])", "9", "BZZ WZZ"),
        // Of a setup what means something is taken.
        ("(;AB[aa][b][];PL[red])", "19", "+aa"),
        ("(;AB[aa:];AE[aa:bb:cc])", "19", ""),
        ("(;AW[rr:tt];AW[ta])", "19", "-rr -sr -rs -ss"),
        ("(;AW[C3]AB[T20])", "19", "-cq"),
        ("(;B[ aa ]W[bb])", "19", "Baa Wbb"),
        ("(;AB[aa:bb]AW[cc]AE[dd]PL[W])", "19", "+aa +ba +ab +bb -cc .dd white"),
        ("(;AB[cb:ba])", "19", "+ba +ca +bb +cb"),
        ("(;AB[aa][aa]AE[aa])", "19", "+aa +aa .aa"),
        ("(;PL[b];PL[White];PL[])", "19", "black white"),
        ("(;B[aa]AW[bb])", "19", "-bb Baa"),
        ("(;Black[aa];AddWhite[bb])", "19", "Baa -bb"),
        ("(;C[nothing])", "19", ""),
    ] {
        assert_eq!(steps(text, size).as_deref(), Ok(words), "{text}");
    }
}

#[test]
fn boards_that_sgf_cannot_describe_have_names() {
    let read = info("(;XSZ[ torus 9x7 ]SZ[19]HA[3]XHA[2]KM[5.5])").unwrap();
    assert_eq!(
        read.board.and_then(|board| board.name()).map(|name| name.to_string()),
        Some("torus 9x7".into())
    );
    assert_eq!((read.size.to_string().as_str(), read.handicap), ("9:7", 2));
    assert_eq!(info("(;XSZ[hexagon 3])").unwrap().size.to_string(), "19:1", "how the points lie in rows");
    assert_eq!(info("(;XSZ[])").unwrap().board, None);

    // 37 points: a row of 25 above a row of 12.
    let text = "(;XSZ[hexagon 4]XAB[A2][b2]XAW[C1]XAE[A1]PL[W];XW[Z2];XB[pass];XW[];B[aa]AB[bb])";
    assert_eq!(steps(text, "25:2").as_deref(), Ok("+aa +ba -cb .ab white Wya Bpass Wpass"));
    assert_eq!(steps("(;XSZ[hexagon 4]XAB[aa][A1:B1][A1];XB[Pass])", "25:2").as_deref(), Ok("+ab Bpass"));
    assert_eq!(steps("(;XSZ[hexagon 4];XB[Z3])", "25:2").as_deref(), Ok("BZZ"));
    // On a grid the same properties mean nothing.
    assert_eq!(steps("(;XAB[aa];XB[A1])", "9").as_deref(), Ok(""));
}
