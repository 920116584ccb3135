//! Records of Go in the encodings in which they have been kept.

use encoding_rs::{BIG5, EUC_KR, Encoding, GB18030, SHIFT_JIS, UTF_16LE, WINDOWS_1252};
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
