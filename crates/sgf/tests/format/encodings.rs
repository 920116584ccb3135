//! Records of Go in the encodings in which they have been kept.

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, SHIFT_JIS, WINDOWS_1252};
use proptest::prelude::*;
use tengen_sgf::{Collection, Decoded, Limits, Name, Source, TextEncoding, Warnings, decode_as};

fn decode(bytes: &[u8]) -> Decoded {
    tengen_sgf::decode(bytes).unwrap()
}

/// The codes of what was forgiven in the first game of a file.
fn forgiven(bytes: &[u8]) -> Vec<String> {
    let read = Collection::read(decode(bytes), &Limits::DEFAULT).unwrap();
    let root = read.games().next().unwrap();
    let warnings = read.warnings(root, &Warnings::default());
    warnings.iter().map(|warning| format!("{warning}")).collect()
}

/// Without a word about the encoding.
const CHINESE: &str =
    "(;GM[1]SZ[19]PB[柯洁]PW[古力]EV[第十七届农心杯]RE[黑中盘胜]C[白棋的下法不好]\n;B[pd];W[dd])";
const TAIWANESE: &str = "(;GM[1]SZ[19]PB[周俊勳]PW[林至涵]EV[第五屆中環盃決賽]C[黑棋在左上角的定石]\n;B[pd])";
const JAPANESE: &str =
    "(;GM[1]SZ[19]PB[小林光一]PW[趙治勲]EV[第１５期棋聖戦]C[黒の一手はどこですか。コミ]\n;B[pd])";
const KOREAN: &str = "(;GM[1]SZ[19]PB[이창호]PW[조훈현]EV[제10기 명인전]RE[흑 불계승]C[백의 실수]\n;B[pd])";
const GERMAN: &str = "(;GM[1]SZ[19]PB[Müller]PW[Jörg Groß]EV[Göttinger Größe]C[à la française, año]\n;B[pd])";

/// Names alone: two or three characters to go by.
const SHORT: &[(&str, &Encoding)] = &[
    ("(;PB[柯洁]PW[古力])", GB18030),
    ("(;PB[聂卫平]PW[马晓春])", GB18030),
    ("(;PB[常昊])", GB18030),
    ("(;PB[李世石]PW[古力])", GB18030),
    ("(;PB[이창호]PW[이세돌])", EUC_KR),
    ("(;PB[박정환]PW[신진서])", EUC_KR),
    ("(;PB[유창혁])", EUC_KR),
    ("(;PB[武宮正樹]PW[加藤正夫])", SHIFT_JIS),
    ("(;PB[坂田栄男]PW[藤沢秀行])", SHIFT_JIS),
    ("(;C[よい手])", SHIFT_JIS),
    ("(;PB[周俊勳]PW[陳詩淵])", BIG5),
    ("(;PB[林海峰]PW[王立誠])", BIG5),
    ("(;PB[Müller])", WINDOWS_1252),
    ("(;PB[José García]PW[Bruno Håkansson])", WINDOWS_1252),
    ("(;PB[André])", WINDOWS_1252),
    ("(;PB[武宮正樹]PW[加藤正夫])", EUC_JP),
    ("(;PB[井山裕太]PW[一力遼])", EUC_JP),
    ("(;C[よい手])", EUC_JP),
];

fn bytes(text: &str, encoding: &'static Encoding) -> Vec<u8> {
    let (bytes, _, lost) = encoding.encode(text);
    assert!(!lost, "{text} in {}", encoding.name());
    bytes.into_owned()
}

#[test]
fn what_nobody_declared_is_detected() {
    let long = [
        (CHINESE, GB18030),
        (TAIWANESE, BIG5),
        (JAPANESE, SHIFT_JIS),
        (KOREAN, EUC_KR),
        (GERMAN, WINDOWS_1252),
    ];
    for (text, encoding) in long.iter().chain(SHORT) {
        let decoded = decode(&bytes(text, encoding));
        assert_eq!((decoded.encoding.name(), decoded.source), (encoding.name(), Source::Detected), "{text}");
        assert_eq!(&decoded.text, text);
    }
}

/// Names in bytes, the text that they are, and the name of the encoding.
const IN_BYTES: &[(&[u8], &str, &str)] = &[
    (
        b"(;PB[\xc8\xe2\xe0\xed\xee\xe2]PW[\xcf\xe5\xf2\xf0\xee\xe2])",
        "(;PB[Иванов]PW[Петров])",
        "windows-1251",
    ),
    (b"(;PB[\xca\xe8\xec])", "(;PB[Ким])", "windows-1251"),
    (
        b"(;PB[\xcf\xe0\xea]RE[\xe1\xe5\xeb\xfb\xe5 \xf1\xe4\xe0\xeb\xe8\xf1\xfc])",
        "(;PB[Пак]RE[белые сдались])",
        "windows-1251",
    ),
    (b"(;PB[\xc0\xed\xe4\xf0\xb3\xe9])", "(;PB[Андрій])", "windows-1251"),
    (b"(;PB[\xe9\xd7\xc1\xce\xcf\xd7]PW[\xf0\xc5\xd4\xd2\xcf\xd7])", "(;PB[Иванов]PW[Петров])", "KOI8-R"),
    (b"(;EV[\xfe\xc5\xcd\xd0\xc9\xcf\xce\xc1\xd4])", "(;EV[Чемпионат])", "KOI8-R"),
    (b"(;PB[\xe1\xce\xc4\xd2\xa6\xca])", "(;PB[Андрій])", "KOI8-U"),
    (b"(;PB[Ji\xf8\xed Nov\xe1k]PW[Ond\xf8ej \x8ailt])", "(;PB[Jiří Novák]PW[Ondřej Šilt])", "windows-1250"),
    (b"(;PB[Ond\xf8ej \xa9ilt])", "(;PB[Ondřej Šilt])", "ISO-8859-2"),
    (b"(;PB[M\xe9r\xf5 Csaba]PW[K\xf5szegi Di\xe1na])", "(;PB[Mérő Csaba]PW[Kőszegi Diána])", "windows-1250"),
    (b"(;PB[Pawe\xb3 W\xb9s]PW[\xaf\xf3\xb3kiewski])", "(;PB[Paweł Wąs]PW[Żółkiewski])", "windows-1250"),
    (b"(;PB[O\xf0uz \xdeahin]PW[Y\xfdlmaz])", "(;PB[Oğuz Şahin]PW[Yılmaz])", "windows-1254"),
    (b"(;PB[\xca\xc1\xaa\xd2\xc2]PW[\xc7\xd4\xaa\xd1\xc2])", "(;PB[สมชาย]PW[วิชัย])", "windows-874"),
    (b"(;PB[\xcd\xdf\xea\xef\xf2])", "(;PB[Νίκος])", "windows-1253"),
    (b"(;PB[\xb0\xe6\xbb\xb3\xcd\xb5\xc2\xc0])", "(;PB[井山裕太])", "EUC-JP"),
    (b"(;PB[\x1b$B0f;3M5B@\x1b(B]C[a]\n;B[pd])", "(;PB[井山裕太]C[a]\n;B[pd])", "ISO-2022-JP"),
    (b"(;C[\x1b$B%]\x1b(B];B[pd])", "(;C[ポ];B[pd])", "ISO-2022-JP"),
    (b"(;PB[\x88\xe4\x8eR])", "(;PB[井山])", "Shift_JIS"),
    (b"(;PB[\xbf\xc2\xbd\xe0])", "(;PB[柯洁])", "gb18030"),
    // All of its bytes are UTF-8 by chance: two letters of two scripts.
    (b"(;PB[\xca\xb1\xd4\xbd]PW[\xb9\xc5\xc1\xa6])", "(;PB[时越]PW[古力])", "gb18030"),
    (b"(;PB[\xca\xb1\xd4\xbd])", "(;PB[时越])", "gb18030"),
    (b"(;PB[\xaaL\xae\xfc\xaep])", "(;PB[林海峰])", "Big5"),
    (b"(;PB[\xc0\xcc\xc3\xa2\xc8\xa3])", "(;PB[이창호])", "EUC-KR"),
];

#[test]
fn names_are_read_in_the_encodings_of_their_countries() {
    for (bytes, text, encoding) in IN_BYTES {
        let decoded = decode(bytes);
        assert_eq!((decoded.text.as_str(), decoded.encoding.name()), (*text, *encoding), "{text}");
        assert_eq!(decoded.source, Source::Detected);
        // It is the same if somebody says so.
        let named = decode_as(bytes, decoded.encoding).unwrap();
        assert_eq!((&named.text, named.source), (&decoded.text, Source::Named));
    }
}

#[test]
fn what_can_be_read_can_be_written_as_it_came() {
    for (bytes, _, encoding) in IN_BYTES {
        let Decoded { text, encoding: found, .. } = decode(bytes);
        assert_eq!(found.encode(&text).as_deref(), Some(*bytes), "{encoding}");
    }
}

#[test]
fn an_encoding_that_cannot_have_a_byte_is_not_that_of_the_file() {
    let refused = decode_as(b"(;PB[a]\n;C[\xff])", TextEncoding::UTF_8).unwrap_err();
    assert_eq!(refused.to_string(), "line 2, column 4: these bytes mean nothing in UTF-8");
    let thai: TextEncoding = "windows-874".parse().unwrap();
    assert!(decode_as(b"(;PB[\xff])", thai).is_err());
    // Nothing is left out, whatever the bytes are.
    for byte in 0x80..=0xff {
        for bytes in [vec![byte], vec![byte, byte], vec![byte, b'a', 0xc3, 0xbc, byte]] {
            let text = decode(&[b"(;C[", bytes.as_slice(), b"])"].concat()).text;
            assert!(!text.contains(char::REPLACEMENT_CHARACTER), "{bytes:?}");
        }
    }
}

#[test]
fn utf_8_needs_no_declaration() {
    for text in [CHINESE, TAIWANESE, JAPANESE, KOREAN, GERMAN, "(;B[aa])", ""] {
        let decoded = decode(text.as_bytes());
        assert_eq!((decoded.encoding.name(), decoded.source), ("UTF-8", Source::Utf8));
        assert_eq!(decoded.text, text);
    }
}

#[test]
fn what_is_declared_is_honoured() {
    for (label, encoding) in [
        ("GB18030", GB18030),
        ("gb2312", GB18030),
        ("cp936", GB18030),
        ("Big5", BIG5),
        ("Shift_JIS", SHIFT_JIS),
        ("shift-jis", SHIFT_JIS),
        ("CP932", SHIFT_JIS),
        ("EUC-KR", EUC_KR),
        ("windows-949", EUC_KR),
        ("ISO-8859-1", WINDOWS_1252),
        ("Latin-1", WINDOWS_1252),
    ] {
        // Too short and too strange for any guess.
        let character = if encoding == WINDOWS_1252 { "×" } else { "囗" };
        let character = if encoding == EUC_KR { "旣" } else { character };
        let text = format!("(;CA[{label}]C[{character}])");
        let decoded = decode(&bytes(&text, encoding));
        assert_eq!((decoded.text.as_str(), decoded.source), (text.as_str(), Source::Declared), "{label}");
    }
}

#[test]
fn a_declaration_that_is_wrong_or_unknown_is_not() {
    for label in ["UTF-8", "UTF-16", "klingon", "ISO-2022-KR"] {
        let text = CHINESE.replacen("GM[1]", &format!("CA[{label}]"), 1);
        let decoded = decode(&bytes(&text, GB18030));
        assert_eq!((decoded.text.as_str(), decoded.encoding.name()), (text.as_str(), "gb18030"), "{label}");
    }
    // Half a character of UTF-8 and a bracket are one character in GB18030, and the move behind them would be a comment.
    let broken = decode(b"(;CA[GB18030]C[\xe9\xbb\x92\xe7\x99];B[pd]C[\xe6\xa3\x8b])");
    assert_eq!((broken.text.as_str(), broken.encoding.name()), ("(;CA[GB18030]C[黒ç™];B[pd]C[棋])", "UTF-8"));
    // Byte by byte this holds one value more, but it is no UTF-8.
    let escaped = decode(b"(;CA[GB18030]C[\x81\x5c\\][])");
    assert_eq!((escaped.text.as_str(), escaped.source), ("(;CA[GB18030]C[乗\\][])", Source::Declared));
    let text = "(;CA[klingon]C[é])";
    assert_eq!(decode(text.as_bytes()).source, Source::Utf8);
}

#[test]
fn a_false_declaration_is_noticed() {
    for (label, text, encoding) in [
        ("Windows-1252", "PB[柯洁]PW[古力]", "gb18030"),
        ("ISO-8859-1", "PB[周俊勳]PW[陳詩淵]", "Big5"),
        ("Windows-1252", "PB[井山裕太]", "Shift_JIS"),
        ("Windows-1252", "PB[이창호]", "EUC-KR"),
        ("Windows-1252", "PB[Иванов]PW[Петров]", "windows-1251"),
        ("Windows-1252", "PB[Иванов]PW[Петров]", "KOI8-R"),
        ("Windows-1252", "PB[Paweł Wąs]PW[Żółkiewski]", "windows-1250"),
        ("GB2312", "PB[周俊勳]PW[陳詩淵]", "Big5"),
        ("Shift_JIS", "PB[柯洁]PW[古力]", "gb18030"),
        ("Big5", "PB[武宮正樹]PW[加藤正夫]", "EUC-JP"),
        ("GB2312", "PB[柯洁]PW[古力]", "UTF-8"),
        ("Big5", "C[à la française, Jörg Müller]", "UTF-8"),
    ] {
        let text = format!("(;CA[{label}]{text};B[pd])");
        let encoding: TextEncoding = encoding.parse().unwrap();
        let bytes = encoding.encode(&text).unwrap();
        let decoded = decode(&bytes);
        assert_eq!((&decoded.text, decoded.encoding), (&text, encoding), "{text}");
        assert_ne!(decoded.source, Source::Declared);
        assert_eq!(forgiven(&bytes), ["line 1, column 6: wrong_encoding"], "{text}");
        // A true one is not.
        let text = text.replacen(label, encoding.name(), 1);
        let bytes = encoding.encode(&text).unwrap();
        assert_eq!((&decode(&bytes).text, decode(&bytes).source), (&text, Source::Declared));
        assert!(forgiven(&bytes).is_empty(), "{text}");
    }
    // Two encodings may read a file alike.
    let french = bytes("(;CA[windows-1254]PB[François]PW[Benoît à Paris])", WINDOWS_1252);
    assert_eq!((decode(&french).source, forgiven(&french)), (Source::Declared, vec![]));
    // Nobody minds one where it says nothing.
    assert!(forgiven(b"(;CA[GB2312]PB[Ann])").is_empty());
    assert_eq!(forgiven("(;CA[klingon]PB[é])".as_bytes()), ["line 1, column 6: wrong_encoding"]);
}

/// A program that converts a whole file leaves what its games say of their encodings.
#[test]
fn a_file_that_was_converted_as_a_whole_has_one_encoding() {
    let players = [("柯洁", "古力"), ("聂卫平", "马晓春"), ("常昊", "李昌镐"), ("周鹤洋", "罗洗河")];
    for labels in [["GB2312", "UTF-8"], ["UTF-8", "GB2312"], ["GB2312", "Big5"], ["GB18030", "Shift_JIS"]] {
        let game = |((black, white), label): (&(&str, &str), &str)| {
            format!("(;CA[{label}]PB[{black}]PW[{white}]GC[围棋比赛第一局];B[pd])\n")
        };
        let text: String = players.iter().zip(labels.into_iter().cycle()).map(game).collect();
        let decoded = decode(&bytes(&text, GB18030));
        assert_eq!(
            (decoded.text.as_str(), decoded.encoding.name()),
            (text.as_str(), "gb18030"),
            "{labels:?}"
        );
    }
}

/// Each game is compared with the whole file, and they are in several encodings.
#[test]
fn files_that_were_joined_have_several_encodings() {
    let parts = [
        ("(;CA[GB2312]PB[柯洁]PW[聂卫平];B[pd])\n", GB18030),
        ("(;CA[Big5]PB[許家元]PW[謝豪];B[pd])\n", BIG5),
        ("(;CA[ISO-8859-1]PB[Jörg Müller]PW[François];B[pd])\n", WINDOWS_1252),
    ];
    for turn in 0..parts.len() {
        let mut parts = parts;
        parts.rotate_left(turn);
        let file: Vec<u8> = parts.iter().flat_map(|&(text, encoding)| bytes(text, encoding)).collect();
        let text: String = parts.iter().map(|(text, _)| *text).collect();
        assert_eq!(decode(&file).text, text);
    }
}

#[test]
fn marks_come_before_everything() {
    let text = "(;CA[Big5]C[é])";
    let with_mark = decode(&[b"\xef\xbb\xbf", text.as_bytes()].concat());
    assert_eq!((with_mark.text.as_str(), with_mark.source), (text, Source::Mark));
    let wide: Vec<u8> = "\u{feff}(;C[棋])".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let decoded = decode(&wide);
    assert_eq!((decoded.text.as_str(), decoded.encoding.name()), ("(;C[棋])", "UTF-16LE"));
    // A mark that was put in front of something else says nothing.
    let joined = decode(&[b"\xef\xbb\xbf", &bytes("(;PB[柯洁]PW[古力])", GB18030)[..]].concat());
    assert_eq!((joined.text.as_str(), joined.encoding.name()), ("(;PB[柯洁]PW[古力])", "gb18030"));
}

#[test]
fn utf_16_needs_no_mark() {
    let chinese = format!("(;GM[1]C[{}];B[pd])", "围棋很有意思".repeat(6));
    // 一 and the wide space have their zero where ASCII has none.
    let remark = "这是一个很长的评论".repeat(3);
    let with_zeros = format!("(;SZ[9]PB[柯洁]C[{remark}];B[ee])");
    let all_zeros = format!("一\u{3000}刀\n(;C[{}];B[ee])", "一\u{3000}".repeat(40_000));
    for text in [
        "(;SZ[9]PB[Ann];B[ee])",
        "(\r\nPB[a]\r\n;B[pd])",
        "(;C[棋盘上有两个人];B[pd];W[dd])",
        &chinese,
        &with_zeros,
        &all_zeros,
    ] {
        let units = || text.encode_utf16();
        let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
        for (bytes, encoding) in [(little, "UTF-16LE"), (big, "UTF-16BE")] {
            let decoded = decode(&bytes);
            assert_eq!((decoded.text.as_str(), decoded.encoding.name()), (text, encoding));
        }
    }
    // A zero here and there is none of it.
    assert_eq!(decode(b"(;C[a\0b\0c];B[pd])\0\0\0").encoding, TextEncoding::UTF_8);
    // Nor is a game of it in a value, or behind another game.
    for text in
        ["(;C[(\0;\0B\0[\0]\0)\0];B[pd])", "(;B[pd])(\0;\0B\0[\0]\0)\0", "(;C[\0(\0;\0B\0[\0]];B[pd])"]
    {
        assert_eq!(decode(text.as_bytes()).encoding, TextEncoding::UTF_8, "{text:?}");
    }
    let latin = decode(b"(;PB[Ann];B[ee])");
    assert_eq!((latin.encoding, latin.source), (TextEncoding::UTF_8, Source::Utf8));
}

#[test]
fn a_second_byte_that_looks_like_a_bracket_is_none() {
    // Each of these has a character whose second byte is one of [ \ ].
    for (text, encoding) in [
        ("(;CA[Shift_JIS]C[表ソ能])", SHIFT_JIS),
        ("(;CA[Big5]C[功許蓋])", BIG5),
        ("(;CA[GBK]C[乗俓僛])", GB18030),
    ] {
        let encoded = bytes(text, encoding);
        let special =
            encoded.windows(2).filter(|pair| pair[0] >= 0x80 && matches!(pair[1], 0x5b..=0x5d)).count();
        assert!(special > 0, "{text}");
        let read = Collection::parse(decode(&encoded).text).unwrap();
        let comment = read.games().next().unwrap().value(Name::C).unwrap();
        assert!(text.contains(comment.raw()) && comment.raw().chars().count() == 3);
    }
}

#[test]
fn utf_16_is_whole_or_none() {
    assert_eq!(decode(b"\xff\xfe(\x00").text, "(");
    for bytes in [&b"\xff\xfe(\x00;"[..], b"\xff\xfe(\0\x00\xd8)\0", b"(\0;\0C\0[\0a\0\x3d\xd8]\0)\0"] {
        let error = tengen_sgf::decode(bytes).unwrap_err();
        assert_eq!(error.encoding.name(), "UTF-16LE");
    }
}

/// A record in UTF-8 with that in its comments.
fn commented(first: &[u8], second: &str) -> Vec<u8> {
    let second = second.as_bytes();
    [&b"(;GM[1]C["[..], first, b"];B[pd]C[", second, b"](;W[dd]N[", second, b"])(;W[dp]))"].concat()
}

#[test]
fn a_broken_character_takes_no_bracket_along() {
    // Half a character before a bracket: in GB18030, EUC-KR or Big5 its last byte and the bracket may be one.
    for (broken, rest, text) in [
        (&b"\xe7\x99"[..], "白棋的下法", "ç™"),
        (b"\xe7", "白棋的下法", "ç"),
        (b"\xe9\xbb\x92\xe7\x99", "黒の一手", "黒ç™"),
        (b"\xeb\xb0\xb1\xec\x8b", "백의 실수", "백ì‹"),
        (b"M\xc3ller, J\xc3\xb6rg", "Groß", "MÃller, Jörg"),
        (b"\xff\xe7\x99\xbd", "白", "ÿ白"),
        (b"a\x99\xbdb", "白棋", "a™½b"),
        (b"M\xfcller", "白棋", "Müller"),
    ] {
        let file = commented(broken, rest);
        let decoded = decode(&file);
        assert_eq!((decoded.encoding, decoded.source), (TextEncoding::UTF_8, Source::Detected));
        assert!(forgiven(&file).iter().all(|warning| warning.ends_with("stray_bytes")));
        assert!(!forgiven(&file).is_empty());
        let read = Collection::parse(decoded.text.as_str()).unwrap();
        let root = read.games().next().unwrap();
        assert_eq!(root.value(Name::C).unwrap().raw(), text);
        assert_eq!((read.node_count(), root.children().count()), (4, 1), "{text}");
        assert_eq!(root.children().next().unwrap().value(Name::C).unwrap().raw(), rest);
    }
}

/// Texts as players write them, in one language each.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        "[一-龥]{4,12}[a-z (）。]{0,3}",
        "[ぁ-んァ-ヶ一-龥]{4,12}[A-Z0-9 ]{0,3}",
        "[가-힣]{4,12} [가-힣]{0,4}",
        "[a-z]{0,4}[à-öø-ÿ][a-z]{0,4} [à-öø-ÿ][a-z]{1,4}[à-öø-ÿ]{2}",
        "[а-яА-Я]{4,12} [а-я]{0,4}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn one_broken_character_of_utf_8_is_all_that_is_lost(
        before in texts(),
        after in texts(),
        other in texts(),
        which in any::<prop::sample::Index>(),
        kept in 1_usize..4,
        damage in prop::option::of(0x80_u8..=0xff),
    ) {
        let broad: Vec<(usize, char)> = before.char_indices().filter(|(_, character)| !character.is_ascii()).collect();
        let (at, character) = broad[which.index(broad.len())];
        let head = &before[..at];
        let tail = &before[at + character.len_utf8()..];
        // A part of the character, and another byte in the place of the rest or none.
        let part = &before.as_bytes()[at..at + kept.min(character.len_utf8() - 1)];
        let broken = [head.as_bytes(), part, damage.as_slice(), tail.as_bytes()].concat();
        if std::str::from_utf8(&broken).is_ok() {
            // It became another character.
            return Ok(());
        }
        let decoded = decode(&commented(&broken, &format!("{after}{other}")));
        prop_assert_eq!(decoded.encoding, TextEncoding::UTF_8);
        let read = Collection::parse(decoded.text).unwrap();
        let root = read.games().next().unwrap();
        prop_assert_eq!(read.node_count(), 4);
        let comment = root.value(Name::C).unwrap().raw();
        prop_assert!(comment.starts_with(head) && comment.ends_with(tail), "{}", comment);
        let next = root.children().next().unwrap();
        prop_assert_eq!(next.value(Name::C).unwrap().raw(), format!("{after}{other}"));
        prop_assert_eq!(next.children().next().unwrap().value(Name::N).unwrap().raw(), format!("{after}{other}"));
    }
    #[test]
    fn what_is_broken_takes_no_bracket_along(comment in prop::collection::vec(prop_oneof![0x80_u8..=0xff, b'a'..=b'z'], 1..12)) {
        let read = Collection::parse(decode(&commented(&comment, "")).text).unwrap();
        prop_assert_eq!(read.node_count(), 4);
    }
}
