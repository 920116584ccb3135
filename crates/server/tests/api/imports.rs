//! Records that players bring: kept without loss, shown as trees, listed, given back and taken away.

use std::cmp::Reverse;

use encoding_rs::{BIG5, EUC_KR, Encoding, GB18030, SHIFT_JIS, UTF_8, WINDOWS_1252};
use reqwest::Method;
use reqwest::header::{ACCEPT, IF_NONE_MATCH};
use serde_json::{Value, json};
use tengen_sgf::Collection;

use crate::rest::{Answer, Visitor};
use crate::server::{Database, Server, on_both_databases};
use crate::table::Table;

on_both_databases! {
    a_record_is_shown_as_a_tree
    a_record_comes_back_as_it_was
    every_encoding_comes_back_as_utf_8
    each_game_of_a_file_is_a_record
    lists_are_ones_own_and_stay_in_place
    only_its_owner_takes_a_record_away
    mistakes_are_told_by_line_and_column
    illegal_moves_are_made_and_told
    records_survive_a_restart
    games_that_were_played_here_come_back
}

/// Every property of the tree, with variations, marks, remarks and unknown properties.
const FULL: &str = "(;GM[1]FF[4]CA[Latin-1]SZ[9]AP[Old\\:Program:1.0]PB[Ann \\] Lee]BR[3d]PW[Ben]WT[Club]KM[6.5]RU[Japanese]HA[2]\
RE[W+2.5]DT[1999-12-31]EV[Club evening]RO[3]PC[Kyoto]TM[600]OT[3x30 byo-yomi]GN[A game]GC[First line\nsecond line]ON[small]AN[Cleo]\
US[Dan]SO[A book]CP[nobody]AB[cg][gc]PL[W]XY[what\\]ever][2:3]KGSDE[]
;W[ee]C[Tengen.\\\nStill the same line\\: yes\nNext line]WL[570.25]OW[3]TR[ee]LB[cc:a][dd:B\\]2]AR[aa:ba]LN[cc:gc]SQ[aa:bb]N[start]
(;B[ed]BM[2];W[dd]TE[1]GW[2];B[]V[-3.5]DD[aa:ii]VW[])
(;B[de]IT[]DO[]UC[1]HO[2]DM[1](;W[]MN[40];AE[ee]AW[aa])(;W[ed]KO[]TB[aa]TW[ii]MA[bb]CR[cc]SL[dd])))";

async fn bring(visitor: &Visitor, file: &[u8]) -> Vec<Value> {
    let answer = visitor.bring(file).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    answer.json()["records"].as_array().unwrap().clone()
}

fn path(record: &Value) -> String {
    format!("/records/{}", record["id"].as_str().unwrap())
}

async fn file(visitor: &Visitor, record: &Value) -> String {
    let answer = visitor.get(&format!("{}/sgf", path(record))).await;
    assert_eq!(answer.status, 200);
    assert!(answer.header("content-type").starts_with("application/x-go-sgf"), "{:?}", answer.headers);
    let name = format!("tengen-record-{}.sgf", record["id"].as_str().unwrap());
    assert!(answer.header("content-disposition").contains(&name), "{:?}", answer.headers);
    answer.text().to_owned()
}

async fn get_with(visitor: &Visitor, path: &str, headers: &[(reqwest::header::HeaderName, &str)]) -> Answer {
    let mut request = visitor.request(Method::GET, &format!("/api/v1{path}"));
    for (name, value) in headers {
        request = request.header(name, *value);
    }
    Answer::read(request.send().await.unwrap()).await
}

async fn a_record_is_shown_as_a_tree(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let kept = bring(&ann, FULL.as_bytes()).await.remove(0);
    for (name, value) in [
        ("board", json!({"width": 9, "height": 9, "name": "grid 9x9"})),
        (
            "players",
            json!({"black": {"name": "Ann ] Lee", "rank": "3d", "team": null}, "white": {"name": "Ben", "rank": null, "team": "Club"}}),
        ),
        ("result", json!({"text": "W+2.5", "winner": "white", "by": "score", "margin": 2.5})),
        ("event", json!("Club evening")),
        ("date", json!("1999-12-31")),
        ("moves", json!(4)),
        ("node_count", json!(9)),
        ("encoding", json!("windows-1252")),
    ] {
        assert_eq!(kept[name], value, "{name}");
    }

    // Everybody with the link may see it.
    let answer = Visitor::stranger(&server).get(&path(&kept)).await;
    assert_eq!(answer.header("cache-control"), "public, no-cache");
    let record = answer.ok();
    assert_eq!(record["owner"], ann.card());
    assert_eq!((&record["id"], &record["created_at"]), (&kept["id"], &kept["created_at"]));
    let info = &record["info"];
    for (name, value) in [
        ("komi", json!(6.5)),
        ("preset", json!("japanese")),
        ("handicap", json!(2)),
        ("time", json!("600")),
        ("main_time", json!(600_000)),
        ("overtime", json!("3x30 byo-yomi")),
        ("application", json!("Old:Program:1.0")),
        ("comment", json!("First line\nsecond line")),
        ("annotator", json!("Cleo")),
    ] {
        assert_eq!(info[name], value, "{name}");
    }
    assert_eq!(
        record["nodes"],
        json!([
            {"parent": null, "setup": {"black": ["G7", "C3"]}, "to_move": "white"},
            {"parent": 0, "move": {"color": "white", "at": "E5", "number": 1}, "name": "start",
             "comment": "Tengen.Still the same line: yes\nNext line", "time_left": {"white": 570_250}, "overtime_left": {"white": 3},
             "marks": {"triangle": ["E5"], "square": ["A9", "B9", "A8", "B8"], "labels": [["C7", "a"], ["D6", "B]2"]],
                       "arrows": [["A9", "B9"]], "lines": [["C7", "G7"]]}},
            {"parent": 1, "move": {"color": "black", "at": "E6", "number": 2}, "remarks": {"bad_move": 2}},
            {"parent": 2, "move": {"color": "white", "at": "D6", "number": 3}, "remarks": {"good_move": 1, "good_for_white": 2}},
            {"parent": 3, "move": {"color": "black", "at": "pass", "number": 4}, "value": -3.5,
             "marks": {"dim": record["nodes"][4]["marks"]["dim"], "view": []}},
            {"parent": 1, "move": {"color": "black", "at": "D5", "number": 2},
             "remarks": {"interesting_move": 1, "doubtful_move": 1, "unclear": 1, "hotspot": 2, "even": 1}},
            {"parent": 5, "move": {"color": "white", "at": "pass", "number": 40}},
            {"parent": 6, "setup": {"white": ["A9"], "empty": ["E5"]}},
            {"parent": 5, "move": {"color": "white", "at": "E6", "number": 3},
             "marks": {"black_territory": ["A9"], "white_territory": ["J1"], "cross": ["B8"], "circle": ["C7"], "selected": ["D6"]}},
        ])
    );
    assert_eq!(record["nodes"][4]["marks"]["dim"].as_array().unwrap().len(), 81);
}

async fn a_record_comes_back_as_it_was(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let kept = bring(&ann, FULL.as_bytes()).await.remove(0);
    let back = file(&Visitor::stranger(&server), &kept).await;
    let expected = FULL.replace("CA[Latin-1]", "CA[UTF-8]");
    assert_eq!(Collection::parse(back.as_str()).unwrap(), Collection::parse(expected).unwrap());
    // Byte for byte, but for the line breaks between nodes.
    assert!(back.contains("XY[what\\]ever][2:3]KGSDE[]"), "{back}");
    assert!(back.contains("C[Tengen.\\\nStill the same line\\: yes\nNext line]"), "{back}");

    // The export of the import is the same file again.
    let again = bring(&ann, back.as_bytes()).await.remove(0);
    assert_eq!(file(&ann, &again).await, back);

    let as_sgf = get_with(&ann, &path(&kept), &[(ACCEPT, "application/x-go-sgf")]).await;
    assert_eq!(as_sgf.text(), back);
    for (path, form) in [
        (path(&kept), "application/json"),
        (path(&kept), "application/x-go-sgf"),
        (format!("{}/sgf", path(&kept)), "*/*"),
        ("/records".to_owned(), "*/*"),
    ] {
        let first = get_with(&ann, &path, &[(ACCEPT, form)]).await;
        let tag = first.header("etag").to_owned();
        assert!(tag.starts_with("W/\""), "{path}: {tag}");
        assert_eq!(first.header("cache-control"), "private, no-cache", "{path}");
        let again = get_with(&ann, &path, &[(ACCEPT, form), (IF_NONE_MATCH, &tag)]).await;
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
    }
}

async fn every_encoding_comes_back_as_utf_8(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let text =
        |label: &str, name: &str, comment: &str| format!("(;{label}SZ[19]PB[{name}]C[{comment}];B[pd])");
    let files: [(&str, &str, &str, &Encoding, &str); 7] = [
        ("", "柯洁", "白棋的下法不好", GB18030, "gb18030"),
        ("", "周俊勳", "黑棋在左上角的定石", BIG5, "Big5"),
        ("", "武宮正樹", "黒の一手はどこですか。", SHIFT_JIS, "Shift_JIS"),
        ("", "이창호", "백의 실수", EUC_KR, "EUC-KR"),
        ("", "Müller", "à la française", WINDOWS_1252, "windows-1252"),
        ("CA[Big5]", "許", "功", BIG5, "Big5"),
        ("", "囲碁", "𠮷", UTF_8, "UTF-8"),
    ];
    for (label, name, comment, encoding, found) in files {
        let text_of_file = text(label, name, comment);
        let (bytes, _, lossy) = encoding.encode(&text_of_file);
        assert!(!lossy);
        let kept = bring(&ann, &bytes).await.remove(0);
        assert_eq!(
            (kept["encoding"].as_str(), kept["players"]["black"]["name"].as_str()),
            (Some(found), Some(name))
        );
        let record = ann.get(&path(&kept)).await.ok();
        assert_eq!(record["nodes"][0]["comment"], comment);
        let expected = text("CA[UTF-8]", name, comment);
        assert_eq!(
            Collection::parse(file(&ann, &kept).await).unwrap(),
            Collection::parse(expected).unwrap(),
            "{found}"
        );
    }
    // UTF-16, which only a byte order mark can tell; and a zero byte, which not every database takes in a text.
    let wide: Vec<u8> = "\u{feff}(;PB[a\u{0}b]C[棋])".encode_utf16().flat_map(u16::to_be_bytes).collect();
    let kept = bring(&ann, &wide).await.remove(0);
    assert_eq!(
        (&kept["encoding"], &kept["players"]["black"]["name"]),
        (&json!("UTF-16BE"), &json!("a\u{0}b"))
    );
    assert_eq!(file(&ann, &kept).await, "(;CA[UTF-8]PB[a\u{0}b]C[棋])\n");
}

async fn each_game_of_a_file_is_a_record(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let one = |number: usize| format!("(;SZ[{}]GN[{}];B[aa])", number % 19 + 1, "x".repeat(number));
    let all: String = (0..120).map(one).collect();
    let kept = bring(&ann, all.as_bytes()).await;
    assert_eq!(kept.len(), 120);
    for (number, record) in kept.iter().enumerate() {
        assert_eq!(record["board"]["width"], number % 19 + 1);
    }
    // A long text is cut in lists, and whole in the record.
    assert_eq!(kept[119]["name"].as_str().unwrap().chars().count(), 81);
    assert_eq!(ann.get(&path(&kept[119])).await.ok()["info"]["name"].as_str().unwrap().len(), 119);
    // The list shows them in the order of the file.
    let listed = ann.get("/records?limit=100").await.ok();
    assert_eq!(listed["records"].as_array().unwrap()[..], kept[..100]);
    let rest = ann.get(&format!("/records?limit=100&cursor={}", listed["next"].as_str().unwrap())).await.ok();
    assert_eq!(rest["records"].as_array().unwrap()[..], kept[100..]);
    assert_eq!(rest["next"], Value::Null);
}

async fn lists_are_ones_own_and_stay_in_place(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let mut brought = Vec::new();
    for number in 1..=5 {
        brought.push(bring(&ann, format!("(;SZ[{number}])").as_bytes()).await.remove(0));
    }
    bring(&ben, b"(;SZ[9])").await;
    let first = ann.get("/records?limit=2").await.ok();
    // One that comes meanwhile moves nothing.
    bring(&ann, b"(;SZ[19])").await;
    let mut seen = first["records"].as_array().unwrap().clone();
    let mut next = first["next"].clone();
    while let Some(cursor) = next.as_str() {
        let page = ann.get(&format!("/records?limit=2&cursor={cursor}")).await.ok();
        seen.extend(page["records"].as_array().unwrap().clone());
        next = page["next"].clone();
    }
    // The newest first; of those that came within one millisecond the id decides.
    brought.sort_by_key(|record| {
        let text = |name: &str| record[name].as_str().unwrap().to_owned();
        Reverse((record["created_at"].as_i64().unwrap(), text("id")))
    });
    assert_eq!(seen, brought);
    assert_eq!(ben.get("/records").await.ok()["records"].as_array().unwrap().len(), 1);
}

async fn only_its_owner_takes_a_record_away(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let kept = bring(&ann, b"(;SZ[9];B[ee])(;SZ[9];B[ff])").await;
    let delete = async |visitor: &Visitor| {
        let request = visitor.request(Method::DELETE, &format!("/api/v1{}", path(&kept[0])));
        Answer::read(request.send().await.unwrap()).await
    };
    Visitor::stranger(&server).get(&path(&kept[0])).await.ok();
    delete(&ben).await.refused(403, "not_the_owner");
    delete(&Visitor::stranger(&server)).await.refused(401, "unauthenticated");
    ann.get(&path(&kept[0])).await.ok();
    let done = delete(&ann).await;
    assert_eq!((done.status, done.body.len()), (204, 0));
    ann.get(&path(&kept[0])).await.refused(404, "no_such_record");
    ann.get(&format!("{}/sgf", path(&kept[0]))).await.refused(404, "no_such_record");
    delete(&ann).await.refused(404, "no_such_record");
    assert_eq!(ann.get("/records").await.ok()["records"].as_array().unwrap()[..], kept[1..]);
}

async fn mistakes_are_told_by_line_and_column(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    for (file, line, column, reason) in [
        ("", 1, 1, "no_game"),
        ("(;C[棋\r\n棋];B[i5])", 2, 6, "bad_point"),
        ("(;SZ[9]\n ;B[e])", 2, 5, "bad_point"),
        ("(;C[囲碁]SZ[100])", 1, 11, "bad_size"),
        ("(;SZ[26])", 1, 6, "board_too_large"),
        ("(;SZ[9]\n;B[Z])\n(;GM[3])", 2, 4, "bad_point"),
        ("(;GM[3])", 1, 6, "not_go"),
        ("(;XSZ[moebius 9x9])", 1, 7, "bad_board"),
    ] {
        let params = ann.bring(file.as_bytes()).await.refused(422, "unreadable_record");
        assert_eq!(
            (&params["line"], &params["column"], &params["reason"]),
            (&json!(line), &json!(column), &json!(reason)),
            "{file}: {params}"
        );
        assert!(!params["detail"].as_str().unwrap().is_empty());
    }
    assert_eq!(ann.get("/records").await.ok()["records"], json!([]));
    // A mistake in one game keeps no others out.
    let answer = ann.bring(b"(;SZ[9];B[ee])\n(;GM[11]SZ[11];B[a2])\n(;SZ[9];B[cc];W[gg])").await.ok();
    assert_eq!((&answer["records"][0]["moves"], &answer["records"][1]["moves"]), (&json!(1), &json!(2)));
    let refused = &answer["refused"];
    assert_eq!(
        (&refused[0]["game"], &refused[0]["line"], &refused[0]["column"], &refused[0]["reason"]),
        (&json!(2), &json!(2), &json!(6), &json!("not_go"))
    );
    assert_eq!(refused.as_array().unwrap().len(), 1);
    assert_eq!(ann.get("/records").await.ok()["records"].as_array().unwrap().len(), 2);
    // What means nothing, but keeps nobody from looking, does not.
    bring(&ann, b"(;SZ[9]KM[much]HA[-1]RE[Black won]TR[zz]LB[a]TM[an hour]V[x]AB[aa][ba][ab])").await;
    // What is forgiven is told, with its place in the file, and again with that in the record alone.
    let file = "(;SZ[9];B[ee])\n(SZ[9]\n;W[Pass]AB[]\n(;B[zz]()";
    let answer = ann.bring(file.as_bytes()).await.ok();
    let told = |warnings: &Value| -> Vec<Value> {
        let warnings = warnings.as_array().unwrap().iter();
        warnings.map(|warning| json!([warning["code"], warning["line"], warning["column"]])).collect()
    };
    let expected = [
        json!(["property_outside_node", 2, 2]),
        json!(["pass_as_word", 3, 4]),
        json!(["no_point", 3, 12]),
        json!(["unclosed_tree", 4, 1]),
        json!(["pass_as_letters", 4, 5]),
        json!(["empty_tree", 4, 8]),
    ];
    assert_eq!(told(&answer["warnings"]), expected);
    assert!(answer["warnings"].as_array().unwrap().iter().all(|warning| warning["game"] == 2));
    let record = ann.get(&path(&answer["records"][1])).await.ok();
    let codes = |warnings: &[Value]| warnings.iter().map(|warning| warning[0].clone()).collect::<Vec<_>>();
    assert_eq!(codes(&told(&record["warnings"])), codes(&told(&answer["warnings"])));
    let clean = ann.get(&path(&answer["records"][0])).await.ok();
    assert_eq!((&clean["warnings"], &answer["more_warnings"]), (&json!([]), &json!(0)));
    // Of a whole file the answer stays small.
    let answer =
        ann.bring("(;SZ[9]AB[][][][][][][][][][][][][][][][][][][][])".repeat(150).as_bytes()).await.ok();
    assert_eq!(answer["records"].as_array().unwrap().len(), 150);
    assert_eq!(
        (answer["warnings"].as_array().unwrap().len(), &answer["more_warnings"]),
        (2_000, &json!(1_000))
    );
}

async fn illegal_moves_are_made_and_told(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    for (file, illegal) in [
        ("(;SZ[9];B[aa];W[aa])", vec![None, Some("occupied")]),
        ("(;SZ[9];B[aa];B[bb];W[cc];W[])", vec![None, Some("out_of_turn"), None, Some("out_of_turn")]),
        ("(;SZ[9];B[aa];W[jj];B[tt])", vec![None, Some("off_board"), None]),
        ("(;SZ[9]AW[ab][ba];B[aa])", vec![Some("suicide")]),
        ("(;SZ[9]RU[New Zealand]AW[ac][bb][ba]AB[aa];B[ab])", vec![None]),
        ("(;SZ[5]AB[bb][ca][db]AW[ba][cb];W[aa])", vec![None]),
        // A ko that is taken back at once, and after a move elsewhere by each.
        ("(;SZ[5]AB[ab][ba][cb][bc]AW[cb][da][dc][cc]AE[cb]AW[eb]AB[bb];W[cb])", vec![None]),
        (
            "(;SZ[9]AB[ba][ab][bc]AW[bb][ca][db][cc];B[cb];W[bb];B[hh];W[hi];B[cb];W[bb])",
            vec![None, Some("ko"), None, None, None, Some("ko")],
        ),
        ("(;SZ[9]HA[2];B[cc];B[gg];W[ee];B[dd])", vec![None; 4]),
        ("(;SZ[9];B[];W[];W[ee];B[dd])", vec![None; 4]),
    ] {
        let kept = bring(&ann, file.as_bytes()).await.remove(0);
        let record = ann.get(&path(&kept)).await.ok();
        let moves = record["nodes"].as_array().unwrap().iter().filter(|node| node["move"].is_object());
        let told: Vec<_> = moves.map(|node| node["move"]["illegal"].as_str()).collect();
        assert_eq!(told, illegal, "{file}: {record}");
    }
    // Superko, by rules that have it; the same line under rules that have not.
    for (rules, illegal) in [("Tromp-Taylor", Some("superko")), ("Japanese", None)] {
        let line = format!("(;SZ[2:1]RU[{rules}];B[aa];W[ba];B[];W[];B[aa])");
        let kept = bring(&ann, line.as_bytes()).await.remove(0);
        let record = ann.get(&path(&kept)).await.ok();
        let told: Vec<_> = (1..6).map(|node| record["nodes"][node]["move"]["illegal"].as_str()).collect();
        assert_eq!(told, [None, None, None, None, illegal], "{rules}: {record}");
    }
}

async fn records_survive_a_restart(database: Database) {
    let mut server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let kept = bring(&ann, FULL.as_bytes()).await.remove(0);
    let before = ann.get(&path(&kept)).await.ok();
    server.kill().await;
    server.start_again().await;
    let ann = ann.at(&server);
    assert_eq!(ann.get(&path(&kept)).await.ok(), before);
    assert_eq!(ann.get("/records").await.ok()["records"], json!([kept]));
}

async fn games_that_were_played_here_come_back(database: Database) {
    let server = Server::start(database).await;
    for (settings, moves) in [
        (json!({"board": {"width": 4, "height": 5}}), crate::table::SETTLED.to_owned() + " pass pass"),
        (
            json!({"handicap": 3, "clock": {"system": "fischer", "main": 60_000, "increment": 1_000}}),
            "Q4 T1 pass D10".to_owned(),
        ),
        (
            json!({"board": {"name": "torus 3x3"}, "rules": "chinese", "komi": 0.5}),
            "A1 A2 B2 B1 pass C1 pass A3 B3".to_owned(),
        ),
    ] {
        let mut table = Table::new(&server, settings).await;
        table.moves(&moves).await;
        let exported = table.black.get(&format!("/games/{}/sgf", table.game)).await;
        let kept = bring(&table.black, &exported.body).await.remove(0);
        let record = table.black.get(&path(&kept)).await.ok();
        let snapshot = table.snapshot().await;
        let made = record["nodes"].as_array().unwrap().iter().filter_map(|node| node["move"].as_object());
        let made: Vec<Value> = made
            .map(|made| {
                assert_eq!(made.get("illegal"), None, "{made:?}");
                json!({"color": made["color"], "at": made["at"], "captured": made.get("captured").cloned().unwrap_or(json!([]))})
            })
            .collect();
        let mut expected = snapshot["moves"].as_array().unwrap().clone();
        for made in &mut expected {
            made.as_object_mut().unwrap().remove("time_left");
        }
        assert_eq!(made, expected);
        assert_eq!(record["board"], snapshot["settings"]["board"]);
        assert_eq!(record["info"]["komi"], snapshot["settings"]["komi"]);
        assert_eq!(file(&table.black, &kept).await, exported.text());
    }
}
