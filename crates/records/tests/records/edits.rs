//! Records that are changed in places: the changes are there, and everything else is as it was.

use serde_json::{Value, json};
use tengen_protocol::Problem;
use tengen_protocol::records::{RecordNode, Shown};
use tengen_records::{Bounds, Edited, NotEdited, RecordFile, edit, edit_within};

pub(crate) fn plain(sgf: &str) -> RecordFile {
    RecordFile { sgf: sgf.to_owned(), ..RecordFile::default() }
}

pub(crate) fn tried(record: &RecordFile, body: Value) -> Result<Edited, NotEdited> {
    edit(record, &serde_json::from_value(body).unwrap(), "UTF-8")
}

#[track_caller]
fn changed(record: &RecordFile, changes: &Value) -> Edited {
    tried(record, json!({ "changes": changes })).unwrap()
}

#[track_caller]
fn refused(record: &RecordFile, changes: &Value) -> Value {
    let refused = tried(record, json!({ "changes": changes })).unwrap_err();
    serde_json::to_value(Problem::from(&refused)).unwrap()
}

/// The numbers of the nodes, in their order.
pub(crate) fn numbers(shown: &Shown) -> Vec<u32> {
    (0..).zip(&shown.nodes).map(|(place, node)| node.node.unwrap_or(place)).collect()
}

/// A text with every property of the format, of a game of Go, and some that no reader knows.
const EVERYTHING: &str = "(;FF[4]GM[1]CA[UTF-8]AP[Other:1.0\\:b]ST[2]SZ[9] AN[an]BR[9p]BT[bt]CP[cp]DT[2026-01-02,03]EV[ev]GN[gn]GC[g\nc]\
ON[on]OT[5x30 byo-yomi]PB[Ann]PC[pc]PW[Ben]RE[B+R]RO[1 (final)]RU[Japanese]SO[so]TM[3600]US[us]WR[1k]WT[wt]HA[2]KM[6.5]
AB[cg] [gc]AE[aa:bb]AW[aa]PL[W]XYZ[?][\\]]
;W[ee]WL[3500.5]OW[3]MN[5]KO[]N[name]C[two\\
lines\\:]TE[2]V[-3.5]AR[aa:bb]CR[aa]DD[aa:cc]LB[aa:A][bb:\\:b]LN[aa:bb]MA[ba]SL[bb]SQ[ca]TR[cb]FG[257:Fig\\: 1]PM[2]VW[]
(;B[ec]BL[1]OB[1]BM[1]GB[1]UC[1]  KOMI[x] )
(;B[gc]DO[]IT[]GW[2]DM[1]HO[1]TB[aa:cc][ab]TW[ii]L[aa][ba]M[ab] ) )\n";

#[test]
fn everything_stands_as_it_stood() {
    let record = plain(EVERYTHING);
    assert_eq!(changed(&record, &json!([])).file, record);
    // Every kind of change, and the piece of the text that it changes alone.
    let changes = [
        (json!({"node": 1, "comment": "three]"}), "C[two\\\nlines\\:]", "C[three\\]]"),
        (json!({"node": 1, "name": ""}), "N[name]", ""),
        (json!({"node": 1, "name": "a\\b"}), "N[name]", "N[a\\\\b]"),
        (json!({"node": 3, "comment": "more"}), "M[ab] )", "M[ab]C[more] )"),
        (json!({"node": 3, "order": 5}), "", ""),
        (json!({"node": 2, "gone": true}), "\n(;B[ec]BL[1]OB[1]BM[1]GB[1]UC[1]  KOMI[x] )", ""),
        (json!({"id": "a", "from": {"node": 2}, "move": "white:pass"}), "KOMI[x] )", "KOMI[x]\n;W[] )"),
        (json!({"id": "a", "from": {"node": 1}, "move": "black:A1"}), "M[ab] )", "M[ab] )\n(;B[ai])"),
    ];
    for (change, before, after) in changes {
        assert_eq!(EVERYTHING.matches(before).count() == 1, !before.is_empty());
        let expected =
            if before.is_empty() { EVERYTHING.to_owned() } else { EVERYTHING.replace(before, after) };
        assert_eq!(changed(&record, &json!([change])).file.sgf, expected, "{change}");
    }
    // Of the drawings the kind alone that changes.
    let shown = record.show().unwrap();
    let marks = serde_json::to_value(shown.nodes[1].marks.clone().unwrap()).unwrap();
    let node = |field: &str, value: Value| {
        let mut marks = marks.clone();
        marks[field] = value;
        json!([{"node": 1, "marks": marks}])
    };
    for (changes, before, after) in [
        (node("triangle", json!(["C8", "A1"])), "TR[cb]", "TR[cb][ai]"),
        (node("cross", json!([])), "MA[ba]", ""),
        (node("dim", json!(["A9"])), "DD[aa:cc]", "DD[aa]"),
        (node("dim", json!([])), "DD[aa:cc]", "DD[]"),
        (node("labels", json!([["A9", "x:y"]])), "LB[aa:A][bb:\\:b]", "LB[aa:x\\:y]"),
        (node("arrows", json!([["A9", "B9"]])), "AR[aa:bb]", "AR[aa:ba]"),
    ] {
        assert_eq!(changed(&record, &changes).file.sgf, EVERYTHING.replace(before, after), "{after}");
    }
    let labels = serde_json::to_value(shown.nodes[3].marks.clone().unwrap()).unwrap()["labels"].clone();
    assert_eq!(labels, json!([["A9", "a"], ["B9", "b"]]), "old files have letters");
    let letters = changed(&record, &json!([{"node": 3, "marks": {"labels": [["A9", "a"]]}}])).file.sgf;
    assert_eq!(letters, EVERYTHING.replace("TB[aa:cc][ab]TW[ii]L[aa][ba]M[ab]", "LB[aa:a]"));
}

#[test]
fn facts_are_written_where_they_are_told() {
    let record = plain(EVERYTHING);
    let info = json!({
        "players": {"black": {"name": "Bo]b", "rank": "9p"}, "white": {"team": ""}},
        "result": "W+0.5", "rules": "Chinese", "komi": 7.5, "handicap": 0, "time": "60", "overtime": "",
        "name": "n", "date": "d", "place": "p", "event": "e", "round": "r", "opening": "o", "annotator": "a",
        "user": "u", "source": "s", "copyright": "c", "comment": "two\nlines",
    });
    let edited = tried(&record, json!({ "info": info })).unwrap();
    let mut expected = EVERYTHING.to_owned();
    for (before, after) in [
        ("PB[Ann]", "PB[Bo\\]b]"),
        ("WT[wt]", ""),
        ("RE[B+R]", "RE[W+0.5]"),
        ("RU[Japanese]", "RU[Chinese]"),
        ("KM[6.5]", "KM[7.5]"),
        ("HA[2]", ""),
        ("TM[3600]", "TM[60]"),
        ("OT[5x30 byo-yomi]", ""),
        ("GN[gn]", "GN[n]"),
        ("DT[2026-01-02,03]", "DT[d]"),
        ("PC[pc]", "PC[p]"),
        ("EV[ev]", "EV[e]"),
        ("RO[1 (final)]", "RO[r]"),
        ("ON[on]", "ON[o]"),
        (" AN[an]", " AN[a]"),
        ("US[us]", "US[u]"),
        ("SO[so]", "SO[s]"),
        ("CP[cp]", "CP[c]"),
        ("GC[g\nc]", "GC[two\nlines]"),
    ] {
        assert_eq!(expected.matches(before).count(), 1, "{before}");
        expected = expected.replace(before, after);
    }
    assert_eq!(edited.file.sgf, expected);
    assert_eq!(edited.headline.players.black.name.as_deref(), Some("Bo]b"));
    // The facts that are there already change nothing, in whatever form they are written.
    let told = plain("(;SZ[9]KM[6,50];PB[ Ann ]RU[jp];C[x])\n");
    let same = json!({"info": {"komi": 6.5, "rules": "jp", "players": {"black": {"name": "Ann"}}}});
    assert_eq!(tried(&told, same).unwrap().file, told);
    let other =
        tried(&told, json!({"info": {"players": {"black": {"name": "Bea"}}, "event": "Cup"}})).unwrap();
    assert_eq!(other.file.sgf, "(;SZ[9]KM[6,50]EV[Cup];PB[Bea]RU[jp];C[x])\n");
    // A komi is taken away by `null`, also one that is no number.
    for komi in ["6,50", "much"] {
        let record = plain(&format!("(;SZ[9]KM[{komi}]\n;B[ee])\n"));
        for kept in [json!({"event": ""}), json!({"handicap": 0})] {
            assert_eq!(tried(&record, json!({ "info": kept })).unwrap().file, record);
        }
        assert_eq!(tried(&record, json!({"info": {"komi": null}})).unwrap().file.sgf, "(;SZ[9]\n;B[ee])\n");
    }
    // Fox writes hundredths. A komi that is written here is read as what it was.
    let fox = plain("(;SZ[9]KM[375]AP[foxwq]RU[Chinese];B[ee])\n");
    assert_eq!(fox.show().unwrap().info.komi.map(|komi| komi.0.to_string()).as_deref(), Some("7.5"));
    assert_eq!(tried(&fox, json!({"info": {"komi": 7.5}})).unwrap().file, fox);
    for komi in [25, 350, 625] {
        let edited = tried(&fox, json!({"info": {"komi": komi}})).unwrap();
        assert_eq!(edited.shown.info.komi.map(|read| read.0.to_string()), Some(komi.to_string()));
    }
    // Fox says the number of periods and the seconds of each.
    let periods = plain("(;SZ[9]TM[60]TC[3]TT[30];B[ee])\n");
    assert_eq!(periods.show().unwrap().info.overtime.as_deref(), Some("3x30 byo-yomi"));
    assert_eq!(tried(&periods, json!({"info": {"overtime": "3x30 byo-yomi"}})).unwrap().file, periods);
    assert_eq!(
        tried(&periods, json!({"info": {"overtime": ""}})).unwrap().file.sgf,
        "(;SZ[9]TM[60];B[ee])\n"
    );
    let none = plain("(;SZ[9]TC[0]TT[0];B[ee])\n");
    assert_eq!(none.show().unwrap().info.overtime, None);
    // What is none of its periods stays, and so does what another overtime was shown before.
    for (before, after) in
        [("OT[5x30]TC[5]TT[abc]", "OT[3x20]TC[5]TT[abc]"), ("OT[5x30]TC[3]TT[30]", "OT[3x20]TC[3]TT[30]")]
    {
        let record = plain(&format!("(;SZ[9]{before};B[ee])\n"));
        let edited = tried(&record, json!({"info": {"overtime": "3x20"}})).unwrap();
        assert_eq!(edited.file.sgf, format!("(;SZ[9]{after};B[ee])\n"));
    }
    // Rules in other words are no preset with changes any more.
    let changes = plain("(;SZ[9]RU[Chinese]XRU[chinese,suicide=allowed])\n");
    assert_eq!(tried(&changes, json!({"info": {"rules": "AGA"}})).unwrap().file.sgf, "(;SZ[9]RU[AGA])\n");
}

/// By the rules a number in hundredths is one of points or of stones.
#[test]
fn other_rules_leave_the_komi_as_it_was() {
    for (komi, rules, others, written) in [
        ("350", "Chinese", "Japanese", "7"),
        ("650", "Japanese", "Chinese", "6.5"),
        ("300", "Japanese", "Chinese", "3"),
        ("300", "mine", "", "3"),
    ] {
        let record = plain(&format!("(;SZ[9]KM[{komi}]AP[foxwq]RU[{rules}]\n;B[ee])\n"));
        let edited = tried(&record, json!({"info": {"rules": others}})).unwrap();
        assert_eq!(edited.shown.info.komi, edited.before.unwrap().info.komi, "{komi} {rules}");
        assert!(
            edited.file.sgf.starts_with(&format!("(;SZ[9]KM[{written}]AP[foxwq]")),
            "{}",
            edited.file.sgf
        );
        // A komi of the same request is the one that counts.
        let both = tried(&record, json!({"info": {"rules": others, "komi": 5.5}})).unwrap();
        assert_eq!(both.shown.info.komi.map(|komi| komi.0.to_string()).as_deref(), Some("5.5"));
    }
    let points = plain("(;SZ[9]KM[6,50]RU[Chinese])\n");
    let edited = tried(&points, json!({"info": {"rules": "Japanese"}})).unwrap();
    assert_eq!(edited.file.sgf, "(;SZ[9]KM[6,50]RU[Japanese])\n");
}

#[test]
fn what_was_forgiven_stays_in_a_file_that_is_changed() {
    for (sgf, edited) in [
        ("(;SZ[9]C[he said [ok] and left];B[ee])\n", "(;SZ[9]C[he said [ok]GN[x] and left];B[ee])\n"),
        ("(;GaMe[1]SZ[9] ()\n;B[ee] ();W[cc]\n", "(;GaMe[1]SZ[9]GN[x] ()\n;B[ee] ();W[cc])\n"),
        ("(\nSZ[9]GN[old]\n;B[ee];AB[aa\n", "(\nSZ[9]GN[x]\n;B[ee];AB()[aa])\n"),
        ("(;SZ[9];B[ee](;W[cc])C[late];W[gg])\n", "(;SZ[9]GN[x];B[ee](;W[cc])C[late];W[gg])\n"),
        ("(;SZ[9];B[ee]);W[aa];B[bb])\n", "(;SZ[9]GN[x];B[ee]);W[aa];B[bb])\n"),
    ] {
        let record = plain(sgf);
        let now = tried(&record, json!({"info": {"name": "x"}})).unwrap();
        assert_eq!(now.file.sgf, edited);
        assert_eq!(now.shown.nodes, now.before.unwrap().nodes, "{sgf}");
    }
}

/// Thirty moves would tell a board of 9 or 13 lines, and fewer tell none below 19.
#[test]
fn a_board_whose_size_nobody_can_read_stays_as_it_was() {
    let letter = |place: u8| char::from(b'a' + place);
    let made = |number: u8| {
        let color = if number.is_multiple_of(2) { 'B' } else { 'W' };
        format!(";{color}[{}{}]", letter(number % 9), letter(number / 9))
    };
    let moves: String = (0..29).map(made).collect();
    let record = plain(&format!("(;SZ[0]{moves})\n"));
    let board = record.show().unwrap().board;
    for (change, ending) in [
        (json!({"id": "a", "from": {"node": 29}, "move": "white:K10"}), ";W[jj])\n"),
        (json!({"node": 29, "comment": "x"}), "C[x])\n"),
    ] {
        let edited = changed(&record, &json!([change]));
        assert_eq!(edited.shown.board, board);
        assert!(edited.file.sgf.starts_with("(;SZ[19];B[aa]"), "{}", edited.file.sgf);
        assert!(edited.file.sgf.ends_with(ending), "{}", edited.file.sgf);
    }
    // A size in other words is one.
    let words = plain("(;SZ[9x9];B[ee])\n");
    assert_eq!(changed(&words, &json!([{"node": 1, "comment": "x"}])).file.sgf, "(;SZ[9x9];B[ee]C[x])\n");
}

#[test]
fn moves_come_as_variations_and_go() {
    let record = plain("(;SZ[9]\r\n;B[ee]\r\n;W[gc])\r\n");
    let edited = changed(
        &record,
        &json!([
            {"id": "a", "from": {"node": 1}, "move": "white:C7", "comment": "better", "order": 0},
            {"id": "b", "parent": "a", "move": "black:G7"},
            {"id": "c", "parent": "b", "name": "end"},
            {"id": "again", "from": {"node": 1}, "move": "white:G7", "marks": {"triangle": ["E5"]}},
        ]),
    );
    let text = "(;SZ[9]\r\n;B[ee]\r\n(;W[cc]C[better]\r\n;B[gc]\r\n;N[end])\r\n(;W[gc]TR[ee]))\r\n";
    assert_eq!(edited.file.sgf, text);
    assert_eq!(numbers(&edited.shown), [0, 1, 3, 4, 5, 2]);
    assert_eq!(edited.file.numbers.to_string(), "6:0-1,3-5,2");
    assert_eq!((edited.headline.moves, edited.headline.node_count), (3, 6));
    // Numbers stay, and those of nodes that went do not come again.
    let less = changed(&edited.file, &json!([{"node": 4, "gone": true}, {"node": 2, "order": 0}]));
    assert_eq!(numbers(&less.shown), [0, 1, 2, 3]);
    let more = changed(&less.file, &json!([{"id": "a", "from": {"node": 3}, "move": "black:A1"}]));
    assert_eq!(numbers(&more.shown), [0, 1, 2, 3, 6]);
    assert_eq!(more.file.sgf, "(;SZ[9]\r\n;B[ee]\r\n(;W[gc]TR[ee])\r\n(;W[cc]C[better]\r\n;B[ai]))\r\n");
    // A file that is sent again finds its moves made.
    let again = changed(&more.file, &json!([{"id": "z", "from": {"node": 3}, "move": "black:A1"}]));
    assert_eq!(again.file, more.file);
}

#[test]
fn a_node_of_several_moves_is_several_ones_once_it_is_touched() {
    let record = plain("(;SZ[3];W[aa] AB[bb]B[ba][ab]C[last]PL[W](;W[cc])(;W[ca]))\n");
    assert_eq!(record.show().unwrap().nodes.len(), 6);
    let edited = changed(&record, &json!([{"node": 2, "comment": "here"}]));
    assert_eq!(edited.file.sgf, "(;SZ[3]; AB[bb]PL[W]W[aa]\n;B[ba]C[here]\n;B[ab]C[last](;W[cc])(;W[ca]))\n");
    assert_eq!(numbers(&edited.shown), [0, 1, 2, 3, 4, 5]);
    let before = record.show().unwrap();
    for (place, (now, then)) in edited.shown.nodes.iter().zip(&before.nodes).enumerate() {
        let comment = if place == 2 { Some("here".to_owned()) } else { then.comment.clone() };
        assert_eq!(now, &RecordNode { comment, ..then.clone() });
    }
    // Other nodes are not, and neither is one that goes as a whole.
    let other = changed(&record, &json!([{"node": 4, "comment": "x"}])).file.sgf;
    assert_eq!(other, "(;SZ[3];W[aa] AB[bb]B[ba][ab]C[last]PL[W](;W[cc]C[x])(;W[ca]))\n");
    let half = changed(&record, &json!([{"node": 3, "gone": true}])).file.sgf;
    assert_eq!(half, "(;SZ[3]; AB[bb]PL[W]W[aa]\n;B[ba])\n");
}

#[test]
fn a_root_of_several_moves_keeps_what_tells_of_the_game() {
    let record = plain("(;FF[4]GM[1]SZ[9]KM[6.5]PB[Ann]B[ee]XY[?]W[gc]C[last]TR[ee];B[cc])\n");
    let texts = [
        (
            json!([{"node": 0, "comment": "hi"}]),
            "(;FF[4]GM[1]SZ[9]KM[6.5]PB[Ann]XY[?]B[ee]C[hi]\n;W[gc]C[last]TR[ee];B[cc])\n",
        ),
        (json!([{"node": 1, "gone": true}]), "(;FF[4]GM[1]SZ[9]KM[6.5]PB[Ann]XY[?]B[ee])\n"),
        (
            json!([{"id": "a", "from": {"node": 1}, "move": "black:A1"}]),
            "(;FF[4]GM[1]SZ[9]KM[6.5]PB[Ann]XY[?]B[ee]\n;W[gc]C[last]TR[ee](;B[cc])\n(;B[ai]))\n",
        ),
    ];
    for (changes, text) in texts {
        assert_eq!(changed(&record, &changes).file.sgf, text);
    }
    let named = plain("(;XSZ[torus 5x5]XB[C3]XW[D3]XTR[D3])\n");
    let text = "(;XSZ[torus 5x5]XB[C3]N[n]\n;XW[D3]XTR[D3])\n";
    assert_eq!(changed(&named, &json!([{"node": 0, "name": "n"}])).file.sgf, text);
}

#[test]
fn the_property_that_is_read_is_the_one_that_is_written() {
    let record = plain("(;SZ[9]C[a]C[b]PB[]PB[Ann];PB[Ben]B[ee])\n");
    assert_eq!(
        changed(&record, &json!([{"node": 0, "comment": "z"}])).file.sgf,
        "(;SZ[9]C[z]C[b]PB[]PB[Ann];PB[Ben]B[ee])\n"
    );
    assert_eq!(
        changed(&record, &json!([{"node": 0, "comment": ""}])).file.sgf,
        "(;SZ[9]PB[]PB[Ann];PB[Ben]B[ee])\n"
    );
    let zoe = tried(&record, json!({"info": {"players": {"black": {"name": "Zoe"}}}})).unwrap();
    assert_eq!(zoe.file.sgf, "(;SZ[9]C[a]C[b]PB[]PB[Zoe];PB[Ben]B[ee])\n");
    assert_eq!(zoe.shown.info.players.black.name.as_deref(), Some("Zoe"));
    let nobody = tried(&record, json!({"info": {"players": {"black": {"name": ""}}}})).unwrap();
    assert_eq!(
        (nobody.file.sgf.as_str(), nobody.shown.info.players.black.name),
        ("(;SZ[9]C[a]C[b];B[ee])\n", None)
    );
}

#[test]
fn drawings_that_stay_need_not_fit() {
    let record = plain("(;SZ[9]LB[cc:a label that is longer than others])\n");
    let mut marks = serde_json::to_value(record.show().unwrap().nodes[0].marks.clone().unwrap()).unwrap();
    marks["triangle"] = json!(["A1"]);
    let edited = changed(&record, &json!([{"node": 0, "marks": marks}])).file.sgf;
    assert_eq!(edited, "(;SZ[9]LB[cc:a label that is longer than others]TR[ai])\n");
    marks["labels"].as_array_mut().unwrap().push(json!(["B1", "another that is too long"]));
    assert_eq!(refused(&record, &json!([{"node": 0, "marks": marks}]))["params"]["field"], "marks");
}

#[test]
fn nodes_that_went_before_go_again() {
    let record = plain("(;SZ[9];B[ee];W[gc];B[cc])\n");
    let gone = json!([{"node": 2, "gone": true}]);
    let less = changed(&record, &gone).file;
    assert_eq!(changed(&less, &gone).file, less);
    assert_eq!(changed(&less, &json!([{"node": 3, "gone": true}])).file, less);
    assert_eq!(refused(&less, &json!([{"node": 4, "gone": true}]))["code"], "no_such_node");
}

#[test]
fn a_node_of_very_many_parts_is_left_alone() {
    for sgf in [
        format!("(;SZ[9];B[ee]{})\n", "A[]".repeat(3_000)),
        format!("(;SZ[9];B[ee]{})\n", "(;)".repeat(3_000)),
    ] {
        let record = plain(&sgf);
        let behind = json!([{"id": "a", "from": {"node": 1}}, {"node": 1, "comment": "x"}, {"id": "a", "comment": "x"}]);
        assert_eq!(refused(&record, &behind)["params"]["reason"], "too_many_parts");
        assert_eq!(
            changed(&record, &json!([{"node": 0, "comment": "x"}])).file.sgf,
            sgf.replace("SZ[9]", "SZ[9]C[x]")
        );
    }
}

#[test]
fn a_board_with_a_name_has_properties_of_its_own() {
    let record = plain("(;XSZ[torus 5x5];XB[C3])\n");
    let marks = json!({"cross": ["B1"], "labels": [["C3", "x"]]});
    let changes = json!([
        {"id": "a", "from": {"node": 1}, "move": "white:A1", "marks": marks},
        {"id": "b", "parent": "a", "move": "black:pass"},
    ]);
    let edited = changed(&record, &changes);
    assert_eq!(edited.file.sgf, "(;XSZ[torus 5x5];XB[C3]\n;XW[A1]XMA[B1]XLB[C3:x]\n;XB[pass])\n");
    assert_eq!(changed(&edited.file, &changes).file, edited.file);
}

#[test]
fn no_change_is_made_if_one_is_refused() {
    let record = plain("(;SZ[3]KM[0];B[ba];W[aa];B[ab])\n");
    let expect = |changes: Value, code: &str, rest: Value| {
        let problem = refused(&record, &changes);
        assert_eq!(problem["code"], code, "{changes}");
        for (field, value) in rest.as_object().unwrap() {
            assert_eq!(&problem["params"][field], value, "{field} of {problem} for {changes}");
        }
    };
    let new = |made: &str| json!([{"id": "a", "from": {"node": 3}, "move": made}]);
    expect(new("white:A3"), "illegal_move", json!({"node": "a", "at": "A3", "rule": "suicide"}));
    expect(new("white:B3"), "illegal_move", json!({"rule": "occupied"}));
    expect(new("white:J9"), "invalid_node", json!({"field": "move"}));
    expect(new("C3"), "invalid_node", json!({"field": "move"}));
    expect(new(""), "invalid_node", json!({"field": "move"}));
    expect(json!([{"comment": "x"}]), "invalid_node", json!({}));
    expect(json!([{"node": 9, "comment": "x"}]), "no_such_node", json!({"node": 9, "missing": 9}));
    expect(json!([{"id": "a", "comment": "x"}]), "no_such_node", json!({"node": "a"}));
    expect(json!([{"id": "a", "parent": "b"}]), "no_such_node", json!({"node": "a", "missing": "b"}));
    expect(json!([{"id": "a", "from": {"node": 4}}]), "no_such_node", json!({"missing": 4}));
    expect(json!([{"node": 1, "id": "a"}]), "invalid_node", json!({"node": 1, "field": "id"}));
    expect(json!([{"node": 1, "from": {"node": 0}}]), "invalid_node", json!({"field": "from"}));
    expect(json!([{"node": 1, "move": "black:A1"}]), "invalid_node", json!({"field": "move"}));
    expect(json!([{"node": 0, "gone": true}]), "invalid_node", json!({"field": "gone"}));
    expect(json!([{"node": 1, "gone": true, "comment": ""}]), "invalid_node", json!({"field": "gone"}));
    expect(
        json!([{"node": 2, "gone": true}, {"node": 3, "comment": "x"}]),
        "no_such_node",
        json!({"node": 3}),
    );
    expect(json!([{"node": 1, "name": "a\nb"}]), "invalid_node", json!({"field": "name"}));
    expect(json!([{"node": 1, "name": "x".repeat(201)}]), "invalid_node", json!({"field": "name"}));
    expect(json!([{"node": 1, "comment": "x".repeat(40_001)}]), "invalid_node", json!({"field": "comment"}));
    expect(json!([{"node": 1, "comment": "\u{0}"}]), "invalid_node", json!({"field": "comment"}));
    expect(json!([{"node": 1, "marks": {"triangle": ["D4"]}}]), "invalid_node", json!({"field": "marks"}));
    expect(json!([{"node": 1, "marks": {"star": ["A1"]}}]), "invalid_node", json!({"field": "marks"}));
    for info in [json!({"event": "a\nb"}), json!({"event": "x".repeat(1_001)}), json!({"comment": "\u{7}"})] {
        let refused = tried(&record, json!({ "info": info })).unwrap_err();
        assert_eq!(serde_json::to_value(Problem::from(&refused)).unwrap()["code"], "invalid_node");
    }
    // A move out of turn is one: records have reasons of their own.
    let twice = changed(&record, &new("black:C1"));
    assert_eq!(twice.shown.nodes[4].made.as_ref().unwrap().illegal.as_deref(), Some("out_of_turn"));
}

#[test]
fn a_record_stays_as_large_as_a_file_may_be() {
    let long = "x".repeat(40_000);
    let one = serde_json::from_value(json!({"changes": [{"id": "a", "from": {"node": 0}, "comment": long}]}));
    let one = one.unwrap();
    let mut record = plain("(;SZ[9])\n");
    let refused = loop {
        match edit_within(&record, &one, "UTF-8", &Bounds::SMALL) {
            Ok(edited) => record = edited.file,
            Err(refused) => break refused,
        }
    };
    assert!(record.sgf.len() > 1_000_000 && record.sgf.len() <= 1 << 20);
    let reason = |refused| serde_json::to_value(Problem::from(refused)).unwrap()["params"]["reason"].clone();
    assert_eq!(reason(&refused), "too_large");
    // The same record of a member goes on.
    let more = edit_within(&record, &one, "UTF-8", &Bounds::GREAT).unwrap().file;
    assert!(more.sgf.len() > 1 << 20);
    // Its nodes are bounded, too.
    let nodes = plain(&format!("(;SZ[9]{})\n", ";B[]".repeat(Bounds::SMALL.nodes - 1)));
    let refused = edit_within(&nodes, &one, "UTF-8", &Bounds::SMALL).unwrap_err();
    assert_eq!(reason(&refused), "too_many_nodes");
    // One that is larger already, because its characters take more bytes here, may become smaller.
    let wide = plain(&format!("(;SZ[9]C[{}]N[a])\n", "x".repeat(9 << 20)));
    assert!(tried(&wide, json!({"changes": [{"node": 0, "name": "abc"}]})).is_err());
    assert!(tried(&wide, json!({"changes": [{"node": 0, "name": ""}]})).is_ok());
}
