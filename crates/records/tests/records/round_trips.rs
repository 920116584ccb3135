//! The kept part of files from elsewhere, as both readers see it.

use proptest::prelude::*;
use tengen_protocol::records::{RecordEdit, RefusedGame};
use tengen_records::{KeptRecord, RecordFile, edit, read_file, show};
use tengen_sgf::{Collection, TextEncoding};

use crate::generated::{Said, build, files};
use crate::oracle;

#[test]
fn no_byte_of_a_broken_character_is_lost_and_a_broken_unit_is_refused() {
    let file = b"(;GM[1]PB[\xe9\xbb\x92\xe7\x99]PW[\xe7\x99\xbd];B[pd];W[dd])";
    for file in [file.to_vec(), [b"\xef\xbb\xbf", &file[..]].concat()] {
        let kept = read_file(&file).unwrap().records.remove(0);
        assert_eq!((kept.headline.moves, kept.headline.encoding.as_str()), (2, "UTF-8"));
        let told = kept.warnings.iter().map(|told| (told.warning.code.as_str(), told.warning.column));
        assert_eq!(told.collect::<Vec<_>>(), [("stray_bytes", 12)]);
        assert_eq!(kept.headline.players.black.name.as_deref(), Some("黒ç™"));
        assert_eq!(kept.headline.players.white.name.as_deref(), Some("白"));
    }
    // A bracket behind half a unit of UTF-16 is half of another.
    let wide = read_file(b"\xff\xfe(\0;\0C\0[\0\0\xd8]\0)\0\0").unwrap_err();
    assert_eq!(wide.reason, "bad_encoding");
}

/// Files of other programs, with the codes of what is forgiven, and how many moves they have.
const FORGIVEN: &[(&str, u32, &[&str])] = &[
    ("(\r\nPB[a]\r\n;B[pd];W[dd])", 2, &["property_outside_node"]),
    ("\u{feff}(\u{feff}PB[a];B[pd])", 1, &["byte_order_mark", "property_outside_node"]),
    ("(;SZ[9]AB[];B[ee])", 1, &["no_point"]),
    ("(;SZ[9];B[ee])\r\n-- \r\nme)", 1, &["text_after_game"]),
    ("(;SZ[9];B[ee];W[cc]", 2, &["unclosed_tree"]),
    ("(;SZ[9];B[ee];C[so", 1, &["unclosed_tree", "unclosed_value"]),
    ("(;SZ[9];B[ee]())", 1, &["empty_tree"]),
    ("(;SZ[9]PL[2];B[ee])", 1, &["bad_color"]),
    ("(;SZ[19]AB[tt][dd];W[pp])", 1, &["off_board"]),
    ("(;B[R16];W[Pass];B[zz])", 3, &["point_as_vertex", "pass_as_word", "pass_as_letters"]),
    ("(;SZ[9];B[ee](;W[cc]);W[gg])", 2, &["after_variation"]),
    ("(;SZ[9];B[ee]);W[aa];B[bb])", 3, &["node_after_game"]),
    (";SZ[9];B[ee](;W[cc])(;W[dd]))\n", 2, &["unopened_tree"]),
    ("(;SZ[nine];B[ee];W[cc])", 2, &["bad_size"]),
    ("(;SZ[9];B[ee](;W[cc])(;W[?];B[dd]))", 2, &["bad_point"]),
    ("(;SZ[9]AB[aa]AW[ab][ba];B[ee])", 1, &["no_liberties"]),
    ("(;SZ[8]HA[5];W[ee])", 1, &["handicap_stones"]),
];

#[test]
fn games_of_joined_files_are_read_in_their_own_encodings() {
    let games = [
        ("GB2312", "gb18030", "柯洁", "聂卫平"),
        ("Big5", "Big5", "許家元", "謝豪"),
        ("UTF-8", "UTF-8", "井山裕太", "Müller"),
        ("windows-1251", "windows-1251", "Иванов", "Петров"),
    ];
    let files = games.map(|(label, _, black, white)| {
        let encoding: TextEncoding = label.parse().unwrap();
        encoding.encode(&format!("(;CA[{label}]PB[{black}]PW[{white}];B[pd])")).unwrap()
    });
    let read = read_file(&files.join(&b"\r\n"[..])).unwrap();
    assert_eq!(read.records.len(), games.len());
    for ((_, encoding, black, white), (kept, file)) in games.iter().zip(read.records.iter().zip(&files)) {
        let players = &kept.headline.players;
        let names = [&players.black, &players.white].map(|player| player.name.as_deref());
        assert_eq!((names, kept.headline.encoding.as_str()), ([Some(*black), Some(*white)], *encoding));
        assert_eq!((kept.bytes(), kept.warnings.len()), (file.as_slice(), 0));
    }
}

#[test]
fn a_move_of_a_variation_that_is_none_is_illegal() {
    let shown = show("(;SZ[9];B[ee](;W[cc])(;W[?];B[dd]))").unwrap();
    let made: Vec<_> = shown.nodes.iter().filter_map(|node| node.made.as_ref()).collect();
    let told: Vec<_> = made.iter().map(|made| (made.at.as_str(), made.illegal.as_deref())).collect();
    assert_eq!(told, [("E5", None), ("C7", None), ("?", Some("off_board")), ("D6", None)]);
}

#[test]
fn what_is_forgiven_is_told_and_stays_in_the_file() {
    for (file, moves, codes) in FORGIVEN {
        let kept =
            read_file(file.as_bytes()).unwrap_or_else(|error| panic!("{file:?}: {error}")).records.remove(0);
        assert_eq!(kept.headline.moves, *moves, "{file:?}");
        let told: Vec<_> = kept.warnings.iter().map(|told| told.warning.code.as_str()).collect();
        assert_eq!(told, *codes, "{file:?}");
        // Alone the record is as it was in the file.
        assert!(file.contains(kept.sgf.replace("CA[UTF-8]", "").trim_end()), "{file:?}");
        let again = read_file(kept.sgf.as_bytes()).unwrap().records.remove(0);
        assert_eq!(again.sgf, kept.sgf, "{file:?}");
        let shown = show(&kept.sgf).unwrap();
        assert_eq!(shown.warnings.len(), again.warnings.len());
        // It can be changed, and left as it is.
        let record = RecordFile { sgf: kept.sgf.clone(), ..RecordFile::default() };
        assert_eq!(edit(&record, &RecordEdit::default(), "UTF-8").unwrap().file, record);
        let change = serde_json::from_str(r#"{"changes": [{"node": 0, "comment": "seen"}]}"#).unwrap();
        let edited = edit(&record, &change, "UTF-8").unwrap();
        assert_eq!(edited.headline.moves, *moves, "{file:?}");
        assert_eq!(edited.shown.nodes[0].comment.as_deref(), Some("seen"));
    }
}

#[test]
fn joined_files_and_utf_16_without_a_mark_are_read() {
    let joined = "\u{feff}(;SZ[9];B[ee])\r\n\u{feff}(;SZ[9];B[cc];W[gg])";
    let kept = read_file(joined.as_bytes()).unwrap().records;
    assert_eq!(kept.iter().map(|record| record.headline.moves).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(kept[0].warnings[0].warning.code, "byte_order_mark");
    for units in [u16::to_le_bytes, u16::to_be_bytes] {
        let wide: Vec<u8> = "(;SZ[9]PB[黒];B[ee];W[cc])".encode_utf16().flat_map(units).collect();
        let kept = read_file(&wide).unwrap().records.remove(0);
        assert_eq!(kept.headline.players.black.name.as_deref(), Some("黒"));
        assert_eq!(kept.headline.moves, 2);
    }
}

#[test]
fn a_game_that_cannot_be_read_keeps_no_others_out() {
    for (file, kept, refused) in [
        ("(;SZ[9];B[ee])(;GM[11]SZ[11];B[a2])", vec![1], vec![(2, "not_go", 1, 20)]),
        ("(;SZ[9];B[ee])\n(;SZ[9]AB[vv];B[cc];W[dd])\n(;SZ[9];B[gg])", vec![1, 2, 1], vec![]),
        (
            "(;SZ[99])\n(;SZ[9];B[?];W[cc])\n(;SZ[9];B[gg])\n(;SZ[26])",
            vec![1],
            vec![(1, "bad_size", 1, 6), (2, "bad_point", 2, 11), (4, "board_too_large", 4, 6)],
        ),
    ] {
        let read = read_file(file.as_bytes()).unwrap();
        assert_eq!(
            read.records.iter().map(|record| record.headline.moves).collect::<Vec<_>>(),
            kept,
            "{file}"
        );
        let told = |told: &RefusedGame| (told.game, told.reason.clone(), told.line, told.column);
        let found: Vec<_> = read.refused.iter().map(told).collect();
        let refused: Vec<_> = refused
            .into_iter()
            .map(|(game, reason, line, column)| (game, reason.to_owned(), line, column))
            .collect();
        assert_eq!(found, refused, "{file}");
    }
    // Of a bundle one game misses its bracket.
    let bundle = |faulty: usize| -> String {
        let game = |number: usize| {
            format!("(;GM[1]SZ[9]\n;B[ee](;W[cc])(;W[gg]{}\n", if number == faulty { ")" } else { "))" })
        };
        (0..100).map(game).collect()
    };
    for faulty in [0, 50, 99] {
        let records = read_file(bundle(faulty).as_bytes()).unwrap().records;
        assert_eq!(records.len(), 100);
        assert!(records.iter().all(|record| record.headline.moves == 2 && record.headline.node_count == 4));
        let told: Vec<_> = records.iter().flat_map(|record| &record.warnings).collect();
        assert_eq!(told.len(), 1);
        assert_eq!((told[0].game as usize, told[0].warning.code.as_str()), (faulty + 1, "unclosed_tree"));
    }
    // The limit of one node is one of its game.
    let many = format!("(;SZ[25]AB{})(;SZ[9];B[ee])", "[aa:yy]".repeat(30));
    let read = read_file(many.as_bytes()).unwrap();
    assert_eq!((read.records.len(), read.refused[0].reason.as_str()), (1, "too_many_points"));
    // The number of a warning is that of the game in the file.
    let read = read_file(b"(;GM[2])(;SZ[9]AB[];B[ee])").unwrap();
    assert_eq!(read.records[0].warnings[0].game, 2);
    assert_eq!(read_file(b"(;GM[2])(;SZ[99])").unwrap_err().reason, "not_go", "none can be read");
}

#[test]
fn a_file_of_many_faults_tells_the_first_ones_and_counts_the_others() {
    // A game tells up to a hundred faults of its form, and as many of its meaning.
    let game = format!("(;SZ[9]{}{})", "AB[]".repeat(150), "!;".repeat(150));
    let read = read_file(game.repeat(40).as_bytes()).unwrap();
    assert_eq!(read.records.len(), 40);
    let told = |games: &[KeptRecord]| games.iter().map(|game| game.warnings.len()).sum::<usize>();
    assert_eq!((told(&read.records[..10]), told(&read.records), read.more_warnings), (2_000, 2_000, 6_000));
    let last = read.records[9].warnings.last().unwrap();
    assert_eq!((last.game, read.records[10].warnings.len()), (10, 0));
    // A few faults are all told, and a game that can't be read counts for nothing.
    let read = read_file(b"(;SZ[9]AB[];B[ee])(;GM[2]AB[])(;SZ[9]AB[];B[ee])").unwrap();
    assert_eq!((told(&read.records), read.more_warnings), (2, 0));
}

#[test]
fn an_edit_finds_a_move_in_whatever_words_it_is_written() {
    let record = RecordFile { sgf: "(;SZ[19];B[R16];W[Pass])\n".to_owned(), ..RecordFile::default() };
    let change = r#"{"changes": [{"id": "a", "from": {"node": 0}, "move": "black:R16", "comment": "here"},
        {"id": "b", "parent": "a", "move": "white:pass", "comment": "there"}]}"#;
    let edited = edit(&record, &serde_json::from_str(change).unwrap(), "UTF-8").unwrap();
    assert_eq!(edited.file.sgf, "(;SZ[19];B[R16]C[here];W[Pass]C[there])\n");
}

proptest! {
    /// Brought in any encoding, given back in UTF-8: nothing is lost, as both readers see it.
    #[test]
    fn what_is_brought_comes_back((label, encoding, nodes) in files()) {
        let file = build(label, &nodes);
        let text = file.to_string();
        let (bytes, _, lossy) = encoding.encode(&text);
        prop_assert!(!lossy, "{} in {}", text, label);
        let kept = read_file(&bytes).unwrap().records.remove(0);

        let back = Collection::parse(kept.sgf.as_str()).unwrap();
        prop_assert_eq!(&back, &build("UTF-8", &nodes));
        let other = oracle::other(&kept.sgf);
        prop_assert_eq!(&oracle::own(&back), &other);
        // And the other reader finds the same in it as before.
        let mut before = oracle::other(&text);
        before[0][0].1.insert("CA".to_owned(), vec!["UTF-8".to_owned()]);
        prop_assert_eq!(other, before);

        // A file that came back comes back unchanged, and shows the same.
        let again = read_file(kept.sgf.as_bytes()).unwrap().records.remove(0);
        prop_assert_eq!(&again.sgf, &kept.sgf);
        let shown = show(&kept.sgf).unwrap();
        prop_assert_eq!(shown.nodes.len(), nodes.len() + 1);
        let comments = shown.nodes.iter().filter(|node| node.comment.is_some()).count();
        let said = |said: &&Said| said.texts.iter().any(|(name, text)| *name == "C" && !text.is_empty());
        prop_assert_eq!(comments, nodes.iter().filter(said).count());
    }
}
