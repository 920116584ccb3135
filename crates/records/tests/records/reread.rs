//! The bytes of a file stay as they came, and are read again in another encoding.

use tengen_protocol::records::RecordEdit;
use tengen_records::{Bounds, Brought, KeptRecord, RecordFile, edit, joined, read_file, read_file_as};
use tengen_sgf::TextEncoding;

fn encoding(label: &str) -> TextEncoding {
    label.parse().unwrap()
}

/// The record as it is kept when it has just come.
fn kept(record: &KeptRecord) -> RecordFile {
    RecordFile { sgf: record.sgf.clone(), ..RecordFile::default() }
}

fn brought<'a>(file: &'a RecordFile, record: &'a KeptRecord) -> Brought<'a> {
    Brought { file, original: record.original.as_deref(), encoding: &record.headline.encoding }
}

fn changed(record: &RecordFile, changes: &str) -> RecordFile {
    let changes: RecordEdit = serde_json::from_str(changes).unwrap();
    edit(record, &changes, "UTF-8").unwrap().file
}

#[test]
fn the_bytes_of_each_game_stay() {
    let bytes = b"From: me\r\n(;PB[\xc8\xe2\xe0\xed];B[aa])\r\n";
    let alone = read_file(bytes).unwrap().records.remove(0);
    assert_eq!(alone.original.as_deref(), Some(&bytes[..]));
    assert_eq!(alone.size(), alone.sgf.len() + bytes.len());
    let two = b"(;PB[\xc8\xe2\xe0\xed\xee\xe2])x(;PB[\xcf\xe5\xf2\xf0\xee\xe2];B[aa])";
    let records = read_file(two).unwrap().records;
    assert_eq!(records[0].original.as_deref(), Some(&two[..13]));
    assert_eq!(records[1].original.as_deref(), Some(&two[14..]));
    // A byte order mark belongs to the file of one game, and to none of several.
    let wide: Vec<u8> = "\u{feff}(;C[棋])(;C[碁])".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let records = read_file(&wide).unwrap().records;
    assert_eq!(records[1].original.as_deref(), Some(&wide[16..]));
    assert_eq!(
        brought(&kept(&records[1]), &records[1]).reading_in(encoding("UTF-16LE")).unwrap().headline,
        records[1].headline
    );
    // None are kept where the text has exactly these.
    for text in ["(;CA[UTF-8]SZ[9];B[ee])\n", "(;CA[UTF-8]PB[\u{e9}];B[ee])\n"] {
        let record = read_file(text.as_bytes()).unwrap().records.remove(0);
        assert_eq!((record.original.as_deref(), record.bytes()), (None, text.as_bytes()), "{text}");
    }
    for text in [
        "(;SZ[9];B[ee])",
        "(;CA[UTF-8]SZ[9];B[ee])",
        "(;CA[UTF-8]SZ[9];B[ee])\r\n",
        "(;CA[UTF-8]SZ[9];B[ee])\n\n",
        "(;CA[Big5]SZ[9];B[ee])",
        "(;SZ[9]PB[\u{e9}];B[ee])",
        "x (;SZ[9];B[ee])",
    ] {
        assert_eq!(
            read_file(text.as_bytes()).unwrap().records[0].original.as_deref(),
            Some(text.as_bytes()),
            "{text}"
        );
    }
}

/// What is kept of a file, put together again.
fn whole(bytes: &[u8]) -> Vec<u8> {
    let read = read_file(bytes).unwrap();
    let around = read.around.clone().unwrap_or_default();
    assert!(around.file_length == if read.around.is_some() { bytes.len() } else { 0 });
    joined(&around.bytes, read.records.iter().map(|record| (record.place.behind, record.bytes())))
}

#[test]
fn no_byte_of_a_file_of_several_games_is_lost() {
    let wide: Vec<u8> = "\u{feff}w\u{f6}rter (;C[\u{68cb}]) (;GM[3]) (;C[\u{7881}])\r\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    for file in [
        &b"(;SZ[9];B[ee])(;SZ[9];B[cc])"[..],
        b"\xef\xbb\xbfOne:\r\n(;SZ[9];B[ee])\r\ntwo:\r\n(;PB[\xc8\xe2\xe0\xed\xee\xe2];B[cc]\r\n)\r\n-- \r\n",
        // The first, one in the middle, several, and the last are refused.
        b"(;GM[3]) (;SZ[9];B[ee]) x (;SZ[9];B[ea])",
        b"(;SZ[9];B[ee]) \xff\xfe (;GM[11]SZ[11];B[a2])\t(;GM[3])(;SZ[9];B[cc])",
        b"(;SZ[9];B[ee])\n(;SZ[9];B[cc])\n(;GM[3]PB[\xe9\xd7])",
        // A bracket is missing, and something is behind the last one.
        b"(;SZ[9];B[ee]\n(;SZ[9];B[cc])))\0",
        b"(;SZ[9];B[ee])\xef\xbb\xbf(;CA[UTF-8]SZ[9];B[cc])\n",
        b"\x1b$B0f;3\x1b(B (;PB[\x1b$B0f;3M5B@\x1b(B]) \x1b$BM5B@\x1b(B (;PB[\x1b$B0f;3\x1b(B]) .",
        &wide[..],
        b" (;SZ[9];B[ee]) ",
        b"(;CA[UTF-8]SZ[9];B[ee])\n",
    ] {
        assert_eq!(whole(file), file, "{}", String::from_utf8_lossy(file));
    }
    let read = read_file(b"a(;GM[3])b(;SZ[9])c(;SZ[13])d").unwrap();
    assert_eq!((read.around.unwrap().bytes, read.refused.len()), (b"a(;GM[3])bcd".to_vec(), 1));
    let places: Vec<_> = read.records.iter().map(|record| (record.place.game, record.place.behind)).collect();
    assert_eq!(places, [(2, 10), (3, 11)]);
    assert_eq!(read.records[1].bytes(), b"(;SZ[13])");
    // Without one of the games the others keep their places.
    assert_eq!(joined(b"a(;GM[3])bcd", [(11, &b"(;SZ[13])"[..])]), b"a(;GM[3])bc(;SZ[13])d");
    // One game has all bytes of its file.
    assert_eq!(read_file(b" (;SZ[9]) ").unwrap().around, None);
}

#[test]
fn no_byte_of_joined_files_in_several_encodings_is_lost() {
    let parts = [
        ("GB2312", "围棋\r\n(;CA[GB2312]PB[柯洁]PW[聂卫平];B[pd])\r\n(;GM[3]C[围棋])\r\n"),
        ("Big5", "(;CA[Big5]PB[許家元]PW[謝豪];B[pd]) 圍棋 (;PB[謝豪];B[dd])\n"),
        // With a mark of UTF-8 before the next one, too.
        ("UTF-8", "\u{feff}(;CA[UTF-8]PB[井山裕太]PW[Müller];B[pd])\u{feff}"),
        ("windows-1251", "(;CA[windows-1251]PB[Иванов]PW[Петров];B[pd])\r\nКонец\r\n"),
    ];
    let encoded = |(label, text): (&str, &str)| encoding(label).encode(text).unwrap();
    let file = parts.map(encoded).concat();
    assert_eq!(whole(&file), file);
    let read = read_file(&file).unwrap();
    let games = [
        (1, "gb18030", "(;CA[GB2312]PB[柯洁]PW[聂卫平];B[pd])"),
        (3, "Big5", "(;CA[Big5]PB[許家元]PW[謝豪];B[pd])"),
        (4, "Big5", "(;PB[謝豪];B[dd])"),
        (5, "UTF-8", "(;CA[UTF-8]PB[井山裕太]PW[Müller];B[pd])"),
        (6, "windows-1251", "(;CA[windows-1251]PB[Иванов]PW[Петров];B[pd])"),
    ];
    assert_eq!((read.records.len(), read.refused.len()), (games.len(), 1));
    for ((game, label, text), record) in games.into_iter().zip(&read.records) {
        assert_eq!((record.place.game, record.headline.encoding.as_str()), (game, label));
        assert_eq!(record.bytes(), encoded((label, text)), "{text}");
        let again = brought(&kept(record), record).read_again(encoding(label)).unwrap();
        assert_eq!(again.sgf, record.sgf);
    }
    let around = [
        ("GB2312", "围棋\r\n\r\n(;GM[3]C[围棋])\r\n"),
        ("Big5", " 圍棋 \n"),
        ("UTF-8", "\u{feff}\u{feff}"),
        ("windows-1251", "\r\nКонец\r\n"),
    ];
    assert_eq!(read.around.unwrap().bytes, around.map(encoded).concat());
}

#[test]
fn lists_tell_whether_a_text_is_plain_ascii() {
    let ascii = |bytes: &[u8]| read_file(bytes).unwrap().records[0].headline.ascii;
    assert_eq!(ascii(b"(;PB[Ann];B[ee])"), Some(true));
    for file in
        [&b"(;PB[Ann];B[ee]C[\xe6\xa3\x8b])"[..], b"(;PB[Ann]XY[\xe9])", "(;PB[Ann]C[a\u{1b}b])".as_bytes()]
    {
        assert_eq!(ascii(file), Some(false), "{}", String::from_utf8_lossy(file));
    }
}

#[test]
fn a_named_encoding_decides() {
    let bytes = b"(;PB[\xe9\xd7\xc1\xce];B[pd])";
    for (label, name) in
        [("KOI8-R", "Иван"), ("windows-1251", "йЧБО"), ("gb18030", "樽廖"), ("latin1", "é×ÁÎ")]
    {
        let record = read_file_as(bytes, encoding(label)).unwrap().records.remove(0);
        assert_eq!(record.headline.players.black.name.as_deref(), Some(name));
        assert_eq!(record.headline.encoding, encoding(label).name());
    }
    let refused = read_file_as(bytes, TextEncoding::UTF_8).unwrap_err();
    assert_eq!((refused.reason, refused.position.column), ("bad_encoding", 6));
}

#[test]
fn a_record_is_read_again_in_another_encoding() {
    let bytes = b"(;CA[latin1]PB[\xe9\xd7\xc1\xce]C[a];B[pd]C[\xc8\xcf\xc4])";
    let record = read_file_as(bytes, encoding("gb18030")).unwrap().records.remove(0);
    let file = kept(&record);
    let brought = brought(&file, &record);
    assert_eq!(brought.bytes().as_ref(), bytes);
    let headline = brought.reading_in(encoding("KOI8-R")).unwrap().headline;
    assert_eq!(
        (headline.players.black.name.as_deref(), headline.encoding.as_str()),
        (Some("Иван"), "KOI8-R")
    );
    let again = brought.read_again(encoding("KOI8-R")).unwrap();
    assert_eq!(again.sgf, "(;CA[UTF-8]PB[Иван]C[a];B[pd]C[ход])\n");
    assert!(again.numbers.are_places());
    // And back.
    let back =
        Brought { file: &again, encoding: "KOI8-R", ..brought }.read_again(encoding("gb18030")).unwrap();
    assert_eq!(back, file);
    assert_eq!(brought.read_again(TextEncoding::UTF_8).unwrap_err().reason, "bad_encoding");
}

#[test]
fn a_reading_shows_words_of_comments() {
    for (bytes, words) in [
        (&b"(;PB[Ann]GC[\xe9\xd7\xc1\xce]C[\xc8\xcf\xc4])"[..], Some("Иван")),
        (b"(;PB[Ann];B[pd]C[first\nthe move \xc8\xcf\xc4\nlast];W[dd]C[\xe9])", Some("ход")),
        (b"(;PB[Ann];B[pd]N[\xc8\xcf\xc4 1])", Some("ход 1")),
        (b"(;PB[\xe9\xd7\xc1\xce];B[pd]C[a move])", None),
    ] {
        let record = read_file_as(bytes, encoding("windows-1251")).unwrap().records.remove(0);
        let file = kept(&record);
        let reading = brought(&file, &record).reading_in(encoding("KOI8-R")).unwrap();
        assert_eq!(reading.words.as_deref(), words, "{}", String::from_utf8_lossy(bytes));
    }
    let bytes = format!("(;C[{}])", "棋".repeat(100));
    let record = read_file(bytes.as_bytes()).unwrap().records.remove(0);
    let file = kept(&record);
    // In its own encoding it is read as it is, stray bytes and all.
    let words = brought(&file, &record).reading_in(TextEncoding::UTF_8).unwrap().words.unwrap();
    assert_eq!(words, format!("{}…", "棋".repeat(80)));
    let stray = read_file(b"(;PB[\xe6\xa3\x8b\xe6\xa3\x8b M\xfcller])").unwrap().records.remove(0);
    let file = kept(&stray);
    assert_eq!(brought(&file, &stray).reading_in(TextEncoding::UTF_8).unwrap().headline, stray.headline);
}

#[test]
fn changes_stay_when_a_record_is_read_again() {
    let bytes = b"(;PB[\xe9\xd7\xc1\xce]PW[\xf0\xc5\xd4\xd2]C[a];B[pd]C[\xc8\xcf\xc4\xd9])";
    let record = read_file_as(bytes, encoding("gb18030")).unwrap().records.remove(0);
    let changes = r#"{"changes": [{"node": 1, "comment": "Better: Ä"}, {"id": "x", "from": {"node": 0}, "move": "black:C3"}],
        "info": {"players": {"white": {"name": "Юн"}}}}"#;
    let file = changed(&kept(&record), changes);
    let again = brought(&file, &record).read_again(encoding("KOI8-R")).unwrap();
    assert_eq!(again.numbers, file.numbers);
    let listed = brought(&file, &record).reading_in(encoding("KOI8-R")).unwrap().headline;
    assert_eq!(listed.players.white.name.as_deref(), Some("Юн"), "lists tell the change, too");
    assert_eq!(again.sgf, file.sgf.replace(record.headline.players.black.name.as_deref().unwrap(), "Иван"));
    assert!(again.sgf.contains("PW[Юн]") && again.sgf.contains("C[Better: Ä]"), "{}", again.sgf);
}

#[test]
fn nodes_that_a_wrong_encoding_hid_get_numbers_of_their_own() {
    // The last byte of the name and the bracket are one character in GB18030.
    let bytes = b"(;SZ[9];B[aa]C[\xca\xe8\xec];W[bb]C[x];B[cc])";
    let record = read_file_as(bytes, encoding("gb18030")).unwrap().records.remove(0);
    assert_eq!(record.headline.node_count, 3);
    let file = kept(&record);
    let again = brought(&file, &record).read_again(encoding("windows-1251")).unwrap();
    let shown = again.show().unwrap();
    assert_eq!(shown.nodes[1].comment.as_deref(), Some("Ким"));
    let numbers: Vec<u32> = (0..4).map(|place| again.numbers.at(place)).collect();
    // The hidden move is another node than the one that stood in its place.
    assert_eq!((shown.nodes.len(), numbers), (4, vec![0, 1, 3, 4]));
    // Where somebody has changed the record meanwhile, nobody knows what belongs where.
    let file = changed(&file, r#"{"changes": [{"node": 0, "comment": "mine"}]}"#);
    assert_eq!(
        brought(&file, &record).read_again(encoding("windows-1251")).unwrap_err().reason,
        "other_values"
    );
}

#[test]
fn a_game_that_was_joined_with_others_is_read_again_in_its_own_encoding() {
    // The whole file is mostly UTF-8, and the third game is not.
    let utf_8 = "(;GM[1]SZ[9]PB[井山裕太]PW[柯潔]GC[棋聖戦七番勝負第一局];B[ee])";
    let mut bytes = [utf_8, utf_8].concat().into_bytes();
    bytes.extend_from_slice(b"(;GM[1]SZ[9]PB[\xc9\xcf\xc0\xf4];B[ee])");
    let record = read_file(&bytes).unwrap().records.remove(2);
    assert_eq!(record.headline.encoding, "UTF-8");
    let file = kept(&record);
    let brought = brought(&file, &record);
    let headline = brought.reading_in(encoding("gb18030")).unwrap().headline;
    assert_eq!(headline.players.black.name.as_deref(), Some("上吏"));
    assert_eq!(
        brought.read_again(encoding("gb18030")).unwrap().sgf,
        "(;CA[UTF-8]GM[1]SZ[9]PB[上吏];B[ee])\n"
    );
}

#[test]
fn a_mark_of_utf_8_before_another_encoding_is_no_part_of_it() {
    let bytes = b"\xef\xbb\xbf(;SZ[9]PB[\xc9\xcf\xc0\xf4];B[ee])";
    let record = read_file_as(bytes, encoding("gb18030")).unwrap().records.remove(0);
    assert_eq!(record.headline.players.black.name.as_deref(), Some("上吏"));
    let file = kept(&record);
    assert_eq!(brought(&file, &record).bytes().as_ref(), bytes);
    let other = brought(&file, &record).read_again(encoding("latin1")).unwrap();
    assert_eq!(other.sgf, "(;CA[UTF-8]SZ[9]PB[ÉÏÀô];B[ee])\n");
    // A mark tells the order of the bytes, whatever is said of it.
    let wide: Vec<u8> = "\u{feff}(;C[棋])".encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(read_file_as(&wide, encoding("utf-16le")).unwrap().records[0].headline.encoding, "UTF-16BE");
}

/// In UTF-16 a text of ASCII has twice its bytes, which is more than a file may have.
#[test]
fn a_great_record_in_utf_16_is_read_again() {
    let sgf = format!("(;CA[UTF-8]SZ[9]C[{}])\n", "x".repeat(Bounds::GREAT.bytes / 2));
    let file = RecordFile { sgf: sgf.clone(), ..RecordFile::default() };
    let brought = Brought { file: &file, original: None, encoding: "UTF-16LE" };
    assert!(brought.bytes().len() > Bounds::GREAT.bytes);
    let again = brought.read_again(encoding("UTF-16LE")).unwrap();
    assert!(again.sgf == sgf, "{} bytes", again.sgf.len());
}

#[test]
fn a_record_in_utf_8_of_which_no_bytes_were_kept_keeps_its_letters() {
    let file = RecordFile { sgf: "(;CA[UTF-8]PB[Müller])\n".to_owned(), ..RecordFile::default() };
    let brought = Brought { file: &file, original: None, encoding: "UTF-8" }.as_it_came();
    assert!(!brought.is_told_by_text());
    assert_eq!(brought.bytes().as_ref(), file.sgf.as_bytes());
    let again = brought.read_again(encoding("windows-1252")).unwrap();
    assert_eq!(again.sgf, "(;CA[UTF-8]PB[MÃ¼ller])\n");
    // And back, with the bytes.
    let back = Brought { file: &again, encoding: "windows-1252", ..brought }.read_again(TextEncoding::UTF_8);
    assert_eq!(back.unwrap(), file);
    let plain = RecordFile { sgf: "(;CA[UTF-8]PB[Muller])\n".to_owned(), ..RecordFile::default() };
    let plain = Brought { file: &plain, original: None, encoding: "UTF-8" }.as_it_came();
    assert!(plain.is_told_by_text());
}

#[test]
fn records_of_which_no_bytes_were_kept_have_those_of_their_text() {
    let file = RecordFile { sgf: "(;CA[UTF-8]PB[Èâàí])\n".to_owned(), ..RecordFile::default() };
    let brought = Brought { file: &file, original: None, encoding: "windows-1252" };
    assert_eq!(brought.read_again(encoding("windows-1251")).unwrap().sgf, "(;CA[UTF-8]PB[Иван])\n");
}

#[test]
fn plain_ascii_is_the_same_in_every_encoding() {
    let record = read_file(b"(;SZ[9];B[ee])\n").unwrap().records.remove(0);
    let file = changed(&kept(&record), r#"{"changes": [{"node": 1, "comment": "Ä"}]}"#);
    let brought = brought(&file, &record);
    assert_eq!(brought.read_again(encoding("KOI8-R")).unwrap(), file);
    assert_eq!(brought.reading_in(encoding("KOI8-R")).unwrap().headline.encoding, "KOI8-R");
    // Half a unit is left.
    assert_eq!(brought.read_again(encoding("UTF-16LE")).unwrap_err().reason, "bad_encoding");
}

#[test]
fn files_of_other_programs_stay_as_they_came() {
    let gib = b"\\HS\n\\[GAMEBLACKNAME=\xc0\xcc\xc3\xa2\xc8\xa3 (9D)\\]\n\\[GAMETAG=W3,Z0,G65\\]\n\\HE\n\\GS\nINI 0 1 x &4\nSTO 0 2 1 15 3\n\\GE\n";
    let read = read_file(gib).unwrap();
    let record = &read.records[0];
    assert_eq!(record.sgf, "(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[이창호]BR[9D]KM[6.5]RE[B+R]\n;B[pd])\n");
    assert_eq!((record.headline.encoding.as_str(), record.headline.moves), ("EUC-KR", 1));
    // What is forgiven has its place in the file.
    let told = &record.warnings[0];
    assert_eq!(
        (told.game, told.warning.code.as_str(), told.warning.line, told.warning.column),
        (1, "bad_handicap", 6, 9)
    );
    let file = kept(record);
    let brought = brought(&file, record);
    assert_eq!((brought.bytes().as_ref(), brought.ending()), (&gib[..], "gib"));
    let again = brought.read_again(encoding("gb18030")).unwrap();
    assert!(again.sgf.contains("PB[捞芒龋]"), "{}", again.sgf);
    // One that can't be read is refused with the place there.
    let broken = read_file(b"\\HS\n\\HE\n\\GS\nSTO 0 2 1 19 3\n\\GE\n").unwrap_err();
    assert_eq!((broken.reason, broken.position.line), ("off_board", 4));
}
