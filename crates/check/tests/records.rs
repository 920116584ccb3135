//! Records made by hand, and the findings on them.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail the test like the tests themselves")]

use serde_json::{Value, json};
use tengen_check::{Line, Options, check, read};

/// The line for the first game of a text.
fn line(text: &str, rules: Option<&str>, dead: &str) -> Value {
    let options = Options { rules: rules.map(|rules| rules.parse().unwrap()), dead: dead.parse().unwrap() };
    let verdict = read(text.as_bytes()).and_then(|collection| {
        let root = collection.games().next().unwrap();
        check(root, &options)
    });
    serde_json::to_value(Line { file: "x.sgf", index: None, verdict: &verdict }).unwrap()
}

fn plain(text: &str) -> Value {
    line(text, None, "none")
}

fn line_of(text: &str, rules: &str) -> Value {
    line(text, Some(rules), "none")
}

/// `[ply, at, rule]` of the illegal move, or null.
fn illegal(line: &Value) -> Value {
    match &line["illegal"] {
        Value::Null => Value::Null,
        illegal => json!([illegal["ply"], illegal["at"], illegal["rule"]]),
    }
}

#[test]
fn a_line_has_these_fields_in_this_order() {
    let text = "(;SZ[3:2]KM[0.5]RU[Chinese]RE[B+5.5];B[ba];W[Pass];B[bb];W[])";
    let verdict =
        read(text.as_bytes()).and_then(|read| check(read.games().next().unwrap(), &Options::default()));
    let printed = serde_json::to_string(&Line { file: "a b.sgf", index: None, verdict: &verdict }).unwrap();
    assert_eq!(
        printed,
        concat!(
            r#"{"file":"a b.sgf","width":3,"height":2,"rules":"chinese","komi":{"points":0.5,"from":"points","written":"0.5"},"#,
            r#""moves":4,"illegal":null,"#,
            r#""stones":".B..B.","prisoners":{"black":0,"white":0},"to_move":"black","dead":[],"neutral":[],"unsettled":[],"#,
            r#""owners":"BBBBBB","score":{"black":6,"white":0.5,"margin":5.5,"lines":["#,
            r#"{"name":"stones","black":2,"white":0},{"name":"territory","black":4,"white":0},"#,
            r#"{"name":"komi","black":0,"white":0.5}]},"recorded_result":"B+5.5","agrees":true,"#,
            r#""warnings":[{"code":"pass_as_word","line":1,"column":46}]}"#
        )
    );
    let verdict = read(b"B[aa]").map(|_| unreachable!());
    let printed = serde_json::to_string(&Line { file: "b.sgf", index: Some(2), verdict: &verdict }).unwrap();
    assert_eq!(
        printed,
        r#"{"file":"b.sgf","index":2,"error":{"code":"no_game","line":1,"column":1,"message":"no game begins here: there is no \"(\" with a node or a property behind it, and no node at the beginning"}}"#
    );
}

#[test]
fn illegal_moves_stop_the_record() {
    // A ko on 4x4: White's stone at C3 (bb is B3) is taken back at once.
    const KO: &str = "(;SZ[4];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[cb])";
    const LATER: &str = "(;SZ[4];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[dd];W[ad];B[cb])";
    for (text, rules, found, moves) in [
        (KO, "japanese", json!([9, "C3", "ko"]), 8),
        (KO, "aga", json!([9, "C3", "ko"]), 8),
        (LATER, "japanese", json!(null), 11),
        ("(;SZ[9];B[ee];W[ee])", "japanese", json!([2, "E5", "occupied"]), 1),
        ("(;SZ[9];B[ee];W[ja])", "japanese", json!([2, "ja", "off_board"]), 1),
        ("(;SZ[9];B[ee];B[ed])", "japanese", json!([2, "E6", "out_of_turn"]), 1),
        ("(;SZ[9];B[];B[])", "japanese", json!([2, "pass", "out_of_turn"]), 1),
        ("(;SZ[9];W[ee])", "japanese", json!([1, "E5", "out_of_turn"]), 0),
        // One stone and two stones without a liberty.
        ("(;SZ[9]AB[ba][ab]PL[W];W[aa])", "japanese", json!([1, "A9", "suicide"]), 0),
        ("(;SZ[9]AB[ca][bb][ab]AW[ba]PL[W];W[aa])", "chinese", json!([1, "A9", "suicide"]), 0),
        ("(;SZ[9]AB[ca][bb][ab]AW[ba]PL[W];W[aa])", "tromp-taylor", json!(null), 1),
        ("(;SZ[9]AB[ca][bb][ab]AW[ba]PL[W];W[aa])", "chinese,suicide=multi_stone", json!(null), 1),
        ("(;SZ[9]AB[ca][bb][ab]AW[ba]PL[W];W[aa])", "logical", json!(null), 1),
        (
            "(;SZ[9]AB[ca][bb][ab]AW[ba]PL[W];W[aa])",
            "logical,suicide=forbidden",
            json!([1, "A9", "suicide"]),
            0,
        ),
        // After two passes play is over for good where all stones are alive.
        ("(;SZ[9];B[ee];W[];B[];W[gg])", "tromp-taylor", json!([4, "G3", "play_is_over"]), 3),
        ("(;SZ[9];B[ee];W[];B[];W[gg])", "japanese", json!(null), 4),
        ("(;SZ[9];B[ee];W[];B[];W[])", "tromp-taylor", json!(null), 4),
    ] {
        let line = line(text, Some(rules), "none");
        assert_eq!((illegal(&line), &line["moves"]), (found, &json!(moves)), "{text} {rules}");
    }
    let stopped = line("(;SZ[3]RE[B+9];B[bb];W[bb];B[aa])", Some("chinese,handicap_bonus=zero"), "none");
    assert_eq!(stopped["stones"], "....B....");
    assert_eq!(stopped["to_move"], "white");
    assert_eq!((&stopped["score"]["black"], &stopped["agrees"]), (&json!(9), &json!(null)));
}

#[test]
fn superko_sees_the_position_before_the_first_move() {
    // On 2x1 the second stone takes the first; taking it back would repeat the position of one stone.
    let text = "(;SZ[2:1];B[aa];W[ba];B[aa])";
    assert_eq!(illegal(&line(text, Some("tromp-taylor"), "none")), json!([3, "A1", "ko"]));
    let sending_two = "(;SZ[3:1];B[aa];W[ba];B[];W[])";
    assert_eq!(illegal(&line(sending_two, Some("tromp-taylor"), "none")), json!(null));
    // A capture back to an empty board is impossible, but one back to the setup is not.
    let setup = "(;SZ[2:1]AB[aa]PL[W];W[ba];B[aa])";
    let line = line(setup, Some("tromp-taylor"), "none");
    assert_eq!(illegal(&line), json!([2, "A1", "ko"]));
}

#[test]
fn handicap_stones_come_in_three_ways() {
    let stones = |line: &Value| line["stones"].as_str().unwrap().matches('B').count();
    for (text, count, to_move, found) in [
        ("(;SZ[9]HA[2]AB[cg][gc];W[ee])", 2, "black", json!(null)),
        ("(;SZ[9]HA[2]AB[cg][gc];B[ee])", 2, "white", json!([1, "E5", "out_of_turn"])),
        ("(;SZ[9]HA[2];W[ee])", 2, "black", json!(null)),
        ("(;SZ[9]HA[2])", 2, "white", json!(null)),
        ("(;SZ[9]HA[2];B[aa];B[bb];W[ee])", 2, "black", json!(null)),
        ("(;SZ[9]HA[3];B[aa];B[bb];B[cc];B[dd])", 3, "white", json!([4, "D6", "out_of_turn"])),
        ("(;SZ[9]HA[3];B[aa];B[aa])", 1, "white", json!([2, "A9", "occupied"])),
        ("(;SZ[9]HA[3];B[aa];B[zy])", 1, "white", json!([2, "zy", "off_board"])),
        ("(;SZ[9]HA[3];B[aa];B[bb];W[ee];B[ff])", 3, "white", json!(null)),
        ("(;SZ[2:1]HA[3];B[aa];B[ba])", 1, "white", json!([2, "B1", "suicide"])),
        ("(;SZ[9]HA[1];B[aa];W[ee])", 1, "black", json!(null)),
        ("(;SZ[9]HA[2]AB[aa]AW[ii];B[ee])", 2, "white", json!(null)),
    ] {
        let line = plain(text);
        assert_eq!((stones(&line), &line["to_move"]), (count, &json!(to_move)), "{text}");
        assert_eq!(illegal(&line), found, "{text}");
    }
    let nowhere = plain("(;SZ[8]HA[5];W[aa];B[bb])");
    assert_eq!(nowhere["warnings"], json!([{"code": "handicap_stones", "line": 1, "column": 11}]));
    assert_eq!((illegal(&nowhere), &nowhere["moves"], stones(&nowhere)), (json!(null), &json!(2), 1));
}

#[test]
fn handicap_stones_are_not_put_where_moves_are_made() {
    let black = |line: &Value| -> Vec<String> {
        let width = line["width"].as_u64().unwrap();
        let name = |at: u64| {
            let letter = "ABCDEFGHJKLMNOPQRST".as_bytes()[usize::try_from(at % width).unwrap()];
            format!("{}{}", char::from(letter), line["height"].as_u64().unwrap() - at / width)
        };
        let stones = line["stones"].as_str().unwrap();
        (0..).zip(stones.bytes()).filter(|(_, stone)| *stone == b'B').map(|(at, _)| name(at)).collect()
    };
    for (text, stones) in [
        // Nothing speaks against the usual places.
        ("(;SZ[19]HA[6];W[cf])", "D16 Q16 D10 Q10 D4 Q4"),
        ("(;SZ[19]HA[6];W[cf];B[jp])", "D16 Q16 D10 Q10 D4 K4 Q4"),
        // White or Black plays on a side that the usual places take, at once or later.
        ("(;SZ[19]HA[6];W[dj])", "D16 K16 Q16 D4 K4 Q4"),
        ("(;SZ[19]HA[6];W[cf];B[pj];W[dj])", "D16 K16 Q16 Q10 D4 K4 Q4"),
        ("(;SZ[19]HA[7];W[cf];B[dj];W[pj])", "D16 K16 Q16 D10 K10 D4 K4 Q4"),
        ("(;SZ[13]HA[6];W[dg])", "D10 G10 K10 D4 G4 K4"),
        ("(;SZ[19]HA[2];W[pd])", "D16 Q4"),
        ("(;SZ[19]HA[3];W[dd])", "Q16 D4 Q4"),
        ("(;SZ[13:9]HA[3];W[dc])", "K7 D3 K3"),
        // A stone that was taken may be played on again.
        ("(;SZ[9]HA[2];W[fc];B[aa];W[hc];B[ab];W[gb];B[ac];W[gd];B[ad];W[gc])", "A9 A8 A7 A6 C3"),
    ] {
        let line = plain(text);
        assert_eq!((illegal(&line), black(&line).join(" ").as_str()), (json!(null), stones), "{text}");
    }
    // Played on all of them: the stones stood where nobody tells.
    for text in ["(;SZ[19]HA[6];W[dj];B[jp])", "(;SZ[19]HA[4];W[dd])", "(;SZ[9]HA[2];W[gc];B[cc])"] {
        let found = plain(text);
        assert_eq!(found["warnings"][0]["code"], "handicap_stones", "{text}");
        assert_eq!(
            (illegal(&found), black(&found).len()),
            (json!(null), text.matches(";B").count()),
            "{text}"
        );
    }
    // A stone that the record itself places stays.
    let placed = "(;SZ[9]HA[2]AB[cg][gc];W[gc])";
    assert_eq!(illegal(&plain(placed)), json!([1, "G7", "occupied"]));
}

#[test]
fn komi_and_the_handicap_are_lines_of_the_score() {
    let lines = |line: &Value| -> Vec<String> {
        let lines = line["score"]["lines"].as_array().unwrap().iter();
        lines
            .map(|line| format!("{} {}:{}", line["name"].as_str().unwrap(), line["black"], line["white"]))
            .collect()
    };
    let found = plain("(;SZ[9]RU[Chinese]HA[3]KM[0];W[ee];B[])");
    assert_eq!(lines(&found)[2..], ["handicap_bonus 0:3", "komi 0:0"]);
    let found = line("(;SZ[9]RU[Chinese]HA[3]KM[0];W[ee];B[])", Some("aga"), "none");
    assert_eq!(lines(&found)[2..], ["handicap_bonus 0:2", "komi 0:0"]);
    // Without KM, the usual komi of the preset.
    for (text, komi) in [
        ("(;SZ[9]RU[Chinese])", json!(7.5)),
        ("(;SZ[9])", json!(6.5)),
        ("(;SZ[9]HA[1])", json!(0.5)),
        ("(;SZ[9]KM[-3.5])", json!(-3.5)),
        ("(;SZ[9]KM[3.75])", json!(7.5)),
        ("(;SZ[9]KM[])", json!(6.5)),
    ] {
        let line = plain(text);
        let last = line["score"]["lines"].as_array().unwrap().last().unwrap().clone();
        assert_eq!((&last["name"], &last["white"]), (&json!("komi"), &komi), "{text}");
    }
}

#[test]
fn the_report_says_how_a_komi_was_taken() {
    for (text, points, from) in [
        ("(;SZ[9]KM[375]AP[foxwq]RU[Chinese];B[ee])", json!(7.5), "hundredths_of_stones"),
        ("(;SZ[19]KM[650]AP[foxwq]RU[Japanese];B[dd])", json!(6.5), "hundredths"),
        ("(;SZ[19]HA[2]KM[0]AP[foxwq]RU[Chinese]AB[dd][pp];W[pd])", json!(0), "hundredths_of_stones"),
        ("(;SZ[19]KM[325];B[dd])", json!(6.5), "hundredths_of_stones"),
        ("(;SZ[19]KM[3.75];B[dd])", json!(7.5), "stones"),
        ("(;SZ[9]KM[6.5];B[ee])", json!(6.5), "points"),
        ("(;SZ[9]KM[375]AP[Tengen:0.1.0];B[ee])", json!(375), "points"),
        ("(;SZ[9];B[ee])", json!(6.5), "usual"),
    ] {
        let line = plain(text);
        assert_eq!((&line["komi"]["points"], &line["komi"]["from"]), (&points, &json!(from)), "{text}");
        let last = line["score"]["lines"].as_array().unwrap().last().unwrap().clone();
        assert_eq!(last["white"], points, "{text}");
    }
    assert_eq!(plain("(;SZ[9]KM[375];B[ee])")["komi"]["written"], "375");
    assert_eq!(plain("(;SZ[9];B[ee])")["komi"]["written"], json!(null));
}

#[test]
fn setup_may_come_at_any_time() {
    let found = plain("(;SZ[3]AB[aa:ca]AW[ac][bc]AE[ba]PL[W];W[cc];AB[bb]AE[aa];W[aa])");
    assert_eq!(found["stones"], "W.B.B.WWW");
    assert_eq!((&found["moves"], &found["to_move"]), (&json!(2), &json!("black")));
    // Prisoners from before a setup are kept; here Black has taken a stone at the corner.
    let found = plain("(;SZ[3]AW[aa]AB[ba];B[ab];AW[cc];W[])");
    assert_eq!(found["prisoners"], json!({"black": 1, "white": 0}));
    // A turn that is said is a turn that holds.
    assert_eq!(illegal(&plain("(;SZ[3]AB[aa]PL[W];B[bb])")), json!([1, "B2", "out_of_turn"]));
    assert_eq!(illegal(&plain("(;SZ[3];B[aa];PL[B];B[bb])")), json!(null));
    // Beside a move PL says nothing.
    assert_eq!(illegal(&plain("(;SZ[3];B[aa]PL[B];W[bb])")), json!(null));
    let suffocated = plain("(;SZ[3];B[cc];\nAB[ab]AW[ba][bb][ac]AB[aa])");
    assert_eq!(suffocated["warnings"], json!([{"code": "no_liberties", "line": 2, "column": 24}]));
    // The two stones at the corner are off, and those around them stay. So is all of a full board.
    assert_eq!((&suffocated["stones"], &suffocated["moves"]), (&json!(".W..W.W.B"), &json!(1)));
    assert_eq!(plain("(;SZ[2]AB[aa:bb];B[aa])")["stones"], "B...");
}

#[test]
fn setup_in_mid_game_keeps_what_the_players_hold_and_forgets_the_way() {
    // Black takes the button by the first pass of the game. White's pass after a setup is not the first.
    let button = "(;SZ[3]HA[2]KM[0]RU[aga-button]AB[aa][cc];W[ab];B[];W[bb];AB[ca];B[ba];W[];B[])";
    let found = plain(button);
    assert_eq!(illegal(&found), json!(null));
    let lines = found["score"]["lines"].as_array().unwrap();
    let line = |name: &str| lines.iter().find(|line| line["name"] == name).unwrap();
    assert_eq!((&line("button")["black"], &line("button")["white"]), (&json!(0.5), &json!(0)));
    assert_eq!(line("handicap_bonus")["white"], 1, "White still has the bonus for two stones");

    // A stone after the ko would be refused; after a setup the position before it is forgotten.
    let ko = "(;SZ[4]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[bb])";
    assert_eq!(illegal(&plain(ko)), json!([2, "B3", "ko"]));
    for rules in ["japanese", "tromp-taylor"] {
        let changed = line_of(&ko.replace(";W[bb]", ";AB[aa];W[bb]"), rules);
        assert_eq!(
            (illegal(&changed), &changed["prisoners"]),
            (json!(null), &json!({"black": 1, "white": 1}))
        );
    }
    // A pass before a setup and one after it do not follow each other.
    let passes = "(;SZ[3];B[bb];W[];AB[aa];B[];W[cc])";
    assert_eq!(illegal(&line_of(passes, "tromp-taylor")), json!(null));
    assert_eq!(
        illegal(&line_of(&passes.replace(";AB[aa]", ""), "tromp-taylor")),
        json!([4, "C1", "play_is_over"])
    );
}

#[test]
fn boards_that_are_no_grids_have_names() {
    // On a torus the corner has four neighbours.
    let torus = "(;XSZ[torus 3x3]KM[0]RU[Chinese];XB[A1];XW[C1];XB[B2];XW[A2];XB[pass];XW[B1];XB[];XW[A3])";
    let found = plain(torus);
    assert_eq!(
        (&found["board"], &found["width"], illegal(&found)),
        (&json!("torus 3x3"), &json!(3), json!(null))
    );
    assert_eq!((&found["moves"], &found["stones"]), (&json!(8), &json!("W..WB..WW")), "A1 is taken");
    let hexagon = plain("(;XSZ[hexagon 2]RU[Chinese];XB[D1];XW[D1])");
    assert_eq!((&hexagon["stones"], illegal(&hexagon)), (&json!("...B..."), json!([2, "D1", "occupied"])));
    assert_eq!(hexagon["owners"], "BBBBBBB");
    // Others see a game without moves, and so do we where there is no name.
    assert_eq!(plain("(;SZ[9];XB[A1])")["moves"], 0);
    assert_eq!(plain("(;XSZ[torus 3x3];B[aa])")["moves"], 0);
    assert_eq!(illegal(&plain("(;XSZ[hexagon 2];XB[H1])")), json!([1, "H1", "off_board"]));
    assert_eq!(plain("(;SZ[9])").get("board"), None);
}

#[test]
fn play_may_go_on_after_two_passes() {
    // As this server writes a resumption: Black moves again after White's last pass.
    let resumed = "(;SZ[5];B[bc];W[dc];B[];W[];B[bb];W[];B[])";
    let found = plain(resumed);
    assert_eq!((illegal(&found), &found["moves"]), (json!(null), &json!(7)));
    // Under territory scoring, passes in resumed play cost a stone; the pass before Black's stone is part of it.
    let late = plain("(;SZ[5];B[bc];W[dc];B[];W[];B[];W[bb])");
    assert_eq!(late["prisoners"], json!({"black": 0, "white": 1}));
    // A third pass alone, as some servers want it, changes nothing.
    let third = plain("(;SZ[5];B[bc];W[dc];B[];W[];B[])");
    assert_eq!((&third["prisoners"], &third["moves"]), (&json!({"black": 0, "white": 0}), &json!(5)));
    let thrice = "(;SZ[5];B[bc];W[];B[];W[aa];B[];W[];B[ab];W[];B[];W[ee];B[];W[];B[];W[dd])";
    assert_eq!(illegal(&plain(thrice)), json!([14, "D2", "play_is_over"]));
    let found = line(thrice, Some("japanese,resumptions=3"), "none");
    assert_eq!(illegal(&found), json!(null));
}

#[test]
fn points_that_are_nobodys_are_told_with_the_reason() {
    const TEXT: &str = "(;SZ[7]KM[0]AB[ca][cb][cc][bd][dd][ce][cf][cg]AW[da][db][dc][ec][fd][de][ee][df][dg]RE[W+6];B[];W[])";
    let found = line(TEXT, Some("japanese"), "auto");
    assert_eq!(found["neutral"], json!([{"at": "C4", "reason": "false_eye"}]));
    assert_eq!(found["owners"].as_str().unwrap().chars().nth(23), Some('.'));
    let lost = |found: &Value| found["score"]["lines"][0]["black"].as_i64().unwrap();
    for (rules, dead, neutral) in [("japanese", "none", json!([])), ("chinese", "auto", json!([]))] {
        assert_eq!(line(TEXT, Some(rules), dead)["neutral"], neutral);
    }
    assert_eq!(lost(&found), lost(&line(TEXT, Some("japanese"), "none")) - 1);
}

#[test]
fn dead_stones_are_whole_chains() {
    const TEXT: &str = "(;SZ[5]KM[0]AB[ba:be][cb]AW[da:de][aa][ab];B[];W[])";
    let alive = line(TEXT, Some("japanese"), "none");
    assert_eq!((&alive["dead"], &alive["unsettled"]), (&json!([]), &json!([])));
    let named = line(TEXT, Some("japanese"), "A5");
    assert_eq!(named["dead"], json!(["A5", "A4"]));
    assert_eq!(named["owners"], "B...WB...WB...WB...WB...W");
    let of_nobody = line(TEXT, Some("japanese"), "A5,E1");
    assert_eq!(
        of_nobody["error"],
        json!({"code": "no_dead_stone", "line": null, "column": null,
        "message": "there is no stone at E1 to be dead"})
    );
    assert_eq!(line(TEXT, Some("japanese"), "T19")["error"]["code"], "no_dead_stone");
    let as_played = line(TEXT, Some("tromp-taylor"), "A5");
    assert_eq!(as_played["dead"], json!([]));
    let auto = line(TEXT, Some("chinese"), "auto");
    assert_eq!(auto["dead"], json!(["A5", "A4"]));
}

#[test]
fn a_recorded_score_agrees_or_does_not() {
    // Black has everything on 3x3: 9 points under area scoring.
    for (result, komi, agrees) in [
        ("B+2.5", "6.5", json!(true)),
        ("B+1.25", "6.5", json!(true)),
        ("B+3.5", "6.5", json!(false)),
        ("W+2.5", "6.5", json!(false)),
        ("W+1", "10", json!(true)),
        ("0", "9", json!(true)),
        ("Draw", "9", json!(true)),
        ("Draw", "8.5", json!(false)),
        ("B+R", "6.5", json!(null)),
        ("W+T", "6.5", json!(null)),
        ("B+", "6.5", json!(null)),
        ("Void", "6.5", json!(null)),
        ("?", "6.5", json!(null)),
        ("黑中盘胜", "6.5", json!(null)),
        ("黑胜2.5目", "6.5", json!(true)),
        ("黑胜1又1/4子", "6.5目", json!(true)),
        ("白胜2.5目", "6.5", json!(false)),
    ] {
        let found = plain(&format!("(;SZ[3]RU[Chinese]KM[{komi}]RE[{result}];B[bb];W[];B[];W[])"));
        assert_eq!(
            (&found["recorded_result"], &found["agrees"]),
            (&json!(result), &agrees),
            "{result} {komi}"
        );
    }
    let silent = plain("(;SZ[3];B[bb])");
    assert_eq!((&silent["recorded_result"], &silent["agrees"]), (&json!(null), &json!(null)));
    let tie = line("(;SZ[3]KM[9]RE[W+0];B[bb];W[];B[])", Some("chinese,ties=white"), "none");
    assert_eq!(tie["agrees"], true);
}

#[test]
fn rules_come_from_the_caller_the_record_or_custom() {
    for (text, rules, named) in [
        ("(;RU[AGA])", None, "aga"),
        ("(;RU[house rules])", None, "japanese"),
        ("(;RU[中国规则])", None, "chinese"),
        ("(;RU[中國])", None, "chinese"),
        ("(;RU[日本])", None, "japanese"),
        ("(;RU[한국])", None, "korean"),
        ("(;RU[koPOSITIONALscoreAREAtaxNONEsui1])", None, "tromp-taylor"),
        ("(;RU[koSIMPLEscoreAREAtaxNONEsui1whbN])", None, "chinese,suicide=multi_stone"),
        ("(;)", None, "japanese"),
        ("(;RU[AGA])", Some("chinese"), "chinese"),
        ("(;)", Some("aga,pass_stones=false"), "aga,pass_stones=false"),
    ] {
        assert_eq!(line(text, rules, "none")["rules"], named, "{text}");
    }
}

#[test]
fn what_is_forgiven_is_told() {
    for (text, moves, codes) in [
        ("(\r\nPB[a]\r\n;B[pd];W[dd])", 2, json!(["property_outside_node"])),
        ("(;SZ[9]AB[];B[ee])", 1, json!(["no_point"])),
        ("(;SZ[9];B[ee];W[cc]", 2, json!(["unclosed_tree"])),
        ("(;SZ[9];B[ee])\nGood game)", 1, json!(["text_after_game"])),
        ("(;SZ[9];B[ee]())", 1, json!(["empty_tree"])),
        ("(;SZ[9]PL[2]KM[much]HA[some];B[ee])", 1, json!(["bad_color", "bad_komi", "bad_handicap"])),
        ("(;SZ[9]KM[375];B[ee])", 1, json!(["komi_in_hundredths"])),
        ("(;SZ[9]AB[tt][cc];W[ee])", 1, json!(["off_board"])),
        ("(;B[R16];W[pass];B[zz])", 3, json!(["point_as_vertex", "pass_as_word", "pass_as_letters"])),
        // Moves on handicap stones that the record does not place are tried with others.
        ("(;SZ[19]HA[6];W[dj];B[R5];W[zz])", 3, json!(["point_as_vertex", "pass_as_letters"])),
        // Of variations, too, and behind an illegal move.
        ("(;SZ[9];B[ee](;W[dd])(;W[Pass]PL[2]AB[]))", 2, json!(["pass_as_word", "bad_color", "no_point"])),
        ("(;SZ[9];B[ee];W[ee];B[Pass])", 1, json!(["pass_as_word"])),
        ("(;SZ[9]RU[koSPIGHTscoreAREAtaxNONEsui0];B[ee])", 1, json!(["similar_rules"])),
        ("(;SZ[9]RU[mine]XRU[chinese];B[ee])", 1, json!([])),
        ("(;SZ[9]RU[mine]XRU[nothing];B[ee])", 1, json!(["unknown_rules"])),
        ("(;SZ[9]RU[mine]XRU[];B[ee])", 1, json!(["unknown_rules"])),
        ("(;SZ[9];B[ee])", 1, json!([])),
    ] {
        let line = plain(text);
        let told: Vec<_> =
            line["warnings"].as_array().unwrap().iter().map(|told| told["code"].clone()).collect();
        assert_eq!((&line["moves"], json!(told)), (&json!(moves), codes), "{text}");
    }
    let line = plain("(;SZ[9]\r\nAB[cc]\r\n[tt];W[ee])");
    assert_eq!(line["warnings"], json!([{"code": "off_board", "line": 3, "column": 2}]));
    let komi = &plain("(;SZ[9]KM[much];B[ee])")["komi"];
    assert_eq!(komi, &json!({"points": 6.5, "from": "usual", "written": "much"}));
}

#[test]
fn a_suicide_is_legal_by_the_rules_that_katago_names() {
    let text = |rules: &str| format!("(;SZ[9]RU[{rules}]AB[ca][bb][ab]AW[ba]PL[W];W[aa])");
    for (rules, found) in [
        ("koPOSITIONALscoreAREAtaxNONEsui1", json!(null)),
        ("koSIMPLEscoreTERRITORYtaxSEKIsui1", json!(null)),
        ("koPOSITIONALscoreAREAtaxNONEsui0", json!([1, "A9", "suicide"])),
    ] {
        let line = plain(&text(rules));
        assert_eq!((illegal(&line), &line["warnings"]), (found, &json!([])), "{rules}");
    }
    let unknown = plain("(;SZ[9]RU[mine];B[ee])");
    assert_eq!(unknown["warnings"], json!([{"code": "unknown_rules", "line": 1, "column": 11}]));
}

#[test]
fn records_of_other_things_are_errors() {
    for (text, code) in [
        ("(;GM[6])", "not_go"),
        ("(;SZ[26])", "board_too_large"),
        ("(;SZ[99])", "bad_size"),
        ("(;B[aa];W[q])", "bad_point"),
        // What follows an illegal move is read as well.
        ("(;SZ[9];B[ee];W[ee];B[q])", "bad_point"),
        ("nothing", "no_game"),
    ] {
        assert_eq!(plain(text)["error"]["code"], code, "{text}");
    }
}

#[test]
fn a_move_beyond_the_board_is_illegal_in_whatever_form_it_is_written() {
    for at in ["ss", "ZZ", "T19", "T5", "E10", "U20"] {
        let found = plain(&format!("(;SZ[9];B[ee];W[{at}];B[cc])"));
        assert_eq!(illegal(&found), json!([2, at, "off_board"]), "{at}");
    }
}

#[test]
fn only_the_main_line_is_checked() {
    let found = plain("(;SZ[9];B[ee](;W[dd];B[cc])(;W[ee]))");
    assert_eq!((illegal(&found), &found["moves"]), (json!(null), &json!(3)));
}

#[test]
fn a_hundred_thousand_levels_are_checked() {
    let mut text = String::from("(;SZ[9]RU[Tromp-Taylor]");
    text.push_str(&"(;B[](;W[]".repeat(50_000));
    text.push_str(&")".repeat(100_001));
    let found = plain(&text);
    assert_eq!((illegal(&found), &found["moves"]), (json!(null), &json!(100_000)));
}
