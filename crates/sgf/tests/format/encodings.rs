//! Records of Go in the encodings in which they have been kept.

use encoding_rs::{BIG5, EUC_KR, Encoding, GB18030, SHIFT_JIS, UTF_16LE, WINDOWS_1252};
use proptest::prelude::*;
use tengen_sgf::{Collection, Name, Source, decode};

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
        assert_eq!((decoded.encoding, decoded.source), (encoding.name(), Source::Detected), "{text}");
        assert_eq!(&decoded.text, text);
        assert!(!decoded.malformed);
    }
}

#[test]
fn utf_8_needs_no_declaration() {
    for text in [CHINESE, TAIWANESE, JAPANESE, KOREAN, GERMAN, "(;B[aa])", ""] {
        let decoded = decode(text.as_bytes());
        assert_eq!((decoded.encoding, decoded.source), ("UTF-8", Source::Utf8));
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
        assert_eq!((decoded.text.as_str(), decoded.encoding), (text.as_str(), "gb18030"), "{label}");
    }
    // Half a character of UTF-8 and a bracket are one character in GB18030, and the move behind them would be a comment.
    let broken = decode(b"(;CA[GB18030]C[\xe9\xbb\x92\xe7\x99];B[pd]C[\xe6\xa3\x8b])");
    assert_eq!((broken.text.as_str(), broken.encoding), ("(;CA[GB18030]C[黒\u{fffd}];B[pd]C[棋])", "UTF-8"));
    // Byte by byte this holds one value more, but it is no UTF-8.
    let escaped = decode(b"(;CA[GB18030]C[\x81\x5c\\][])");
    assert_eq!((escaped.text.as_str(), escaped.source), ("(;CA[GB18030]C[乗\\][])", Source::Declared));
    let text = "(;CA[klingon]C[é])";
    assert_eq!(decode(text.as_bytes()).source, Source::Utf8);
}

#[test]
fn marks_come_before_everything() {
    let text = "(;CA[Big5]C[é])";
    let with_mark = decode(&[b"\xef\xbb\xbf", text.as_bytes()].concat());
    assert_eq!((with_mark.text.as_str(), with_mark.source), (text, Source::Mark));
    let wide: Vec<u8> = "\u{feff}(;C[棋])".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let decoded = decode(&wide);
    assert_eq!((decoded.text.as_str(), decoded.encoding), ("(;C[棋])", UTF_16LE.name()));
}

#[test]
fn utf_16_needs_no_mark() {
    let chinese = format!("(;GM[1]C[{}];B[pd])", "围棋很有意思".repeat(6));
    for text in
        ["(;SZ[9]PB[Ann];B[ee])", "(\r\nPB[a]\r\n;B[pd])", "(;C[棋盘上有两个人];B[pd];W[dd])", &chinese]
    {
        let units = || text.encode_utf16();
        let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
        for (bytes, encoding) in [(little, "UTF-16LE"), (big, "UTF-16BE")] {
            let decoded = decode(&bytes);
            assert_eq!((decoded.text.as_str(), decoded.encoding), (text, encoding));
        }
    }
    // A zero here and there is none of it.
    assert_eq!(decode(b"(;C[a\0b\0c];B[pd])\0\0\0").encoding, "UTF-8");
    let latin = decode(b"(;PB[Ann];B[ee])");
    assert_eq!((latin.encoding, latin.source), ("UTF-8", Source::Utf8));
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
fn bytes_that_mean_nothing_are_replaced() {
    let decoded = decode(b"\xff\xfe(\x00");
    assert_eq!((decoded.text.as_str(), decoded.malformed), ("(", false));
    let odd = decode(b"\xff\xfe(\x00;");
    assert!(odd.malformed && odd.text.starts_with('('));
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
        (&b"\xe7\x99"[..], "白棋的下法", "\u{fffd}"),
        (b"\xe7", "白棋的下法", "\u{fffd}"),
        (b"\xe9\xbb\x92\xe7\x99", "黒の一手", "黒\u{fffd}"),
        (b"\xeb\xb0\xb1\xec\x8b", "백의 실수", "백\u{fffd}"),
        (b"M\xc3ller, J\xc3\xb6rg", "Groß", "M\u{fffd}ller, Jörg"),
        (b"\xff\xe7\x99\xbd", "白", "\u{fffd}白"),
        (b"a\x99\xbdb", "白棋", "a\u{fffd}b"),
    ] {
        let decoded = decode(&commented(broken, rest));
        assert_eq!((decoded.encoding, decoded.source, decoded.malformed), ("UTF-8", Source::Detected, true));
        let read = Collection::parse(decoded.text.as_str()).unwrap();
        let root = read.games().next().unwrap();
        assert_eq!(root.value(Name::C).unwrap().raw().replace("\u{fffd}\u{fffd}", "\u{fffd}"), text);
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
        prop_assert_eq!(decoded.encoding, "UTF-8");
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
