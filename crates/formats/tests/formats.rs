//! Files of Tygem, WBaduk and PandaNet, written by hand as their programs write them.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail the test like the tests themselves")]

use proptest::prelude::*;
use tengen_formats::{Encoded, Format, GameFile, ReadError, read};
use tengen_sgf::{Limits, Name, TextEncoding, Value, Warnings};

fn file(bytes: &[u8]) -> Result<GameFile, ReadError> {
    read(bytes, Encoded::Somehow, &Limits::DEFAULT)
}

fn sgf(text: &str) -> String {
    file(text.as_bytes()).unwrap().collection.to_string()
}

/// What was forgiven in the one game of a file.
fn forgiven(text: &str) -> Vec<String> {
    let file = file(text.as_bytes()).unwrap();
    let root = file.collection.games().next().unwrap();
    file.collection.warnings(root, &Warnings::default()).iter().map(ToString::to_string).collect()
}

const GIB: &str = "\\HS\r
\\[GIBOKIND=Korea\\]\r
\\[TYPE=0\\]\r
\\[SZAUDIO=0\\]\r
\\[GAMECONDITION=3 stones]: komi 0\\]\r
\\[GAMETIME=Main 20, 30 x 3\\]\r
\\[GAMERESULT=White wins by 12.5\\]\r
\\[GAMEZIPSU=125\\]\r
\\[GAMEDUM=0\\]\r
\\[GAMEGONGJE=0\\]\r
\\[GAMETOTALNUM=5\\]\r
\\[GAMENAME=Rating game\\]\r
\\[GAMEDATE=2024- 6- 4-17-29-50\\]\r
\\[GAMEPLACE=Tygem Baduk\\]\r
\\[GAMELECNAME=\\]\r
\\[GAMEWHITENAME=Ben (x) (5D)\\]\r
\\[GAMEBLACKNAME=Ann\\]\r
\\[GAMECOMMENT=\\]\r
\\[GAMEINFOMAIN=GBKIND:3,GTYPE:0,GCDT:1,GTIME:1200-30-3,GRLT:1,ZIPSU:125,DUM:0,GONGJE:0,TCNT:5,AUSZ:0\\]\r
\\[GAMETAG=S0,R1,D5,G5,W1,Z125,T30-3-1200,C2024:06:04:17:29,I:ben,L:ann,M:Ben,N:Ann\\]\r
\\HE\r
\\GS\r
2 1 0\r
5 0 &4\r
INI 0 1 3 &4\r
STO 0 2 2 15 15 \r
STO 0 3 1 2 5 \r
SKI 0 4\r
STO 0 5 1 0 18 \r
\\GE\r
";

#[test]
fn a_file_of_tygem_is_read() {
    let read = file(GIB.as_bytes()).unwrap();
    assert_eq!(read.format, Format::Gib);
    assert_eq!(
        read.collection.to_string(),
        "(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[Ann]PW[Ben (x)]WR[5D]KM[0.5]RE[W+12.5]DT[2024-06-04]EV[Rating game]PC[Tygem Baduk]TM[1200]\
OT[3x30 byo-yomi]HA[3]AB[dp][pd][dd]\n;W[pp]\n;B[cf]\n;W[]\n;B[as])\n"
    );
    assert!(forgiven(GIB).is_empty());
}

#[test]
fn results_of_tygem_are_those_of_sgf() {
    for (main, tag, result, expected) in [
        ("GRLT:0,ZIPSU:35", "W0,Z35", "", Some("B+3.5")),
        ("GRLT:1,ZIPSU:5", "", "", Some("W+0.5")),
        ("GRLT:3,ZIPSU:0", "W3,Z0", "", Some("B+R")),
        ("GRLT:4,ZIPSU:0", "", "", Some("W+R")),
        ("GRLT:7,ZIPSU:0", "", "", Some("B+T")),
        ("GRLT:8,ZIPSU:0", "", "", Some("W+T")),
        // A program that leaves one of them at 0, or both.
        ("GRLT:0,ZIPSU:0", "W4,Z0", "", Some("W+R")),
        ("GRLT:0,ZIPSU:0", "W255,Z0", "흑 불계승", Some("흑 불계승")),
        ("GRLT:255,ZIPSU:0", "", "", None),
        ("", "", "", None),
    ] {
        let text = format!(
            "\\HS\n\\[GAMERESULT={result}\\]\n\\[GAMEINFOMAIN={main}\\]\n\\[GAMETAG={tag}\\]\n\\HE\n\\GS\n\\GE\n"
        );
        let read = file(text.as_bytes()).unwrap();
        let root = read.collection.games().next().unwrap();
        assert_eq!(root.value(Name::RE).map(Value::raw), expected, "{main} {tag}");
    }
}

const NGF: &str = "Rating game
19
White      5D
Black      4D*
www.wbaduk.com
3
0
0
20240604 [17:20]
5
Black wins by 3.5!
4
PMABWQEEQ
PMACBAAAA
PMADWTTTT
PMAEBBBBB
";

#[test]
fn a_file_of_wbaduk_is_read() {
    let read = file(NGF.as_bytes()).unwrap();
    assert_eq!(read.format, Format::Ngf);
    assert_eq!(
        read.collection.to_string(),
        "(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[Black]BR[4D*]PW[White]WR[5D]KM[0]RE[B+3.5]DT[2024-06-04]EV[Rating game]PC[www.wbaduk.com]\
HA[3]AB[dp][pd][pp]\n;W[pd]\n;B[]\n;W[ss]\n;B[aa])\n"
    );
    // Half a point is left out where there is no handicap.
    let even = NGF.replacen("\n3\n0\n0\n", "\n0\n0\n6\n", 1);
    assert!(sgf(&even).contains("KM[6.5]RE") && !sgf(&even).contains("HA["), "{}", sgf(&even));
    for (words, result) in [
        ("White wins by resign!", "RE[W+R]"),
        ("White wins by time!", "RE[W+T]"),
        ("black win 0.5", "RE[B+0.5]"),
        ("흑 불계승", "RE[흑 불계승]"),
    ] {
        assert!(sgf(&NGF.replace("Black wins by 3.5!", words)).contains(result), "{words}");
    }
}

const UGF: &str = "[Header]
Lang=ENG
Title=Friendly game
Place=PandaNet
Date=2024/06/04,17:29
Rule=JPN
Size=9
Hdcp=2,0.5,1
CoordinateType=JPN
PlayerB=Ann,3d,x
PlayerW=Ben,5d
Winner=W,C
[Remarks]
Size=x
[Data]
CC,B1,0,0
GG,B1,0,0
EE,W1,1,12
YA,B1,2,3
AI,W2,3,0
[Figure]
.Text,1
The middle],
and \\ more.
[Data]
.EndText
.Text,0
Before it.
.EndText
.Text,77
Nowhere.
.EndText
";

#[test]
fn a_file_of_pandanet_is_read() {
    let read = file(UGF.as_bytes()).unwrap();
    assert_eq!(read.format, Format::Ugf);
    assert_eq!(
        read.collection.to_string(),
        "(;GM[1]FF[4]CA[UTF-8]SZ[9]PB[Ann]BR[3d]PW[Ben]WR[5d]KM[0.5]RE[W+R]DT[2024-06-04]GN[Friendly game]PC[PandaNet]HA[2]AB[cc][gg]\
C[Before it.]\n;W[ee]C[The middle\\],\nand \\\\ more.\n[Data\\]]\n;B[]\n;W[ai])\n"
    );
    // Rows from below.
    let igs = UGF.replace("CoordinateType=JPN", "CoordinateType=IGS");
    assert!(sgf(&igs).contains("AB[cg][gc]") && sgf(&igs).contains(";W[aa]"), "{}", sgf(&igs));
    for (winner, result) in
        [("B,2.5", "RE[B+2.5]"), ("W,T", "RE[W+T]"), ("D,0", "RE[0]"), ("B", "RE[B+]"), ("x", "RE[x]")]
    {
        assert!(sgf(&UGF.replace("Winner=W,C", &format!("Winner={winner}"))).contains(result), "{winner}");
    }
}

#[test]
fn what_cannot_be_read_is_refused_with_its_place() {
    for (text, expected) in [
        (GIB.replace("STO 0 3 1 2 5", "STO 0 3 1 2 19"), "off_board line 27, column 11"),
        (GIB.replace("STO 0 3 1 2 5", "STO 0 3 1 2 x"), "bad_point line 27, column 13"),
        (GIB.replace("STO 0 3 1 2 5", "STO 0 3 7 2 5"), "bad_point line 27, column 9"),
        (GIB.replace("STO 0 3 1 2 5", "STO 0 3"), "bad_point line 27, column 1"),
        (NGF.replace("\n19\n", "\n0\n"), "bad_size line 2, column 1"),
        (NGF.replace("\n19\n", "\n26\n"), "board_too_large line 2, column 1"),
        (NGF.replace("PMADWTTTT", "PMADWUTTU"), "off_board line 15, column 1"),
        (NGF.replace("PMADWTTTT", "PMADWA"), "bad_point line 15, column 1"),
        (NGF.replace("PMADWTTTT", "PMADWAB"), "bad_point line 15, column 1"),
        (UGF.replace("Size=9", "Size=nine"), "bad_size line 7, column 6"),
        (UGF.replace("Size=9", "Size=99"), "board_too_large line 7, column 6"),
        (UGF.replace("EE,W1", "E,W1"), "bad_point line 18, column 1"),
        (UGF.replace("EE,W1", "EE,X1"), "bad_point line 18, column 1"),
        ("(;SZ[9]".repeat(0), "no_game line 1, column 1"),
    ] {
        let error = file(text.as_bytes()).unwrap_err();
        assert_eq!(format!("{} {}", error.code, error.position), expected, "{text}");
    }
}

#[test]
fn facts_that_mean_nothing_are_left_out_and_told() {
    assert_eq!(forgiven(&GIB.replace("INI 0 1 3", "INI 0 1 x")), ["line 25, column 9: bad_handicap"]);
    assert_eq!(forgiven(&NGF.replace("\n3\n0\n0\n", "\n0\n0\n0.3\n")), ["line 8, column 1: bad_komi"]);
    assert_eq!(
        forgiven(&UGF.replace("Hdcp=2,0.5", "Hdcp=two,half")),
        ["line 8, column 6: bad_handicap", "line 8, column 10: bad_komi"]
    );
    // More stones than a board has star points are told by their number alone.
    let many = sgf(&GIB.replace("INI 0 1 3", "INI 0 1 25"));
    assert!(many.contains("HA[25]\n;W[pp]"), "{many}");
}

#[test]
fn each_is_read_in_its_encoding() {
    let label = |label: &str| label.parse::<TextEncoding>().unwrap();
    let korean = GIB.replace("=Ann\\]", "=이창호\\]");
    let chinese = GIB.replace("=Ann\\]", "=柯洁\\]").replace("Korea", "China");
    let japanese = UGF.replace("=Ann,", "=井山裕太,").replace("Lang=ENG", "Lang=JPN");
    let taiwanese = NGF.replace("Black   ", "周俊勳   ");
    for (text, encoding, name) in [
        (&korean, "EUC-KR", "이창호"),
        (&korean, "UTF-8", "이창호"),
        (&chinese, "gb18030", "柯洁"),
        (&japanese, "Shift_JIS", "井山裕太"),
        (&taiwanese, "Big5", "周俊勳"),
    ] {
        let bytes = label(encoding).encode(text).unwrap();
        for encoded in [Encoded::Somehow, Encoded::As(label(encoding)), Encoded::AsBefore(label(encoding))] {
            let read = read(&bytes, encoded, &Limits::DEFAULT).unwrap();
            assert_eq!(read.encoding.name(), encoding);
            let root = read.collection.games().next().unwrap();
            assert_eq!(root.value(Name::PB).map(Value::raw), Some(name));
        }
    }
    let bytes = label("EUC-KR").encode(&korean).unwrap();
    let refused = read(&bytes, Encoded::As(TextEncoding::UTF_8), &Limits::DEFAULT).unwrap_err();
    assert_eq!((refused.code, refused.position.line), ("bad_encoding", 17));
}

#[test]
fn as_much_is_read_as_of_sgf() {
    let limits = Limits { nodes: 4, ..Limits::DEFAULT };
    for (text, place) in [(GIB, "line 29"), (NGF, "line 16")] {
        let error = read(text.as_bytes(), Encoded::Somehow, &limits).unwrap_err();
        assert_eq!(
            (error.code, error.position.to_string().split(',').next()),
            ("too_many_nodes", Some(place))
        );
    }
    assert!(read(UGF.as_bytes(), Encoded::Somehow, &limits).is_ok());
    let limits = Limits { bytes: 100, ..Limits::DEFAULT };
    assert_eq!(read(UGF.as_bytes(), Encoded::Somehow, &limits).unwrap_err().code, "too_large");
}

#[test]
fn sgf_is_read_as_it_is() {
    let text = "(;SZ[9]C[\\HS];B[ee])(;SZ[13]AB[])";
    let read = file(text.as_bytes()).unwrap();
    assert_eq!((read.format, read.collection.games().len()), (Format::Sgf, 2));
}

/// Lines as they stand in files of these formats, in any order.
fn lines() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        prop::sample::select(GIB.lines().chain(NGF.lines()).chain(UGF.lines()).collect::<Vec<_>>())
            .prop_map(str::to_owned),
        "STO [0-9] [0-9] [0-3] [0-9-]{1,20} [0-9]{1,20}",
        "INI 0 1 [0-9]{1,3}",
        "PM[A-Z]{2}[BWX][A-Z]{1,3}",
        "[A-Z]{1,3},[BW]?[0-9]?,[0-9]?",
        "Hdcp=[0-9]{0,3},[0-9.]{0,4}",
        "Size=[0-9]{0,3}",
        "\\PC{0,12}",
    ];
    prop::collection::vec(line, 0..40).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #[test]
    fn any_lines_are_a_game_or_refused(head in prop::sample::select(vec!["", "\\HS\n", "[Header]\n", "[Header]\n[Data]\n", &NGF[..120]]), text in lines()) {
        let text = format!("{head}{text}");
        if let Ok(read) = file(text.as_bytes()) {
            // What is made of it is a record in SGF, with one line of moves on its board.
            let written = read.collection.to_string();
            prop_assert_eq!(file(written.as_bytes()).unwrap().collection, read.collection);
        }
    }

    #[test]
    fn any_bytes_are_a_game_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..80), head in prop::sample::select(vec!["", "\\HS\n", "[Header]\n[Data]\n"])) {
        let bytes = [head.as_bytes(), &bytes].concat();
        if let Ok(read) = file(&bytes) {
            prop_assert!(read.collection.games().len() > 0);
        }
    }
}
